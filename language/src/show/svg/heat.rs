//! `plot W 0..60, 0..60 to "heat.svg"`: a square for each position, darker the larger its value; P-positions stand
//! out. A small field has its values written in.

use std::fmt::Write;

use grundy_engine::nim::{GrundyValue, Outcome, PositionValue};

use crate::show::document::CrossTable;
use crate::show::language::known::Language;
use crate::show::lists::Axis;
use crate::show::phrase::{text_of, thousands};
use crate::show::scale::{SquareKind, Squares, longest, ticks};
use crate::show::svg::drawing::{
    ADVANCE, Anchor, Filling, LOST, Length, MUTED, ON_LOST, Paint, Picture, Placement, RULE, Svg, TEXT, heading_width,
    shortened, width_of,
};
use crate::show::told::told;

/// The most squares in a row or a column.
const MOST: usize = 300;
/// The larger side of the map in pixels, about.
const FIELD: f64 = 600.0;
/// The largest and the smallest side of a square.
const LARGEST: f64 = 34.0;
const SMALLEST: f64 = 2.0;
/// Squares of at least this side have their value written in them.
const READABLE: f64 = 22.0;
const MARGIN: f64 = 12.0;
/// The height of the legend below the map.
const BELOW: f64 = 44.0;
/// The labels left of the map are cut to this many characters.
const LONGEST_LABEL: usize = 24;
/// The least width of the picture, in which the legend has room.
const NARROWEST: f64 = 400.0;

/// From small values to large ones, all light enough for dark numbers.
const SHADES: [Paint; 6] = [
    Paint { class: "shade-1", color: "#edf2fa" },
    Paint { class: "shade-2", color: "#d6e2f4" },
    Paint { class: "shade-3", color: "#bed2ee" },
    Paint { class: "shade-4", color: "#a6c1e7" },
    Paint { class: "shade-5", color: "#8fb1e0" },
    Paint { class: "shade-6", color: "#789fd8" },
];
/// Squares of positions from which play may never end, and of loony ones.
const INFINITE: Paint = Paint { class: "infinite", color: "#f0c36d" };
const LOONY: Paint = Paint { class: "loony", color: "#d9a3c9" };
/// All paints of squares.
const PAINTS: [Paint; 9] = [SHADES[0], SHADES[1], SHADES[2], SHADES[3], SHADES[4], SHADES[5], LOST, INFINITE, LOONY];

pub fn heat(table: &CrossTable, place: Placement, filling: Filling) -> Svg {
    let (down, right) = (&table.down, &table.right);
    let heading = text_of(&table.title);
    if down.members.is_empty() || right.members.is_empty() {
        let none = table.language.words(told!("There are no positions in the range."));
        let mut drawing = Picture::new(place, (NARROWEST, BELOW), &heading, &none);
        drawing.text((MARGIN, 26.0), Anchor::Start, MUTED, &none);
        return drawing.finish();
    }
    let frame = HeatLayout::new(table, place, &heading);
    let alt_text = match filling {
        Filling::Full => alt_text(table, &frame.squares),
        Filling::Blank => table.language.words(told!("Squares without values, to fill in.")),
    };
    let mut drawing = Picture::new(place, frame.size(), &heading, &alt_text);
    drawing.heading(place, (MARGIN, MARGIN + 12.0), &heading);
    if filling == Filling::Full {
        frame.squares(&mut drawing);
        frame.values(&mut drawing);
        frame.legend(&mut drawing);
    } else {
        frame.lines(&mut drawing);
    }
    frame.axes(&mut drawing);
    drawing.finish()
}

/// The layout of a heat map as a picture.
struct HeatLayout<'a> {
    language: Language,
    down: &'a Axis,
    right: &'a Axis,
    squares: Squares,
    /// The side of a square.
    side: f64,
    /// The x coordinate of the map's left edge, and (in `top`) the y coordinate of its upper edge.
    left: f64,
    top: f64,
    /// The least width of the picture, for its heading and legend.
    narrowest: f64,
}

impl<'a> HeatLayout<'a> {
    fn new(table: &'a CrossTable, place: Placement, heading: &str) -> HeatLayout<'a> {
        let (down, right) = (&table.down, &table.right);
        let narrowest = heading_width(heading, place).max(NARROWEST);
        let squares = Squares::of(table, MOST, MOST);
        let most = squares.columns.max(squares.rows) as f64;
        let side = (FIELD / most).floor().clamp(SMALLEST, LARGEST);
        let label = longest(down).max(down.name.chars().count()).min(LONGEST_LABEL);
        let top = MARGIN + 34.0 + place.title_height();
        HeatLayout {
            language: table.language,
            down,
            right,
            squares,
            side,
            left: MARGIN + 10.0 + label as f64 * ADVANCE,
            top,
            narrowest,
        }
    }

    fn size(&self) -> (f64, f64) {
        let width = self.left + self.wide() + MARGIN + width_of(&shortened(&self.right.name, 12)) + 8.0;
        let others = if self.squares.others().next().is_some() { 20.0 } else { 0.0 };
        (width.max(self.narrowest), self.top + self.high() + BELOW + others)
    }

    fn wide(&self) -> f64 {
        self.side * self.squares.columns as f64
    }

    fn high(&self) -> f64 {
        self.side * self.squares.rows as f64
    }

    /// One path for each colour; neighbours in a row are one rectangle.
    fn squares(&self, drawing: &mut Picture) {
        let mut paths = vec![String::new(); PAINTS.len()];
        let side = self.side;
        let color = |column: usize, row: usize| {
            Some(match self.squares.get(column, row)? {
                SquareKind::Mean(mean) => self.squares.shade(mean, SHADES.len()),
                SquareKind::Lost => SHADES.len(),
                SquareKind::Infinite => SHADES.len() + 1,
                SquareKind::Loony => SHADES.len() + 2,
            })
        };
        for row in 0..self.squares.rows {
            let mut column = 0;
            while column < self.squares.columns {
                let found = color(column, row);
                let run = (column..self.squares.columns).take_while(|next| color(*next, row) == found).count();
                if let Some(color) = found {
                    let (x, y) = (self.left + column as f64 * side, self.top + row as f64 * side);
                    let wide = Length(run as f64 * side);
                    // Writing to a `String` cannot fail.
                    let _ = write!(paths[color], "M{} {}h{wide}v{}h-{wide}z", Length(x), Length(y), Length(side));
                }
                column += run;
            }
        }
        for (path, paint) in paths.iter().zip(PAINTS) {
            drawing.area(path, paint);
        }
    }

    /// The values, where there is room for them.
    fn values(&self, drawing: &mut Picture) {
        let widest = self.squares.highest.to_string().len() as f64 * ADVANCE;
        if self.side < READABLE || self.squares.side > 1 || widest > self.side {
            return;
        }
        for row in 0..self.squares.rows {
            for column in 0..self.squares.columns {
                let Some(shown) = self.squares.get(column, row) else { continue };
                let paint = if shown == SquareKind::Lost { ON_LOST } else { TEXT };
                let value = match shown {
                    SquareKind::Mean(value) => value.to_string(),
                    other => other.sign(false).map_or('0', |(sign, _)| sign).to_string(),
                };
                let x = self.left + (column as f64 + 0.5) * self.side;
                let y = self.top + (row as f64 + 0.5) * self.side + 4.5;
                drawing.text((x, y), Anchor::Middle, paint, &value);
            }
        }
    }

    /// The edges of the squares and nothing in them.
    fn lines(&self, drawing: &mut Picture) {
        let mut path = String::new();
        for column in 0..=self.squares.columns {
            let x = Length(self.left + column as f64 * self.side);
            let _ = write!(path, "M{x} {}v{}", Length(self.top), Length(self.high()));
        }
        for row in 0..=self.squares.rows {
            let y = Length(self.top + row as f64 * self.side);
            let _ = write!(path, "M{} {y}h{}", Length(self.left), Length(self.wide()));
        }
        drawing.line(&path, RULE, 1.0);
    }

    /// Draws the labels of the columns above the map and those of the rows at its left, as in a table.
    fn axes(&self, drawing: &mut Picture) {
        let middle = self.side / 2.0;
        let per_square = self.squares.side as f64;
        let place = |index: usize| (index / self.squares.side) as f64 * self.side + middle;
        let every = ((longest(self.right) as f64 * ADVANCE + 8.0) / self.side * per_square).ceil() as usize;
        for index in ticks(self.right, every) {
            let x = self.left + place(index);
            drawing.text((x, self.top - 8.0), Anchor::Middle, MUTED, &self.right.members[index].to_string());
        }
        let every = (18.0 / self.side * per_square).ceil() as usize;
        for index in ticks(self.down, every) {
            let y = self.top + place(index) + 4.5;
            let text = shortened(&self.down.members[index].to_string(), LONGEST_LABEL);
            drawing.text((self.left - 8.0, y), Anchor::End, MUTED, &text);
        }
        let right = shortened(&self.right.name, 12);
        drawing.text((self.left + self.wide() + 10.0, self.top - 8.0), Anchor::Start, TEXT, &right);
        drawing.text((self.left - 8.0, self.top - 8.0), Anchor::End, TEXT, &shortened(&self.down.name, LONGEST_LABEL));
    }

    fn legend(&self, drawing: &mut Picture) {
        let y = self.top + self.high() + 16.0;
        let mut x = self.left;
        drawing.rectangle((x, y), (14.0, 14.0), LOST, &[]);
        drawing.text((x + 20.0, y + 11.5), Anchor::Start, MUTED, &self.language.words(told!("P-position")));
        x += 106.0;
        let mut from = 1;
        for (index, paint) in SHADES.into_iter().enumerate() {
            let to = self.squares.bound(index, SHADES.len());
            if to < from {
                continue;
            }
            drawing.rectangle((x, y), (14.0, 14.0), paint, &[]);
            x += 14.0;
            from = to + 1;
        }
        let highest = self.squares.highest;
        let values = if highest == 1 { told!("value 1") } else { told!("values 1 to {n}", n = thousands(highest)) };
        let text = self.language.words(match self.squares.side {
            1 => values,
            side => told!("{values}, mean of {side} by {side}", values, side),
        });
        if highest > 0 {
            drawing.text((x + 6.0, y + 11.5), Anchor::Start, MUTED, &text);
        }
        // What is no number has a line of its own below.
        let (mut x, y) = (self.left, y + 20.0);
        for other in self.squares.others() {
            let Some((sign, meaning)) = other.sign(false) else { continue };
            drawing.rectangle((x, y), (14.0, 14.0), if other == SquareKind::Loony { LOONY } else { INFINITE }, &[]);
            let text = format!("{sign} {}", self.language.words(meaning));
            drawing.text((x + 20.0, y + 11.5), Anchor::Start, MUTED, &text);
            x += 44.0 + width_of(&text);
        }
    }
}

fn alt_text(table: &CrossTable, squares: &Squares) -> String {
    let count = |is_counted: &dyn Fn(&PositionValue) -> bool| {
        thousands(table.cells.iter().flatten().filter(is_counted).count() as u64)
    };
    let of_value = |is_wanted: fn(&GrundyValue) -> bool| count(&|cell| cell.value.as_ref().is_some_and(is_wanted));
    let endless = of_value(|value| value.nimber().is_none() && *value != GrundyValue::Loony);
    let loony = of_value(|value| *value == GrundyValue::Loony);
    let all = told!(
        "{n} position[s], {lost} of them [a P-position|P-positions]; values up to {highest}.",
        n = count(&|_| true),
        lost = count(&|cell| cell.outcome == Outcome::P),
        highest = thousands(squares.highest)
    );
    let endless = (endless != "0").then(|| told!("{n}: of value ∞, from which play may never end.", n = endless));
    let loony = (loony != "0").then(|| told!("{n}: loony.", n = loony));
    table.language.words_of([Some(all), endless, loony].into_iter().flatten().collect())
}

//! `plot S 0..200 to "plot.svg"`: every value a point, or, where there are more of them than columns, every column a
//! line from the smallest of its values to the largest. Where there are many more, strokes whose thickness tells how many
//! values are in their place.

use std::fmt::Write;

use crate::error::first_listed;
use crate::show::document::{LinePlot, Others};
use crate::show::phrase::{text_of, thousands};
use crate::show::scale;
use crate::show::svg::drawing::{
    ADVANCE, Anchor, Filling, LOST, Length, MUTED, Picture, Placement, RULE, Svg, TEXT, VALUE, shortened,
};
use crate::show::told::told;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 360.0;
const RIGHT: f64 = 24.0;
/// Between the picture's edge and what is drawn.
const MARGIN: f64 = 12.0;
/// Below the lowest value: the axis, its numbers, and a line of explanation.
const BELOW: f64 = 64.0;
/// Above the values, for those that are no numbers.
const ABOVE: f64 = 18.0;
/// With so many values to a column, strokes show how many are in each place: lines would fill the picture.
const DENSE: usize = 4;
/// The width of a stroke, and the most of them one above the other.
const STROKE: f64 = 4.0;
const STROKES: u64 = 48;
/// If there are at most this many points, a thin line leads up to each.
const STEMS: usize = 80;

pub fn plot(plot: &LinePlot, place: Placement, filling: Filling) -> Svg {
    let heading = text_of(&plot.title);
    let frame = PlotLayout::of(plot, place);
    let alt_text = match (&frame, filling) {
        (None, _) => plot.language.words(told!("There are no positions in the range.")),
        (Some(_), Filling::Blank) => plot.language.words(told!("Axes without values, to fill in.")),
        (Some(frame), Filling::Full) => frame.alt_text(plot),
    };
    let mut drawing = Picture::new(place, (WIDTH, HEIGHT), &heading, &alt_text);
    drawing.heading(place, (MARGIN, MARGIN + 12.0), &heading);
    match frame {
        None => drawing.text((WIDTH / 2.0, HEIGHT / 2.0), Anchor::Middle, MUTED, &alt_text),
        Some(frame) => {
            frame.axes(&mut drawing, plot);
            match filling {
                Filling::Full => frame.values(&mut drawing, plot),
                Filling::Blank => frame.columns_to_fill(&mut drawing, plot),
            }
        }
    }
    drawing.finish()
}

/// The layout of a plot as a picture.
struct PlotLayout {
    left: f64,
    top: f64,
    /// The y coordinate of the value 0, and (`axis`) that of the axis of the heaps.
    zero: f64,
    axis: f64,
    /// The first and the last heap.
    low: i64,
    high: i64,
    /// The largest value.
    highest: u64,
    /// How many positions have a value.
    count: usize,
}

impl PlotLayout {
    /// `None` if no position has a value.
    fn of(plot: &LinePlot, place: Placement) -> Option<PlotLayout> {
        let heaps = || plot.entries.iter().map(|entry| entry.0);
        let (low, high) = (heaps().min()?, heaps().max()?);
        let highest = plot.entries.iter().filter_map(|entry| entry.1).max();
        let highest = highest.map(|highest| highest.0).or((!plot.others.is_empty()).then_some(0))?;
        let count = plot.entries.iter().filter(|entry| entry.1.is_some()).count();
        let zero = HEIGHT - BELOW;
        let above = if plot.others.is_empty() { 0.0 } else { ABOVE };
        let top = MARGIN + 6.0 + above + place.title_height();
        let left = MARGIN + 10.0 + highest.to_string().len() as f64 * ADVANCE;
        Some(PlotLayout { left, top, zero, axis: zero + 9.0, low, high, highest, count })
    }

    fn x(&self, heap: i64) -> f64 {
        let room = WIDTH - RIGHT - self.left - 16.0;
        let share = self.low.abs_diff(heap) as f64 / self.low.abs_diff(self.high).max(1) as f64;
        self.left + 8.0 + room * if self.high == self.low { 0.5 } else { share }
    }

    fn y(&self, value: u64) -> f64 {
        self.zero - (self.zero - self.top) * value as f64 / self.highest.max(1) as f64
    }

    fn axes(&self, drawing: &mut Picture, plot: &LinePlot) {
        let right = WIDTH - RIGHT;
        let step = scale::step(self.highest, 8);
        for value in scale::multiples(0, self.highest.into(), step) {
            let y = self.y(value as u64);
            drawing.line(&format!("M{} {}H{}", Length(self.left), Length(y), Length(right)), RULE, 1.0);
            drawing.text((self.left - 8.0, y + 4.5), Anchor::End, MUTED, &value.to_string());
        }
        let axis = format!("M{} {}H{}", Length(self.left), Length(self.axis), Length(right));
        drawing.line(&axis, MUTED, 1.0);
        let widest = self.high.to_string().len().max(self.low.to_string().len()) as f64 * ADVANCE + 28.0;
        let step = scale::step(self.low.abs_diff(self.high), ((right - self.left) / widest) as usize);
        for heap in scale::multiples(self.low.into(), self.high.into(), step) {
            let x = self.x(heap as i64);
            drawing.line(&format!("M{} {}v5", Length(x), Length(self.axis)), MUTED, 1.0);
            drawing.text((x, self.axis + 20.0), Anchor::Middle, MUTED, &heap.to_string());
        }
        drawing.text((right + 8.0, self.axis + 4.5), Anchor::Start, TEXT, &shortened(&plot.running, 2));
    }

    fn values(&self, drawing: &mut Picture, plot: &LinePlot) {
        let columns = (WIDTH - RIGHT - self.left - 16.0) as usize;
        let is_binned = plot.entries.len() > columns;
        if plot.entries.len() >= DENSE * columns {
            let most = self.strokes(drawing, plot);
            self.others(drawing, plot);
            return self.legend(drawing, plot, Some(&most));
        }
        if is_binned {
            self.columns(drawing, plot, columns);
        } else {
            self.points(drawing, plot);
        }
        self.others(drawing, plot);
        let each = thousands((plot.entries.len() as u128).div_ceil(columns as u128));
        let text = plot.language.words(told!("each line: smallest to largest of some {n} values", n = each));
        self.legend(drawing, plot, is_binned.then_some(&*text));
    }

    fn others(&self, drawing: &mut Picture, plot: &LinePlot) {
        for other in plot.others.0.iter() {
            let sign = Others::sign(other, false).to_string();
            drawing.text((self.x(other.n), self.top - 8.0), Anchor::Middle, TEXT, &sign);
        }
    }

    /// Strokes in columns and rows, the thicker the more values are in their place. Returns what they mean.
    fn strokes(&self, drawing: &mut Picture, plot: &LinePlot) -> String {
        let columns = ((WIDTH - RIGHT - self.left - 16.0) / STROKE) as usize;
        let values = self.highest.saturating_add(1);
        let rows = values.min(STROKES);
        let mut counts = vec![0_u64; columns * rows as usize];
        let all = self.low.abs_diff(self.high) as f64;
        for (heap, value) in plot.valued() {
            let column = (self.low.abs_diff(heap) as f64 / all * (columns - 1) as f64) as usize;
            let row = (u128::from(value) * u128::from(rows) / u128::from(values)).min(u128::from(rows) - 1) as usize;
            counts[row * columns + column] += 1;
        }
        let most = counts.iter().copied().max().unwrap_or(0).max(1);
        let height = ((self.zero - self.top) / rows as f64).min(16.0);
        for (row, counts) in counts.chunks(columns).enumerate() {
            let middle = (row as f64 + 0.5) * values as f64 / rows as f64 - 0.5;
            let y = self.zero - (self.zero - self.top) * middle / self.highest.max(1) as f64;
            let paint = if row == 0 && rows == values { LOST } else { VALUE };
            for quarter in 1..=4 {
                let mut path = String::new();
                let places = counts.iter().enumerate().filter(|(_, count)| (4 * **count).div_ceil(most) == quarter);
                for (column, _) in places {
                    let x = self.left + 8.0 + column as f64 * STROKE;
                    let _ = write!(path, "M{} {}h{}", Length(x), Length(y), Length(STROKE));
                }
                drawing.line(&path, paint, height * quarter as f64 / 4.0);
            }
        }
        let each = thousands((plot.entries.len() as u128).div_ceil(columns as u128));
        let told =
            told!("the thicker, the more values: up to {n} of some {each} in a column", n = thousands(most), each);
        plot.language.words(told)
    }

    fn points(&self, drawing: &mut Picture, plot: &LinePlot) {
        if self.count <= STEMS {
            let mut stems = String::new();
            for (heap, value) in plot.valued().filter(|(_, value)| *value > 0) {
                // Writing to a `String` cannot fail.
                let _ = write!(stems, "M{} {}V{}", Length(self.x(heap)), Length(self.zero), Length(self.y(value)));
            }
            drawing.line(&stems, RULE, 1.5);
        }
        let spacing = (WIDTH - self.left) / plot.entries.len() as f64;
        let radius = (spacing * 0.36).clamp(1.8, 4.5);
        for (heap, value) in plot.valued() {
            let (paint, radius) = if value == 0 { (LOST, radius * 1.2) } else { (VALUE, radius) };
            drawing.circle((self.x(heap), self.y(value)), radius, paint);
        }
    }

    /// A faint line for every position, if there are few enough to put a point on each.
    fn columns_to_fill(&self, drawing: &mut Picture, plot: &LinePlot) {
        if self.count > STEMS {
            return;
        }
        let mut lines = String::new();
        for (heap, _) in plot.entries.iter().filter(|entry| entry.1.is_some()) {
            let _ = write!(lines, "M{} {}V{}", Length(self.x(heap)), Length(self.axis), Length(self.top));
        }
        drawing.line(&lines, RULE, 1.0);
    }

    /// Each column from its smallest value to its largest, and a mark at 0 where there is a P-position.
    fn columns(&self, drawing: &mut Picture, plot: &LinePlot, columns: usize) {
        let mut spans: Vec<Option<(u64, u64)>> = vec![None; columns];
        let all = self.low.abs_diff(self.high) as f64;
        for (heap, value) in plot.valued() {
            let column = (self.low.abs_diff(heap) as f64 / all * (columns - 1) as f64) as usize;
            let (least, most) = spans[column].get_or_insert((value, value));
            *least = value.min(*least);
            *most = value.max(*most);
        }
        let (mut lines, mut zeros) = (String::new(), String::new());
        for (column, (least, most)) in spans.iter().enumerate().filter_map(|(index, span)| Some((index, (*span)?))) {
            let x = self.left + 8.0 + column as f64;
            // The line is a little longer at both ends, so that a column of one value can be seen.
            let _ = write!(lines, "M{} {}V{}", Length(x), Length(self.y(least) + 0.6), Length(self.y(most) - 0.6));
            if least == 0 {
                let _ = write!(zeros, "M{} {}v6", Length(x), Length(self.zero - 3.0));
            }
        }
        drawing.line(&lines, VALUE, 1.0);
        drawing.line(&zeros, LOST, 1.0);
    }

    fn legend(&self, drawing: &mut Picture, plot: &LinePlot, shown: Option<&str>) {
        let y = HEIGHT - 12.0;
        let mut x = self.left;
        if plot.entries.iter().any(|entry| entry.1.is_some_and(|value| value.is_zero())) {
            drawing.circle((x + 4.0, y - 4.5), 4.5, LOST);
            drawing.text((x + 14.0, y), Anchor::Start, MUTED, &plot.language.words(told!("value 0: a P-position")));
            x += 190.0;
        }
        if let Some(text) = shown {
            drawing.text((x, y), Anchor::Start, MUTED, text);
        } else if !plot.others.is_empty() {
            drawing.text(
                (x, y),
                Anchor::Start,
                MUTED,
                &shortened(&plot.language.words_of(plot.others.meaning(&plot.running, false)), 60),
            );
        }
    }

    /// What the picture shows, in words.
    fn alt_text(&self, plot: &LinePlot) -> String {
        let zeros = plot.entries.iter().filter(|(_, value)| value.is_some_and(|value| value.is_zero()));
        let zeros: Vec<String> = zeros.map(|(heap, _)| heap.to_string()).collect();
        let (n, highest) = (thousands(self.count as u64), thousands(self.highest));
        let (running, list) = (&plot.running, first_listed(&zeros, 8));
        let numbers = match zeros.len() {
            0 => told!("{n} value[s], the largest {highest}, none of them 0.", n, highest),
            _ => told!("{n} value[s], the largest {highest}, 0 at {running} = {list}.", n, highest, running, list),
        };
        let others = plot.others.meaning(&plot.running, false);
        plot.language.words_of([vec![numbers], others].concat())
    }
}

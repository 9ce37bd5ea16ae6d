//! `plot W 0..60, 0..60`: a heat map of the values over two coordinates. Larger values have darker shades, and
//! P-positions are solid blocks. In a large map a character holds two squares, one above the other, so that they look
//! square.

use grundy_engine::game::Value;
use grundy_engine::nim::Outcome;

use super::canvas::Canvas;
use super::document::{Document, Line, Role, Style};
use super::listing::paragraph;
use super::phrase::{heading, muted, name, piece, plain, thousands};
use super::scale;
use crate::session::report::{Axis, Cell, Grid};

/// The characters for small to large values. All are lighter than the block of a P-position.
const SHADES: [char; 3] = ['·', '░', '▒'];
const ASCII_SHADES: [char; 3] = ['.', ':', '%'];
/// The most squares from top to bottom.
const TALLEST: usize = 128;

pub fn heat(report: &Grid, style: &Style) -> Document {
    let mut document = Document::new(style);
    let (Some(down), Some(right)) = (report.axes.get(report.down), report.axes.get(report.right)) else {
        return document;
    };
    paragraph(&mut document, title(report));
    if down.members.is_empty() || right.members.is_empty() {
        document.line(vec![muted("no positions in the range")]);
        return document;
    }
    let frame = HeatFrame::new(report, down, right, style);
    document.drawing(frame.draw());
    paragraph(&mut document, frame.legend());
    document
}

/// The title: what is shown, which coordinates run down and across, and the values of the fixed ones.
pub fn title(report: &Grid) -> Line {
    let axis = |index: usize| &report.axes[index].name;
    vec![
        heading(if report.misere { "Outcomes in misère play of " } else { "Grundy values of " }),
        name(subject(report)),
        plain(format!(", {} down, {} across", axis(report.down), axis(report.right))),
    ]
}

/// `W(a, b, c = 7)`
fn subject(report: &Grid) -> String {
    let coordinates = report.axes.iter().enumerate().map(|(index, axis)| match axis.members.first() {
        Some(only) if index != report.down && index != report.right => format!("{} = {only}", axis.name),
        _ => axis.name.to_string(),
    });
    format!("{}({})", report.game.name, coordinates.collect::<Vec<_>>().join(", "))
}

/// A square of a heat map: one position, or several neighbouring ones together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Square {
    /// How many positions there are in it.
    pub positions: u64,
    /// Whether one of them is a P-position.
    pub has_p: bool,
    /// The sum of their values.
    pub total: u128,
}

impl Square {
    fn add(&mut self, cell: &Cell) {
        self.positions += 1;
        self.has_p |= cell.outcome == Outcome::P;
        self.total += cell.value.map_or(0, |value| u128::from(value.0));
    }

    /// The mean value, rounded down; `None` if the square has no positions.
    pub fn mean(&self) -> Option<u64> {
        self.total.checked_div(u128::from(self.positions)).and_then(|mean| u64::try_from(mean).ok())
    }
}

/// A grid reduced to squares of `side` by `side` positions, row after row.
pub struct Squares {
    pub side: usize,
    pub columns: usize,
    pub rows: usize,
    pub squares: Vec<Square>,
    /// The largest mean value.
    pub highest: u64,
}

impl Squares {
    /// Reduces a grid by the smallest side with which it has at most this many columns and rows.
    pub fn of(report: &Grid, most_columns: usize, most_rows: usize) -> Squares {
        let across = report.axes[report.right].members.len();
        let down = report.axes[report.down].members.len();
        let side = across.div_ceil(most_columns.max(1)).max(down.div_ceil(most_rows.max(1))).max(1);
        let (columns, rows) = (across.div_ceil(side), down.div_ceil(side));
        let mut squares = vec![Square::default(); columns * rows];
        for (y, row) in report.cells.rows(across).enumerate() {
            for (x, cell) in row.enumerate() {
                if let Some(cell) = cell {
                    squares[y / side * columns + x / side].add(&cell);
                }
            }
        }
        let highest = squares.iter().filter_map(Square::mean).max().unwrap_or(0);
        Squares { side, columns, rows, squares, highest }
    }

    /// The square at this place; `None` outside of the map, and if the square has no positions.
    pub fn get(&self, column: usize, row: usize) -> Option<&Square> {
        let inside = column < self.columns && row < self.rows;
        self.squares.get(row * self.columns + column).filter(|square| inside && square.positions > 0)
    }

    /// The index of the shade of a mean value, if there are this many shades.
    pub fn shade(&self, mean: u64, shades: usize) -> usize {
        (0..shades).find(|index| mean <= self.bound(*index, shades)).unwrap_or(shades - 1)
    }

    /// The largest value that gets the shade of this index, if there are this many shades.
    pub fn bound(&self, index: usize, shades: usize) -> u64 {
        (u128::from(self.highest) * (index as u128 + 1) / shades as u128) as u64
    }
}

/// The length of the longest member of an axis, in characters.
pub fn longest(axis: &Axis) -> usize {
    axis.members.iter().map(|member| member.to_string().chars().count()).max().unwrap_or(1)
}

/// The indices of the members that label an axis: the multiples of a round number if the members are numbers, evenly
/// spaced members otherwise. `every` is the least distance, in members.
pub fn ticks(axis: &Axis, every: usize) -> Vec<usize> {
    let numbers: Option<Vec<u64>> = axis
        .members
        .iter()
        .map(|member| match member {
            Value::Integer(n) => u64::try_from(*n).ok(),
            _ => None,
        })
        .collect();
    match numbers {
        Some(numbers) if numbers.len() > 1 => {
            let step = scale::step(every.max(1) as u64 * scale::common_step(numbers.iter().copied()), 1);
            (0..numbers.len()).filter(|index| numbers[*index].is_multiple_of(step)).collect()
        }
        _ => (0..axis.members.len()).step_by(every.max(1)).collect(),
    }
}

/// The layout of a heat map in a terminal.
struct HeatFrame<'a> {
    down: &'a Axis,
    right: &'a Axis,
    squares: Squares,
    /// The width of the labels at the left.
    label: usize,
    /// Whether a square is two characters wide and one character high. Otherwise it is one wide and half a character
    /// high.
    large: bool,
    ascii: bool,
}

impl<'a> HeatFrame<'a> {
    fn new(report: &Grid, down: &'a Axis, right: &'a Axis, style: &Style) -> HeatFrame<'a> {
        let label = longest(down).max(down.name.chars().count());
        let room = style.width.saturating_sub(label + 4).max(8);
        let (across, below) = (right.members.len(), down.members.len());
        let large = style.ascii || (2 * across <= room && below <= 32);
        let squares =
            if large { Squares::of(report, room / 2, TALLEST / 2) } else { Squares::of(report, room, TALLEST) };
        HeatFrame { down, right, squares, label, large, ascii: style.ascii }
    }

    fn draw(&self) -> Vec<Line> {
        let (wide, high) = self.size();
        let mut canvas = Canvas::new(self.left() + wide + 3 + self.right.name.chars().count(), high + 2);
        for row in 0..high {
            for column in 0..self.squares.columns {
                self.square(&mut canvas, column, row);
            }
        }
        self.axes(&mut canvas, wide, high);
        canvas.lines()
    }

    /// The width and height of the map in characters, without its axes.
    fn size(&self) -> (usize, usize) {
        match self.large {
            true => (2 * self.squares.columns, self.squares.rows),
            false => (self.squares.columns, self.squares.rows.div_ceil(2)),
        }
    }

    /// The first column of the map.
    fn left(&self) -> usize {
        self.label + 2
    }

    fn square(&self, canvas: &mut Canvas, column: usize, row: usize) {
        if self.large {
            let Some(square) = self.squares.get(column, row) else { return };
            let (sign, role) =
                if square.has_p { (self.block(), Role::Good) } else { (self.shade(square), Role::Muted) };
            canvas.put(self.left() + 2 * column, 2 + row, sign, role);
            canvas.put(self.left() + 2 * column + 1, 2 + row, sign, role);
            return;
        }
        let (upper, lower) = (self.squares.get(column, 2 * row), self.squares.get(column, 2 * row + 1));
        let is_p = |square: Option<&Square>| square.is_some_and(|square| square.has_p);
        let (sign, role) = match (is_p(upper), is_p(lower)) {
            (true, true) => ('█', Role::Good),
            (true, false) => ('▀', Role::Good),
            (false, true) => ('▄', Role::Good),
            (false, false) => match upper.or(lower) {
                Some(square) => (self.shade(square), Role::Muted),
                None => return,
            },
        };
        canvas.put(self.left() + column, 2 + row, sign, role);
    }

    fn block(&self) -> char {
        if self.ascii { '#' } else { '█' }
    }

    fn shade(&self, square: &Square) -> char {
        let shades = if self.ascii { ASCII_SHADES } else { SHADES };
        shades[self.squares.shade(square.mean().unwrap_or(0), shades.len())]
    }

    /// Draws the axes, with the labels of the columns above the map and those of the rows at its left, as in a table.
    fn axes(&self, canvas: &mut Canvas, wide: usize, high: usize) {
        let (corner, bar, dash, tick, side) =
            if self.ascii { ('+', '|', '-', '+', '+') } else { ('┌', '│', '─', '┴', '┤') };
        let left = self.left() - 1;
        canvas.put(left, 1, corner, Role::Muted);
        (0..wide).for_each(|column| canvas.put(left + 1 + column, 1, dash, Role::Muted));
        (0..high).for_each(|row| canvas.put(left, 2 + row, bar, Role::Muted));
        canvas.write(left + wide + 2, 1, &self.right.name, Role::Name);
        canvas.write(self.label - self.down.name.chars().count(), 1, &self.down.name, Role::Name);
        let widest = longest(self.right);
        let per_column = if self.large { 2 } else { 1 };
        for index in ticks(self.right, (widest + 2).div_ceil(per_column) * self.squares.side) {
            let column = left + 1 + index / self.squares.side * per_column;
            canvas.put(column, 1, tick, Role::Muted);
            canvas.write(column, 0, &self.right.members[index].to_string(), Role::Number);
        }
        let per_row = if self.large { 1 } else { 2 };
        for index in ticks(self.down, 4 * self.squares.side) {
            let row = 2 + index / self.squares.side / per_row;
            canvas.put(left, row, side, Role::Muted);
            let text = self.down.members[index].to_string();
            canvas.write(self.label - text.chars().count(), row, &text, Role::Number);
        }
    }

    fn legend(&self) -> Line {
        let mut line = vec![piece(Role::Good, self.block()), plain(" "), muted("P-position")];
        let shades = if self.ascii { ASCII_SHADES } else { SHADES };
        let mut from = 1;
        for (index, shade) in shades.iter().enumerate() {
            let to = self.squares.bound(index, shades.len());
            if to >= from {
                let values = if from == to {
                    thousands(u128::from(to))
                } else {
                    format!("{}–{}", thousands(u128::from(from)), thousands(u128::from(to)))
                };
                line.extend([plain("  "), muted(shade), plain(" "), muted(values)]);
                from = to + 1;
            }
        }
        if self.squares.side > 1 {
            let side = self.squares.side;
            line.push(muted(format!(
                ". Each square stands for {side} by {side} positions, and shows their mean value."
            )));
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use crate::render::samples::{assert_sample, field, shown, shown_ascii};
    use crate::session::report::Report;

    #[test]
    fn p_positions_are_blocks() {
        let report = Report::Heat(field(5, 7));
        assert_sample(&shown(&report, 80), "heat: p positions are blocks");
        assert_sample(&shown_ascii(&report), "heat: p positions are blocks, in ASCII");
    }

    #[test]
    fn two_squares_stand_in_a_character_of_a_large_field() {
        assert_sample(
            &shown(&Report::Heat(field(9, 39)), 60),
            "heat: two squares stand in a character of a large field",
        );
    }

    #[test]
    fn many_positions_are_seen_as_one_square() {
        assert_sample(&shown(&Report::Heat(field(11, 119)), 50), "heat: many positions are seen as one square");
    }
}

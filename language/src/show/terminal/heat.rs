//! A heat map of values over two coordinates. Larger values have darker shades, and P-positions are solid blocks. In a
//! large map a character holds two squares, one above the other, so that they look square.

use crate::show::document::{CrossTable, Line, Role, Style};
use crate::show::lists::Axis;
use crate::show::phrase::{muted, muted_words, piece, plain, thousands};
use crate::show::scale::{SquareKind, Squares, longest, ticks};
use crate::show::terminal::canvas::Canvas;
use crate::show::terminal::paragraph::broken;
use crate::show::told::{Tellable, told};

/// The characters for small to large values. All are lighter than the block of a P-position.
const SHADES: [char; 3] = ['·', '░', '▒'];
const ASCII_SHADES: [char; 3] = ['.', ':', '%'];
/// The most squares from top to bottom.
const TALLEST: usize = 128;

pub fn lines(table: &CrossTable, style: &Style) -> Vec<Line> {
    let mut lines = broken(style, Line::new(), &table.title, 0);
    if table.down.members.is_empty() || table.right.members.is_empty() {
        lines.push(vec![muted("no positions in the range")]);
        return lines;
    }
    let frame = HeatFrame::new(table, style);
    lines.extend(frame.draw());
    lines.extend(broken(style, Line::new(), &table.language.line(frame.legend()), 0));
    lines
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
    fn new(table: &'a CrossTable, style: &Style) -> HeatFrame<'a> {
        let (down, right) = (&table.down, &table.right);
        let label = longest(down).max(down.name.chars().count());
        let room = style.width.saturating_sub(label + 4).max(8);
        let (across, below) = (right.members.len(), down.members.len());
        let large = style.ascii || (2 * across <= room && below <= 32);
        let squares = if large { Squares::of(table, room / 2, TALLEST / 2) } else { Squares::of(table, room, TALLEST) };
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
            let Some(shown) = self.squares.get(column, row) else { return };
            let (sign, role) = self.sign(shown);
            canvas.put(self.left() + 2 * column, 2 + row, sign, role);
            canvas.put(self.left() + 2 * column + 1, 2 + row, sign, role);
            return;
        }
        let (upper, lower) = (self.squares.get(column, 2 * row), self.squares.get(column, 2 * row + 1));
        let is_lost = |shown: Option<SquareKind>| shown == Some(SquareKind::Lost);
        let (sign, role) = match (is_lost(upper), is_lost(lower)) {
            (true, false) => ('▀', Role::Good),
            (false, true) => ('▄', Role::Good),
            _ => match upper.or(lower) {
                Some(shown) => self.sign(shown),
                None => return,
            },
        };
        canvas.put(self.left() + column, 2 + row, sign, role);
    }

    fn block(&self) -> char {
        if self.ascii { '#' } else { '█' }
    }

    fn sign(&self, shown: SquareKind) -> (char, Role) {
        let shades = if self.ascii { ASCII_SHADES } else { SHADES };
        match shown {
            SquareKind::Lost => (self.block(), Role::Good),
            SquareKind::Mean(mean) => (shades[self.squares.shade(mean, shades.len())], Role::Muted),
            other => (other.sign(self.ascii).map_or(' ', |(sign, _)| sign), Role::Nimber),
        }
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
        let mut line =
            told!("{sign} P-position", sign = piece(Role::Good, self.block())).looks(Role::Muted).into_line();
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
        for (sign, meaning) in self.squares.others().filter_map(|other| other.sign(self.ascii)) {
            line.extend([plain("  "), piece(Role::Nimber, sign), plain(" ")]);
            line.extend(muted_words(meaning));
        }
        if self.squares.side > 1 {
            let side = self.squares.side;
            line.extend(muted_words(told!(
                ". Each square stands for {side} by {side} positions, and shows their mean value.",
                side
            )));
        }
        line
    }
}

//! A grid of characters, each with its role, for drawings in a terminal. Braille characters make a finer grid of
//! dots, eight to a character.

use crate::show::document::{Line, Role};
use crate::show::phrase::piece;

/// Dots of a braille character, across and down.
pub const ACROSS: usize = 2;
pub const DOWN: usize = 4;

/// The bits of a braille character by row and column (Unicode, block U+2800).
const BITS: [[u8; ACROSS]; DOWN] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];

/// Characters in rows, each with its role.
#[derive(Clone, Debug)]
pub struct Canvas {
    columns: usize,
    cells: Vec<(char, Role)>,
}

impl Canvas {
    pub fn new(columns: usize, rows: usize) -> Canvas {
        Canvas { columns: columns.max(1), cells: vec![(' ', Role::Plain); columns.max(1) * rows] }
    }

    /// Puts a character at a place. Places outside of the canvas are ignored.
    pub fn put(&mut self, column: usize, row: usize, sign: char, role: Role) {
        if column < self.columns
            && let Some(cell) = self.cells.get_mut(row * self.columns + column)
        {
            *cell = (sign, role);
        }
    }

    /// Writes a text to the right, beginning at a place.
    pub fn write(&mut self, column: usize, row: usize, text: &str, role: Role) {
        for (index, sign) in text.chars().enumerate() {
            self.put(column + index, row, sign, role);
        }
    }

    /// Sets one dot; `x` and `y` count dots from the upper left corner. The character that contains it gets this
    /// role.
    pub fn dot(&mut self, x: usize, y: usize, role: Role) {
        let (column, row) = (x / ACROSS, y / DOWN);
        let Some((sign, _)) = self.cells.get(row * self.columns + column).filter(|_| column < self.columns) else {
            return;
        };
        let before = (*sign as u32).checked_sub(0x2800).filter(|bits| *bits < 256).unwrap_or(0);
        let bits = before | u32::from(BITS[y % DOWN][x % ACROSS]);
        self.put(column, row, char::from_u32(0x2800 + bits).unwrap_or(' '), role);
    }

    /// The rows as lines; neighbouring characters of the same role, and blanks after them, form one piece.
    pub fn lines(&self) -> Vec<Line> {
        self.cells.chunks(self.columns).map(line).collect()
    }
}

fn line(cells: &[(char, Role)]) -> Line {
    let mut line: Line = Vec::new();
    for (sign, role) in cells {
        match line.last_mut() {
            Some(last) if last.role == *role || *sign == ' ' => last.text.push(*sign),
            _ => line.push(piece(*role, sign)),
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(canvas: &Canvas) -> Vec<String> {
        canvas.lines().iter().map(|line| line.iter().map(|piece| piece.text.as_str()).collect()).collect()
    }

    #[test]
    fn eight_dots_make_a_character() {
        let mut canvas = Canvas::new(2, 1);
        for (x, y) in [(0, 0), (1, 3), (0, 0)] {
            canvas.dot(x, y, Role::Nimber);
        }
        assert_eq!(text(&canvas), ["⢁ "]);
        (0..2).for_each(|x| (0..4).for_each(|y| canvas.dot(x, y, Role::Nimber)));
        assert_eq!(text(&canvas), ["⣿ "]);
    }

    #[test]
    fn nothing_happens_outside() {
        let mut canvas = Canvas::new(2, 1);
        canvas.dot(4, 0, Role::Good);
        canvas.dot(0, 4, Role::Good);
        canvas.write(1, 0, "abc", Role::Plain);
        assert_eq!(text(&canvas), [" a"]);
    }
}

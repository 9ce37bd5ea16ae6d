//! Rules that rewrite a board: where a pattern matches, another pattern takes its place.

use std::fmt;
use std::sync::Arc;

/// The cells of a board, row by row; all rows have one length. As a text, rows are joined by `/`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board {
    /// How many cells a row has.
    pub width: usize,
    /// The cells, row by row.
    pub cells: Arc<[char]>,
}

/// A row that is not as long as the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ragged {
    /// Which row; the first is 0.
    pub row: usize,
    /// How many cells it has.
    pub length: usize,
    /// How many cells the first row has.
    pub wanted: usize,
}

/// Which images of a pattern (turned and mirrored copies) may be used as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Directions {
    /// How it may be turned.
    pub turned: Turned,
    /// `either way`: also mirrored, left and right exchanged, before it is turned.
    pub mirrored: bool,
}

/// How a pattern may be turned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Turned {
    /// Not at all.
    #[default]
    AsWritten,
    /// `across or down`: it may also be transposed, so that rows become columns.
    Down,
    /// `in any direction`: by any number of quarter turns.
    All,
}

/// A rule `FROM becomes TO`: where the first pattern matches on a board, the second takes its place. A cell
/// [`Rewrite::ANY`] matches every cell and leaves it as it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rewrite {
    /// The pattern that must match.
    pub from: Board,
    /// The pattern that takes its place, of the same size.
    pub to: Board,
    /// Which images of the two patterns may be used as well.
    pub directions: Directions,
    images: Arc<[(Board, Board)]>,
}

/// Why two patterns are not a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RewriteError {
    /// A pattern without cells.
    Empty {
        /// Is it the one behind `becomes`?
        after: bool,
    },
    /// A pattern with rows of different length.
    Ragged {
        /// Is it the one behind `becomes`?
        after: bool,
        /// Which row.
        row: Ragged,
    },
    /// The patterns differ in size: width and height of each.
    SizesDiffer {
        /// Those of the first pattern.
        from: (usize, usize),
        /// Those of the second.
        to: (usize, usize),
    },
    /// A `?` on one side only.
    AnyDiffers {
        /// In which row; the first is 0.
        row: usize,
        /// In which column; the first is 0.
        column: usize,
    },
    /// Both sides are the same.
    Unchanged,
}

impl Board {
    /// Separates the rows in the text of a board.
    pub const ROW_END: char = '/';

    /// The board that a text shows.
    ///
    /// # Errors
    /// The first row that is not as long as the first one.
    pub fn read(text: &str) -> Result<Board, Ragged> {
        let width = Board::check(text)?;
        Ok(Board { width, cells: text.chars().filter(|cell| *cell != Self::ROW_END).collect() })
    }

    /// The width of the board that a text shows. Unlike [`Board::read`] this takes no memory.
    ///
    /// # Errors
    /// Those of [`Board::read`].
    pub fn check(text: &str) -> Result<usize, Ragged> {
        let mut rows = text.split(Self::ROW_END).map(|row| row.chars().count());
        let width = rows.next().unwrap_or(0);
        match rows.enumerate().find(|(_, length)| *length != width) {
            Some((row, length)) => Err(Ragged { row: row + 1, length, wanted: width }),
            None => Ok(width),
        }
    }

    /// Bytes for each byte of a text while the board in it is read: the list of cells is copied once.
    pub const COST: usize = 2 * size_of::<char>();

    /// The number of rows; 0 for a board without cells.
    pub fn height(&self) -> usize {
        self.cells.len().checked_div(self.width).unwrap_or(0)
    }

    /// The text that shows it.
    pub fn text(&self) -> String {
        self.to_string()
    }

    /// The board of this size whose cells are given by a function of row and column.
    fn of(width: usize, height: usize, cell: impl Fn(usize, usize) -> char) -> Board {
        let cell = &cell;
        Board { width, cells: (0..height).flat_map(|row| (0..width).map(move |column| cell(row, column))).collect() }
    }

    fn at(&self, row: usize, column: usize) -> char {
        self.cells[row * self.width + column]
    }

    /// The board with left and right exchanged.
    pub fn mirrored(&self) -> Board {
        Board::of(self.width, self.height(), |row, column| self.at(row, self.width - 1 - column))
    }

    /// The board with rows and columns exchanged.
    pub fn transposed(&self) -> Board {
        Board::of(self.height(), self.width, |row, column| self.at(column, row))
    }

    /// The board after a clockwise quarter turn: the first row becomes the last column.
    pub fn turned(&self) -> Board {
        self.transposed().mirrored()
    }

    /// Does the pattern match with its first cell at this row and column?
    pub(super) fn has(&self, pattern: &Board, row: usize, column: usize) -> bool {
        pattern.cells.chunks(pattern.width).zip(row..).all(|(line, row)| {
            let from = row * self.width + column;
            let here = &self.cells[from..from + pattern.width];
            line.iter().zip(here).all(|(wanted, cell)| *wanted == Rewrite::ANY || wanted == cell)
        })
    }

    /// The board after the pattern is put with its first cell at this row and column.
    fn with(&self, pattern: &Board, row: usize, column: usize) -> Board {
        let mut cells: Arc<[char]> = self.cells.iter().copied().collect();
        if let Some(cells) = Arc::get_mut(&mut cells) {
            for (line, row) in pattern.cells.chunks(pattern.width).zip(row..) {
                let put = line.iter().zip(&mut cells[row * self.width + column..]);
                put.filter(|(put, _)| **put != Rewrite::ANY).for_each(|(put, cell)| *cell = *put);
            }
        }
        Board { width: self.width, cells }
    }
}

/// As [`Board::text`].
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (row, cells) in self.cells.chunks(self.width.max(1)).enumerate() {
            if row > 0 {
                write!(f, "{}", Self::ROW_END)?;
            }
            f.write_str(&cells.iter().collect::<String>())?;
        }
        Ok(())
    }
}

impl Rewrite {
    /// In a pattern, matches any cell, which stays as it is.
    pub const ANY: char = '?';

    /// The rule that replaces the first pattern by the second.
    ///
    /// # Errors
    /// The reason why the two patterns are not a rule.
    pub fn new(from: &str, to: &str, directions: Directions) -> Result<Rewrite, RewriteError> {
        let read = |text: &str, after| match Board::read(text) {
            Ok(board) if board.cells.is_empty() => Err(RewriteError::Empty { after }),
            Ok(board) => Ok(board),
            Err(row) => Err(RewriteError::Ragged { after, row }),
        };
        let (from, to) = (read(from, false)?, read(to, true)?);
        let sides = |board: &Board| (board.width, board.height());
        if sides(&from) != sides(&to) {
            return Err(RewriteError::SizesDiffer { from: sides(&from), to: sides(&to) });
        }
        let mut cells = from.cells.iter().zip(&*to.cells);
        if let Some(cell) = cells.position(|(from, to)| (*from == Self::ANY) != (*to == Self::ANY)) {
            return Err(RewriteError::AnyDiffers { row: cell / from.width, column: cell % from.width });
        }
        if from == to {
            return Err(RewriteError::Unchanged);
        }
        let images = images(&from, &to, directions).into();
        Ok(Rewrite { from, to, directions, images })
    }

    /// The pair of patterns and all its images that may be used, without repeats.
    pub fn images(&self) -> &[(Board, Board)] {
        &self.images
    }

    /// The number of matches on a board, of all images.
    pub fn count(&self, board: &Board) -> u64 {
        let places = self.images.iter().flat_map(|(from, _)| {
            let rows = 0..(board.height() + 1).saturating_sub(from.height());
            let columns = 0..(board.width + 1).saturating_sub(from.width);
            rows.flat_map(move |row| columns.clone().map(move |column| board.has(from, row, column)))
        });
        places.filter(|stands| *stands).count() as u64
    }

    /// For every image and every place of the board: the board after the move, or `None` if the image does not match
    /// there. With the `None`s a caller can count the work.
    pub fn made_of<'a>(&'a self, board: &'a Board) -> impl Iterator<Item = Option<Board>> + 'a {
        self.images.iter().flat_map(move |(from, to)| {
            let rows = (board.height() + 1).saturating_sub(from.height());
            let columns = (board.width + 1).saturating_sub(from.width);
            let places = (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)));
            places.map(move |(row, column)| board.has(from, row, column).then(|| board.with(to, row, column)))
        })
    }
}

/// The images of a pair of patterns. They are mirrored first and then turned, so that `either way` together with
/// `across or down` means up and down in a column.
fn images(from: &Board, to: &Board, directions: Directions) -> Vec<(Board, Board)> {
    let mut images: Vec<(Board, Board)> = Vec::new();
    let mut add = |image: (Board, Board)| {
        if !images.contains(&image) {
            images.push(image);
        }
    };
    for mirrored in [false, true] {
        let mut image = (from.clone(), to.clone());
        if mirrored {
            if !directions.mirrored {
                break;
            }
            image = (from.mirrored(), to.mirrored());
        }
        add(image.clone());
        match directions.turned {
            Turned::AsWritten => {}
            Turned::Down => add((image.0.transposed(), image.1.transposed())),
            Turned::All => {
                for _ in 0..3 {
                    image = (image.0.turned(), image.1.turned());
                    add(image.clone());
                }
            }
        }
    }
    images
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rewrite(from: &str, to: &str, turned: Turned, mirrored: bool) -> Rewrite {
        Rewrite::new(from, to, Directions { turned, mirrored }).unwrap()
    }

    fn made(rewrite: &Rewrite, board: &str) -> Vec<String> {
        rewrite.made_of(&Board::read(board).unwrap()).flatten().map(|board| board.text()).collect()
    }

    #[test]
    fn a_board_is_its_text() {
        for text in ["", "X", "..", "./X", "ab/cd/ef"] {
            assert_eq!(Board::read(text).unwrap().text(), text);
        }
        let board = Board::read("ab/cd/ef").unwrap();
        assert_eq!((board.width, board.height()), (2, 3));
        assert_eq!((board.mirrored().text(), board.transposed().text()), ("ba/dc/fe".into(), "ace/bdf".into()));
        assert_eq!(board.turned().text(), "eca/fdb");
        assert_eq!(Board::read("ab/c"), Err(Ragged { row: 1, length: 1, wanted: 2 }));
        assert_eq!(Board::read("ab//ab").unwrap_err().row, 1);
        assert_eq!(Board::read("").unwrap().height(), 0);
    }

    #[test]
    fn a_pattern_of_one_row_has_four_directions() {
        let images = |turned, mirrored| {
            let rewrite = rewrite("XO", ".X", turned, mirrored);
            rewrite.images().iter().map(|(from, _)| from.text()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(images(Turned::AsWritten, false), "XO");
        assert_eq!(images(Turned::AsWritten, true), "XO OX");
        assert_eq!(images(Turned::Down, false), "XO X/O");
        assert_eq!(images(Turned::Down, true), "XO X/O OX O/X");
        assert_eq!(images(Turned::All, false), "XO X/O OX O/X");
        assert_eq!(images(Turned::All, true), "XO X/O OX O/X");
        assert_eq!(rewrite("..", "##", Turned::All, true).images().len(), 2);
        assert_eq!(rewrite("AB/?C", "../?.", Turned::All, false).images().len(), 4);
        assert_eq!(rewrite("AB/?C", "../?.", Turned::Down, true).images().len(), 4);
        assert_eq!(rewrite("AB/?C", "../?.", Turned::All, true).images().len(), 8);
    }

    #[test]
    fn a_pattern_is_replaced_where_it_stands() {
        let cram = rewrite("..", "##", Turned::Down, false);
        assert_eq!(made(&cram, "../.."), ["##/..", "../##", "#./#.", ".#/.#"]);
        assert_eq!(made(&cram, ".#./.#."), ["##./##.", ".##/.##"]);
    }

    #[test]
    fn any_cell_stays_but_must_be_there() {
        let around = rewrite("X?X", ".?.", Turned::Down, false);
        assert_eq!(made(&around, "XOXX"), [".O.X"]);
        assert_eq!(made(&around, "X/?/X"), ["./?/."]);
        assert!(made(&rewrite("X?", "O?", Turned::AsWritten, false), ".X").is_empty());
        assert!(made(&cram_like(), "").is_empty());
    }

    fn cram_like() -> Rewrite {
        rewrite("../..", "##/##", Turned::AsWritten, false)
    }

    #[test]
    fn what_is_no_rule_is_refused() {
        let error =
            |from, to| Rewrite::new(from, to, Directions { turned: Turned::AsWritten, mirrored: false }).unwrap_err();
        assert_eq!(error("", ""), RewriteError::Empty { after: false });
        assert_eq!(error("X", "/"), RewriteError::Empty { after: true });
        let row = Ragged { row: 1, length: 1, wanted: 2 };
        assert_eq!(error("XX/X", "X"), RewriteError::Ragged { after: false, row });
        assert_eq!(error("XX", "X/X"), RewriteError::SizesDiffer { from: (2, 1), to: (1, 2) });
        assert_eq!(error("X?/XX", "X?/?X"), RewriteError::AnyDiffers { row: 1, column: 0 });
        assert_eq!(error("X?", "X?"), RewriteError::Unchanged);
    }
}

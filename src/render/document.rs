//! An answer as a document: pieces of text with roles, in lines and tables. It has a layout and no colour.

use std::fmt;
use std::sync::Arc;

use grundy_engine::game::Board;

/// What a piece of text is. A painter decides what that looks like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Role {
    #[default]
    Plain,
    /// The sentence that answers the question.
    Verdict,
    /// A Grundy value.
    Nimber,
    /// A number that is not a Grundy value: a heap, a count.
    Number,
    /// A game or a position.
    Name,
    /// A winning move, a P-position, a check that holds.
    Good,
    /// A losing move.
    Bad,
    Heading,
    /// Of secondary importance: remarks, labels, rules of tables.
    Muted,
    /// Something that can be typed.
    Code,
    Error,
    Warning,
    Help,
}

/// A text in one role, without line ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Piece {
    pub role: Role,
    pub text: String,
}

pub type Line = Vec<Piece>;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Align {
    Left,
    #[default]
    Right,
}

/// Makes the member of a [`Long`] list at an index below its length.
pub type Make<T> = Arc<dyn Fn(usize) -> T>;

/// A list that may be too long for the memory: its members are made one by one, each when it is painted.
#[derive(Clone)]
pub struct Long<T> {
    pub count: usize,
    pub make: Make<T>,
}

impl<T> Long<T> {
    pub fn new(count: usize, make: impl Fn(usize) -> T + 'static) -> Long<T> {
        Long { count, make: Arc::new(make) }
    }

    pub fn iter(&self) -> impl ExactSizeIterator<Item = T> + '_ {
        (0..self.count).map(|index| (self.make)(index))
    }
}

impl<T> fmt::Debug for Long<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Long({})", self.count)
    }
}

/// A text of any length and of any number of lines, which is written piece by piece.
#[derive(Clone)]
pub struct LongText(pub Arc<dyn fmt::Display>);

impl fmt::Debug for LongText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LongText")
    }
}

/// A board; if a move is shown, also the board after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Boards {
    pub before: Board,
    pub after: Option<Board>,
    /// Whether rows and columns are numbered. A board with a move is not.
    pub numbered: bool,
}

impl Boards {
    /// Whether the move changes this cell.
    pub fn changes(&self, cell: usize) -> bool {
        self.after.as_ref().is_some_and(|after| after.cells.get(cell) != self.before.cells.get(cell))
    }
}

/// A part of a document. The blocks stand one below the other.
#[derive(Clone, Debug)]
pub enum Block {
    /// One line.
    Line(Line),
    /// Columns under their headings.
    Table { columns: Vec<(Line, Align)>, rows: Vec<Vec<Line>> },
    /// Names, each with a text about it.
    Listing(Vec<(Piece, Line)>),
    /// Lines kept as they stand: drawings, aligned binary columns, program text.
    Drawing(Vec<Line>),
    /// A board, alone or before and after a move.
    Boards(Boards),
    /// A table of very many rows.
    LongTable { columns: Vec<(Line, Align)>, rows: Long<Vec<Line>> },
    /// A drawing of very many lines.
    LongDrawing(Long<Line>),
    /// A text that may be very long, without a role.
    LongText(LongText),
    /// A blank line.
    Blank,
}

/// What a document is laid out for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Columns of the terminal, or of the page.
    pub width: usize,
    /// Whether characters beyond ASCII are spelled out: `xor`, `->`, `...`.
    pub ascii: bool,
}

impl Default for Style {
    fn default() -> Style {
        Style { width: 80, ascii: false }
    }
}

/// Up to this many lines or rows are held in memory; if there are more, each is made when it is painted.
const FEW: usize = 1_000;

/// An answer that is ready for a painter: its blocks, and the style for which they were laid out.
#[derive(Clone, Debug, Default)]
pub struct Document {
    pub blocks: Vec<Block>,
    pub style: Style,
}

impl Document {
    pub fn new(style: &Style) -> Document {
        Document { blocks: Vec::new(), style: *style }
    }

    pub fn line(&mut self, line: Line) {
        self.blocks.push(Block::Line(line));
    }

    pub fn drawing(&mut self, lines: Vec<Line>) {
        if !lines.is_empty() {
            self.blocks.push(Block::Drawing(lines));
        }
    }

    /// Adds a drawing of `count` lines, each of which can be made by itself.
    pub fn lines(&mut self, count: usize, make: impl Fn(usize) -> Line + 'static) {
        // A wide grid is drawn in many parts, each with all its rows, so earlier drawings count too.
        let held = self.blocks.iter().map(|block| if let Block::Drawing(lines) = block { lines.len() } else { 0 });
        if held.sum::<usize>() + count <= FEW {
            self.drawing((0..count).map(make).collect());
        } else {
            self.blocks.push(Block::LongDrawing(Long::new(count, make)));
        }
    }

    /// Adds a table of `count` rows, each of which can be made by itself.
    pub fn rows(&mut self, columns: Vec<(Line, Align)>, count: usize, make: impl Fn(usize) -> Vec<Line> + 'static) {
        match count {
            0..=FEW => self.table(columns, (0..count).map(make).collect()),
            _ => self.blocks.push(Block::LongTable { columns, rows: Long::new(count, make) }),
        }
    }

    /// Adds a text that may be very long.
    pub fn long_text(&mut self, text: impl fmt::Display + 'static) {
        self.blocks.push(Block::LongText(LongText(Arc::new(text))));
    }

    pub fn table(&mut self, columns: Vec<(Line, Align)>, rows: Vec<Vec<Line>>) {
        self.blocks.push(Block::Table { columns, rows });
    }

    pub fn blank(&mut self) {
        self.blocks.push(Block::Blank);
    }

    /// Removes blank lines at the end.
    pub fn trim(&mut self) {
        while matches!(self.blocks.last(), Some(Block::Blank)) {
            self.blocks.pop();
        }
    }
}

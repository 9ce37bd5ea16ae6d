//! An answer as a document: pieces of text with roles, in lines and tables. It has a layout and no colour.

/// What a piece of text is. An ink decides what that looks like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Role {
    #[default]
    Plain,
    /// The sentence that answers the question.
    Verdict,
    /// A Grundy value.
    Nimber,
    /// A number that is no Grundy value: a heap, a count.
    Number,
    /// A game or a position.
    Name,
    /// A winning move, a P-position, a check that holds.
    Good,
    /// A losing move.
    Bad,
    Heading,
    /// Said in passing.
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

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    Line(Line),
    /// Columns under their headings.
    Table {
        columns: Vec<(Line, Align)>,
        rows: Vec<Vec<Line>>,
    },
    /// Names with what is said of each.
    Listing(Vec<(Piece, Line)>),
    /// Lines kept as they stand: drawings, aligned binary columns, program text.
    Drawing(Vec<Line>),
    Blank,
}

/// What a document is laid out for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Columns of the terminal, or of the page.
    pub width: usize,
    /// Whether signs beyond ASCII are spelled: `xor`, `->`, `...`.
    pub ascii: bool,
}

impl Default for Style {
    fn default() -> Style {
        Style { width: 80, ascii: false }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
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

    pub fn table(&mut self, columns: Vec<(Line, Align)>, rows: Vec<Vec<Line>>) {
        self.blocks.push(Block::Table { columns, rows });
    }

    pub fn blank(&mut self) {
        self.blocks.push(Block::Blank);
    }

    /// Leaves no blank line at the end.
    pub fn trim(&mut self) {
        while self.blocks.last() == Some(&Block::Blank) {
            self.blocks.pop();
        }
    }

    /// Every piece, to be changed.
    pub fn pieces_mut(&mut self) -> impl Iterator<Item = &mut Piece> {
        self.blocks.iter_mut().flat_map(|block| -> Box<dyn Iterator<Item = &mut Piece>> {
            match block {
                Block::Line(line) => Box::new(line.iter_mut()),
                Block::Drawing(lines) => Box::new(lines.iter_mut().flatten()),
                Block::Listing(entries) => {
                    Box::new(entries.iter_mut().flat_map(|(name, text)| std::iter::once(name).chain(text)))
                }
                Block::Table { columns, rows } => {
                    let headings = columns.iter_mut().flat_map(|(heading, _)| heading);
                    Box::new(headings.chain(rows.iter_mut().flatten().flatten()))
                }
                Block::Blank => Box::new(std::iter::empty()),
            }
        })
    }
}

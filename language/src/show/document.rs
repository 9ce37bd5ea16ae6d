//! An answer as a document: blocks of text, tables and figures, whose pieces have roles. It has neither a layout nor
//! colours: whoever paints it, for a terminal, a page or a file, lays each block out.

use std::sync::Arc;
use std::{fmt, io};

use grundy_engine::game::{Board, Sum};
use grundy_engine::nim::{Field, GrundyValue, Nimber, Outcome};
use serde::Serialize;

use crate::error::{counted, first_listed};
use crate::show::language::known::Language;
use crate::show::lists::{Axis, Entries};
use crate::show::told::{Tellable, Told, plain, told};

pub use crate::show::told::{Line, Piece, Role};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Align {
    Left,
    #[default]
    Right,
}

/// Makes the member of a [`Long`] list at an index below its length.
pub type Make<T> = Arc<dyn Fn(usize) -> T>;

/// A list that may be too long for the memory: its members are made one by one, each whenever it is painted.
#[derive(Clone)]
pub struct Long<T> {
    pub count: usize,
    pub make: Make<T>,
}

impl<T> Long<T> {
    pub fn new(count: usize, make: impl Fn(usize) -> T + 'static) -> Long<T> {
        Long { count, make: Arc::new(make) }
    }

    /// A list of few members.
    pub fn of(members: Vec<T>) -> Long<T>
    where
        T: Clone + 'static,
    {
        Long::new(members.len(), move |index| members[index].clone())
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

/// What a program has written: a text of any length and of any number of lines, which is painted piece by piece.
#[derive(Clone)]
pub struct PrintOutput(pub Arc<dyn fmt::Display>);

impl fmt::Debug for PrintOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PrintOutput")
    }
}

impl PrintOutput {
    pub fn lines(&self) -> Vec<Line> {
        let line = |text: &str| vec![plain(text)];
        self.0.to_string().split('\n').map(line).collect()
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
    /// Their rows in words, for readers who cannot see them.
    pub fn alt_text(&self) -> String {
        let rows = |board: &Board| board.text().replace(Board::ROW_END, ", ");
        match &self.after {
            Some(after) => format!("Rows before the move: {}. After it: {}.", rows(&self.before), rows(after)),
            None => format!("Rows: {}.", rows(&self.before)),
        }
    }

    /// Whether the move changes this cell.
    pub fn changes(&self, cell: usize) -> bool {
        self.after.as_ref().is_some_and(|after| after.cells.get(cell) != self.before.cells.get(cell))
    }
}

/// A text that is broken at words. It begins with `head`, which stays whole; later lines are indented by this many
/// columns.
#[derive(Clone, Debug)]
pub struct Paragraph {
    pub head: Line,
    pub text: Line,
    pub indent: usize,
    /// Whether the text is kept as it stands, blanks and all, where it fits on one line.
    pub is_kept: bool,
}

/// A graph of which some vertices are left, and what a move takes from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VertexGraph {
    /// The neighbours of each vertex.
    pub near: Vec<Vec<usize>>,
    /// Whether each vertex is left.
    pub left: Vec<bool>,
    /// Whether a move that is shown takes it.
    pub taken: Vec<bool>,
}

impl VertexGraph {
    /// What there is to see, for readers who cannot; with the move only if it is shown.
    pub fn alt_text(&self, shows_move: bool) -> String {
        let named = |marks: &[bool]| {
            let marked = marks.iter().enumerate().filter(|(_, is_marked)| **is_marked);
            marked.map(|(vertex, _)| vertex.to_string()).collect::<Vec<_>>().join(", ")
        };
        let left = format!("A graph with the vertices {}.", named(&self.left));
        match shows_move && self.taken.contains(&true) {
            true => format!("{left} The move takes {}.", named(&self.taken)),
            false => left,
        }
    }
}

/// A heap as a row of stones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoneRow {
    pub name: String,
    pub stones: usize,
    /// If a move in this heap is shown, the stones of each heap that it leaves: no more than there are.
    pub left: Option<Vec<usize>>,
}

/// The heaps of a position, one below the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoneRows(pub Vec<StoneRow>);

impl StoneRow {
    /// How many stones the move takes.
    pub fn taken(&self) -> usize {
        self.left.as_ref().map_or(0, |left| self.stones.saturating_sub(left.iter().sum()))
    }
}

impl StoneRows {
    /// What there is to see, for readers who cannot; with the move only if it is shown.
    pub fn alt_text(&self, shows_move: bool) -> String {
        let one = |row: &StoneRow| match &row.left {
            Some(left) if shows_move => {
                let left: Vec<String> = left.iter().map(usize::to_string).collect();
                let left = if left.is_empty() { "nothing".to_owned() } else { left.join(" and ") };
                format!(
                    "{}: the move takes {} of {} and leaves {left}.",
                    row.name,
                    row.taken(),
                    counted(row.stones, "stone")
                )
            }
            _ => format!("{}: {}.", row.name, counted(row.stones, "stone")),
        };
        self.0.iter().map(one).collect::<Vec<_>>().join(" ")
    }
}

/// What a position is drawn as.
#[derive(Clone, Debug)]
pub enum PositionPicture {
    Boards(Boards),
    Graph(VertexGraph),
    Heaps(StoneRows),
}

/// A picture of a position, with its titles.
#[derive(Clone, Debug)]
pub struct ShownPosition {
    pub title: Line,
    /// The title without the move, which is an answer.
    pub short_title: Line,
    pub drawn: PositionPicture,
}

/// Names, each with a text about it.
#[derive(Clone, Debug)]
pub struct Listing {
    pub entries: Vec<(Piece, Line)>,
    /// Whether a long name stands on a line of its own, with its text below.
    pub has_long_names: bool,
}

/// Columns under their headings.
#[derive(Clone, Debug)]
pub struct ColumnTable {
    /// What the table shows; `None` if the statement or the text above says it.
    pub caption: Option<Caption>,
    pub columns: Vec<(Line, Align)>,
    pub rows: Long<Vec<Line>>,
}

/// What stands above a table that is an answer by itself.
#[derive(Clone, Debug)]
pub struct Caption {
    /// On a page, where a table has a caption of its own.
    pub on_page: Line,
    /// Elsewhere, where the statement already says what the table shows.
    pub elsewhere: Option<Line>,
}

/// Values over two coordinates, one down and one to the right.
#[derive(Clone, Debug)]
pub struct CrossTable {
    /// In which its painters tell what its signs mean.
    pub language: Language,
    pub title: Line,
    /// How P-positions are marked where there are no colours.
    pub marked: Line,
    pub down: Axis,
    pub right: Axis,
    /// Row after row.
    pub cells: Field,
}

/// Values in a row.
#[derive(Clone, Debug)]
pub struct Sequence {
    pub title: Line,
    pub entries: Entries,
}

/// Values as points over the coordinate that runs.
#[derive(Clone, Debug)]
pub struct LinePlot {
    pub language: Language,
    pub title: Line,
    /// The name of the coordinate.
    pub running: String,
    pub entries: Entries,
    /// Those whose values are no numbers.
    pub others: Others,
}

impl LinePlot {
    /// The heaps that have a number as their value.
    pub fn valued(&self) -> impl Iterator<Item = (i64, u64)> + Clone {
        self.entries.iter().filter_map(|(heap, value)| Some((heap, value?.0)))
    }
}

/// Heaps with values that are no numbers.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(transparent)]
pub struct Others(pub Arc<[Other]>);

/// A heap with a value that is no number.
#[derive(Clone, Debug, Serialize)]
pub struct Other {
    pub n: i64,
    pub value: GrundyValue,
}

impl Others {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The sign of such a heap in a picture.
    pub fn sign(other: &Other, ascii: bool) -> char {
        match other.value {
            GrundyValue::Loony => 'L',
            _ if ascii => 'x',
            _ => '∞',
        }
    }

    /// "∞ at n = 3, 4: play may never end." and "L at n = 1: loony."
    pub fn meaning(&self, running: &str, ascii: bool) -> Vec<Told> {
        /// So many heaps are named.
        const NAMED: usize = 8;
        let of = |is_loony: bool| {
            let found: Vec<&Other> =
                self.0.iter().filter(|other| (other.value == GrundyValue::Loony) == is_loony).collect();
            let sign = Others::sign(found.first()?, ascii);
            let heaps: Vec<String> = found.iter().map(|other| other.n.to_string()).collect();
            let list = first_listed(&heaps, NAMED);
            Some(match is_loony {
                false => {
                    told!("{sign} at {running} = {list}: no number, since play may never end.", sign, running, list)
                }
                true => told!("{sign} at {running} = {list}: loony.", sign, running, list),
            })
        };
        [of(false), of(true)].into_iter().flatten().collect()
    }
}

/// A position of a tree.
#[derive(Clone, Debug, Serialize)]
pub struct Node {
    pub position: Sum,
    /// The components of it to which the player to move is bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<Sum>,
    /// `None` where a player is bound.
    pub value: Option<GrundyValue>,
    pub outcome: Outcome,
    /// Its different options, by their index in the tree.
    pub options: Vec<usize>,
    /// After which of these moves the same player moves again, by their places in `options`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub again: Vec<usize>,
    /// Does it only say that play comes back to a position that is drawn above?
    #[serde(skip)]
    pub is_above: bool,
}

impl Node {
    /// The position, and where a player is bound.
    pub fn name(&self) -> String {
        match &self.bound {
            Some(bound) if *bound == self.position => format!("{bound} reply"),
            Some(bound) => format!("{} reply in {bound}", self.position),
            None => self.position.to_string(),
        }
    }

    /// The value or, where a player is bound, the outcome.
    pub fn worth(&self) -> String {
        self.value.as_ref().map_or_else(|| self.outcome.to_string(), GrundyValue::to_string)
    }
}

/// A position, and all that can be reached from it.
#[derive(Clone, Debug)]
pub struct GameTree {
    pub language: Language,
    pub title: Line,
    /// The title without numbers, which would give answers away.
    pub short_title: Line,
    /// The position asked about is the first. Options are indices into this list.
    pub nodes: Arc<[Node]>,
}

/// What can be drawn with characters, as a picture, and in TeX.
#[derive(Clone, Debug)]
pub enum Figure {
    Plot(LinePlot),
    Heat(CrossTable),
    Tree(GameTree),
}

/// A question with its answer, for whoever types the answer or writes it down.
#[derive(Clone, Debug)]
pub struct ExerciseText {
    pub number: usize,
    pub text: Line,
    /// What to type as an answer; empty where the question says it.
    pub answer_format: Line,
    /// The language in which it is told.
    pub language: Language,
    /// The values that a question shows, each after its heap; often empty.
    pub values: Vec<(u64, Nimber)>,
    /// The choices of a multiple-choice question, which have the letters from `a` on.
    pub choices: Vec<Line>,
    pub points: u32,
    /// How many lines it takes to write the answer.
    pub lines: usize,
    pub answer: Line,
    pub reason: Line,
    /// The answer and the reason for it.
    pub solution: Line,
    pub expected: Expected,
    /// Whether nobody can answer it without the rule of the game.
    pub needs_rule: bool,
}

/// Which answers are right, for programs that mark them.
#[derive(Clone, Debug)]
pub enum Expected {
    Number(u64),
    /// One of several, each with whether it is right.
    Choice(Vec<(Line, bool)>),
    /// A text, in any of these spellings.
    Text(Vec<String>),
}

impl ExerciseText {
    /// How many values stand side by side in a table of a question.
    const COLUMNS: usize = 15;

    /// The values in tables that fit a page. Each has two rows: `n` with the heaps, and `value` with their values.
    pub fn tables(&self) -> impl Iterator<Item = [Vec<String>; 2]> {
        self.values.chunks(Self::COLUMNS).map(|chunk| {
            let heaps = std::iter::once("n".to_owned()).chain(chunk.iter().map(|(heap, _)| heap.to_string()));
            let values = std::iter::once(self.language.words(told!("value")))
                .chain(chunk.iter().map(|(_, value)| value.to_string()));
            [heaps.collect(), values.collect()]
        })
    }

    /// The choices, each after its letter.
    pub fn lettered(&self) -> impl Iterator<Item = (char, &Line)> {
        ('a'..).zip(&self.choices)
    }
}

/// Exercises about one game.
#[derive(Clone, Debug)]
pub struct ExerciseSheet {
    /// A quiz that nobody can type answers to has no number; a sheet of several does.
    pub number: Option<usize>,
    /// How many questions about what.
    pub subject: Line,
    /// The rule of the game, or the graphs that it is played on.
    pub rule: String,
    pub exercises: Vec<ExerciseText>,
    /// The language in which it is told.
    pub language: Language,
}

impl ExerciseSheet {
    pub fn points(&self) -> u32 {
        self.exercises.iter().map(|exercise| exercise.points).sum()
    }
}

/// Sheets to print and hand out, with the answers after all of them.
#[derive(Clone, Debug)]
pub struct Worksheets {
    pub game: String,
    pub sheets: Vec<ExerciseSheet>,
    /// The statement that makes the same sheets again.
    pub made_by: String,
    /// The language in which they are told.
    pub language: Language,
}

/// A part of a document. The blocks stand one below the other.
#[derive(Clone, Debug)]
pub enum Block {
    /// One line.
    Line(Line),
    Paragraph(Paragraph),
    Table(ColumnTable),
    CrossTable(CrossTable),
    Sequence(Sequence),
    Figure(Figure),
    Listing(Listing),
    /// Lines kept as they stand: aligned binary columns, program text.
    Drawing(Vec<Line>),
    /// Drawings of the same, the widest first: the first that fits is shown, or else the last.
    Drawings(Vec<Vec<Line>>),
    /// Pieces with blanks between them, as many in a line as fit.
    Pieces(Vec<Piece>),
    /// Short lines side by side, in at most four columns.
    SideBySide(Vec<Line>),
    /// A position, alone or with a move. A terminal has pictures of boards only.
    Picture(PositionPicture),
    /// A sheet on which each exercise is followed by its answer, or by room for it.
    Exercises(ExerciseSheet),
    Worksheets(Worksheets),
    Output(PrintOutput),
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

/// An answer that is ready for a painter.
#[derive(Clone, Debug, Default)]
pub struct Document {
    pub blocks: Vec<Block>,
}

impl Document {
    pub fn line(&mut self, line: impl Tellable) {
        self.blocks.push(Block::Line(line.into_line()));
    }

    pub fn drawing(&mut self, lines: Vec<Line>) {
        if !lines.is_empty() {
            self.blocks.push(Block::Drawing(lines));
        }
    }

    /// Adds a table without a caption.
    pub fn table(&mut self, columns: Vec<(Line, Align)>, rows: Long<Vec<Line>>) {
        self.blocks.push(Block::Table(ColumnTable { caption: None, columns, rows }));
    }

    /// Adds all blocks of another document.
    pub fn append(&mut self, mut other: Document) {
        self.blocks.append(&mut other.blocks);
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

    /// The worksheets, if the document consists of them.
    pub fn worksheets(&self) -> Option<&Worksheets> {
        self.blocks.iter().find_map(|block| if let Block::Worksheets(sheets) = block { Some(sheets) } else { None })
    }

    /// The figure, if the document has one.
    pub fn figure(&self) -> Option<&Figure> {
        self.blocks.iter().find_map(|block| if let Block::Figure(figure) = block { Some(figure) } else { None })
    }
}

/// Takes lines one by one.
pub type Visit<'v> = dyn FnMut(&Line) -> io::Result<()> + 'v;

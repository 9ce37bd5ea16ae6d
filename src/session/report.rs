//! What the session answers: data only, no sentence and no colour. `render` says it in words.

mod dialogues;
mod json;
mod lists;
mod pictures;

pub use dialogues::{
    AfterExercise, Answer, Choice, Choices, Chosen, Graded, Level, Page, PlayHint, PlayReport, PlayTurn, Played,
    Player, Question, QuizReport, Reason, Record, Refusal, Score, Sheet, Slip, Task, TourReport,
};
use grundy_engine::game::{Component, Game, Sum, Value};
use grundy_engine::nim::{Nimber, Outcome, Period, Side};

pub use lists::{Entries, Field, Heaps};
pub use pictures::{Node, Plot, Tree};

use serde::Serialize;
use std::sync::Arc;

/// The answer to one statement.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Report {
    /// A definition was made.
    Defined(Defined),
    /// What was forgotten; `restored` of them are the library's own again.
    Forgotten {
        names: Vec<String>,
        restored: Vec<String>,
    },
    Winner(Winner),
    Grundy(Grundy),
    Outcome(OutcomeReport),
    Moves(Moves),
    Options(OptionList),
    Table(Table),
    Grid(Grid),
    Values(Values),
    /// `plot` of one coordinate.
    Plot(Plot),
    /// `plot` of two coordinates.
    Heat(Grid),
    Tree(Tree),
    Period(PeriodReport),
    /// `explain period S`
    PeriodExplanation(PeriodReport),
    Check(Check),
    /// `print`: the things printed, in a row.
    #[serde(rename = "print")]
    Printed(#[serde(skip)] Vec<Value>),
    /// A bare expression; for a position its Grundy value is shown too.
    Value {
        value: Value,
        #[serde(rename = "grundy")]
        nimber: Option<Nimber>,
    },
    /// `games`: those of the library and the user's own.
    Games {
        own: Vec<GameLine>,
        library: Vec<GameLine>,
    },
    /// `show`
    #[serde(serialize_with = "json::definitions")]
    Definitions(Vec<Definition>),
    About(About),
    Help(Help),
    /// Said in a game against the machine.
    Play(PlayReport),
    /// Said in a quiz.
    Quiz(QuizReport),
    /// Said in the tour.
    Tour(TourReport),
    /// A file was written (filled in by whoever wrote it).
    Wrote {
        path: String,
    },
    /// It names its type itself, since it stands in other reports as well.
    #[serde(untagged)]
    Explanation(Explanation),
}

#[derive(Clone, Debug, Serialize)]
pub struct Defined {
    pub name: String,
    #[serde(flatten, serialize_with = "json::defined")]
    pub what: DefinedAs,
    /// What the new definition stands in front of.
    pub replaced: Option<Replaced>,
}

#[derive(Clone, Debug)]
pub enum DefinedAs {
    Game,
    /// A value, computed when it was written.
    Value(Value),
    Function,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Replaced {
    /// An earlier definition of the user's.
    Own,
    /// A game of the library.
    Library,
    /// A function, a family or an outcome of the language.
    Builtin,
}

/// A summand with its value.
#[derive(Clone, Debug, Serialize)]
pub struct Term {
    pub copies: u64,
    #[serde(rename = "position")]
    pub component: Component,
    /// The value of one copy.
    pub value: Nimber,
}

/// A move in one component: from it (one copy of it) to what it leaves.
#[derive(Clone, Debug, Serialize)]
pub struct Move {
    pub from: Component,
    pub to: Sum,
    /// The value of what it leaves of that component; `None` in misère play.
    pub value: Option<Nimber>,
    /// The nim-sum of the whole position afterwards; `None` in misère play.
    pub nim_sum: Option<Nimber>,
    /// Whether the player who makes this move wins with best play.
    pub wins: bool,
}

#[derive(Clone, Debug, Serialize)]
pub struct Winner {
    #[serde(rename = "position")]
    pub sum: Sum,
    pub misere: bool,
    #[serde(flatten, serialize_with = "json::with_winner")]
    pub outcome: Outcome,
    /// The summands with their values; empty in misère play, where they decide nothing.
    pub terms: Vec<Term>,
    /// `None` in misère play.
    #[serde(rename = "nim_sum")]
    pub value: Option<Nimber>,
    /// A winning move, if there is one.
    #[serde(rename = "move")]
    pub winning: Option<Move>,
    /// `if player 2 starts`: who begins, 1 or 2.
    pub starts: Option<u8>,
}

impl Winner {
    pub fn side(&self) -> Side {
        self.outcome.winner()
    }
}

#[derive(Clone, Debug, Serialize)]
pub struct Grundy {
    #[serde(rename = "position")]
    pub sum: Sum,
    pub terms: Vec<Term>,
    pub value: Nimber,
}

#[derive(Clone, Debug, Serialize)]
pub struct OutcomeReport {
    #[serde(rename = "position")]
    pub sum: Sum,
    pub misere: bool,
    pub outcome: Outcome,
}

/// `moves`: the winning ones first.
#[derive(Clone, Debug, Serialize)]
pub struct Moves {
    #[serde(rename = "position")]
    pub sum: Sum,
    pub misere: bool,
    pub outcome: Outcome,
    /// How many moves there are, and how many of them win; `None` beyond what can be counted.
    pub total: u128,
    pub winning: u128,
    /// The first of them, at most 20.
    #[serde(rename = "moves")]
    pub shown: Vec<Move>,
}

/// `options`: every option of the whole position with its value.
#[derive(Clone, Debug, Serialize)]
pub struct OptionList {
    #[serde(rename = "position")]
    pub sum: Sum,
    pub misere: bool,
    pub total: u128,
    /// The first of them.
    #[serde(rename = "options")]
    pub shown: Vec<OptionLine>,
}

#[derive(Clone, Debug, Serialize)]
pub struct OptionLine {
    pub option: Sum,
    /// `None` in misère play.
    pub value: Option<Nimber>,
    pub outcome: Outcome,
}

/// `explain POSITION`.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename = "explanation")]
pub struct Explanation {
    #[serde(rename = "position")]
    pub sum: Sum,
    pub misere: bool,
    pub outcome: Outcome,
    /// One derivation for each different component. In misère play a single list of moves instead.
    pub derivations: Vec<Derivation>,
    pub terms: Vec<Term>,
    /// `None` in misère play.
    pub value: Option<Nimber>,
    /// In a won position the move, in a lost one why some of the moves fail.
    pub advice: Advice,
}

/// Why a component has its value: its options, their values, the mex.
#[derive(Clone, Debug, Serialize)]
pub struct Derivation {
    #[serde(rename = "position")]
    pub component: Component,
    /// The first options, each with its own value.
    pub options: Vec<DerivedOption>,
    /// How many options there are in all.
    pub total: u128,
    /// The values of all options, sorted, without repeats (at most 1,000).
    pub values: Vec<Nimber>,
    /// Whether options have values beside these. All values below `value` are among those of the options.
    pub more_values: bool,
    /// The largest value of an option; 0 if there is none.
    pub largest: Nimber,
    pub value: Nimber,
}

#[derive(Clone, Debug, Serialize)]
pub struct DerivedOption {
    pub option: Sum,
    /// The value of each summand of the option, where there are several.
    pub terms: Vec<Term>,
    pub value: Nimber,
}

#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Advice {
    /// A winning move.
    #[serde(serialize_with = "json::play")]
    Play(Move),
    /// No move wins: for some of the moves, the answer that beats it.
    Lost { replies: Vec<Reply>, total: u128 },
    /// There is no move at all.
    Over,
}

/// A losing move and the answer that beats it.
#[derive(Clone, Debug, Serialize)]
pub struct Reply {
    pub tried: Move,
    /// The whole position after the move.
    pub after: Sum,
    pub answer: Move,
}

/// `table S 0..10`.
#[derive(Clone, Debug, Serialize)]
pub struct Table {
    pub game: Arc<Game>,
    pub misere: bool,
    #[serde(skip)]
    pub rows: Arc<[Row]>,
}

/// The members stand in the order in which they are written as JSON.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The values of the options, sorted, without repeats; at most 50.
    pub distinct: Vec<Nimber>,
    #[serde(rename = "n")]
    pub heap: u64,
    /// Values of the options, in the order of the options; at most 50. Empty in misère play.
    pub options: Vec<Nimber>,
    /// `None` where there is no such position.
    pub outcome: Option<Outcome>,
    /// How many options there are in all.
    pub total: u128,
    /// `None` in misère play, and `None` where there is no such position.
    pub value: Option<Nimber>,
}

/// `table W 0..8, 0..8`: two coordinates run, the others are fixed.
#[derive(Clone, Debug, Serialize)]
pub struct Grid {
    pub game: Arc<Game>,
    pub misere: bool,
    /// One entry for each coordinate.
    pub axes: Vec<Axis>,
    /// The coordinates that run downwards and to the right: indices into `axes`.
    pub down: usize,
    pub right: usize,
    /// Row after row; `None` outside the domain.
    #[serde(skip)]
    pub cells: Field,
}

#[derive(Clone, Debug, Serialize)]
pub struct Axis {
    pub name: Arc<str>,
    /// One member where the coordinate is fixed.
    pub members: Arc<[Value]>,
}

/// The members stand in the order in which they are written as JSON.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Cell {
    pub outcome: Outcome,
    /// `None` in misère play.
    pub value: Option<Nimber>,
}

/// `values S 0..40`.
#[derive(Clone, Debug, Serialize)]
pub struct Values {
    pub game: Arc<Game>,
    /// The heaps in order, each with its value; `None` where there is no such position.
    #[serde(skip)]
    pub entries: Entries,
}

/// `period S`.
#[derive(Clone, Debug, Serialize)]
pub struct PeriodReport {
    pub game: Arc<Game>,
    #[serde(flatten)]
    pub finding: Finding,
    /// Whether the search could go on.
    pub farther: Farther,
    /// The heaps whose values differ from what the repetition would give, below the preperiod, with their values: the
    /// first of them.
    #[serde(serialize_with = "json::exceptions")]
    pub exceptions: Vec<(u64, Nimber)>,
    pub exception_count: u64,
    /// The name of the open problem, where nobody knows a period.
    pub open: Option<&'static str>,
    /// The values of the first heaps, for `explain period`.
    pub sample: Vec<Nimber>,
}

/// *Seen* and *proved* are different things, and only the solver says which.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    Proved {
        period: Period,
        theorem: Theorem,
        /// All values up to this heap were computed and compared.
        checked: u64,
    },
    Seen {
        period: Period,
        /// Up to this heap; nothing is known beyond.
        checked: u64,
    },
    NoneSeen {
        checked: u64,
    },
}

impl Finding {
    /// The period, seen or proved.
    pub fn period(&self) -> Option<Period> {
        match self {
            Finding::Proved { period, .. } | Finding::Seen { period, .. } => Some(*period),
            Finding::NoneSeen { .. } => None,
        }
    }
}

pub use grundy_engine::solve::{Farther, Theorem};

/// `check`, when it has run.
#[derive(Clone, Debug)]
pub enum Check {
    Holds {
        cases: u128,
        scope: Scope,
    },
    Fails {
        /// The variables of the counterexample with their values.
        case: Vec<(String, Value)>,
        /// How many cases held before it.
        held: u128,
        sides: Option<Sides>,
        /// The explanation of a position the condition asks about.
        explanation: Option<Box<Explanation>>,
    },
}

#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Scope {
    /// Every case there is was tried.
    All,
    /// There are more cases than could be tried: it holds up to this value of the variable.
    #[serde(serialize_with = "json::up_to")]
    UpTo(Value),
    /// Proved for every case of an endless range: the values repeat with this period from there on.
    Proved {
        #[serde(flatten, serialize_with = "json::length_and_start")]
        period: Period,
    },
}

/// The two sides of a comparison that failed.
#[derive(Clone, Debug, Serialize)]
pub struct Sides {
    /// As written.
    pub left: String,
    pub left_value: Value,
    pub operator: &'static str,
    pub right: String,
    pub right_value: Value,
}

/// A line of `games`.
#[derive(Clone, Debug, Serialize)]
pub struct GameLine {
    pub name: String,
    /// The rule in words, or as it was written.
    pub line: String,
}

/// A definition as `show` prints it.
#[derive(Clone, Debug, Serialize)]
pub struct Definition {
    pub name: String,
    /// The source text.
    pub source: String,
    /// For a game, the engine that answers it and why.
    pub engine: Option<&'static str>,
}

/// `about Kayles`: what the library says of a game.
#[derive(Clone, Debug, Serialize)]
pub struct About {
    pub name: String,
    /// The one line of `games`.
    pub line: String,
    /// Paragraphs: rules, history.
    pub text: Vec<String>,
    /// Name and content of further lines: code, values, period, source.
    #[serde(serialize_with = "json::facts")]
    pub facts: Vec<(String, String)>,
    /// The definition as written in the library.
    pub source: String,
    pub sample: Vec<Nimber>,
}

/// `help`, `help WORD`, `help TOPIC`.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Help {
    pub entries: Vec<HelpEntry>,
    /// Headings with the words under them, for plain `help`.
    #[serde(serialize_with = "json::groups")]
    pub groups: Vec<(String, Vec<(String, String)>)>,
    /// A chapter of the manual, in Markdown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chapter: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
pub struct HelpEntry {
    pub word: String,
    pub usage: String,
    pub line: String,
    pub example: String,
}

//! The kinds of what can be wrong with a statement that can be read.

use grundy_engine::game::{EvalErrorKind, Position, RewriteError};
use grundy_engine::solve::SolveError;

#[derive(Clone, Debug, PartialEq)]
pub enum Meaning {
    /// A name nothing is known of.
    Unknown { name: String, wanted: Wanted, similar: Vec<String> },
    /// A name that stands for something else than is wanted here.
    NotA { name: String, wanted: Wanted, found: Wanted },
    /// `winner S`: a game where one of its positions is wanted.
    NoHeap { game: String, arity: usize, on_boards: bool },
    /// `S(3,4)` for two heaps, `W(3)` for a pair; the coordinates as written, and what they are called in the rule.
    Coordinates { game: String, names: Vec<String>, found: Vec<String>, on_boards: bool },
    /// `W[3,4]` for a position of two coordinates; what stands in the brackets as written.
    HeapList { game: String, wanted: usize, found: Vec<String> },
    /// `f(1)` for a function of two arguments.
    Arguments { function: String, least: usize, most: usize, found: usize },
    /// `winner 5`, `winner S(3)+2`; the game of the position beside it, if there is one.
    NotAPosition { found: String, kind: &'static str, game: Option<String> },
    /// `period S(5)`: a position, or something else, where a game is wanted; the game it is a position of.
    NotAGame { found: String, game: Option<String> },
    /// `parts(cells, f)` where f is no function of two arguments, but of at least so many.
    NoRelation { function: String, takes: usize },
    /// `parts(cells, near(a, b))`
    CalledRelation { function: String },
    /// `let f(n, n) = …`
    Repeated { name: String },
    /// `grundy S(3) ^ grundy S(4)`
    PowerOfValues,
    /// An option without brackets: `n-1`.
    OptionBrackets { option: String },
    /// `(a-1)` for a pair.
    OptionCoordinates { game: String, names: Vec<String>, found: usize },
    /// `take <0>`, `take <-1>`
    Amount { amount: i128 },
    /// `take <>`
    NoAmounts,
    /// `divide by <0,1>`
    Divisor { divisor: i128 },
    /// Members that are no numbers where amounts are wanted.
    NotAmounts { found: String, kind: &'static str },
    /// `split into <0>` and the like.
    Parts { parts: i128 },
    /// A digit before the point that would allow a move which takes nothing and splits nothing.
    PassDigit { digit: u8 },
    /// `split` in a game of several coordinates.
    SplitCoordinates { game: String },
    /// `from x` where x is no coordinate; empty where one must be named and none is.
    NoCoordinate { name: String, coordinates: Vec<String> },
    /// Games that stand for each other's moves without any of their own.
    Circular { names: Vec<String> },
    /// Definitions of which each needs the next to be read, the first named once more at the end.
    NeedsItself { names: Vec<String> },
    /// A game as a clause, with another number of coordinates.
    BorrowedMoves { game: String, wanted: usize, found: usize },
    /// A question inside a rule.
    AskInRule,
    /// A rule, inside the rule of a game, that depends on this variable.
    RuleInRule { name: String },
    /// A name in a game's place, whose moves are not at hand: it is a value, and its rule is written out.
    MovesOfValue { name: String },
    /// `".." becomes "#"`: patterns that cannot be put for each other, as texts.
    Rewrite { error: RewriteError, from: String, to: String },
    /// `becomes` in a game of several coordinates.
    BoardCoordinates { coordinates: Vec<String> },
    /// A pattern that depends on the position, by this name.
    PatternChanges { name: String },
    /// A question about games of one coordinate, asked of another.
    /// A game on boards counts as one of no coordinates.
    OnlyHeaps { question: &'static str, game: String, arity: usize },
    /// Ranges of a table, or of another question, that do not fit the coordinates.
    Ranges { question: &'static str, game: String, wanted: usize, found: usize },
    /// More than two coordinates run in a table.
    FixCoordinates { game: String, running: usize },
    /// A range or a set without members, where something is to be shown for each.
    EmptyRange { range: String },
    /// `pattern 5`, `pattern ["a"]`, `pattern [1, 2] 0..9`: the case of what is said.
    NoPattern { found: String, kind: &'static str, why: &'static str },
    /// `values Nim "a"`
    RangeWanted { found: String, kind: &'static str },
    /// More values, rows or the like than are shown.
    TooMany { what: &'static str, count: u128, limit: u128 },
    /// An error while an expression was evaluated, and the position at hand if it happened inside a rule.
    Fault { kind: Box<EvalErrorKind>, at: Option<Box<Position>> },
    /// The solver stopped; how far it came, if it counted; why a position leads to itself, such as `0/2 = 0`.
    Stopped { stop: Box<SolveError>, reached: Option<(u64, u64)>, because: Option<String> },
    /// `grundy misere`
    MisereGrundy,
    /// `assert` of something false, and in which case.
    AssertFailed { what: Box<Asserted>, case: Option<String> },
    /// `check 3`
    NotACondition { found: String, kind: &'static str },
    /// A name that cannot be forgotten, since it is the library's or nobody's.
    NothingToForget { name: String, library: bool },
    /// `about` a name that is no game of the library.
    NothingAbout { name: String, similar: Vec<String> },
    /// `help` on something that is no word.
    NoHelp { word: String, similar: Vec<String> },
    /// `play S(5) level expert`; the level that may be meant.
    NoLevel { word: String, similar: Option<String> },
    /// `play S(5) two second`: a word behind the position that does not go with one before it.
    PlayWords { word: String, before: String },
    /// A quiz of a game whose positions are neither numbers nor texts.
    NoQuestions { game: String },
    /// What stands behind the game in `quiz`, `exam` or `worksheet`: the case of what is said.
    ExercisePart { verb: &'static str, game: String, written: String, limit: u64, why: &'static str },
    /// `tree` of a position with too much below it: the most positions and moves that are drawn, what would fit
    /// instead, and how many positions a file may hold, if this one fits there.
    TreeTooLarge { position: String, positions: usize, moves: usize, fits: Option<String>, in_file: Option<usize> },
    /// A file that cannot be read or written, said by the outside.
    File { path: String, problem: String, similar: Vec<String> },
    /// A file that loads itself, directly or through others.
    LoadCircle { path: String },
    /// The name of a file whose extension stands for no format, and those that do.
    UnknownFormat { extension: String, known: Vec<String> },
    /// Data that cannot be read, and where in its file.
    Data { path: String, fault: DataFault, line: usize, column: usize },
    /// What is no row of values without gaps, to be written as the OEIS has them.
    NoBFile,
    /// A file that a script may not use.
    ForbiddenFile { path: String, why: Forbidden },
    /// `--safe`.
    NoFiles { path: String },
    /// A file of somebody else's, or one of the scripts that are run, that would be replaced.
    NotReplaced { path: String, is_input: bool },
    /// `--html lesson.cgt`.
    PageIsScript { path: String },
    /// `#| anwser: hide`: a line that a page cannot follow, the case of what is wrong with it, and its parts.
    Directive { fault: &'static str, name: String, value: String },
    /// `![](cat.png)` in the prose of a page.
    Picture { path: String, problem: String, similar: Vec<String> },
    /// `$\foo$` in the prose of a page; the problem in words.
    Formula { problem: String },
    /// More files, or larger ones, than are loaded.
    LoadLimit { path: String, limit: LoadLimit },
    /// A file that is not called a script and cannot be read as one, with the first line that cannot. Its content is not
    /// shown.
    NotAScript { path: String, line: usize },
}

/// Why a script may not use a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forbidden {
    /// It is neither below the folder of the script nor below the current one.
    Outside,
    /// It, or a folder it is in, is hidden.
    Hidden,
    /// It is to be loaded, and is not a script.
    NotAScript,
    /// Definitions are to be saved under a name that is not one of a script.
    NotNamedAsScript,
}

impl Forbidden {
    /// The case of what is said.
    pub fn word(self) -> &'static str {
        match self {
            Forbidden::Outside => "outside",
            Forbidden::Hidden => "hidden",
            Forbidden::NotAScript => "load",
            Forbidden::NotNamedAsScript => "save",
        }
    }
}

/// What is wrong with a file of data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataFault {
    /// A quotation mark that is not closed.
    Quote,
    /// Something directly behind a text in quotation marks, where a comma should be, or a blank.
    BehindComma,
    BehindBlank,
    /// A number beyond 128 bits.
    Number,
    /// A file of another kind.
    Format,
}

impl DataFault {
    /// The case of what is said.
    pub fn word(self) -> &'static str {
        match self {
            DataFault::Quote => "quote",
            DataFault::BehindComma => "behind",
            DataFault::BehindBlank => "blank",
            DataFault::Number => "number",
            DataFault::Format => "format",
        }
    }
}

/// What there is too much of in a `load`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoadLimit {
    /// Files inside each other.
    Depth(u64),
    Files(u64),
    Bytes(u64),
}

/// What was asserted and is false, as written.
#[derive(Clone, Debug, PartialEq)]
pub enum Asserted {
    /// Two sides with their values, and the sign between them.
    Comparison {
        left: String,
        left_value: String,
        sign: &'static str,
        right: String,
        right_value: String,
    },
    Condition(String),
}

/// What a name can stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    Anything,
    Game,
    Value,
    Function,
}

impl Wanted {
    pub fn word(self) -> &'static str {
        match self {
            Wanted::Anything => "name",
            Wanted::Game => "game",
            Wanted::Value => "value",
            Wanted::Function => "function",
        }
    }
}

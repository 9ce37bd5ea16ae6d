//! The errors of a statement that can be parsed, as data.

use grundy_engine::game::{EvalErrorKind, Position, RewriteError};
use grundy_engine::solve::SolveError;

/// A semantic error, with the data that its message needs. Code in a comment, such as `winner S`, is an example of
/// a statement with this error.
#[derive(Clone, Debug, PartialEq)]
pub enum SemanticError {
    /// A name that is not defined; `wanted` is what it should stand for.
    Unknown { name: String, wanted: Wanted, similar: Vec<String> },
    /// A name that stands for something else than is needed here.
    WrongKind { name: String, wanted: Wanted, found: Wanted },
    /// `winner S`: a game where one of its positions is needed.
    MissingPosition { game: String, arity: usize, on_boards: bool },
    /// A wrong number of coordinates: `S(3,4)` for two heaps, `W(3)` for a pair. `names` are the coordinates in the
    /// rule, `found` those that were written.
    Coordinates { game: String, names: Vec<String>, found: Vec<String>, on_boards: bool },
    /// `W[3,4]` for a position of two coordinates; `found` is what stands in the brackets.
    HeapList { game: String, wanted: usize, found: Vec<String> },
    /// `f(1)` for a function of two arguments; `most` is `usize::MAX` where there is no upper limit.
    Arguments { function: String, least: usize, most: usize, found: usize },
    /// `winner 5`, `winner S(3)+2`: another value where a position is needed; `game` is the game of the position
    /// beside it, if there is one.
    NotAPosition { found: String, kind: &'static str, game: Option<String> },
    /// `period S(5)`: a position, or something else, where a game is needed; `game` is the game of that position.
    NotAGame { found: String, game: Option<String> },
    /// `parts(cells, f)` where `f` is not a function of two arguments defined by the user. `takes` is the number of
    /// its arguments, or the least number if it is predefined.
    NoRelation { function: String, takes: usize },
    /// `parts(cells, near(a, b))`: a call where only the name of the function is needed.
    CalledRelation { function: String },
    /// `let f(n, n) = …`
    Repeated { name: String },
    /// `grundy S(3) ^ grundy S(4)`: a power, where the nim-sum `xor` is probably meant.
    PowerOfValues,
    /// An option without brackets: `n-1`.
    OptionBrackets { option: String },
    /// The option `(a-1)` in a game of two coordinates.
    OptionCoordinates { game: String, names: Vec<String>, found: usize },
    /// `take <0>`, `take <-1>`
    Amount { amount: i128 },
    /// `take <>`
    NoAmounts,
    /// `divide by <0,1>`
    Divisor { divisor: i128 },
    /// Something other than a set of numbers where the amounts of a `take` are needed.
    NotAmounts { found: String, kind: &'static str },
    /// `split into <0>` and the like.
    SplitCount { parts: i128 },
    /// A digit before the point of a code that would allow a move which takes nothing and splits nothing.
    PassDigit { digit: u8 },
    /// `split` in a game of several coordinates.
    SplitCoordinates { game: String },
    /// `from x` where `x` is not a coordinate; `name` is empty where a coordinate must be named and none was.
    NoCoordinate { name: String, coordinates: Vec<String> },
    /// Games whose rules only name each other, such as `game A = B` and `game B = A`, so that none of them has moves.
    Circular { names: Vec<String> },
    /// Definitions in a circle: each of them needs the next one while it is read. The first name is repeated at the
    /// end.
    NeedsItself { names: Vec<String> },
    /// A game named as a clause, which has another number of coordinates (`found`) than the game being defined
    /// (`wanted`).
    BorrowedMoves { game: String, wanted: usize, found: usize },
    /// A question, such as `grundy S(n)`, inside a rule.
    AskInRule,
    /// A rule inside the rule of a game, where the inner one depends on a variable or coordinate of the outer one.
    RuleInRule { name: String },
    /// A clause that names a value, as after `let g = Wythoff`, to use its moves: those of a rule that is written out
    /// belong to the name of a game.
    MovesOfValue { name: String },
    /// `".." becomes "#"`: a pattern that cannot replace the other, with the text of both.
    Rewrite { error: RewriteError, from: String, to: String },
    /// `becomes` in a game of several coordinates.
    BoardCoordinates { coordinates: Vec<String> },
    /// A pattern of a `becomes` that depends on the position, through this name.
    PatternChanges { name: String },
    /// A question that can be asked only about games of one coordinate. `arity` is that of the game it was asked
    /// about, and 0 for a game on boards.
    OnlyHeaps { question: &'static str, game: String, arity: usize },
    /// Ranges of a table, or of another question, that do not fit the coordinates.
    Ranges { question: &'static str, game: String, wanted: usize, found: usize },
    /// A table in which more than two coordinates run through a range.
    FixCoordinates { game: String, running: usize },
    /// A range or a set without members, where something is to be shown for each.
    EmptyRange { range: String },
    /// `pattern 5`, `pattern ["a"]`, `pattern [1, 2] 0..9`; `why` is the case in `codes.txt`.
    NoPattern { found: String, kind: &'static str, why: &'static str },
    /// `values Nim "a"`: a value that a coordinate or variable cannot run through.
    RangeWanted { found: String, kind: &'static str },
    /// More values, rows or the like than are shown.
    TooMany { what: &'static str, count: u128, limit: u128 },
    /// An error while an expression was evaluated; `at` is the position, if it happened inside a rule.
    Fault { kind: Box<EvalErrorKind>, at: Option<Box<Position>> },
    /// The solver stopped. `reached` is how much was done and how much there was to do (0 if unknown), if it reported
    /// progress; `because` says why a position leads to itself, such as `0/2 = 0`.
    Stopped { stop: Box<SolveError>, reached: Option<(u64, u64)>, because: Option<String> },
    /// `grundy misere`, `period misere`: a question that has an answer for normal play only.
    NotInMisere { verb: &'static str },
    /// `assert` of something false; `case` says for which values of its variables.
    AssertFailed { what: Box<Asserted>, case: Option<String> },
    /// `check 3`
    NotACondition { found: String, kind: &'static str },
    /// `forget` with a name that the user has not defined: it belongs to the library, or to nothing.
    NothingToForget { name: String, library: bool },
    /// `about` with a name that is not a game of the library.
    NothingAbout { name: String, similar: Vec<String> },
    /// `help` on something that is not a word of the language.
    NoHelp { word: String, similar: Vec<String> },
    /// `play S(5) level expert`; `similar` is the level that may be meant.
    NoLevel { word: String, similar: Option<String> },
    /// `play S(5) two second`: a word after the position that does not go with one before it.
    PlayWords { word: String, before: String },
    /// A quiz of a game whose positions are neither numbers nor texts.
    NoQuestions { game: String },
    /// A wrong option after the game in `quiz`, `exam` or `worksheet`; `why` is the case in `codes.txt`.
    ExercisePart { verb: &'static str, game: String, written: String, limit: u64, why: &'static str },
    /// `tree` of a position with too many positions below it. `positions` and `moves` are the limits, `fits` is a
    /// smaller position that can be drawn, and `in_file` is the limit for a file, if the tree fits there.
    TreeTooLarge { position: String, positions: usize, moves: usize, fits: Option<String>, in_file: Option<usize> },
    /// A file that cannot be read or written; `problem` is the reason that the host reports.
    File { path: String, problem: String, similar: Vec<String> },
    /// A file that loads itself, directly or through others.
    LoadCircle { path: String },
    /// The name of a file whose extension stands for no format, and those that do.
    UnknownFormat { extension: String, known: Vec<String> },
    /// Data that cannot be read, and where in its file.
    Data { path: String, fault: DataFault, line: usize, column: usize },
    /// An answer that is to be written as a b-file of the OEIS, but is not a sequence of values without gaps.
    NoBFile,
    /// A file that a script may not use.
    ForbiddenFile { path: String, why: Forbidden },
    /// A file is to be used although `--safe` forbids all files.
    NoFiles { path: String },
    /// A file that is not replaced: grundy did not write it or, with `is_input`, it is one of the scripts being run.
    NotReplaced { path: String, is_input: bool },
    /// `--html lesson.cgt`: the page would replace a script.
    PageIsScript { path: String },
    /// `#| anwser: hide`: a directive that a page cannot follow. `fault` is the case in `codes.txt`.
    Directive { fault: &'static str, name: String, value: String },
    /// `![](cat.png)` in the prose of a page, where the picture cannot be used.
    Picture { path: String, problem: String, similar: Vec<String> },
    /// `$\foo$` in the prose of a page: a formula that is not valid LaTeX, as `problem` says.
    Formula { problem: String },
    /// More files, or larger ones, than are loaded.
    LoadLimit { path: String, limit: LoadLimit },
    /// A file without the name of a script that cannot be read as one; `line` is the first line that is wrong. Its
    /// content is not shown.
    NotAScript { path: String, line: usize },
}

/// Why a script may not use a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forbidden {
    /// The file is neither below the folder of the script nor below the current one.
    Outside,
    /// The file, or a folder it is in, is hidden.
    Hidden,
    /// The file is to be loaded, but its name is not that of a script.
    NotAScript,
    /// The file is to be read as data, but its own name, behind all links, is not that of data.
    NotData,
    /// Definitions are to be saved under a name that is not one of a script.
    NotNamedAsScript,
}

impl Forbidden {
    /// The case in `codes.txt`.
    pub fn word(self) -> &'static str {
        match self {
            Forbidden::Outside => "outside",
            Forbidden::Hidden => "hidden",
            Forbidden::NotAScript => "load",
            Forbidden::NotData => "read",
            Forbidden::NotNamedAsScript => "save",
        }
    }
}

/// What is wrong with a file of data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataFault {
    /// A quotation mark that is not closed.
    Quote,
    /// Something directly after a text in quotation marks, where a comma should stand.
    BehindComma,
    /// The same, where a blank should stand.
    BehindBlank,
    /// A number beyond 128 bits.
    Number,
    /// A file of another kind.
    Format,
}

impl DataFault {
    /// The case in `codes.txt`.
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

/// The limit that a `load` exceeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoadLimit {
    /// How many files may load each other, one inside the other.
    Depth(u64),
    Files(u64),
    Bytes(u64),
}

/// What was asserted and is false, as it was written.
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

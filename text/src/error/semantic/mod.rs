//! Semantic errors: the statement can be parsed, but has no meaning or no answer. E02xx: names. E03xx: values and
//! positions. E04xx: rules. E05xx: limits. E06xx: files and help. E09xx: bugs of the program itself.
//!
//! `reported` gives the wording of errors that happen during a computation, and `correction` those
//! corrected texts that must be worked out.

mod correction;
mod data;
mod reported;

pub use reported::way_back as way_of_play;

pub use data::{Asserted, DataFault, Forbidden, LoadLimit, Uncertified, Uncoded, Wanted};

use grundy_engine::game::{EvalErrorKind, Position, RewriteError};
use grundy_engine::solve::SolveError;

use super::table::{Datum, errors, silent};
use super::texts::{and_listed, in_a_row, kind_name_in_sentence, or_listed, short, thousands};
use super::wording::Wording;
use crate::told::{Told, told};

/// The wording for a code.
fn of(code: &'static str) -> Wording {
    Wording::from(code)
}

silent! {
    Box<EvalErrorKind> Option<Box<Position>> Box<SolveError> Option<(u64, u64)> Box<Asserted> RewriteError LoadLimit
}

errors! {
    /// A semantic error, with the data that its message needs. Code in a comment, such as `winner S`, is an example of
    /// a statement with this error.
    pub enum SemanticError {
        /// A name that is not defined; `wanted` is what it should stand for.
        Unknown { name: String, wanted: Wanted, similar: Vec<String> } => unknown(name, *wanted, similar),
        /// A name that stands for something else than is needed here.
        WrongKind { name: String, wanted: Wanted, found: Wanted } => wrong_kind(name, *wanted, *found),
        /// `winner S`: a game where one of its positions is needed. `example` is one, if the library tells one.
        MissingPosition { game: String, arity: usize, on_boards: bool, example: Option<String> } => of("E0301")
            .offering(correction::missing_position(game, *arity, *on_boards, example.as_deref())),
        /// A wrong number of coordinates: `S(3,4)` for two heaps, `W(3)` for a pair. `names` are the coordinates in the
        /// rule, `found` those that were written.
        Coordinates { game: String, names: Vec<String>, found: Vec<String>, on_boards: bool } => of("E0302")
            .told("wanted", coordinates(names))
            .part("found", found.len())
            .part("names", names.join(", "))
            .offering(correction::coordinates(game, names.len(), found, *on_boards)),
        /// `W[3,4]` for a position of two coordinates; `found` is what stands in the brackets.
        HeapList { game: String, wanted: usize, found: Vec<String> } => of("E0314")
            .told("wanted", told!("{n} coordinate[s]", n = *wanted))
            .part("found", found.len())
            .offering(correction::heap_list(game, *wanted, found)),
        /// `f(1)` for a function of two arguments; `most` is `usize::MAX` where there is no upper limit.
        Arguments { function: String, least: usize, most: usize, found: usize } =>
            of("E0303").told("wanted", arguments(*least, *most)),
        /// `winner 5`, `winner S(3)+2`: another value where a position is needed; `game` is the game of the position
        /// beside it, if there is one. `typed` is how a number was written, such as `(2^40)`.
        NotAPosition { found: String, kind: &'static str, game: Option<String>, typed: Option<String> } => of("E0304")
            .part("number", found)
            .part("found", if *kind == "true or false" { found.clone() } else { short(found) })
            .words("kind", kind_name_in_sentence(kind))
            .offering(correction::not_a_position(found, kind, game.as_deref(), typed.as_deref())),
        /// `period S(5)`: a position, or something else, where a game is needed; `game` is the game of that position.
        NotAGame { found: String, game: Option<String> } =>
            of("E0305").when(game.is_some(), "position").part("found", short(found)),
        /// `print quotient [A, B]`: a list inside an expression.
        QuotientOfList => of("E0305").case("quotient"),
        /// `parts(cells, f)` where `f` is not a function of two arguments defined by the user. `takes` is the number of
        /// its arguments, or the least number if it is predefined.
        NoRelation { function: String, takes: usize } =>
            of("E0318").when(*takes == 2, "ours").told("takes", told!("{n} argument[s]", n = *takes)),
        /// `parts(cells, near(a, b))`: a call where only the name of the function is needed.
        CalledRelation { function: String } => of("E0318").case("called"),
        /// `let f(n, n) = …`
        Repeated { name: String } => "E0205",
        /// `ceil(7/2 + 1)`, `ceil(n)`: other than one quotient as it is written.
        NotOneQuotient { function: &'static str } => of("E0353").part("function", function),
        /// `1 ^ 2 ^ 3`, `h(i) ^ h(j)`: a power, or the nim-sum.
        AmbiguousCaret { xor: String, power: String } => "E0315",
        /// `1 xor 2 + 3`: a nim-sum beside `+` or `-` without brackets.
        XorBeside { first: String, second: String, sign: &'static str } => of("E0315").case("brackets"),
        /// An option without brackets: `n-1`.
        OptionBrackets { option: String } => "E0401",
        /// The option `(a-1)` in a game of two coordinates.
        OptionCoordinates { game: String, names: Vec<String>, found: usize } => of("E0402")
            .told("wanted", coordinates(names))
            .part("names", names.join(", ")),
        /// `take <0>`, `take <-1>`
        Amount { amount: i128 } => of("E0403").when(*amount < 0, "below").when(*amount == 0, "zero"),
        /// `take <>`
        NoAmounts => "E0404",
        /// `divide by <0,1>`
        Divisor { divisor: i128 } => "E0405",
        /// Something other than a set of numbers where the amounts of a `take` are needed.
        NotAmounts { found: String, kind: &'static str } =>
            of("E0406").when(*kind == "a number", "number").part("found", short(found)).words("kind", kind),
        /// `split into <0>` and the like.
        SplitCount { parts: i128 } => "E0407",
        /// A digit before the point of a code that would allow a move which takes nothing and splits nothing.
        PassDigit { digit: u8 } => "E0408",
        /// `split` in a game of several coordinates.
        SplitCoordinates { game: String } => "E0409",
        /// `turn 1..3 coins` in a game of several coordinates.
        TurnCoordinates { game: String } => of("E0409").case("coins"),
        /// `turn 0 coins`
        CoinCount { count: i128 } => "E0428",
        /// `turn <n-1, n-2>`: the place of the move itself, which is called `heap`, is missing.
        OwnCoin { heap: String, places: String } => "E0429",
        /// `from x` where `x` is not a coordinate; `name` is empty where a coordinate must be named and none was.
        NoCoordinate { name: String, coordinates: Vec<String> } => of("E0410")
            .when(name.is_empty(), "unnamed")
            .case(["none", "one", "several"][coordinates.len().min(2)])
            .told("coordinates", and_listed(coordinates))
            .part("first", first(coordinates)),
        /// Games whose rules only name each other, such as `game A = B` and `game B = A`, so that none of them has
        /// moves.
        Circular { names: Vec<String> } => of("E0411")
            .when(!names.is_empty() && names.iter().all(|name| *name == names[0]), "alone")
            .part("first", first(names))
            .part("names", names.join(" → ")),
        /// Definitions in a circle: each of them needs the next one while it is read. The first name is repeated at the
        /// end.
        NeedsItself { names: Vec<String> } => of("E0414")
            .when(names.len() == 2, "alone")
            .part("first", short(first(names)))
            .part("names", in_a_row(names, 8)),
        /// A game named as a clause, which has another number of coordinates (`found`) than the game being defined
        /// (`wanted`).
        BorrowedMoves { game: String, wanted: usize, found: usize } =>
            of("E0412").told("has", told!("{n} coordinate[s]", n = *found)),
        /// `S again` as a clause: the moves of another game bind or do not bind by its own rule.
        BorrowedBinding { word: &'static str, game: String } => "E0426",
        /// `misere` about a game whose moves bind.
        BoundMisere { game: String } => of("E0425").case("misere"),
        /// A question, such as `grundy S(n)`, inside a rule.
        AskInRule => "E0413",
        /// A rule inside the rule of a game, where the inner one depends on a variable or coordinate of the outer one.
        RuleInRule { name: String } => "E0415",
        /// `octal(j) for j in …` as a clause, whose code depends on a variable or coordinate.
        CodeInRule { name: String } => of("E0415").case("code"),
        /// A clause that names a value, as after `let g = Wythoff`, to use its moves: those of a rule that is written
        /// out belong to the name of a game.
        MovesOfValue { name: String } => "E0416",
        /// `".." becomes "#"`: a pattern that cannot replace the other, with the text of both.
        Rewrite { error: RewriteError, from: String, to: String } => rewrite(error, from, to),
        /// `becomes` in a game of several coordinates.
        BoardCoordinates { coordinates: Vec<String> } => of("E0418").told("names", and_listed(coordinates)),
        /// A pattern of a `becomes` that depends on the position, through this name.
        PatternChanges { name: String } => "E0419",
        /// A question that can be asked only about games of one coordinate. `arity` is that of the game it was asked
        /// about, and 0 for a game on boards.
        OnlyHeaps { question: &'static str, game: String, arity: usize } => of("E0306")
            .case(question)
            .when(*arity == 0, "board")
            .part("ranges", ranges(*arity.min(&2))),
        /// Ranges of a table, or of another question, that do not fit the coordinates.
        Ranges { question: &'static str, game: String, wanted: usize, found: usize, surplus: Option<String>, fits: String, other: Option<String> } => of("E0307")
            .told("wanted", told!("{n} range[s]", n = *wanted))
            .told("here", told!("{n} range[s]", n = *found)),
        /// A table in which more than two coordinates run through a range, and whether one of these was typed.
        FixCoordinates { game: String, running: usize, is_typed: bool } => of("E0308")
            .when(*running == 3 && *is_typed, "three")
            .when(!is_typed, "untyped"),
        /// `period W 0..5, 0..5`: other than one coordinate runs.
        NotAlongOne { question: &'static str, game: String, running: usize } => of("E0342").when(*running == 0, "none"),
        /// `period S 3..20`: a range that does not have all numbers from 0 on.
        NotFrom0 { question: &'static str, range: String } => of("E0343").part("range", short(range)),
        /// A range or a set without members, where something is to be shown for each.
        EmptyRange { range: String } => of("E0316").part("range", short(range)),
        /// `pattern 5`, `pattern ["a"]`, `pattern [1, 2] 0..9`; `why` is the case in `codes.txt`.
        NoPattern { found: String, kind: &'static str, why: &'static str } =>
            of("E0317").case(why).part("found", short(found)).words("kind", kind),
        /// `values Nim "a"`: a value that a coordinate or variable cannot run through.
        RangeWanted { found: String, kind: &'static str } => of("E0309").part("found", short(found)).words("kind", kind),
        /// More values, rows or the like than are shown.
        TooMany { what: &'static str, count: u128, limit: u128 } => of("E0506")
            .words("what", what)
            .when(matches!(*what, "moves" | "options"), "moves")
            .part("count", thousands(*count))
            .part("limit", thousands(*limit)),
        /// An error while an expression was evaluated; `at` is the position, if it happened inside a rule.
        Fault { kind: Box<EvalErrorKind>, at: Option<Box<Position>> } => reported::of_evaluation(kind, at.as_deref()),
        /// The solver stopped. `reached` is how much was done and how much there was to do (0 if unknown), if it
        /// reported progress; `because` says why a position leads to itself, such as `0/2 = 0`.
        Stopped { stop: Box<SolveError>, reached: Option<(u64, u64)>, because: Option<String> } =>
            reported::of_stop(stop, *reached, because.as_deref()),
        /// `tree misere`, `period misere`: a question that has an answer for normal play only.
        NotInMisere { verb: &'static str } => of("E0310").when(*verb == "genus", "genus").when(*verb == "quotient", "quotient"),
        /// `winner 3 of A, B`, `winner 0 of A, B`: a move in more positions than there are, or in none.
        CompoundOfFew { count: u64, components: usize } => of("E0346").when(*count == 0, "none").told("positions", told!("{n} position[s]", n = *components)),
        /// `winner all of A`: one position alone.
        CompoundOfOne => of("E0346").case("alone"),
        /// `equal all of A, B, C`: positions that are played at once, whose end is not seen.
        PlayedAtOnce => of("E0347"),
        /// `period misere octal 0.007`: no misère quotient of all heaps was found, the last time up to the heap `checked`.
        NoMiserePeriod { game: String, checked: u64 } => of("E0348").part("game", game).part("checked", thousands(*checked)),
        /// `game X = Nim * 3`, `game X = Nim * Kayles | take 1`: what is no product of games; `case` says why, `what` of which
        /// game or how many coordinates there are.
        NoProduct { case: &'static str, what: String } => of("E0350").case(case),
        /// `assert` of something false; `case` says for which values of its variables.
        AssertFailed { what: Box<Asserted>, case: Option<String> } =>
                asserted(what).followed_by(if case.is_some() { ", for {case}" } else { "" }),
        /// `assert` of what holds for all cases that were tried, up to this one, and is proved for none beyond.
        AssertNotProved { name: String, last: String } => "E0351",
        /// `row[0] = 5`: a list or a text is not changed in its place.
        NotChanged { name: String, index: String, value: String } => "E0352",
        /// `check 3`
        NotACondition { found: String, kind: &'static str } => of("E0312").part("found", short(found)).words("kind", kind),
        /// `forget` with a name that the user has not defined: it belongs to the library, or to nothing.
        NothingToForget { name: String, library: bool } => "E0203",
        /// `undo`, with nothing to take back.
        NothingToUndo => "E0206",
        /// `why` before a question.
        NothingToExplain => "E0207",
        NoAnswer { number: usize, count: usize, is_gone: bool } => of("E0208")
            .case(match count {
                _ if *is_gone => "gone",
                0 => "none",
                1 => "one",
                _ => "",
            })
            .part("number", number)
            .part("count", count),
        /// `edit` where no editor can be opened, or an editor that failed.
        NoEditor { name: String, problem: String } => "E0616",
        /// `#| expect: fail` above a statement that holds.
        NoFailure => "E0617",
        /// `about` with a name that is not a game of the library.
        NothingAbout { name: String, similar: Vec<String> } => "E0204",
        /// `G(1) = 0`, and then a rule that says otherwise; `options` are the values of its options.
        BaseCase { position: String, options: String, value: String, said: i128 } => "E0422",
        /// `help` on something that is not a word of the language.
        NoHelp { word: String, similar: Vec<String> } => "E0604",
        /// `play S(5) level expert`; `similar` is the level that may be meant.
        NoLevel { word: String, similar: Option<String> } => "E0515",
        /// `play S(5) two second`: a word after the position that does not go with one before it.
        PlayWords { word: String, before: String } => of("E0516").when(before == "two" || word == "two", "two"),
        /// A quiz of a game whose positions are neither numbers nor texts.
        NoQuestions { game: String } => "E0509",
        /// A wrong option after the game in `quiz`, `exam` or `worksheet`; `why` is the case in `codes.txt`.
        ExercisePart { verb: &'static str, game: String, written: String, limit: u64, why: &'static str } =>
            of("E0511").case(why).part("limit", thousands(u128::from(*limit))),
        /// `tree` of a position with too many positions below it. `positions` and `moves` are the limits, `fits` is a
        /// smaller position that can be drawn, and `in_file` is the limit for a file, if the tree fits there.
        TreeTooLarge {
            position: String,
            positions: usize,
            moves: usize,
            fits: Option<String>,
            in_file: Option<usize>,
        } => of("E0510")
            .when(in_file.is_some(), if fits.is_some() { "both" } else { "file" })
            .part("smaller", fits.as_deref().unwrap_or_default())
            .part("most", in_file.unwrap_or_default()),
        /// A file that cannot be read or written; `problem` is the reason that the host reports.
        File { path: String, problem: String, similar: Vec<String> } =>
            of("E0601")
                .case(file_problem(problem))
                .when(path.is_empty(), "unnamed")
                .when(!similar.is_empty(), "similar"),
        /// A file that loads itself, directly or through others.
        LoadCircle { path: String } => "E0603",
        /// The name of a file whose extension stands for no format, and those that do.
        UnknownFormat { extension: String, known: Vec<String> } =>
            of("E0602").when(extension.is_empty(), "none").part("known", known.join(", .")),
        /// Data that cannot be read, and where in its file.
        Data { path: String, fault: DataFault, line: usize, column: usize } => "E0611",
        /// An answer that is to be written as a b-file of the OEIS, but is not a sequence of values without gaps.
        NoBFile => "E0610",
        /// An answer that is to be written so that others can check it. `heaps` is how many that would look at.
        NoCertificate { why: Uncertified, heaps: u64 } => "E0618",
        /// A function that is to be written in a language for programs. `most` is how far it could go.
        NoCode { why: Uncoded, most: u64 } => "E0619",
        /// A file that a script may not use.
        ForbiddenFile { path: String, why: Forbidden } => "E0605",
        /// An answer that is too long for a program that reads it as a whole, in bytes.
        LongAnswer { limit: usize } => of("E0506").case("answer").part("limit", thousands(*limit as u128)),
        /// A fault of this program that has ended the answer, in the words of whoever wrote it.
        Broken { what: String } => reported::fault_of_the_program(what),
        /// A line that should be a request of the program that drives this one.
        Request { problem: String } => "E0615",
        /// A file is to be used although `--safe` forbids all files; or, with `only_read`, to be written by somebody who only
        /// looks.
        NoFiles { path: String, only_read: bool } => of("E0606").when(*only_read, "write"),
        /// A file that is not replaced: grundy did not write it or, with `is_input`, it is one of the scripts being
        /// run.
        NotReplaced { path: String, is_input: bool } => of("E0607").when(*is_input, "input"),
        /// `--html lesson.cgt`: the page would replace a script.
        PageIsScript { path: String } => of("E0607")
            .case("page")
            .part("page", std::path::Path::new(path).with_extension("html").display()),
        /// `#| anwser: hide`: a directive that a page cannot follow. `fault` is the case in `codes.txt`.
        Directive { fault: &'static str, name: String, value: String } => of("E0612").case(fault),
        /// `![](cat.png)` in the prose of a page, where the picture cannot be used.
        Picture { path: String, problem: String, similar: Vec<String> } => of("E0613").part("path", short(path)),
        /// `$\foo$` in the prose of a page: a formula that is not valid LaTeX, as `problem` says.
        Formula { problem: String } => "E0614",
        /// More files, or larger ones, than are loaded.
        LoadLimit { path: String, limit: LoadLimit } => load_limit(*limit),
        /// A file without the name of a script that cannot be read as one; `line` is the first line that is wrong. Its
        /// content is not shown.
        NotAScript { path: String, line: usize } => "E0609",
    }
}

/// Words that end other programs, where this one has `quit`.
const LEAVING: [&str; 6] = ["exit", "bye", "q", "leave", "logout", "close"];
/// The command that ends the editor vi.
const LEAVING_AN_EDITOR: &str = ":q";
/// Words that clear the screen of other programs.
const CLEARING: [&str; 2] = ["clear", "cls"];

/// Whether this word, typed at a prompt, is meant to end the program or the dialogue.
pub fn is_leaving(word: &str) -> bool {
    word == "quit" || word == LEAVING_AN_EDITOR || LEAVING.contains(&word)
}

fn unknown(name: &str, wanted: Wanted, similar: &[String]) -> Wording {
    let is_lower = name.chars().next().is_some_and(char::is_lowercase);
    let called = of("E0201")
        .when(wanted == Wanted::Anything, "anything")
        .part("name", name)
        .words("wanted", wanted.word())
        .told("similar", or_listed(similar));
    if !similar.is_empty() {
        return called.case("similar");
    }
    match wanted {
        Wanted::Anything if LEAVING.contains(&name) => called.case("leave"),
        Wanted::Anything if CLEARING.contains(&name) => called.case("clear"),
        Wanted::Game => called.case(if is_lower { "function" } else { "game" }).when(name == "ans", "answer"),
        _ => called.when(is_lower, "value").when(name == "ans", "answer"),
    }
}

/// The wording for a name that stands for something else.
fn wrong_kind(name: &str, wanted: Wanted, found: Wanted) -> Wording {
    /// The sets of numbers that have a name.
    const FAMILIES: [&str; 7] = ["squares", "primes", "evens", "odds", "triangulars", "fibonaccis", "factorials"];
    let called = of("E0202");
    match (wanted, found) {
        (Wanted::Function, Wanted::Value) => called.case("function"),
        (Wanted::Value, Wanted::Function) => called
            .case("value")
            .when(name == "all", "all")
            .when(matches!(name, "odd" | "even" | "prime" | "square"), "family"),
        (Wanted::Game, Wanted::Value) => called.case("game").when(FAMILIES.contains(&name), "numbers"),
        (Wanted::Game, _) => called.case("game"),
        _ => called,
    }
}

/// The wording for what a `load` exceeds.
fn load_limit(limit: LoadLimit) -> Wording {
    let limited = of("E0608");
    match limit {
        LoadLimit::Depth(most) => limited.part("most", most),
        LoadLimit::Files(most) => limited.case("files").part("most", thousands(most)),
        LoadLimit::Bytes(most) => limited.case("bytes").part("most", most >> 20),
    }
}

/// The case for what the host says about a file.
fn file_problem(problem: &str) -> &'static str {
    match problem {
        "there is no such file" => "missing",
        "there is no such folder" => "folder",
        "this is a directory" => "directory",
        "there are no files here" => "nowhere",
        _ if problem.ends_with("is not UTF-8 text") => "encoding",
        _ => "",
    }
}

/// The first of some names; empty if there is none.
fn first(names: &[String]) -> &str {
    names.first().map_or("", String::as_str)
}

/// The wording for two patterns of a `becomes` of which one cannot replace the other.
fn rewrite(error: &RewriteError, from: &str, to: &str) -> Wording {
    let called = of("E0417").part("from", short(from)).part("to", short(to));
    let sides = |(width, height): (usize, usize)| match height {
        1 => told!("{n} cell[s]", n = width),
        _ => told!("{rows} rows of {n} cell[s]", rows = height, n = width),
    };
    match error {
        RewriteError::Empty { .. } => called.case("empty"),
        RewriteError::Ragged { row, .. } => called
            .case("ragged")
            .part("row", row.row + 1)
            .told("length", told!("{n} cell[s]", n = row.length))
            .part("wanted", row.wanted),
        RewriteError::SizesDiffer { from, to } => {
            called.case("sizes").told("before", sides(*from)).told("after", sides(*to))
        }
        RewriteError::AnyDiffers { row, column } => called.case("any").part("row", row + 1).part("column", column + 1),
        RewriteError::Unchanged => called.case("unchanged"),
    }
}

/// The wording for an `assert` that failed, such as "grundy S(5) is 1, not 2".
fn asserted(what: &Asserted) -> Wording {
    let failed = of("E0311");
    let (left, left_value, sign, right, right_value) = match what {
        Asserted::Condition(condition) => return failed.case("condition").part("condition", short(condition)),
        Asserted::Comparison { left, left_value, sign, right, right_value } => {
            (left, left_value, *sign, right, right_value)
        }
    };
    // A set may be written with `<` and `>` or with braces.
    let tight = |text: &str| text.replace(' ', "").replace('<', "{").replace('>', "}");
    let plain = |written: &str, value: &str| tight(written) == tight(value);
    let case = match (sign, plain(left, left_value), plain(right, right_value)) {
        (_, true, true) => "plain",
        ("==", false, true) => "left",
        ("==", true, false) => "right",
        ("!=", false, true) => "unequal",
        ("!=", false, _) => "both",
        ("in" | "not in", false, true) => "member",
        (_, false, true) => "relation",
        (_, true, false) => "value",
        _ => "different",
    };
    let case = failed.case(case).part("left", left).part("sign", sign).part("right", right);
    case.words("denied", if sign == "in" { "not in" } else { "in" })
        .part("left_value", short(left_value))
        .part("right_value", short(right_value))
        .part("whole_value", right_value)
}

/// "1 coordinate", "2 coordinates (a and b)".
fn coordinates(names: &[String]) -> Told {
    match names.len() {
        n if n < 2 => told!("{n} coordinate[s]", n),
        n => told!("{n} coordinate[s] ({names})", n, names = and_listed(names)),
    }
}

fn arguments(least: usize, most: usize) -> Told {
    match most {
        _ if least == most => told!("{n} argument[s]", n = least),
        usize::MAX => told!("at least {n} argument[s]", n = least),
        _ => told!("{least} to {most} arguments", least, most),
    }
}

/// So many ranges, as an example of what to type.
fn ranges(count: usize) -> String {
    vec!["0..8"; count].join(", ")
}

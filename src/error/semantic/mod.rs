//! Semantic errors: the statement can be parsed, but has no meaning or no answer.
//!
//! A [`SemanticError`] holds only data. This file selects the texts of `codes.txt` for it; `eval_error` and
//! `solve_error` do the same for errors that happen during a computation, and `correction` proposes corrected text.

mod correction;
mod eval_error;
mod kind;
mod solve_error;
mod texts;

use correction::correction;
pub use kind::{Asserted, DataFault, Forbidden, LoadLimit, SemanticError, Wanted};
use texts::{counted, in_a_row, kind_name_in_sentence, listed, short};

use grundy_engine::game::RewriteError;

use super::hint::Fix;
use super::number::thousands;
use super::wording::Wording;
use crate::source::Span;

impl SemanticError {
    /// E02xx: names. E03xx: values and positions. E04xx: rules. E05xx: limits. E06xx: files and help. E09xx: bugs of
    /// the program itself.
    pub fn wording(&self) -> Wording {
        let of = Wording::of;
        let wording = match self {
            SemanticError::Unknown { name, wanted, similar } => unknown(name, *wanted, similar),
            SemanticError::WrongKind { name, wanted, found } => {
                let called = of("E0202").part("name", name).part("wanted", wanted.word()).part("found", found.word());
                match (wanted, found) {
                    (Wanted::Function, Wanted::Value) => called.case("function"),
                    (Wanted::Value, Wanted::Function) => called.case("value"),
                    (Wanted::Game, _) => called.case("game"),
                    _ => called,
                }
            }
            SemanticError::NothingToForget { name, library } => {
                of("E0203").when(*library, "library").part("name", name)
            }
            SemanticError::NothingAbout { name, similar } => of("E0204")
                .part("name", name)
                .when(!similar.is_empty(), "similar")
                .part("similar", listed(similar, "or")),
            SemanticError::Repeated { name } => of("E0205").part("name", name),
            SemanticError::MissingPosition { game, .. } => of("E0301").part("game", game),
            SemanticError::Coordinates { game, names, found, .. } => of("E0302")
                .part("game", game)
                .part("wanted", coordinates(names))
                .part("found", found.len())
                .part("names", names.join(", ")),
            SemanticError::Arguments { function, least, most, found } => {
                of("E0303").part("function", function).part("wanted", arguments(*least, *most)).part("found", found)
            }
            SemanticError::NoRelation { function, takes } => of("E0318")
                .when(*takes == 2, "ours")
                .part("function", function)
                .part("takes", counted(*takes, "argument")),
            SemanticError::CalledRelation { function } => of("E0318").case("called").part("function", function),
            SemanticError::NotAPosition { found, kind, game } => of("E0304")
                .part("found", if *kind == "true or false" { found.clone() } else { short(found) })
                .part("kind", kind_name_in_sentence(kind))
                .part("number", found)
                .part("game", game.as_deref().unwrap_or_default()),
            SemanticError::NotAGame { found, .. } => of("E0305").part("found", short(found)),
            SemanticError::OnlyHeaps { question, game, arity } => of("E0306")
                .case(question)
                .when(*arity == 0, "board")
                .part("question", question)
                .part("game", game)
                .part("arity", arity)
                .part("ranges", ranges(*arity.min(&2))),
            SemanticError::Ranges { question, game, wanted, found } => of("E0307")
                .part("question", question)
                .part("game", game)
                .part("wanted", counted(*wanted, "range"))
                .part("found", found)
                .part("here", counted(*found, "range"))
                .part("ranges", ranges(*wanted)),
            SemanticError::FixCoordinates { game, running } => of("E0308").part("game", game).part("running", running),
            SemanticError::RangeWanted { found, kind } => of("E0309").part("found", short(found)).part("kind", kind),
            SemanticError::NoPattern { found, kind, why } => {
                of("E0317").case(why).part("found", short(found)).part("kind", kind)
            }
            SemanticError::EmptyRange { range } => of("E0316").part("range", short(range)),
            SemanticError::NotInMisere { verb } => of("E0310").when(*verb == "grundy", "value").part("verb", verb),
            SemanticError::HeapList { game, wanted, found } => {
                of("E0314").part("game", game).part("wanted", counted(*wanted, "coordinate")).part("found", found.len())
            }
            SemanticError::PowerOfValues => of("E0315"),
            SemanticError::AssertFailed { what, case } => {
                asserted(what).followed_by(case.as_ref().map_or(String::new(), |case| format!(", for {case}")))
            }
            SemanticError::NotACondition { found, kind } => of("E0312").part("found", short(found)).part("kind", kind),
            SemanticError::Fault { kind, at } => eval_error::wording(kind, at.as_deref()),
            SemanticError::OptionBrackets { option } => of("E0401").part("option", option),
            SemanticError::OptionCoordinates { game, names, found } => of("E0402")
                .part("game", game)
                .part("wanted", coordinates(names))
                .part("found", found)
                .part("names", names.join(", ")),
            SemanticError::Amount { amount } => {
                of("E0403").when(*amount < 0, "below").when(*amount == 0, "zero").part("amount", amount)
            }
            SemanticError::NoAmounts => of("E0404"),
            SemanticError::Divisor { divisor } => of("E0405").part("divisor", divisor),
            SemanticError::NotAmounts { found, kind: kind @ "a number" } => {
                of("E0406").case("number").part("found", short(found)).part("kind", kind)
            }
            SemanticError::NotAmounts { found, kind } => of("E0406").part("found", short(found)).part("kind", kind),
            SemanticError::SplitCount { parts } => of("E0407").part("parts", parts),
            SemanticError::PassDigit { digit } => of("E0408").part("digit", digit),
            SemanticError::SplitCoordinates { game } => of("E0409").part("game", game),
            SemanticError::NoCoordinate { name, coordinates } => of("E0410")
                .when(name.is_empty(), "unnamed")
                .case(["none", "one", "several"][coordinates.len().min(2)])
                .part("name", name)
                .part("coordinates", listed(coordinates, "and"))
                .part("first", coordinates.first().map_or("", String::as_str)),
            SemanticError::Circular { names } => of("E0411")
                .when(!names.is_empty() && names.iter().all(|name| *name == names[0]), "alone")
                .part("first", names.first().map_or("", String::as_str))
                .part("names", names.join(" → ")),
            SemanticError::NeedsItself { names } => of("E0414")
                .when(names.len() == 2, "alone")
                .part("first", short(names.first().map_or("", String::as_str)))
                .part("names", in_a_row(names, 8)),
            SemanticError::BorrowedMoves { game, wanted, found } => of("E0412")
                .part("game", game)
                .part("wanted", wanted)
                .part("found", found)
                .part("has", counted(*found, "coordinate")),
            SemanticError::AskInRule => of("E0413"),
            SemanticError::RuleInRule { name } => of("E0415").part("name", name),
            SemanticError::MovesOfValue { name } => of("E0416").part("name", name),
            SemanticError::Rewrite { error, from, to } => rewrite(error, from, to),
            SemanticError::BoardCoordinates { coordinates } => of("E0418").part("names", listed(coordinates, "and")),
            SemanticError::PatternChanges { name } => of("E0419").part("name", name),
            SemanticError::Stopped { stop, reached, because } => {
                solve_error::wording(stop, *reached, because.as_deref())
            }
            SemanticError::TooMany { what, count, limit } => of("E0506")
                .when(matches!(*what, "moves" | "options"), "moves")
                .part("what", what)
                .part("count", thousands(*count))
                .part("limit", thousands(*limit)),
            SemanticError::NoLevel { word, .. } => of("E0515").part("word", word),
            SemanticError::PlayWords { word, before } => {
                of("E0516").when(before == "two" || word == "two", "two").part("word", word).part("before", before)
            }
            SemanticError::NoQuestions { game } => of("E0509").part("game", game),
            SemanticError::ExercisePart { verb, game, written, limit, why } => of("E0511")
                .case(why)
                .part("verb", verb)
                .part("game", game)
                .part("written", written)
                .part("limit", thousands(u128::from(*limit))),
            SemanticError::TreeTooLarge { position, positions, moves, fits, in_file } => of("E0510")
                .when(fits.is_some(), "fits")
                .when(in_file.is_some(), if fits.is_some() { "both" } else { "file" })
                .part("position", position)
                .part("positions", positions)
                .part("moves", moves)
                .part("smaller", fits.as_deref().unwrap_or_default())
                .part("most", in_file.unwrap_or_default()),
            SemanticError::File { path, problem, similar } => of("E0601")
                .when(path.is_empty(), "unnamed")
                .when(!similar.is_empty(), "similar")
                .part("path", path)
                .part("problem", problem)
                .part("similar", listed(similar, "or")),
            SemanticError::UnknownFormat { extension, known } => of("E0602")
                .when(extension.is_empty(), "none")
                .part("extension", extension)
                .part("known", known.join(", .")),
            SemanticError::Data { path, fault, line, column } => {
                of("E0611").case(fault.word()).part("path", path).part("line", line).part("column", column)
            }
            SemanticError::NoBFile => of("E0610"),
            SemanticError::LoadCircle { path } => of("E0603").part("path", path),
            SemanticError::NoHelp { word, similar } => of("E0604")
                .part("word", word)
                .when(!similar.is_empty(), "similar")
                .part("similar", listed(similar, "or")),
            SemanticError::ForbiddenFile { path, why } => of("E0605").case(why.word()).part("path", path),
            SemanticError::NoFiles { path } => of("E0606").part("path", path),
            SemanticError::NotReplaced { path, is_input } => of("E0607").when(*is_input, "input").part("path", path),
            SemanticError::PageIsScript { path } => {
                let page = std::path::Path::new(path).with_extension("html");
                of("E0607").case("page").part("path", path).part("page", page.display())
            }
            SemanticError::Directive { fault, name, value } => {
                of("E0612").case(fault).part("name", name).part("value", value)
            }
            SemanticError::Picture { path, problem, similar } => of("E0613")
                .when(!similar.is_empty(), "similar")
                .part("path", short(path))
                .part("problem", problem)
                .part("similar", listed(similar, "or")),
            SemanticError::Formula { problem } => of("E0614").part("problem", problem),
            SemanticError::LoadLimit { path, limit } => {
                let limited = of("E0608").part("path", path);
                match limit {
                    LoadLimit::Depth(most) => limited.part("most", most),
                    LoadLimit::Files(most) => limited.case("files").part("most", thousands(*most)),
                    LoadLimit::Bytes(most) => limited.case("bytes").part("most", most >> 20),
                }
            }
            SemanticError::NotAScript { path, line } => of("E0609").part("path", path).part("line", line),
        };
        match correction(self) {
            Some((case, _)) => wording.case(case),
            None => wording,
        }
    }

    /// The correction, where the error determines one; `at` is the place of the error.
    pub fn replacement(&self, at: Span) -> Option<Fix> {
        match self {
            SemanticError::Fault { kind, .. } => eval_error::replacement(kind, at),
            SemanticError::Stopped { stop, .. } => solve_error::replacement(stop, at),
            _ => correction(self).map(|(_, new)| (at, new)),
        }
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
    let called = Wording::of("E0201")
        .when(wanted == Wanted::Anything, "anything")
        .part("name", name)
        .part("wanted", wanted.word())
        .part("similar", listed(similar, "or"));
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

/// The wording for two patterns of a `becomes` of which one cannot replace the other.
fn rewrite(error: &RewriteError, from: &str, to: &str) -> Wording {
    let called = Wording::of("E0417").part("from", short(from)).part("to", short(to));
    let sides = |(width, height): (usize, usize)| match height {
        1 => counted(width, "cell"),
        _ => format!("{height} rows of {}", counted(width, "cell")),
    };
    match error {
        RewriteError::Empty { .. } => called.case("empty"),
        RewriteError::Ragged { row, .. } => called
            .case("ragged")
            .part("row", row.row + 1)
            .part("length", counted(row.length, "cell"))
            .part("wanted", row.wanted),
        RewriteError::SizesDiffer { from, to } => {
            called.case("sizes").part("before", sides(*from)).part("after", sides(*to))
        }
        RewriteError::AnyDiffers { row, column } => called.case("any").part("row", row + 1).part("column", column + 1),
        RewriteError::Unchanged => called.case("unchanged"),
    }
}

/// The wording for an `assert` that failed, such as "grundy S(5) is 1, not 2".
fn asserted(what: &Asserted) -> Wording {
    let failed = Wording::of("E0311");
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
    case.part("denied", if sign == "in" { "not in" } else { "in" })
        .part("left_value", short(left_value))
        .part("right_value", short(right_value))
        .part("whole_value", right_value)
}

/// "1 coordinate", "2 coordinates (a and b)".
fn coordinates(names: &[String]) -> String {
    let count = counted(names.len(), "coordinate");
    if names.len() < 2 { count } else { format!("{count} ({})", listed(names, "and")) }
}

fn arguments(least: usize, most: usize) -> String {
    match most {
        _ if least == most => counted(least, "argument"),
        usize::MAX => format!("at least {}", counted(least, "argument")),
        _ => format!("{least} to {most} arguments"),
    }
}

/// So many ranges, as an example of what to type.
fn ranges(count: usize) -> String {
    vec!["0..8"; count].join(", ")
}

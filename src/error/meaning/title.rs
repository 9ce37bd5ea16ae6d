//! The problem itself, in a sentence.

use std::fmt;

use grundy_engine::solve::SolveError;

use super::kind::{Asserted, Forbidden, LoadLimit, Meaning, Wanted};
use super::texts::{listed, short};
use super::{eval_error, solve_error};
use crate::error::number::thousands;

pub fn write(meaning: &Meaning, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match meaning {
        Meaning::Unknown { name, wanted: Wanted::Anything, .. } => write!(f, "nothing is called {name}"),
        Meaning::Unknown { name, wanted: Wanted::Game, similar } if similar.is_empty() && is_lower(name) => {
            write!(f, "no game and no function is called {name}")
        }
        Meaning::Unknown { name, wanted, .. } => write!(f, "no {} is called {name}", wanted.word()),
        Meaning::NotA { name, wanted, found } => {
            write!(f, "{name} is a {}, but a {} is needed here", found.word(), wanted.word())
        }
        Meaning::NoHeap { game, arity: 1 } => write!(f, "{game} is a game: say which heap of it"),
        Meaning::NoHeap { game, .. } => write!(f, "{game} is a game: say which position of it"),
        Meaning::Coordinates { game, names, found } => {
            write!(f, "a position of {game} has {}, not {}", coordinates(names), found.len())
        }
        Meaning::HeapList { game, wanted, .. } => {
            write!(f, "{game}[…] is for games of one heap, but {game} has {}", counted(*wanted, "coordinate"))
        }
        Meaning::Repeated { name } => write!(f, "{name} is named twice"),
        Meaning::PowerOfValues => f.write_str("`^` is a power, not the nim-sum"),
        Meaning::Arguments { function, least, most, found } => write_arguments(f, function, *least, *most, *found),
        Meaning::NotAPosition { found, kind: "true or false", .. } => {
            write!(f, "{found} is a truth value, not a position")
        }
        Meaning::NotAPosition { found, kind, .. } => write!(f, "{} is {kind}, not a position", short(found)),
        Meaning::NotAGame { found, game: Some(_) } => {
            write!(f, "a game is needed here, but {} is a position", short(found))
        }
        Meaning::NotAGame { found, .. } => write!(f, "a game is needed here, but {} is not a game", short(found)),
        Meaning::OptionBrackets { option } => write!(f, "an option needs brackets: ({option})"),
        Meaning::OptionCoordinates { game, names, found } => {
            write!(f, "a position of {game} has {}, but this option has {found}", coordinates(names))
        }
        Meaning::Amount { amount: 0 } => f.write_str("a move must take at least 1: 0 changes nothing"),
        Meaning::Amount { amount } if *amount < 0 => write!(f, "a move cannot take {amount}: an amount is at least 1"),
        Meaning::Amount { amount } => write!(f, "{amount} is beyond the largest amount, 2^63-1"),
        Meaning::NoAmounts => f.write_str("the set is empty, so there would be no move"),
        Meaning::Divisor { divisor } => write!(f, "a heap cannot be divided by {divisor}: a divisor is at least 2"),
        Meaning::NotAmounts { found, kind } => write!(f, "{} is {kind}, but amounts are numbers", short(found)),
        Meaning::Parts { parts } => write!(f, "a heap can be split into 2 to 64 parts, not into {parts}"),
        Meaning::PassDigit { digit } => {
            write!(f, "the digit {digit} before the point would allow a move that changes nothing")
        }
        Meaning::SplitCoordinates { game } => write!(
            f,
            "split is for games of one heap, but {game} has several \
         coordinates"
        ),
        Meaning::NoCoordinate { name, .. } if name.is_empty() => {
            f.write_str("this game has several coordinates: say from which to take")
        }
        Meaning::NoCoordinate { name, .. } => write!(f, "{name} is not a coordinate of this game"),
        Meaning::Circular { names } => match &names[..] {
            [one, ..] if names.iter().all(|name| name == one) => write!(f, "{one} stands for its own moves"),
            _ => write!(f, "these games stand for each other's moves: {}", names.join(" → ")),
        },
        Meaning::NeedsItself { names } => match &names[..] {
            [one, _] => write!(f, "{} needs itself to be read", short(one)),
            _ => {
                let steps: Vec<String> = names.iter().map(|name| short(name)).collect();
                write!(f, "these definitions need each other to be read: {}", in_a_row(&steps))
            }
        },
        Meaning::BorrowedMoves { game, wanted, found } => {
            write!(f, "{game} has {}, but this game has {wanted}", counted(*found, "coordinate"))
        }
        Meaning::AskInRule => f.write_str("a rule cannot ask for values: they follow from the rule"),
        Meaning::OnlyHeaps { question, game, arity } => {
            write!(f, "`{question}` is for games of one heap, but {game} has {arity} coordinates")
        }
        Meaning::Ranges { game, wanted, found } => {
            write!(f, "a table of {game} needs {}, not {found}", counted(*wanted, "range"))
        }
        Meaning::FixCoordinates { running, .. } => {
            write!(f, "a table shows two ranges, but here are {running}")
        }
        Meaning::EmptyRange { range } => write!(f, "{} is empty: there is nothing to show", short(range)),
        Meaning::RangeWanted { found, kind } => {
            write!(f, "a range such as 0..20 is needed, but {} is {kind}", short(found))
        }
        Meaning::TooMany { what, count, limit } => {
            write!(f, "{} {what} are too many: the limit is {}", thousands(*count), thousands(*limit))
        }
        Meaning::Fault { kind, at: Some(position) } => {
            eval_error::write(kind, f)?;
            write!(f, ", at {}", short(&position.to_string()))
        }
        Meaning::Fault { kind, at: None } => eval_error::write(kind, f),
        Meaning::Stopped { stop, because: Some(because), .. } => match &**stop {
            SolveError::Cycle(path) if !path.is_empty() => {
                write!(f, "{} can move to itself, because {because}", short(&path[0].to_string()))
            }
            stop => solve_error::write(stop, None, f),
        },
        Meaning::Stopped { stop, reached, because: None } => solve_error::write(stop, *reached, f),
        Meaning::MisereGrundy => f.write_str("there is no Grundy value in misère play"),
        Meaning::AssertFailed { what, case } => {
            write_asserted(what, f)?;
            write_case(f, case.as_ref())
        }
        Meaning::NotACondition { found, kind } => {
            write!(f, "{} is {kind}, but a condition is needed", short(found))
        }
        Meaning::NothingToForget { name, library: true } => {
            write!(f, "{name} is not your own definition, so it cannot be forgotten")
        }
        Meaning::NothingToForget { name, library: false } => write!(f, "nothing is called {name}"),
        Meaning::NothingAbout { name, .. } => write!(f, "the library has no game called {name}"),
        Meaning::NoHelp { word, .. } => write!(f, "there is no help on {word}"),
        Meaning::NoQuestions { game } => write!(f, "a quiz cannot ask about {game}"),
        Meaning::TreeTooLarge { position, positions, moves, .. } => {
            write!(f, "the tree of {position} is too large to draw: the limit is {positions} positions, {moves} moves")
        }
        Meaning::File { path, .. } if path.is_empty() => f.write_str("the file has no name"),
        Meaning::File { path, problem, .. } => write!(f, "{path}: {problem}"),
        Meaning::LoadCircle { path } => write!(f, "{path} loads itself"),
        Meaning::UnknownFormat { extension, .. } if extension.is_empty() => {
            f.write_str("the file's name has no extension, so its format is unknown")
        }
        Meaning::UnknownFormat { extension, .. } => write!(f, "this cannot be written as .{extension}"),
        Meaning::ForbiddenFile { path, why: Forbidden::Outside } => {
            write!(f, "{path} is outside the folder of the script")
        }
        Meaning::ForbiddenFile { path, why: Forbidden::Hidden } => {
            write!(f, "{path} is hidden, and scripts use no hidden files")
        }
        Meaning::ForbiddenFile { path, why: Forbidden::NotAScript } => {
            write!(f, "{path}: a script loads only files whose names end in .cgt")
        }
        Meaning::ForbiddenFile { path, why: Forbidden::NotNamedAsScript } => {
            write!(f, "{path}: a script saves only under names that end in .cgt")
        }
        Meaning::NoFiles { path } => write!(f, "{path}: no file is read or written, because of `--safe`"),
        Meaning::NotReplaced { path, is_input: true } => {
            write!(f, "{path} is one of the scripts being run, and is not replaced")
        }
        Meaning::NotReplaced { path, is_input: false } => {
            write!(f, "{path} was not made by grundy, and is not replaced")
        }
        Meaning::PageIsScript { path } => write!(f, "{path} is a script, and a page would replace it"),
        Meaning::LoadLimit { path, limit: LoadLimit::Depth(most) } => {
            write!(f, "{path}: more than {most} files would be loaded inside each other")
        }
        Meaning::LoadLimit { path, limit: LoadLimit::Files(most) } => {
            write!(f, "{path}: more than {} files would be loaded", thousands(*most))
        }
        Meaning::LoadLimit { path, limit: LoadLimit::Bytes(most) } => {
            write!(f, "{path}: more than {} MB would be loaded", most >> 20)
        }
        Meaning::NotAScript { path, line } => write!(f, "{path} is not a script: line {line} cannot be read"),
    }
}

/// "grundy S(5) is 1, not 2".
fn write_asserted(what: &Asserted, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str("assertion failed: ")?;
    let Asserted::Comparison { left, left_value, sign, right, right_value } = what else {
        let Asserted::Condition(condition) = what else { return Ok(()) };
        return write!(f, "{} is false", short(condition));
    };
    // A set is the same in both of its brackets.
    let tight = |text: &str| text.replace(' ', "").replace('<', "{").replace('>', "}");
    let plain = |written: &str, value: &str| tight(written) == tight(value);
    match (*sign, plain(left, left_value), plain(right, right_value)) {
        (_, true, true) => write!(f, "{left} {sign} {right} is false"),
        ("==", false, true) => write!(f, "{left} is {}, not {right}", short(left_value)),
        ("==", true, false) => write!(f, "{right} is {}, not {left}", short(right_value)),
        ("!=", false, true) => write!(f, "{left} is {right}"),
        ("!=", false, _) => write!(f, "{left} is {}, and so is {right}", short(left_value)),
        ("in" | "not in", false, true) => {
            write!(f, "{left} is {}, which is {} {right}", short(left_value), denied(sign))
        }
        (_, false, true) => write!(f, "{left} is {}, which is not {sign} {right}", short(left_value)),
        (_, true, false) => write!(f, "{right} is {}, and {left} {sign} {right_value} is false", short(right_value)),
        _ => write!(f, "{left} is {}, and {right} is {}", short(left_value), short(right_value)),
    }
}

fn denied(sign: &str) -> &'static str {
    if sign == "in" { "not in" } else { "in" }
}

fn is_lower(name: &str) -> bool {
    name.chars().next().is_some_and(char::is_lowercase)
}

/// "1 coordinate", "2 coordinates, a and b".
fn coordinates(names: &[String]) -> String {
    let count = counted(names.len(), "coordinate");
    if names.len() < 2 { count } else { format!("{count} ({})", listed(names, "and")) }
}

fn write_case(f: &mut fmt::Formatter<'_>, case: Option<&String>) -> fmt::Result {
    match case {
        Some(case) => write!(f, ", for {case}"),
        None => Ok(()),
    }
}

fn write_arguments(f: &mut fmt::Formatter<'_>, function: &str, least: usize, most: usize, found: usize) -> fmt::Result {
    match (least, most) {
        (least, most) if least == most => {
            write!(f, "{function} takes {}, not {found}", counted(least, "argument"))
        }
        (least, usize::MAX) => write!(f, "{function} takes at least {}, not {found}", counted(least, "argument")),
        (least, most) => write!(f, "{function} takes {least} to {most} arguments, not {found}"),
    }
}

/// "1 coordinate", "2 coordinates".
fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// "A → B → A"; of a long row, its beginning and its end.
fn in_a_row(steps: &[String]) -> String {
    const SHOWN: usize = 8;
    match steps.split_last() {
        Some((last, before)) if before.len() > SHOWN => format!("{} → … → {last}", before[..SHOWN].join(" → ")),
        _ => steps.join(" → "),
    }
}

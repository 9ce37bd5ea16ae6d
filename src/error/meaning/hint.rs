//! What stands under the caret, and what to do.

use super::kind::{Forbidden, LoadLimit, Meaning, Wanted};
use super::texts::listed;
use super::{eval_error, solve_error};
use crate::error::hint::Hint;
use crate::source::Span;

/// The sets of numbers that have a name.
const FAMILIES: [&str; 7] = ["squares", "primes", "evens", "odds", "triangulars", "fibonaccis", "factorials"];

pub fn label(meaning: &Meaning) -> String {
    let label = match meaning {
        Meaning::Unknown { .. } | Meaning::NothingToForget { library: false, .. } => "not defined",
        Meaning::NothingToForget { library: true, .. } => "not yours",
        Meaning::NotA { found, .. } => return format!("a {}", found.word()),
        Meaning::NoHeap { .. } => "which one?",
        Meaning::Coordinates { found, .. } | Meaning::HeapList { found, .. } => return format!("{} here", found.len()),
        Meaning::Repeated { .. } => "once more",
        Meaning::PowerOfValues => "between Grundy values",
        Meaning::Arguments { found, .. } | Meaning::OptionCoordinates { found, .. } => return format!("{found} here"),
        Meaning::NotAPosition { .. } => "not a position",
        Meaning::NotAGame { .. } => "not a game",
        Meaning::OptionBrackets { .. } => "a number, not a position",
        Meaning::Amount { .. } | Meaning::Divisor { .. } | Meaning::Parts { .. } => "not possible",
        Meaning::NoAmounts => "empty",
        Meaning::NotAmounts { .. } => "not numbers",
        Meaning::PassDigit { .. } => "changes nothing",
        Meaning::SplitCoordinates { .. } => "which heap?",
        Meaning::NoCoordinate { name, .. } if name.is_empty() => "from which?",
        Meaning::NoCoordinate { .. } => "not a coordinate",
        Meaning::Circular { .. } => "comes back to itself",
        Meaning::NeedsItself { .. } => "needed before it has been read",
        Meaning::BorrowedMoves { found, wanted, .. } => return format!("{found}, and {wanted} here"),
        Meaning::AskInRule => "asks for a value",
        Meaning::OnlyHeaps { arity, .. } => return format!("{arity} coordinates"),
        Meaning::Ranges { found: 1, .. } => "1 range here",
        Meaning::Ranges { found, .. } => return format!("{found} ranges here"),
        Meaning::FixCoordinates { .. } => "one range too many",
        Meaning::RangeWanted { .. } => "not a range",
        Meaning::EmptyRange { .. } => "no members",
        Meaning::TooMany { .. } => "too many",
        Meaning::MisereGrundy => "misère",
        Meaning::AssertFailed { .. } => "false",
        Meaning::NotACondition { .. } => "neither true nor false",
        Meaning::NothingAbout { .. } => "no such game",
        Meaning::NoHelp { .. } => "not a word of the language",
        Meaning::File { .. } => "this file",
        Meaning::LoadCircle { .. } => "loaded from itself",
        Meaning::UnknownFormat { .. } => "which format?",
        Meaning::ForbiddenFile { .. } => "not for a script",
        Meaning::NoFiles { .. } => "not allowed here",
        Meaning::NotReplaced { .. } | Meaning::PageIsScript { .. } => "would be lost",
        Meaning::LoadLimit { .. } => "too much",
        Meaning::NotAScript { .. } => "not a script",
        Meaning::Fault { kind, .. } => return eval_error::label(kind),
        Meaning::Stopped { stop, .. } => return solve_error::label(stop),
        Meaning::NoQuestions { .. } => "not for a quiz",
        Meaning::TreeTooLarge { .. } => "too much below it",
    };
    label.to_owned()
}

pub fn hint(meaning: &Meaning, at: Span) -> Option<Hint> {
    let (text, replacement) = match meaning {
        Meaning::Fault { kind, at: None } => return eval_error::hint(kind, at),
        Meaning::Fault { kind, at: Some(_) } => return eval_error::hint_in_rule(kind, at),
        Meaning::Stopped { stop, .. } => return solve_error::hint(stop, at),
        _ => match corrected(meaning) {
            Some((text, new)) => (text, Some((at, new))),
            None => (words(meaning)?, None),
        },
    };
    Some(Hint { text, replacement })
}

/// What should stand in the error's place, where that can be said.
fn corrected(meaning: &Meaning) -> Option<(String, String)> {
    let (text, new) = match meaning {
        Meaning::Unknown { similar, .. } => {
            let [one] = &similar[..] else { return None };
            return Some((format!("did you mean {one}?"), one.clone()));
        }
        Meaning::NothingAbout { similar, .. } | Meaning::NoHelp { similar, .. } => {
            let [one] = &similar[..] else { return None };
            return Some((format!("did you mean {one}?"), one.clone()));
        }
        Meaning::NotA { name, wanted: Wanted::Value, found: Wanted::Function } => match &name[..] {
            "all" => ("every number from 1 is", "any"),
            "odd" => ("the odd numbers are", "odds"),
            "even" => ("the even numbers are", "evens"),
            "prime" => ("the prime numbers are", "primes"),
            "square" => ("the square numbers are", "squares"),
            _ => return None,
        },
        Meaning::NoHeap { game, arity: 1 } => return Some(("for a heap of 5".to_owned(), heap(game, "5"))),
        Meaning::NoHeap { game, arity } => {
            let coordinates: Vec<String> = (1..=*arity).map(|n| (n + 1).to_string()).collect();
            return Some(("for example".to_owned(), heap(game, &coordinates.join(", "))));
        }
        Meaning::Coordinates { game, names, found } => return coordinates(game, names.len(), found),
        Meaning::HeapList { game, wanted, found } => {
            return coordinates(game, *wanted, found).filter(|_| found.len() >= *wanted);
        }
        Meaning::NotA { name, wanted: Wanted::Game, found: Wanted::Value } if FAMILIES.contains(&name.as_str()) => {
            return Some(("a rule says what a move does with the numbers".to_owned(), format!("take {name}")));
        }
        Meaning::PowerOfValues => ("the nim-sum is", "xor"),
        Meaning::NotAPosition { found, kind: "a number", .. } if !found.chars().all(|c| c.is_ascii_digit()) => {
            return None;
        }
        Meaning::NotAPosition { found, kind: "a number", game: Some(game) } => {
            let text = format!(
                "write `*{found}` for a nim-heap of size {found}, or `{game}({found})` for a heap \
             of {game}"
            );
            return Some((text, heap(game, found)));
        }
        Meaning::NotAPosition { found, kind: "a number", game: None } => {
            let text = "write a nim-heap of that size with a star, and a heap of a game with its name, as in Kayles(5)";
            return Some((text.to_owned(), format!("*{found}")));
        }
        Meaning::NotAPosition { found, kind: "a tuple" | "a list", .. } => {
            let heaps = found.trim_matches(|c| "()[]".contains(c));
            return Some(("heaps belong to a game; heaps of Nim are".to_owned(), format!("Nim[{heaps}]")));
        }
        Meaning::NotAGame { game: Some(game), .. } => return Some(("the game alone is".to_owned(), game.clone())),
        Meaning::OptionBrackets { option } => {
            return Some(("a heap of the same game is".to_owned(), format!("({option})")));
        }
        Meaning::FixCoordinates { running: 3, .. } => ("give a number in place of one of them", "3"),
        _ => return None,
    };
    Some((text.to_owned(), new.to_owned()))
}

fn heap(game: &str, coordinates: &str) -> String {
    if game.contains(' ') { format!("({game})({coordinates})") } else { format!("{game}({coordinates})") }
}

/// `S(3,4)` is `S[3, 4]`, `W(1,2,3,4)` is `W(1, 2) + W(3, 4)`, and `W(3)` wants one more.
fn coordinates(game: &str, wanted: usize, found: &[String]) -> Option<(String, String)> {
    if wanted == 1 && found.len() > 1 {
        return Some(("several heaps are".to_owned(), format!("{game}[{}]", found.join(", "))));
    }
    if found.len() < wanted {
        let missing = (found.len()..wanted).map(|n| (n + 2).to_string());
        let all: Vec<String> = found.iter().cloned().chain(missing).collect();
        return Some(("for example".to_owned(), heap(game, &all.join(", "))));
    }
    if wanted == 0 || !found.len().is_multiple_of(wanted) {
        return None;
    }
    let positions: Vec<String> = found.chunks(wanted).map(|chunk| heap(game, &chunk.join(", "))).collect();
    let text = if positions.len() == 1 { "the position is" } else { "several positions are" };
    Some((text.to_owned(), positions.join(" + ")))
}

/// What to do, in words.
fn words(meaning: &Meaning) -> Option<String> {
    let text = match meaning {
        Meaning::Unknown { name, wanted, similar } => return Some(unknown(name, *wanted, similar)),
        Meaning::NotA { name, wanted: Wanted::Function, found: Wanted::Value } => {
            return Some(format!("write {name}[0] for a member of a list, and `*` for a product"));
        }
        Meaning::NotA { name, wanted: Wanted::Value, found: Wanted::Function } => {
            return Some(format!("call it with its arguments: {name}(…)"));
        }
        Meaning::NotA { wanted: Wanted::Game, .. } => "type `games` to list them",
        Meaning::Repeated { .. } => "give each its own name",
        Meaning::Coordinates { game, names, .. } => {
            return Some(format!("a position of it is {game}({}), and several are joined with `+`", names.join(", ")));
        }
        Meaning::AssertFailed { .. } => "use `check` instead of `assert` to see why, and to continue",
        Meaning::NotAPosition { .. } => "positions look like S(5), S(3) + S(4), S[3,4,5], 2*S(7), *3",
        Meaning::NotAGame { .. } => "name a game, as in `period Kayles`, or write a rule: `period take <1,2>`",
        Meaning::OptionCoordinates { names, .. } => {
            return Some(format!("an option names all coordinates, changed or not: ({})", names.join(", ")));
        }
        Meaning::Amount { .. } => "amounts are numbers from 1 on, as in take <1,2,3>",
        Meaning::NoAmounts => "for example <1,2,3>, or `any` for every number from 1 on",
        Meaning::NotAmounts { .. } => "write a set of numbers as <1,2,3>, <1..9> or <k*k for k in 1..>",
        Meaning::Divisor { .. } => "for example divide by <2,3,6>",
        Meaning::Parts { .. } => {
            "`split` makes two heaps, `split into 3` makes three, and `split into 2..` makes \
         any number"
        }
        Meaning::PassDigit { .. } => "before the point of an octal code only 4 is useful: split without taking",
        Meaning::NoCoordinate { coordinates, .. } => {
            let are = if coordinates.len() == 1 { "coordinate is" } else { "coordinates are" };
            let first = coordinates.first()?;
            return Some(format!("its {are} {}: take any from {first}", listed(coordinates, "and")));
        }
        Meaning::SplitCoordinates { .. } => "write the options out: (i, b) + (a-i, b) for i in 1..a-1",
        Meaning::Circular { .. } => {
            "the name of a game, used as a clause, stands for its moves; write a position of it with brackets"
        }
        Meaning::NeedsItself { .. } => {
            "what is taken, and when, is worked out once for all heaps; an option may be a position of the game: (n-1) if n > 2"
        }
        Meaning::BorrowedMoves { .. } => {
            "a game can use only the moves of games with as many coordinates; but an option may be a position of \
             it, as in W(n, 2)"
        }
        Meaning::AskInRule => "compute the values first, with `let`, and use them in the rule",
        Meaning::OnlyHeaps { question: "values", game, arity } => {
            return Some(format!(
                "type `table {game} {}` to show them as a grid",
                vec!["0..8"; *arity.min(&2)].join(", ")
            ));
        }
        Meaning::OnlyHeaps { .. } => "use `table` for games of two coordinates",
        Meaning::Ranges { game, wanted, .. } => {
            return Some(format!(
                "type `table {game} {}`, or give a number in place of a range",
                vec!["0..8"; *wanted].join(", ")
            ));
        }
        Meaning::FixCoordinates { game, .. } => {
            return Some(format!("give numbers for the other coordinates: table {game} 0..8, 0..8, 3"));
        }
        Meaning::EmptyRange { .. } => "a range goes upwards, as in 0..20",
        Meaning::RangeWanted { .. } => "write 0..20 for a range of heaps, or a number for one heap",
        Meaning::TooMany { .. } => "ask for a part of it, such as 0..1000",
        Meaning::MisereGrundy => {
            "in misère play the values of two positions do not tell who wins their sum; ask `winner misere`, \
             `moves misere` or `explain misere` instead"
        }
        Meaning::NotACondition { .. } => "compare it with something, for example grundy S(n) == 0",
        Meaning::NothingToForget { library: true, .. } => {
            "it belongs to the language or the library; you can define the name yourself to replace it"
        }
        Meaning::NothingToForget { .. } => "type `show` to list your definitions",
        Meaning::NothingAbout { similar, .. } | Meaning::NoHelp { similar, .. } | Meaning::File { similar, .. }
            if !similar.is_empty() =>
        {
            return Some(format!("did you mean {}?", listed(similar, "or")));
        }
        Meaning::NothingAbout { .. } => "type `games` to list them all",
        Meaning::NoQuestions { .. } => {
            "a quiz draws heaps and numbers at random; choose a game whose positions are numbers"
        }
        Meaning::NoHelp { .. } => "type `help` to list all words",
        Meaning::LoadCircle { .. } => "load it only once: its definitions stay",
        Meaning::ForbiddenFile { why: Forbidden::Outside | Forbidden::Hidden, .. } => {
            "a script uses only files below its own folder and the current one, none of them hidden; if you trust it, \
             start `grundy --allow-files`"
        }
        Meaning::ForbiddenFile { .. } => "if you trust this script, start `grundy --allow-files`",
        Meaning::NoFiles { .. } => "start grundy without `--safe` to work with files",
        Meaning::NotReplaced { is_input: true, .. } => "choose another name, or save at the prompt, which asks first",
        Meaning::NotReplaced { .. } => "choose another name, or remove that file first",
        Meaning::PageIsScript { path } => {
            let script = std::path::Path::new(path);
            let (script, page) = (script.display(), script.with_extension("html"));
            return Some(format!("to make a page of it: grundy {script} --html {}", page.display()));
        }
        Meaning::LoadLimit { limit: LoadLimit::Files(_), .. } => {
            "does a file load others again and again? One `load` is enough: its definitions stay"
        }
        Meaning::LoadLimit { .. } => "load the parts one after the other",
        Meaning::NotAScript { .. } => "if it is one, give it a name that ends in .cgt, and its mistakes are shown",
        Meaning::UnknownFormat { known, .. } => {
            return Some(format!("the extensions that work are .{}", known.join(", .")));
        }
        Meaning::TreeTooLarge { position, fits, in_file, .. } => {
            return tree_that_fits(position, fits.as_deref(), *in_file);
        }
        _ => return None,
    };
    Some(text.to_owned())
}

fn tree_that_fits(position: &str, fits: Option<&str>, in_file: Option<usize>) -> Option<String> {
    let smaller = fits.map(|fits| format!("`tree {fits}` fits"));
    let file = in_file.map(|most| format!("a file holds up to {most}: `tree {position} to \"tree.svg\"`"));
    let said: Vec<String> = smaller.into_iter().chain(file).collect();
    (!said.is_empty()).then(|| said.join("; "))
}

/// What other prompts call it.
const LEAVING: [&str; 6] = ["exit", "bye", "q", "leave", "logout", "close"];
const CLEARING: [&str; 2] = ["clear", "cls"];

fn unknown(name: &str, wanted: Wanted, similar: &[String]) -> String {
    if !similar.is_empty() {
        return format!("did you mean {}?", listed(similar, "or"));
    }
    let is_lower = name.chars().next().is_some_and(char::is_lowercase);
    match wanted {
        Wanted::Anything if LEAVING.contains(&name) => "type `quit` or press Ctrl-D to leave".to_owned(),
        Wanted::Anything if CLEARING.contains(&name) => "press Ctrl-L to clear the screen".to_owned(),
        _ if name == "ans" => "`ans` is the last answer, and there is none yet".to_owned(),
        Wanted::Game if is_lower => {
            format!("define it first: `game {name} = take <1,2,3>`, or `let {name}(n) = n + 1` for a function")
        }
        Wanted::Game => format!("define it first: game {name} = take <1,2,3>; type `games` to list them"),
        _ if is_lower => format!("define it first: let {name} = 3"),
        _ => format!("define it first: `game {name} = take <1,2,3>`, or `let {name} = 3` for a value"),
    }
}

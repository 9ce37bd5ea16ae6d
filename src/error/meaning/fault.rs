//! Faults of expressions: their codes, what they say, what stands under the caret.

use std::fmt;

use grundy_engine::game::FaultKind;
use grundy_engine::solve::Stop;

use super::short;
use crate::error::Hint;
use crate::source::Span;

pub fn code(kind: &FaultKind) -> &'static str {
    match kind {
        FaultKind::Overflow => "E0320",
        FaultKind::Divisor { .. } => "E0321",
        FaultKind::NegativePower => "E0322",
        FaultKind::Expected { .. } => "E0323",
        FaultKind::Mismatch { .. } | FaultKind::Strange { .. } => "E0324",
        FaultKind::Index { .. } | FaultKind::Slice { .. } => "E0325",
        FaultKind::Empty { .. } => "E0326",
        FaultKind::WrongArgument { .. } => "E0327",
        FaultKind::Arity { .. } => "E0302",
        FaultKind::Endless { .. } => "E0328",
        FaultKind::NotGrowing { .. } => "E0329",
        FaultKind::Step { .. } => "E0330",
        FaultKind::TooDeep { .. } | FaultKind::CallCircle { .. } => "E0331",
        FaultKind::Aside => "E0501",
        FaultKind::TooLarge { .. } => "E0332",
        FaultKind::TooLong { .. } => "E0337",
        FaultKind::Coordinate { .. } => "E0333",
        FaultKind::OutsideDomain { .. } => "E0334",
        FaultKind::Amount { .. } => "E0403",
        FaultKind::Parts { .. } => "E0407",
        FaultKind::StarSize { .. } => "E0335",
        FaultKind::AskInRule => "E0413",
        FaultKind::NoPeriod { .. } => "E0313",
        FaultKind::Copies => "E0336",
        FaultKind::Stopped => "E0501",
        FaultKind::Halted(halt) => super::stop::code(&Stop::from(*halt)),
    }
}

pub fn write(kind: &FaultKind, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match kind {
        FaultKind::Overflow => f.write_str("a number here does not fit in 128 bits"),
        FaultKind::Divisor { divisor: 0 } => f.write_str("division by zero"),
        FaultKind::Divisor { divisor } => write!(f, "division by {divisor}: `/` and `%` need a divisor above 0"),
        FaultKind::NegativePower => f.write_str("the exponent of a power must be at least 0"),
        FaultKind::Expected { wanted, found, kind: "true or false" } => {
            write!(f, "{wanted} is needed here, but {found} is a truth value")
        }
        FaultKind::Expected { wanted, found, kind } => {
            write!(f, "{wanted} is needed here, but {} is {kind}", short(found))
        }
        FaultKind::Mismatch { operation: "==" | "!=", left, right } => {
            write!(f, "{} and {} cannot be compared", truth(left), truth(right))
        }
        FaultKind::Strange { member, members } => {
            write!(f, "{} is never among {}", truth(member), plural(members))
        }
        FaultKind::Mismatch { operation: operation @ ("in" | "not in"), right, .. } => {
            write!(f, "`{operation}` looks into a set, a list or a text, not into {}", truth(right))
        }
        FaultKind::Mismatch { operation, left, right } => {
            write!(f, "`{operation}` cannot be used between {} and {}", truth(left), truth(right))
        }
        FaultKind::Index { index, length: 0 } => write!(f, "there is no member {index}: the list or text is empty"),
        FaultKind::Index { index, length } => {
            write!(f, "there is no member {index}: counted from 0, the last is {}", length - 1)
        }
        FaultKind::Slice { start, end, length } => {
            write!(f, "the part {start}..{end} goes beyond the {length} members")
        }
        FaultKind::Empty { function } => write!(f, "{function} has no answer for an empty list"),
        FaultKind::WrongArgument { function, why } => write!(f, "{function} {why}"),
        FaultKind::Arity { name, wanted, found } => write!(f, "{name} has {wanted} coordinates, not {found}"),
        FaultKind::Endless { what } => write!(f, "{what} has no end, but all its members are needed here"),
        FaultKind::NotGrowing { earlier, later } if earlier == later => {
            write!(f, "an endless set must grow with its variable, but this one stays at {earlier}")
        }
        FaultKind::NotGrowing { earlier, later } => {
            write!(f, "an endless set must grow with its variable, but here {later} comes after {earlier}")
        }
        FaultKind::Step { step } => write!(f, "a step is at least 1, not {step}"),
        FaultKind::TooDeep { limit } => {
            write!(f, "functions call each other more than {} deep", crate::error::number::thousands(*limit as u64))
        }
        FaultKind::CallCircle { calls } => circle(calls, f),
        FaultKind::Aside => f.write_str("a call was postponed and never answered"),
        FaultKind::TooLarge { limit } => {
            write!(f, "this would have more than {} members", crate::error::number::thousands(*limit as u64))
        }
        FaultKind::TooLong { turns } => {
            write!(f, "this loop would take {} turns", crate::error::number::thousands(*turns))
        }
        FaultKind::Coordinate { game, value } if *value < 0 => {
            write!(f, "{game}({value}): the size of a heap cannot be negative")
        }
        FaultKind::Coordinate { value, .. } => write!(f, "{value} is beyond the largest coordinate, 2^63-1"),
        FaultKind::OutsideDomain { position, .. } => {
            write!(f, "{} is not a position of {}", short(&position.to_string()), position.game.name)
        }
        FaultKind::Amount { amount } => write!(f, "a move cannot take {amount}"),
        FaultKind::StarSize { size } => write!(f, "*{size}: a nim-heap has 0 to 2^64-1 counters"),
        FaultKind::NoPeriod { game } => write!(f, "no period of {game} is known"),
        FaultKind::AskInRule => f.write_str("a rule cannot ask for values: they follow from the rule"),
        FaultKind::Parts { parts } => write!(f, "a heap is split into 2 parts or more, not into {parts}"),
        FaultKind::Copies => f.write_str("a number of copies is 0 to 2^64-1"),
        FaultKind::Stopped => f.write_str("stopped"),
        FaultKind::Halted(halt) => super::stop::write(&Stop::from(*halt), None, f),
    }
}

/// The calls from one back to itself; of many only the first and the last.
fn circle(calls: &[String], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    const FIRST: usize = 4;
    let Some(first) = calls.first() else { return Ok(()) };
    write!(f, "{} needs its own answer: ", short(first))?;
    for (index, call) in calls.iter().enumerate().filter(|(index, _)| *index <= FIRST || index + 1 == calls.len()) {
        match index {
            0 => {}
            _ if index == FIRST && index + 1 < calls.len() => {
                f.write_str(" → …")?;
                continue;
            }
            _ => f.write_str(" → ")?,
        }
        f.write_str(&short(call))?;
    }
    Ok(())
}

/// The name of a kind behind "between".
fn truth(kind: &'static str) -> &'static str {
    if kind == "true or false" { "a truth value" } else { kind }
}

/// Many of a kind.
fn plural(kind: &'static str) -> &'static str {
    match kind {
        "true or false" => "truth values",
        "a number" => "numbers",
        "a text" => "texts",
        "a tuple" => "tuples",
        "a list" => "lists",
        "a set" => "sets",
        "an outcome" => "outcomes",
        "a player" => "players",
        _ => "positions",
    }
}

/// A few words under the caret.
pub fn label(kind: &FaultKind) -> String {
    let label = match kind {
        FaultKind::Overflow | FaultKind::TooLarge { .. } => "too large",
        FaultKind::Divisor { divisor: 0 } => "this is 0",
        FaultKind::Divisor { .. } => "not above 0",
        FaultKind::NegativePower => "below 0",
        FaultKind::Expected { wanted: "true or false", .. } => "neither true nor false",
        FaultKind::Expected { wanted, .. } => return format!("not {wanted}"),
        FaultKind::Mismatch { operation: "+", left: "a position", right: "a number" }
        | FaultKind::Mismatch { operation: "+", left: "a number", right: "a position" } => "a number, not a position",
        FaultKind::Mismatch { operation: "in" | "not in", right, .. } => truth(right),
        FaultKind::Mismatch { .. } => "these do not go together",
        FaultKind::Strange { .. } => "things of different kinds",
        FaultKind::Index { .. } | FaultKind::Slice { .. } => "outside",
        FaultKind::Empty { .. } => "empty",
        FaultKind::WrongArgument { .. } => "not for these arguments",
        FaultKind::Endless { .. } => "no end",
        FaultKind::TooLong { .. } => "too long",
        FaultKind::NotGrowing { .. } => "does not grow",
        FaultKind::Step { .. } => "not a step",
        FaultKind::TooDeep { .. } => "calls itself without end",
        FaultKind::CallCircle { .. } => "leads back to itself",
        FaultKind::Aside => "here",
        FaultKind::OutsideDomain { .. } => "`where` does not hold for it",
        FaultKind::Coordinate { .. } => "no such position",
        FaultKind::StarSize { .. } => "not a size",
        FaultKind::Copies => "not a number of copies",
        FaultKind::AskInRule => "asks for a value",
        FaultKind::NoPeriod { .. } => "no period known",
        FaultKind::Arity { .. }
        | FaultKind::Amount { .. }
        | FaultKind::Parts { .. }
        | FaultKind::Stopped
        | FaultKind::Halted(_) => "here",
    };
    label.to_owned()
}

/// What to do about a fault at this place of a question.
pub fn hint(kind: &FaultKind, at: Span) -> Option<Hint> {
    let before = Span { end: at.start, ..at };
    let (text, replacement) = match kind {
        FaultKind::Mismatch { operation: "+", left: "a position", right: "a number" }
        | FaultKind::Mismatch { operation: "+", left: "a number", right: "a position" } => {
            ("write a nim-heap of that size with a star", Some((before, "*".to_owned())))
        }
        FaultKind::Expected { wanted: "a range, a list or a set", kind: "a number", .. } => {
            ("for a range from 1 on, write", Some((before, "1..".to_owned())))
        }
        _ => (words(kind)?, None),
    };
    Some(Hint { text: text.to_owned(), replacement })
}

/// What to do about a fault inside a rule: mostly, to leave the move out.
pub fn hint_in_rule(kind: &FaultKind, at: Span) -> Option<Hint> {
    let text = match kind {
        FaultKind::Divisor { .. } => "add a condition to the move, which is tested first, for example `if b > 0 and …`",
        FaultKind::Index { .. } | FaultKind::Slice { .. } => {
            "let the variables run through `0..length(h)-1`, or add a condition to the move"
        }
        FaultKind::StarSize { .. } | FaultKind::Copies | FaultKind::NegativePower => {
            "add a condition to the move that leaves it out if this number is not allowed"
        }
        FaultKind::TooLarge { .. } => "this position has too many options to list: ask about a smaller one",
        FaultKind::Empty { .. } => "add a condition to the move, for example `if length(h) > 0`",
        _ => return hint(kind, at),
    };
    Some(Hint { text: text.to_owned(), replacement: None })
}

fn words(kind: &FaultKind) -> Option<&'static str> {
    Some(match kind {
        FaultKind::Overflow => "the largest number is 2^127 - 1",
        FaultKind::Divisor { divisor: 0 } => "treat the case 0 separately, for example if n > 0 then 7 / n else 0",
        FaultKind::NegativePower => "numbers are whole, but 2^(-1) would be a half",
        FaultKind::Empty { .. } => "check the length first: if length(h) > 0 then max(h) else 0",
        FaultKind::Step { .. } => "a range goes upwards; to reverse a list, use `reverse`",
        FaultKind::TooLarge { .. } => "lists and sets are kept in memory: choose a smaller range",
        FaultKind::TooLong { .. } => {
            "one number after the other is tried: choose a smaller range, or a step that meets only those you mean"
        }
        FaultKind::Divisor { .. } => "for a negative divisor, change both signs: write -a / 3 for a / -3",
        FaultKind::Endless { what } if what.starts_with('{') => {
            "give it an end, for example 1..100; only `take` may have an endless set"
        }
        FaultKind::Endless { .. } => {
            "a condition leaves members out, but does not end a set: use a finite range, for example {k for k in \
             1..100 if k in primes}"
        }
        FaultKind::NotGrowing { .. } => "let it grow, for example <k*k for k in 1..>, or give the range an end",
        FaultKind::TooDeep { .. } | FaultKind::CallCircle { .. } => {
            "every chain of calls must come to an end: let g(n) = if n < 2 then n else g(n-1) + g(n-2)"
        }
        FaultKind::Coordinate { value, .. } if *value < 0 => "heaps and other coordinates are numbers from 0 on",
        FaultKind::Coordinate { .. } => "coordinates are numbers from 0 to 2^63-1",
        FaultKind::Index { index, .. } if *index < 0 => {
            "members are not counted from the end: the last member is h[length(h)-1]"
        }
        FaultKind::Index { length: 0, .. } => "`length` gives the number of members",
        FaultKind::Index { .. } => "the last member is h[length(h)-1]",
        FaultKind::Slice { .. } => "the part up to the end is h[1..]",
        FaultKind::AskInRule => "compute the values first, with `let`, and use them in the rule",
        FaultKind::NoPeriod { .. } => "`values` shows more values",
        FaultKind::Expected { wanted: "true or false", kind: "a number", .. } => {
            "a number is not a condition: compare it, for example n > 0"
        }
        FaultKind::Expected { wanted: "true or false", kind: "a position" | "a player", .. } => {
            "join positions with `+`; `and` joins conditions"
        }
        FaultKind::Expected { wanted: "a position", kind: "a number", .. } => "a nim-heap of size 3 is *3",
        FaultKind::Strange { .. } => "only things of the same kind can be equal: numbers, texts, lists, …",
        FaultKind::Mismatch { operation, left, right } => return mismatch(operation, left, right),
        _ => return None,
    })
}

fn mismatch(operation: &str, left: &str, right: &str) -> Option<&'static str> {
    Some(match (operation, left, right) {
        ("==" | "!=", "a position", _) | ("==" | "!=", _, "a position") => {
            "compare its value, `grundy S(3) == 0`, or compare it with a nim-heap, `S(3) == *2`"
        }
        ("==" | "!=", "a player", _) | ("==" | "!=", _, "a player") => {
            "`winner` answers `first` or `second`: winner S(5) == first"
        }
        ("==" | "!=", "an outcome", _) | ("==" | "!=", _, "an outcome") => {
            "`outcome` answers `N` or `P`: outcome S(4) == P"
        }
        ("==" | "!=", "a set", "a list") | ("==" | "!=", "a list", "a set") => {
            "a list has an order, and a set has none: write both in the same brackets"
        }
        ("==" | "!=", "a tuple", "a list") | ("==" | "!=", "a list", "a tuple") => {
            "a tuple stands in ( ), a list in [ ]: write both in the same brackets"
        }
        ("==" | "!=", "a text", _) | ("==" | "!=", _, "a text") => {
            "a text stands in quotes, and a number does not: \"3\" is a text"
        }
        ("==" | "!=", _, _) => "only things of the same kind can be equal: numbers, texts, lists, …",
        ("<" | "<=" | ">" | ">=", "a position", "a position") => {
            "positions have no order, but their values have: grundy S(3) < grundy S(4)"
        }
        ("-", "a position", "a number") => "for a smaller heap, subtract inside the brackets: S(3-1)",
        ("-", "a position", "a position") => {
            "positions have no difference; to ask whether they are equal, write `S(3) == S(4)`"
        }
        ("*", "a position", _) => "write the number of copies first: 3*S(4)",
        ("xor", "a position", _) | ("xor", _, "a position") => {
            "add positions with `+`; the nim-sum of their values is grundy S(3) xor grundy S(4)"
        }
        ("+", "a list", "a list") => "to join lists, write `++`",
        ("+", "a text", "a text") => "to join texts, write `++`",
        ("+" | "++", "a text", _) | ("+" | "++", _, "a text") => {
            "to print several things, write commas: print \
         \"n is\", 3"
        }
        ("+" | "++", "a set", "a set") => "to unite two sets, write <A, B>",
        ("++", "a list", _) | ("++", _, "a list") => "to add a member, join a list of one member: h ++ [3]",
        (_, "a set", "a number") => "to change every member, write a new set: <k+1 for k in A>",
        ("-", "a set", "a set") => "to remove the members of B from A, write `A except B`",
        ("in" | "not in", _, "a number") => "write a range as `0..3` and a set as `<1,2,3>`",
        _ => return None,
    })
}

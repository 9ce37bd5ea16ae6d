//! Errors while an expression is evaluated: their codes, what they say, what stands under the caret.

use std::fmt;

use grundy_engine::game::EvalErrorKind;

use super::halt;
use super::texts::short;
use crate::error::hint::Hint;
use crate::error::number::thousands;
use crate::source::Span;

pub fn code(kind: &EvalErrorKind) -> &'static str {
    match kind {
        EvalErrorKind::Overflow => "E0320",
        EvalErrorKind::Divisor { .. } => "E0321",
        EvalErrorKind::NegativePower => "E0322",
        EvalErrorKind::Expected { .. } => "E0323",
        EvalErrorKind::Mismatch { .. } | EvalErrorKind::Strange { .. } => "E0324",
        EvalErrorKind::Index { .. } | EvalErrorKind::Slice { .. } => "E0325",
        EvalErrorKind::Empty { .. } => "E0326",
        EvalErrorKind::WrongArgument { .. } => "E0327",
        EvalErrorKind::Arity { .. } => "E0302",
        EvalErrorKind::Endless { .. } => "E0328",
        EvalErrorKind::NotGrowing { .. } => "E0329",
        EvalErrorKind::Step { .. } => "E0330",
        EvalErrorKind::TooDeep { .. } | EvalErrorKind::CallCircle { .. } => "E0331",
        EvalErrorKind::Aside => "E0501",
        EvalErrorKind::TooLarge { .. } => "E0332",
        EvalErrorKind::TooLong { .. } => "E0337",
        EvalErrorKind::Coordinate { .. } => "E0333",
        EvalErrorKind::OutsideDomain { .. } => "E0334",
        EvalErrorKind::Amount { .. } => "E0403",
        EvalErrorKind::Parts { .. } => "E0407",
        EvalErrorKind::StarSize { .. } => "E0335",
        EvalErrorKind::AskInRule => "E0413",
        EvalErrorKind::NoPeriod { .. } => "E0313",
        EvalErrorKind::Copies => "E0336",
        EvalErrorKind::Stopped => "E0501",
        EvalErrorKind::Halted(halt) => halt::code(halt),
    }
}

pub fn write(kind: &EvalErrorKind, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match kind {
        EvalErrorKind::Overflow => f.write_str("a number here does not fit in 128 bits"),
        EvalErrorKind::Divisor { divisor: 0 } => f.write_str("division by zero"),
        EvalErrorKind::Divisor { divisor } => write!(f, "division by {divisor}: `/` and `%` need a divisor above 0"),
        EvalErrorKind::NegativePower => f.write_str("the exponent of a power must be at least 0"),
        EvalErrorKind::Expected { wanted, found, kind: "true or false" } => {
            write!(f, "{wanted} is needed here, but {found} is a truth value")
        }
        EvalErrorKind::Expected { wanted, found, kind } => {
            write!(f, "{wanted} is needed here, but {} is {kind}", short(found))
        }
        EvalErrorKind::Mismatch { operation: "==" | "!=", left, right } => {
            write!(f, "{} and {} cannot be compared", truth(left), truth(right))
        }
        EvalErrorKind::Strange { member, members } => {
            write!(f, "{} is never among {}", truth(member), plural(members))
        }
        EvalErrorKind::Mismatch { operation: operation @ ("in" | "not in"), right, .. } => {
            write!(f, "`{operation}` looks into a set, a list or a text, not into {}", truth(right))
        }
        EvalErrorKind::Mismatch { operation, left, right } => {
            write!(f, "`{operation}` cannot be used between {} and {}", truth(left), truth(right))
        }
        EvalErrorKind::Index { index, length: 0 } => write!(f, "there is no member {index}: the list or text is empty"),
        EvalErrorKind::Index { index, length } => {
            write!(f, "there is no member {index}: counted from 0, the last is {}", length - 1)
        }
        EvalErrorKind::Slice { start, end, length } => {
            write!(f, "the part {start}..{end} goes beyond the {length} members")
        }
        EvalErrorKind::Empty { function } => write!(f, "{function} has no answer for an empty list"),
        EvalErrorKind::WrongArgument { function, why } => write!(f, "{function} {why}"),
        EvalErrorKind::Arity { name, wanted, found } => write!(f, "{name} has {wanted} coordinates, not {found}"),
        EvalErrorKind::Endless { what } => write!(f, "{what} has no end, but all its members are needed here"),
        EvalErrorKind::NotGrowing { earlier, later } if earlier == later => {
            write!(f, "an endless set must grow with its variable, but this one stays at {earlier}")
        }
        EvalErrorKind::NotGrowing { earlier, later } => {
            write!(f, "an endless set must grow with its variable, but here {later} comes after {earlier}")
        }
        EvalErrorKind::Step { step } => write!(f, "a step is at least 1, not {step}"),
        EvalErrorKind::TooDeep { limit } => {
            write!(f, "functions call each other more than {} deep", thousands(*limit as u64))
        }
        EvalErrorKind::CallCircle { calls } => circle(calls, f),
        EvalErrorKind::Aside => f.write_str("a call was postponed and never answered"),
        EvalErrorKind::TooLarge { limit } => {
            write!(f, "this would have more than {} members", thousands(*limit as u64))
        }
        EvalErrorKind::TooLong { turns } => {
            write!(f, "this loop would take {} turns", thousands(*turns))
        }
        EvalErrorKind::Coordinate { game, value } if *value < 0 => {
            write!(f, "{game}({value}): the size of a heap cannot be negative")
        }
        EvalErrorKind::Coordinate { value, .. } => write!(f, "{value} is beyond the largest coordinate, 2^63-1"),
        EvalErrorKind::OutsideDomain { position, .. } => {
            write!(f, "{} is not a position of {}", short(&position.to_string()), position.game.name)
        }
        EvalErrorKind::Amount { amount } => write!(f, "a move cannot take {amount}"),
        EvalErrorKind::StarSize { size } => write!(f, "*{size}: a nim-heap has 0 to 2^64-1 counters"),
        EvalErrorKind::NoPeriod { game } => write!(f, "no period of {game} is known"),
        EvalErrorKind::AskInRule => f.write_str("a rule cannot ask for values: they follow from the rule"),
        EvalErrorKind::Parts { parts } => write!(f, "a heap is split into 2 parts or more, not into {parts}"),
        EvalErrorKind::Copies => f.write_str("a number of copies is 0 to 2^64-1"),
        EvalErrorKind::Stopped => f.write_str("stopped"),
        EvalErrorKind::Halted(halt) => halt::write(halt, f),
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
pub fn label(kind: &EvalErrorKind) -> String {
    let label = match kind {
        EvalErrorKind::Overflow | EvalErrorKind::TooLarge { .. } => "too large",
        EvalErrorKind::Divisor { divisor: 0 } => "this is 0",
        EvalErrorKind::Divisor { .. } => "not above 0",
        EvalErrorKind::NegativePower => "below 0",
        EvalErrorKind::Expected { wanted: "true or false", .. } => "neither true nor false",
        EvalErrorKind::Expected { wanted, .. } => return format!("not {wanted}"),
        EvalErrorKind::Mismatch { operation: "+", left: "a position", right: "a number" }
        | EvalErrorKind::Mismatch { operation: "+", left: "a number", right: "a position" } => {
            "a number, not a position"
        }
        EvalErrorKind::Mismatch { operation: "in" | "not in", right, .. } => truth(right),
        EvalErrorKind::Mismatch { .. } => "these do not go together",
        EvalErrorKind::Strange { .. } => "things of different kinds",
        EvalErrorKind::Index { .. } | EvalErrorKind::Slice { .. } => "outside",
        EvalErrorKind::Empty { .. } => "empty",
        EvalErrorKind::WrongArgument { .. } => "not for these arguments",
        EvalErrorKind::Endless { .. } => "no end",
        EvalErrorKind::TooLong { .. } => "too long",
        EvalErrorKind::NotGrowing { .. } => "does not grow",
        EvalErrorKind::Step { .. } => "not a step",
        EvalErrorKind::TooDeep { .. } => "calls itself without end",
        EvalErrorKind::CallCircle { .. } => "leads back to itself",
        EvalErrorKind::Aside => "here",
        EvalErrorKind::OutsideDomain { .. } => "`where` does not hold for it",
        EvalErrorKind::Coordinate { .. } => "no such position",
        EvalErrorKind::StarSize { .. } => "not a size",
        EvalErrorKind::Copies => "not a number of copies",
        EvalErrorKind::AskInRule => "asks for a value",
        EvalErrorKind::NoPeriod { .. } => "no period known",
        EvalErrorKind::Arity { .. }
        | EvalErrorKind::Amount { .. }
        | EvalErrorKind::Parts { .. }
        | EvalErrorKind::Stopped
        | EvalErrorKind::Halted(_) => "here",
    };
    label.to_owned()
}

/// What to do about an error at this place of a question.
pub fn hint(kind: &EvalErrorKind, at: Span) -> Option<Hint> {
    let before = Span { end: at.start, ..at };
    let (text, replacement) = match kind {
        EvalErrorKind::Mismatch { operation: "+", left: "a position", right: "a number" }
        | EvalErrorKind::Mismatch { operation: "+", left: "a number", right: "a position" } => {
            ("write a nim-heap of that size with a star", Some((before, "*".to_owned())))
        }
        EvalErrorKind::Expected { wanted: "a range, a list or a set", kind: "a number", .. } => {
            ("for a range from 1 on, write", Some((before, "1..".to_owned())))
        }
        _ => (words(kind)?, None),
    };
    Some(Hint { text: text.to_owned(), replacement })
}

/// What to do about an error inside a rule: mostly, to leave the move out.
pub fn hint_in_rule(kind: &EvalErrorKind, at: Span) -> Option<Hint> {
    let text = match kind {
        EvalErrorKind::Divisor { .. } => {
            "add a condition to the move, which is tested first, for example `if b > 0 and …`"
        }
        EvalErrorKind::Index { .. } | EvalErrorKind::Slice { .. } => {
            "let the variables run through `0..length(h)-1`, or add a condition to the move"
        }
        EvalErrorKind::StarSize { .. } | EvalErrorKind::Copies | EvalErrorKind::NegativePower => {
            "add a condition to the move that leaves it out if this number is not allowed"
        }
        EvalErrorKind::TooLarge { .. } => "this position has too many options to list: ask about a smaller one",
        EvalErrorKind::Empty { .. } => "add a condition to the move, for example `if length(h) > 0`",
        _ => return hint(kind, at),
    };
    Some(Hint { text: text.to_owned(), replacement: None })
}

fn words(kind: &EvalErrorKind) -> Option<&'static str> {
    Some(match kind {
        EvalErrorKind::Overflow => "the largest number is 2^127 - 1",
        EvalErrorKind::Divisor { divisor: 0 } => "treat the case 0 separately, for example if n > 0 then 7 / n else 0",
        EvalErrorKind::NegativePower => "numbers are whole, but 2^(-1) would be a half",
        EvalErrorKind::Empty { .. } => "check the length first: if length(h) > 0 then max(h) else 0",
        EvalErrorKind::Step { .. } => "a range goes upwards; to reverse a list, use `reverse`",
        EvalErrorKind::TooLarge { .. } => "lists and sets are kept in memory: choose a smaller range",
        EvalErrorKind::TooLong { .. } => {
            "one number after the other is tried: choose a smaller range, or a step that meets only those you mean"
        }
        EvalErrorKind::Divisor { .. } => "for a negative divisor, change both signs: write -a / 3 for a / -3",
        EvalErrorKind::Endless { what } if what.starts_with('{') => {
            "give it an end, for example 1..100; only `take` may have an endless set"
        }
        EvalErrorKind::Endless { .. } => {
            "a condition leaves members out, but does not end a set: use a finite range, for example {k for k in \
             1..100 if k in primes}"
        }
        EvalErrorKind::NotGrowing { .. } => "let it grow, for example <k*k for k in 1..>, or give the range an end",
        EvalErrorKind::TooDeep { .. } | EvalErrorKind::CallCircle { .. } => {
            "every chain of calls must come to an end: let g(n) = if n < 2 then n else g(n-1) + g(n-2)"
        }
        EvalErrorKind::Coordinate { value, .. } if *value < 0 => "heaps and other coordinates are numbers from 0 on",
        EvalErrorKind::Coordinate { .. } => "coordinates are numbers from 0 to 2^63-1",
        EvalErrorKind::Index { index, .. } if *index < 0 => {
            "members are not counted from the end: the last member is h[length(h)-1]"
        }
        EvalErrorKind::Index { length: 0, .. } => "`length` gives the number of members",
        EvalErrorKind::Index { .. } => "the last member is h[length(h)-1]",
        EvalErrorKind::Slice { .. } => "the part up to the end is h[1..]",
        EvalErrorKind::AskInRule => "compute the values first, with `let`, and use them in the rule",
        EvalErrorKind::NoPeriod { .. } => "`values` shows more values",
        EvalErrorKind::Expected { wanted: "true or false", kind: "a number", .. } => {
            "a number is not a condition: compare it, for example n > 0"
        }
        EvalErrorKind::Expected { wanted: "true or false", kind: "a position" | "a player", .. } => {
            "join positions with `+`; `and` joins conditions"
        }
        EvalErrorKind::Expected { wanted: "a position", kind: "a number", .. } => "a nim-heap of size 3 is *3",
        EvalErrorKind::Strange { .. } => "only things of the same kind can be equal: numbers, texts, lists, …",
        EvalErrorKind::Mismatch { operation, left, right } => return mismatch(operation, left, right),
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

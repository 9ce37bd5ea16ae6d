//! The wording of errors that happen while an expression is evaluated.

use grundy_engine::game::{EvalErrorKind, Halt, Position};

use crate::error::texts::{bytes, counted, in_a_row, kind_name_in_sentence, short, thousands};
use crate::error::wording::Wording;

/// The wording of an evaluation error. If it happened inside a rule, `at` is the position, which the message names.
pub fn wording(kind: &EvalErrorKind, at: Option<&Position>) -> Wording {
    match at {
        // The help inside a rule is, in most cases, to add a condition that leaves the move out.
        Some(position) => {
            wording_without_position(kind).case("rule").followed_by(format!(", at {}", short(&position.to_string())))
        }
        None => wording_without_position(kind),
    }
}

/// The wording without a position.
fn wording_without_position(kind: &EvalErrorKind) -> Wording {
    let of = |code: &'static str| Wording::from(code);
    match kind {
        EvalErrorKind::Overflow => of("E0320"),
        EvalErrorKind::Divisor { divisor } => of("E0321").when(*divisor == 0, "zero").part("divisor", divisor),
        EvalErrorKind::NegativePower => of("E0322"),
        EvalErrorKind::Expected { wanted, found, kind } => expected(wanted, found, kind),
        EvalErrorKind::Mismatch { operation, left, right } => mismatch(operation, left, right),
        EvalErrorKind::WrongMemberKind { member, members } => {
            of("E0324").case("strange").part("member", kind_name_in_sentence(member)).part("members", plural(members))
        }
        EvalErrorKind::Index { index, length } => of("E0325")
            .when(*length == 0, "empty")
            .when(*index < 0, "below")
            .part("index", index)
            .part("last", length.saturating_sub(1)),
        EvalErrorKind::Members { wanted, found, kind } => {
            of("E0338").part("wanted", wanted).part("found", short(found)).part("kind", kind)
        }
        EvalErrorKind::NoneFound => of("E0339"),
        EvalErrorKind::Slice { start, end, length } => {
            of("E0325").case("slice").part("start", start).part("end", end).part("length", length)
        }
        EvalErrorKind::Empty { function } => of("E0326").part("function", function),
        EvalErrorKind::WrongArgument { function, why } => of("E0327").part("function", function).part("why", why),
        EvalErrorKind::Arity { name, wanted, found } => of("E0302")
            .case("arity")
            .part("name", name)
            .part("wanted", counted(*wanted, "coordinate"))
            .part("found", if found < wanted { "fewer" } else { "more" }),
        EvalErrorKind::Endless { what } => of("E0328").when(what.starts_with('{'), "set").part("what", what),
        EvalErrorKind::NotGrowing { earlier, later } => {
            of("E0329").when(earlier == later, "stays").part("earlier", earlier).part("later", later)
        }
        EvalErrorKind::Step { step } => of("E0330").part("step", step),
        EvalErrorKind::TooDeep { limit } => of("E0331").part("limit", thousands(*limit as u64)),
        EvalErrorKind::CallCycle { calls } => of("E0331")
            .case("circle")
            .part("first", short(calls.first().map_or("", String::as_str)))
            .part("calls", in_a_row(calls, 4)),
        EvalErrorKind::Deferred => of("E0501").case("aside"),
        EvalErrorKind::TooLarge { limit } => of("E0332").part("limit", thousands(*limit as u64)),
        EvalErrorKind::TooLong { turns } => of("E0337").part("turns", thousands(*turns)),
        EvalErrorKind::Coordinate { game, value } => {
            of("E0333").when(*value < 0, "below").part("game", game).part("value", value)
        }
        EvalErrorKind::OutsideDomain { position, stated, .. } => of("E0334")
            .when(stated.is_some(), "stated")
            .part("position", short(&position.to_string()))
            .part("game", &position.game.name)
            .part("stated", stated.as_deref().unwrap_or_default()),
        EvalErrorKind::OutsideParameter { function, value, domain } => {
            of("E0341").part("function", function).part("value", short(value)).part("domain", domain)
        }
        EvalErrorKind::Amount { amount } => of("E0403").case("computed").part("amount", amount),
        EvalErrorKind::HeapDivisor { divisor } => of("E0405").part("divisor", divisor),
        EvalErrorKind::SplitCount { parts } => of("E0407").case("computed").part("parts", parts),
        EvalErrorKind::StarSize { size } => of("E0335").part("size", size),
        EvalErrorKind::Ragged(row) => {
            of("E0340").part("row", row.row + 1).part("length", counted(row.length, "cell")).part("wanted", row.wanted)
        }
        EvalErrorKind::AskInRule => of("E0413"),
        EvalErrorKind::Copies => of("E0336"),
        EvalErrorKind::Stopped => of("E0501").case("stopped"),
        EvalErrorKind::Halted(Halt::Interrupted) => of("E0501").case("halted"),
        EvalErrorKind::Halted(Halt::TimedOut) => of("E0502").case("halted"),
        EvalErrorKind::Halted(Halt::Memory { needed, limit }) => {
            memory(u128::from(*needed), *limit).case("halted").part("least", "")
        }
    }
}

/// The wording for too little memory. The caller adds the part `least`: `at least ` where more than `needed` may be
/// needed, otherwise empty.
pub fn memory(needed: u128, limit: u64) -> Wording {
    let (needed, limit) = (bytes(needed), bytes(u128::from(limit)));
    Wording::from("E0503").when(needed == limit, "limit").part("needed", needed).part("limit", limit)
}

fn expected(wanted: &'static str, found: &str, kind: &'static str) -> Wording {
    let case = match (wanted, kind) {
        ("true or false", "a number") => "number",
        ("true or false", "a position" | "a player") => "position",
        ("a board", _) => "board",
        ("a pattern", _) => "pattern",
        ("a position", "a number") => "star",
        ("a range, a list or a set", "a number") => "range",
        ("a range, a list or a set" | "a list or a set", _) => "list",
        ("a list or a text", _) => "members",
        ("a number", "a text") => "digits",
        ("a number", "a position") => "value",
        ("a text", _) => "text",
        ("a game", "a position") => "family",
        ("a game", _) => "game",
        ("a set", _) => "set",
        ("a graph or a function of two arguments", _) => "relation",
        ("a number from 1 on", "a number") => "positive",
        ("a tuple of as many values as there are coordinates", _) => "tuple",
        _ => "",
    };
    Wording::from("E0323")
        .when(wanted == "true or false", "truth")
        .case(case)
        .part("wanted", wanted)
        .part("found", if kind == "true or false" { found.to_owned() } else { short(found) })
        .part("kind", kind_name_in_sentence(kind))
}

/// The wording for an operator between kinds of values that it is not defined for.
fn mismatch(operation: &'static str, left: &'static str, right: &'static str) -> Wording {
    let either = |kind: &str| left == kind || right == kind;
    let both = |one: &str, other: &str| (left, right) == (one, other) || (left, right) == (other, one);
    let case = match operation {
        "==" | "!=" if either("a position") => "equal position",
        "==" | "!=" if either("a player") => "equal player",
        "==" | "!=" if either("an outcome") => "equal outcome",
        "==" | "!=" if both("a set", "a list") => "equal set",
        "==" | "!=" if both("a tuple", "a list") => "equal tuple",
        "==" | "!=" if either("a text") => "equal text",
        "==" | "!=" => "equal",
        "<" | "<=" | ">" | ">=" if both("a position", "a position") => "order",
        "-" if (left, right) == ("a position", "a number") => "smaller",
        "-" if both("a position", "a position") => "difference",
        "*" if left == "a position" => "copies",
        "xor" if either("a position") => "xor",
        "+" if both("a position", "a number") => "star",
        "+" if both("a game", "a game") => "games",
        "+" if both("a list", "a list") => "lists",
        "+" if both("a text", "a text") => "texts",
        "+" | "++" if either("a text") => "print",
        "+" | "++" if both("a set", "a set") => "union",
        "++" if either("a list") => "member",
        _ if (left, right) == ("a set", "a number") => "every",
        "-" if both("a set", "a set") => "except",
        "in" | "not in" if right == "a number" => "range",
        _ if either("an absent value") => "absent",
        _ => "",
    };
    Wording::from("E0324")
        .when(matches!(operation, "==" | "!="), "equal")
        .when(matches!(operation, "in" | "not in"), "in")
        .case(case)
        .part("operation", operation)
        .part("left", kind_name_in_sentence(left))
        .part("right", kind_name_in_sentence(right))
}

/// The plural of the name of a kind of value.
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

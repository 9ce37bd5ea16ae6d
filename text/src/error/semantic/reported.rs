//! The wording of what the engine reports: errors that happen while an expression is evaluated, and the reasons why the
//! solver stopped.

use grundy_engine::game::{EvalErrorKind, Halt, Position, Reached, Value, reached};
use grundy_engine::solve::{Budget, Cost, NeedsEnd, NotSame, SolveError, WrongRepresentative};

use crate::error::texts::{bytes, clipped, duration, in_a_row, kind_name_in_sentence, short, thousands};
use crate::error::wording::Wording;
use crate::told::{Tellable, told};

/// The wording of an evaluation error. If it happened inside a rule, `at` is the position, which the message names.
pub fn of_evaluation(kind: &EvalErrorKind, at: Option<&Position>) -> Wording {
    match at {
        // The help inside a rule is, in most cases, to add a condition that leaves the move out.
        Some(position) => {
            without_position(kind).case("rule").part("at", short(&position.to_string())).followed_by(", at {at}")
        }
        None => without_position(kind),
    }
}

/// The wording without a position.
fn without_position(kind: &EvalErrorKind) -> Wording {
    let of = |code: &'static str| Wording::from(code);
    match kind {
        EvalErrorKind::Overflow => of("E0320"),
        EvalErrorKind::Divisor { divisor } => of("E0321").when(*divisor == 0, "zero").part("divisor", divisor),
        EvalErrorKind::NegativePower => of("E0322"),
        EvalErrorKind::NoQuotient { game } => of("E0344").part("game", game),
        EvalErrorKind::TooManyForQuotient { limit } => {
            of("E0344").case("many").part("limit", thousands(u128::from(*limit)))
        }
        EvalErrorKind::OnlyAlike { left, right } => of("E0349").part("left", short(left)).part("right", short(right)),
        EvalErrorKind::LongForm { limit } => of("E0332").case("form").part("limit", thousands(*limit as u64)),
        EvalErrorKind::Expected { wanted, found, kind } => expected(wanted, found, kind),
        EvalErrorKind::NoNumber { value } => {
            of(if value.is_infinite() { "E0423" } else { "E0424" }).case("alone").part("value", value)
        }
        EvalErrorKind::Mismatch { operation, left, right } => mismatch(operation, left, right),
        EvalErrorKind::WrongMemberKind { member, members } => {
            of("E0324").case("strange").words("member", kind_name_in_sentence(member)).words("members", plural(members))
        }
        EvalErrorKind::Index { index, length } => of("E0325")
            .when(*length == 0, "empty")
            .when(*index < 0, "below")
            .part("index", index)
            .part("last", length.saturating_sub(1)),
        EvalErrorKind::Members { wanted, found, kind } => {
            of("E0338").part("wanted", wanted).part("found", short(found)).words("kind", kind)
        }
        EvalErrorKind::NoneFound => of("E0339"),
        EvalErrorKind::Slice { start, end, length } => {
            of("E0325").case("slice").part("start", start).part("end", end).part("length", length)
        }
        EvalErrorKind::Empty { function } => of("E0326").part("function", function),
        EvalErrorKind::WrongArgument { function, why } => of("E0327").part("function", function).words("why", why),
        EvalErrorKind::NoVertex { vertex, beside, vertices } => of("E0345")
            .case("vertex")
            .when(beside.is_some(), "neighbour")
            .when(*vertices == 0, "empty")
            .part("vertex", vertex)
            .part("beside", beside.unwrap_or_default())
            .part("last", vertices.saturating_sub(1)),
        EvalErrorKind::OneWayEdge { vertex, neighbour } => {
            of("E0345").part("vertex", vertex).part("neighbour", neighbour)
        }
        EvalErrorKind::Arity { name, wanted, found } => of("E0302")
            .case("arity")
            .part("name", name)
            .told("wanted", told!("{n} coordinate[s]", n = *wanted))
            .words("found", if found < wanted { "fewer" } else { "more" }),
        EvalErrorKind::Endless { what } => of("E0328").when(what.starts_with('{'), "set").part("what", what),
        EvalErrorKind::NotGrowing { earlier, later } => {
            of("E0329").when(earlier == later, "stays").part("earlier", earlier).part("later", later)
        }
        EvalErrorKind::Step { step } => of("E0330").part("step", step),
        EvalErrorKind::NestedTooDeep { limit } => of("E0331").case("nested").part("limit", limit),
        EvalErrorKind::TooDeep { limit } => of("E0331").part("limit", thousands(*limit as u64)),
        EvalErrorKind::CallCycle { calls } => of("E0331")
            .case("circle")
            .part("first", short(calls.first().map_or("", String::as_str)))
            .part("calls", in_a_row(calls, 4)),
        EvalErrorKind::Deferred => of("E0501").case("aside"),
        EvalErrorKind::TooLarge { limit } => of("E0332").part("limit", thousands(*limit as u64)),
        EvalErrorKind::TooManyHeaps { limit } => of("E0332").case("heaps").part("limit", thousands(*limit as u64)),
        EvalErrorKind::TooLong { turns } => of("E0337").part("turns", thousands(*turns)),
        EvalErrorKind::Coordinate { game, value } => {
            of("E0333").when(*value < 0, "below").part("game", game).part("value", value)
        }
        EvalErrorKind::OutsideDomain { position, stated, members, .. } => of("E0334")
            .when(stated.is_some(), "stated")
            .when(!members.is_empty(), "members")
            .part("members", members.iter().map(Value::brief).collect::<Vec<_>>().join(", "))
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
        EvalErrorKind::Ragged(row) => of("E0340")
            .part("row", row.row + 1)
            .told("length", told!("{n} cell[s]", n = row.length))
            .part("wanted", row.wanted),
        EvalErrorKind::AskInRule => of("E0413"),
        EvalErrorKind::BindsInCompound { game } => of("E0425").case("compound").part("game", game),
        EvalErrorKind::Binds { game } => of("E0425").part("game", game),
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
        ("a number as the size of a heap", "a set") => "each",
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
        .words("wanted", wanted)
        .part("found", if kind == "true or false" { found.to_owned() } else { short(found) })
        .words("kind", kind_name_in_sentence(kind))
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
        .words("left", kind_name_in_sentence(left))
        .words("right", kind_name_in_sentence(right))
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

/// The wording of a reason. `reached` is the progress of the solver, if it reported any: how much was done, and how
/// much there was to do (0 if unknown). `because` says why a position leads to itself, such as `0/2 = 0`.
pub fn of_stop(stop: &SolveError, reached: Option<(u64, u64)>, because: Option<&str>) -> Wording {
    let of = |code: &'static str| Wording::from(code);
    match stop {
        SolveError::Interrupted => kept(of("E0501"), reached.filter(|_| because.is_none())),
        SolveError::TimedOut => kept(of("E0502"), reached.filter(|_| because.is_none())),
        SolveError::Memory { needed, limit, cost } => with_cost(memory(*needed, *limit), *needed, *cost),
        SolveError::Overflow => of("E0504"),
        SolveError::Positions { limit } => of("E0505").part("limit", thousands(*limit)),
        SolveError::Cycle(path) => {
            let first = path.first().map(Position::to_string).unwrap_or_default();
            of("E0420")
                .when(path.first().is_some_and(|first| matches!(*first.coordinates, [Value::Text(_)])), "board")
                .when(path.len() == 2, "two")
                .when(path.len() == 2 && how_reached(path, 1) != Some(Reached::InSum), "self")
                .when(because.is_some() && !path.is_empty(), "because")
                .part("first", short(&first))
                .part("because", because.unwrap_or_default())
                .part("path", way_back(path))
        }
        SolveError::EndlessTurn(path) => of("E0420").case("turn").part("path", way_back(path)),
        SolveError::Loony(position) => of("E0424").part("position", short(&position.to_string())),
        SolveError::Binds(position) => of("E0425").part("game", &position.game.name),
        SolveError::Infinite(found) => {
            of("E0423").part("position", short(&found.0.to_string())).part("value", &found.1)
        }
        SolveError::Endless(found) => of("E0427")
            .case(match found.0 {
                NeedsEnd::Remoteness => "",
                NeedsEnd::Suspense => "suspense",
                NeedsEnd::Compound => "compound",
                NeedsEnd::MisereForm => "misere",
                NeedsEnd::Binding => "binding",
                NeedsEnd::Period => "period",
            })
            .part("position", short(&found.1.to_string())),
        SolveError::WrongRepresentative(wrong) => wrong_representative(wrong),
        SolveError::Grows { path, looked_at: None } => of("E0421").part("path", way(path)),
        SolveError::Grows { path, looked_at: Some(count) } => {
            of("E0421").case("looked").part("path", way(path)).part("looked", thousands(*count as u128))
        }
        SolveError::Internal(what) => fault_of_the_program(what),
        SolveError::Fault { fault, position } => of_evaluation(&fault.kind, position.as_ref()),
    }
}

/// The wording for a fault of this program.
pub fn fault_of_the_program(what: &str) -> Wording {
    Wording::from("E0901")
        .part("what", what)
        .part("repository", env!("CARGO_PKG_REPOSITORY"))
        .part("version", env!("CARGO_PKG_VERSION"))
}

/// The wording for a `same as` that is wrong. The representative of a position is the one that `same as` names for it.
fn wrong_representative(wrong: &WrongRepresentative) -> Wording {
    let text = |position: &Position| short(&position.to_string());
    let of = Wording::from("E0430")
        .part("position", text(&wrong.position))
        .part("representative", text(&wrong.representative));
    match &wrong.why {
        NotSame::Values(one, other) => of.part("value", one).part("other", other),
        NotSame::NotAPosition => of.case("outside"),
        NotSame::NotItsOwnRepresentative(farther) => of.case("farther").part("farther", text(farther)),
    }
}

/// The message ends with how far the solver came.
fn kept(stopped: Wording, reached: Option<(u64, u64)>) -> Wording {
    let (done, goal) = reached.unwrap_or_default();
    stopped.part("done", thousands(done)).part("goal", thousands(goal)).followed_by(match (done, goal) {
        (0, _) => "; the results so far are kept",
        (_, 0) => " after {done} steps; the results so far are kept",
        _ => " at {done} of {goal}; the results so far are kept",
    })
}

/// "S(3) → S(2) → S(3)"; of a long path, its two ends.
fn way(path: &[Position]) -> String {
    written(path, |_, position| clipped(&position.to_string(), 24))
}

/// The same for play that comes back. A position that is reached beside other summands is followed by `+ …`.
pub fn way_back(path: &[Position]) -> String {
    written(path, |index, position| {
        // A compound is long, and cut short it says little.
        let longest = if position.compound().is_some() { 60 } else { 24 };
        let text = clipped(&position.to_string(), longest);
        if how_reached(path, index) == Some(Reached::InSum) { format!("{text} + …") } else { text }
    })
}

/// How the position with this index is reached from the one before it.
fn how_reached(path: &[Position], index: usize) -> Option<Reached> {
    let before = path.get(index.checked_sub(1)?)?;
    reached(before, path.get(index)?, Budget::brief().meter())
}

/// The positions of a path as texts, or its two ends, if it is long.
fn written(path: &[Position], text: impl Fn(usize, &Position) -> String) -> String {
    const ENDS: usize = 4;
    let mut steps: Vec<(usize, &Position)> = path.iter().enumerate().collect();
    let between = path.len().saturating_sub(2 * ENDS);
    let last = steps.split_off(steps.len().min(ENDS));
    let mut texts: Vec<String> = steps.iter().map(|(index, position)| text(*index, position)).collect();
    if between > 0 {
        texts.push(format!("… ({between} more) …"));
    }
    texts.extend(last[between..].iter().map(|(index, position)| text(*index, position)));
    texts.join(" → ")
}

/// Adds what takes the memory, and a limit that would be enough.
fn with_cost(memory: Wording, needed: u128, cost: Option<Cost>) -> Wording {
    let more =
        enough(needed).map(|memory| told!(", or allow more memory: `grundy --memory {memory}`", memory).into_line());
    let memory = memory
        .told("more", more.unwrap_or_default())
        .words("least", if matches!(cost, None | Some(Cost::Members)) { "" } else { "at least " });
    match cost {
        Some(Cost::Options(options)) => memory.case("options").part("options", thousands(options)),
        Some(Cost::Positions(positions)) => memory.case("positions").part("positions", thousands(positions)),
        Some(Cost::Heaps { heaps, steps }) => memory.case("heaps").part("heaps", thousands(heaps - 1)).told(
            "time",
            steps.map(|steps| told!(" in {time}", time = duration(steps)).into_line()).unwrap_or_default(),
        ),
        Some(Cost::Members) => memory.case("members"),
        None => memory,
    }
}

/// A value for `--memory` that would be enough: a quarter more than needed, rounded up to a power of two. `None`
/// beyond 4 TB, more than machines have.
fn enough(needed: u128) -> Option<String> {
    const LARGEST: u128 = 1 << 12;
    let gigabytes = needed.saturating_add(needed / 4).div_ceil(1_000_000_000).next_power_of_two();
    match gigabytes {
        ..1024 => Some(format!("{gigabytes}G")),
        1024..=LARGEST => Some(format!("{}T", gigabytes / 1024)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::{Error, explain};
    use crate::source::Span;

    #[test]
    fn a_mistake_of_the_program_says_so_and_asks_to_be_reported() {
        let stop = SolveError::Internal("the value of a smaller heap is not stored");
        let error = Error::stopped(stop, Span::default());
        assert_eq!(
            error.to_string(),
            "this is a fault of grundy, not yours: the value of a smaller heap is not stored"
        );
        let help = error.hint().unwrap().text();
        for part in ["no answer is given", "please report it at https://", "/issues", env!("CARGO_PKG_VERSION")] {
            assert!(help.contains(part), "{part}: {help}");
        }
        assert_eq!(explain(error.code()).unwrap().title, "a fault of grundy");
    }

    #[test]
    fn memory_that_would_be_enough() {
        for (needed, expected) in [
            (1 << 30, Some("2G")),
            (3_000_000_000, Some("4G")),
            (480_000_000_000, Some("1T")),
            (u128::MAX, None),
            (10u128.pow(18), None),
        ] {
            assert_eq!(enough(needed).as_deref(), expected, "{needed}");
        }
    }
}

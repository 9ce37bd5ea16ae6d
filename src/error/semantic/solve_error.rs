//! The wording of the reasons why the solver stopped.

use grundy_engine::game::{Position, Reached, Value, reached};
use grundy_engine::solve::{Budget, Cost, NotSame, SolveError, WrongRepresentative};

use super::eval_error;
use crate::error::texts::{clipped, duration, short, thousands};
use crate::error::wording::Wording;

/// The wording of a reason. `reached` is the progress of the solver, if it reported any: how much was done, and how
/// much there was to do (0 if unknown). `because` says why a position leads to itself, such as `0/2 = 0`.
pub fn wording(stop: &SolveError, reached: Option<(u64, u64)>, because: Option<&str>) -> Wording {
    let of = |code: &'static str| Wording::from(code);
    match stop {
        SolveError::Interrupted => of("E0501").followed_by(kept(reached.filter(|_| because.is_none()))),
        SolveError::TimedOut => of("E0502").followed_by(kept(reached.filter(|_| because.is_none()))),
        SolveError::Memory { needed, limit, cost } => with_cost(eval_error::memory(*needed, *limit), *needed, *cost),
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
        SolveError::WrongRepresentative(wrong) => wrong_representative(wrong),
        SolveError::Grows(path) => of("E0421").part("path", way(path)),
        SolveError::Internal(what) => of("E0901")
            .part("what", what)
            .part("repository", env!("CARGO_PKG_REPOSITORY"))
            .part("version", env!("CARGO_PKG_VERSION")),
        SolveError::Fault { fault, position } => eval_error::wording(&fault.kind, position.as_ref()),
    }
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

/// The end of the message: how far the solver came.
fn kept(reached: Option<(u64, u64)>) -> String {
    let place = match reached {
        Some((done, 0)) if done > 0 => format!(" after {} steps", thousands(done)),
        Some((done, goal)) if done > 0 => format!(" at {} of {}", thousands(done), thousands(goal)),
        _ => String::new(),
    };
    format!("{place}; the results so far are kept")
}

/// "S(3) → S(2) → S(3)"; of a long path, its two ends.
fn way(path: &[Position]) -> String {
    written(path, |_, position| clipped(&position.to_string(), 24))
}

/// The same for play that comes back. A position that is reached beside other summands is followed by `+ …`.
fn way_back(path: &[Position]) -> String {
    written(path, |index, position| {
        let text = clipped(&position.to_string(), 24);
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
    let more = enough(needed).map(|memory| format!(", or allow more memory: `grundy --memory {memory}`"));
    let memory = memory
        .part("more", more.unwrap_or_default())
        .part("least", if matches!(cost, None | Some(Cost::Members)) { "" } else { "at least " });
    match cost {
        Some(Cost::Options(options)) => memory.case("options").part("options", thousands(options)),
        Some(Cost::Positions(positions)) => memory.case("positions").part("positions", thousands(positions)),
        Some(Cost::Heaps { heaps, steps }) => memory
            .case("heaps")
            .part("heaps", thousands(heaps - 1))
            .part("time", steps.map(|steps| format!(" in {}", duration(steps))).unwrap_or_default()),
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
        let help = error.hint().unwrap().text;
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

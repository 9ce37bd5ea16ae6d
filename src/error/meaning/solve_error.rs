//! Why the solver stopped: codes, sentences, hints.

use std::fmt;

use grundy_engine::game::Position;
use grundy_engine::solve::{Cost, SolveError};

use super::texts::short;
use super::{eval_error, halt};
use crate::error::hint::Hint;
use crate::error::number::{duration, thousands};
use crate::source::Span;

pub fn code(stop: &SolveError) -> &'static str {
    match stop {
        SolveError::Interrupted => "E0501",
        SolveError::TimedOut => "E0502",
        SolveError::Memory { .. } => "E0503",
        SolveError::Overflow => "E0504",
        SolveError::Positions { .. } => "E0505",
        SolveError::Cycle(_) => "E0420",
        SolveError::Grows(_) => "E0421",
        SolveError::Internal(_) => "E0901",
        SolveError::Fault { fault, .. } => eval_error::code(&fault.kind),
    }
}

pub fn write(stop: &SolveError, reached: Option<(u64, u64)>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match stop {
        SolveError::Interrupted => f.write_str("interrupted")?,
        SolveError::TimedOut => f.write_str("the time is up")?,
        SolveError::Memory { needed, limit, cost } => {
            let least = if cost.is_some_and(|cost| cost != Cost::Members) { "at least " } else { "" };
            return halt::write_memory(*needed, *limit, least, f);
        }
        SolveError::Overflow => return f.write_str("a value or a count here is too large: values have 64 bits"),
        SolveError::Internal(what) => return write!(f, "this is a fault of grundy, not yours: {what}"),
        SolveError::Positions { limit } => {
            return write!(f, "there are more than {} options here, too many to list", thousands(*limit));
        }
        SolveError::Cycle(path) => return write_cycle(path, f),
        SolveError::Grows(path) => {
            f.write_str("the positions grow without end: ")?;
            return write_path(path, f);
        }
        SolveError::Fault { fault, position: Some(position) } => {
            eval_error::write(&fault.kind, f)?;
            return write!(f, ", at {}", short(&position.to_string()));
        }
        SolveError::Fault { fault, position: None } => return eval_error::write(&fault.kind, f),
    }
    match reached {
        Some((done, 0)) if done > 0 => write!(f, " after {} steps; the results so far are kept", thousands(done)),
        Some((done, goal)) if done > 0 => {
            write!(f, " at {} of {}; the results so far are kept", thousands(done), thousands(goal))
        }
        _ => f.write_str("; the results so far are kept"),
    }
}

fn write_cycle(path: &[Position], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match path {
        [from, to] if from == to => {
            write!(f, "{} can move to itself, so play might never end", short(&from.to_string()))
        }
        _ => {
            f.write_str("play might never end: ")?;
            write_path(path, f)
        }
    }
}

fn write_path(path: &[Position], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    const SHOWN: usize = 8;
    for (index, position) in path.iter().enumerate() {
        if index > 0 {
            f.write_str(" → ")?;
        }
        if path.len() > SHOWN && index == SHOWN / 2 {
            write!(f, "… ({} more) … → ", path.len() - SHOWN)?;
        }
        if path.len() <= SHOWN || index < SHOWN / 2 || index >= path.len() - SHOWN / 2 {
            f.write_str(&clipped(position))?;
        }
    }
    Ok(())
}

/// A position among others on a line.
fn clipped(position: &Position) -> String {
    const LONGEST: usize = 24;
    let text = position.to_string();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// What to do about it at this place of a question.
pub fn hint(stop: &SolveError, at: Span) -> Option<Hint> {
    let text = match stop {
        SolveError::Memory { needed, cost, .. } => {
            return Some(Hint { text: room(*needed, cost.as_ref()), replacement: None });
        }
        SolveError::TimedOut => "ask again to continue from there, or allow more time with --timeout",
        SolveError::Cycle(path) if path.len() == 2 => {
            "every move must lead to another position that is nearer to the end"
        }
        SolveError::Cycle(_) | SolveError::Grows(_) => "every move must make the position smaller in some way",
        SolveError::Fault { fault, position: Some(_) } => return eval_error::hint_in_rule(&fault.kind, at),
        SolveError::Fault { fault, position: None } => return eval_error::hint(&fault.kind, at),
        SolveError::Positions { .. } => "ask `winner`, `grundy` or `outcome`, which need no list",
        SolveError::Internal(_) => return Some(Hint { text: report_it(), replacement: None }),
        SolveError::Overflow | SolveError::Interrupted => return None,
    };
    Some(Hint { text: text.to_owned(), replacement: None })
}

/// What takes so much memory, and what to do about it.
fn room(needed: u128, cost: Option<&Cost>) -> String {
    let (why, smaller) = match cost {
        Some(Cost::Options(options)) => {
            let options = thousands(*options);
            (format!("it has at least {options} options, and needs the values of all; "), "a smaller position")
        }
        Some(Cost::Positions(positions)) => {
            let positions = thousands(*positions);
            let why = format!("at least {positions} positions are reached from it, and the values of all are needed; ");
            (why, "a smaller position")
        }
        Some(Cost::Heaps { heaps, steps }) => {
            let heaps = thousands(heaps - 1);
            let time = steps.map(|steps| format!(" in {}", duration(steps))).unwrap_or_default();
            let why = format!("no period is proved, so the {heaps} smaller heaps must all be computed first{time}; ");
            (why, "a smaller heap")
        }
        Some(Cost::Members) => return with_memory(MEMBERS.to_owned(), needed),
        None => (String::new(), "something smaller"),
    };
    with_memory(format!("{why}ask about {smaller}"), needed)
}

const MEMBERS: &str = "lists, texts and sets are kept in memory as a whole: build a shorter one";

/// The advice, or to allow more memory if that can be enough.
fn with_memory(advice: String, needed: u128) -> String {
    match enough(needed) {
        Some(memory) => format!("{advice}, or allow more memory: `grundy --memory {memory}`"),
        None => advice,
    }
}

/// A limit that would be enough, as it is typed; none beyond what machines have.
fn enough(needed: u128) -> Option<String> {
    const LARGEST: u128 = 1 << 12;
    let gigabytes = needed.saturating_add(needed / 4).div_ceil(1_000_000_000).next_power_of_two();
    match gigabytes {
        ..1024 => Some(format!("{gigabytes}G")),
        1024..=LARGEST => Some(format!("{}T", gigabytes / 1024)),
        _ => None,
    }
}

/// What to do about a mistake of the program itself.
fn report_it() -> String {
    format!(
        "no answer is given, since it might be wrong; please report it at {}/issues, with the lines that you typed and \
         the version, grundy {}",
        env!("CARGO_PKG_REPOSITORY"),
        env!("CARGO_PKG_VERSION")
    )
}

/// A few words under the caret.
pub fn label(stop: &SolveError) -> String {
    let label = match stop {
        SolveError::Cycle(_) => "comes back to itself",
        SolveError::Grows(_) => "grows without end",
        SolveError::Fault { fault, .. } => return eval_error::label(&fault.kind),
        SolveError::Interrupted | SolveError::TimedOut => "stopped here",
        SolveError::Internal(_) => "while this was answered",
        _ => "asked here",
    };
    label.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::{Error, Meaning, explain};

    #[test]
    fn a_mistake_of_the_program_says_so_and_asks_to_be_reported() {
        let stop = SolveError::Internal("the value of a smaller heap is not stored");
        let error =
            Error::new(Meaning::Stopped { stop: Box::new(stop), reached: None, because: None }, Span::default());
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

//! Why the solver stopped: codes, sentences, hints.

use std::fmt;

use super::{fault, short};
use crate::error::Hint;
use crate::error::number::{bytes, duration, thousands};
use crate::game::Position;
use crate::solve::{Cost, Stop};
use crate::source::Span;

pub fn code(stop: &Stop) -> &'static str {
    match stop {
        Stop::Interrupted => "E0501",
        Stop::TimedOut => "E0502",
        Stop::Memory { .. } => "E0503",
        Stop::Overflow => "E0504",
        Stop::Positions { .. } => "E0505",
        Stop::Cycle(_) => "E0420",
        Stop::Grows(_) => "E0421",
        Stop::Fault { fault, .. } => fault::code(&fault.kind),
    }
}

pub fn write(stop: &Stop, reached: Option<(u64, u64)>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match stop {
        Stop::Interrupted => f.write_str("interrupted")?,
        Stop::TimedOut => f.write_str("the time is up")?,
        Stop::Memory { needed, limit, .. } => {
            let (needed, limit) = (bytes(*needed), bytes(u128::from(*limit)));
            return if needed == limit {
                write!(f, "this would need a little more memory than the limit, {limit}")
            } else {
                write!(f, "this would need {needed} of memory, and the limit is {limit}")
            };
        }
        Stop::Overflow => return f.write_str("a value here does not fit in 64 bits"),
        Stop::Positions { limit } => {
            return write!(f, "there are more than {} options here, too many to list", thousands(*limit));
        }
        Stop::Cycle(path) => return write_cycle(path, f),
        Stop::Grows(path) => {
            f.write_str("the positions grow without end: ")?;
            return write_path(path, f);
        }
        Stop::Fault { fault, position: Some(position) } => {
            fault::write(&fault.kind, f)?;
            return write!(f, ", at {}", short(&position.to_string()));
        }
        Stop::Fault { fault, position: None } => return fault::write(&fault.kind, f),
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

/// What to do about a stop at this place of a question.
pub fn hint(stop: &Stop, at: Span) -> Option<Hint> {
    let text = match stop {
        Stop::Memory { cost: Some(Cost::Options(options)), .. } => {
            let text = format!(
                "it has at least {} options, and needs the values of all; ask about a smaller position",
                thousands(*options)
            );
            return Some(Hint { text, replacement: None });
        }
        Stop::Memory { cost: Some(Cost::Heaps { heaps, steps }), .. } => {
            let heaps = thousands(heaps - 1);
            let time = steps.map(|steps| format!(" in {}", duration(steps))).unwrap_or_default();
            let text = format!(
                "no period is proved, so the {heaps} smaller heaps must all be computed first{time}; ask about a \
                 smaller heap, or allow more memory: `grundy --memory 8G`"
            );
            return Some(Hint { text, replacement: None });
        }
        Stop::Memory { .. } => {
            "ask about a smaller heap, or allow more: `grundy --memory 8G`; if a period is proved, any heap can \
             be answered"
        }
        Stop::TimedOut => "ask again to continue from there, or allow more time with --timeout",
        Stop::Cycle(path) if path.len() == 2 => "every move must lead to another position that is nearer to the end",
        Stop::Cycle(_) | Stop::Grows(_) => "every move must make the position smaller in some way",
        Stop::Fault { fault, position: Some(_) } => return fault::hint_in_rule(&fault.kind, at),
        Stop::Fault { fault, position: None } => return fault::hint(&fault.kind, at),
        Stop::Positions { .. } => "ask `winner`, `grundy` or `outcome`, which need no list",
        Stop::Overflow | Stop::Interrupted => return None,
    };
    Some(Hint { text: text.to_owned(), replacement: None })
}

/// A few words under the caret.
pub fn label(stop: &Stop) -> String {
    let label = match stop {
        Stop::Cycle(_) => "comes back to itself",
        Stop::Grows(_) => "grows without end",
        Stop::Fault { fault, .. } => return fault::label(&fault.kind),
        Stop::Interrupted | Stop::TimedOut => "stopped here",
        _ => "asked here",
    };
    label.to_owned()
}

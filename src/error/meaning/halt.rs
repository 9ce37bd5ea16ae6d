//! A computation that was told to stop: its code, and what is said of it.

use std::fmt;

use grundy_engine::game::Halt;

use crate::error::number::bytes;

pub fn code(halt: &Halt) -> &'static str {
    match halt {
        Halt::Interrupted => "E0501",
        Halt::TimedOut => "E0502",
        Halt::Memory { .. } => "E0503",
    }
}

pub fn write(halt: &Halt, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match halt {
        Halt::Interrupted => f.write_str("interrupted; the results so far are kept"),
        Halt::TimedOut => f.write_str("the time is up; the results so far are kept"),
        Halt::Memory { needed, limit } => write_memory(u128::from(*needed), *limit, "", f),
    }
}

/// `least` is `at least ` where more may be needed.
pub fn write_memory(needed: u128, limit: u64, least: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (needed, limit) = (bytes(needed), bytes(u128::from(limit)));
    if needed == limit {
        write!(f, "this needs more memory than the limit of {limit}")
    } else {
        write!(f, "this would need {least}{needed} of memory, and the limit is {limit}")
    }
}

//! Why a computation may not go on.

use std::error::Error;
use std::fmt;

/// Why a loop may not go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// Ctrl-C.
    Interrupted,
    /// The time is up.
    TimedOut,
    /// The memory limit would be exceeded.
    Memory {
        /// Bytes that would be in use.
        needed: u64,
        /// Bytes that may be in use.
        limit: u64,
    },
}

impl fmt::Display for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Halt::Interrupted => f.write_str("interrupted"),
            Halt::TimedOut => f.write_str("the time is up"),
            Halt::Memory { needed, limit } => write!(f, "{needed} bytes would be needed; the limit is {limit}"),
        }
    }
}

impl Error for Halt {}

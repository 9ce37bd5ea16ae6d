//! Why a computation ended without an answer. `session` turns it into an error with a place.

use std::error::Error;
use std::fmt;

use crate::game::{Fault, Halt, Position};

/// What a value would take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// A list, a text or a set, which is built as a whole.
    Members,
    /// All smaller heaps first.
    Heaps {
        heaps: u64,
        /// Steps of the engine, about a nanosecond each, if they go on growing as they have until now.
        steps: Option<u128>,
    },
    /// The values of so many options at least.
    Options(u64),
    /// The values of so many positions at least.
    Positions(u128),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Stop {
    /// Ctrl-C.
    Interrupted,
    TimedOut,
    /// More bytes would be needed than the limit allows. Found out before they were taken.
    Memory {
        needed: u128,
        limit: u64,
        /// What else it would take, where that is known.
        cost: Option<Cost>,
    },
    /// A position that is reached again from itself: the path from it back to it, both ends named.
    Cycle(Vec<Position>),
    /// Positions that grow without end: a stretch of the path.
    Grows(Vec<Position>),
    /// A fault inside a rule, at the position at hand.
    Fault {
        fault: Fault,
        position: Option<Position>,
    },
    /// A value or a count beyond the numbers that hold it, 64 bits at the most.
    Overflow,
    /// Something that must be there is not: a fault of this program, which no input should reach. It is said rather
    /// than answered with a number that may be wrong.
    Internal(&'static str),
    /// More positions than the limit.
    Positions {
        limit: u64,
    },
}

impl From<Halt> for Stop {
    fn from(halt: Halt) -> Stop {
        match halt {
            Halt::Interrupted => Stop::Interrupted,
            Halt::TimedOut => Stop::TimedOut,
            Halt::Memory { needed, limit } => {
                Stop::Memory { needed: u128::from(needed), limit, cost: members(needed, limit) }
            }
        }
    }
}

/// Who asks for more than the limit by itself builds something large. Otherwise the memory is full, whoever filled it.
fn members(needed: u64, limit: u64) -> Option<Cost> {
    (needed != limit).then_some(Cost::Members)
}

/// A fault of a set or a rule, at no position in particular.
impl From<Fault> for Stop {
    fn from(fault: Fault) -> Stop {
        match fault.halt() {
            Some(halt) => halt.into(),
            None => Stop::Fault { fault, position: None },
        }
    }
}

/// One sentence, for programs that have no better words. Those of grundy are its own.
impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = |path: &[Position]| path.first().map_or_else(String::new, Position::to_string);
        match self {
            Stop::Interrupted => f.write_str("interrupted"),
            Stop::TimedOut => f.write_str("the time is up"),
            Stop::Memory { needed, limit, .. } => write!(f, "{needed} bytes would be needed; the limit is {limit}"),
            Stop::Cycle(path) => write!(f, "{} can be reached from itself", position(path)),
            Stop::Grows(path) => write!(f, "from {} on, positions grow without end", position(path)),
            Stop::Fault { position: Some(position), .. } => write!(f, "the rule cannot be evaluated at {position}"),
            Stop::Fault { position: None, .. } => f.write_str("a rule cannot be evaluated"),
            Stop::Overflow => f.write_str("a number does not fit into 64 bits"),
            Stop::Internal(what) => write!(f, "internal error, please report it: {what}"),
            Stop::Positions { limit } => write!(f, "more than {limit} positions would have to be looked at"),
        }
    }
}

impl Error for Stop {}

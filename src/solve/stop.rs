//! Why a computation ended without an answer. `session` turns it into an error with a place.

use crate::game::{Fault, Position};

/// What a value would take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// All smaller heaps first.
    Heaps {
        heaps: u64,
        /// Steps of the engine, about a nanosecond each, if they go on growing as they have until now.
        steps: Option<u128>,
    },
    /// The values of so many options at least.
    Options(u64),
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
    /// A value beyond 64 bits.
    Overflow,
    /// More positions than the limit.
    Positions {
        limit: u64,
    },
}

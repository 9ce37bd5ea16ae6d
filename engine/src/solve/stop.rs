//! Why a computation ended without an answer. `session` turns it into an error with a place.

use std::error::Error;
use std::fmt;

use crate::game::{EvalError, Halt, Position};

/// What a value would take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// A list, a text or a set, which is built as a whole.
    Members,
    /// All smaller heaps first.
    Heaps {
        /// How many heaps must be known first.
        heaps: u64,
        /// Steps of the engine, about a nanosecond each, if they go on growing as they have until now.
        steps: Option<u128>,
    },
    /// The values of so many options at least.
    Options(u64),
    /// The values of so many positions at least.
    Positions(u128),
}

/// A position that does not stand for another, as `same as` says.
#[derive(Clone, Debug, PartialEq)]
pub struct WrongHome {
    /// A position,
    pub position: Position,
    /// the one that is said to stand for it,
    pub home: Position,
    /// and what is wrong with that.
    pub why: NotSame,
}

/// Why a position does not stand for another.
#[derive(Clone, Debug, PartialEq)]
pub enum NotSame {
    /// Their values are different: that of the position, and that of the one that is said to stand for it.
    Values(u64, u64),
    /// It is not a position of the game.
    NoPosition,
    /// It does not stand for itself, but this one for it.
    Moves(Position),
}

/// Why a computation ended without an answer.
#[derive(Clone, Debug, PartialEq)]
// A tag of one word: otherwise it is as wide as the largest number inside, and slow to look at.
#[repr(u64)]
pub enum SolveError {
    /// Ctrl-C.
    Interrupted,
    /// The time was up.
    TimedOut,
    /// More bytes would be needed than the limit allows. Found out before they were taken.
    Memory {
        /// Bytes that would be in use.
        needed: u128,
        /// Bytes that may be.
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
        /// What went wrong, and where.
        fault: EvalError,
        /// The position, where it is known.
        position: Option<Position>,
    },
    /// A value or a count beyond the numbers that hold it, 64 bits at the most.
    Overflow,
    /// Something that must be there is not: a fault of this program, which no input should reach. It is said rather
    /// than answered with a number that may be wrong.
    Internal(&'static str),
    /// `same as` takes two positions for equal that are not, as far as it was tried.
    WrongHome(Box<WrongHome>),
    /// More positions than the limit.
    Positions {
        /// How many may be looked at.
        limit: u64,
    },
}

/// What a computation gives, unless it ends without an answer.
pub(crate) type Solved<T> = Result<T, SolveError>;

impl From<Halt> for SolveError {
    fn from(halt: Halt) -> SolveError {
        match halt {
            Halt::Interrupted => SolveError::Interrupted,
            Halt::TimedOut => SolveError::TimedOut,
            Halt::Memory { needed, limit } => {
                // Who asks for more than the limit by itself builds something large. Otherwise the memory is full, whoever
                // filled it.
                let cost = (needed != limit).then_some(Cost::Members);
                SolveError::Memory { needed: u128::from(needed), limit, cost }
            }
        }
    }
}

impl SolveError {
    /// When memory runs out because positions grow without end, that is the better thing to say.
    pub(super) fn or_growth(self, growth: impl FnOnce() -> Option<SolveError>) -> SolveError {
        match self {
            SolveError::Memory { .. } => growth().unwrap_or(self),
            other => other,
        }
    }
}

/// A fault of a set or a rule, at no position in particular.
impl From<EvalError> for SolveError {
    fn from(fault: EvalError) -> SolveError {
        match fault.halt() {
            Some(halt) => halt.into(),
            None => SolveError::Fault { fault, position: None },
        }
    }
}

/// One sentence, for programs that have no better words. Those of grundy are its own.
impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = |path: &[Position]| path.first().map_or_else(String::new, Position::to_string);
        match self {
            SolveError::Interrupted => Halt::Interrupted.fmt(f),
            SolveError::TimedOut => Halt::TimedOut.fmt(f),
            SolveError::Memory { needed, limit, .. } => {
                write!(f, "{needed} bytes would be needed; the limit is {limit}")
            }
            SolveError::Cycle(path) => write!(f, "{} can be reached from itself", position(path)),
            SolveError::Grows(path) => write!(f, "from {} on, positions grow without end", position(path)),
            SolveError::WrongHome(wrong) => write!(f, "{} is not the same as {}", wrong.position, wrong.home),
            SolveError::Fault { position: Some(position), .. } => {
                write!(f, "the rule cannot be evaluated at {position}")
            }
            SolveError::Fault { position: None, .. } => f.write_str("a rule cannot be evaluated"),
            SolveError::Overflow => f.write_str("a number does not fit into 64 bits"),
            SolveError::Internal(what) => write!(f, "internal error, please report it: {what}"),
            SolveError::Positions { limit } => write!(f, "more than {limit} positions would have to be looked at"),
        }
    }
}

impl Error for SolveError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            SolveError::Fault { fault, .. } => Some(fault),
            _ => None,
        }
    }
}

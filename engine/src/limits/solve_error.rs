//! Why a computation ended without an answer.

use std::error::Error;
use std::fmt;

use crate::game::{EvalError, Halt, Position, Sum};
use crate::nim::GrundyValue;

/// What a computation would need more memory for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// One large list, text or set.
    Members,
    /// The values of all smaller heaps.
    Heaps {
        /// How many heaps must be known first.
        heaps: u64,
        /// Estimated steps of the engine, about a nanosecond each, if they go on growing as they have until now; `None`
        /// without an estimate.
        steps: Option<u128>,
    },
    /// The values of at least this many options.
    Options(u64),
    /// The values of at least this many positions.
    Positions(u128),
}

/// A wrong `same as`: the rules say that `representative` stands for `position`, that is, has the same value, and that
/// is not true or not allowed. The representative of a position is the position that `same as` names for it.
#[derive(Clone, Debug, PartialEq)]
pub struct WrongRepresentative {
    /// The position for which `same as` names another.
    pub position: Position,
    /// The position that is said to stand for it.
    pub representative: Position,
    /// What is wrong with that.
    pub why: NotSame,
}

/// Why one position cannot stand for another.
#[derive(Clone, Debug, PartialEq)]
pub enum NotSame {
    /// Their values are different: first the value of the position, then the value of its representative.
    Values(u64, u64),
    /// The representative is not a position of the game.
    NotAPosition,
    /// The representative does not stand for itself: `same as` names this other position for it.
    NotItsOwnRepresentative(Position),
}

/// What is known only where play ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NeedsEnd {
    /// The remoteness of a draw.
    Remoteness,
    /// How many moves the winner can delay the end.
    Suspense,
    /// Which moves of positions that are played at once win.
    Compound,
    /// The canonical form, the genus, the quotient and the Grundy value in misère play.
    MisereForm,
    /// What stands beside moves that bind the players.
    Binding,
    /// How Grundy values repeat: one of them is ∞.
    Period,
}

/// Why a computation ended without an answer.
#[derive(Clone, Debug, PartialEq)]
// The tag takes one word. By default it is as wide as the largest number inside, and slow to read.
#[repr(u64)]
pub enum SolveError {
    /// Ctrl-C.
    Interrupted,
    /// The time was up.
    TimedOut,
    /// More bytes would be needed than the limit allows. This is found out before they are allocated.
    Memory {
        /// Bytes that would be in use.
        needed: u128,
        /// Bytes that may be in use.
        limit: u64,
        /// What the memory would be needed for, where that is known.
        cost: Option<Cost>,
    },
    /// A position that can be reached from itself: the path from it back to it, with the position at both ends.
    Cycle(Vec<Position>),
    /// As `Cycle`, by moves after which the same player moves again: a turn that never ends.
    EndlessTurn(Vec<Position>),
    /// The value of a position whose moves bind is loony, where a number is wanted.
    Loony(Box<Position>),
    /// Misère play, or another kind of play about which nothing is known for moves that bind, is asked of a game that has
    /// such moves.
    Binds(Box<Position>),
    /// Positions that grow without end.
    Grows {
        /// A few consecutive positions of the path.
        path: Vec<Position>,
        /// Among how many positions a proof of who wins was looked for.
        looked_at: Option<usize>,
    },
    /// The value of a position is wanted as a number, and is ∞: play may never end.
    Infinite(Box<(Position, GrundyValue)>),
    /// This is known only where play ends, and from this position it may never end.
    Endless(Box<(NeedsEnd, Sum)>),
    /// A rule or a set cannot be evaluated.
    Fault {
        /// What went wrong, and where in the rule.
        fault: EvalError,
        /// The position whose options were being listed, where it is known.
        position: Option<Position>,
    },
    /// A value or a count does not fit into the integer type that holds it, of 64 bits at most.
    Overflow,
    /// An invariant is broken: a fault of this program, which no input should reach. It is reported as an error,
    /// since a number might be wrong.
    Internal(&'static str),
    /// `same as` names a position that cannot stand for another. Not every such pair is tried.
    WrongRepresentative(Box<WrongRepresentative>),
    /// More positions or options would have to be looked at than the limit allows.
    Positions {
        /// How many may be looked at.
        limit: u64,
    },
}

/// The result of a computation.
pub(crate) type Solved<T> = Result<T, SolveError>;

impl From<Halt> for SolveError {
    fn from(halt: Halt) -> SolveError {
        match halt {
            Halt::Interrupted => SolveError::Interrupted,
            Halt::TimedOut => SolveError::TimedOut,
            Halt::Memory { needed, limit } => {
                // The meter reports `needed == limit` where the memory is full and it is not known how much more
                // would be needed. Otherwise one large list, text or set was about to be built.
                let cost = (needed != limit).then_some(Cost::Members);
                SolveError::Memory { needed: u128::from(needed), limit, cost }
            }
        }
    }
}

impl SolveError {
    /// The same after a proof of who wins was looked for among so many positions.
    pub(crate) fn after(self, looked_at: usize) -> SolveError {
        match self.growth() {
            Some(path) => SolveError::Grows { path: path.to_vec(), looked_at: Some(looked_at) },
            None => self,
        }
    }

    /// Where positions grow, if this is no answer only because of that: who wins may be known all the same.
    pub fn growth(&self) -> Option<&[Position]> {
        match self {
            SolveError::Grows { path, .. } => Some(path),
            SolveError::Fault { fault, position: Some(position) } if fault.kind.is_too_large() => {
                Some(std::slice::from_ref(position))
            }
            _ => None,
        }
    }

    /// The same of a search that has met so many positions and uses so many bytes: a list is to blame for want of memory only if it
    /// alone needs more than all that is there.
    pub(crate) fn among(self, positions: u64, used: u64) -> SolveError {
        match self {
            SolveError::Memory { needed, limit, .. } if needed / 2 <= u128::from(used) => {
                SolveError::Memory { needed, limit, cost: Some(Cost::Positions(positions.into())) }
            }
            other => other,
        }
    }

    /// Replaces `SolveError::Memory` by `SolveError::Grows`, if `growth` finds that positions grow without end: that
    /// is the cause, and the more helpful error.
    pub(crate) fn or_growth(self, growth: impl FnOnce() -> Option<SolveError>) -> SolveError {
        match self {
            SolveError::Memory { .. } => growth().unwrap_or(self),
            other => other,
        }
    }
}

/// A fault of a set or a rule, where no position is known.
impl From<EvalError> for SolveError {
    fn from(fault: EvalError) -> SolveError {
        match fault.halt() {
            Some(halt) => halt.into(),
            None => SolveError::Fault { fault, position: None },
        }
    }
}

/// One sentence, for programs that do not word errors themselves. The program `grundy` has its own wording.
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
            SolveError::EndlessTurn(path) => {
                write!(f, "from {} on, a turn need never end", position(path))
            }
            SolveError::Loony(position) => write!(f, "the value of {position} is loony, which is not a number"),
            SolveError::Binds(position) => {
                write!(f, "the moves of {position} bind the players, and this is not known of such games")
            }
            SolveError::Infinite(found) => write!(f, "the value of {} is {}, and not a number", found.0, found.1),
            SolveError::Endless(found) => write!(f, "play from {} may never end", found.1),
            SolveError::Grows { path, .. } => write!(f, "from {} on, positions grow without end", position(path)),
            SolveError::WrongRepresentative(wrong) => {
                write!(f, "{} is not the same as {}", wrong.position, wrong.representative)
            }
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

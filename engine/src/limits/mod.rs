//! The budget of a computation, and the error of one that stops.

mod budget;
mod solve_error;

pub use crate::meter::{CountingAllocator, Limits, Memory, Signal};
pub use budget::Budget;
pub(crate) use budget::SumVisitor;
pub(crate) use solve_error::Solved;
pub use solve_error::{Cost, NeedsEnd, NotSame, SolveError, WrongRepresentative};

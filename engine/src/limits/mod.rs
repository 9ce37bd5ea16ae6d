//! The limits of a computation: memory, time, and how it is told to stop; and the error of a computation that stops.

mod budget;
mod memory;
mod solve_error;

pub(crate) use budget::SumVisitor;
pub use budget::{Budget, Limits, Signal};
pub use memory::{CountingAllocator, Memory};
pub(crate) use solve_error::Solved;
pub use solve_error::{Cost, NeedsEnd, NotSame, SolveError, WrongRepresentative};

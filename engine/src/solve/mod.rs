//! From games to values: engines, memo tables, period proofs, winning moves, misère play, and the budget that limits
//! them.
//!
//! [`Solver`] is the entry point. It passes a position to the code for its kind of rules: `heap` for heap games,
//! `boards` for rules that rewrite boards, `written` for all other rules, `misere` for misère play. Nothing here
//! reads or writes text: a computation that stops returns a [`SolveError`], which the language package words and
//! shows at its place.

mod boards;
mod budget;
mod filled;
pub mod heap;
mod heaps;
mod interned;
mod memory;
mod misere;
mod moves;
mod open;
mod periods;
mod remoteness;
mod solve_error;
mod solver;
mod theorem;
mod verdict;
mod written;

pub use budget::{Budget, Limits, Signal};
pub use heap::{CanContinue, Effort, HeapTable, PeriodFinding};
pub use memory::{CountingAllocator, Memory};
pub use misere::{MisereFound, MisereMove, Tame};
pub use moves::{Move, MovesFound, replaced};
pub use open::{Published, published};
pub use remoteness::{Remoteness, Remotenesses};
pub(crate) use solve_error::Solved;
pub use solve_error::{Cost, NotSame, SolveError, WrongRepresentative};
pub use solver::Solver;
pub use theorem::Theorem;
pub use written::StrategyCounts;

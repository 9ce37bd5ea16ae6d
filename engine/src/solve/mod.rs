//! From games to values: engines, memo tables, period proofs, winning moves, and the budget of it all.
//! Knows no text. It stops with a `SolveError` of its own, which `session` turns into an error with a place.

mod boards;
mod budget;
mod explicit;
mod filled;
mod growth;
pub mod heap;
mod heaps;
mod interned;
mod misere;
mod moves;
mod open;
mod remoteness;
mod reservation;
mod solver;
mod stop;
mod theorem;
mod verdict;

pub use budget::{Budget, Limits, Memory, Signal};
pub use explicit::PathCounts;
pub use heap::{Effort, Farther, HeapTable, PeriodFinding};
pub use misere::{MisereFound, MisereMove, Tame};
pub use moves::{Move, MovesFound, replaced};
pub use open::{Published, published};
pub use remoteness::{Remoteness, Remotenesses};
pub(crate) use reservation::Reservation;
pub use solver::Solver;
pub(crate) use stop::Solved;
pub use stop::{Cost, NotSame, SolveError, WrongHome};
pub use theorem::Theorem;

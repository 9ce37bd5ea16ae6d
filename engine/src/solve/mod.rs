//! From games to values: engines, memo tables, period proofs, winning moves, misère play.
//!
//! [`Solver`] is the entry point. It passes a position to the code for its kind of rules: `heap` for heap games,
//! `boards` for rules that rewrite boards, `binding` for rules with moves that bind the players, `sets` for rules that
//! remove members of a list, `written` for all other rules, `misere` for misère play, which sees positions as game trees
//! (`forms`). Nothing here reads or writes text: a computation that stops returns a [`SolveError`], which the language
//! package words and shows at its place.

mod answer;
mod binding;
mod boards;
mod boxes;
mod by_ruleset;
mod checked;
mod checks;
mod compound;
mod draws;
mod filled;
mod forms;
pub mod heap;
mod heaps;
mod interned;
mod loopy_moves;
mod misere;
mod moves;
mod open;
mod own;
mod periods;
mod plane;
mod products;
mod rectangle;
mod reduced;
mod remoteness;
mod searches;
mod sets;
mod simpler;
mod situation;
mod solver;
mod theorem;
mod verdict;
mod written;

pub(crate) use crate::limits::Solved;
pub use crate::limits::{
    Budget, Cost, CountingAllocator, Limits, Memory, NeedsEnd, NotSame, Signal, SolveError, WrongRepresentative,
};
pub use crate::search::{Length, Remoteness};
pub use boxes::Sifted;
pub use compound::{CompoundFound, CompoundReason, Foreclosed};
pub use heap::{CanContinue, Effort, HeapTable, PeriodFinding, Proof};
pub use misere::{
    BoundedGame, Exponents, Extent, Genus, KnownHeaps, MisereEquality, MisereForm, MisereSeparation, Quotient,
    QuotientElement, QuotientTables, Tame, Tameness,
};
pub use open::{Published, published};
pub use remoteness::Remotenesses;
pub use situation::{Move, MovesFound, Situation};
pub use solver::Solver;
pub use theorem::Theorem;
pub use written::{LostPositions, StrategyCounts};

//! Values of heap games.
//!
//! A [`HeapTable`] belongs to one ruleset. It holds the values of the heaps 0, 1, 2, … as far as they were wanted,
//! grows by asking an engine for the next ones, and once a theorem proves that they repeat it keeps what does not
//! repeat and one period, and answers any heap at once.

mod block;
mod crowd;
mod definition;
mod division;
mod engine;
mod flags;
mod holding;
#[allow(unsafe_code)]
mod kernel;
mod listed;
mod pairs;
mod partitions;
mod parts;
mod period;
mod proof;
mod reversed;
mod runs;
mod sample;
mod seen;
mod sparse;
#[cfg(test)]
mod standing;
mod subtraction;
mod table;
mod tally;
mod values;
mod windows;

pub use crowd::Crowd;
pub use engine::{ENGINES, EngineKind};
pub use period::{Effort, PeriodFinding, Proof};
pub use table::{Farther, HeapTable};

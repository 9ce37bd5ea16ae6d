//! Values of heap games.
//!
//! A [`HeapTable`] belongs to one ruleset. It holds the values of the heaps 0, 1, 2, … as far as they were wanted,
//! grows by asking an engine for the next ones, and once a theorem proves that they repeat it keeps what does not
//! repeat and one period, and answers any heap at once.

mod amount_list;
mod bitmask;
mod block;
mod cells;
mod division;
mod engine;
mod flags;
mod holding;
mod intervals;
mod naive;
mod option_count;
mod pairs;
mod partitions;
mod parts;
mod period;
mod proof;
mod reversed;
mod sample;
mod seen;
#[allow(unsafe_code)]
mod simd;
mod sparse;
#[cfg(test)]
mod standing;
mod table;
mod tally;
mod windows;

pub use engine::{ENGINES, EngineKind};
pub use option_count::OptionCount;
pub use period::{Effort, PeriodFinding, Proof};
pub use table::{Farther, HeapTable};

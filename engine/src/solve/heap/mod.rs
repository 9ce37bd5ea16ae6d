//! Values of heap games.
//!
//! A [`HeapTable`] belongs to one ruleset. It holds the values of the heaps 0, 1, 2, … as far as they were needed,
//! and grows by asking an engine for the next ones. Once a theorem proves that the values repeat, it keeps only
//! those before the first period and one period, and answers any heap at once.

#[cfg(test)]
mod agreement;
mod bitmask;
mod byteset;
mod cells;
mod division;
mod engine;
mod flags;
mod intervals;
mod naive;
mod narrow;
mod option_count;
mod option_summary;
mod partitions;
mod period;
mod pieces;
#[cfg(test)]
mod proofs;
mod reachable;
mod row;
#[allow(unsafe_code)]
mod simd;
mod sparse;
mod splits;
mod table;
mod window;

pub use engine::EngineKind;
pub use option_count::OptionCount;
pub use option_summary::OptionSummary;
pub(super) use partitions::add_nim_sums;
pub use period::{Effort, PeriodFinding, Proof};
pub(super) use period::{GuySmith, Repeat, ShiftComparable, shortest_repeat};
pub(super) use row::RowReader;
pub(super) use splits::{PairMex, PairRun, Reversed};
pub use table::{CanContinue, ENGINES, HeapTable};

//! What an engine is.

use super::cells::Values;
use crate::game::HeapRules;
use crate::solve::{Budget, Solved};

/// The values of heaps, given those of every smaller heap. Storage, growth and periods are not its business.
pub(super) trait Engine: Send {
    /// Adds the values of the heaps from the first that is not stored up to, and without, `to`.
    ///
    /// Whatever it keeps besides belongs to the same values: it is the only one who adds to them. When it is
    /// stopped, what it has added is right and it can go on from there.
    fn extend(&mut self, values: &mut Values, to: usize, budget: &mut Budget) -> Solved<()>;

    /// The value of one heap far beyond those that are stored, if few others are needed for it; `None` if not.
    fn far(&mut self, _heap: u64, _values: &Values, _budget: &mut Budget) -> Option<Solved<u64>> {
        None
    }

    /// What it has done so far, in options looked at or steps like that, about a nanosecond each.
    fn work(&self) -> u64;

    /// Bytes taken out of the budget, the values not included.
    fn held(&self) -> u64 {
        0
    }
}

/// One way to find values.
pub struct EngineKind {
    /// A short name, for tests and benchmarks.
    pub name: &'static str,
    /// Why it is chosen, for the last line of `show S`.
    pub why: &'static str,
    /// Can it answer these rules? If so, one that is ready to begin with heap 0.
    pub(super) fits: fn(&HeapRules) -> Option<Box<dyn Engine>>,
}

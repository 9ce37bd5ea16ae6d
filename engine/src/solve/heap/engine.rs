//! The interface of an engine, and the entry of an engine in the list `ENGINES`.

use super::cells::Values;
use crate::game::HeapRules;
use crate::solve::{Budget, Solved};

/// One way to compute the values of heaps, given those of all smaller heaps. Storage, growth and periods are left
/// to the `HeapTable`.
pub(super) trait Engine: Send {
    /// Adds the values of the heaps from the first that is not stored up to, but not including, `to`. It may add
    /// some more.
    ///
    /// An engine may keep data that belong to these values, since only the engine adds to them. When it is stopped,
    /// the values that it has added are right, and the next call goes on from there.
    fn extend(&mut self, values: &mut Values, to: usize, budget: &mut Budget) -> Solved<()>;

    /// The value of one heap far beyond those that are stored; `None` if the engine cannot compute it without most
    /// of the heaps between.
    fn far(&mut self, _heap: u64, _values: &Values, _budget: &mut Budget) -> Option<Solved<u64>> {
        None
    }

    /// The work done so far, in steps of about a nanosecond each, such as looking at an option.
    fn work(&self) -> u64;

    /// Bytes that the engine has taken out of the budget, without those of the values.
    fn held(&self) -> u64 {
        0
    }
}

/// An entry of the list of engines.
pub struct EngineKind {
    /// A short name, for tests and benchmarks.
    pub name: &'static str,
    /// Why it is chosen, for the last line of `show S`.
    pub why: &'static str,
    /// A new engine for these rules, ready to begin with heap 0; `None` if this kind of engine cannot answer them.
    pub(super) fits: fn(&HeapRules) -> Option<Box<dyn Engine>>,
}

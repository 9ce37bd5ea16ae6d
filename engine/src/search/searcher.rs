//! Searches for positions that a space packs, such as boards or subsets as bits: who asks need not know how wide these are.

use std::fmt::Debug;

use super::{Decider, Space};
use crate::limits::{Budget, Solved};

/// A space into whose parts what is asked is packed.
pub trait Packs<A: ?Sized>: Space {
    /// The parts of a position.
    fn parts_of(&mut self, asked: &A) -> Vec<Self::Part>;
}

/// A search, with all that it has found.
pub trait Searcher<A: ?Sized>: Debug + Send {
    /// The value of a position.
    ///
    /// # Errors
    /// As [`Decider::answer`].
    fn value(&mut self, asked: &A, budget: &Budget) -> Solved<u64>;

    /// Is this the value of a position?
    ///
    /// # Errors
    /// As [`Decider::answer`].
    fn has_value(&mut self, asked: &A, value: u64, budget: &Budget) -> Solved<bool>;

    /// Limits how many more positions may be opened; `None` means no limit.
    fn limit(&mut self, more: Option<u64>);

    /// Begins a new question.
    fn begin(&mut self);

    /// How many parts are in the table, and how many options were looked at.
    fn counts(&self) -> (usize, u64);
}

/// The search through one space.
#[derive(Debug)]
pub struct PackedSearch<S: Space> {
    space: S,
    decider: Decider<S::Part>,
}

impl<S: Space> PackedSearch<S> {
    pub fn new(space: S) -> PackedSearch<S> {
        PackedSearch { space, decider: Decider::default() }
    }
}

impl<A: ?Sized, S: Packs<A> + Debug + Send> Searcher<A> for PackedSearch<S>
where
    S::Part: Debug + Send,
{
    fn value(&mut self, asked: &A, budget: &Budget) -> Solved<u64> {
        let parts = self.space.parts_of(asked);
        self.decider.value(&mut self.space, parts, budget)
    }

    fn has_value(&mut self, asked: &A, value: u64, budget: &Budget) -> Solved<bool> {
        let parts = self.space.parts_of(asked);
        self.decider.has_value(&mut self.space, parts, value, budget)
    }

    fn limit(&mut self, more: Option<u64>) {
        self.decider.limit(more);
    }

    fn begin(&mut self) {
        self.decider.begin();
    }

    fn counts(&self) -> (usize, u64) {
        self.decider.counts()
    }
}

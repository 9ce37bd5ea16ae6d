//! Searches for positions that a space packs, such as boards or subsets as bits: who asks need not know how wide these are.

use super::decide::{Answer, largest_apart, sum_has_value, value_of_sum};
use super::together::answer_together;
use super::{Decider, Space, TableKey};
use crate::limits::{Budget, SolveError, Solved};

/// A space into whose parts what is asked is packed.
pub trait Packs<A: ?Sized>: Space {
    /// The parts of a position.
    fn parts_of(&mut self, asked: &A) -> Vec<Self::Part>;
}

/// A search, with all that it has found.
pub trait Searcher<A: ?Sized>: Send {
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
    /// May only so many positions be opened?
    is_limited: bool,
    /// A question that opens no more positions than this is answered by one thread.
    alone: u64,
}

impl<S: Space> PackedSearch<S> {
    /// As many positions as are opened in a few milliseconds: to start other threads takes little beside that.
    const ALONE: u64 = 1 << 14;

    pub fn new(space: S) -> PackedSearch<S> {
        PackedSearch { space, decider: Decider::default(), is_limited: false, alone: Self::ALONE }
    }

    /// The same search, whose threads begin at once to work together.
    #[cfg(test)]
    pub fn together(self) -> PackedSearch<S> {
        PackedSearch { alone: 1, ..self }
    }

    pub fn space(&self) -> &S {
        &self.space
    }
}

impl<S: Space + Clone + Send> PackedSearch<S>
where
    S::Part: Send + Sync,
{
    /// As [`Decider::answer`], by all threads where it takes long.
    fn answer(&mut self, part: &S::Part, question: Option<u64>, budget: &Budget) -> Solved<Answer> {
        let Self { space, decider, alone, is_limited } = self;
        let is_alone = S::Part::WORDS == 0 || cfg!(target_family = "wasm") || budget.threads() == 1;
        if is_alone || *is_limited {
            return decider.answer(space, part, question, budget);
        }
        decider.limit(Some(*alone));
        let answer = decider.answer(space, part, question, budget);
        decider.limit(None);
        match answer {
            Err(SolveError::Positions { .. }) if decider.share(budget) => {
                answer_together(space, decider, part, question, budget)
            }
            Err(SolveError::Positions { .. }) => decider.answer(space, part, question, budget),
            answer => answer,
        }
    }
}

impl<A: ?Sized, S: Packs<A> + Clone + Send> Searcher<A> for PackedSearch<S>
where
    S::Part: Send + Sync,
{
    fn value(&mut self, asked: &A, budget: &Budget) -> Solved<u64> {
        let parts = self.space.parts_of(asked);
        value_of_sum(parts, &mut |part, question| self.answer(part, question, budget))
    }

    fn has_value(&mut self, asked: &A, value: u64, budget: &Budget) -> Solved<bool> {
        let parts = self.space.parts_of(asked);
        let sum = largest_apart(parts, |part| self.space.size(part));
        sum_has_value(sum, value, &mut |part, question| self.answer(part, question, budget))
    }

    fn limit(&mut self, more: Option<u64>) {
        self.is_limited = more.is_some();
        self.decider.limit(more);
    }

    fn begin(&mut self) {
        self.decider.begin();
    }

    fn counts(&self) -> (usize, u64) {
        self.decider.counts()
    }
}

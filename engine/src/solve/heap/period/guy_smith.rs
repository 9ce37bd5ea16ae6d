//! Octal games and similar ones: finitely many amounts, and a bounded number of heaps left.

use super::super::cells::{HeapValues, ValueCells, over_cells};
use super::super::engine::Leaves;
use super::repeat::{Repeat, shortest_repeat};
use super::{Proof, Prover};
use crate::game::{Amounts, HeapRules, Likeness};
use crate::solve::{Budget, Solved, Theorem};

/// What the theorem has to know about the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::solve) struct GuySmith {
    /// k: the largest amount.
    largest: usize,
    /// h: the largest number of heaps left, at least 1.
    heaps: usize,
    /// Some rest must be left in two unequal heaps.
    unequal: bool,
    /// Some rest must be left in two equal heaps.
    equal: bool,
}

impl GuySmith {
    /// `None` for rules that the theorem does not cover: endless sets, any number of heaps, divisors, three or more
    /// heaps that must be alike or different; and for those that leave at most one heap, where Golomb's theorem is better.
    pub(super) fn new(rules: &HeapRules) -> Option<GuySmith> {
        GuySmith::of_bounded(rules).filter(|theorem| theorem.heaps >= 2)
    }

    /// As [`GuySmith::new`], for rules that leave at most one heap as well.
    pub fn of_bounded(rules: &HeapRules) -> Option<GuySmith> {
        let mut theorem = GuySmith { largest: 0, heaps: 1, unequal: false, equal: false };
        if !rules.divisors.is_empty() {
            return None;
        }
        for clause in &rules.clauses {
            let Amounts::Finite(amounts) = &clause.amounts else { return None };
            let largest = usize::try_from(*amounts.last()?).ok()?;
            theorem.largest = theorem.largest.max(largest);
            let Some(split) = Leaves::of(&clause.shape).split else { continue };
            let most = split.most?;
            theorem.heaps = theorem.heaps.max(most);
            match split.likeness {
                Likeness::Any => {}
                _ if most > 2 => return None,
                Likeness::Equal => theorem.equal = true,
                Likeness::Unequal | Likeness::NotAllEqual => theorem.unequal = true,
            }
        }
        Some(theorem)
    }

    /// For moves that lower a number by at most `largest` and leave at most so many parts, of any sizes, or where one may not be
    /// above the other by more than some number.
    pub fn of_parts(largest: usize, parts: usize, bounded: bool) -> GuySmith {
        GuySmith { largest, heaps: parts, unequal: bounded, equal: false }
    }

    /// Must some rest be left in equal heaps?
    pub fn has_equal_heaps(&self) -> bool {
        self.equal
    }

    /// Is it the theorem as it is published, or our extension of it?
    fn theorem(&self) -> Theorem {
        if self.heaps > 2 || self.unequal || self.equal { Theorem::BoundedSplits } else { Theorem::GuySmith }
    }

    /// R. K. Guy and C. A. B. Smith, The G-values of various games, Proc. Cambridge Philos. Soc. 52 (1956); with the
    /// constants worked out below, and at more length in `docs/proofs.md`. Are `length` values enough for a proof, if
    /// G(i) = G(i + p) for all i from e ≥ 1 on, as far as the values go?
    ///
    /// *At most h heaps, whatever they are: N ≥ h(e + p) + k.* Let n ≥ N, and let all smaller heaps repeat. An option
    /// of n has a heap b ≥ (n − k)/h ≥ e + p, so with b − p in its place it is an option of n − p of the same value.
    /// An option of n − p has a heap b ≥ (n − p − k)/h ≥ e, so with b + p in its place it is an option of n of the
    /// same value. Hence G(n) = G(n − p). Heaps are not empty, which is why e ≥ 1.
    ///
    /// *Two unequal heaps: N ≥ 2e + 3p + k.* If b − p in the place of the larger heap b would be equal to the smaller
    /// heap a, then b ≥ (n − k + p)/2 ≥ e + 2p. So a − p ≥ e, and a − p beside b is the option of n − p instead. Making
    /// the larger heap larger never makes them equal.
    ///
    /// *Two equal heaps: p is even.* Then n − t and (n − p) − t are both even or both odd, and the option has value 0.
    pub fn suffices(&self, length: usize, e: usize, p: usize) -> bool {
        let p = if self.equal && p % 2 == 1 { 2 * p } else { p };
        let any = self.heaps.saturating_mul(e + p).saturating_add(self.largest);
        let unequal = if self.unequal { (2 * e + 3 * p).saturating_add(self.largest) } else { 0 };
        length >= any.max(unequal)
    }
}

impl Prover for GuySmith {
    fn try_prove(&mut self, values: &HeapValues, budget: &Budget) -> Solved<Option<Proof>> {
        let length = values.len();
        let longest = length / self.heaps;
        let suffices = |repeat: Repeat| self.suffices(length, repeat.from.max(1), repeat.shift);
        let found = over_cells!(values.cells(), cells => shortest_repeat(cells, longest, budget, suffices))?;
        let checked = length as u64 - 1;
        Ok(found.map(|repeat| Proof { period: repeat.period(0), theorem: self.theorem(), checked }))
    }

    fn next_attempt(&self, tried: usize) -> usize {
        (tried + tried / 4).max(32)
    }
}

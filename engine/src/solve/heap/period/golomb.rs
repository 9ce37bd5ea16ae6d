//! Finite subtraction sets.

use super::super::cells::{ValueCells, Values, over_cells};
use super::super::intervals::OneHeap;
use super::repeat::{Repeat, shortest_repeat};
use super::{Proof, Prover};
use crate::game::HeapRules;
use crate::solve::{Budget, Solved, Theorem};

pub(super) struct Golomb {
    /// The largest amount.
    largest: usize,
}

impl Golomb {
    /// For rules that leave at most one heap, by finitely many amounts.
    pub fn new(rules: &HeapRules) -> Option<Golomb> {
        let largest = OneHeap::of(rules)?.largest()?;
        Some(Golomb { largest: usize::try_from(largest).ok()? })
    }
}

impl Prover for Golomb {
    /// S. Golomb, A mathematical investigation of games of "take-away", Journal of Combinatorial Theory 1 (1966).
    ///
    /// Let m be the largest amount. The value of a heap larger than m is a function of the m values before it. So if
    /// the m values from a ≥ 1 on are those from a + p on, all later ones repeat with period p as well. The preperiod
    /// is found by going back from there while the values still agree.
    fn try_prove(&mut self, values: &Values, budget: &mut Budget) -> Solved<Option<Proof>> {
        let length = values.len();
        if length <= self.largest + 1 {
            return Ok(None);
        }
        let longest = length - self.largest - 1;
        let repeats = |repeat: Repeat| length - repeat.shift - repeat.from >= self.largest;
        let found = over_cells!(values.cells(), cells => shortest_repeat(cells, longest, budget, repeats))?;
        let checked = length as u64 - 1;
        Ok(found.map(|repeat| Proof { period: repeat.period(0), theorem: Theorem::FiniteSubtraction, checked }))
    }

    fn next_attempt(&self, tried: usize) -> usize {
        (2 * tried).max(2 * self.largest + 2).max(64)
    }
}

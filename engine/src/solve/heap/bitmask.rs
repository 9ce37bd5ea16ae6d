//! Finite subtraction sets of few amounts: the values that a heap reaches are the bits of a word.

use super::cells::HeapValues;
use super::engine::{Engine, EngineKind, STRIDE};
use super::intervals::{AmountInterval, OneHeap, contains};
use crate::solve::{Budget, SolveError, Solved};

pub(super) const KIND: EngineKind = EngineKind {
    name: "single bits",
    why: "a move takes one of at most 63 amounts and leaves at most one heap: the values of the options are the bits of one word",
    fits: |rules| {
        let rule = OneHeap::of(rules)?;
        let amounts = rule.listed(63)?;
        let largest = usize::try_from(rule.largest()?).ok()?;
        Some(Box::new(Bitmask { amounts, none: rule.none, largest, work: 0 }))
    },
};

struct Bitmask {
    /// The amounts that leave one heap, the smallest first.
    amounts: Vec<usize>,
    /// The amounts that leave nothing.
    none: Vec<AmountInterval>,
    /// The largest of both.
    largest: usize,
    work: u64,
}

impl Engine for Bitmask {
    fn extend(&mut self, values: &mut HeapValues, to: usize, budget: &mut Budget) -> Solved<()> {
        const WIDE: SolveError = SolveError::Internal("a heap with at most 63 options has a larger value");
        while values.len() < to {
            budget.check()?;
            let (begin, end) = (values.len(), to.min(values.len() + STRIDE));
            values.reserve(end, budget)?;
            let cells = values.bytes().ok_or(WIDE)?;
            for heap in begin..end {
                let reached = if heap > self.largest { of_options(cells, &self.amounts) } else { self.small(cells) };
                // There are at most 63 options, so that a bit is not set.
                cells.push(reached.trailing_ones().to_le_bytes()[0]);
            }
            let largest = cells[begin..].iter().copied().max();
            values.note_largest(largest.map_or(0, u64::from));
            self.work += ((end - begin) * (4 + self.amounts.len())) as u64;
        }
        Ok(())
    }

    fn work(&self) -> u64 {
        self.work
    }
}

impl Bitmask {
    /// The values that the next heap reaches, which may be smaller than some amounts.
    fn small(&self, cells: &[u8]) -> u64 {
        let heap = cells.len();
        let amounts = &self.amounts[..self.amounts.partition_point(|amount| *amount < heap)];
        of_options(cells, amounts) | u64::from(contains(&self.none, heap as u64))
    }
}

/// The values that the next heap reaches by these amounts.
#[inline(always)]
fn of_options(cells: &[u8], amounts: &[usize]) -> u64 {
    amounts.iter().fold(0, |reached, amount| reached | 1u64.wrapping_shl(cells[cells.len() - amount].into()))
}

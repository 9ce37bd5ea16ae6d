//! A sample of the pairs of heaps that 64 consecutive heaps can be split into.

use super::super::byteset::SetBlock;
use super::super::simd::{BLOCK, Simd};
use crate::sorting;

/// The least number of pairs of each rest in a sample.
const FEWEST: usize = 64;

/// Rare values are searched for among the heaps below this.
const SURVEYED: usize = 1 << 16;

/// Marking a pair takes as long as sweeping over this many.
const MARK_COST: u64 = 4;

/// The values that a sample of pairs reaches, for a block of heaps. A sample is made larger where too many guesses
/// turn out wrong.
pub(super) struct Sample {
    pub block: SetBlock,
    /// The first heap of the block.
    first: usize,
    /// The number of pairs of each rest.
    size: usize,
    /// All heaps surveyed, those of the rarest values first: what other pairs do not reach is mostly reached by a
    /// pair with one of these.
    rarest: Vec<usize>,
    /// The number of heaps at which `rarest` is computed again.
    survey: usize,
    /// Pairs that were swept over for a guess that was wrong.
    pub swept: u64,
}

impl Sample {
    pub fn new(simd: Simd) -> Sample {
        Sample { block: SetBlock::new(simd), first: 0, size: FEWEST, rarest: Vec::new(), survey: 0, swept: 0 }
    }

    /// Takes a sample for the next block: marks pairs whose smaller heap is [`BLOCK`] or more, so that the larger
    /// one is known for every heap of the block. The amounts are at most the first heap of the block; nim-sums
    /// beyond the largest value may be left out.
    pub fn take(&mut self, amounts: impl Iterator<Item = usize>, cells: &[u8], largest: u64) {
        self.adapt();
        self.first = cells.len();
        self.block.begin(largest);
        if self.first >= self.survey {
            self.survey(cells);
        }
        for amount in amounts {
            let rest = self.first - amount;
            // A heap below half the rest is never equal to the other one, whatever heap of the block it is.
            let rare = self.rarest.iter().copied().filter(|heap| *heap < rest / 2).take(self.size / 2);
            for heap in rare.chain(BLOCK..(rest / 2).min(BLOCK + self.size / 2)) {
                self.block.window(cells, rest - heap, cells[heap]);
            }
        }
        self.block.mark(cells);
    }

    fn survey(&mut self, cells: &[u8]) {
        self.survey = 2 * cells.len();
        let heaps = BLOCK..cells.len().min(SURVEYED);
        let mut counts = [0usize; 256];
        heaps.clone().for_each(|heap| counts[usize::from(cells[heap])] += 1);
        self.rarest = heaps.collect();
        sorting::sort_by_key(&mut self.rarest, |heap| counts[usize::from(cells[*heap])]);
    }

    /// The index of a heap in the block; `None` if it lies outside.
    pub fn lane(&self, heap: usize) -> Option<usize> {
        heap.checked_sub(self.first).filter(|lane| *lane < BLOCK && self.first > 0)
    }

    fn adapt(&mut self) {
        let marked = MARK_COST * self.block.marked;
        if self.swept > marked {
            self.size = self.size.saturating_mul(2);
        } else if marked > 4 * self.swept {
            self.size = (self.size - self.size / 8).max(FEWEST);
        }
        self.swept = 0;
    }
}

//! A sample of the pairs that 64 consecutive heaps can be left in.

use super::super::byteset::SetBlock;
use super::super::simd::{BLOCK, Simd};

/// Pairs of one rest, to begin with.
const FEWEST: usize = 64;

/// Rare values are looked for among so many heaps.
const SURVEYED: usize = 1 << 16;

/// A pair that is marked takes as long as so many that are swept over.
const DEAR: u64 = 4;

/// What a sample of pairs reaches, and how large it is: larger where too many guesses turn out wrong.
pub(super) struct Sample {
    pub block: SetBlock,
    /// The first heap of the block.
    first: usize,
    size: usize,
    /// Heaps, those of the rarest values first: what other pairs do not reach is mostly reached with one of these.
    rarest: Vec<usize>,
    /// They are found anew when there are so many heaps.
    survey: usize,
    /// Pairs that were swept over for a guess that was wrong.
    pub swept: u64,
}

impl Sample {
    /// Bytes it takes at the most.
    pub const BYTES: u64 = 1 << 20;

    pub fn new(simd: Simd) -> Sample {
        Sample { block: SetBlock::new(simd), first: 0, size: FEWEST, rarest: Vec::new(), survey: 0, swept: 0 }
    }

    /// Marks pairs of the next block, of which the smaller heap is [`BLOCK`] or more and the larger one is known. The
    /// amounts are at most the first heap of the block; sums beyond the largest value may be left out.
    pub fn take(&mut self, amounts: impl Iterator<Item = usize>, cells: &[u8], largest: u64) {
        self.adapt();
        self.first = cells.len();
        self.block.begin(largest);
        if self.first >= self.survey {
            self.survey(cells);
        }
        for amount in amounts {
            let rest = self.first - amount;
            // Below the half no heap of the block has two equal ones.
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
        self.rarest.sort_by_key(|heap| counts[usize::from(cells[*heap])]);
    }

    /// The place of a heap in the block.
    pub fn lane(&self, heap: usize) -> Option<usize> {
        heap.checked_sub(self.first).filter(|lane| *lane < BLOCK && self.first > 0)
    }

    fn adapt(&mut self) {
        let marked = DEAR * self.block.marked;
        if self.swept > marked {
            self.size = self.size.saturating_mul(2);
        } else if marked > 4 * self.swept {
            self.size = (self.size - self.size / 8).max(FEWEST);
        }
        self.swept = 0;
    }
}

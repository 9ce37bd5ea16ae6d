//! A sample of the pairs of heaps that 64 consecutive heaps can be split into.

use super::super::byteset::SetBlock;
use super::super::flags::Flags;
use super::super::narrow::Narrow;
use super::super::simd::BLOCK;
use crate::solve::{Budget, Solved};
use crate::sorting;

/// The least number of pairs of each rest in a sample.
const FEWEST: usize = 64;

/// Rare values are searched for among the heaps below this.
const SURVEYED: usize = 1 << 16;

/// The values that the heaps of a block reach, a set for each of them.
pub(super) trait LaneSets {
    /// A cell for a value.
    type Cell: Narrow;
    /// Marking a pair takes as long as sweeping over this many.
    const MARK_COST: u64;

    /// Begins with another block. Nim-sums beyond the largest value may be left out.
    fn begin(&mut self, largest: u64, budget: &Budget) -> Solved<()>;

    /// Marks pairs: heap i of the block reaches the nim-sum of a number and the value of the heap i places beyond another
    /// one, for each of these heaps and numbers.
    fn mark(&mut self, cells: &[Self::Cell], windows: impl Iterator<Item = (usize, Self::Cell)>);

    /// How many pairs were marked since the block was begun.
    fn marked(&self) -> u64;

    /// Marks a value that one heap reaches, if it is below the span.
    fn insert(&mut self, lane: usize, value: Self::Cell);

    /// Values below this can be marked.
    fn span(&self) -> u64;

    /// The least value that is not marked for a heap.
    fn mex(&self, lane: usize) -> u64;
}

impl LaneSets for SetBlock {
    type Cell = u8;
    const MARK_COST: u64 = 4;

    fn begin(&mut self, largest: u64, _: &Budget) -> Solved<()> {
        SetBlock::begin(self, largest);
        Ok(())
    }

    fn mark(&mut self, cells: &[u8], windows: impl Iterator<Item = (usize, u8)>) {
        windows.for_each(|(place, with)| self.window(cells, place, with));
        SetBlock::mark(self, cells);
    }

    fn marked(&self) -> u64 {
        self.marked
    }

    fn insert(&mut self, lane: usize, value: u8) {
        SetBlock::insert(self, lane, value);
    }

    fn span(&self) -> u64 {
        1 << 8
    }

    fn mex(&self, lane: usize) -> u64 {
        self.reached(lane).value()
    }
}

/// Sets of values that need two bytes.
#[derive(Default)]
pub(super) struct ShortSets {
    flags: Flags,
    windows: Vec<(usize, u16)>,
}

impl LaneSets for ShortSets {
    type Cell = u16;
    const MARK_COST: u64 = 8;

    #[expect(clippy::cast_possible_truncation, reason = "the values have two bytes")]
    fn begin(&mut self, largest: u64, budget: &Budget) -> Solved<()> {
        self.windows.clear();
        // Nim-sums lie below the next power of two.
        self.flags.begin((largest as usize + 1).next_power_of_two() + BLOCK, budget)
    }

    fn mark(&mut self, cells: &[u16], windows: impl Iterator<Item = (usize, u16)>) {
        self.windows.extend(windows);
        self.flags.mark(cells, &self.windows, |(place, with)| (*place, (*with).into()));
    }

    fn marked(&self) -> u64 {
        (BLOCK * self.windows.len()) as u64
    }

    fn insert(&mut self, lane: usize, value: u16) {
        self.flags.insert(lane, value.into());
    }

    fn span(&self) -> u64 {
        self.flags.span() as u64
    }

    fn mex(&self, lane: usize) -> u64 {
        self.flags.mex(lane)
    }
}

/// The values that a sample of pairs reaches, for a block of heaps. A sample is made larger where too many guesses
/// turn out wrong.
pub(super) struct Sample<S> {
    pub sets: S,
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

impl<S: LaneSets> Sample<S> {
    pub fn new(sets: S) -> Sample<S> {
        Sample { sets, first: 0, size: FEWEST, rarest: Vec::new(), survey: 0, swept: 0 }
    }

    /// Takes a sample for the next block: marks pairs whose smaller heap is [`BLOCK`] or more, so that the larger
    /// one is known for every heap of the block. The amounts are at most the first heap of the block; nim-sums
    /// beyond the largest value may be left out.
    pub fn take(
        &mut self,
        amounts: impl Iterator<Item = usize>,
        cells: &[S::Cell],
        largest: u64,
        budget: &Budget,
    ) -> Solved<()> {
        self.adapt();
        // There is no sample while it is taken.
        self.first = 0;
        let first = cells.len();
        self.sets.begin(largest, budget)?;
        if first >= self.survey {
            self.survey(cells);
        }
        let (size, rarest) = (self.size, &self.rarest);
        let windows = amounts.flat_map(|amount| {
            let rest = first - amount;
            // A heap below half the rest is never equal to the other one, whatever heap of the block it is.
            let rare = rarest.iter().copied().filter(move |heap| *heap < rest / 2).take(size / 2);
            let heaps = rare.chain(BLOCK..(rest / 2).min(BLOCK + size / 2));
            heaps.map(move |heap| (rest - heap, cells[heap]))
        });
        self.sets.mark(cells, windows);
        self.first = first;
        Ok(())
    }

    fn survey(&mut self, cells: &[S::Cell]) {
        self.survey = 2 * cells.len();
        let heaps = BLOCK..cells.len().min(SURVEYED);
        let mut counts = vec![0usize; 1 << 16];
        heaps.clone().for_each(|heap| counts[usize::from(cells[heap].short())] += 1);
        self.rarest = heaps.collect();
        sorting::sort_by_key(&mut self.rarest, |heap| counts[usize::from(cells[*heap].short())]);
    }

    /// The index of a heap in the block; `None` if it lies outside.
    pub fn lane(&self, heap: usize) -> Option<usize> {
        heap.checked_sub(self.first).filter(|lane| *lane < BLOCK && self.first > 0)
    }

    fn adapt(&mut self) {
        let marked = S::MARK_COST * self.sets.marked();
        if self.swept > marked {
            self.size = self.size.saturating_mul(2);
        } else if marked > 4 * self.swept {
            self.size = (self.size - self.size / 8).max(FEWEST);
        }
        self.swept = 0;
    }
}

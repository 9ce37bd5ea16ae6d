//! The mex over pairs of heaps that are left together. A few of them give a guess; one fast sweep over all others shows whether
//! a pair has that value. If one has, the guess is wrong and the next value is tried.

use super::super::narrow::Narrow;
use super::super::simd::Simd;
use crate::solve::filled::filled;
use crate::solve::{Budget, Solved};

/// Heaps of which those with the same index are left together, beside others whose nim-sum is `beside`.
pub(in crate::solve) struct PairRun<'a, T> {
    pub one: &'a [T],
    pub other: &'a [T],
    pub beside: T,
}

/// Finds the least value that no option has.
#[derive(Debug)]
pub(in crate::solve) struct PairMex {
    marks: ByteMarks,
    simd: Simd,
    /// Pairs of each run that are looked at one by one; more where guesses turn out wrong too often.
    looked_at: usize,
    wrong_guesses: usize,
}

/// The set of values below 2^16 that options have: byte v is equal to `mark` if some option has the value v.
/// Writing a byte takes half the time of setting a bit, and this is done for every pair.
#[derive(Debug)]
struct ByteMarks {
    bytes: Box<[u8; 1 << 16]>,
    /// Changes with every heap, which empties the set. After 255 heaps it starts again, and all bytes are cleared.
    mark: u8,
}

impl Default for PairMex {
    fn default() -> PairMex {
        let marks = ByteMarks { bytes: Box::new([0; 1 << 16]), mark: 0 };
        PairMex { marks, simd: Simd::best(), looked_at: Self::FEWEST, wrong_guesses: 0 }
    }
}

impl PairMex {
    /// The least number of pairs of each run that are looked at one by one.
    const FEWEST: usize = 64;

    /// Begins with the options of another heap.
    pub fn begin(&mut self) {
        self.marks.next();
    }

    /// Adds an option of this value.
    #[inline(always)]
    pub fn mark(&mut self, value: u16) {
        self.marks.set(value);
    }

    /// How many pairs of each run are looked at one by one.
    pub fn looked_at(&self) -> usize {
        self.looked_at
    }

    /// The least value that neither a marked option has nor a pair.
    pub fn value<T: Narrow>(&mut self, runs: &[PairRun<T>]) -> u64 {
        for PairRun { one, other, beside } in runs {
            let last = self.looked_at.min(one.len());
            self.marks.pairs(&one[..last], &other[..last], *beside);
        }
        let mut guesses = 0;
        loop {
            let guess = self.marks.mex();
            let Some(value) = T::narrow(guess) else { return guess };
            let found = runs.iter().filter(|run| run.one.len() > self.looked_at).find_map(|run| {
                let (one, other) = (&run.one[self.looked_at..], &run.other[self.looked_at..]);
                let place = self.simd.find(one, other, value ^ run.beside)?;
                let end = one.len().min(place + T::STEP);
                Some((&one[place..end], &other[place..end], run.beside))
            });
            let Some((one, other, beside)) = found else { break };
            self.marks.pairs(one, other, beside);
            guesses += 1;
        }
        self.adapt(guesses);
        self.marks.mex()
    }

    /// Adapts how many pairs are looked at one by one: a wrong guess costs a sweep, but more such pairs cost
    /// something for every heap.
    fn adapt(&mut self, wrong: usize) {
        self.wrong_guesses += wrong;
        if self.wrong_guesses >= 16 {
            self.looked_at = self.looked_at.saturating_mul(2);
            self.wrong_guesses = 0;
        } else if wrong == 0 && self.marks.mark.is_multiple_of(32) {
            self.wrong_guesses = 0;
            self.looked_at = (self.looked_at - self.looked_at / 8).max(Self::FEWEST);
        }
    }
}

impl ByteMarks {
    /// Empties the set, for the options of another heap.
    fn next(&mut self) {
        self.mark = match self.mark.checked_add(1) {
            Some(mark) => mark,
            None => {
                self.bytes.fill(0);
                1
            }
        };
    }

    #[inline(always)]
    fn set(&mut self, value: u16) {
        self.bytes[usize::from(value)] = self.mark;
    }

    #[inline]
    fn pairs<T: Narrow>(&mut self, one: &[T], other: &[T], beside: T) {
        T::each_sum(one, other, |sum| self.set(sum ^ beside.short()));
    }

    fn mex(&self) -> u64 {
        let gap = self.bytes.iter().position(|byte| *byte != self.mark);
        gap.unwrap_or(self.bytes.len()) as u64
    }
}

/// A copy of the values in falling order of the heaps, so that the two heaps of a split are read in the same direction.
/// Spare room is at its beginning, where new heaps are put.
#[derive(Debug, Default)]
pub(in crate::solve) struct Reversed<T> {
    cells: Vec<T>,
    /// How many heaps it holds.
    length: usize,
}

impl<T: Narrow> Reversed<T> {
    /// Copies the heaps that are new; makes room for all heaps below `room`.
    pub fn follow(&mut self, cells: &[T], room: usize, budget: &Budget) -> Solved<()> {
        if self.cells.len() < room {
            let mut wider = filled(T::default(), room, budget)?;
            wider[room - self.length..].copy_from_slice(&self.cells[self.cells.len() - self.length..]);
            self.cells = wider;
        }
        for (heap, cell) in cells.iter().enumerate().skip(self.length) {
            let place = self.cells.len() - 1 - heap;
            self.cells[place] = *cell;
        }
        self.length = cells.len();
        Ok(())
    }

    /// The values of rest − a for a from `from` to `to`.
    #[inline]
    pub fn below(&self, rest: usize, from: usize, to: usize) -> &[T] {
        let first = self.cells.len() - 1 - rest;
        &self.cells[first + from..first + to + 1]
    }
}

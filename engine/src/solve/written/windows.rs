//! The values of adjacent cells of a grid, kept from position to position: where `(n-k) for k in 1..n/3` takes its options from
//! cells n/3 … n−1, the next position takes them from nearly the same cells.

use std::ops::Range;

use super::grid::GridCell;
use crate::ledger::FastPath;

/// Fewer options are looked at one by one.
const SHORT: usize = 32;
/// As many clauses of a position have a window of their own.
const MOST: usize = 8;
/// Larger values are not counted: a window grows without asking for memory, by 64 MB at most.
const LARGEST: u64 = 1 << 24;

/// The windows of the clauses of a rule, for one position after another.
#[derive(Debug, Default)]
pub(super) struct Windows {
    all: Vec<CellWindow>,
    /// How many windows were asked for at this position.
    asked: usize,
}

/// Adjacent cells, and how often they have each value.
#[derive(Debug, Default)]
struct CellWindow {
    cells: Range<usize>,
    counts: Vec<u32>,
    /// The values that occur, as bits.
    bits: Vec<u64>,
    /// All words before this one are full.
    full: usize,
    /// Does it hold options of this position?
    is_used: bool,
}

impl Windows {
    /// Begins another position.
    pub fn begin(&mut self) {
        self.all[..self.asked].iter_mut().for_each(|window| window.is_used = false);
        self.asked = 0;
    }

    /// Are the values of these cells kept now? False where that takes longer than a look at each of them, or if one is not known.
    pub fn hold<T: GridCell>(&mut self, cells: &[T], wanted: Range<usize>) -> bool {
        if self.asked == MOST || wanted.len() < SHORT || FastPath::NeighboursOptions.is_off() {
            return false;
        }
        if self.asked == self.all.len() {
            self.all.push(CellWindow::default());
        }
        let window = &mut self.all[self.asked];
        self.asked += 1;
        let is_near = window.distance(&wanted).min(window.cells.len()) <= wanted.len();
        window.is_used = is_near && window.move_to(cells, wanted);
        window.is_used
    }

    /// Are there values in windows at this position?
    pub fn are_used(&self) -> bool {
        self.all[..self.asked].iter().any(|window| window.is_used)
    }

    /// The least value that is in no window, and not taken otherwise.
    pub fn least(&mut self, is_taken: impl Fn(u64) -> bool) -> u64 {
        let used = || self.all[..self.asked].iter().filter(|window| window.is_used);
        let first = used().map(|window| window.full).max().unwrap_or(0);
        let word = |index: usize| used().fold(0, |word, window| word | window.bits.get(index).copied().unwrap_or(0));
        let open = (first..).flat_map(|index| {
            let word = word(index);
            (0..64).filter(move |bit| word >> bit & 1 == 0).map(move |bit| 64 * index as u64 + bit)
        });
        open.into_iter().find(|value| !is_taken(*value)).unwrap_or(0)
    }
}

impl CellWindow {
    /// How many cells must be looked at to hold others, unless all are given up first.
    fn distance(&self, wanted: &Range<usize>) -> usize {
        self.cells.start.abs_diff(wanted.start) + self.cells.end.abs_diff(wanted.end)
    }

    /// Holds these cells, or some that may be others, if a cell is not known.
    fn move_to<T: GridCell>(&mut self, cells: &[T], wanted: Range<usize>) -> bool {
        if wanted.start >= self.cells.end || wanted.end <= self.cells.start {
            let old = std::mem::replace(&mut self.cells, wanted.start..wanted.start);
            old.for_each(|place| self.remove(cells[place]));
        }
        while self.cells.end < wanted.end {
            if !self.add(cells[self.cells.end]) {
                return false;
            }
            self.cells.end += 1;
        }
        while self.cells.start > wanted.start {
            if !self.add(cells[self.cells.start - 1]) {
                return false;
            }
            self.cells.start -= 1;
        }
        (self.cells.start..wanted.start).for_each(|place| self.remove(cells[place]));
        (wanted.end..self.cells.end).for_each(|place| self.remove(cells[place]));
        self.cells = wanted;
        while self.bits.get(self.full) == Some(&u64::MAX) {
            self.full += 1;
        }
        true
    }

    #[expect(clippy::cast_possible_truncation, reason = "values are below LARGEST")]
    fn add<T: GridCell>(&mut self, cell: T) -> bool {
        let value: u64 = cell.into();
        if cell == T::ABSENT {
            return true;
        }
        if value >= T::ABSENT.into() || value >= LARGEST {
            return false;
        }
        let place = value as usize;
        if place >= self.counts.len() {
            let length = (place + 1).next_power_of_two().max(64);
            self.counts.resize(length, 0);
            self.bits.resize(length / 64, 0);
        }
        self.counts[place] += 1;
        self.bits[place / 64] |= 1 << (place % 64);
        true
    }

    #[expect(clippy::cast_possible_truncation, reason = "values that were added are below LARGEST")]
    fn remove<T: GridCell>(&mut self, cell: T) {
        let value: u64 = cell.into();
        if cell == T::ABSENT {
            return;
        }
        let place = value as usize;
        self.counts[place] -= 1;
        if self.counts[place] == 0 {
            self.bits[place / 64] &= !(1 << (place % 64));
            self.full = self.full.min(place / 64);
        }
    }
}

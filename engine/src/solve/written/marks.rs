//! The set of values among a position's options, from which the mex is read.

#![expect(clippy::cast_possible_truncation, reason = "cells and places in them are indices of lists")]

use super::grid::GridCell;
use super::windows::Windows;

/// A mark for each value that an option of the current position has. A mark is the number of the position, counted by
/// `now`: marks of earlier positions have other numbers, so nothing has to be cleared between positions.
#[derive(Debug, Default)]
pub(super) struct Marks {
    /// Bits for values below 64 that were marked one by one. They need no list.
    low: u64,
    seen: Vec<u32>,
    now: u32,
    incomplete: bool,
    /// The places in the grid of options whose values are not known, as far as their places were given.
    missing: Vec<usize>,
    /// An option without a value is on the search path, or its place was not given.
    untold: bool,
    /// The values of adjacent options, where positions come one after the other.
    windows: Option<Windows>,
    /// Statistics, see [`super::strategy::StrategyCounts`]: clauses marked without running code, and runs of
    /// code for many options at once.
    pub on_lines: u64,
    pub pieces: u64,
}

impl Marks {
    /// Marks for positions that come one after the other.
    pub fn of_neighbours() -> Marks {
        Marks { windows: Some(Windows::default()), ..Marks::default() }
    }

    pub fn begin(&mut self) {
        self.now = self.now.wrapping_add(1);
        if self.now == 0 {
            self.seen.fill(0);
            self.now = 1;
        }
        (self.low, self.incomplete, self.untold) = (0, false, false);
        self.missing.clear();
        if let Some(windows) = &mut self.windows {
            windows.begin();
        }
    }

    /// Marks the value of the option at a place of the grid.
    #[inline]
    pub fn mark_at<T: GridCell>(&mut self, cells: &[T], place: usize) {
        let cell = cells[place];
        if cell == T::UNKNOWN {
            self.incomplete = true;
            self.missing.push(place);
        } else {
            self.mark(cell);
        }
    }

    /// Marks the values of options whose places form an arithmetic progression, all of them inside the cells.
    #[inline]
    pub fn mark_line<T: GridCell>(&mut self, cells: &[T], first: i64, slope: i64, count: usize) {
        if let (Some(windows), -1 | 1) = (&mut self.windows, slope) {
            let last = first + slope * (count as i64 - 1);
            if windows.hold(cells, first.min(last) as usize..first.max(last) as usize + 1) {
                return;
            }
        }
        self.mark_all(cells, (0..count as i64).map(move |lane| (first + slope * lane) as usize));
    }

    /// Marks the values of the options at some places.
    #[inline]
    pub fn mark_all<T: GridCell>(&mut self, cells: &[T], places: impl Iterator<Item = usize> + Clone) {
        let Some(span) = T::SPAN else {
            places.for_each(|place| self.mark_at(cells, place));
            return;
        };
        if self.seen.len() < span {
            self.seen.resize(span, 0);
        }
        // To keep the loop free of branches, the special cells UNKNOWN, OPEN and ABSENT are marked as if they were
        // values. Their marks are then taken away, and if there were options without a value, each is looked at again.
        let seen = &mut self.seen[..span];
        places.clone().for_each(|place| seen[cells[place].into() as usize] = self.now);
        let mut is_seen = |cell: T| std::mem::take(&mut seen[cell.into() as usize]) == self.now;
        let (unknown, open, _) = (is_seen(T::UNKNOWN), is_seen(T::OPEN), is_seen(T::ABSENT));
        if unknown || open {
            places.for_each(|place| self.mark_at(cells, place));
        }
    }

    /// The places of all options without a value; `None` if one of them is on the search path or has no known place.
    pub fn missing(&self) -> Option<&[usize]> {
        if self.untold { None } else { Some(&self.missing) }
    }

    #[inline]
    pub fn mark<T: GridCell>(&mut self, cell: T) {
        let value: u64 = cell.into();
        if value < T::ABSENT.into() {
            self.mark_value(value);
        } else if cell != T::ABSENT {
            self.incomplete = true;
            self.untold = true;
        }
    }

    /// Marks the nim-sum of some cells and a nim-heap; nothing if one of them is absent.
    #[inline]
    pub fn mark_sum<T: GridCell>(&mut self, cells: impl Iterator<Item = T>, star: u64) {
        let (mut sum, mut absent, mut unknown) = (star, false, false);
        for cell in cells {
            absent |= cell == T::ABSENT;
            unknown |= cell == T::UNKNOWN || cell == T::OPEN;
            sum ^= cell.into();
        }
        match (absent, unknown) {
            (true, _) => {}
            (false, true) => (self.incomplete, self.untold) = (true, true),
            // A nim-sum may be larger than all values so far; the marks then grow.
            (false, false) => self.mark_value(sum),
        }
    }

    #[inline]
    fn mark_value(&mut self, value: u64) {
        if value < 64 {
            self.low |= 1 << value;
            return;
        }
        match self.seen.get_mut(value as usize) {
            Some(mark) => *mark = self.now,
            None => self.grow(value),
        }
    }

    #[cold]
    fn grow(&mut self, value: u64) {
        const LARGEST: u64 = 1 << 26;
        if value >= LARGEST {
            // Marks for so large a value would take too much memory: the position is left to the search.
            (self.incomplete, self.untold) = (true, true);
            return;
        }
        self.seen.resize((value + 1).next_power_of_two().max(256) as usize, 0);
        self.seen[value as usize] = self.now;
    }

    /// Did all options have a value?
    pub fn is_complete(&self) -> bool {
        !self.incomplete
    }

    pub fn mex(&mut self) -> u64 {
        if let Some(windows) = self.windows.as_mut().filter(|windows| windows.are_used()) {
            let (low, now, seen) = (self.low, self.now, &self.seen);
            let is_low = |value: u64| value < 64 && low >> value & 1 == 1;
            return windows.least(|value| is_low(value) || seen.get(value as usize) == Some(&now));
        }
        let (near, far) = self.seen.split_at(self.seen.len().min(64));
        let low = (0..).zip(near).fold(self.low, |low, (value, mark)| low | u64::from(*mark == self.now) << value);
        match low.trailing_ones() {
            64 => 64 + far.iter().position(|mark| *mark != self.now).unwrap_or(far.len()) as u64,
            least => least.into(),
        }
    }
}

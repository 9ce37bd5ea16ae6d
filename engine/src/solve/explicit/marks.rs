//! The values of a position's options, one mark for each.

#![expect(clippy::cast_possible_truncation, reason = "cells and places in them are indices of lists")]

use super::grid::GridCell;

/// Marks of the position at hand; those of positions before it are older, and nothing must be wiped.
#[derive(Debug, Default)]
pub(super) struct Marks {
    seen: Vec<u32>,
    now: u32,
    incomplete: bool,
    /// Where options lie that are not known, as far as they were told.
    missing: Vec<usize>,
    /// One of them lies on the path, or it was not told where it lies.
    untold: bool,
    /// Clauses that were marked without their code being run, and pieces of clauses whose code was.
    pub straight: u64,
    pub pieces: u64,
}

impl Marks {
    pub fn begin(&mut self) {
        self.now = self.now.wrapping_add(1);
        if self.now == 0 {
            self.seen.fill(0);
            self.now = 1;
        }
        self.incomplete = false;
        self.untold = false;
        self.missing.clear();
    }

    /// Marks the value of the option that lies at a place.
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

    /// Marks the values of options that lie along a line, inside the cells.
    #[inline]
    pub fn mark_line<T: GridCell>(&mut self, cells: &[T], first: i64, slope: i64, count: usize) {
        self.mark_all(cells, (0..count as i64).map(move |lane| (first + slope * lane) as usize));
    }

    /// Marks the values of the options that lie at some places.
    #[inline]
    pub fn mark_all<T: GridCell>(&mut self, cells: &[T], places: impl Iterator<Item = usize> + Clone) {
        let Some(span) = T::SPAN else {
            places.for_each(|place| self.mark_at(cells, place));
            return;
        };
        if self.seen.len() < span {
            self.seen.resize(span, 0);
        }
        // Cells without a value are marked too, and looked at afterwards.
        let seen = &mut self.seen[..span];
        places.clone().for_each(|place| seen[cells[place].into() as usize] = self.now);
        let mut is_seen = |cell: T| std::mem::take(&mut seen[cell.into() as usize]) == self.now;
        let (unknown, open, _) = (is_seen(T::UNKNOWN), is_seen(T::OPEN), is_seen(T::ABSENT));
        if unknown || open {
            places.for_each(|place| self.mark_at(cells, place));
        }
    }

    /// Where all unknown options lie; `None` if that cannot be told of all.
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
            // A value beyond all marks is beyond the mex, unless there are as many options: then the marks grow.
            (false, false) => self.mark_value(sum),
        }
    }

    #[inline]
    fn mark_value(&mut self, value: u64) {
        match self.seen.get_mut(value as usize) {
            Some(mark) => *mark = self.now,
            None => self.grow(value),
        }
    }

    #[cold]
    fn grow(&mut self, value: u64) {
        const LARGEST: u64 = 1 << 26;
        if value >= LARGEST {
            // More options than any grid lets a position have: the search must say.
            (self.incomplete, self.untold) = (true, true);
            return;
        }
        self.seen.resize((value + 1).next_power_of_two().max(256) as usize, 0);
        self.seen[value as usize] = self.now;
    }

    /// Were all options known?
    pub fn is_complete(&self) -> bool {
        !self.incomplete
    }

    pub fn mex(&self) -> u64 {
        self.seen.iter().position(|mark| *mark != self.now).unwrap_or(self.seen.len()) as u64
    }
}

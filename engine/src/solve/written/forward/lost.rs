//! The lost positions of a box, as they were found.

#![expect(clippy::cast_possible_truncation, reason = "columns are indices of bits in a row")]

use std::ops::Range;

use super::bits::ones;
use super::frame::Frame;

/// Which positions of a box are lost for the player to move.
#[derive(Debug)]
pub struct LostPositions {
    pub(super) frame: Frame,
    pub(super) lost: Vec<u64>,
    /// Which coordinates of the box are those of a position; `None`: all.
    pub(super) inside: Option<Vec<u64>>,
}

impl LostPositions {
    /// How many positions the box has, those that `where` leaves out included.
    pub(super) fn len(&self) -> u64 {
        super::super::grid::volume(self.frame.box_sizes()).unsigned_abs()
    }

    /// The sizes of the box.
    pub(super) fn sizes(&self) -> &[i64] {
        self.frame.box_sizes()
    }

    /// Is the player to move lost here? `None` if these are not the coordinates of a position of the box.
    pub fn is_lost(&self, coordinates: &[i64]) -> Option<bool> {
        let sizes = self.frame.box_sizes();
        if coordinates.len() != sizes.len() || !coordinates.iter().zip(sizes).all(|(n, size)| (0..*size).contains(n)) {
            return None;
        }
        let (row, column) = self.frame.place(coordinates);
        let word = row * self.frame.words + column as usize / 64;
        let has = |bits: &[u64]| bits[word] >> (column % 64) & 1 == 1;
        self.inside.as_ref().is_none_or(|inside| has(inside)).then(|| has(&self.lost))
    }

    /// How many positions there are along the last coordinate, which runs through a range; those of them that are lost
    /// (or that are not) are visited in order. The other coordinates are those given.
    ///
    /// # Errors
    /// What the visitor returns.
    pub fn along<E>(
        &self,
        coordinates: &[i64],
        last: Range<i64>,
        lost: bool,
        visit: &mut dyn FnMut(i64) -> Result<(), E>,
    ) -> Result<u64, E> {
        let mut here = coordinates.to_vec();
        let Some(axis) = here.len().checked_sub(1) else { return Ok(0) };
        let last = last.start.max(0)..last.end.min(self.frame.box_sizes()[axis]);
        here[axis] = 0;
        if !self.frame.is_natural() || self.is_lost(&here).is_none() && self.inside.is_none() {
            let mut count = 0;
            for n in last {
                here[axis] = n;
                let Some(found) = self.is_lost(&here) else { continue };
                count += 1;
                if found == lost {
                    visit(n)?;
                }
            }
            return Ok(count);
        }
        let (row, _) = self.frame.place(&here);
        let mut count = 0;
        for index in last.start / 64..(last.end + 63) / 64 {
            let word = row * self.frame.words + index as usize;
            let from = (last.start - 64 * index).clamp(0, 64);
            let to = (last.end - 64 * index).clamp(0, 64);
            let asked = ones(from, to) & self.inside.as_ref().map_or(u64::MAX, |inside| inside[word]);
            count += u64::from(asked.count_ones());
            let mut found = asked & if lost { self.lost[word] } else { !self.lost[word] };
            while found != 0 {
                visit(64 * index + i64::from(found.trailing_zeros()))?;
                found &= found - 1;
            }
        }
        Ok(count)
    }
}

/// The lost positions of a box of a rule.
#[derive(Debug)]
pub(in crate::solve::written) struct MarkedBox {
    /// The number of its memo, and its index there.
    pub memo: usize,
    pub rule: usize,
    pub lost: LostPositions,
}

//! The lost positions of a box, as they were found.

#![expect(clippy::cast_possible_truncation, reason = "columns are indices of bits in a row")]

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::super::key::Node;
use super::bits::ones;
use super::frame::Frame;

/// Which positions are lost for the player to move, of those whose coordinates are at most those of one.
#[derive(Debug)]
pub struct LostPositions {
    /// These coordinates. The box is larger if coordinates grow: there only what is reached from here is marked rightly.
    pub(super) highest: Vec<i64>,
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

    /// Does the box hold a box of these sizes?
    pub(super) fn holds(&self, sizes: &[i64]) -> bool {
        sizes.iter().zip(self.frame.box_sizes()).all(|(inner, outer)| inner <= outer)
    }

    /// Is the player to move lost here? `None` if these are not the coordinates of a position, or one is larger than the
    /// highest.
    pub fn is_lost(&self, coordinates: &[i64]) -> Option<bool> {
        let is_below = |(n, highest): (&i64, &i64)| (0..=*highest).contains(n);
        let are_below = coordinates.len() == self.highest.len() && coordinates.iter().zip(&self.highest).all(is_below);
        if are_below { self.mark(coordinates) } else { None }
    }

    /// The same for any position of the box that is reached from the highest, as its coordinates may be larger.
    pub(super) fn mark(&self, coordinates: &[i64]) -> Option<bool> {
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
        let (Some(n), Some(highest)) = (here.last_mut(), self.highest.last()) else { return Ok(0) };
        *n = 0;
        let axis = self.highest.len() - 1;
        let last = last.start.max(0)..last.end.min(highest + 1);
        if here.len() != self.highest.len() || here.iter().zip(&self.highest).any(|(n, most)| !(0..=*most).contains(n))
        {
            return Ok(0);
        }
        if !self.frame.is_natural() {
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

/// What a question has found of who wins, without values.
#[derive(Debug, Default)]
pub(in crate::solve::written) struct WinnersFound {
    pub in_box: Option<MarkedBox>,
    pub one_by_one: OneByOne,
}

/// Positions that were decided from options one by one.
#[derive(Debug, Default)]
pub(in crate::solve::written) struct OneByOne {
    /// Which of them are lost. Every option of a lost one was looked at, and a won one has a lost option: this holds where play may
    /// come back, too.
    pub lost: FxHashMap<Node, bool>,
    /// The position that was decided last, if it is won, and a lost option of it.
    pub winning: Option<[Node; 2]>,
    /// The most options that were looked at in vain: others will not decide it either.
    pub given_up: u64,
}

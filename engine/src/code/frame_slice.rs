//! Texts and lists in the frame of compiled rules.
//!
//! Their members lie in the frame behind the slots, one number for each member: first those of the coordinates, then
//! those of constants. Code handles a text or a list as one number that encodes where it lies, a [`FrameSlice`], so
//! that taking a slice copies nothing. The texts and lists of an option are built outside the frame (`build`) and
//! packed into a key at once.

#![expect(clippy::cast_possible_truncation, reason = "a frame has far fewer members than 2^32")]

use super::flat::{FlatCoordinates, Kind};
use super::form::Bailout;

/// Where in a frame a text or a list lies. Its start is counted from the end of the frame: constants lie there, and the
/// compiler places them before it is known how much comes before them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameSlice {
    pub before_end: u32,
    pub length: u32,
}

impl FrameSlice {
    /// The slice as a number: the start in the upper 32 bits, the length in the lower.
    #[inline]
    pub fn encode(self) -> i64 {
        i64::from(self.before_end) << 32 | i64::from(self.length)
    }

    #[inline]
    pub fn decode(encoded: i64) -> FrameSlice {
        FrameSlice { before_end: (encoded >> 32) as u32, length: encoded as u32 }
    }

    /// `Bailout` if it does not lie in this frame.
    #[inline]
    pub fn members(self, frame: &[i64]) -> Result<&[i64], Bailout> {
        let start = frame.len().wrapping_sub(self.before_end as usize);
        frame.get(start..).and_then(|rest| rest.get(..self.length as usize)).ok_or(Bailout)
    }

    /// The members from index `first` to index `last`, both included, as far as there are any; without `last`, to the end.
    /// As [`crate::game::Term::Slice`]. `Bailout` if it begins below 0.
    #[inline]
    pub fn part(self, first: i64, last: Option<i64>) -> Result<FrameSlice, Bailout> {
        let length = i64::from(self.length);
        if first < 0 {
            return Err(Bailout);
        }
        let first = first.min(length);
        let end = last.map_or(length, |last| last.saturating_add(1).clamp(first, length));
        Ok(FrameSlice { before_end: self.before_end - first as u32, length: (end - first) as u32 })
    }
}

/// Builds the frame for a position: its coordinates in the first slots, then the members of its texts and lists behind all
/// slots, then the constants. The other slots may hold numbers of another position: each is set before it is read.
pub fn lay_out(frame: &mut Vec<i64>, slots: usize, flat: &FlatCoordinates, constants: &[i64]) {
    frame.resize(slots.max(flat.coordinates.len()), 0);
    frame.extend_from_slice(&flat.members);
    frame.extend_from_slice(constants);
    let mut before_end = (flat.members.len() + constants.len()) as u32;
    for (slot, (kind, n)) in frame.iter_mut().zip(&flat.coordinates) {
        *slot = *n;
        if *kind != Kind::Number {
            *slot = FrameSlice { before_end, length: *n as u32 }.encode();
            before_end -= *n as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stretch_is_found_again_and_cut_as_slices_are() {
        let frame = [0, 0, 5, 6, 7, 8, 9];
        let slice = FrameSlice { before_end: 5, length: 4 };
        assert_eq!(FrameSlice::decode(slice.encode()), slice);
        assert_eq!(slice.members(&frame), Ok(&[5, 6, 7, 8][..]));
        let part = |first, last| slice.part(first, last).and_then(|part| part.members(&frame));
        assert_eq!(part(1, Some(2)), Ok(&[6, 7][..]));
        assert_eq!(part(2, None), Ok(&[7, 8][..]));
        assert_eq!(part(4, None), Ok(&[][..]));
        assert_eq!(part(3, Some(1)), Ok(&[][..]));
        assert_eq!(part(4, Some(i64::MIN)), Ok(&[][..]));
        assert_eq!(part(-1, Some(2)), Err(Bailout));
        // As in Python, a slice ends where the list does.
        for (first, last, found) in
            [(5, None, 4), (5, Some(0), 4), (0, Some(4), 0), (2, Some(i64::MAX), 2), (i64::MAX, None, 4)]
        {
            assert_eq!(part(first, last), Ok(&frame[2 + found..6]), "{first} {last:?}");
        }
        assert_eq!(FrameSlice { before_end: 8, length: 1 }.members(&frame), Err(Bailout));
        assert_eq!(FrameSlice { before_end: 1, length: 2 }.members(&frame), Err(Bailout));
    }
}

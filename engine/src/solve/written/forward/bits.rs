//! Bits of a row, one for each column.

#![expect(clippy::cast_possible_truncation, reason = "columns are indices of bits in a row")]

/// Bits of a row, moved to the right by so many columns, or to the left if that is negative. What leaves is lost, and what
/// is beyond the end of the row has no meaning.
#[derive(Clone, Copy)]
pub(super) struct Shifted<'b> {
    pub bits: &'b [u64],
    pub by: i64,
}

impl Shifted<'_> {
    #[inline]
    pub fn word(&self, index: usize) -> u64 {
        if self.by == 0 {
            return self.bits[index];
        }
        let (words, part) = (self.by.div_euclid(64), self.by.rem_euclid(64));
        let at = |index: i64| usize::try_from(index).ok().and_then(|index| self.bits.get(index)).copied().unwrap_or(0);
        let here = index as i64 - words;
        match part {
            0 => at(here),
            part => at(here) << part | at(here - 1) >> (64 - part),
        }
    }
}

/// Moves bits in place.
pub(super) fn shift(bits: &mut [u64], by: i64) {
    let moved = |bits: &[u64], index: usize| Shifted { bits, by }.word(index);
    if by > 0 {
        (0..bits.len()).rev().for_each(|index| bits[index] = moved(bits, index));
    } else if by < 0 {
        (0..bits.len()).for_each(|index| bits[index] = moved(bits, index));
    }
}

/// A word with ones from one bit to before another; both may lie outside of it.
pub(super) fn ones(from: i64, to: i64) -> u64 {
    let below = |bit: i64| match bit {
        ..=0 => 0,
        1..=63 => (1 << bit) - 1,
        _ => u64::MAX,
    };
    below(to) & !below(from)
}

/// Is the bit of a column set?
pub(super) fn has(bits: &[u64], column: i64) -> bool {
    bits[column as usize / 64] >> (column % 64) & 1 == 1
}

/// Sets what lies a number of steps behind a bit that is set.
pub(super) fn repeat(bits: &mut [u64], step: i64, width: i64) {
    let mut reach = step;
    while reach < width {
        let moved = Shifted { bits, by: reach };
        let more: Vec<u64> = (0..bits.len()).map(|index| moved.word(index)).collect();
        bits.iter_mut().zip(more).for_each(|(bits, more)| *bits |= more);
        reach *= 2;
    }
}

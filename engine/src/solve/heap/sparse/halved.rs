//! Storage of the sparse space: for each value below 512 a byte, its half, and a bit, its class (rare or common).
//! `Mask` explains both.

use super::super::period::ShiftComparable;
use super::mask::{BITS, Mask};

/// Values stored as their halves and classes.
#[derive(Clone, Debug)]
pub(in super::super) struct Halved {
    pub mask: Mask,
    /// The halves, that of heap n at [`PAD`] + n; some bytes before heap 0 and after the last one belong to no heap.
    pub halves: Vec<u8>,
    /// Bit n: heap n is rare.
    pub rare: Vec<u64>,
    /// How many heaps are stored.
    pub length: usize,
}

/// Bytes before heap 0.
pub(in super::super) const PAD: usize = 256;

/// Bytes after the last heap.
const TAIL: usize = 256;

impl Halved {
    pub fn new(values: impl ExactSizeIterator<Item = u64>, mask: Mask) -> Halved {
        let mut halved = Halved { mask, halves: vec![0; PAD + TAIL], rare: vec![0; 2], length: values.len() };
        halved.make_room(values.len());
        for (heap, value) in values.enumerate() {
            halved.set(heap, mask.half(value), mask.is_rare(value, heap));
        }
        halved
    }

    /// The bytes that this many heaps take.
    pub fn bytes(heaps: usize) -> u64 {
        (heaps as u64).saturating_add(heaps as u64 / 8).saturating_add((PAD + TAIL + 16) as u64)
    }

    /// Allocates room for all heaps below `to`; false if that fails.
    pub fn reserve(&mut self, to: usize) -> bool {
        let bytes = (PAD + to + TAIL).saturating_sub(self.halves.len());
        let words = (to / 64 + 2).saturating_sub(self.rare.len());
        self.halves.try_reserve_exact(bytes).is_ok() && self.rare.try_reserve_exact(words).is_ok()
    }

    /// A copy with room for all heaps below `to`; `None` if there is no memory for it.
    pub fn copied(&self, to: usize) -> Option<Halved> {
        let mut copy = Halved { mask: self.mask, halves: Vec::new(), rare: Vec::new(), length: self.length };
        copy.reserve(to).then(|| {
            copy.halves.extend_from_slice(&self.halves);
            copy.rare.extend_from_slice(&self.rare);
            copy
        })
    }

    /// Adds zeros, so that there are cells for all heaps below `to`. Room must be reserved for them.
    pub fn make_room(&mut self, to: usize) {
        if self.halves.len() < PAD + to + TAIL {
            self.halves.resize(PAD + to + TAIL, 0);
            self.rare.resize(to / 64 + 2, 0);
        }
    }

    pub fn len(&self) -> usize {
        self.length
    }

    #[inline]
    pub fn at(&self, heap: usize) -> u64 {
        let parity = self.mask.rare_parity(heap) ^ u32::from(!self.is_rare(heap));
        self.mask.whole(self.halves[PAD + heap], parity)
    }

    #[inline]
    pub fn half(&self, heap: usize) -> u8 {
        self.halves[PAD + heap]
    }

    #[inline]
    pub fn is_rare(&self, heap: usize) -> bool {
        self.rare[heap / 64] >> (heap % 64) & 1 == 1
    }

    /// Which of the 64 heaps from `heap` on are rare, the first one as the lowest bit.
    #[inline]
    pub fn rare_from(&self, heap: usize) -> u64 {
        let (word, bit) = (heap / 64, heap % 64);
        if bit == 0 { self.rare[word] } else { self.rare[word] >> bit | self.rare[word + 1] << (64 - bit) }
    }

    /// Stores the half and the class of a heap. There must be room.
    #[inline]
    pub fn set(&mut self, heap: usize, half: u8, rare: bool) {
        self.halves[PAD + heap] = half;
        let (word, bit) = (heap / 64, heap % 64);
        self.rare[word] = self.rare[word] & !(1 << bit) | u64::from(rare) << bit;
    }

    /// The halves of the 64 heaps from `begin` on, a multiple of 64, and which of them are rare.
    pub fn block(&self, begin: usize) -> ([u8; 64], u64) {
        let halves = self.halves[PAD + begin..].first_chunk().copied().unwrap_or([0; 64]);
        (halves, self.rare[begin / 64])
    }

    /// Adds 64 heaps, in the form of [`Halved::block`].
    pub fn add_block(&mut self, (halves, rare): &([u8; 64], u64)) {
        let begin = self.length;
        self.make_room(begin + 64);
        self.halves[PAD + begin..PAD + begin + 64].copy_from_slice(halves);
        self.rare[begin / 64] = *rare;
        self.length = begin + 64;
    }

    /// The same values under another mask.
    pub fn change(&mut self, mask: Mask) {
        for heap in 0..self.length {
            let value = self.at(heap);
            self.set(heap, mask.half(value), mask.is_rare(value, heap));
        }
        self.mask = mask;
    }

    pub fn truncate(&mut self, length: usize) {
        self.length = self.length.min(length);
        self.halves.truncate(PAD + self.length);
        self.halves.resize(PAD + self.length + TAIL, 0);
        self.rare.truncate(self.length / 64 + 2);
    }

    pub fn shrink_to_fit(&mut self) {
        self.halves.shrink_to_fit();
        self.rare.shrink_to_fit();
    }

    /// Values must be below this, so that their halves fit in a byte.
    pub fn limit() -> u64 {
        1 << BITS
    }

    /// Are the values of the `length` heaps from `begin` on equal to those of the heaps `shift` beyond? The length
    /// is a multiple of 64.
    ///
    /// With equal halves, values are equal if their masked bits have equal parity. Where the position takes part,
    /// an odd shift exchanges the classes.
    fn repeats(&self, begin: usize, length: usize, shift: usize) -> bool {
        let turned = if self.mask.position && shift % 2 == 1 { u64::MAX } else { 0 };
        let halves = |from: usize| &self.halves[PAD + from..PAD + from + length];
        let classes = || (begin..begin + length).step_by(64).map(|heap| (heap, heap + shift));
        halves(begin) == halves(begin + shift)
            && classes().all(|(heap, later)| self.rare_from(heap) ^ self.rare_from(later) == turned)
    }
}

/// Compares values, and not only their halves, whose period may be half of that of the values.
impl ShiftComparable for Halved {
    fn length(&self) -> usize {
        self.length
    }

    fn ends_alike(&self, shift: usize, window: usize) -> bool {
        (&self.halves[PAD..PAD + self.length]).ends_alike(shift, window)
    }

    fn matched(&self, shift: usize) -> usize {
        let mut begin = self.length - shift;
        for step in [4096, 64] {
            while begin >= step && self.repeats(begin - step, step, shift) {
                begin -= step;
            }
        }
        while begin > 0 && self.at(begin - 1) == self.at(begin - 1 + shift) {
            begin -= 1;
        }
        self.length - shift - begin
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeats_of_values_are_those_of_halves_and_classes() {
        for (position, odd) in [(false, false), (true, false), (true, true)] {
            for bits in [1, 2, 5] {
                let mask = Mask { bits, position, odd };
                let values: Vec<u64> = (0..700).map(|n| if n < 300 { n * n % 11 } else { n % 15 * 3 % 16 }).collect();
                let mut halved = Halved::new(values.iter().copied(), mask);
                for shift in 1..60 {
                    assert_eq!(halved.matched(shift), values.matched(shift), "{mask:?}, shift {shift}");
                }
                halved.change(Mask { bits: 3, position: false, odd: false });
                let found: Vec<u64> = (0..700).map(|heap| halved.at(heap)).collect();
                assert_eq!(found, values);
            }
        }
    }
}

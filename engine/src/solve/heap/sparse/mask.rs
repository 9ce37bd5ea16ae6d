//! The masks that divide heaps into rare and common ones.

/// A way to tell two classes of heaps apart by parity.
///
/// For a value v of a heap n let f = parity(v & bits), and if `position` is set f = parity(v & bits) + n, + 1 if all
/// splitting amounts are odd (mod 2). A heap is *rare* if f = 0, otherwise *common*. As f is linear, two common or two
/// rare heaps left by a split of n give nim-sums that only a rare n could have, and a common with a rare heap gives
/// one that only a common n could have: this is the sparse space phenomenon, and it holds for every mask. A good mask
/// makes rare heaps few.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Mask {
    /// The bits of a value whose parity decides; not 0.
    pub bits: u16,
    /// Whether the heap itself counts as well, by its parity.
    pub position: bool,
    /// Whether all splitting amounts are odd; false without `position`.
    pub odd: bool,
}

/// Values have at most this many bits.
pub(in super::super) const BITS: u32 = 9;

/// How often each value occurred, at even heaps and at odd ones.
#[derive(Clone, Debug)]
pub(in super::super) struct Histogram {
    counts: Vec<i64>,
}

impl Mask {
    /// Is a heap with this value rare?
    pub fn is_rare(self, value: u64, heap: usize) -> bool {
        (value & u64::from(self.bits)).count_ones() % 2 == self.rare_parity(heap)
    }

    /// The parity of the masked bits in the value of a rare heap.
    #[inline]
    pub fn rare_parity(self, heap: usize) -> u32 {
        u32::from(self.position & ((heap % 2 == 1) ^ self.odd))
    }

    /// The index of the lowest bit of the mask. This bit of a value follows from the other bits and the class.
    #[inline]
    pub fn place(self) -> u32 {
        self.bits.trailing_zeros()
    }

    /// The *half* of a value: the value without that bit. Halves keep the order of values within a class, and
    /// nim-sums.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a value has at most 9 bits, and a half one less")]
    pub fn half(self, value: u64) -> u8 {
        let low = (1 << self.place()) - 1;
        ((value >> 1) & !low | value & low) as u8
    }

    /// The value with this half whose masked bits have this parity.
    #[inline]
    pub fn whole(self, half: u8, parity: u32) -> u64 {
        let half = u64::from(half);
        let low = (1 << self.place()) - 1;
        let value = (half & !low) << 1 | half & low;
        let missing = (value & u64::from(self.bits)).count_ones() % 2 != parity;
        value | u64::from(missing) << self.place()
    }
}

impl Default for Histogram {
    fn default() -> Histogram {
        Histogram { counts: vec![0; 2 << BITS] }
    }
}

impl Histogram {
    /// Counts a value below 2^[`BITS`].
    #[expect(clippy::cast_possible_truncation, reason = "a value has at most 9 bits")]
    pub fn count(&mut self, value: u64, heap: usize) {
        self.counts[((value as usize) << 1) | (heap % 2)] += 1;
    }

    /// The mask with the fewest rare heaps, and how many these are. The position can take part only if the
    /// splitting amounts are all even or all odd: `parity` is theirs, if so.
    ///
    /// The Walsh–Hadamard transform gives for every mask, with and without position, the number of heaps with even
    /// parity minus that of heaps with odd parity.
    #[expect(clippy::cast_possible_truncation, reason = "a mask has at most 9 bits")]
    pub fn best(&self, parity: Option<usize>) -> (Mask, u64) {
        let mut sums = self.counts.clone();
        transform(&mut sums);
        let all = sums[0];
        let mut best = (Mask { bits: 1, position: false, odd: false }, u64::MAX);
        for (index, sum) in sums.iter().enumerate().skip(2) {
            let position = index % 2 == 1;
            if position && parity.is_none() {
                continue;
            }
            let odd = position && parity == Some(1);
            let rare = if odd { all - sum } else { all + sum } / 2;
            if (rare as u64) < best.1 {
                best = (Mask { bits: (index >> 1) as u16, position, odd }, rare as u64);
            }
        }
        best
    }
}

/// The Walsh–Hadamard transform, in place.
fn transform(sums: &mut [i64]) {
    let mut half = 1;
    while half < sums.len() {
        for pair in sums.chunks_mut(2 * half) {
            let (low, high) = pair.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_and_class_give_the_value_back() {
        for bits in [1, 2, 3, 6, 0x80, 0x1ff, 0x100, 0x140] {
            for (position, odd) in [(false, false), (true, false), (true, true)] {
                let mask = Mask { bits, position, odd };
                for value in 0..512 {
                    for heap in [6, 7] {
                        let parity = mask.rare_parity(heap) ^ u32::from(!mask.is_rare(value, heap));
                        assert_eq!(mask.whole(mask.half(value), parity), value, "{mask:?} {value} at {heap}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_best_mask_is_the_one_that_a_count_finds() {
        let values: Vec<u64> = (0..500usize).map(|n| (n * n * 7 + n / 3) as u64 % 23 * 5 % 64).collect();
        let mut histogram = Histogram::default();
        values.iter().enumerate().for_each(|(heap, value)| histogram.count(*value, heap));
        for parity in [None, Some(0), Some(1)] {
            let (mask, rare) = histogram.best(parity);
            let count = |mask: Mask| values.iter().enumerate().filter(|(heap, v)| mask.is_rare(**v, *heap)).count();
            assert_eq!(count(mask) as u64, rare, "{mask:?}");
            for bits in 1..512 {
                for position in [false, true] {
                    if !position || parity.is_some() {
                        let other = Mask { bits, position, odd: position && parity == Some(1) };
                        assert!(count(other) as u64 >= rare, "{other:?} is better than {mask:?}");
                    }
                }
            }
        }
    }
}

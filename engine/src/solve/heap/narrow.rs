//! Cells of one or two bytes, and loops over pairs of them that the compiler turns into vector instructions.

use std::ops::BitXor;

/// A cell for a value, of one or two bytes.
pub(in crate::solve) trait Narrow: Copy + Default + BitXor<Output = Self> {
    /// How many pairs [`Narrow::find`] compares in one step, without a branch.
    const STEP: usize = 512;

    /// The value, in two bytes.
    fn short(self) -> u16;

    /// The value as a cell; `None` if it does not fit.
    fn narrow(value: u64) -> Option<Self>;

    /// Calls `visit` with the nim-sum of each pair of cells that have the same index.
    fn each_sum(smaller: &[Self], larger: &[Self], visit: impl FnMut(u16));

    /// The index of the first pair of the first step in which some pair has this nim-sum.
    fn find(smaller: &[Self], larger: &[Self], sum: Self) -> Option<usize>;
}

macro_rules! narrow {
    ($cell:ty) => {
        impl Narrow for $cell {
            #[inline(always)]
            fn short(self) -> u16 {
                u16::from(self)
            }

            fn narrow(value: u64) -> Option<$cell> {
                <$cell>::try_from(value).ok()
            }

            /// The nim-sums of a word full of pairs are formed at once, and taken apart in registers.
            #[inline(always)]
            #[expect(clippy::cast_possible_truncation, reason = "the lowest bits are the sum of one pair")]
            fn each_sum(smaller: &[$cell], larger: &[$cell], mut visit: impl FnMut(u16)) {
                const LANES: usize = 8 / size_of::<$cell>();
                let length = smaller.len().min(larger.len());
                let (some, few) = smaller[..length].as_chunks::<LANES>();
                let (others, fewer) = larger[..length].as_chunks::<LANES>();
                for (some, others) in some.iter().zip(others) {
                    let (mut word, mut other) = (0u64, 0u64);
                    for lane in 0..LANES {
                        word |= u64::from(some[lane]) << (64 / LANES * lane);
                        other |= u64::from(others[lane]) << (64 / LANES * lane);
                    }
                    let sums = word ^ other;
                    for lane in 0..LANES {
                        visit((sums >> (64 / LANES * lane)) as $cell as u16);
                    }
                }
                for (a, b) in few.iter().zip(fewer) {
                    visit((a ^ b).short());
                }
            }

            /// There are no branches inside a step, so the compiler compares many pairs at a time.
            #[inline(always)]
            fn find(smaller: &[$cell], larger: &[$cell], sum: $cell) -> Option<usize> {
                let steps = smaller.chunks(Self::STEP).zip(larger.chunks(Self::STEP));
                for (index, (smaller, larger)) in steps.enumerate() {
                    let mut any: $cell = 0;
                    for (a, b) in smaller.iter().zip(larger) {
                        any |= <$cell>::from(a ^ b == sum).wrapping_neg();
                    }
                    if any != 0 {
                        return Some(index * Self::STEP);
                    }
                }
                None
            }
        }
    };
}
narrow!(u8);
narrow!(u16);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Dice, tries};
    use crate::solve::heap::simd::Simd;

    #[test]
    fn the_first_step_with_a_sum_is_found() {
        let mut dice = Dice::new(3);
        for _ in 0..tries(300) {
            let bytes: Vec<u8> = (0..3000).map(|_| dice.small(256)).collect();
            let (smaller, larger) = bytes.split_at(1 + dice.small::<usize>(2900));
            let sum = dice.small(256);
            let pair = smaller.iter().zip(larger).position(|(a, b)| a ^ b == sum);
            let expected = pair.map(|pair| pair / u8::STEP * u8::STEP);
            let [some, others] =
                [smaller, larger].map(|half| half.iter().map(|n| 257 * u16::from(*n)).collect::<Vec<_>>());
            for simd in Simd::available() {
                assert_eq!(simd.find(smaller, larger, sum), expected, "{simd:?}");
                assert_eq!(simd.find(&some, &others, 257 * u16::from(sum)), expected, "{simd:?}");
            }
        }
    }
}

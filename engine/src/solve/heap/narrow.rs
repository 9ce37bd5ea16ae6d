//! Values of one or two bytes, and the loops over pairs of them that a compiler turns into vector instructions.

use std::ops::BitXor;

/// A cell of at most two bytes.
pub(super) trait Narrow: Copy + Default + BitXor<Output = Self> {
    /// Pairs in one step of a sweep.
    const STEP: usize = 512;

    fn short(self) -> u16;

    /// `None` if the value does not fit.
    fn narrow(value: u64) -> Option<Self>;

    /// Hands over the nim-sum of each pair.
    fn each_sum(smaller: &[Self], larger: &[Self], visit: impl FnMut(u16));

    /// The first step in which a pair has this nim-sum.
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

            /// A word of pairs is added up at once, and taken apart in registers.
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

            /// Without branches inside a step, so that it is done many pairs at a time.
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

//! The built-in functions of numbers, each one row: for numbers of 64 bits, as compiled code has them, and of 128.

use super::Builtin;
use crate::nim::{gcd, is_prime, lcm};

/// Defines the result of each function for two numbers of one type; true is 1 and false is 0. A function of one number
/// ignores the second, and one of any number of numbers joins two of them: of a single one it gives what it gives of that
/// number twice. The result is `None` for numbers that the function does not take, and beyond the type.
macro_rules! table {
    ($name:ident, $number:ty) => {
        #[inline]
        pub(crate) fn $name(function: Builtin, a: $number, b: $number) -> Option<$number> {
            match function {
                Builtin::Min => Some(a.min(b)),
                Builtin::Max => Some(a.max(b)),
                Builtin::Gcd => Some(gcd(a.checked_abs()?, b.checked_abs()?)),
                Builtin::Lcm => lcm(i128::from(a.checked_abs()?), b.checked_abs()?.into())?.try_into().ok(),
                Builtin::Bitand => Some(a & b),
                Builtin::Bitor => Some(a | b),
                Builtin::Bit if a >= 0 && b >= 0 => {
                    Some(a.checked_shr(b.try_into().unwrap_or(u32::MAX)).unwrap_or(0) & 1)
                }
                Builtin::Abs => a.checked_abs(),
                Builtin::Isqrt if a >= 0 => Some(a.isqrt()),
                Builtin::Popcount if a >= 0 => Some(a.count_ones().into()),
                Builtin::Lowbit if a >= 0 => Some(a & a.wrapping_neg()),
                Builtin::Even => Some((a % 2 == 0).into()),
                Builtin::Odd => Some((a % 2 != 0).into()),
                Builtin::Prime => Some(is_prime(a.into()).into()),
                // In its own type: the root of 128 bits takes long.
                Builtin::Square => Some((a >= 0 && a.isqrt().pow(2) == a).into()),
                _ => None,
            }
        }
    };
}

table!(of_words, i64);
table!(of_numbers, i128);

impl Builtin {
    /// Does this function of numbers give true or false?
    pub(crate) fn is_test(self) -> bool {
        matches!(self, Builtin::Even | Builtin::Odd | Builtin::Prime | Builtin::Square)
    }

    /// May code be compiled that applies it? Parity and nim-sums are operators there.
    pub(crate) fn is_of_words(self) -> bool {
        use Builtin::{Abs, Bit, Bitand, Bitor, Gcd, Isqrt, Lcm, Lowbit, Max, Min, Popcount};
        self.is_test() || matches!(self, Min | Max | Abs | Gcd | Lcm | Isqrt | Popcount | Bit | Lowbit | Bitand | Bitor)
    }
}

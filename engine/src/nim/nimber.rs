//! Nimbers, also called Grundy values, and the field that those below 2^64 form: Conway's product with the nim-sum as
//! addition.
//!
//! J. H. Conway, On Numbers and Games, 1976, chapter 6. A Fermat power is 2^(2^k); the product of a Fermat power
//! F and a smaller number is the ordinary product, and F times F is 3F/2. All else follows from the laws of a field.

use std::fmt;
use std::ops::{BitXor, BitXorAssign};

use super::number::power;

/// The value of an impartial position: the size of the Nim heap that is equal to it.
/// "Nimber" and "Grundy value" are two words for the same thing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Nimber(pub u64);

impl Nimber {
    /// The value of a position that the second player wins.
    pub const ZERO: Nimber = Nimber(0);

    /// Is it 0? Then the second player wins.
    pub fn is_zero(self) -> bool {
        self.0 == 0
    }
}

/// The nim-sum. The value of two positions side by side is the exclusive or of their values: Bouton (1901) for the
/// heaps of Nim, Sprague and Grundy for all impartial games. So the operator is `^` and not `+`.
impl BitXor for Nimber {
    type Output = Nimber;

    fn bitxor(self, other: Nimber) -> Nimber {
        Nimber(self.0 ^ other.0)
    }
}

impl BitXorAssign for Nimber {
    fn bitxor_assign(&mut self, other: Nimber) {
        self.0 ^= other.0;
    }
}

impl FromIterator<Nimber> for Nimber {
    /// The nim-sum of all.
    fn from_iter<I: IntoIterator<Item = Nimber>>(values: I) -> Nimber {
        values.into_iter().fold(Nimber::ZERO, |sum, value| sum ^ value)
    }
}

impl fmt::Display for Nimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Nimber {
    /// The nim-product.
    pub fn product(self, other: Nimber) -> Nimber {
        Nimber(product(self.0, other.0, 6))
    }

    /// The nim-product of `exponent` copies of this number; 1 if there are no copies.
    pub fn power(self, exponent: u64) -> Nimber {
        power(self, exponent.into(), Nimber(1), Nimber::product)
    }

    /// The number whose nim-product with this one is 1; `None` for 0. The nimbers below 2^64 are a field of 2^64
    /// members, so it is the power 2^64 − 2.
    pub fn inverse(self) -> Option<Nimber> {
        (!self.is_zero()).then(|| self.power(u64::MAX - 1))
    }

    /// The number whose nim-square is this one: in a field of 2^64 members, the power 2^63.
    pub fn square_root(self) -> Nimber {
        self.power(1 << 63)
    }
}

/// The product of numbers below 2^(2^level), by halves: with F = 2^(2^(level−1)),
/// (aF + b)(cF + d) = (ac + ad + bc)F + bd + ac·(F/2), where + is the nim-sum.
fn product(x: u64, y: u64, level: u32) -> u64 {
    if x <= 1 || y <= 1 {
        return x * y;
    }
    let half = 1 << (level - 1);
    let mask = (1u64 << half) - 1;
    let (a, b, c, d) = (x >> half, x & mask, y >> half, y & mask);
    let bd = product(b, d, level - 1);
    let ac = product(a, c, level - 1);
    let all = product(a ^ b, c ^ d, level - 1);
    (all ^ bd) << half ^ bd ^ product(ac, 1 << (half - 1), level - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nim::ByteMex;

    /// The definition: a·b = mex { a'·b ⊕ a·b' ⊕ a'·b' : a' < a, b' < b }.
    #[test]
    fn the_product_is_what_its_definition_says_below_256() {
        const N: usize = 256;
        let mut table = vec![[0u8; N]; N];
        for a in 0..N {
            for b in 0..=a {
                let mut excluded = ByteMex::default();
                for x in 0..a {
                    for y in 0..b {
                        excluded.insert(table[x][b] ^ table[a][y] ^ table[x][y]);
                    }
                }
                // The numbers below 256 are a field of their own: no product of two leaves it.
                let value = u8::try_from(excluded.value()).unwrap();
                table[a][b] = value;
                table[b][a] = value;
            }
        }
        for (a, row) in (0u64..).zip(&table) {
            for (b, value) in (0u64..).zip(row) {
                assert_eq!(Nimber(a).product(Nimber(b)).0, u64::from(*value), "{a} times {b}");
            }
        }
    }

    #[test]
    fn inverses_and_roots_undo_products_and_squares() {
        for x in [1, 2, 3, 7, 255, 256, 65_537, 1 << 40, u64::MAX] {
            let x = Nimber(x);
            assert_eq!(x.inverse().map(|inverse| x.product(inverse)), Some(Nimber(1)), "inverse of {x}");
            assert_eq!(x.product(x).square_root(), x, "root of the square of {x}");
        }
        assert_eq!(Nimber(0).inverse(), None);
    }

    #[test]
    fn powers_of_five_repeat_with_fifteen() {
        let powers: Vec<u64> = (0..16).map(|n| Nimber(5).power(n).0).collect();
        assert_eq!(powers, [1, 5, 7, 13, 4, 2, 10, 9, 6, 8, 3, 15, 14, 11, 12, 1]);
    }
}

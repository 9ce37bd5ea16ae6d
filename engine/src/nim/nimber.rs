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

    /// The number whose nim-product with this one is 1; `None` for 0.
    pub fn inverse(self) -> Option<Nimber> {
        (!self.is_zero()).then(|| Nimber(inverse(self.0, 6)))
    }

    /// The number whose nim-square is this one.
    pub fn square_root(self) -> Nimber {
        Nimber(square_root(self.0, 6))
    }
}

/// The numbers below 2^(2^3) are multiplied by their logarithms.
const BYTE: u32 = 3;

/// The upper and the lower half of a number below 2^(2^level): a and b in aF + b, with F = 2^(2^(level−1)).
fn halves(x: u64, level: u32) -> (u64, u64) {
    let half = 1 << (level - 1);
    (x >> half, x & ((1 << half) - 1))
}

/// The product of numbers below 2^(2^level), by halves: (aF + b)(cF + d) = (ac + ad + bc)F + bd + ac·(F/2), where + is
/// the nim-sum.
fn product(x: u64, y: u64, level: u32) -> u64 {
    if level <= BYTE {
        return LOGARITHMS.product(x, y);
    }
    if x <= 1 || y <= 1 {
        return x * y;
    }
    let ((a, b), (c, d)) = (halves(x, level), halves(y, level));
    let bd = product(b, d, level - 1);
    let ac = product(a, c, level - 1);
    let all = product(a ^ b, c ^ d, level - 1);
    (all ^ bd) << (1 << (level - 1)) ^ bd ^ times_half_power(ac, level)
}

/// The product of a number below F = 2^(2^(level−1)) and F/2.
fn times_half_power(x: u64, level: u32) -> u64 {
    product(x, 1 << ((1 << (level - 1)) - 1), level - 1)
}

/// The inverse of a number below 2^(2^level) that is not 0. Since F·F = F + F/2, the product of aF + b and its conjugate
/// aF + a + b is b(a + b) + a·a·(F/2), which lies below F: so one inverse there is enough.
fn inverse(x: u64, level: u32) -> u64 {
    if level <= BYTE {
        return LOGARITHMS.inverse(x);
    }
    let (a, b) = halves(x, level);
    let norm = product(b, a ^ b, level - 1) ^ times_half_power(product(a, a, level - 1), level);
    let inverse = inverse(norm, level - 1);
    product(a, inverse, level - 1) << (1 << (level - 1)) ^ product(a ^ b, inverse, level - 1)
}

/// The root of a number below 2^(2^level): the square of aF + b is a·a·F + a·a·(F/2) + b·b.
fn square_root(x: u64, level: u32) -> u64 {
    if level == 0 {
        return x;
    }
    let (a, b) = halves(x, level);
    square_root(a, level - 1) << (1 << (level - 1)) ^ square_root(b ^ times_half_power(a, level), level - 1)
}

/// The logarithms of the numbers from 1 to 255, to a base whose powers they all are.
struct Logarithms {
    logarithms: [u8; 256],
    /// The powers of the base, twice, so that the sum of two logarithms is an index.
    powers: [u8; 510],
}

static LOGARITHMS: Logarithms = Logarithms::new();

impl Logarithms {
    /// The least number with 255 different powers.
    const BASE: u64 = 18;

    #[expect(clippy::cast_possible_truncation, reason = "the powers and their exponents are below 256")]
    const fn new() -> Logarithms {
        let mut made = Logarithms { logarithms: [0; 256], powers: [0; 510] };
        let (mut power, mut exponent) = (1, 0);
        while exponent < 255 {
            made.logarithms[power as usize] = exponent as u8;
            made.powers[exponent] = power as u8;
            made.powers[exponent + 255] = power as u8;
            power = by_halves(power, Logarithms::BASE, BYTE);
            exponent += 1;
        }
        made
    }

    #[expect(clippy::cast_possible_truncation, reason = "the numbers are below 256")]
    fn product(&self, x: u64, y: u64) -> u64 {
        let [x, y] = [x as u8, y as u8].map(usize::from);
        if x == 0 || y == 0 {
            return 0;
        }
        self.powers[usize::from(self.logarithms[x]) + usize::from(self.logarithms[y])].into()
    }

    #[expect(clippy::cast_possible_truncation, reason = "the number is below 256")]
    fn inverse(&self, x: u64) -> u64 {
        self.powers[255 - usize::from(self.logarithms[usize::from(x as u8)])].into()
    }
}

/// As [`product`], without logarithms.
const fn by_halves(x: u64, y: u64, level: u32) -> u64 {
    if x <= 1 || y <= 1 {
        return x * y;
    }
    let half = 1 << (level - 1);
    let mask = (1 << half) - 1;
    let (a, b, c, d) = (x >> half, x & mask, y >> half, y & mask);
    let bd = by_halves(b, d, level - 1);
    let ac = by_halves(a, c, level - 1);
    let all = by_halves(a ^ b, c ^ d, level - 1);
    (all ^ bd) << half ^ bd ^ by_halves(ac, 1 << (half - 1), level - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Dice, tries};
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
        let mut dice = Dice::new(8);
        let drawn: Vec<u64> = (0..tries(500)).map(|_| dice.below(u64::MAX) >> dice.small::<u32>(64)).collect();
        for x in (0..600).chain([65_537, 1 << 40, u64::MAX]).chain(drawn) {
            let x = Nimber(x);
            let one = (!x.is_zero()).then_some(Nimber(1));
            assert_eq!(x.inverse().map(|inverse| x.product(inverse)), one, "inverse of {x}");
            assert_eq!(x.product(x).square_root(), x, "root of the square of {x}");
            // The nimbers below 2^64 are a field of 2^64 members.
            assert_eq!((x.power(u64::MAX - 1), x.power(1 << 63)), (x.inverse().unwrap_or(x), x.square_root()));
        }
    }

    #[test]
    fn logarithms_give_the_products_by_halves() {
        let mut dice = Dice::new(4);
        for _ in 0..tries(500) {
            let [x, y] = [(); 2].map(|()| dice.below(u64::MAX) >> dice.small::<u32>(64));
            assert_eq!(product(x, y, 6), by_halves(x, y, 6), "{x} times {y}");
        }
    }

    #[test]
    fn powers_of_five_repeat_with_fifteen() {
        let powers: Vec<u64> = (0..16).map(|n| Nimber(5).power(n).0).collect();
        assert_eq!(powers, [1, 5, 7, 13, 4, 2, 10, 9, 6, 8, 3, 15, 14, 11, 12, 1]);
    }
}

//! Rows of numbers, arithmetic progressions: their nim-sum and their digits, without a look at every member.

use super::Nimber;

/// The numbers `first`, `first + step`, `first + 2·step`, …: so many of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberRow {
    /// The first of them.
    pub first: u64,
    /// The distance from one to the next, which may be 0.
    pub step: u64,
    /// How many they are.
    pub count: u64,
}

impl NumberRow {
    /// The number with this index; `None` beyond 64 bits.
    pub fn get(&self, index: u64) -> Option<u64> {
        index.checked_mul(self.step).and_then(|rise| rise.checked_add(self.first))
    }

    /// The last number; `None` if there are none, and beyond 64 bits.
    pub fn last(&self) -> Option<u64> {
        self.get(self.count.checked_sub(1)?)
    }

    /// The nim-sum of the numbers, whose last must be below 2^64. Its digit with index k is the parity of the sum of
    /// ⌊x / 2^k⌋, since twice ⌊x / 2^(k+1)⌋ is even.
    pub fn nim_sum(&self) -> Nimber {
        let digit = |place: u32| u64::from(self.odd_floors(1 << place)) << place;
        Nimber((0..u64::BITS).map(digit).sum())
    }

    /// Is the sum of ⌊x / modulus⌋ odd? The sum counts the points below a line. Each turn takes whole rows of them away and
    /// looks at what is left from the side, as Euclid's algorithm does.
    fn odd_floors(&self, modulus: u128) -> bool {
        let (mut count, mut modulus) = (u128::from(self.count), modulus);
        let (mut step, mut first) = (u128::from(self.step), u128::from(self.first));
        let mut odd = 0;
        while count > 0 {
            odd ^= (count * (count - 1) / 2) & (step / modulus);
            odd ^= count & (first / modulus);
            (step, first) = (step % modulus, first % modulus);
            let end = step * count + first;
            (count, first, step, modulus) = (end / modulus, end % modulus, modulus, step);
        }
        odd & 1 == 1
    }

    /// The index of the first number that has the binary digit `place`.
    pub fn first_with_digit(&self, place: u32) -> Option<u64> {
        let half = 1u128 << place;
        let modulus = 2 * half;
        let first = u128::from(self.first) % modulus;
        let index = if first >= half {
            0
        } else {
            first_multiple(u128::from(self.step) % modulus, modulus, half - first, modulus - 1 - first)?
        };
        u64::try_from(index).ok().filter(|index| *index < self.count)
    }
}

/// The least x with `least` ≤ a·x mod `modulus` ≤ `most`, where 0 < `least` ≤ `most` < `modulus` and a < `modulus`.
fn first_multiple(a: u128, modulus: u128, least: u128, most: u128) -> Option<u128> {
    if a == 0 {
        return None;
    }
    let within = least.div_ceil(a);
    if within * a <= most {
        return Some(within);
    }
    // No multiple of a lies between the two. The first that does after `turns` times the modulus is looked for by its distance
    // to the multiples of a.
    let opposite = |n: u128| (a - n % a) % a;
    let turns = first_multiple(modulus % a, a, opposite(most), opposite(least))?;
    Some((least + modulus * turns).div_ceil(a))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Dice, often, tries};

    #[test]
    fn the_sum_and_the_digits_are_those_of_the_members() {
        let mut dice = Dice::new(0x9a09_7e55_0001);
        let mut found = 0;
        for round in 0..tries(20_000) {
            let most = [7, 100, 1 << 20, 1 << 40][round % 4];
            let largest_step = [3, 40, 5_000, most][dice.small::<usize>(4)];
            let (first, step, count) = (dice.below(most), dice.below(largest_step), dice.below(200));
            let progression = NumberRow { first, step, count };
            let members: Vec<u64> = (0..count).map(|index| progression.get(index).unwrap()).collect();
            assert_eq!(progression.nim_sum(), members.iter().copied().map(Nimber).collect(), "{progression:?}");
            assert_eq!(progression.last(), members.last().copied());
            for place in [0, 1, 2, 5, 19, 39, 63] {
                let wanted = members.iter().position(|n| n >> place & 1 == 1).map(|index| index as u64);
                assert_eq!(progression.first_with_digit(place), wanted, "{progression:?}, digit {place}");
                found += u64::from(wanted.is_some_and(|index| index > 3));
            }
        }
        assert!(found > often(2_000), "{found}");
    }

    #[test]
    fn the_largest_numbers() {
        let all = NumberRow { first: 0, step: 1, count: u64::MAX };
        assert_eq!((all.nim_sum(), all.first_with_digit(63)), (Nimber(u64::MAX), Some(1 << 63)));
        let odd = NumberRow { first: 1, step: 2, count: 1 << 63 };
        assert_eq!((odd.last(), odd.nim_sum(), odd.first_with_digit(0)), (Some(u64::MAX), Nimber(0), Some(0)));
        let none = NumberRow { first: 4, step: 8, count: 1 << 60 };
        assert_eq!(
            (none.first_with_digit(0), none.first_with_digit(2), none.first_with_digit(60)),
            (None, Some(0), Some(1 << 57))
        );
        assert_eq!(NumberRow { first: 2, step: u64::MAX, count: 2 }.last(), None);
    }
}

//! Under what a position is known.

use std::rc::Rc;

use crate::game::Value;

/// The coordinates of a position: packed in 63 bits if they are a few small numbers, in 126 bits if they are larger,
/// else as they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Key {
    Small(u64),
    Medium(u128),
    Large(Rc<[Value]>),
}

impl Key {
    /// More coordinates than this are not packed.
    pub const MOST: usize = 8;

    pub fn of(coordinates: &Rc<[Value]>) -> Key {
        let mut numbers = [0; Key::MOST];
        let packed = numbers.get_mut(..coordinates.len()).and_then(|numbers| {
            for (number, coordinate) in numbers.iter_mut().zip(coordinates.iter()) {
                let Value::Integer(n) = coordinate else { return None };
                *number = i64::try_from(*n).ok()?;
            }
            Key::of_numbers(numbers)
        });
        packed.unwrap_or_else(|| Key::Large(coordinates.clone()))
    }

    /// `None` if the numbers do not fit: below 0, too large, or too many.
    #[inline]
    pub fn of_numbers(coordinates: &[i64]) -> Option<Key> {
        if coordinates.len() > Key::MOST {
            return None;
        }
        let together = coordinates.iter().fold(0, |together, n| together | *n as u64);
        let length = coordinates.len().max(1) as u32;
        if together >> (63 / length) == 0 {
            let bits = 63 / length % 63;
            return Some(Key::Small(coordinates.iter().fold(0, |key, n| key << bits | *n as u64)));
        }
        let bits = 126 / length;
        if together >> bits.min(63) != 0 {
            return None;
        }
        Some(Key::Medium(coordinates.iter().fold(0, |key, n| key << bits | *n as u128)))
    }

    /// Writes the coordinates behind the key out, and whether they were packed.
    #[inline]
    pub fn numbers(&self, coordinates: &mut [i64]) -> bool {
        match self {
            Key::Small(key) => unpack(*key, coordinates),
            Key::Medium(key) => {
                let bits = 126 / coordinates.len().max(1) as u32;
                for (n, place) in coordinates.iter_mut().rev().zip(0..) {
                    *n = (key >> (bits * place) & ((1 << bits) - 1)) as i64;
                }
            }
            Key::Large(_) => return false,
        }
        true
    }
}

/// The coordinates behind a small key.
#[inline]
pub(super) fn unpack(mut key: u64, coordinates: &mut [i64]) {
    let bits = 63 / coordinates.len().max(1) as u32;
    for n in coordinates.iter_mut().rev() {
        *n = (key & ((1 << bits) - 1)) as i64;
        key >>= bits;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_positions_have_different_keys_and_large_ones_none() {
        assert_ne!(Key::of_numbers(&[1, 2]), Key::of_numbers(&[2, 1]));
        assert_eq!(Key::of_numbers(&[(1 << 31) - 1, 0]), Some(Key::Small(((1 << 31) - 1) << 31)));
        assert_eq!(Key::of_numbers(&[1 << 31, 5]), Some(Key::Medium(1 << 94 | 5)));
        assert_eq!(Key::of_numbers(&[1 << 42, 0, 0]), None);
        assert_eq!([Key::of_numbers(&[-1]), Key::of_numbers(&[-1, 0])], [None, None]);
        assert_eq!(Key::of_numbers(&[0; 9]), None);
        assert!(matches!(Key::of(&Rc::from([Value::text("ab")])), Key::Large(_)));
    }

    #[test]
    fn what_is_packed_can_be_unpacked() {
        let small: [&[i64]; 5] = [&[], &[i64::MAX], &[7, (1 << 31) - 1], &[0, 1 << 20, 5], &[127; 8]];
        let medium: [&[i64]; 4] = [&[i64::MAX; 2], &[1 << 31, 0], &[1 << 41, 3, 0], &[0, 0, 0, 0, 0, 0, 128, 32_767]];
        for (numbers, is_small) in small.map(|numbers| (numbers, true)).into_iter().chain(medium.map(|it| (it, false)))
        {
            let key = Key::of_numbers(numbers).unwrap();
            let mut back = vec![0; numbers.len()];
            assert!(key.numbers(&mut back));
            assert_eq!((&back[..], matches!(key, Key::Small(_))), (numbers, is_small));
        }
    }
}

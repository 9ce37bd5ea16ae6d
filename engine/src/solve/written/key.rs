//! The memo key of a position: its coordinates packed into 64 or 128 bits, where they fit.

#![expect(clippy::cast_possible_truncation, reason = "what is packed has as many bits as are taken")]

use std::sync::Arc;

use super::letters;
use crate::code::flat::{FlatCoordinates, Kind};
use crate::game::{Value, contents};

/// The coordinates of a position. `Small`: a few small numbers, in 63 bits. `Medium`: larger numbers, in 126 bits; or
/// coordinates with short texts, or lists of small numbers or couples, in 128 bits of which the highest is set.
/// `Large`: all others, unpacked. Each position has one key.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum PositionKey {
    Small(u64),
    Medium(u128),
    Large(Arc<[Value]>),
}

/// A position as the search refers to it: the number of its system's memo, the index of its rule, and its key.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Node {
    pub memo: usize,
    pub rule: usize,
    pub key: PositionKey,
}

/// The highest bit, which marks a `Medium` key with texts or lists.
const BOARD: u128 = 1 << 127;

impl PositionKey {
    /// More coordinates than this are not packed.
    pub const MOST: usize = 8;

    pub fn of(coordinates: &Arc<[Value]>) -> PositionKey {
        let mut numbers = [0; PositionKey::MOST];
        let packed = numbers.get_mut(..coordinates.len()).and_then(|numbers| {
            for (number, coordinate) in numbers.iter_mut().zip(coordinates.iter()) {
                *number = i64::try_from(coordinate.as_integer()?).ok()?;
            }
            PositionKey::of_numbers(numbers)
        });
        let packed = packed.or_else(|| PositionKey::of_board(&FlatCoordinates::of(coordinates)?));
        packed.unwrap_or_else(|| PositionKey::Large(coordinates.clone()))
    }

    /// `None` if the numbers do not fit: below 0, too large, or too many.
    #[inline]
    pub fn of_numbers(coordinates: &[i64]) -> Option<PositionKey> {
        if coordinates.len() > PositionKey::MOST {
            return None;
        }
        let together = coordinates.iter().fold(0, |together, n| together | *n as u64);
        let length = coordinates.len().max(1) as u32;
        if together >> (63 / length) == 0 {
            let bits = 63 / length % 63;
            return Some(PositionKey::Small(coordinates.iter().fold(0, |key, n| key << bits | *n as u64)));
        }
        let bits = 126 / length;
        if together >> bits.min(63) != 0 {
            return None;
        }
        Some(PositionKey::Medium(coordinates.iter().fold(0, |key, n| key << bits | *n as u128)))
    }

    /// Bytes of the texts and lists that an unpacked key holds, roughly.
    pub fn contents(&self) -> u64 {
        match self {
            PositionKey::Large(coordinates) => contents(coordinates),
            PositionKey::Small(_) | PositionKey::Medium(_) => 0,
        }
    }

    /// The packed key of coordinates with texts or lists among them; `None` if they do not fit 127 bits.
    pub fn of_board(flat: &FlatCoordinates) -> Option<PositionKey> {
        let mut bits = Bits { packed: 0, free: 127 };
        let mut members = &flat.members[..];
        for (kind, n) in &flat.coordinates {
            if *kind == Kind::Number {
                bits.put_number(*n)?;
                continue;
            }
            let (own, rest) = members.split_at_checked(*n as usize)?;
            members = rest;
            if *kind == Kind::Text {
                let mut places = [0; FlatCoordinates::LONGEST];
                let places = places.get_mut(..own.len())?;
                for (place, byte) in places.iter_mut().zip(own) {
                    *place = letters::place(*byte)?;
                }
                bits.put_members(places, *kind)?;
            } else {
                bits.put_members(own, *kind)?;
            }
        }
        Some(PositionKey::Medium(bits.packed | BOARD))
    }

    /// Unpacks `arity` coordinates into `flat`; false if there are no packed texts or lists among them, and then
    /// `flat` is not to be used.
    pub fn unpack_board(&self, arity: usize, flat: &mut FlatCoordinates) -> bool {
        let PositionKey::Medium(key) = self else { return false };
        if key & BOARD == 0 {
            return false;
        }
        flat.clear();
        let mut bits = Bits { packed: key & !BOARD, free: 0 };
        for _ in 0..arity {
            let kind = match bits.take(Bits::KIND) as u8 {
                Bits::NUMBER => {
                    flat.add_number(bits.take_number());
                    continue;
                }
                Bits::TEXT => Kind::Text,
                Bits::COUPLES => Kind::Couples,
                _ => Kind::List,
            };
            let start = flat.members.len();
            bits.take_members(&mut flat.members);
            if kind == Kind::Text {
                flat.members[start..].iter_mut().for_each(|member| *member = letters::byte(*member));
            }
            flat.add_members(kind, start);
        }
        // Coordinates and members come out in the reverse of the order in which they were put in.
        flat.coordinates.reverse();
        flat.members.reverse();
        flat.coordinates.iter().any(|(kind, _)| *kind != Kind::Number)
    }

    /// The coordinates in flat form, with texts or lists among them; false if there are none, or if they have no such form.
    pub fn lay_board(&self, arity: usize, flat: &mut FlatCoordinates) -> bool {
        let PositionKey::Large(coordinates) = self else { return self.unpack_board(arity, flat) };
        match FlatCoordinates::of(coordinates) {
            Some(found) => *flat = found,
            None => return false,
        }
        flat.coordinates.iter().any(|(kind, _)| *kind != Kind::Number)
    }

    /// The key of coordinates with texts or lists among them: as [`PositionKey::of`] gives for these.
    pub fn of_flat(flat: &FlatCoordinates) -> PositionKey {
        PositionKey::of_board(flat).unwrap_or_else(|| PositionKey::Large(flat.values()))
    }

    /// The coordinates that the key stands for; `arity` is their number.
    pub fn coordinates(&self, arity: usize) -> Arc<[Value]> {
        match self {
            PositionKey::Large(coordinates) => coordinates.clone(),
            PositionKey::Medium(key) if key & BOARD != 0 => {
                let mut flat = FlatCoordinates::default();
                self.unpack_board(arity, &mut flat);
                flat.values()
            }
            PositionKey::Small(_) | PositionKey::Medium(_) => {
                let mut numbers = vec![0; arity];
                self.numbers(&mut numbers);
                numbers.into_iter().map(|n| Value::Integer(i128::from(n))).collect()
            }
        }
    }

    /// Unpacks the coordinates, which must be as many as the position has; false, with nothing written, if they are not
    /// packed numbers.
    #[inline]
    pub fn numbers(&self, coordinates: &mut [i64]) -> bool {
        match self {
            PositionKey::Small(key) => unpack(*key, coordinates),
            PositionKey::Medium(key) if key & BOARD == 0 => {
                let bits = 126 / coordinates.len().max(1) as u32;
                for (n, place) in coordinates.iter_mut().rev().zip(0..) {
                    *n = (key >> (bits * place) & ((1 << bits) - 1)) as i64;
                }
            }
            PositionKey::Medium(_) | PositionKey::Large(_) => return false,
        }
        true
    }
}

/// Unpacks the coordinates of a [`PositionKey::Small`].
#[inline]
pub(super) fn unpack(mut key: u64, coordinates: &mut [i64]) {
    let bits = 63 / coordinates.len().max(1) as u32;
    for n in coordinates.iter_mut().rev() {
        *n = (key & ((1 << bits) - 1)) as i64;
        key >>= bits;
    }
}

/// Packs numbers into 128 bits as on a stack: what is put in last is taken out first.
struct Bits {
    packed: u128,
    free: u32,
}

impl Bits {
    const NUMBER: u8 = 0;
    const TEXT: u8 = 1;
    const LIST: u8 = 2;
    const COUPLES: u8 = 3;
    /// Widths in bits: of the code for a coordinate's kind, of the width of a number, of the length of a text or
    /// list, of its least member, and of the width of its members' differences to the least one.
    const KIND: u32 = 2;
    const WIDTH: u32 = 6;
    const LENGTH: u32 = FlatCoordinates::LONGEST.count_ones();
    const LEAST: u32 = 8;
    const MEMBER: u32 = 4;

    #[inline]
    fn put(&mut self, value: u64, width: u32) -> Option<()> {
        self.free = self.free.checked_sub(width)?;
        self.packed = self.packed << width | u128::from(value);
        Some(())
    }

    #[inline]
    fn take(&mut self, width: u32) -> u64 {
        let value = self.packed & ((1 << width) - 1);
        self.packed >>= width;
        value as u64
    }

    fn put_number(&mut self, n: i64) -> Option<()> {
        let n = u64::try_from(n).ok()?;
        let width = 64 - n.leading_zeros();
        self.put(n, width)?;
        self.put(width.into(), Self::WIDTH)?;
        self.put(Self::NUMBER.into(), Self::KIND)
    }

    fn take_number(&mut self) -> i64 {
        let width = self.take(Self::WIDTH) as u32;
        self.take(width) as i64
    }

    /// The code for the kind of a text or a list.
    fn of(kind: Kind) -> u8 {
        match kind {
            Kind::Text => Self::TEXT,
            Kind::Couples => Self::COUPLES,
            _ => Self::LIST,
        }
    }

    /// Packs members one by one; `None` if one is not from 0 to 255, or if there is no room.
    fn put_members(&mut self, members: &[i64], kind: Kind) -> Option<()> {
        let first = members.first().copied().unwrap_or(0);
        let ends = members.iter().fold((first, first), |(least, greatest), n| (least.min(*n), greatest.max(*n)));
        let (0..=255, 0..=255) = ends else { return None };
        let (least, length) = (ends.0, u32::try_from(members.len()).ok()?);
        let width = u64::BITS - ((ends.1 - least) as u64).leading_zeros();
        if length > FlatCoordinates::LONGEST as u32 || length * width > self.free {
            return None;
        }
        let word = |members: &[i64]| members.iter().fold(0, |word, n| word << width | (n - least) as u64);
        if length * width <= u64::BITS {
            self.put(word(members), length * width)?;
        } else {
            for members in members.chunks((u64::BITS / width) as usize) {
                self.put(word(members), members.len() as u32 * width)?;
            }
        }
        let header = (u64::from(width) << Self::LEAST | least as u64) << Self::LENGTH | u64::from(length);
        let bits = Self::MEMBER + Self::LEAST + Self::LENGTH + Self::KIND;
        self.put(header << Self::KIND | u64::from(Self::of(kind)), bits)
    }

    /// Unpacks members that were packed one by one, the last member first.
    fn take_members(&mut self, members: &mut Vec<i64>) {
        let (length, least) = (self.take(Self::LENGTH) as usize, self.take(Self::LEAST) as i64);
        let width = self.take(Self::MEMBER) as u32;
        let chunk = (64 / width.max(1)) as usize;
        let mut left = length;
        while left > 0 {
            // The word that was put in last, and comes out first, is the one that may not be full.
            let count = if left.is_multiple_of(chunk) { chunk } else { left % chunk };
            let mut word = self.take(count as u32 * width);
            for _ in 0..count {
                members.push(least + (word & ((1 << width) - 1)) as i64);
                word >>= width;
            }
            left -= count;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::couples;

    #[test]
    fn small_positions_have_different_keys_and_large_ones_none() {
        assert_ne!(PositionKey::of_numbers(&[1, 2]), PositionKey::of_numbers(&[2, 1]));
        assert_eq!(PositionKey::of_numbers(&[(1 << 31) - 1, 0]), Some(PositionKey::Small(((1 << 31) - 1) << 31)));
        assert_eq!(PositionKey::of_numbers(&[1 << 31, 5]), Some(PositionKey::Medium(1 << 94 | 5)));
        assert_eq!(PositionKey::of_numbers(&[1 << 42, 0, 0]), None);
        assert_eq!([PositionKey::of_numbers(&[-1]), PositionKey::of_numbers(&[-1, 0])], [None, None]);
        assert_eq!(PositionKey::of_numbers(&[0; 9]), None);
    }

    #[test]
    fn boards_are_packed_and_unpacked() {
        let list = |members: &[i128]| Value::list(members.iter().map(|n| Value::Integer(*n)).collect());
        let texts = [
            "",
            "+",
            "-",
            "++--+",
            "                        ",
            &"+-".repeat(12),
            "aZ09",
            "0",
            "1",
            "#..X/..X./..O#/.#X#",
        ]
        .map(Value::text);
        let lists = [&[][..], &[0], &[1], &[0, 0], &[255, 0, 7], &[1; 11], &[48], &[9, 9, 9, 9, 8]].map(list);
        let ascending = [&[0, 1, 2][..], &[0, 127], &[128, 255], &[3, 4, 70, 100], &[200, 201], &[7, 6], &[7, 8, 8]];
        let couples = |members: &[i64]| Value::list(members.iter().map(|n| couples::value(*n)).collect());
        let of_couples = [&[0][..], &[255], &[0, 1, 2], &[1, 0], &[7, 8, 8], &[3, 18, 19, 35], &[48]].map(couples);
        let lists: Vec<Value> = lists
            .into_iter()
            .chain(ascending.map(list))
            .chain([list(&Vec::from_iter(0..120))])
            .chain(of_couples)
            .collect();
        let numbers = [0, 1, 48, i64::MAX.into()].map(Value::Integer);
        let mut boards: Vec<Arc<[Value]>> = Vec::new();
        for one in texts.iter().chain(&lists) {
            boards.push(Arc::from([one.clone()]));
            for other in texts.iter().chain(&lists).chain(&numbers) {
                boards.push(Arc::from([one.clone(), other.clone()]));
                boards.push(Arc::from([other.clone(), one.clone()]));
            }
        }
        let mut packed = 0;
        for arity in [1, 2] {
            let mut met = std::collections::HashMap::new();
            for board in boards.iter().filter(|board| board.len() == arity) {
                let key = PositionKey::of(board);
                assert_eq!(key.coordinates(arity), *board);
                let mut flat = FlatCoordinates::default();
                assert!(key.lay_board(arity, &mut flat), "{board:?}");
                assert_eq!(PositionKey::of_flat(&flat), key);
                if let PositionKey::Medium(bits) = key {
                    assert!(!key.numbers(&mut [0; 2][..arity]), "{board:?}");
                    assert_eq!(met.insert(bits, board).unwrap_or(board), board, "two boards with one key");
                    packed += 1;
                }
            }
        }
        assert!(packed > 500, "only {packed} of {}", boards.len());
    }

    #[test]
    fn boards_with_large_or_strange_members_are_kept_as_they_are() {
        let list = |member| Value::list(vec![member]);
        let is_large = |value: Value| matches!(PositionKey::of(&Arc::from([value])), PositionKey::Large(_));
        assert!(!is_large(Value::text(&"a".repeat(127))));
        assert!(is_large(Value::text(&"a".repeat(128))));
        assert!(is_large(Value::text("é")));
        for member in [256, -1, 1 << 64] {
            assert!(is_large(list(Value::Integer(member))));
        }
        assert!(is_large(list(list(Value::Integer(1)))));
        let tuple = |members: &[i128]| Value::Tuple(members.iter().map(|n| Value::Integer(*n)).collect());
        assert!(!is_large(list(tuple(&[15, 0]))));
        assert!([&[16, 0][..], &[0, -1], &[1], &[1, 2, 3]].into_iter().all(|members| is_large(list(tuple(members)))));
        assert!(is_large(Value::list(vec![tuple(&[1, 2]), Value::Integer(3)])));
        assert!(is_large(Value::list(vec![Value::Integer(3), tuple(&[1, 2])])));
        assert!(is_large(Value::Integer(-1)));
    }

    #[test]
    fn what_is_packed_can_be_unpacked() {
        let small: [&[i64]; 5] = [&[], &[i64::MAX], &[7, (1 << 31) - 1], &[0, 1 << 20, 5], &[127; 8]];
        let medium: [&[i64]; 4] = [&[i64::MAX; 2], &[1 << 31, 0], &[1 << 41, 3, 0], &[0, 0, 0, 0, 0, 0, 128, 32_767]];
        for (numbers, is_small) in small.map(|numbers| (numbers, true)).into_iter().chain(medium.map(|it| (it, false)))
        {
            let key = PositionKey::of_numbers(numbers).unwrap();
            let mut back = vec![0; numbers.len()];
            assert!(key.numbers(&mut back));
            assert_eq!((&back[..], matches!(key, PositionKey::Small(_))), (numbers, is_small));
        }
    }
}

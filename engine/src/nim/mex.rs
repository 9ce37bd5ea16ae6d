//! The minimal excluded value.

use super::Nimber;

/// The least value that is not among those given.
pub fn mex(values: impl IntoIterator<Item = Nimber>) -> Nimber {
    let mut seen = Mex::default();
    for value in values {
        seen.insert(value);
    }
    seen.value()
}

/// Collects values and computes their mex. After [`Mex::clear`] it can be used again without new memory.
///
/// The mex of k values is at most k. So the bits grow only in proportion to the number of values inserted, and the
/// few values far beyond them are kept in a list.
#[derive(Clone, Debug, Default)]
pub struct Mex {
    /// The set as bits: bit v % 64 of word v / 64 stands for the value v.
    words: Vec<u64>,
    /// How many values were inserted, repeated ones included.
    inserted: u64,
    /// Values that were far beyond the bits when they were inserted.
    large: Vec<u64>,
}

impl Mex {
    /// Forgets all values, and keeps the memory.
    pub fn clear(&mut self) {
        self.words.fill(0);
        self.large.clear();
        self.inserted = 0;
    }

    /// Makes room for the values below `span`, so that inserting one of them takes no memory.
    pub fn widen(&mut self, span: usize) {
        let words = span.div_ceil(64);
        if words > self.words.len() {
            self.words.resize(words, 0);
        }
    }

    /// There is room for the values below this.
    pub fn span(&self) -> usize {
        64 * self.words.len()
    }

    /// Bytes that the values take.
    pub fn bytes(&self) -> usize {
        8 * (self.words.len() + self.large.len())
    }

    /// Adds a value.
    #[inline(always)]
    pub fn insert(&mut self, value: Nimber) {
        self.inserted += 1;
        // An index that does not fit in `usize` is beyond all words.
        let place = usize::try_from(value.0 / 64).unwrap_or(usize::MAX);
        match self.words.get_mut(place) {
            Some(word) => *word |= 1 << (value.0 % 64),
            None => self.insert_beyond(value.0, place),
        }
    }

    #[cold]
    fn insert_beyond(&mut self, value: u64, place: usize) {
        if value <= 4 * self.inserted + 64 {
            self.words.resize(place + 1, 0);
            self.words[place] |= 1 << (value % 64);
        } else {
            self.large.push(value);
        }
    }

    /// Inserts all values of a set that is given as bits: bit v % 64 of word v / 64 stands for the value v.
    pub fn insert_bits(&mut self, words: &[u64]) {
        self.widen(64 * words.len());
        for (word, other) in self.words.iter_mut().zip(words) {
            self.inserted += u64::from(other.count_ones());
            *word |= other;
        }
    }

    /// The mex: the least value that was not inserted.
    pub fn value(&self) -> Nimber {
        let mut least = self.least_gap();
        if self.large.contains(&least) {
            let mut large = self.large.clone();
            large.sort_unstable();
            while self.contains_small(least) || large.binary_search(&least).is_ok() {
                least += 1;
            }
        }
        Nimber(least)
    }

    /// The different values, the smallest first.
    pub fn members(&self) -> impl Iterator<Item = Nimber> {
        let words = (0u64..).step_by(64).zip(&self.words);
        let of_word = |(first, word): (u64, &u64)| {
            let word = *word;
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| first + bit)
        };
        let mut large: Vec<u64> = self.large.iter().copied().filter(|value| !self.contains_small(*value)).collect();
        large.sort_unstable();
        large.dedup();
        words.flat_map(of_word).chain(large).map(Nimber)
    }

    /// The set as one word, in which bit v stands for the value v; `None` unless all values are below 63.
    pub fn bits(&self) -> Option<u64> {
        let (first, others) = self.words.split_first().map_or((0, &[][..]), |(first, others)| (*first, others));
        let small = first >> 63 == 0 && self.large.is_empty() && others.iter().all(|word| *word == 0);
        small.then_some(first)
    }

    fn least_gap(&self) -> u64 {
        match self.words.iter().position(|word| *word != u64::MAX) {
            Some(index) => 64 * index as u64 + u64::from(self.words[index].trailing_ones()),
            None => 64 * self.words.len() as u64,
        }
    }

    fn contains_small(&self, value: u64) -> bool {
        let word = usize::try_from(value / 64).ok().and_then(|place| self.words.get(place));
        word.is_some_and(|word| word >> (value % 64) & 1 == 1)
    }
}

/// Collects values below 256, as the bits of four words, and computes their mex.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByteMex(pub [u64; 4]);

impl ByteMex {
    /// Adds a value.
    #[inline]
    pub fn insert(&mut self, value: u8) {
        self.0[usize::from(value / 64)] |= 1 << (value % 64);
    }

    /// The mex: the least value that was not added; 256 if all were.
    pub fn value(&self) -> u64 {
        let full = self.0.iter().take_while(|word| **word == u64::MAX).count();
        64 * full as u64 + self.0.get(full).map_or(0, |word| u64::from(word.trailing_ones()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_value_that_is_missing() {
        let cases: [(&[u64], u64); 9] = [
            (&[], 0),
            (&[1, 2, 3, 4, 7], 0),
            (&[1, 4, 5], 0),
            (&[0, 1, 4, 6], 2),
            (&[0, 2, 3], 1),
            (&[0, 1, 4, 2], 3),
            (&[3, 2, 1, 0], 4),
            (&[u64::MAX, 0], 1),
            (&[1 << 60, 1, 0, 0], 2),
        ];
        for (values, expected) in cases {
            assert_eq!(mex(values.iter().map(|v| Nimber(*v))), Nimber(expected), "{values:?}");
        }
    }

    #[test]
    fn values_that_come_largest_first_are_not_lost() {
        for count in [1, 63, 64, 65, 500, 5000] {
            let values = (0..count).rev().map(Nimber);
            assert_eq!(mex(values), Nimber(count), "0..{count} downwards");
        }
    }

    #[test]
    fn members_are_told_in_order_and_once() {
        let values = [9, 1 << 40, 3, 64, 9, 1 << 40, 200, 0, 1 << 33, 64];
        let mut seen = Mex::default();
        values.iter().for_each(|value| seen.insert(Nimber(*value)));
        // Room that comes later holds what was far beyond it.
        seen.widen(1000);
        seen.insert(Nimber(200));
        assert_eq!(Vec::from_iter(seen.members()), [0, 3, 9, 64, 200, 1 << 33, 1 << 40].map(Nimber));
    }

    #[test]
    fn small_values_are_bits_of_a_word() {
        let bits = |values: &[u64]| {
            let mut seen = Mex::default();
            values.iter().for_each(|value| seen.insert(Nimber(*value)));
            seen.bits()
        };
        assert_eq!(bits(&[]), Some(0));
        assert_eq!(bits(&[0, 2, 62, 2]), Some(1 << 62 | 0b101));
        assert_eq!([bits(&[63]), bits(&[1, 64]), bits(&[1, u64::MAX])], [None; 3]);
    }

    #[test]
    fn bits_are_inserted_as_their_values_are_until_all_are_forgotten() {
        let mut seen = Mex::default();
        seen.insert(Nimber(1));
        seen.insert_bits(&[u64::MAX ^ 0b10, 0b1011]);
        assert_eq!(seen.value(), Nimber(66));
        seen.insert(Nimber(66));
        assert_eq!(seen.value(), Nimber(68));
        seen.clear();
        assert_eq!(seen.value(), Nimber(0));
    }

    #[test]
    fn all_of_256_values_leave_the_next_one() {
        let mut reached = ByteMex::default();
        for value in 0..=u8::MAX {
            assert_eq!(reached.value(), u64::from(value));
            reached.insert(value);
        }
        assert_eq!(reached.value(), 256);
    }
}

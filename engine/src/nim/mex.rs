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

/// Collects values and tells their mex; one can be used again and again without new memory.
///
/// The mex of k values is at most k, so a value of 64 × (number of words) or more, beyond what k insertions
/// could fill, is remembered only if it can still matter.
#[derive(Clone, Debug, Default)]
pub struct Mex {
    words: Vec<u64>,
    inserted: u64,
    /// Values too large for the words so far; looked at only if the small ones are all there.
    large: Vec<u64>,
}

impl Mex {
    /// Forgets all values, and keeps the memory.
    pub fn clear(&mut self) {
        self.words.fill(0);
        self.large.clear();
        self.inserted = 0;
    }

    /// Adds a value.
    pub fn insert(&mut self, value: Nimber) {
        self.inserted += 1;
        let word = value.0 / 64;
        if word < self.words.len() as u64 {
            self.words[word as usize] |= 1 << (value.0 % 64);
        } else if value.0 <= 4 * self.inserted + 64 {
            self.words.resize(word as usize + 1, 0);
            self.words[word as usize] |= 1 << (value.0 % 64);
        } else {
            self.large.push(value.0);
        }
    }

    /// The least value from 0 on that was not added.
    pub fn value(&self) -> Nimber {
        let mut least = self.least_gap();
        if self.large.contains(&least) {
            let mut large = self.large.clone();
            large.sort_unstable();
            for value in large {
                if value == least {
                    least += 1;
                    while self.contains_small(least) {
                        least += 1;
                    }
                }
            }
        }
        Nimber(least)
    }

    /// The values as bits of a word, if all of them are below 63.
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
        self.words.get((value / 64) as usize).is_some_and(|word| word >> (value % 64) & 1 == 1)
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
    fn one_collector_serves_many_times() {
        let mut seen = Mex::default();
        seen.insert(Nimber(0));
        assert_eq!(seen.value(), Nimber(1));
        seen.clear();
        assert_eq!(seen.value(), Nimber(0));
    }
}

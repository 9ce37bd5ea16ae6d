//! A multiset of values that knows its mex.

/// How often each value is there, and above that a pyramid of bits: a bit of the lowest level says that a value is
/// there, one of a higher level that a whole word below it is full. The mex is found by one word a level.
#[derive(Debug, Default)]
pub(super) struct Tally {
    counts: Vec<u32>,
    levels: Vec<Vec<u64>>,
}

impl Tally {
    /// Bytes it needs for values below `span`.
    pub fn bytes(span: usize) -> u64 {
        // Four a count, and less than a quarter of a byte for all the bits.
        5 * span.max(64) as u64
    }

    /// Makes room for values below `span`; what is there stays.
    pub fn widen(&mut self, span: usize) {
        let span = span.max(64).next_power_of_two();
        if span <= self.counts.len() {
            return;
        }
        self.counts.resize(span, 0);
        let mut bits = span;
        let mut level = 0;
        while bits > 1 {
            let words = bits.div_ceil(64);
            if level == self.levels.len() {
                self.levels.push(vec![0; words]);
                // The new level must know of the full words below it.
                if level > 0 {
                    let full = self.levels[level - 1].iter().enumerate().filter(|(_, word)| **word == u64::MAX);
                    let full: Vec<usize> = full.map(|(index, _)| index).collect();
                    full.into_iter().for_each(|index| self.levels[level][index / 64] |= 1 << (index % 64));
                }
            } else {
                self.levels[level].resize(words, 0);
            }
            bits = words;
            level += 1;
        }
    }

    #[inline]
    pub fn insert(&mut self, value: u64) {
        let mut index = value as usize;
        self.counts[index] += 1;
        if self.counts[index] > 1 {
            return;
        }
        for level in &mut self.levels {
            let word = &mut level[index / 64];
            *word |= 1 << (index % 64);
            if *word != u64::MAX {
                break;
            }
            index /= 64;
        }
    }

    /// Takes one out that is there.
    #[inline]
    pub fn remove(&mut self, value: u64) {
        let mut index = value as usize;
        self.counts[index] -= 1;
        if self.counts[index] > 0 {
            return;
        }
        for level in &mut self.levels {
            let word = &mut level[index / 64];
            let full = *word == u64::MAX;
            *word &= !(1 << (index % 64));
            if !full {
                break;
            }
            index /= 64;
        }
    }

    /// The least value that is not there.
    pub fn mex(&self) -> u64 {
        let mut index = 0;
        for level in self.levels.iter().rev() {
            match level.get(index) {
                Some(word) if *word != u64::MAX => index = 64 * index + word.trailing_ones() as usize,
                // Everything is there.
                _ => return self.counts.len() as u64,
            }
        }
        index as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::heap::standing::Dice;

    #[test]
    fn the_mex_is_right_while_values_come_and_go() {
        let mut dice = Dice::new(3);
        for span in [1usize, 64, 65, 4096, 5000] {
            let mut tally = Tally::default();
            tally.widen(span);
            let mut counts = vec![0u32; span];
            for step in 0..6000 {
                let value = dice.below(span as u64).min(dice.below(span as u64)) as usize;
                if counts[value] > 0 && step % 3 == 0 {
                    counts[value] -= 1;
                    tally.remove(value as u64);
                } else {
                    counts[value] += 1;
                    tally.insert(value as u64);
                }
                if step % 500 == 0 {
                    tally.widen(span + step);
                }
                let expected = counts.iter().position(|count| *count == 0).unwrap_or(span);
                assert_eq!(tally.mex(), expected as u64, "span {span}, step {step}");
            }
        }
    }
}

//! The values of the options of one heap.

/// A set of values, and its mex. Values are below the span it was cleared for, so the mex is at most the span.
#[derive(Debug, Default)]
pub(super) struct Seen {
    words: Vec<u64>,
}

impl Seen {
    /// Empties it, for values below `span`.
    pub fn clear(&mut self, span: usize) {
        let words = span.div_ceil(64);
        self.words.clear();
        self.words.resize(words, 0);
    }

    #[inline]
    pub fn insert(&mut self, value: u64) {
        self.words[(value / 64) as usize] |= 1 << (value % 64);
    }

    /// Inserts all of a set given by its words.
    pub fn insert_all(&mut self, words: &[u64]) {
        for (word, other) in self.words.iter_mut().zip(words) {
            *word |= other;
        }
    }

    pub fn mex(&self) -> u64 {
        match self.words.iter().position(|word| *word != u64::MAX) {
            Some(index) => 64 * index as u64 + u64::from(self.words[index].trailing_ones()),
            None => 64 * self.words.len() as u64,
        }
    }
}

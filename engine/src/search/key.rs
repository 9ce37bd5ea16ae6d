//! Positions as a table holds them.

use std::hash::Hash;

/// A position as the table holds it.
pub trait TableKey: Clone + Eq + Hash {
    /// Any position, to fill free slots with. It should allocate nothing.
    fn any() -> Self;

    /// Bytes that it has allocated, beside its own size.
    fn contents(&self) -> u64 {
        0
    }

    /// The number of words that say which position it is; 0 if words cannot. Only then several threads search together.
    const WORDS: usize = 0;

    /// One of these words.
    fn word(&self, _at: usize) -> u64 {
        0
    }
}

impl<P: Clone + Eq + Hash> TableKey for Option<P> {
    fn any() -> Option<P> {
        None
    }
}

impl<P: Clone + Eq + Hash> TableKey for Vec<P> {
    fn any() -> Vec<P> {
        Vec::new()
    }

    fn contents(&self) -> u64 {
        size_of_val(&self[..]) as u64
    }
}

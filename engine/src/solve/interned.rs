//! Numbers for shared values, here rules: equal values have the same number.
//!
//! A number is looked up by the address of the value first. Rules may be long, and hashing them each time would be
//! slow.

use std::hash::Hash;
use std::sync::{Arc, Weak};

use rustc_hash::FxHashMap;

/// The numbers of values. A kept weak pointer keeps its allocation, so that its address is not used for another value.
#[derive(Debug)]
pub(super) struct Interned<T> {
    by_address: FxHashMap<usize, (usize, Weak<T>)>,
    by_content: FxHashMap<Arc<T>, usize>,
}

impl<T> Default for Interned<T> {
    fn default() -> Interned<T> {
        Interned { by_address: FxHashMap::default(), by_content: FxHashMap::default() }
    }
}

impl<T: Eq + Hash> Interned<T> {
    /// The number of the known value that equals this one; `None` if there is none.
    pub fn number(&mut self, of: &Arc<T>) -> Option<usize> {
        if let Some((number, _)) = self.by_address.get(&Arc::as_ptr(of).addr()) {
            return Some(*number);
        }
        let number = *self.by_content.get(of)?;
        self.note(of, number);
        Some(number)
    }

    /// Gives a number to everything that equals `content`. `address` points to an equal value, and is noted as well.
    /// The content is kept; `address` is only held weakly.
    pub fn insert(&mut self, content: Arc<T>, address: &Arc<T>, number: usize) {
        self.by_content.insert(content, number);
        self.note(address, number);
    }

    fn note(&mut self, address: &Arc<T>, number: usize) {
        self.by_address.insert(Arc::as_ptr(address).addr(), (number, Arc::downgrade(address)));
    }

    /// How many different values are known, plus how many addresses.
    pub fn count(&self) -> usize {
        self.by_content.len() + self.by_address.len()
    }

    pub fn contents(&self) -> impl Iterator<Item = &Arc<T>> {
        self.by_content.keys()
    }

    /// The number of each content.
    pub fn numbers(&self) -> impl Iterator<Item = usize> {
        self.by_content.values().copied()
    }

    /// Forgets the addresses that nobody holds any more. Returns the others with their numbers.
    pub fn sweep(&mut self) -> impl Iterator<Item = (*const T, usize)> {
        self.by_address.retain(|_, known| known.1.strong_count() > 0);
        self.by_address.values().map(|(number, pointer)| (pointer.as_ptr(), *number))
    }

    /// Forgets all numbers but those that are to be kept.
    pub fn retain(&mut self, is_kept: impl Fn(usize) -> bool) {
        self.by_content.retain(|_, number| is_kept(*number));
        self.by_address.retain(|_, known| is_kept(known.0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_contents_have_one_number_until_they_are_dropped() {
        let (one, same, other) = (Arc::new(vec![1, 2]), Arc::new(vec![1, 2]), Arc::new(vec![3]));
        let mut interned = Interned::default();
        assert_eq!(interned.number(&one), None);
        interned.insert(one.clone(), &one, 7);
        interned.insert(other.clone(), &other, 8);
        assert_eq!([&one, &same, &other].map(|known| interned.number(known)), [Some(7), Some(7), Some(8)]);
        assert_eq!(interned.count(), 5);
        drop(same);
        let known: Vec<usize> = interned.sweep().map(|(_, number)| number).collect();
        assert_eq!(known.len(), 2);
        interned.retain(|number| number == 8);
        assert_eq!([&one, &other].map(|known| interned.number(known)), [None, Some(8)]);
        assert_eq!((interned.count(), interned.contents().count()), (2, 1));
    }
}

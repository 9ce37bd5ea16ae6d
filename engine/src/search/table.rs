//! What is known of positions, in a hash table of bounded memory: when it is full, what took the least work to find is
//! forgotten first.

use std::borrow::Borrow;
use std::hash::{BuildHasher, Hash};

use rustc_hash::FxBuildHasher;

use super::Knowledge;
use crate::limits::Budget;

/// A position as the table holds it.
pub trait TableKey: Clone + Eq + Hash {
    /// Any position, to fill free slots with. It should allocate nothing.
    fn any() -> Self;

    /// Bytes that it has allocated, beside its own size.
    fn contents(&self) -> u64 {
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

/// A hash table from positions to what is known of their values, with open addressing and linear probing. An entry is
/// within [`KnowledgeTable::WINDOW`] slots of its hash; if these are all taken and the table may not grow, the one with the
/// least work is replaced.
#[derive(Debug)]
pub struct KnowledgeTable<K> {
    /// For each slot what is known of its position, and above that some bits of the hash; 0 if the slot is free. These
    /// stand apart from the positions, which are looked at only where the bits agree.
    words: Vec<u64>,
    keys: Vec<K>,
    count: usize,
    /// Bytes that the entries have allocated, beside the slots.
    contents: u64,
    /// May it grow no more during this question, since there is not enough memory?
    full: bool,
}

/// The bits of a word that hold what is known.
const KNOWN: u64 = (1 << Knowledge::BITS) - 1;

fn known(word: u64) -> Knowledge {
    Knowledge::of_bits(word & KNOWN)
}

impl<K> Default for KnowledgeTable<K> {
    fn default() -> Self {
        KnowledgeTable { words: Vec::new(), keys: Vec::new(), count: 0, contents: 0, full: false }
    }
}

impl<K: TableKey> KnowledgeTable<K> {
    /// How many slots are looked at for an entry.
    const WINDOW: usize = 16;
    const LEAST: usize = 1 << 10;
    /// Bytes of a slot.
    const SLOT: usize = size_of::<K>() + size_of::<u64>();
    /// What the entries have allocated may be one part in so many of the memory limit.
    const SHARE: u64 = 4;

    /// How many positions are known.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Bytes it takes.
    #[cfg(test)]
    fn bytes(&self) -> u64 {
        (self.words.len() * Self::SLOT) as u64 + self.contents
    }

    /// Begins a new question: there may be memory again.
    pub fn begin(&mut self) {
        self.full = false;
    }

    /// The bits of a hash that a slot holds.
    #[inline(always)]
    fn tag<Q: Hash + ?Sized>(key: &Q) -> (u64, u64) {
        let hash = FxBuildHasher.hash_one(key);
        (hash, hash & !KNOWN)
    }

    #[inline(always)]
    fn slots_of(&self, hash: u64) -> impl Iterator<Item = usize> + use<K> {
        let last = self.words.len().wrapping_sub(1);
        let window = if self.words.is_empty() { 0 } else { Self::WINDOW };
        #[expect(clippy::cast_possible_truncation, reason = "any bits will do")]
        let home = hash as usize;
        (0..window).map(move |step| home.wrapping_add(step) & last)
    }

    /// What is known of a position.
    #[inline]
    pub fn get<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> Knowledge
    where
        K: Borrow<Q>,
    {
        let (hash, tag) = Self::tag(key);
        for slot in self.slots_of(hash) {
            let word = self.words[slot];
            if word == 0 {
                break;
            }
            if word & !KNOWN == tag && self.keys[slot].borrow() == key {
                return known(word);
            }
        }
        Knowledge::NOTHING
    }

    /// Adds what was found about the value of a position by opening `work` positions, at least 1.
    pub fn set(&mut self, key: &K, found: Knowledge, work: u64, budget: &Budget) {
        if self.count + self.count / 2 >= self.words.len() {
            self.grow(budget);
        }
        if self.contents > budget.limits().memory / Self::SHARE {
            self.forget_cheap();
        }
        self.put(key, found.at_work(work));
    }

    fn put(&mut self, key: &K, found: Knowledge) {
        let (hash, tag) = Self::tag(key);
        let mut cheapest = None;
        for slot in self.slots_of(hash) {
            let word = &mut self.words[slot];
            if *word == 0 {
                self.count += 1;
                self.contents += key.contents();
                (*word, self.keys[slot]) = (tag | found.bits(), key.clone());
                return;
            }
            if *word & !KNOWN == tag && self.keys[slot] == *key {
                *word = tag | known(*word).and(found).bits();
                return;
            }
            let work = known(*word).work();
            if cheapest.is_none_or(|(least, _)| work < least) {
                cheapest = Some((work, slot));
            }
        }
        if let Some((_, slot)) = cheapest {
            self.contents = self.contents.saturating_sub(self.keys[slot].contents()) + key.contents();
            (self.words[slot], self.keys[slot]) = (tag | found.bits(), key.clone());
        }
    }

    /// Doubles the table, if that takes at most half of the free memory.
    fn grow(&mut self, budget: &Budget) {
        let length = (2 * self.words.len()).max(Self::LEAST);
        let bytes = (length * Self::SLOT) as u64;
        self.full |=
            bytes > budget.free() / 2 || budget.meter().room(usize::try_from(bytes).unwrap_or(usize::MAX)).is_err();
        if !self.full {
            self.rebuild(length, |_| true);
        }
    }

    /// Forgets half of the entries: those that took the least work.
    fn forget_cheap(&mut self) {
        #[expect(clippy::cast_possible_truncation, reason = "it has six bits")]
        let work = |known: Knowledge| known.work() as usize;
        // How many entries of each work are to be forgotten: at first all.
        let mut forgotten = [0; 64];
        self.words.iter().filter(|word| **word != 0).for_each(|word| forgotten[work(known(*word))] += 1);
        let mut left = self.count.div_ceil(2);
        for count in &mut forgotten {
            *count = left.min(*count);
            left -= *count;
        }
        self.rebuild(self.words.len(), |known| match &mut forgotten[work(known)] {
            0 => true,
            left => {
                *left -= 1;
                false
            }
        });
    }

    /// Puts the entries that are kept into as many new slots. Without memory for these, all stays as it is.
    fn rebuild(&mut self, length: usize, mut is_kept: impl FnMut(Knowledge) -> bool) {
        let (mut words, mut keys) = (Vec::new(), Vec::new());
        if words.try_reserve_exact(length).is_err() || keys.try_reserve_exact(length).is_err() {
            self.full = true;
            return;
        }
        words.resize(length, 0);
        keys.resize(length, K::any());
        let before = (std::mem::replace(&mut self.words, words), std::mem::replace(&mut self.keys, keys));
        (self.count, self.contents) = (0, 0);
        let entries = before.0.iter().zip(&before.1).filter(|(word, _)| **word != 0 && is_kept(known(**word)));
        entries.for_each(|(word, key)| self.put(key, known(*word)));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::limits::{Limits, Signal};

    fn budget(memory: u64) -> Budget {
        Budget::new(Limits { memory }, Arc::new(Signal::default()))
    }

    #[test]
    fn what_is_set_is_found_and_both_findings_are_kept() {
        let (budget, mut table) = (budget(1 << 30), KnowledgeTable::default());
        let known =
            |n: u64| if n.is_multiple_of(3) { Knowledge::of_value(n) } else { Knowledge::NOTHING.without(n % 5) };
        for n in 0..10_000u64 {
            table.set(&vec![n, n * n], known(n), n + 1, &budget);
        }
        table.set(&vec![9_998, 9_998 * 9_998], Knowledge::NOTHING.without(0), 1, &budget);
        // Where too many lie close together, a few are replaced.
        assert!(table.count() > 9_900, "{}", table.count());
        let found: Vec<u64> = (0..9_998).filter(|n| table.get(&[*n, n * n][..]) != Knowledge::NOTHING).collect();
        assert!(found.len() > 9_900);
        for n in found {
            assert_eq!(table.get(&[n, n * n][..]), known(n).at_work(n + 1), "{n}");
        }
        let both = Knowledge::NOTHING.without(0).without(3).at_work(9_999);
        assert_eq!(table.get(&vec![9_998, 9_998 * 9_998]), both);
        assert_eq!(table.get(&vec![1, 2]), Knowledge::NOTHING);
    }

    #[test]
    fn a_full_table_keeps_what_took_the_most_work() {
        // Slots for 2^13 of these fit, and contents of a quarter: in both cases the dear ones stay.
        for (memory, length) in [(1 << 20, 1), (1 << 25, 256)] {
            let (budget, mut table) = (budget(memory), KnowledgeTable::default());
            let key = |n: u64| vec![n; length];
            for n in 0..100_000 {
                table.set(&key(n), Knowledge::of_value(1), if n % 64 == 0 { 1 << 20 } else { 1 }, &budget);
            }
            assert!(table.bytes() <= memory, "{} of {memory}", table.bytes());
            let dear = (0..100_000).filter(|n| table.get(&key(*n)) != Knowledge::NOTHING);
            let dear = dear.filter(|n| n % 64 == 0).count();
            assert!(dear > 1_400, "{dear} of 1563, length {length}");
        }
    }
}

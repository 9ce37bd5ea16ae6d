//! What is known of positions, in a hash table of bounded memory: when it is full, what took the least work to find is
//! forgotten first.

use std::borrow::Borrow;
use std::hash::{BuildHasher, Hash};
use std::sync::Arc;

use rustc_hash::FxBuildHasher;

use super::Knowledge;
use super::key::TableKey;
use super::shared::{KNOWN, SharedSlots, WINDOW, hash, known};
use crate::limits::Budget;

/// To find again what took no more [work](Knowledge::work), fewer than 16 positions, costs less than a larger table.
const CHEAP: u64 = 4;

/// A table of so many slots does not fit into a cache of the processor.
const LARGE: usize = 1 << 19;

/// What is known of positions.
#[derive(Debug)]
pub struct KnowledgeTable<K> {
    alone: Slots<K>,
    /// All that is known stands here from the first search of several threads on.
    shared: Option<Arc<SharedSlots>>,
}

impl<K> Default for KnowledgeTable<K> {
    fn default() -> Self {
        KnowledgeTable { alone: Slots::default(), shared: None }
    }
}

impl<K: TableKey> KnowledgeTable<K> {
    /// What the entries have allocated may be one part in so many of the memory limit.
    const SHARE: u64 = 4;

    /// How many positions something is known of.
    pub fn count(&self) -> usize {
        self.shared().map_or(self.alone.count, SharedSlots::count)
    }

    /// What the threads share, where there can be several.
    #[inline(always)]
    fn shared(&self) -> Option<&SharedSlots> {
        if K::WORDS == 0 || cfg!(target_family = "wasm") { None } else { self.shared.as_deref() }
    }

    /// Do threads share what is known?
    pub fn is_shared(&self) -> bool {
        self.shared().is_some()
    }

    /// A table of what the other threads share with this one.
    pub fn another(&self) -> KnowledgeTable<K> {
        KnowledgeTable { shared: self.shared.clone(), ..KnowledgeTable::default() }
    }

    /// Is what is shared so full that it should grow?
    pub fn is_crowded(&self) -> bool {
        self.shared().is_some_and(SharedSlots::is_full)
    }

    /// Lets threads share what is known, or gives what they share twice the slots, or forgets what
    /// [`Slots::is_mostly_cheap`] would forget. No other thread may have it now. Returns false if there is not enough memory.
    pub fn share(&mut self, budget: &Budget) -> bool {
        let renewed = match &self.shared {
            None => {
                let shared = new_slots::<K>((4 * self.alone.slots.len()).max(LEAST_SHARED), budget);
                if let Some(shared) = &shared {
                    let taken = self.alone.slots.iter().filter(|slot| slot.word != 0);
                    taken.for_each(|slot| shared.put(&slot.key, known(slot.word)));
                    self.alone = Slots::default();
                }
                shared
            }
            Some(shared) if !shared.is_full() => return true,
            Some(shared) => {
                let slots = shared.slots();
                let forgets = slots >= LARGE && 3 * shared.dear::<K>(CHEAP) < slots;
                let renewed = new_slots::<K>(if forgets { slots } else { 2 * slots }, budget);
                renewed.inspect(|renewed| renewed.fill::<K>(shared, |known| !forgets || known.work() > CHEAP))
            }
        };
        let is_renewed = renewed.is_some();
        self.shared = renewed.map(Arc::new).or(self.shared.take());
        is_renewed
    }

    /// Bytes it takes.
    #[cfg(test)]
    fn bytes(&self) -> u64 {
        self.alone.bytes()
    }

    /// Begins a new question: there may be memory again.
    pub fn begin(&mut self) {
        self.alone.full = false;
    }

    /// What is known of a position.
    #[inline(always)]
    pub fn of(&self, key: &K) -> Knowledge {
        match self.shared() {
            Some(shared) => shared.get(key),
            None => self.alone.get(key),
        }
    }

    /// As [`KnowledgeTable::of`], for positions that threads do not share.
    #[inline]
    pub fn get<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> Knowledge
    where
        K: Borrow<Q>,
    {
        debug_assert!(K::WORDS == 0);
        self.alone.at(FxBuildHasher.hash_one(key), key)
    }

    /// Adds what was found about the value of a position by opening `work` positions, at least 1.
    pub fn set(&mut self, key: &K, found: Knowledge, work: u64, budget: &Budget) {
        let found = found.at_work(work);
        if let Some(shared) = self.shared() {
            return shared.put(key, found);
        }
        let slots = &mut self.alone;
        let is_crowded = slots.is_crowded() && !slots.full;
        if slots.contents > budget.limits().memory / Self::SHARE || is_crowded && slots.is_mostly_cheap() {
            slots.forget_cheap();
        } else if is_crowded {
            slots.grow(budget);
        }
        slots.put(key, found);
    }
}

/// At least so many slots are shared.
const LEAST_SHARED: usize = 1 << 10;

/// Slots to be shared, if they take at most half of the free memory.
fn new_slots<K: TableKey>(slots: usize, budget: &Budget) -> Option<SharedSlots> {
    let bytes = SharedSlots::bytes::<K>(slots);
    let has_room = bytes <= budget.free() / 2 && budget.room(bytes).is_ok();
    has_room.then(|| SharedSlots::new::<K>(slots)).flatten()
}

/// A hash table with open addressing and linear probing. An entry is within [`WINDOW`] slots of its hash; if these
/// are all taken and the table may not grow, the one with the least work is replaced.
#[derive(Debug)]
struct Slots<K> {
    slots: Vec<Slot<K>>,
    count: usize,
    /// Bytes that the entries have allocated, beside the slots.
    contents: u64,
    /// May it grow no more during this question, since there is not enough memory?
    full: bool,
}

#[derive(Clone, Debug)]
struct Slot<K> {
    /// What is known of the position, and above that some bits of its hash; 0 if the slot is free. The position is looked
    /// at only where the bits agree.
    word: u64,
    key: K,
}

impl<K> Default for Slots<K> {
    fn default() -> Self {
        Slots { slots: Vec::new(), count: 0, contents: 0, full: false }
    }
}

impl<K: TableKey> Slots<K> {
    const LEAST: usize = 1 << 10;

    #[cfg(test)]
    fn bytes(&self) -> u64 {
        (self.slots.len() * size_of::<Slot<K>>()) as u64 + self.contents
    }

    /// The hash of a position. That of its words takes less time.
    #[inline(always)]
    fn hash(key: &K) -> u64 {
        if K::WORDS == 0 { FxBuildHasher.hash_one(key) } else { hash(key) }
    }

    #[inline(always)]
    fn slots_of(&self, hash: u64) -> impl Iterator<Item = usize> + use<K> {
        let last = self.slots.len().wrapping_sub(1);
        let window = if self.slots.is_empty() { 0 } else { WINDOW };
        #[expect(clippy::cast_possible_truncation, reason = "any bits will do")]
        let home = hash as usize;
        (0..window).map(move |step| home.wrapping_add(step) & last)
    }

    #[inline(always)]
    fn get(&self, key: &K) -> Knowledge {
        self.at(Self::hash(key), key)
    }

    /// What is known of a position with this hash.
    #[inline(always)]
    fn at<Q: Eq + ?Sized>(&self, hash: u64, key: &Q) -> Knowledge
    where
        K: Borrow<Q>,
    {
        for at in self.slots_of(hash) {
            let slot = &self.slots[at];
            if slot.word == 0 {
                break;
            }
            if slot.word & !KNOWN == hash & !KNOWN && slot.key.borrow() == key {
                return known(slot.word);
            }
        }
        Knowledge::NOTHING
    }

    /// Are so many slots taken that an entry is found no longer at once?
    fn is_crowded(&self) -> bool {
        self.count + self.count / 2 >= self.slots.len()
    }

    /// Is the table, which is crowded, so by what is cheap, and too large for a cache of the processor? Then that is forgotten: Cram 4 × 11
    /// took 234 MB, and takes 60 MB and a sixth more time.
    fn is_mostly_cheap(&self) -> bool {
        let is_dear = |slot: &&Slot<K>| slot.word != 0 && known(slot.word).work() > CHEAP;
        let has_few_dear = || 3 * self.slots.iter().filter(is_dear).count() < self.slots.len();
        self.slots.len() >= LARGE && has_few_dear()
    }

    fn put(&mut self, key: &K, found: Knowledge) {
        let hash = Self::hash(key);
        let tag = hash & !KNOWN;
        let mut cheapest = None;
        for at in self.slots_of(hash) {
            let slot = &mut self.slots[at];
            if slot.word == 0 {
                self.count += 1;
                self.contents += key.contents();
                *slot = Slot { word: tag | found.bits(), key: key.clone() };
                return;
            }
            if slot.word & !KNOWN == tag && slot.key == *key {
                slot.word = tag | known(slot.word).and(found).bits();
                return;
            }
            let work = known(slot.word).work();
            if cheapest.is_none_or(|(least, _)| work < least) {
                cheapest = Some((work, at));
            }
        }
        if let Some((_, at)) = cheapest {
            let slot = &mut self.slots[at];
            self.contents = self.contents.saturating_sub(slot.key.contents()) + key.contents();
            *slot = Slot { word: tag | found.bits(), key: key.clone() };
        }
    }

    /// Doubles the table, if that takes at most half of the free memory.
    fn grow(&mut self, budget: &Budget) {
        let length = (2 * self.slots.len()).max(Self::LEAST);
        let bytes = (length * size_of::<Slot<K>>()) as u64;
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
        let taken = self.slots.iter().filter(|slot| slot.word != 0);
        taken.for_each(|slot| forgotten[work(known(slot.word))] += 1);
        let mut left = self.count.div_ceil(2);
        for count in &mut forgotten {
            *count = left.min(*count);
            left -= *count;
        }
        self.rebuild(self.slots.len(), |known| match &mut forgotten[work(known)] {
            0 => true,
            left => {
                *left -= 1;
                false
            }
        });
    }

    /// Puts the entries that are kept into as many new slots. Without memory for these, all stays as it is.
    fn rebuild(&mut self, length: usize, mut is_kept: impl FnMut(Knowledge) -> bool) {
        let mut slots = Vec::new();
        if slots.try_reserve_exact(length).is_err() {
            self.full = true;
            return;
        }
        slots.resize(length, Slot { word: 0, key: K::any() });
        let before = std::mem::replace(&mut self.slots, slots);
        (self.count, self.contents) = (0, 0);
        let entries = before.iter().filter(|slot| slot.word != 0 && is_kept(known(slot.word)));
        entries.for_each(|slot| self.put(&slot.key, known(slot.word)));
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
    fn what_is_cheap_to_find_again_does_not_make_a_table_large() {
        let (budget, mut table) = (budget(1 << 30), KnowledgeTable::default());
        for n in 0..2_000_000u64 {
            table.set(&Some(n), Knowledge::NOTHING.without(0), if n % 20 == 0 { 20 } else { 1 }, &budget);
        }
        assert!(table.alone.slots.len() <= 1 << 19);
        let dear = (0..2_000_000).step_by(20).filter(|n| table.of(&Some(*n)) != Knowledge::NOTHING).count();
        assert!(dear > 99_000, "{dear} of 100,000");
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

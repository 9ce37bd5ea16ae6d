//! What is known of positions, in a table that several threads read and write without waiting for each other.
//!
//! Each slot counts its changes, and the count is odd while one goes on (a "seqlock"). Who reads a slot that changes
//! meanwhile sees that, and takes it for another position's. Who would have to wait to write gives up: what is not noted
//! is only found once more.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering, fence};

use super::Knowledge;
use super::key::TableKey;

/// A hash table of a fixed number of slots, as [`Slots`](super::table) but for several threads. A position is held as
/// [`TableKey::WORDS`] words.
#[derive(Debug)]
pub(super) struct SharedSlots {
    /// Of each slot: a word, and the position. The word is what is known, and above that the count of changes.
    cells: Box<[AtomicU64]>,
    slots: usize,
    count: AtomicUsize,
}

/// Cells of a slot beside those of the position.
const BESIDE: usize = 1;

/// How many slots are looked at for a position.
pub(super) const WINDOW: usize = 16;

/// The bits of a word that hold what is known. A free slot knows nothing.
pub(super) const KNOWN: u64 = (1 << Knowledge::BITS) - 1;

/// One change.
const CHANGE: u64 = KNOWN + 1;

/// A hash of a position that is held as words.
#[inline(always)]
pub fn hash<K: TableKey>(key: &K) -> u64 {
    hash_of((0..K::WORDS).map(|at| key.word(at)))
}

#[inline(always)]
fn hash_of(words: impl Iterator<Item = u64>) -> u64 {
    let mixed = words.fold(0, |hash: u64, word| (hash.rotate_left(26) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    mixed ^ mixed >> 32
}

impl SharedSlots {
    /// The bytes of a table of so many slots.
    pub fn bytes<K: TableKey>(slots: usize) -> u64 {
        (slots * (K::WORDS + BESIDE) * size_of::<AtomicU64>()) as u64
    }

    /// A table of so many slots, a power of two; `None` if there is no memory.
    pub fn new<K: TableKey>(slots: usize) -> Option<SharedSlots> {
        let length = slots * (K::WORDS + BESIDE);
        let mut cells = Vec::new();
        cells.try_reserve_exact(length).ok()?;
        cells.resize_with(length, AtomicU64::default);
        Some(SharedSlots { cells: cells.into_boxed_slice(), slots, count: AtomicUsize::new(0) })
    }

    pub fn slots(&self) -> usize {
        self.slots
    }

    pub fn count(&self) -> usize {
        self.count.load(Ordering::Relaxed)
    }

    /// Are so many slots taken that it should grow?
    pub fn is_full(&self) -> bool {
        let count = self.count();
        count + count / 2 >= self.slots
    }

    /// The cells of the slots in which a position of this hash may be.
    #[inline(always)]
    fn window<K: TableKey>(&self, hash: u64) -> impl Iterator<Item = &[AtomicU64]> {
        let stride = K::WORDS + BESIDE;
        #[expect(clippy::cast_possible_truncation, reason = "any bits will do")]
        let home = hash as usize;
        (0..WINDOW.min(self.slots)).map(move |step| {
            let at = (home.wrapping_add(step) & (self.slots - 1)) * stride;
            &self.cells[at..at + stride]
        })
    }

    /// What is known of a position.
    #[inline]
    pub fn get<K: TableKey>(&self, key: &K) -> Knowledge {
        for slot in self.window::<K>(hash(key)) {
            let word = slot[0].load(Ordering::Acquire);
            if word == 0 {
                break;
            }
            if holds(slot, key) {
                fence(Ordering::Acquire);
                if word & CHANGE == 0 && slot[0].load(Ordering::Relaxed) == word {
                    return known(word);
                }
            }
        }
        Knowledge::NOTHING
    }

    /// Adds what was found of a position. If all slots for it are taken, what took the least work is forgotten.
    pub fn put<K: TableKey>(&self, key: &K, found: Knowledge) {
        let mut cheapest: Option<(u64, &[AtomicU64], u64)> = None;
        for slot in self.window::<K>(hash(key)) {
            let word = slot[0].load(Ordering::Relaxed);
            let is_free = known(word) == Knowledge::NOTHING;
            if (is_free || holds(slot, key)) && change(slot, word, key, |before| before.and(found)) {
                self.count.fetch_add(usize::from(is_free), Ordering::Relaxed);
                return;
            }
            let work = known(word).work();
            if cheapest.is_none_or(|(least, ..)| work < least) {
                cheapest = Some((work, slot, word));
            }
        }
        if let Some((_, slot, word)) = cheapest {
            change(slot, word, key, |_| found);
        }
    }

    /// How many slots hold what took more work.
    pub fn dear<K: TableKey>(&self, work: u64) -> usize {
        let words = self.cells.iter().step_by(K::WORDS + BESIDE).map(|cell| cell.load(Ordering::Relaxed));
        words.filter(|word| known(*word).work() > work).count()
    }

    /// Takes over what is kept of another table, to which no other thread has access any more.
    pub fn fill<K: TableKey>(&self, from: &SharedSlots, is_kept: impl Fn(Knowledge) -> bool) {
        let load = |cell: &AtomicU64| cell.load(Ordering::Relaxed);
        for taken in from.cells.chunks_exact(K::WORDS + BESIDE) {
            let found = known(load(&taken[0]));
            if found == Knowledge::NOTHING || !is_kept(found) {
                continue;
            }
            let hash = hash_of(taken[BESIDE..].iter().map(load));
            if let Some(free) = self.window::<K>(hash).find(|slot| load(&slot[0]) == 0) {
                free[0].store(load(&taken[0]) & KNOWN, Ordering::Relaxed);
                free[BESIDE..]
                    .iter()
                    .zip(&taken[BESIDE..])
                    .for_each(|(to, from)| to.store(load(from), Ordering::Relaxed));
                self.count.fetch_add(1, Ordering::Relaxed);
            }
        }
    }
}

pub(super) fn known(word: u64) -> Knowledge {
    Knowledge::of_bits(word & KNOWN)
}

/// Is it the slot of this position?
#[inline(always)]
fn holds<K: TableKey>(slot: &[AtomicU64], key: &K) -> bool {
    (0..K::WORDS).all(|at| slot[BESIDE + at].load(Ordering::Relaxed) == key.word(at))
}

/// Puts a position into a slot whose word was read before. Returns false if the slot has changed since, or is changing.
fn change<K: TableKey>(slot: &[AtomicU64], word: u64, key: &K, found: impl FnOnce(Knowledge) -> Knowledge) -> bool {
    let odd = word.wrapping_add(CHANGE);
    let is_mine =
        word & CHANGE == 0 && slot[0].compare_exchange(word, odd, Ordering::Acquire, Ordering::Relaxed).is_ok();
    if is_mine {
        // Nothing of the change may be seen before its beginning.
        fence(Ordering::Release);
        (0..K::WORDS).for_each(|at| slot[BESIDE + at].store(key.word(at), Ordering::Relaxed));
        let changes = odd.wrapping_add(CHANGE) & !KNOWN;
        slot[0].store(changes | found(known(word)).bits(), Ordering::Release);
    }
    is_mine
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    type Key = [u128; 1];

    fn value(n: u64) -> Knowledge {
        Knowledge::of_value(n % 1000).at_work(n)
    }

    #[test]
    fn threads_that_write_at_once_never_read_what_nobody_wrote() {
        // So few slots that they are replaced again and again.
        let slots = SharedSlots::new::<Key>(1 << 6).unwrap();
        let key = |n: u64| [u128::from(n) << 64 | u128::from(n % 3)];
        let work = |seed: u64| {
            let mut found = 0;
            for turn in 1..200_000u64 {
                let n = 1 + (turn.wrapping_mul(seed) >> 7) % 300;
                slots.put(&key(n), value(n));
                let other = 1 + turn % 300;
                let known = slots.get(&key(other));
                assert!(known == Knowledge::NOTHING || known == value(other), "{other}: {known:?}");
                found += u64::from(known != Knowledge::NOTHING);
            }
            found
        };
        let found: Vec<u64> = thread::scope(|scope| {
            let threads: Vec<_> =
                [0x9e37_79b9, 0x85eb_ca6b, 0xc2b2_ae35].map(|seed| scope.spawn(move || work(seed))).into();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert!(found.iter().all(|found| *found > 1_000), "{found:?}");
    }

    #[test]
    fn a_larger_table_takes_all_over() {
        let (small, large) = (SharedSlots::new::<Key>(1 << 10).unwrap(), SharedSlots::new::<Key>(1 << 11).unwrap());
        (1..600u64).for_each(|n| small.put::<Key>(&[n.into()], value(n)));
        large.fill::<Key>(&small, |_| true);
        let known = (1..600u64).filter(|n| small.get(&[u128::from(*n)]) != Knowledge::NOTHING);
        assert!((1..600u64).all(|n| small.get(&[u128::from(n)]) == large.get(&[u128::from(n)])));
        assert_eq!((known.count(), large.count()), (small.count(), small.count()));
    }
}

//! Blocks of heaps that other threads gather ahead, as far as the heaps known so far allow. The thread that computes
//! the values adds the rest when it comes to such a block, and does blocks that nobody has done as it does alone. It never
//! waits, and the values, and the work counted, are the same for any number of threads.

use std::mem::swap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::super::simd::{Simd, Window};
use super::gather::{BlockSets, ClassSets, Early, Known, Part, SparseAmounts, class_sets};
use super::halved::Halved;
use crate::limits::CountingAllocator;

/// Threads gather blocks so many ahead of the one whose values are computed: those between are reached too soon.
const NEAREST: usize = 4;

/// Nor more than so many ahead: the farther, the more pairs are left.
const FARTHEST: usize = 16;

/// What the threads share between two surveys, while the mask does not change.
pub(super) struct Ahead {
    simd: Simd,
    amounts: SparseAmounts,
    samples: Vec<(usize, u8)>,
    /// Where the blocks end that are wanted.
    to: usize,
    state: Mutex<State>,
    /// Notified when a thread that waits may go on.
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// The values of the blocks computed since the beginning.
    blocks: Vec<BlockValues>,
    /// Where the block begins whose values are being computed.
    at: usize,
    /// Where the next block begins that a thread may gather.
    next: usize,
    /// As [`Known::words`], and how many samples are in use.
    words: usize,
    samples: usize,
    done: Vec<Done>,
    /// What can be gathered into.
    spare: Vec<ClassSets>,
    /// How many threads wait.
    waiting: usize,
    is_over: bool,
}

/// The halves of 64 heaps, and which of them are rare.
type BlockValues = ([u8; 64], u64);

/// A block that was gathered ahead.
struct Done {
    begin: usize,
    early: Early,
    words: usize,
    samples: usize,
    sets: ClassSets,
    work: u64,
}

/// What each thread has for itself: the values and rare heaps, which follow those that are computed.
pub(super) struct Follower {
    halved: Halved,
    rares: Vec<(usize, u8)>,
    /// How many blocks it has added.
    blocks: usize,
}

/// Ends the threads when it is dropped.
pub(super) struct Ending<'a>(&'a Ahead);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.locked().is_over = true;
        self.0.changed.notify_all();
    }
}

impl Ahead {
    pub fn new(known: Known, samples: Vec<(usize, u8)>, to: usize) -> Ahead {
        let at = known.halved.len();
        let state = State {
            blocks: Vec::with_capacity((to - at) / 64 + 1),
            at,
            words: known.words,
            samples: known.samples.len(),
            spare: (0..FARTHEST).map(|_| class_sets()).collect(),
            ..State::default()
        };
        let amounts = known.amounts.clone();
        Ahead { simd: known.simd, amounts, samples, to, state: Mutex::new(state), changed: Condvar::new() }
    }

    /// The bytes that each thread takes, for so many heaps, rare heaps, and windows of a block, which are listed
    /// in a list that has grown to at most twice its length.
    pub fn bytes(heaps: usize, rares: usize, windows: usize) -> u64 {
        Halved::bytes(heaps) + (rares * size_of::<(usize, u8)>() + 2 * windows * size_of::<Window>()) as u64
    }

    pub fn ending(&self) -> Ending<'_> {
        Ending(self)
    }

    fn locked(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes what was gathered for the next block, if it was; the rest is still to be marked.
    pub fn take(&self, known: Known, gathered: &mut BlockSets) -> Option<Early> {
        let mut state = self.locked();
        let State { at, words, samples, done, spare, .. } = &mut *state;
        (*at, *words, *samples) = (known.halved.len(), known.words, known.samples.len());
        let mut early = None;
        for at_end in (0..done.len()).rev() {
            if done[at_end].begin > *at {
                continue;
            }
            let mut found = done.swap_remove(at_end);
            if (found.begin, found.words, found.samples) == (*at, *words, *samples) {
                swap(&mut gathered.sets, &mut found.sets);
                gathered.work = found.work;
                early = Some(found.early);
            }
            spare.push(found.sets);
        }
        // One that waits is woken for several blocks.
        if state.waiting > 0 && state.next <= state.at + 64 * FARTHEST / 2 {
            self.changed.notify_one();
        }
        early
    }

    /// Tells the values of the block that was computed last.
    pub fn tell(&self, halved: &Halved) {
        let values = halved.block(halved.len() - 64);
        self.locked().blocks.push(values);
    }

    /// Gathers blocks until it is over. Returns the bytes still in use, which the thread that began takes over.
    pub fn follow(&self, mut follower: Follower) -> isize {
        let mut gathered = BlockSets::default();
        while let Some((begin, mut sets, words, samples)) = self.next(&mut follower) {
            let Follower { halved, rares, .. } = &follower;
            let known = Known {
                simd: self.simd,
                words,
                amounts: &self.amounts,
                rares,
                samples: &self.samples[..samples],
                halved,
            };
            gathered.gather(known, begin, Part::Early);
            let early = Early { heaps: halved.len(), rares: rares.len() };
            swap(&mut gathered.sets, &mut sets);
            self.locked().done.push(Done { begin, early, words, samples, sets, work: gathered.work });
        }
        drop((follower, gathered));
        CountingAllocator::in_use_at_exit()
    }

    /// The next block to gather, when it is time for it; `None` when it is over. Tells the follower what is new.
    fn next(&self, follower: &mut Follower) -> Option<(usize, ClassSets, usize, usize)> {
        let mut state = self.locked();
        loop {
            if state.is_over {
                return None;
            }
            let begin = state.next.max(state.at + 64 * NEAREST);
            if begin < self.to
                && begin <= state.at + 64 * FARTHEST
                && let Some(sets) = state.spare.pop()
            {
                state.next = begin + 64;
                follower.add(&state.blocks);
                return Some((begin, sets, state.words, state.samples));
            }
            state.waiting += 1;
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.waiting -= 1;
        }
    }
}

impl Follower {
    /// With room for all heaps below `to`, and for as many rare ones as `rares` has; `None` if that is not there.
    pub fn new(halved: &Halved, rares: &Vec<(usize, u8)>, to: usize) -> Option<Follower> {
        let mut follower = Follower { halved: halved.copied(to)?, rares: Vec::new(), blocks: 0 };
        follower.rares.try_reserve_exact(rares.capacity()).ok()?;
        follower.rares.extend_from_slice(rares);
        Some(follower)
    }

    /// Adds the blocks that are new.
    fn add(&mut self, blocks: &[BlockValues]) {
        for values in &blocks[self.blocks..] {
            let begin = self.halved.len();
            self.halved.add_block(values);
            let rares = (begin..begin + 64).filter(|heap| self.halved.is_rare(*heap));
            self.rares.extend(rares.map(|heap| (heap, self.halved.half(heap))));
        }
        self.blocks = blocks.len();
    }
}

#[cfg(test)]
mod tests {
    use super::super::mask::Mask;
    use super::*;

    #[test]
    fn a_follower_has_room_for_all_that_follows() {
        let halved = Halved::new(vec![0; 6400].into_iter(), Mask { bits: 1, position: false, odd: false });
        let mut rares = Vec::with_capacity(1000);
        rares.push((3, 0));
        let blocks = vec![([0; 64], 1); 100];
        let before = CountingAllocator::in_use();
        let mut follower = Follower::new(&halved, &rares, 12_800).unwrap();
        let taken = CountingAllocator::in_use() - before;
        assert!(taken as u64 <= Ahead::bytes(12_800, rares.capacity(), 0) + 100, "{taken}");
        follower.add(&blocks);
        assert_eq!(CountingAllocator::in_use() - before, taken);
        assert_eq!((follower.halved.len(), follower.rares.len()), (12_800, 101));
    }
}

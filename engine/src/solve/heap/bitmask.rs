//! Finite subtraction sets: values as single bits, a block of heaps at once.
//!
//! The value v of a heap is kept as the word with bit v alone. The values that a heap reaches are then the bitwise
//! or of such words, and their mex is the lowest bit that is not set. Heaps larger than every amount are computed
//! in blocks.

use std::ops::{BitAnd, BitOr, BitOrAssign};

use super::cells::HeapValues;
use super::engine::{Engine, EngineKind};
use super::intervals::{AmountInterval, OneHeap, contains};
use crate::ledger::FastPath;
use crate::solve::filled::filled;
use crate::solve::{Budget, Solved};

pub(super) const KIND: EngineKind = EngineKind {
    name: "single bits",
    why: "a move takes one of at most 63 amounts and leaves at most one heap: values are kept as single bits, a block at a time",
    fits: |rules| {
        FastPath::SingleBits.on()?;
        let rule = OneHeap::of(rules)?;
        let amounts = rule.listed(63)?;
        // The largest amounts are kept in memory as a window; beyond this a window is too much to begin with.
        let largest = usize::try_from(rule.largest()?).ok().filter(|largest| *largest <= LARGEST)?;
        Some(match amounts.len() {
            0..=15 => Box::new(Bitmask::<u16>::new(amounts, rule.none, largest)),
            16..=31 => Box::new(Bitmask::<u32>::new(amounts, rule.none, largest)),
            _ => Box::new(Bitmask::<u64>::new(amounts, rule.none, largest)),
        })
    },
};

/// The largest amount that this engine accepts.
const LARGEST: usize = 1 << 28;

/// Heaps in a block.
const BLOCK: usize = 32;

/// Heaps in a chunk, which is a part of a block. Amounts of at least this size lead out of a chunk, so the values
/// of a whole chunk are passed on at once.
const CHUNK: usize = 8;

/// The least number of heaps computed before the window is moved in memory.
const ROOM: usize = 1 << 15;

/// A word that is a set of values: value v is the bit 1 << v.
trait Word: Send + Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitOrAssign {
    /// The empty set, which also stands for a heap that is not computed.
    const NONE: Self;
    /// The set of the value 0 alone.
    const ZERO: Self;
    /// The set of all values.
    const ALL: Self;
    /// The mex, as a word: the lowest bit that is not set.
    fn gap(self) -> Self;
    /// The value in a set of one value.
    fn value(self) -> u8;
}

macro_rules! word {
    ($($word:ty: $value:expr),*) => {$(
        impl Word for $word {
            const NONE: $word = 0;
            const ZERO: $word = 1;
            const ALL: $word = <$word>::MAX;
            #[inline(always)]
            fn gap(self) -> $word {
                !self & self.wrapping_add(1)
            }
            #[inline(always)]
            fn value(self) -> u8 {
                $value(self)
            }
        }
    )*};
}
word!(u16: |word: u16| exponent(word.into()), u32: exponent, u64: lowest);

#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "a word has 64 bits")]
fn lowest(word: u64) -> u8 {
    word.trailing_zeros() as u8
}

/// The index of the only bit that is set: the exponent of the word as a floating-point number, whose sign does not
/// matter. Vector instructions of every processor convert several numbers at once, but do not count zeros.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "an exponent has eight bits")]
fn exponent(word: u32) -> u8 {
    ((word as i32 as f32).to_bits() >> 23).wrapping_sub(127) as u8 & 31
}

struct Bitmask<W> {
    /// The amounts that leave one heap, the smallest first.
    amounts: Vec<usize>,
    /// How many amounts are below the length of a block, so that both heaps of a move may lie in the same block.
    small: usize,
    /// How many amounts are below the length of a chunk.
    near: usize,
    /// How many amounts are 1 or 2.
    two: usize,
    /// All bits if 1 is an amount, otherwise no bits; `by_two` is the same for 2.
    by_one: W,
    by_two: W,
    /// The amounts that leave nothing.
    none: Vec<AmountInterval>,
    largest: usize,
    /// The words of the latest heaps, at least as far back as the largest amount; those of heaps not computed yet
    /// are empty.
    window: Vec<W>,
    /// The heap of the first word of the window.
    low: usize,
    work: u64,
}

impl<W: Word> Bitmask<W> {
    fn new(amounts: Vec<usize>, none: Vec<AmountInterval>, largest: usize) -> Bitmask<W> {
        let below = |bound: usize| amounts.partition_point(|amount| *amount < bound);
        let all_bits = |amount: usize| if amounts.contains(&amount) { W::ALL } else { W::NONE };
        Bitmask {
            small: below(BLOCK),
            near: below(CHUNK),
            two: below(3),
            by_one: all_bits(1),
            by_two: all_bits(2),
            amounts,
            none,
            largest,
            window: Vec::new(),
            low: 0,
            work: 0,
        }
    }

    /// Moves the window on where necessary, so that it has room for `count` heaps from `heap` on.
    fn make_room(&mut self, heap: usize, count: usize, budget: &Budget) -> Solved<()> {
        if self.window.is_empty() {
            let length = self.largest + self.largest.max(ROOM) + count + BLOCK;
            self.window = filled(W::NONE, length, budget)?;
        }
        if heap - self.low + count + BLOCK > self.window.len() {
            let keep = self.largest.min(heap - self.low);
            let place = heap - self.low;
            self.window.copy_within(place - keep..place, 0);
            self.window[keep..place].fill(W::NONE);
            self.low = heap - keep;
        }
        Ok(())
    }

    /// The value of one heap, which may be smaller than some amounts.
    fn one(&mut self, heap: usize) -> u8 {
        let place = heap - self.low;
        let mut reached = W::NONE;
        for amount in &self.amounts {
            if *amount >= heap {
                break;
            }
            reached |= self.window[place - amount];
        }
        if contains(&self.none, heap as u64) {
            reached |= W::ZERO;
        }
        self.window[place] = reached.gap();
        self.window[place].value()
    }

    /// Computes a block of heaps that are all larger than every amount. `reached` holds what each of them reaches
    /// by the small amounts in heaps before the block; the result is the same for the block that follows.
    fn block(&mut self, heap: usize, reached: [W; BLOCK], found: &mut [u8; BLOCK]) -> [W; BLOCK] {
        let place = heap - self.low;
        let mut words = [W::NONE; 2 * BLOCK];
        words[..BLOCK].copy_from_slice(&reached);
        if self.small < self.amounts.len() {
            self.reach_far(place, &mut words);
        }
        if self.two > 0 {
            self.join::<true>(&mut words)
        } else {
            self.join::<false>(&mut words)
        }
        for (value, word) in found.iter_mut().zip(words) {
            *value = word.value();
        }
        let (block, ahead) = words.split_at(BLOCK);
        self.window[place..place + BLOCK].copy_from_slice(block);
        std::array::from_fn(|index| ahead[index])
    }

    /// Adds what the large amounts reach. It is a function of its own and not inlined, so that the compiler uses
    /// wide registers.
    #[inline(never)]
    fn reach_far(&self, place: usize, words: &mut [W; 2 * BLOCK]) {
        for amount in &self.amounts[self.small..] {
            let source = &self.window[place - amount..place - amount + BLOCK];
            for (reached, word) in words.iter_mut().zip(source) {
                *reached |= *word;
            }
        }
    }

    /// Turns what the heaps of a block reach into their values, one heap after the other, and passes each value on
    /// to the heaps that reach it by a small amount. The amounts 1 and 2, where there are any, are passed on in
    /// registers: by way of memory they would be the longest chain of dependencies.
    #[inline(always)]
    fn join<const BY_ONE_OR_TWO: bool>(&self, words: &mut [W; 2 * BLOCK]) {
        let (mut last, mut before) = (W::NONE, W::NONE);
        for begin in (0..BLOCK).step_by(CHUNK) {
            for index in begin..begin + CHUNK {
                if BY_ONE_OR_TWO {
                    words[index] |= (last & self.by_one) | (before & self.by_two);
                }
                let word = words[index].gap();
                words[index] = word;
                (last, before) = (word, last);
                for amount in &self.amounts[self.two..self.near] {
                    words[index + amount] |= word;
                }
            }
            let chunk: [W; CHUNK] = std::array::from_fn(|index| words[begin + index]);
            for amount in &self.amounts[self.near..self.small] {
                let reached = &mut words[begin + amount..begin + amount + CHUNK];
                for index in 0..CHUNK {
                    reached[index] |= chunk[index];
                }
            }
        }
        words[BLOCK] |= (last & self.by_one) | (before & self.by_two);
        words[BLOCK + 1] |= last & self.by_two;
    }

    /// What each heap of the block at `heap` reaches by the small amounts in heaps before the block.
    fn reached_from_below(&self, heap: usize) -> [W; BLOCK] {
        let place = heap - self.low;
        let mut reached = [W::NONE; BLOCK];
        for amount in &self.amounts[..self.small] {
            for (reached, word) in reached.iter_mut().zip(&self.window[place - amount..place]) {
                *reached |= *word;
            }
        }
        reached
    }
}

impl<W: Word> Engine for Bitmask<W> {
    fn extend(&mut self, values: &mut HeapValues, to: usize, budget: &Budget) -> Solved<()> {
        const STEP: usize = 1024;
        while values.len() < to {
            budget.check()?;
            let begin = values.len();
            let end = to.min(begin + STEP);
            self.work += ((end - begin) * (8 + self.amounts.len()) / 4) as u64;
            self.make_room(begin, STEP, budget)?;
            let mut found = [0; STEP];
            let mut heap = begin;
            let mut ahead = None;
            while heap < end {
                let place = heap - begin;
                if let Some(block) = found[place..end - begin].first_chunk_mut()
                    && heap > self.largest
                {
                    let reached = ahead.unwrap_or_else(|| self.reached_from_below(heap));
                    ahead = Some(self.block(heap, reached, block));
                    heap += BLOCK;
                } else {
                    found[place] = self.one(heap);
                    heap += 1;
                }
            }
            if let Err(stop) = values.extend_from_bytes(&found[..end - begin], budget) {
                // What is not stored must not be in the window either.
                let place = begin - self.low;
                self.window[place..place + STEP].fill(W::NONE);
                return Err(stop);
            }
        }
        Ok(())
    }

    fn work(&self) -> u64 {
        self.work
    }
}

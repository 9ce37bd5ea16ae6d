//! Rules that split a heap in two. A few options give a guess of the mex; one fast sweep over all other pairs shows
//! whether an option has that value. If one has, the guess is wrong and the next value is tried.

mod sample;

use self::sample::Sample;
use super::cells::{HeapValues, ValueCells};
use super::engine::{Engine, EngineKind};
use super::naive::{Definition, ListedClause};
use super::narrow::Narrow;
use super::simd::{BLOCK, Simd};
use crate::game::{HeapRules, Likeness};
use crate::solve::filled::filled;
use crate::solve::{Budget, Solved};

pub(super) const KIND: EngineKind = EngineKind {
    name: "splits",
    why: "a move leaves at most two heaps: some pairs of heaps give a first value, and all other pairs test it",
    fits: |rules| Splits::new(rules).map(|engine| Box::new(engine) as Box<dyn Engine>),
};

/// The least number of pairs of each rest that are looked at one by one.
const FEWEST: usize = 64;

pub(super) struct Splits {
    /// Has the lists of amounts, and takes over when values become wider than two bytes.
    definition: Definition,
    bytes: Reversed<u8>,
    shorts: Reversed<u16>,
    marks: ByteMarks,
    simd: Simd,
    sample: Sample,
    /// Pairs of each rest that are looked at one by one; more where guesses turn out wrong too often.
    pairs_per_rest: usize,
    wrong_guesses: usize,
    work: u64,
}

/// The set of values below 2^16 that options have: byte v is equal to `mark` if some option has the value v.
/// Writing a byte takes half the time of setting a bit, and this is done for every pair.
struct ByteMarks {
    bytes: Box<[u8; 1 << 16]>,
    /// Changes with every heap, which empties the set. After 255 heaps it starts again, and all bytes are cleared.
    mark: u8,
}

/// The pairs (a, rest − a) for a from 1 to `top`.
#[derive(Clone, Copy)]
struct Rest {
    rest: usize,
    top: usize,
}

impl Splits {
    pub fn new(rules: &HeapRules) -> Option<Splits> {
        let definition = Definition::new(rules);
        let mut splits = definition.clauses.iter().filter_map(|clause| clause.leaves.split).peekable();
        if !rules.divisors.is_empty() || splits.peek().is_none() || !splits.all(|split| split.is_in_two()) {
            return None;
        }
        Some(Splits {
            definition,
            bytes: Reversed::default(),
            shorts: Reversed::default(),
            marks: ByteMarks { bytes: Box::new([0; 1 << 16]), mark: 0 },
            simd: Simd::best(),
            sample: Sample::new(Simd::best()),
            pairs_per_rest: FEWEST,
            wrong_guesses: 0,
            work: 0,
        })
    }

    /// The index of the next heap in the block of 64 heaps for which a sample was taken. If there is no such block,
    /// a sample is taken now; `None` if that is not possible, or too few heaps are wanted.
    fn lane(&mut self, cells: &[u8], largest: u64, to: usize) -> Option<usize> {
        let heap = cells.len();
        if let Some(lane) = self.sample.lane(heap) {
            return Some(lane);
        }
        if heap < 4 * BLOCK || to - heap < BLOCK / 4 {
            return None;
        }
        let is_in_pairs =
            |clause: &&ListedClause| clause.leaves.split.is_some_and(|split| split.likeness != Likeness::Equal);
        let clauses = self.definition.clauses.iter().filter(is_in_pairs);
        let amounts = clauses.flat_map(|clause| clause.amounts.up_to(heap));
        self.sample.take(amounts.copied(), cells, largest);
        Some(0)
    }

    /// The value of the next heap, whose index in the block is `lane`, from the sample.
    fn sampled(&mut self, lane: usize, cells: &[u8], reversed: &Reversed<u8>, rests: &mut Vec<Rest>) -> u64 {
        let mut reached = self.sample.block.reached(lane);
        begin(&self.definition.clauses, cells, rests, |value| reached.insert(value));
        loop {
            let guess = reached.value();
            let Some(value) = u8::narrow(guess) else { return guess };
            let mut swept = 0;
            let is_reached = rests.iter().any(|Rest { rest, top }| {
                let found = self.simd.find(&cells[1..=*top], reversed.below(*rest, 1, *top), value);
                swept += found.unwrap_or(*top);
                found.is_some()
            });
            if !is_reached {
                return guess;
            }
            reached.insert(value);
            self.sample.swept += swept as u64;
        }
    }

    /// The value of the next heap, without a sample.
    fn value<T: Narrow>(&mut self, cells: &[T], reversed: &Reversed<T>, rests: &mut Vec<Rest>) -> u64 {
        self.marks.next();
        begin(&self.definition.clauses, cells, rests, |value| self.marks.set(value.short()));
        for Rest { rest, top } in rests.iter() {
            let last = self.pairs_per_rest.min(*top);
            self.marks.pairs(&cells[1..=last], reversed.below(*rest, 1, last));
        }
        let mut guesses = 0;
        loop {
            let guess = self.marks.mex();
            let Some(value) = T::narrow(guess) else { return guess };
            let first = self.pairs_per_rest + 1;
            let found = rests.iter().filter(|rest| rest.top >= first).find_map(|Rest { rest, top }| {
                let (smaller, larger) = (&cells[first..=*top], reversed.below(*rest, first, *top));
                let place = self.simd.find(smaller, larger, value)?;
                let end = smaller.len().min(place + T::STEP);
                Some((&smaller[place..end], &larger[place..end]))
            });
            let Some((smaller, larger)) = found else { break };
            self.marks.pairs(smaller, larger);
            guesses += 1;
        }
        self.adapt(guesses);
        self.marks.mex()
    }

    /// Adapts how many pairs are looked at one by one: a wrong guess costs a sweep, but more such pairs cost
    /// something for every heap.
    fn adapt(&mut self, wrong: usize) {
        self.wrong_guesses += wrong;
        if self.wrong_guesses >= 16 {
            self.pairs_per_rest = self.pairs_per_rest.saturating_mul(2);
            self.wrong_guesses = 0;
        } else if wrong == 0 && self.marks.mark.is_multiple_of(32) {
            self.wrong_guesses = 0;
            self.pairs_per_rest = (self.pairs_per_rest - self.pairs_per_rest / 8).max(FEWEST);
        }
    }
}

/// Marks the values of the options that leave one heap, none, or two equal ones, and collects the rests that are
/// left in pairs.
fn begin<T: Narrow>(clauses: &[ListedClause], cells: &[T], rests: &mut Vec<Rest>, mut mark: impl FnMut(T)) {
    let heap = cells.len();
    rests.clear();
    for ListedClause { amounts, leaves, .. } in clauses {
        for amount in amounts.up_to(heap) {
            let rest = heap - amount;
            if (rest == 0 && leaves.none) || (rest > 0 && rest < heap && leaves.one) {
                mark(cells[rest]);
            }
            let Some(split) = leaves.split else { continue };
            let top = match split.likeness {
                Likeness::Equal if rest >= 2 && rest.is_multiple_of(2) => {
                    mark(T::default());
                    0
                }
                Likeness::Equal => 0,
                Likeness::Any => rest / 2,
                Likeness::Unequal | Likeness::NotAllEqual => rest.saturating_sub(1) / 2,
            };
            if top > 0 {
                rests.push(Rest { rest, top });
            }
        }
    }
}

impl ByteMarks {
    /// Empties the set, for the options of another heap.
    fn next(&mut self) {
        self.mark = match self.mark.checked_add(1) {
            Some(mark) => mark,
            None => {
                self.bytes.fill(0);
                1
            }
        };
    }

    #[inline(always)]
    fn set(&mut self, value: u16) {
        self.bytes[usize::from(value)] = self.mark;
    }

    #[inline]
    fn pairs<T: Narrow>(&mut self, smaller: &[T], larger: &[T]) {
        T::each_sum(smaller, larger, |sum| self.set(sum));
    }

    fn mex(&self) -> u64 {
        let gap = self.bytes.iter().position(|byte| *byte != self.mark);
        gap.unwrap_or(self.bytes.len()) as u64
    }
}

impl Engine for Splits {
    fn extend(&mut self, values: &mut HeapValues, to: usize, budget: &mut Budget) -> Solved<()> {
        self.definition.list(to.saturating_sub(1), budget)?;
        let mut rests = Vec::new();
        let mut unasked = 0;
        let (mut bytes, mut shorts) = (std::mem::take(&mut self.bytes), std::mem::take(&mut self.shorts));
        let mut extend = || {
            while values.len() < to {
                let heap = values.len();
                let value = match values.cells() {
                    ValueCells::Bytes(cells) => {
                        bytes.follow(cells, to, budget)?;
                        match self.lane(cells, values.largest(), to) {
                            Some(lane) => self.sampled(lane, cells, &bytes, &mut rests),
                            None => self.value(cells, &bytes, &mut rests),
                        }
                    }
                    ValueCells::Shorts(cells) => {
                        bytes = Reversed::default();
                        shorts.follow(cells, to, budget)?;
                        self.value(cells, &shorts, &mut rests)
                    }
                    ValueCells::Words(_) | ValueCells::Longs(_) | ValueCells::Halved(_) => break,
                };
                values.push(value, budget)?;
                let steps = (64 + rests.len() * (heap / 16 + self.pairs_per_rest)) as u64;
                self.work += steps;
                unasked += steps;
                if unasked > 1 << 16 {
                    budget.check()?;
                    unasked = 0;
                }
            }
            Ok(())
        };
        let ended: Solved<()> = extend();
        (self.bytes, self.shorts) = (bytes, shorts);
        ended?;
        self.definition.extend(values, to, budget)
    }

    fn work(&self) -> u64 {
        self.work + self.definition.work()
    }
}

/// A copy of the values in falling order of the heaps, so that the two heaps of a split are read in the same direction.
/// Spare room is at its beginning, where new heaps are put.
#[derive(Debug, Default)]
struct Reversed<T> {
    cells: Vec<T>,
    /// How many heaps it holds.
    length: usize,
}

impl<T: Narrow> Reversed<T> {
    /// Copies the heaps that are new; makes room for all heaps below `room`.
    fn follow(&mut self, cells: &[T], room: usize, budget: &Budget) -> Solved<()> {
        if self.cells.len() < room {
            let mut wider = filled(T::default(), room, budget)?;
            wider[room - self.length..].copy_from_slice(&self.cells[self.cells.len() - self.length..]);
            self.cells = wider;
        }
        for (heap, cell) in cells.iter().enumerate().skip(self.length) {
            let place = self.cells.len() - 1 - heap;
            self.cells[place] = *cell;
        }
        self.length = cells.len();
        Ok(())
    }

    /// The values of rest − a for a from `from` to `to`.
    #[inline]
    fn below(&self, rest: usize, from: usize, to: usize) -> &[T] {
        let first = self.cells.len() - 1 - rest;
        &self.cells[first + from..first + to + 1]
    }
}

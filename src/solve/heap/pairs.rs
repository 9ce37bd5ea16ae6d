//! Splits in two: a guess from a few options, and one sweep over the others to see whether it holds.

use super::definition;
use super::engine::{Engine, EngineKind};
use super::holding::Holding;
use super::listed::Listed;
use super::parts::Parts;
use super::reversed::{Narrow, Reversed};
use super::values::{Cells, Values};
use crate::game::{HeapRules, Likeness};
use crate::solve::{Budget, Stop};

pub(super) const KIND: EngineKind = EngineKind {
    name: "pairs",
    why: "at most two heaps are left: a guess from some of the pairs, and a sweep over all others that tests it",
    fits: |rules| Pairs::new(rules).map(|engine| Box::new(engine) as Box<dyn Engine>),
};

/// Pairs that are always looked at one by one, to begin with.
const FEWEST: usize = 64;

pub(super) struct Pairs {
    clauses: Vec<(Listed, Parts)>,
    bytes: Reversed<u8>,
    shorts: Reversed<u16>,
    flags: Flags,
    /// Pairs of each rest that are looked at one by one; more where guesses turn out wrong too often.
    sample: usize,
    wrong_guesses: usize,
    /// Goes on when values become wider than two bytes.
    definition: Box<dyn Engine>,
    work: u64,
    holding: Holding,
}

/// Which values options have. A flag equal to the mark is set.
struct Flags {
    flags: Box<[u8; 1 << 16]>,
    mark: u8,
}

/// The pairs (a, rest − a) for a from 1 to `top`.
#[derive(Clone, Copy)]
struct Rest {
    rest: usize,
    top: usize,
}

impl Pairs {
    pub fn new(rules: &HeapRules) -> Option<Pairs> {
        let clauses = rules.clauses.iter().map(|clause| (Listed::new(&clause.amounts), Parts::of(&clause.shape)));
        let clauses: Vec<_> = clauses.collect();
        let mut splits = clauses.iter().filter_map(|(_, parts)| parts.split).peekable();
        if !rules.divisors.is_empty() || splits.peek().is_none() || !splits.all(|split| split.is_in_two()) {
            return None;
        }
        Some(Pairs {
            clauses,
            bytes: Reversed::default(),
            shorts: Reversed::default(),
            flags: Flags { flags: Box::new([0; 1 << 16]), mark: 0 },
            sample: FEWEST,
            wrong_guesses: 0,
            definition: definition::engine(rules),
            work: 0,
            holding: Holding::default(),
        })
    }

    fn list(&mut self, to: usize, budget: &mut Budget) -> Result<(), Stop> {
        let limit = to.next_power_of_two().max(64);
        self.clauses.iter_mut().try_for_each(|(amounts, _)| amounts.reach(limit, budget))
    }

    /// Flags what is left in one heap, in none or in two equal ones; tells the rests that are left in pairs.
    fn begin<T: Narrow>(&mut self, heap: usize, cells: &[T], rests: &mut Vec<Rest>) {
        self.flags.next();
        rests.clear();
        for (amounts, parts) in &self.clauses {
            let amounts = amounts.up_to(heap);
            let Some(split) = parts.split else {
                for amount in amounts {
                    self.flags.one(parts, heap - amount, heap, cells);
                }
                continue;
            };
            for amount in amounts {
                let rest = heap - amount;
                self.flags.one(parts, rest, heap, cells);
                let top = match split.likeness {
                    Likeness::Equal if rest >= 2 && rest.is_multiple_of(2) => {
                        self.flags.set(0);
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

    /// The value of the next heap.
    fn value<T: Narrow>(&mut self, cells: &[T], reversed: &Reversed<T>, rests: &mut Vec<Rest>) -> u64 {
        let heap = cells.len();
        self.begin(heap, cells, rests);
        for Rest { rest, top } in rests.iter() {
            let sample = self.sample.min(*top);
            self.flags.pairs(&cells[1..=sample], reversed.below(*rest, 1, sample));
        }
        let mut guesses = 0;
        loop {
            let guess = self.flags.mex();
            let Some(value) = T::narrow(guess) else { return guess };
            let sample = self.sample;
            let found = rests.iter().filter(|rest| rest.top > sample).find_map(|Rest { rest, top }| {
                let (smaller, larger) = (&cells[sample + 1..=*top], reversed.below(*rest, sample + 1, *top));
                let place = T::find(smaller, larger, value)?;
                let end = smaller.len().min(place + T::STEP);
                Some((&smaller[place..end], &larger[place..end]))
            });
            let Some((smaller, larger)) = found else { break };
            self.flags.pairs(smaller, larger);
            guesses += 1;
        }
        self.adapt(guesses);
        self.flags.mex()
    }

    /// A wrong guess costs a sweep, more pairs to begin with cost something for every heap.
    fn adapt(&mut self, wrong: usize) {
        self.wrong_guesses += wrong;
        if self.wrong_guesses >= 16 {
            self.sample *= 2;
            self.wrong_guesses = 0;
        } else if wrong == 0 && self.flags.mark.is_multiple_of(32) {
            self.wrong_guesses = 0;
            self.sample = (self.sample - self.sample / 8).max(FEWEST);
        }
    }
}

impl Flags {
    /// Begins with the options of another heap.
    fn next(&mut self) {
        self.mark = match self.mark.checked_add(1) {
            Some(mark) => mark,
            None => {
                self.flags.fill(0);
                1
            }
        };
    }

    #[inline(always)]
    fn set(&mut self, value: u16) {
        self.flags[usize::from(value)] = self.mark;
    }

    /// What is left in one heap, or in none.
    #[inline(always)]
    fn one<T: Narrow>(&mut self, parts: &Parts, rest: usize, heap: usize, cells: &[T]) {
        if (rest == 0 && parts.none) || (rest > 0 && rest < heap && parts.one) {
            self.set(cells[rest].short());
        }
    }

    #[inline]
    fn pairs<T: Narrow>(&mut self, smaller: &[T], larger: &[T]) {
        T::each_sum(smaller, larger, |sum| self.set(sum));
    }

    fn mex(&self) -> u64 {
        let gap = self.flags.iter().position(|flag| *flag != self.mark);
        gap.unwrap_or(self.flags.len()) as u64
    }
}

impl Engine for Pairs {
    fn extend(&mut self, values: &mut Values, to: usize, budget: &mut Budget) -> Result<(), Stop> {
        self.list(to, budget)?;
        self.holding.hold(to as u64 * values.width().min(2) as u64 + (1 << 16), budget)?;
        let mut rests = Vec::new();
        let mut unasked = 0;
        let (mut bytes, mut shorts) = (std::mem::take(&mut self.bytes), std::mem::take(&mut self.shorts));
        let mut extend = || {
            while values.len() < to {
                let heap = values.len();
                let value = match values.cells() {
                    Cells::Bytes(cells) => {
                        bytes.follow(cells, to);
                        self.value(cells, &bytes, &mut rests)
                    }
                    Cells::Shorts(cells) => {
                        self.holding.hold(2 * to as u64 + (1 << 16), budget)?;
                        bytes = Reversed::default();
                        shorts.follow(cells, to);
                        self.value(cells, &shorts, &mut rests)
                    }
                    Cells::Words(_) | Cells::Longs(_) | Cells::Halved(_) => break,
                };
                values.push(value, budget)?;
                unasked += 64 + rests.len() * (heap / 16 + self.sample);
                if unasked > 1 << 16 {
                    budget.check()?;
                    self.work += unasked as u64;
                    unasked = 0;
                }
            }
            Ok(())
        };
        let ended = extend();
        (self.bytes, self.shorts) = (bytes, shorts);
        ended?;
        self.definition.extend(values, to, budget)
    }

    fn work(&self) -> u64 {
        self.work + self.definition.work()
    }

    fn held(&self) -> u64 {
        self.holding.bytes() + self.definition.held() + self.clauses.iter().map(|(list, _)| list.held()).sum::<u64>()
    }
}

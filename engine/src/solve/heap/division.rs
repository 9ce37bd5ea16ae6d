//! Rules that only divide: few heaps can be reached from a large one.

use crate::sorting;
use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use super::cells::{HeapValues, ValueCells};
use super::engine::{Engine, EngineKind};
use crate::game::{Amounts, metered};
use crate::nim::{Mex, Nimber};
use crate::solve::{Budget, SolveError, Solved};

pub(super) const KIND: EngineKind = EngineKind {
    name: "division",
    why: "every move divides a heap by one of finitely many numbers: only the few heaps that can be reached are computed",
    fits: |rules| {
        let Amounts::Finite(divisors) = &rules.divisors else { return None };
        let fits = rules.clauses.is_empty() && divisors.first().is_some_and(|least| *least >= 2);
        fits.then(|| Box::new(Division::new(divisors)) as Box<dyn Engine>)
    },
};

struct Division {
    /// For each divisor, the smallest first, the option of the next heap of the table.
    steps: Vec<StepQuotient>,
    /// How many of the divisors are at most the last heap of the table. All others leave nothing.
    active: usize,
    /// Values of single heaps beyond the table; [`OPEN`] for a heap that was found but not computed yet.
    memo: FxHashMap<u64, u32>,
    found: QuotientValues,
    work: u64,
}

/// No heap has this value, since no list of divisors is that long.
const OPEN: u32 = u32::MAX;

/// The values of the options of a heap.
enum QuotientValues {
    /// Of at most 63 options, whose values are below 64.
    Word(u64),
    Set(Mex),
}

impl QuotientValues {
    #[inline]
    fn clear(&mut self) {
        match self {
            QuotientValues::Word(word) => *word = 0,
            QuotientValues::Set(set) => set.clear(),
        }
    }

    #[inline]
    fn insert(&mut self, value: u64) {
        match self {
            QuotientValues::Word(word) => *word |= 1 << value,
            QuotientValues::Set(set) => set.insert(Nimber(value)),
        }
    }

    #[inline]
    fn mex(&self) -> u64 {
        match self {
            QuotientValues::Word(word) => word.trailing_ones().into(),
            QuotientValues::Set(set) => set.value().0,
        }
    }
}

/// The next heap divided by one of the divisors. Going on to the heap after it takes no division, only counting.
struct StepQuotient {
    divisor: u64,
    quotient: u64,
    remainder: u64,
}

impl Division {
    fn new(divisors: &[u64]) -> Division {
        // The first heap with a quotient is the divisor itself.
        let steps =
            divisors.iter().map(|divisor| StepQuotient { divisor: *divisor, quotient: 0, remainder: *divisor - 1 });
        let found = if divisors.len() < 64 { QuotientValues::Word(0) } else { QuotientValues::Set(Mex::default()) };
        Division { steps: steps.collect(), active: 0, memo: FxHashMap::default(), found, work: 0 }
    }

    /// The heaps that can be reached from this one and whose values are not known, itself included, the smallest
    /// first.
    ///
    /// floor(floor(n/a)/b) = floor(n/ab), so there are at most as many as there are products of divisors up to n.
    fn reached(&mut self, heap: u64, values: &HeapValues, budget: &mut Budget) -> Solved<Vec<u64>> {
        let mut found = vec![heap];
        let mut next = 0;
        self.memo.insert(heap, OPEN);
        while next < found.len() {
            for step in &self.steps {
                let option = found[next] / step.divisor;
                let stored = usize::try_from(option).is_ok_and(|place| place < values.len());
                if stored {
                    continue;
                }
                metered::make_room(&mut self.memo, budget.meter())?;
                if let Entry::Vacant(place) = self.memo.entry(option) {
                    place.insert(OPEN);
                    budget.meter().push(&mut found, option)?;
                }
            }
            next += 1;
            if next % 1024 == 1 {
                budget.progress(next as u64, 0)?;
            }
        }
        self.work += (found.len() * self.steps.len()) as u64 * 8;
        sorting::sort(&mut found);
        Ok(found)
    }

    fn value(&mut self, heap: u64, values: &HeapValues) -> Solved<u64> {
        if heap == 0 {
            return Ok(0);
        }
        self.found.clear();
        for step in &self.steps {
            let option = heap / step.divisor;
            let stored = usize::try_from(option).ok().and_then(|place| values.get(place));
            let known = stored.or_else(|| self.memo.get(&option).copied().map(u64::from));
            // Smaller heaps come first, so the option is known.
            self.found.insert(known.ok_or(SolveError::Internal("a quotient of a heap has no value"))?);
        }
        Ok(self.found.mex())
    }

    /// The value of a heap, after those of all heaps that can be reached from it.
    #[expect(clippy::cast_possible_truncation, reason = "a value is at most the number of divisors")]
    fn compute(&mut self, heap: u64, values: &HeapValues, budget: &mut Budget) -> Solved<u64> {
        let mut value = 0;
        for reached in self.reached(heap, values, budget)? {
            value = self.value(reached, values)?;
            self.memo.insert(reached, value as u32);
        }
        // The last of them is the heap itself.
        Ok(value)
    }
}

impl Engine for Division {
    #[expect(clippy::cast_possible_truncation, reason = "a quotient is a heap of the table")]
    fn extend(&mut self, values: &mut HeapValues, to: usize, budget: &mut Budget) -> Solved<()> {
        let mut unasked = 0;
        while values.len() < to {
            let heap = values.len() as u64;
            while self.steps.get(self.active).is_some_and(|step| step.divisor <= heap) {
                self.active += 1;
            }
            self.found.clear();
            for step in &mut self.steps[..self.active] {
                // When the engine was stopped here before, some of the quotients are those of this heap already.
                if step.quotient * step.divisor + step.remainder < heap {
                    step.remainder += 1;
                    if step.remainder == step.divisor {
                        (step.quotient, step.remainder) = (step.quotient + 1, 0);
                    }
                }
                let quotient = step.quotient as usize;
                self.found.insert(match values.cells() {
                    ValueCells::Bytes(cells) if quotient < cells.len() => cells[quotient].into(),
                    _ => values.stored(quotient)?,
                });
            }
            // The heap 0 has no options.
            if heap > 0 && self.active < self.steps.len() {
                self.found.insert(0);
            }
            values.push(self.found.mex(), budget)?;
            let steps = 1 + self.active as u64;
            self.work += steps;
            unasked += steps;
            if unasked > 1 << 16 {
                budget.check()?;
                unasked = 0;
            }
        }
        Ok(())
    }

    fn far(&mut self, heap: u64, values: &HeapValues, budget: &mut Budget) -> Option<Solved<u64>> {
        if let Some(value) = self.memo.get(&heap) {
            return Some(Ok(u64::from(*value)));
        }
        let found = self.compute(heap, values, budget);
        if found.is_err() {
            // Heaps that are not computed must not stay in the memo.
            self.memo.retain(|_, value| *value != OPEN);
        }
        Some(found)
    }

    fn work(&self) -> u64 {
        self.work
    }
}

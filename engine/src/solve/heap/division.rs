//! Rules that only divide: few heaps can be reached from a large one.

use crate::sorting;
use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use super::cells::{HeapValues, ValueCells};
use super::engine::{Engine, EngineKind};
use crate::game::{Amounts, metered};
use crate::solve::{Budget, SolveError, Solved};

pub(super) const KIND: EngineKind = EngineKind {
    name: "division",
    why: "every move divides a heap by one of finitely many numbers: only the few heaps that can be reached are computed",
    fits: |rules| {
        let Amounts::Finite(divisors) = &rules.divisors else { return None };
        // A value is at most the number of divisors, and must fit a word of bits.
        let fits = rules.clauses.is_empty() && (1..=63).contains(&divisors.len()) && divisors[0] >= 2;
        fits.then(|| Box::new(Division::new(divisors)) as Box<dyn Engine>)
    },
};

struct Division {
    /// For each divisor, the option of the next heap of the table.
    steps: Vec<Quotient>,
    /// Values of single heaps beyond the table; `u8::MAX` for a heap that was found but not computed yet.
    memo: FxHashMap<u64, u8>,
    work: u64,
}

/// The next heap divided by one of the divisors. Going on to the heap after it takes no division, only counting.
struct Quotient {
    divisor: u64,
    quotient: u64,
    remainder: u64,
}

impl Division {
    fn new(divisors: &[u64]) -> Division {
        let steps = divisors.iter().map(|divisor| Quotient { divisor: *divisor, quotient: 0, remainder: 0 });
        Division { steps: steps.collect(), memo: FxHashMap::default(), work: 0 }
    }

    /// The heaps that can be reached from this one and whose values are not known, itself included, the smallest
    /// first.
    ///
    /// floor(floor(n/a)/b) = floor(n/ab), so there are at most as many as there are products of divisors up to n.
    fn reached(&mut self, heap: u64, values: &HeapValues, budget: &mut Budget) -> Solved<Vec<u64>> {
        let mut found = vec![heap];
        let mut next = 0;
        // No heap has this value: it stands for "found, not computed yet".
        self.memo.insert(heap, u8::MAX);
        while next < found.len() {
            for step in &self.steps {
                let option = found[next] / step.divisor;
                let stored = usize::try_from(option).is_ok_and(|place| place < values.len());
                if stored {
                    continue;
                }
                metered::make_room(&mut self.memo, budget.meter())?;
                if let Entry::Vacant(place) = self.memo.entry(option) {
                    place.insert(u8::MAX);
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

    #[expect(clippy::cast_possible_truncation, reason = "a word has 64 bits")]
    fn value(&self, heap: u64, values: &HeapValues) -> Solved<u8> {
        if heap == 0 {
            return Ok(0);
        }
        // There are at most 63 options, so every value is below 64 and a bit of the word.
        let mut reached = 0u64;
        for step in &self.steps {
            let option = heap / step.divisor;
            let stored = usize::try_from(option).ok().and_then(|place| values.get(place));
            let known = stored.or_else(|| self.memo.get(&option).copied().map(u64::from));
            // Smaller heaps come first, so the option is known.
            reached |= 1 << known.ok_or(SolveError::Internal("a quotient of a heap has no value"))?;
        }
        Ok(reached.trailing_ones() as u8)
    }

    /// The value of a heap, after those of all heaps that can be reached from it.
    fn compute(&mut self, heap: u64, values: &HeapValues, budget: &mut Budget) -> Solved<u64> {
        let mut value = 0;
        for reached in self.reached(heap, values, budget)? {
            value = self.value(reached, values)?;
            self.memo.insert(reached, value);
        }
        // The last of them is the heap itself.
        Ok(value.into())
    }
}

impl Engine for Division {
    #[expect(clippy::cast_possible_truncation, reason = "a quotient is a heap of the table, a value at most 63")]
    fn extend(&mut self, values: &mut HeapValues, to: usize, budget: &mut Budget) -> Solved<()> {
        while values.len() < to {
            let heap = values.len() as u64;
            let mut reached = 0u64;
            for step in &mut self.steps {
                // When the engine was stopped here before, some of the quotients are those of this heap already.
                if step.quotient * step.divisor + step.remainder < heap {
                    step.remainder += 1;
                    if step.remainder == step.divisor {
                        (step.quotient, step.remainder) = (step.quotient + 1, 0);
                    }
                }
                let quotient = step.quotient as usize;
                // The heap 0 has no options: its bits are ignored below.
                let value = match values.cells() {
                    _ if heap == 0 => 0,
                    ValueCells::Bytes(cells) if quotient < cells.len() => cells[quotient],
                    _ => values.stored(quotient)? as u8,
                };
                reached |= 1 << value;
            }
            let value = if heap == 0 { 0 } else { reached.trailing_ones() };
            values.push(u64::from(value), budget)?;
            if heap.is_multiple_of(1 << 14) {
                budget.check()?;
            }
            self.work += 1 + self.steps.len() as u64;
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
            self.memo.retain(|_, value| *value != u8::MAX);
        }
        Some(found)
    }

    fn work(&self) -> u64 {
        self.work
    }
}

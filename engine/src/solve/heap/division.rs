//! Rules that only divide: few heaps can be reached from a large one.

use crate::ledger::FastPath;
use crate::sorting;
use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use super::cells::HeapValues;
use super::engine::{Engine, EngineKind};
use crate::game::Amounts;
use crate::nim::{Mex, Nimber};
use crate::solve::{Budget, SolveError, Solved};

pub(super) const KIND: EngineKind = EngineKind {
    name: "division",
    why: "every move divides a heap by one of finitely many numbers: only the few heaps that can be reached are computed",
    fits: |rules| {
        FastPath::Divisions.on()?;
        let Amounts::Finite(divisors) = &rules.divisors else { return None };
        let fits = rules.clauses.is_empty() && divisors.first().is_some_and(|least| *least >= 2);
        fits.then(|| Box::new(Division::new(divisors)) as Box<dyn Engine>)
    },
};

struct Division {
    divisors: Vec<u64>,
    /// Values of single heaps beyond the table; [`OPEN`] for a heap that was found but not computed yet.
    memo: FxHashMap<u64, u32>,
    found: Mex,
    work: u64,
}

/// No heap has this value, since no list of divisors is that long.
const OPEN: u32 = u32::MAX;

impl Division {
    fn new(divisors: &[u64]) -> Division {
        Division { divisors: divisors.to_vec(), memo: FxHashMap::default(), found: Mex::default(), work: 0 }
    }

    /// The heaps that can be reached from this one and whose values are not known, itself included, the smallest
    /// first.
    ///
    /// floor(floor(n/a)/b) = floor(n/ab), so there are at most as many as there are products of divisors up to n.
    fn reached(&mut self, heap: u64, values: &HeapValues, budget: &Budget) -> Solved<Vec<u64>> {
        let mut found = vec![heap];
        let mut next = 0;
        self.memo.insert(heap, OPEN);
        while next < found.len() {
            for divisor in &self.divisors {
                let option = found[next] / divisor;
                let stored = usize::try_from(option).is_ok_and(|place| place < values.len());
                if stored {
                    continue;
                }
                budget.meter().make_room(&mut self.memo)?;
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
        self.work += (found.len() * self.divisors.len()) as u64 * 8;
        sorting::sort(&mut found);
        Ok(found)
    }

    fn value(&mut self, heap: u64, values: &HeapValues) -> Solved<u64> {
        if heap == 0 {
            return Ok(0);
        }
        self.found.clear();
        for divisor in &self.divisors {
            let option = heap / divisor;
            let stored = usize::try_from(option).ok().and_then(|place| values.get(place));
            let known = stored.or_else(|| self.memo.get(&option).copied().map(u64::from));
            // Smaller heaps come first, so the option is known.
            let known = known.ok_or(SolveError::Internal("a quotient of a heap has no value"))?;
            self.found.insert(Nimber(known));
        }
        Ok(self.found.value().0)
    }

    /// The value of a heap, after those of all heaps that can be reached from it.
    #[expect(clippy::cast_possible_truncation, reason = "a value is at most the number of divisors")]
    fn compute(&mut self, heap: u64, values: &HeapValues, budget: &Budget) -> Solved<u64> {
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
    fn extend(&mut self, values: &mut HeapValues, to: usize, budget: &Budget) -> Solved<()> {
        while values.len() < to {
            if values.len().is_multiple_of(1 << 10) {
                budget.check()?;
            }
            let value = self.value(values.len() as u64, values)?;
            values.push(value, budget)?;
            self.work += 1 + self.divisors.len() as u64;
        }
        Ok(())
    }

    fn far(&mut self, heap: u64, values: &HeapValues, budget: &Budget) -> Option<Solved<u64>> {
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

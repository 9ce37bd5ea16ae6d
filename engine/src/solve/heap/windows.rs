//! Amounts in runs: the heaps that can be reached by one run are a window that slides along.

use super::cells::Values;
use super::engine::{Engine, EngineKind};
use super::holding::Holding;
use super::intervals::{OneHeap, Run, contains};
use super::tally::Tally;
use crate::game::HeapRules;
use crate::solve::{Budget, SolveError};

pub(super) const KIND: EngineKind = EngineKind {
    name: "sliding windows",
    why: "a move leaves at most one heap, and the amounts form few intervals: from heap to heap each interval gains one value and loses one",
    fits: |rules| Windows::new(rules).map(|engine| Box::new(engine) as Box<dyn Engine>),
};

/// More runs than this are slower than looking at the values one by one.
const MOST_RUNS: usize = 1 << 12;

struct Windows {
    /// The amounts that leave one heap; `last` is the largest usize where the run never ends.
    runs: Vec<(usize, usize)>,
    none: Vec<Run>,
    /// The values of all heaps that the heap `at` can be made into.
    tally: Tally,
    at: usize,
    work: u64,
    holding: Holding,
}

impl Windows {
    fn new(rules: &HeapRules) -> Option<Windows> {
        let rule = OneHeap::of(rules)?;
        if rule.one.len() > MOST_RUNS {
            return None;
        }
        // Amounts beyond the address space are never reached.
        let place = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
        let runs = rule.one.iter().map(|run| (place(run.first), run.last.map_or(usize::MAX, place)));
        Some(Windows {
            runs: runs.collect(),
            none: rule.none,
            tally: Tally::default(),
            at: 0,
            work: 0,
            holding: Holding::default(),
        })
    }

    /// Slides every window to the next heap, whose smaller heaps are all stored.
    fn slide(&mut self, values: &Values) -> Result<(), SolveError> {
        self.at += 1;
        for (first, last) in &self.runs {
            // Runs are in order: the others do not reach any heap yet.
            if *first >= self.at {
                break;
            }
            self.tally.insert(values.stored(self.at - first)?);
            if self.at - 1 > *last {
                self.tally.remove(values.stored(self.at - 1 - last)?);
            }
        }
        Ok(())
    }
}

impl Engine for Windows {
    fn extend(&mut self, values: &mut Values, to: usize, budget: &mut Budget) -> Result<(), SolveError> {
        let mut unasked = 0;
        while values.len() < to {
            let heap = values.len();
            if Tally::bytes(values.span() + 1) > self.holding.bytes() {
                self.holding.hold(Tally::bytes(2 * values.span()), budget)?;
                self.tally.widen(2 * values.span());
            }
            if self.at < heap {
                self.slide(values)?;
            }
            let nothing_left = contains(&self.none, heap as u64);
            if nothing_left {
                self.tally.insert(0);
            }
            let value = self.tally.mex();
            if nothing_left {
                self.tally.remove(0);
            }
            values.push(value, budget)?;
            unasked += 4 + 4 * self.runs.len();
            if unasked > 1 << 16 {
                budget.check()?;
                self.work += unasked as u64;
                unasked = 0;
            }
        }
        Ok(())
    }

    fn work(&self) -> u64 {
        self.work
    }

    fn held(&self) -> u64 {
        self.holding.bytes()
    }
}

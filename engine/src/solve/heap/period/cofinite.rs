//! Cofinite subtraction sets: all amounts but finitely many may be taken.

use std::collections::VecDeque;

use super::super::cells::HeapValues;
use super::super::intervals::{OneHeap, contains};
use super::{Proof, Prover};
use crate::game::HeapRules;
use crate::nim::Period;
use crate::solve::{Budget, Solved, Theorem};

/// The state of the rules at a heap n, relative to the base b.
///
/// Let m be the boundary beyond which every amount may be taken, and let P(n) be the values of the heaps that can be
/// reached by those: 1 to n − m − 1, and 0 if all amounts beyond may leave nothing. The base is b(n) = mex P(n).
#[derive(Clone, Debug, PartialEq, Eq)]
struct RelativeState {
    /// The last m values: 0 for one below the base, otherwise 1 more than its distance from the base.
    last: Vec<u64>,
    /// Which of the values b, b+1, … are in P(n). The first is not, and the last is.
    above: VecDeque<bool>,
}

pub(super) struct Cofinite {
    boundary: usize,
    /// P(n) for the heap n = `at`, from its mex on as in [`RelativeState`], and its mex.
    above: VecDeque<bool>,
    base: u64,
    at: usize,
    /// A heap, its base and its state, with which later states are compared; replaced at ever larger distances (R.
    /// P. Brent's search for cycles), so that one is enough.
    saved: Option<(usize, u64, RelativeState)>,
    /// The distance from the saved heap at which another state is saved. It doubles each time.
    save_distance: usize,
}

impl Cofinite {
    /// For rules that leave at most one heap, where every amount from some number on may be taken.
    pub fn new(rules: &HeapRules) -> Option<Cofinite> {
        let rule = OneHeap::of(rules)?;
        let boundary = usize::try_from(rule.boundary()).ok()?;
        if !contains(&rule.one, rule.boundary() + 1) {
            return None;
        }
        let mut cofinite =
            Cofinite { boundary, above: VecDeque::new(), base: 0, at: boundary + 1, saved: None, save_distance: 1 };
        if contains(&rule.none, rule.boundary() + 1) {
            cofinite.insert(0);
        }
        Some(cofinite)
    }

    /// Adds a value to P.
    #[expect(clippy::cast_possible_truncation, reason = "a value is at most the number of heaps stored")]
    fn insert(&mut self, value: u64) {
        let Some(place) = value.checked_sub(self.base) else { return };
        let place = place as usize;
        if place >= self.above.len() {
            self.above.resize(place + 1, false);
        }
        self.above[place] = true;
        while self.above.front() == Some(&true) {
            self.above.pop_front();
            self.base += 1;
        }
    }

    /// The value of a heap relative to the base: 0 for one below the base, otherwise 1 more than its distance from
    /// it.
    fn relative(&self, heap: usize, values: &HeapValues) -> Solved<u64> {
        Ok((values.stored(heap)? + 1).saturating_sub(self.base))
    }

    fn state(&self, values: &HeapValues) -> Solved<RelativeState> {
        let last = (self.at - self.boundary..self.at).map(|heap| self.relative(heap, values));
        Ok(RelativeState { last: last.collect::<Result<_, _>>()?, above: self.above.clone() })
    }

    /// Is this the state at the current heap?
    fn is_in(&self, state: &RelativeState, values: &HeapValues) -> Solved<bool> {
        if self.above != state.above {
            return Ok(false);
        }
        for (heap, last) in (self.at - self.boundary..self.at).zip(&state.last) {
            if self.relative(heap, values)? != *last {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The proof from a state at the heap `first`, with the base `base`, that is met again at the current heap.
    fn proof(&self, first: usize, base: u64, values: &HeapValues) -> Solved<Proof> {
        let (period, saltus) = self.least(first, base, values)?;
        // The preperiod may begin earlier, as long as the values agree.
        let mut preperiod = first;
        while preperiod > 0 && values.stored(preperiod - 1)? + saltus == values.stored(preperiod - 1 + period)? {
            preperiod -= 1;
        }
        let period = Period { preperiod: preperiod as u64, period: period as u64, saltus };
        Ok(Proof { period, theorem: Theorem::CofiniteSubtraction, checked: values.len() as u64 - 1 })
    }

    /// The period and the saltus of the values. They may repeat sooner than the states: then the period is the
    /// least divisor by which they do.
    fn least(&self, first: usize, base: u64, values: &HeapValues) -> Solved<(usize, u64)> {
        let (period, saltus) = (self.at - first, self.base - base);
        let value = |heap: usize| match heap < self.at {
            true => values.stored(heap),
            false => Ok(values.stored(heap - period)? + saltus),
        };
        'divisors: for divisor in (1..period).filter(|divisor| period % divisor == 0) {
            let parts = (period / divisor) as u64;
            if saltus % parts != 0 {
                continue;
            }
            for heap in first..self.at {
                if value(heap + divisor)? != value(heap)? + saltus / parts {
                    continue 'divisors;
                }
            }
            return Ok((divisor, saltus / parts));
        }
        Ok((period, saltus))
    }
}

impl Prover for Cofinite {
    /// All but finitely many amounts: always arithmetic periodic in the end. A. Siegel, Combinatorial Game Theory
    /// (2013); D. Sleator and S. Slusky, arXiv 1201.3299. The test by states is written out in `docs/proofs.md`.
    ///
    /// For n > m the next value is the mex of P(n) and of some of the last m values, so relative to the base it
    /// depends on the state alone; so does the next state. A state that is met at n1 and again at n2 therefore comes
    /// again for ever, and G(n + p) = G(n) + s from n1 on, with p = n2 − n1 and s = b(n2) − b(n1).
    fn try_prove(&mut self, values: &HeapValues, budget: &Budget) -> Solved<Option<Proof>> {
        let mut work = 0;
        // The state at a heap needs all values below it.
        while self.at <= values.len() {
            // Compared with the heap before, one more heap is reached by an amount beyond the boundary.
            let reached = self.at - self.boundary - 1;
            if reached > 0 {
                self.insert(values.stored(reached)?);
            }
            if let Some((first, base, state)) = &self.saved
                && self.is_in(state, values)?
            {
                return self.proof(*first, *base, values).map(Some);
            }
            let distance = self.saved.as_ref().map_or(usize::MAX, |(first, ..)| self.at - first);
            if distance >= self.save_distance {
                self.save_distance = (2 * self.save_distance).max(self.boundary);
                self.saved = Some((self.at, self.base, self.state(values)?));
                work += self.boundary;
            }
            self.at += 1;
            work += 1;
            if work > 1 << 16 {
                budget.check()?;
                work = 0;
            }
        }
        Ok(None)
    }

    fn next_attempt(&self, tried: usize) -> usize {
        (tried + tried / 2).max(self.boundary + 4)
    }
}

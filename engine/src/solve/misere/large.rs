//! Misère play of sums whose components have too many positions to be turned into forms: a depth-first search through
//! sums of positions, which stops at an option that loses. Sums that become small on the way are decided by their
//! forms.

use super::moves::{MisereFound, MisereMove};
use super::{Bag, KnownSums, Misere};
use crate::game::{Component, Halt, Sum, Summand, metered};
use crate::nim::Outcome;
use crate::solve::growth::{LONGEST_GROWTH, growth_along, size};
use crate::solve::moves::{each_distinct_option, replaced};
use crate::solve::verdict::has_long_heap;
use crate::solve::{Budget, SolveError, Solved, Solver};
use crate::sorting;
use std::ops::ControlFlow;

/// A sum on the path of the search.
struct SumOnPath {
    sum: Sum,
    /// The options that are still to be looked at, the most promising one last. None of the others loses.
    waiting: Vec<Sum>,
}

impl Misere {
    /// The outcomes of large sums may take one part in so many of the memory.
    const SHARE: u64 = 4;
    /// Bytes of such an outcome, estimated.
    const ENTRY: u64 = 512;

    /// The forms of a sum; `None` if the sum is large.
    fn small_bag(&mut self, sum: &Sum, budget: &mut Budget) -> Solved<Option<Bag>> {
        self.components.position_limit = Some(self.small);
        let bag = self.bag(&sum.parts, &[], budget);
        self.components.position_limit = None;
        match bag {
            Err(SolveError::Positions { limit }) if limit == self.small => Ok(None),
            bag => bag.map(Some),
        }
    }

    /// The normal form of a sum: boards are split into their parts, and the components are sorted.
    fn normal(&mut self, sum: &Sum, budget: &Budget) -> Solved<Sum> {
        let mut parts = self.components.split_boards(&sum.parts, budget)?;
        parts.sort_unstable();
        Ok(Sum { parts })
    }

    fn note(&mut self, sum: Sum, outcome: Outcome, budget: &Budget) -> Solved<()> {
        if self.known.len() as u64 >= budget.limits().memory / Self::SHARE / Self::ENTRY {
            self.known = KnownSums::default();
        }
        match metered::insert(&mut self.known, sum.clone(), outcome, budget.meter()) {
            Err(Halt::Memory { .. }) => {
                self.known = KnownSums::default();
                self.known.insert(sum, outcome);
                Ok(())
            }
            kept => Ok(kept.map(drop)?),
        }
    }
}

impl Solver {
    /// Have the components of this sum too many positions to be turned into forms? Then [`Solver::large_outcome`]
    /// decides it.
    pub(super) fn is_large(&mut self, sum: &Sum) -> Solved<bool> {
        if has_long_heap(sum) || !sum.parts.iter().any(|part| self.is_searched(&part.component)) {
            return Ok(false);
        }
        Ok(self.misere.small_bag(sum, &mut self.budget)?.is_none())
    }

    /// The outcome of a large sum.
    pub(super) fn large_outcome(&mut self, sum: &Sum) -> Solved<Outcome> {
        let start = self.misere.normal(sum, &self.budget)?;
        let mut path = Vec::new();
        if let Some(known) = self.enter(start, &mut path)? {
            return Ok(known);
        }
        let mut turns = 0u64;
        loop {
            turns += 1;
            self.budget.progress(self.misere.known.len() as u64, 0)?;
            if path.len() > LONGEST_GROWTH && turns.is_multiple_of(1 << 16) {
                path_growth(&path).map_or(Ok(()), Err)?;
            }
            let Some(asked) = path.last_mut() else { return Err(SolveError::Internal("nothing is asked")) };
            let mut outcome = match asked.waiting.pop() {
                None => Some(Outcome::P),
                Some(option) => match self.enter(option, &mut path)? {
                    Some(Outcome::P) => Some(Outcome::N),
                    Some(Outcome::N) | None => None,
                },
            };
            // The sum that waits for this outcome is won if it is P. If it is N, the next option of that sum is
            // looked at.
            while let Some(known) = outcome {
                let Some(asked) = path.pop() else { return Ok(known) };
                self.misere.note(asked.sum, known, &self.budget)?;
                if path.is_empty() {
                    return Ok(known);
                }
                outcome = (known == Outcome::P).then_some(Outcome::N);
            }
        }
    }

    /// Looks at a sum for the first time. Returns its outcome if that is known at once; otherwise puts it on the path.
    fn enter(&mut self, sum: Sum, path: &mut Vec<SumOnPath>) -> Solved<Option<Outcome>> {
        if let Some(known) = self.misere.known.get(&sum) {
            return Ok(Some(*known));
        }
        if let Some(bag) =
            self.misere.small_bag(&sum, &mut self.budget).map_err(|stop| stop.or_growth(|| path_growth(path)))?
        {
            return self.misere.forms.outcome(&bag, &mut self.budget).map(Some);
        }
        if path.iter().any(|asked| asked.sum == sum) {
            let positions = path.iter().map(|asked| &asked.sum).skip_while(|asked| **asked != sum).chain([&sum]);
            return Err(SolveError::Cycle(positions.filter_map(first_position).collect()));
        }
        let options = self.options(&sum)?;
        if options.is_empty() {
            return Ok(Some(Outcome::N));
        }
        let mut waiting = Vec::new();
        for option in options {
            let option = self.misere.normal(&option, &self.budget)?;
            match self.misere.known.get(&option) {
                Some(Outcome::P) => {
                    self.misere.note(sum, Outcome::N, &self.budget)?;
                    return Ok(Some(Outcome::N));
                }
                Some(Outcome::N) => {}
                None => waiting.push(option),
            }
        }
        sorting::sort(&mut waiting);
        waiting.dedup();
        // A sum that is lost in normal play is mostly lost in misère play as well; small sums are decided sooner.
        let mut ordered = Vec::with_capacity(waiting.len());
        for option in waiting {
            let is_lost = self.outcome(&option)? == Outcome::P;
            let size: i128 = option.parts.iter().map(part_size).sum();
            ordered.push((!is_lost, size, option));
        }
        sorting::sort_by(&mut ordered, |a, b| b.cmp(a));
        path.push(SumOnPath { sum, waiting: ordered.into_iter().map(|(.., option)| option).collect() });
        Ok(None)
    }

    /// The moves of a large sum, until `winners` of them win.
    pub(super) fn large_moves(&mut self, sum: &Sum, winners: usize) -> Solved<MisereFound> {
        let mut found = MisereFound::default();
        for (part, Summand { copies, component }) in sum.parts.iter().enumerate() {
            for to in self.listed(component)? {
                let wins = self.misere_outcome(&replaced(sum, part, &to))? == Outcome::P;
                found.total += u128::from(*copies);
                found.winning += if wins { u128::from(*copies) } else { 0 };
                let list = if wins { &mut found.winners } else { &mut found.losers };
                list.push(MisereMove { part, from: component.clone(), to });
                if found.winners.len() >= winners {
                    return Ok(found);
                }
            }
        }
        Ok(found)
    }

    /// A winning move that the search for the outcome of a large sum has met, if it is still known.
    pub(super) fn known_large_winner(&mut self, sum: &Sum) -> Solved<Option<MisereMove>> {
        for (part, Summand { component, .. }) in sum.parts.iter().enumerate() {
            let Component::Position(position) = component else { continue };
            let mut winner = None;
            each_distinct_option(position, &self.budget.clone(), &mut |to| {
                let after = self.misere.normal(&replaced(sum, part, to), &self.budget)?;
                if self.misere.known.get(&after) != Some(&Outcome::P) {
                    return Ok(ControlFlow::Continue(()));
                }
                winner = Some(MisereMove { part, from: component.clone(), to: to.clone() });
                Ok(ControlFlow::Break(()))
            })?;
            if winner.is_some() {
                return Ok(winner);
            }
        }
        Ok(None)
    }
}

fn part_size(part: &Summand) -> i128 {
    match &part.component {
        Component::Position(position) => size(position),
        Component::Star(k) => i128::from(*k),
    }
}

/// A measure of a sum: the measures of its components, each as often as there are copies of it.
fn sum_size(sum: &Sum) -> i128 {
    let sizes = sum.parts.iter().map(|part| part_size(part).saturating_mul(part.copies.into()));
    sizes.fold(0, i128::saturating_add)
}

fn first_position(sum: &Sum) -> Option<crate::game::Position> {
    sum.parts.iter().find_map(|part| match &part.component {
        Component::Position(position) => Some(position.clone()),
        Component::Star(_) => None,
    })
}

fn path_growth(path: &[SumOnPath]) -> Option<SolveError> {
    let sums = path.iter().map(|asked| &asked.sum);
    growth_along(sums, |sum| sum_size(sum), |sum| first_position(sum))
}

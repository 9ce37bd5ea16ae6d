//! Misère play of sums whose components have too many positions to be turned into forms: a search through sums of
//! positions for an option that is lost. Sums that become small on the way are decided by their forms.

use std::sync::Arc;

use super::Misere;
use super::components::weight;
use crate::game::{Component, Position, Sum, Summand};
use crate::nim::Outcome;
use crate::search::growth::size;
use crate::search::{Knowledge, Listing, Space, TableKey};
use crate::solve::forms::Bag;
use crate::solve::situation::{Move, MovesFound};
use crate::solve::verdict::has_long_heap;
use crate::solve::{Budget, SolveError, Solved, Solver};
use crate::sorting;

impl Misere {
    /// The forms of a sum; `None` if the sum is large.
    fn small_bag(&mut self, sum: &Sum, budget: &Budget) -> Solved<Option<Bag>> {
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
        sorting::sort(&mut parts);
        Ok(Sum { parts })
    }
}

impl Solver {
    /// Have the components of this sum too many positions to be turned into forms? Then [`Solver::large_outcome`]
    /// decides it.
    pub(super) fn is_large(&mut self, sum: &Sum) -> Solved<bool> {
        if has_long_heap(sum) || !sum.parts.iter().any(|part| self.is_searched(&part.component)) {
            return Ok(false);
        }
        Ok(self.misere.small_bag(sum, &self.budget)?.is_none())
    }

    /// The outcome of a large sum.
    pub(super) fn large_outcome(&mut self, sum: &Sum) -> Solved<Outcome> {
        let start = self.misere.normal(sum, &self.budget)?;
        let mut decider = std::mem::take(&mut self.misere.decider);
        decider.begin();
        let budget = self.budget.clone();
        let outcome = decider.outcome(&mut LargeSums { solver: self }, &start, &budget);
        self.misere.decider = decider;
        outcome
    }

    /// The moves of a large sum, until `winners` of them win.
    pub(super) fn large_moves(&mut self, sum: &Sum, winners: usize) -> Solved<MovesFound> {
        self.moves_that(sum, winners, |solver, after| Ok(solver.misere_outcome(after)? == Outcome::P))
    }

    /// A winning move that the search for the outcome of a large sum has met, if it is still known.
    pub(super) fn known_large_winner(&mut self, sum: &Sum) -> Solved<Option<Move>> {
        self.first_move_to(sum, |solver, after| {
            let after = solver.misere.normal(after, &solver.budget)?;
            Ok(solver.misere.decider.found(&after).outcome() == Some(Outcome::P))
        })
    }
}

impl TableKey for Sum {
    fn any() -> Sum {
        Sum { parts: Vec::new() }
    }

    fn contents(&self) -> u64 {
        let of_part = |part: &Summand| match &part.component {
            Component::Position(position) => weight(&position.coordinates),
            Component::Star(_) => 0,
        };
        size_of_val(&self.parts[..]) as u64 + self.parts.iter().map(of_part).sum::<u64>()
    }
}

/// Sums of positions, in the order of [`Misere::normal`]. Those that are small are decided by their forms.
struct LargeSums<'a> {
    solver: &'a mut Solver,
}

impl LargeSums<'_> {
    /// What makes a sum that is won in normal play come after all that are lost.
    const WON: u64 = 1 << 63;

    /// The options of a sum whose outcomes are not known, without repeats; or, if an option is known to be lost, that
    /// the sum is won.
    fn unknown_options(&mut self, options: &[Arc<Sum>], listing: &Listing<Sum>) -> Solved<Result<Vec<Sum>, Knowledge>> {
        let mut unknown = Vec::new();
        for option in options {
            let option = self.solver.misere.normal(option, &self.solver.budget)?;
            match listing.found(&option).outcome() {
                Some(Outcome::P) => return Ok(Err(Knowledge::of_outcome(Outcome::N))),
                Some(Outcome::N) => {}
                Some(Outcome::D) | None => unknown.push(option),
            }
        }
        sorting::sort(&mut unknown);
        unknown.dedup();
        Ok(Ok(unknown))
    }
}

impl Space for LargeSums<'_> {
    type Part = Sum;

    const ENDS: bool = false;

    fn expand(&mut self, sum: &Sum, listing: &mut Listing<Sum>, _: &Budget) -> Solved<Option<Knowledge>> {
        let options = self.solver.options(sum)?;
        let Solver { misere, budget, .. } = &mut *self.solver;
        // A chain of single moves is followed to its end: to look at each step whether the rest is small would take far longer.
        if options.len() != 1
            && let Some(bag) = misere.small_bag(sum, budget)?
        {
            return misere.forms.outcome(&bag, budget).map(|outcome| Some(Knowledge::of_outcome(outcome)));
        }
        if options.is_empty() {
            return Ok(Some(Knowledge::of_outcome(Outcome::N)));
        }
        let unknown = match self.unknown_options(&options, listing)? {
            Ok(unknown) => unknown,
            Err(known) => return Ok(Some(known)),
        };
        let is_choice = unknown.len() > 1;
        for option in unknown {
            // A sum that is lost in normal play is mostly lost in misère play as well.
            if is_choice && self.solver.outcome(&option)? == Outcome::N {
                listing.add_work(Self::WON);
            }
            listing.add(option);
            if listing.end_option().is_break() {
                break;
            }
        }
        Ok(None)
    }

    /// That of its components, without copies.
    fn size(&self, sum: &Sum) -> u64 {
        let sizes = sum.parts.iter().map(part_size).fold(0, i128::saturating_add);
        u64::try_from(sizes.clamp(0, 1 << 29)).unwrap_or(0)
    }

    fn position(&self, sum: &Sum) -> Option<Position> {
        sum.parts.iter().find_map(|part| match &part.component {
            Component::Position(position) => Some(position.clone()),
            Component::Star(_) => None,
        })
    }

    /// The measures of its components, each as often as there are copies of it.
    fn extent(&self, sum: &Sum) -> i128 {
        let sizes = sum.parts.iter().map(|part| part_size(part).saturating_mul(part.copies.into()));
        sizes.fold(0, i128::saturating_add)
    }
}

fn part_size(part: &Summand) -> i128 {
    match &part.component {
        Component::Position(position) => size(position),
        Component::Star(k) => i128::from(*k),
    }
}

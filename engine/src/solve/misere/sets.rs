//! Misère play of sums whose components are subsets of one ground set, or boards of one size with one kind of
//! cell, and nim-heaps: the search over subsets decides them.

use crate::game::{Component, Position, Sum, Summand};
use crate::nim::Outcome;
use crate::solve::situation::Move;
use crate::solve::verdict::has_long_heap;
use crate::solve::{SolveError, Solved, Solver};

impl Solver {
    /// Sums of more components go another way.
    const MOST: u64 = 64;

    /// The positions and the sizes of the nim-heaps of a sum; `None` if there are too many.
    fn positions_and_heaps<'a>(&mut self, sum: &'a Sum) -> Option<(Vec<&'a Position>, Vec<u64>)> {
        let (mut positions, mut heaps) = (Vec::new(), Vec::new());
        let copies = sum.parts.iter().fold(0, |all: u64, part| all.saturating_add(part.copies));
        if copies > Self::MOST || has_long_heap(sum) {
            return None;
        }
        for Summand { component, copies } in &sum.parts {
            for _ in 0..*copies {
                match (self.nim_size(component), component) {
                    (None, Component::Position(position)) => positions.push(position),
                    (size, _) => heaps.extend(size),
                }
            }
        }
        Some((positions, heaps))
    }

    /// Does [`Solver::outcome_of_sets`] decide this sum?
    pub(super) fn is_of_sets(&mut self, sum: &Sum) -> bool {
        self.within_limit(Some(0), |solver| solver.outcome_of_sets(sum)).is_some()
    }

    /// The outcome of a sum; `None` if its components are not subsets of one ground set.
    pub(super) fn outcome_of_sets(&mut self, sum: &Sum) -> Option<Solved<Outcome>> {
        let (positions, heaps) = self.positions_and_heaps(sum)?;
        match self.boards.misere_outcome(&positions, heaps.clone(), &self.budget) {
            None => self.sets.misere_outcome(&positions, heaps, &self.budget),
            decided => decided,
        }
    }

    /// A winning move that the search for the outcome has met, if it is still known.
    pub(super) fn known_winner_of_sets(&mut self, sum: &Sum) -> Solved<Option<Move>> {
        self.within_limit(Some(0), |solver| {
            solver.first_move_to(sum, |solver, after| match solver.outcome_of_sets(after) {
                Some(Err(SolveError::Positions { .. })) | None => Ok(false),
                Some(outcome) => Ok(outcome? == Outcome::P),
            })
        })
    }
}

//! Proofs that values repeat. Nothing is called proved but by a theorem in this folder.

mod cofinite;
mod golomb;
mod guy_smith;
mod hexadecimal;
mod literature;
mod repeat;

use super::cells::Values;
use super::period::Proof;
use crate::game::HeapRules;
use crate::solve::{Budget, SolveError};

pub(super) use repeat::{Repeat, Terms, arithmetic, latest};

/// A theorem, ready to be tried on the values of one ruleset again and again while they grow.
pub(super) trait Prover: Send {
    /// Do the values prove a period?
    ///
    /// # Errors
    /// Those of the budget.
    fn look(&mut self, values: &Values, budget: &mut Budget) -> Result<Option<Proof>, SolveError>;

    /// How many values there should be at the next look, if there were so many at the last.
    fn next_look(&self, looked: usize) -> usize;
}

/// The theorem that can prove a period for these rules, if there is one.
pub(super) fn prover(rules: &HeapRules) -> Option<Box<dyn Prover>> {
    if let Some(prover) = golomb::Golomb::new(rules) {
        return Some(Box::new(prover));
    }
    if let Some(prover) = cofinite::Cofinite::new(rules) {
        return Some(Box::new(prover));
    }
    if let Some(prover) = hexadecimal::Hexadecimal::new(rules) {
        return Some(Box::new(prover));
    }
    if let Some(prover) = literature::Lasker::new(rules) {
        return Some(Box::new(prover));
    }
    Some(Box::new(guy_smith::GuySmith::new(rules)?))
}

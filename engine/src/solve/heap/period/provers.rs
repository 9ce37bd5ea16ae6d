//! Which theorems there are. Nothing is called proved but by one of them.

use super::Prover;
use super::cofinite::Cofinite;
use super::golomb::Golomb;
use super::guy_smith::GuySmith;
use super::hexadecimal::Hexadecimal;
use super::lasker::Lasker;
use crate::game::HeapRules;

/// The theorem that can prove a period for these rules, if there is one.
pub(in super::super) fn prover(rules: &HeapRules) -> Option<Box<dyn Prover>> {
    if let Some(prover) = Golomb::new(rules) {
        return Some(Box::new(prover));
    }
    if let Some(prover) = Cofinite::new(rules) {
        return Some(Box::new(prover));
    }
    if let Some(prover) = Hexadecimal::new(rules) {
        return Some(Box::new(prover));
    }
    if let Some(prover) = Lasker::new(rules) {
        return Some(Box::new(prover));
    }
    Some(Box::new(GuySmith::new(rules)?))
}

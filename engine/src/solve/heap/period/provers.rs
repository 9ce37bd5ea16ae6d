//! The list of the theorems that prove periods. Nothing is called proved except by one of them.

use super::Prover;
use super::cofinite::Cofinite;
use super::golomb::Golomb;
use super::guy_smith::GuySmith;
use super::hexadecimal::Hexadecimal;
use super::lasker::Lasker;
use crate::game::HeapRules;

/// The theorem that can prove a period for these rules, if there is one.
pub(in super::super) fn prover(rules: &HeapRules) -> Option<Box<dyn Prover>> {
    let golomb = Golomb::new(rules).map(boxed);
    golomb
        .or_else(|| Cofinite::new(rules).map(boxed))
        .or_else(|| Hexadecimal::new(rules).map(boxed))
        .or_else(|| Lasker::new(rules).map(boxed))
        .or_else(|| GuySmith::new(rules).map(boxed))
}

fn boxed(prover: impl Prover + 'static) -> Box<dyn Prover> {
    Box::new(prover)
}

//! How large the coordinates of all positions below one can become where some grow as others shrink: `(a-2, b+1)`,
//! `(a-k, b+k)`.
//!
//! If no option makes w₁x₁ + w₂x₂ + … larger, no coordinate is ever larger than what this sum is in the beginning,
//! divided by its weight.

use super::code::{Code, Domain, RuleCode};
use super::intervals::{FAR, Interval, each_option};
use super::straight::Affine;

/// All weights up to this one are tried, for so many coordinates at the most.
const HEAVIEST: i64 = 3;
const MOST: usize = 4;

/// What an option adds to each coordinate, and between which numbers the slots lie.
struct Change {
    added: Vec<Affine>,
    slots: Vec<Interval>,
}

/// The sizes of a box that holds a position and everything that can be reached from it by its own rule; `None` if
/// none is found.
pub(super) fn closure(rule: &RuleCode, index: usize, domain: &Domain, start: &[i64]) -> Option<Vec<i64>> {
    if rule.arity > MOST {
        return None;
    }
    let mut changes = Vec::new();
    each_option(rule, index, domain, &vec![FAR; rule.arity], &mut |coordinates, slots| {
        changes.push(Change::of(coordinates, slots));
    });
    let changes: Vec<Change> = changes.into_iter().collect::<Option<_>>()?;
    let mut highest = vec![None; rule.arity];
    for weights in all_weights(rule.arity) {
        if !changes.iter().all(|change| change.never_adds(&weights)) {
            continue;
        }
        let products = weights.iter().zip(start).map(|(weight, n)| weight.checked_mul(*n));
        let Some(sum) = products.reduce(|sum, n| sum?.checked_add(n?)).flatten() else { continue };
        for (highest, weight) in highest.iter_mut().zip(&weights).filter(|(_, weight)| **weight > 0) {
            *highest = Some(highest.map_or(sum / weight, |highest: i64| highest.min(sum / weight)));
        }
    }
    highest.into_iter().map(|highest| highest?.checked_add(1)).collect()
}

/// All choices of weights, not all of which are 0.
fn all_weights(arity: usize) -> impl Iterator<Item = Vec<i64>> {
    let choices = (HEAVIEST + 1).pow(arity as u32);
    (1..choices)
        .map(move |choice| (0..arity as u32).map(|place| choice / (HEAVIEST + 1).pow(place) % (HEAVIEST + 1)).collect())
}

impl Change {
    /// `None` if it cannot be told.
    fn of(coordinates: &[Code], slots: &[Interval]) -> Option<Change> {
        let added = coordinates.iter().enumerate().map(|(slot, code)| Affine::of(code)?.plus(Affine::slot(slot, -1)));
        Some(Change { added: added.collect::<Option<_>>()?, slots: slots.to_vec() })
    }

    /// Is the weighted sum never larger after it?
    fn never_adds(&self, weights: &[i64]) -> bool {
        let weighted = self.added.iter().zip(weights).map(|(added, weight)| added.clone().times(*weight));
        let sum = weighted.reduce(|sum, added| sum?.plus(added?)).flatten();
        sum.is_some_and(|sum| sum.most(&self.slots) <= 0)
    }
}

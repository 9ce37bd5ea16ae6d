//! How large the coordinates of all positions below one can become where some grow as others shrink: `(a-2, b+1)`,
//! `(a-k, b+k)`.
//!
//! If no option makes w₁x₁ + w₂x₂ + … larger, no coordinate is ever larger than what this sum is in the beginning,
//! divided by its weight.

use super::code::{Domain, Left, RuleCode};
use super::intervals::{ALL, Interval, refine, steps};
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
/// none is found, or it has more positions than `most`.
pub(super) fn closure(rule: &RuleCode, index: usize, domain: &Domain, start: &[i64], most: i64) -> Option<Vec<i64>> {
    if rule.arity > MOST {
        return None;
    }
    let mut changes = Vec::new();
    for clause in &rule.clauses {
        let mut slots = vec![ALL; rule.slots.max(domain.slots)];
        slots[..rule.arity].fill((0, ALL.1));
        if let Some(condition) = &domain.condition {
            refine(condition, &mut slots);
        }
        if steps(&clause.steps, &mut slots) {
            collect(&clause.left, index, slots, &mut changes)?;
        }
    }
    let mut highest = vec![i64::MAX - 1; rule.arity];
    for weights in all_weights(rule.arity) {
        if !changes.iter().all(|change| change.never_adds(&weights)) {
            continue;
        }
        let products = weights.iter().zip(start).map(|(weight, n)| weight.checked_mul(*n));
        let Some(sum) = products.reduce(|sum, n| sum?.checked_add(n?)).flatten() else { continue };
        for (highest, weight) in highest.iter_mut().zip(&weights).filter(|(_, weight)| **weight > 0) {
            *highest = (*highest).min(sum / weight);
        }
    }
    let count = highest.iter().try_fold(1i64, |count, n| count.checked_mul(n + 1))?;
    (count <= most).then(|| highest.iter().map(|n| n + 1).collect())
}

/// All choices of weights, not all of which are 0.
fn all_weights(arity: usize) -> impl Iterator<Item = Vec<i64>> {
    let choices = (HEAVIEST + 1).pow(arity as u32);
    (1..choices)
        .map(move |choice| (0..arity as u32).map(|place| choice / (HEAVIEST + 1).pow(place) % (HEAVIEST + 1)).collect())
}

/// What the options of a clause change; `None` if it cannot be told of one of them.
fn collect(left: &Left, index: usize, mut slots: Vec<Interval>, changes: &mut Vec<Change>) -> Option<()> {
    match left {
        Left::Written { memo: None, rule, coordinates } if *rule == index => {
            let added =
                coordinates.iter().enumerate().map(|(slot, code)| Affine::of(code)?.plus(Affine::slot(slot, -1)));
            changes.push(Change { added: added.collect::<Option<_>>()?, slots });
        }
        Left::Written { .. } | Left::Board { .. } | Left::Heap(..) | Left::Star(_) => {}
        Left::Plus(parts) => parts.iter().try_for_each(|part| collect(part, index, slots.clone(), changes))?,
        Left::Copies(_, one) => collect(one, index, slots, changes)?,
        Left::If(_, parts) => parts.iter().try_for_each(|part| collect(part, index, slots.clone(), changes))?,
        Left::Each(inner, one) => {
            if steps(inner, &mut slots) {
                collect(one, index, slots, changes)?;
            }
        }
    }
    Some(())
}

impl Change {
    /// Is the weighted sum never larger after it?
    fn never_adds(&self, weights: &[i64]) -> bool {
        let weighted = self.added.iter().zip(weights).map(|(added, weight)| added.clone().times(*weight));
        let sum = weighted.reduce(|sum, added| sum?.plus(added?)).flatten();
        sum.is_some_and(|sum| sum.most(&self.slots) <= 0)
    }
}

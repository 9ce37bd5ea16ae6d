//! Recurrences of losing positions: each is the one before it and an earlier one together, H(k + 1) = H(k) + H(j).
//!
//! Where a player may take at most F of what was taken just before, j is the least with F(H(j)) ≥ H(k): A. J. Schwenk,
//! Take-away games, 1970. In the end k − j is often a constant.

use super::formula::FormulaOperator::{Add, Divide, Less, Subtract};
use super::formula::{Formula, if_else, n};
use super::law::{Evidence, Law, LawKind};
use crate::nim::gcd;

/// What it costs in bits (see `law.rs`) to choose the recurrence.
const CHOICE: f64 = 6.0;
/// The most values that are given before a recurrence begins.
const GIVEN: usize = 4;
/// How many values ahead laws are compared with each other.
const AHEAD: usize = 3;
/// The farthest that a recurrence goes back.
const BACK: usize = 12;

/// The law of this kind for a list that rises that has the fewest numbers chosen to fit. `None` if there are several, and
/// they go on differently.
pub fn take_away(evidence: &Evidence) -> Option<Law> {
    let values = evidence.values();
    let rises = values.windows(2).all(|pair| pair[0] <= pair[1]) && values.first().is_some_and(|first| *first >= 1);
    if evidence.truths || !rises || !evidence.is_whole() || evidence.ends()?.0[0] != 0 {
        return None;
    }
    let bounded = reaches().filter_map(|reach| (1..=GIVEN).find_map(|given| bounded(evidence, given, reach)));
    let fixed = (2..=BACK).flat_map(|back| (1..back).filter_map(move |near| two_before(evidence, near, back)));
    let mut found: Vec<Law> = bounded.chain(fixed).collect();
    let fewest = found.iter().map(|law| law.free).min()?;
    found.retain(|law| law.free == fewest);
    let next = found.first()?.continued(evidence, AHEAD);
    let is_certain = found.iter().all(|law| law.continued(evidence, AHEAD) == next);
    found.into_iter().next().filter(|_| is_certain)
}

/// The bounds F(x) = ⌊p·x/q⌋ + c that are tried, the simplest first, as (p, q, c).
fn reaches() -> impl Iterator<Item = (i128, i128, i128)> {
    let multiples = (1..=12).map(|p| (p, 1, 0));
    let more = (1..=3).flat_map(|p| [-2, -1, 1, 2, 3, 4, 5, 6].map(|c| (p, 1, c)));
    let ratios = (2..=4).flat_map(|q| (q + 1..=4 * q).filter(move |p| gcd(*p, q) == 1).map(move |p| (p, q, 0)));
    multiples.chain(more).chain(ratios)
}

/// f(n) = f(n − 1) + the least value before that reaches it.
fn bounded(evidence: &Evidence, given: usize, (p, q, c): (i128, i128, i128)) -> Option<Law> {
    let values = evidence.values();
    let reached = |value: i128| p.checked_mul(value).map(|product| product.div_euclid(q).saturating_add(c));
    let follows = |index: usize| {
        let before = values[index - 1];
        let least = values[..index].iter().find(|value| reached(**value).is_none_or(|reached| reached >= before))?;
        before.checked_add(*least).filter(|sum| *sum == values[index])
    };
    let rises = values.windows(2).all(|pair| pair[0] < pair[1]);
    if !rises || given >= values.len() || !(given..values.len()).all(|index| follows(index).is_some()) {
        return None;
    }
    let reach = n().times(p).join(Divide, q).join(Add, c);
    let body = recalled(1).join(Add, Formula::LeastReaching(Box::new(reach)));
    law(evidence, body, given, 1 + usize::from(q != 1 || (p != 1 && c != 0)))
}

/// f(n) = f(n − near) + f(n − back).
fn two_before(evidence: &Evidence, near: usize, back: usize) -> Option<Law> {
    let values = evidence.values();
    let follows = |index: &usize| values[index - near].checked_add(values[index - back]) == Some(values[*index]);
    if back >= values.len() || !(back..values.len()).all(|index| follows(&index)) {
        return None;
    }
    law(evidence, recalled(near).join(Add, recalled(back)), back, 1 + usize::from(near != 1))
}

fn recalled(back: usize) -> Formula {
    Formula::Recall(Box::new(n().join(Subtract, back as i128)))
}

/// The law with so many given values, if there are enough values to believe it.
fn law(evidence: &Evidence, body: Formula, given: usize, chosen: usize) -> Option<Law> {
    let values = evidence.values();
    let (table, count) = match &values[..given] {
        [one, rest @ ..] if rest.iter().all(|other| other == one) => (Formula::from(*one), 1),
        several => (Formula::Entry(several.to_vec(), Box::new(n())), given),
    };
    let function = if_else(n().join(Less, given as i128), table, body);
    let bits: f64 = values[..given].iter().map(|value| (value.unsigned_abs() as f64 + 2.0).log2()).sum();
    let (free, fits) = (count + chosen, values.len());
    evidence.is_enough(fits, free, CHOICE + bits).then(|| Law {
        kind: LawKind::Recurrence,
        formula: Formula::Recall(Box::new(n())),
        function: Some(function),
        from: 0,
        free,
        fits,
    })
}

//! Recurrences of games in which 1, 2, … up to r(n) may be taken. Where r grows at n, the value is r(n), and elsewhere it
//! is that of n − r(n) − 1, the heap that the moves no longer reach: L. Levine, Fractal sequences and restricted Nim, Ars
//! Combinatoria 80 (2006).

use super::formula::FormulaOperator::{Add, Divide, Equal, Less, Remainder, Subtract};
use super::formula::{Formula, FormulaFunction, call, if_else, n};
use super::law::{Draft, Evidence, Law, LawKind};
use crate::nim::gcd;

/// What it costs in bits (see `law.rs`) to choose the recurrence, and each number in it.
const RECURRENCE: f64 = 6.0;
const NUMBER: f64 = 4.0;
/// The largest divisor that is tried.
const LARGEST: i128 = 12;

/// How much may be taken: ⌊(p·n + c)/q⌋, or the root of n + c.
#[derive(Clone, Copy)]
enum Most {
    Part { p: i128, q: i128, c: i128 },
    Root { c: i128 },
}

/// The simplest recurrence of this kind.
pub fn restricted(evidence: &Evidence) -> Option<Law> {
    if !evidence.is_whole() || evidence.ends()?.0[0] != 0 {
        return None;
    }
    let parts = (2..=LARGEST).flat_map(|q| (1..q).filter(move |p| gcd(*p, q) == 1).map(move |p| (p, q)));
    let parts = parts.flat_map(|(p, q)| (1 - q..=2 * q).map(move |c| Most::Part { p, q, c }));
    let all = parts.chain((-2..=2).map(|c| Most::Root { c }));
    let drafts = all.filter(|most| most.is_followed(evidence)).filter_map(|most| most.draft());
    drafts.filter_map(|draft| evidence.confirm(draft)).min_by_key(Law::size)
}

impl Most {
    fn of(self, n: i128) -> i128 {
        match self {
            Most::Part { p, q, c } => (p * n + c).div_euclid(q),
            Most::Root { c } => (n + c).max(0).isqrt(),
        }
        .clamp(0, n.max(0))
    }

    fn is_followed(self, evidence: &Evidence) -> bool {
        evidence.cells().all(|([n, _], value)| {
            let most = self.of(n);
            let same = if n > 0 && most == self.of(n - 1) { evidence.get(n - most - 1) } else { Some(most) };
            same == Some(value)
        })
    }

    /// The recurrence, from the first heap on that cannot be taken as a whole.
    fn draft(self) -> Option<Draft> {
        const FARTHEST: i128 = 4 * LARGEST * LARGEST;
        let start = (1..FARTHEST).find(|n| self.of(*n) < *n)?;
        let (most, grows, free) = match self {
            Most::Part { p, q, c } => {
                let at = |n: Formula| n.times(p).join(Add, c).join(Divide, q);
                let ends = n().join(Add, c.rem_euclid(q)).join(Remainder, q).join(Equal, 0);
                let grows = if p == 1 { ends } else { at(n().join(Subtract, 1)).join(Less, at(n())) };
                (at(n()), grows, 1 + usize::from(p != 1) + usize::from(c != 0))
            }
            Most::Root { c } => {
                let of = n().join(Add, c);
                let root = call(FormulaFunction::Root, [of.clone()]);
                (root, call(FormulaFunction::Square, [of]), 1 + usize::from(c != 0))
            }
        };
        // Where the formula may take nothing, or less than that.
        let is_least = |n: i128| self.of(n) > 0 || most.value([n, 0], None) == Some(0);
        (start..FARTHEST).all(is_least).then_some(())?;
        let rest = n().join(Subtract, most.clone()).join(Subtract, 1);
        let body = if_else(grows, most, Formula::Recall(Box::new(rest)));
        let function = if_else(n().join(Less, start), if start == 1 { 0.into() } else { n() }, body);
        let bits = RECURRENCE + NUMBER * free as f64;
        let formula = Formula::Recall(Box::new(n()));
        Some(Draft { kind: LawKind::Recurrence, formula, function: Some(function), free, bits })
    }
}

//! A law: a formula with how far it fits, and when that is enough to speak of one.

use super::evidence::Evidence;
use super::formula::{DEEPEST, Formula, Recalled, n};

/// What kind of law it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum LawKind {
    /// Always the same, periodic or arithmetic-periodic.
    Repeats,
    /// A function of the numbers of the place.
    Function,
    /// Conditions on the place decide.
    Cases,
    /// The value of a larger place from that of a smaller one.
    Recurrence,
    /// A polynomial.
    Polynomial,
}

/// A law that values follow as far as they were seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Law {
    /// What kind of law it is.
    pub kind: LawKind,
    /// The value, or the truth, at a place.
    pub formula: Formula,
    /// The function of one number that the formula recalls, if it does. It may recall itself.
    pub function: Option<Formula>,
    /// It holds where every coordinate is at least this; the few places before are exceptions.
    pub from: i128,
    /// How many numbers were chosen to fit.
    pub free: usize,
    /// How many values it was compared with.
    pub fits: usize,
}

impl Law {
    /// How much there is to read in it.
    pub fn size(&self) -> usize {
        self.formula.size() + self.function.as_ref().map_or(0, |function| 3 + function.size())
    }
}

impl Law {
    /// The values at so many places behind the evidence of one coordinate, as far as they can be computed.
    pub fn continued(&self, evidence: &Evidence, count: usize) -> Vec<i128> {
        let Some((_, last)) = evidence.ends() else { return Vec::new() };
        // Where the function is the values themselves, those that are known are not computed again.
        let is_function = self.formula == Formula::Recall(Box::new(n()));
        let mut next: Vec<i128> = Vec::new();
        for place in (last[0] + 1..).take(count) {
            let later = |n: i128| next.get(usize::try_from(n - last[0] - 1).ok()?).copied();
            let known = |n: i128| evidence.of(n).or_else(|| later(n)).filter(|_| is_function);
            let recalled = Recalled { function: self.function.as_ref(), known: &known };
            match self.formula.value_in([place, 0], &recalled, DEEPEST) {
                Some(value) => next.push(value),
                None => break,
            }
        }
        next
    }
}

/// A law that has not been compared with the evidence.
pub(super) struct Draft {
    pub kind: LawKind,
    pub formula: Formula,
    pub function: Option<Formula>,
    /// How many numbers were chosen to fit.
    pub free: usize,
    /// The bits of these choices, and of the choice among formulas of its kind.
    pub bits: f64,
}

/// A law needs this many values for each of its free numbers.
const VALUES_FOR_ONE: usize = 3;
/// The bits beyond those of the choices that must fit: by chance they would, once in some thousand columns.
const MARGIN: f64 = 12.0;
/// At most so many places at the beginning are exceptions.
pub(super) const EXCEPTIONS: usize = 12;
/// Of two coordinates, at most so many lines at the edge are.
const EDGE: i128 = 2;
/// Values that are all the same, in such a number, are a law.
const SAME: usize = 10;

impl Evidence {
    /// The law, if its formula fits from some place near the beginning on and there are values enough to believe it.
    pub(super) fn confirm(&self, draft: Draft) -> Option<Law> {
        let value = |at| draft.formula.value(at, draft.function.as_ref());
        let mut from = None;
        if self.coordinates == 1 {
            for (index, (at, seen)) in self.cells().enumerate().rev() {
                if value(at) != Some(seen) {
                    if index >= EXCEPTIONS {
                        return None;
                    }
                    from = Some(at[0] + 1);
                    break;
                }
            }
        } else {
            for (at, seen) in self.cells().rev() {
                let depth = self.depth(at);
                if from.is_none_or(|from| depth >= from) && value(at) != Some(seen) {
                    if depth >= EDGE {
                        return None;
                    }
                    from = Some(depth + 1);
                }
            }
        }
        let first = self.cells().map(|(at, _)| self.least(at)).min()?;
        let fits = from.map_or(self.len(), |from| self.cells().filter(|(at, _)| self.least(*at) >= from).count());
        let exceptions = if self.coordinates == 1 { self.len() - fits } else { usize::from(from.is_some()) };
        let free = draft.free + exceptions;
        self.is_enough(fits, free, draft.bits + 4.0 * exceptions as f64).then(|| Law {
            kind: draft.kind,
            formula: draft.formula,
            function: draft.function,
            from: from.unwrap_or(first),
            free,
            fits,
        })
    }

    /// The least coordinate of a place.
    fn least(&self, at: [i128; 2]) -> i128 {
        if self.coordinates == 1 { at[0] } else { at[0].min(at[1]) }
    }

    /// Are so many values enough for so many free numbers, chosen by so many bits?
    pub(super) fn is_enough(&self, fits: usize, free: usize, bits: f64) -> bool {
        let told = self.bits_of_one() * fits as f64;
        let is_same = free <= 1 && fits >= SAME && self.distinct().len() == 1;
        fits >= VALUES_FOR_ONE * free.max(1) && (told >= bits + MARGIN || is_same)
    }
}

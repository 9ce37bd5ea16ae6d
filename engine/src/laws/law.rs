//! Laws: formulas that values follow, the values at places in which they are searched for, and the test whether there are
//! enough values to believe one.
//!
//! The test counts bits, in the manner of a minimum description length: the information in the values that a
//! formula explains must be more than what it takes to name the formula and the numbers in it, by a margin.

use rustc_hash::FxHashMap;

use super::formula::{DEEPEST, Formula, Recalled, n};
use crate::sorting;

/// What kind of law it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum LawKind {
    /// Always the same, periodic or arithmetic-periodic.
    Repeats,
    /// A function of the coordinates.
    Function,
    /// Conditions on the coordinates decide which value it is.
    Cases,
    /// The value of a larger place from that of a smaller one.
    Recurrence,
    /// A polynomial.
    Polynomial,
}

/// A law that values follow as far as they were seen. Nothing is proved about values beyond.
#[derive(Clone, Debug, PartialEq)]
pub struct Law {
    /// What kind of law it is.
    pub kind: LawKind,
    /// The value at a place, or the truth value, as a formula.
    pub formula: Formula,
    /// The definition of the function of one number that `Formula::Recall` stands for in the formula, if it occurs
    /// there. The function may recall itself.
    pub function: Option<Formula>,
    /// The law holds where every coordinate is at least this; the few places before are exceptions.
    pub from: i128,
    /// How many numbers were chosen to fit the values, exceptions included.
    pub free: usize,
    /// How many values agree with the law.
    pub fits: usize,
}

impl Law {
    /// The length of the law for a reader, as [`Formula::size`] counts it.
    pub fn size(&self) -> usize {
        self.formula.size() + self.function.as_ref().map_or(0, |function| 3 + function.size())
    }

    /// Whether the law also gives values that were found after the evidence from which it was read. Places before
    /// `from` do not count.
    pub fn goes_on(&self, evidence: &Evidence, later: &Evidence) -> bool {
        let is_function = self.formula == Formula::Recall(Box::new(n()));
        let mut cells = later.cells().filter(|(at, _)| evidence.least(*at) >= self.from);
        cells.all(|(at, value)| {
            // The value at the place itself is what is compared.
            let is_given = |n: i128| is_function && n != at[0];
            let known = |n: i128| evidence.get(n).or_else(|| later.get(n)).filter(|_| is_given(n));
            let recalled = Recalled { function: self.function.as_ref(), known: &known };
            self.formula.value_in(at, &recalled, DEEPEST) == Some(value)
        })
    }

    /// The next `count` values after evidence of one coordinate, as far as they can be computed.
    pub fn continued(&self, evidence: &Evidence, count: usize) -> Vec<i128> {
        let Some((_, last)) = evidence.ends() else { return Vec::new() };
        // If the function gives the values themselves, those that are known need not be computed.
        let is_function = self.formula == Formula::Recall(Box::new(n()));
        let mut next: Vec<i128> = Vec::new();
        for place in (last[0] + 1..).take(count) {
            let later = |n: i128| next.get(usize::try_from(n - last[0] - 1).ok()?).copied();
            let known = |n: i128| evidence.get(n).or_else(|| later(n)).filter(|_| is_function);
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
    /// How many numbers were chosen to fit the values.
    pub free: usize,
    /// The cost in bits of these choices, and of the choice among formulas of this kind.
    pub bits: f64,
}

/// A law needs this many values for each of its free numbers.
const VALUES_FOR_ONE: usize = 3;
/// The information in the values must exceed the cost of the formula by this many bits. By chance this happens
/// about once in several thousand sequences.
const MARGIN: f64 = 12.0;
/// At most this many places at the beginning may be exceptions.
pub(super) const EXCEPTIONS: usize = 12;
/// With two coordinates, at most this many lines at the edge may be exceptions.
pub(super) const EDGE_LINES: i128 = 2;
/// This many values that are all the same are a law, although the information in them is 0 bits.
const SAME: usize = 10;

impl Evidence {
    /// The law of a draft, if its formula fits from some place near the beginning on and there are enough values to
    /// believe it.
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
                    if depth >= EDGE_LINES {
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

    /// Are `fits` values enough to believe a formula that has `free` chosen numbers and costs `bits`?
    pub(super) fn is_enough(&self, fits: usize, free: usize, bits: f64) -> bool {
        let told = self.bits_of_one() * fits as f64;
        let is_same = free <= 1 && fits >= SAME && self.distinct().len() == 1;
        fits >= VALUES_FOR_ONE * free.max(1) && (told >= bits + MARGIN || is_same)
    }
}

/// Values at places with one or two coordinates, sorted by place. Truth values are 1 and 0. With one coordinate,
/// the second number of a place is 0.
#[derive(Clone, Debug)]
pub struct Evidence {
    places: Vec<[i128; 2]>,
    values: Vec<i128>,
    index: FxHashMap<[i128; 2], usize>,
    /// How many coordinates a place has, one or two.
    pub coordinates: usize,
    /// Whether the values are truths, 1 and 0.
    pub truths: bool,
    /// Numbers that occur in the rule behind the values, and sums of them: these are preferred as divisors.
    pub in_rule: Vec<i128>,
}

impl Evidence {
    /// Values at places with one coordinate.
    pub fn line(truths: bool, cells: impl IntoIterator<Item = (i128, i128)>) -> Evidence {
        Evidence::new(1, truths, cells.into_iter().map(|(n, value)| ([n, 0], value)))
    }

    /// Values at places with two coordinates.
    pub fn field(truths: bool, cells: impl IntoIterator<Item = ([i128; 2], i128)>) -> Evidence {
        Evidence::new(2, truths, cells)
    }

    fn new(coordinates: usize, truths: bool, cells: impl IntoIterator<Item = ([i128; 2], i128)>) -> Evidence {
        let mut cells: Vec<([i128; 2], i128)> = cells.into_iter().collect();
        sorting::sort(&mut cells);
        cells.dedup_by_key(|cell| cell.0);
        let index = cells.iter().enumerate().map(|(index, cell)| (cell.0, index)).collect();
        let (places, values) = cells.into_iter().unzip();
        Evidence { places, values, index, coordinates, truths, in_rule: Vec::new() }
    }

    /// The same values of a rule in which these numbers occur.
    #[must_use]
    pub fn of_rule(self, in_rule: &[i128]) -> Evidence {
        /// No greater divisors are tried, and no more of them.
        const LARGEST: i128 = 60;
        const MOST: usize = 12;
        let mut own: Vec<i128> = in_rule.iter().copied().filter(|n| (1..=LARGEST).contains(n)).collect();
        sorting::sort(&mut own);
        own.dedup();
        // The largest amount and 1 are the divisor of most rules.
        let more = own.iter().rev().map(|n| n + 1);
        let sums = own.iter().flat_map(|a| own.iter().map(move |b| a + b));
        let mut in_rule: Vec<i128> = Vec::new();
        for n in more.chain(own.iter().rev().copied()).chain(sums) {
            if (2..=LARGEST).contains(&n) && !in_rule.contains(&n) && in_rule.len() < MOST {
                in_rule.push(n);
            }
        }
        Evidence { in_rule, ..self }
    }

    /// The same places, with the truth of whether the value is 0.
    #[must_use]
    pub fn zeros(&self) -> Evidence {
        let values = self.values.iter().map(|value| i128::from(*value == 0)).collect();
        Evidence { values, truths: true, ..self.clone() }
    }

    /// How many values there are.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Are there no values?
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The places in order, with their values.
    pub fn cells(&self) -> impl DoubleEndedIterator<Item = ([i128; 2], i128)> + ExactSizeIterator + '_ {
        self.places.iter().copied().zip(self.values.iter().copied())
    }

    /// The value at a place; `None` where there is none.
    pub fn at(&self, place: [i128; 2]) -> Option<i128> {
        self.index.get(&place).map(|index| self.values[*index])
    }

    /// The value at a place with one coordinate.
    pub(super) fn get(&self, n: i128) -> Option<i128> {
        self.at([n, 0])
    }

    pub(super) fn values(&self) -> &[i128] {
        &self.values
    }

    /// The first place and the last; `None` if there are no values.
    pub fn ends(&self) -> Option<([i128; 2], [i128; 2])> {
        Some((*self.places.first()?, *self.places.last()?))
    }

    /// Do the places of one coordinate follow each other without a gap?
    pub(super) fn is_whole(&self) -> bool {
        self.places.windows(2).all(|pair| pair[1][0] == pair[0][0] + 1)
    }

    /// The distance of a place from the edge: from the first place of a line, or the lesser coordinate of a place
    /// in a field.
    pub(super) fn depth(&self, place: [i128; 2]) -> i128 {
        match self.places.first() {
            Some(first) if self.coordinates == 1 => place[0] - first[0],
            _ => place[0].min(place[1]),
        }
    }

    /// The different values in rising order, each with how often it occurs.
    pub(super) fn distinct(&self) -> Vec<(i128, usize)> {
        let mut counts = std::collections::BTreeMap::new();
        self.values.iter().for_each(|value| *counts.entry(*value).or_insert(0) += 1);
        counts.into_iter().collect()
    }

    /// The information of one value in bits: the entropy of the values. Where more than a third of them are
    /// different, it is the bits that name any number in their range.
    pub(super) fn bits_of_one(&self) -> f64 {
        let counts = self.distinct();
        let all = self.len() as f64;
        if counts.len() * 3 > self.len() {
            return self.bits_of_choice();
        }
        counts.iter().map(|(_, count)| *count as f64 / all).map(|share| -share * share.log2()).sum()
    }

    /// The bits that name any number from the least value to the largest; at most 40.
    pub(super) fn bits_of_choice(&self) -> f64 {
        let (least, most) = self.values.iter().fold((i128::MAX, i128::MIN), |(a, b), v| (a.min(*v), b.max(*v)));
        (most.saturating_sub(least).saturating_add(1) as f64).log2().min(40.0)
    }
}

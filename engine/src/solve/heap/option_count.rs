//! Counts the options of a heap that has too many of them to look at one by one.
//!
//! Where a period is proved, heaps of the same residue are alike: splits are counted by the residue of one part,
//! and where values rise with each period, only one heap of each residue can have the value that is wanted.

use crate::ledger::FastPath;
use crate::sorting;
use std::collections::BTreeSet;

use super::HeapTable;
use super::intervals::{OneHeap, contains};
use super::option_summary::Ways;
use crate::game::Amounts;
use crate::nim::{Nimber, Period};
use crate::solve::{Budget, SolveError, Solved};

/// The most steps that a count may take.
const STEPS: u64 = 1 << 26;

/// The options of a position, counted, with some examples; `T` is what an option leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionCount<T> {
    /// How many different options there are.
    pub total: u128,
    /// How many of them have the value that is wanted.
    pub wanted: u128,
    /// Some options of that value.
    pub examples: Vec<T>,
    /// Some options of other values, each with its value.
    pub others: Vec<(T, Nimber)>,
    /// The different values of the options; `None` where values rise with each period, since these are too many to
    /// list.
    pub values: Option<BTreeSet<Nimber>>,
    /// No option has a larger value, and if `values` are there, one has it; 0 if there is none.
    pub largest: Nimber,
}

impl<T> Default for OptionCount<T> {
    fn default() -> OptionCount<T> {
        let (examples, others) = (Vec::new(), Vec::new());
        OptionCount { total: 0, wanted: 0, examples, others, values: None, largest: Nimber::ZERO }
    }
}

impl<T> OptionCount<T> {
    /// Counts `options` options of the same value, of which one leaves `left`. Up to `shown` examples are kept of those of value
    /// `wanted`, and of the others.
    pub fn meet(&mut self, wanted: Nimber, shown: usize, value: Nimber, options: u128, left: impl FnOnce() -> T) {
        self.total += options;
        self.largest = self.largest.max(value);
        if let Some(values) = &mut self.values {
            values.insert(value);
        }
        if value == wanted {
            self.wanted += options;
            if self.examples.len() < shown {
                self.examples.push(left());
            }
        } else if self.others.len() < shown {
            self.others.push((left(), value));
        }
    }

    /// The same, with what options leave in another form, where that can be told.
    pub fn map<U>(self, form: impl Fn(T) -> Option<U>) -> Option<OptionCount<U>> {
        let OptionCount { total, wanted, examples, others, values, largest } = self;
        let examples = examples.into_iter().map(&form).collect::<Option<_>>()?;
        let others = others.into_iter().map(|(left, value)| Some((form(left)?, value))).collect::<Option<_>>()?;
        Some(OptionCount { total, wanted, examples, others, values, largest })
    }

    /// Adds options of another position beside one of value `rest`. They are other options than those that were counted.
    pub fn join(&mut self, other: OptionCount<T>, rest: Nimber, shown: usize) {
        self.total += other.total;
        self.wanted += other.wanted;
        self.examples.extend(other.examples);
        self.examples.truncate(shown);
        self.others.extend(other.others.into_iter().map(|(left, value)| (left, value ^ rest)));
        self.others.truncate(shown);
        let largest = match &other.values {
            Some(values) => values.iter().map(|value| *value ^ rest).max().unwrap_or_default(),
            // No digit is beyond those of both.
            None => Nimber((other.largest.0 | rest.0).checked_ilog2().map_or(0, |last| u64::MAX >> (63 - last))),
        };
        self.largest = self.largest.max(largest);
        self.values = self.values.take().zip(other.values).map(|(mut values, others)| {
            values.extend(others.into_iter().map(|value| value ^ rest));
            values
        });
    }
}

/// Counts the options of a heap.
struct OptionCounter<'a> {
    table: &'a HeapTable,
    period: Period,
    budget: &'a Budget,
    wanted: Nimber,
    shown: usize,
    count: OptionCount<Vec<u64>>,
}

impl HeapTable {
    /// Counts the options of a heap, and those of value `wanted`, without looking at each; lists up to `shown`
    /// examples of both kinds. `None` if no period is proved, or if the rules are not of a kind that can be
    /// counted.
    ///
    /// # Errors
    /// Those of the budget; a fault of the sets in the rules.
    pub fn option_count(
        &self,
        heap: u64,
        wanted: Nimber,
        shown: usize,
        budget: &Budget,
    ) -> Result<Option<OptionCount<Vec<u64>>>, SolveError> {
        let Some((period, ..)) = self.proved().filter(|_| !FastPath::CountedOptions.is_off()) else { return Ok(None) };
        let steps = period.preperiod.saturating_add(period.period);
        let mut counter = OptionCounter { table: self, period, budget, wanted, shown, count: OptionCount::default() };
        let are_listed = self.rules().clauses.iter().all(|clause| matches!(clause.amounts, Amounts::Finite(_)));
        let rests = if are_listed { self.rests_left(heap, budget)? } else { None };
        let counted = match (period.saltus, rests) {
            (0, Some(rests)) if steps.saturating_mul(rests.len() as u64) <= STEPS => counter.rests(&rests)?,
            (_, _) if steps <= STEPS => counter.single_heaps(heap)?,
            _ => false,
        };
        Ok(counted.then_some(counter.count))
    }

    /// The heaps of value `wanted` that a move can leave alone, where a period with a saltus is proved: beyond the
    /// preperiod, at most one heap of each residue has that value. Empty where no such period is proved.
    ///
    /// # Errors
    /// A fault of the sets in the rules.
    pub fn rests_with_value(&self, heap: u64, wanted: Nimber) -> Result<Vec<u64>, SolveError> {
        let mut rests = Vec::new();
        let Some((Period { preperiod, period, saltus }, ..)) = self.proved().filter(|(period, ..)| period.saltus > 0)
        else {
            return Ok(rests);
        };
        for first in 0..preperiod.saturating_add(period).min(heap) {
            let value = self.get(first).ok_or(UNKNOWN)?;
            let same = if value == wanted {
                Some(first)
            } else if first >= preperiod && value < wanted && (wanted.0 - value.0).is_multiple_of(saltus) {
                let periods = (wanted.0 - value.0) / saltus;
                periods.checked_mul(period).and_then(|beyond| beyond.checked_add(first))
            } else {
                None
            };
            if let Some(rest) = same.filter(|rest| *rest < heap)
                && self.rules().leaves(heap, rest)?
            {
                rests.push(rest);
            }
        }
        Ok(rests)
    }
}

impl OptionCounter<'_> {
    fn value(&self, heap: u64) -> Solved<Nimber> {
        self.table.get(heap).ok_or(UNKNOWN)
    }

    /// Counts `options` options of the same value, of which `heaps` is one.
    fn meet(&mut self, heaps: &[u64], value: Nimber, options: u128) {
        self.count.meet(self.wanted, self.shown, value, options, || heaps.to_vec());
    }

    /// Counts all ways to leave one of these rests as one heap or two. The period has saltus 0.
    fn rests(&mut self, rests: &[(u64, Ways)]) -> Solved<bool> {
        self.count.values = Some(BTreeSet::new());
        let (table, budget) = (self.table, self.budget);
        table.each_class(rests, budget, |heaps, value, options| self.meet(heaps, value, options))?;
        Ok(true)
    }

    /// Counts all ways to leave one heap, for any amounts. With a saltus, each residue has at most one heap of the
    /// value. False if the rules or the period are of another kind.
    fn single_heaps(&mut self, heap: u64) -> Solved<bool> {
        let Some(rule) = OneHeap::of(self.table.rules()).filter(|_| self.period.saltus > 0) else { return Ok(false) };
        // The heap 0 has no options.
        let most = heap.saturating_sub(1);
        for interval in &rule.one {
            let last = interval.last.unwrap_or(u64::MAX).min(most);
            if last >= interval.first {
                self.count.total += u128::from(last - interval.first) + 1;
                self.largest_of(heap - last, heap - interval.first)?;
            }
        }
        let mut listed = self.table.rests_with_value(heap, self.wanted)?;
        sorting::sort(&mut listed);
        listed.reverse();
        self.count.wanted += listed.len() as u128;
        self.count.examples.extend(listed.into_iter().take(self.shown).map(|rest| vec![rest]));
        let rests = rule.one.iter().flat_map(|interval| interval.first..=interval.last.unwrap_or(u64::MAX).min(most));
        for rest in rests.take(2 * self.shown + 1).map(|amount| heap - amount) {
            let value = self.value(rest)?;
            if value != self.wanted && self.count.others.len() < self.shown {
                self.count.others.push((vec![rest], value));
            }
        }
        if contains(&rule.none, heap) {
            self.meet(&[], Nimber::ZERO, 1);
        }
        Ok(true)
    }

    /// Updates the largest value for the options that leave one heap from `first` to `last`. Values rise with each
    /// period, so the preperiod and the last period are enough.
    fn largest_of(&mut self, first: u64, last: u64) -> Solved<()> {
        let Period { preperiod, period, .. } = self.period;
        let lately = last.saturating_sub(period - 1).max(first)..=last;
        for rest in (first..preperiod.min(last)).chain(lately) {
            self.count.largest = self.count.largest.max(self.value(rest)?);
        }
        Ok(())
    }
}

/// Every heap has a value once a period is proved.
const UNKNOWN: SolveError = SolveError::Internal("a heap has no value though a period is proved");

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rustc_hash::FxHashSet;

    use super::*;
    use crate::game::{HeapRules, Likeness, Shape};
    use crate::solve::heap::{Effort, PeriodFinding};

    fn counted_one_by_one(table: &HeapTable, heap: u64, wanted: Nimber) -> (u128, u128, BTreeSet<Nimber>) {
        let (mut met, mut found, mut values) = (FxHashSet::default(), 0, BTreeSet::new());
        for heaps in table.rules().options(heap) {
            let value = heaps.iter().map(|heap| table.get(*heap).unwrap()).collect();
            if met.insert(heaps) {
                found += u128::from(value == wanted);
                values.insert(value);
            }
        }
        (met.len() as u128, found, values)
    }

    #[test]
    fn options_counted_by_residues_are_those_counted_one_by_one() {
        let two = |likeness| Shape::exactly(2, likeness);
        let amounts = |list: &[u64]| Amounts::finite(list.to_vec());
        let maybe_split = |likeness| {
            let shapes = [Shape::exactly(0, Likeness::Any), Shape::exactly(1, Likeness::Any), two(likeness)];
            HeapRules::new(shapes.map(|shape| (shape, amounts(&[1]))).into(), Amounts::none()).unwrap()
        };
        let all = [
            HeapRules::coded(&[0, 7, 7]).unwrap(),
            HeapRules::coded(&[0, 1, 3, 7]).unwrap(),
            HeapRules::coded(&[4, 5]).unwrap(),
            maybe_split(Likeness::Unequal),
            maybe_split(Likeness::Equal),
            HeapRules::taking(amounts(&[2, 5, 9])).unwrap(),
            HeapRules::taking(Amounts::any()).unwrap(),
            HeapRules::taking(Amounts::AllBut(vec![0, 2, 5].into())).unwrap(),
        ];
        for rules in all {
            let (mut table, budget) = (HeapTable::new(Arc::new(rules)), Budget::default());
            let found = table.period(Effort::USUAL, &budget).unwrap();
            assert!(matches!(found, PeriodFinding::Proved(_)), "{:?}", table.rules());
            for heap in [1, 2, 3, 7, 12, 100, 301, 1024] {
                for wanted in (0..12).chain([70, 300]).map(Nimber) {
                    let count = table.option_count(heap, wanted, 3, &budget).unwrap().unwrap();
                    let (total, found, values) = counted_one_by_one(&table, heap, wanted);
                    assert_eq!((count.total, count.wanted), (total, found), "{heap} {wanted:?} {:?}", table.rules());
                    let largest = values.last().copied().unwrap_or_default();
                    assert_eq!(count.largest, largest, "{heap} {:?}", table.rules());
                    assert!(count.values.is_none_or(|told| told == values), "{heap} {:?}", table.rules());
                    assert_eq!(count.examples.is_empty(), count.wanted == 0);
                    assert!(count.others.iter().all(|(_, value)| *value != wanted));
                }
            }
        }
    }
}

//! The different values of the options of a heap, and how many options there are, without making one of them.

use std::cmp::Reverse;

use super::HeapTable;
use super::engine::Leaves;
use super::intervals::{AmountInterval, OneHeap, contains};
use crate::game::{Amounts, Likeness};
use crate::nim::{Mex, Nimber};
use crate::solve::{Budget, SolveError, Solved};
use crate::sorting;

/// What a row of a table tells of the options of a heap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OptionSummary {
    /// How many different options there are.
    pub total: u128,
    /// The smallest of their different values, in order.
    pub values: Vec<Nimber>,
}

/// The ways in which a rest may be left: as no heap, as one, as two that are equal, as two that are not.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ways {
    pub none: bool,
    pub one: bool,
    pub equal: bool,
    pub unequal: bool,
}

impl HeapTable {
    /// The number of options of a heap, and the `most` smallest of their values. `None` for rules that divide heaps or
    /// leave more than two.
    ///
    /// # Errors
    /// As [`HeapTable::value`].
    pub fn option_values(
        &mut self,
        heap: u64,
        most: usize,
        budget: &Budget,
    ) -> Result<Option<OptionSummary>, SolveError> {
        if let Some(rule) = OneHeap::of(self.rules()) {
            self.fill(heap, budget)?;
            return self.single_heaps(&rule, heap, most, budget).map(Some);
        }
        let Some(rests) = self.rests_left(heap, budget)? else { return Ok(None) };
        self.fill(heap, budget)?;
        let (mut total, mut seen) = (0, Mex::default());
        seen.widen(self.values.span());
        self.each_class(&rests, budget, |_, value, options| {
            total += options;
            seen.insert(value);
        })?;
        Ok(Some(OptionSummary { total, values: seen.members().take(most).collect() }))
    }

    /// The values of the options that leave one heap or none. Small heaps are looked at first, and no others once every
    /// value that is told has been met.
    fn single_heaps(&self, rule: &OneHeap, heap: u64, most: usize, budget: &Budget) -> Solved<OptionSummary> {
        let (mut total, mut seen) = (0, Mex::default());
        if contains(&rule.none, heap) {
            total += 1;
            seen.insert(Nimber::ZERO);
        }
        // The amount `heap` leaves none.
        let reach = |interval: &AmountInterval| (interval.first, interval.last.unwrap_or(heap).min(heap - 1));
        let reached: Vec<_> = rule.one.iter().filter(|interval| interval.first < heap).map(reach).collect();
        total += reached.iter().map(|(first, last)| u128::from(last - first) + 1).sum::<u128>();
        let rests = reached.iter().rev().flat_map(|(first, last)| heap - last..=heap - first);
        for (index, rest) in rests.enumerate() {
            if index % 64 == 0 {
                budget.check()?;
                if seen.value().0 >= most as u64 {
                    break;
                }
            }
            seen.insert(self.kept(rest)?);
        }
        Ok(OptionSummary { total, values: seen.members().take(most).collect() })
    }

    /// The rests that a move may leave of a heap, each once and the largest first, with the ways to leave it. `None` for rules that divide
    /// heaps or leave more than two.
    pub(super) fn rests_left(&self, heap: u64, budget: &Budget) -> Solved<Option<Vec<(u64, Ways)>>> {
        let rules = self.rules();
        let most_two = |most: Option<u32>| most.is_some_and(|most| most <= 2);
        if !rules.divisors.is_empty() || !rules.clauses.iter().all(|clause| most_two(clause.shape.most)) {
            return Ok(None);
        }
        let mut all = Vec::new();
        for clause in &rules.clauses {
            let Leaves { none, one, split } = Leaves::of(&clause.shape);
            let likeness = split.map(|split| split.likeness);
            let mut add = |amount: u64| {
                let rest = heap - amount;
                let ways = Ways {
                    none: none && amount > 0,
                    one: one && amount > 0 && rest > 0,
                    equal: matches!(likeness, Some(Likeness::Any | Likeness::Equal)),
                    unequal: matches!(likeness, Some(Likeness::Any | Likeness::Unequal | Likeness::NotAllEqual)),
                };
                budget.meter().push(&mut all, (rest, ways))
            };
            match &clause.amounts {
                Amounts::Finite(members) => {
                    members.iter().copied().take_while(|n| *n <= heap).try_for_each(&mut add)?
                }
                Amounts::AllBut(except) => {
                    (0..=heap).filter(|n| except.binary_search(n).is_err()).try_for_each(&mut add)?
                }
                amounts => amounts.up_to(heap, budget.meter())?.into_iter().try_for_each(&mut add)?,
            }
        }
        if rules.clauses.len() > 1 {
            sorting::sort_by_key(&mut all, |(rest, _)| Reverse(*rest));
            all.dedup_by(|(rest, ways), (before, joined)| {
                let same = rest == before;
                if same {
                    joined.none |= ways.none;
                    joined.one |= ways.one;
                    joined.equal |= ways.equal;
                    joined.unequal |= ways.unequal;
                }
                same
            });
        }
        Ok(Some(all))
    }

    /// Visits the options that leave these rests in classes of options with the same value: what one of them leaves, the value, and
    /// how many they are. Where values are proved to repeat, splits are alike whose smaller heaps have the same residue, since the
    /// larger heap repeats as well.
    pub(super) fn each_class(
        &self,
        rests: &[(u64, Ways)],
        budget: &Budget,
        mut visit: impl FnMut(&[u64], Nimber, u128),
    ) -> Solved<()> {
        let proved = self.proved().map(|(period, ..)| period).filter(|period| period.saltus == 0);
        let (repeating, period) = proved.map_or((u64::MAX, 1), |proved| (proved.preperiod.max(1), proved.period));
        for (rest, ways) in rests {
            budget.check()?;
            if ways.one {
                visit(&[*rest], self.kept(*rest)?, 1);
            }
            let largest = if ways.unequal { rest.saturating_sub(1) / 2 } else { 0 };
            for small in 1..=largest.min(repeating.saturating_add(period - 1)) {
                if small % (1 << 12) == 0 {
                    budget.check()?;
                }
                let alike = if small < repeating { 1 } else { u128::from((largest - small) / period) + 1 };
                visit(&[small, rest - small], self.kept(small)? ^ self.kept(rest - small)?, alike);
            }
            if ways.none && *rest == 0 {
                visit(&[], Nimber::ZERO, 1);
            }
            if ways.equal && *rest > 0 && rest % 2 == 0 {
                visit(&[rest / 2, rest / 2], Nimber::ZERO, 1);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::Arc;

    use super::super::Effort;
    use super::*;
    use crate::game::{Family, HeapRules, Set, Shape};

    #[test]
    fn values_and_numbers_are_those_of_the_options_listed() {
        let (one, two) = (|| Shape::exactly(1, Likeness::Any), |likeness| Shape::exactly(2, likeness));
        let amounts = |list: &[u64]| Amounts::finite(list.to_vec());
        let squares = Amounts::from_set(&Set::Family(Family::Squares)).unwrap();
        let rules = |moves| HeapRules::new(moves, Amounts::none()).unwrap();
        let all = [
            HeapRules::coded(&[0, 7, 7]).unwrap(),
            HeapRules::coded(&[4, 0, 6, 5]).unwrap(),
            HeapRules::taking(amounts(&[2, 5, 9])).unwrap(),
            HeapRules::taking(Amounts::any()).unwrap(),
            HeapRules::taking(Amounts::AllBut(vec![0, 3, 4, 90].into())).unwrap(),
            HeapRules::taking(amounts(&[2, 3, 4, 9, 100])).unwrap(),
            rules(vec![(two(Likeness::Unequal), amounts(&[0]))]),
            rules(vec![(two(Likeness::Equal), amounts(&[0, 3])), (one(), squares.clone())]),
            rules(vec![(two(Likeness::Any), squares), (two(Likeness::Equal), Amounts::any())]),
            rules(vec![
                (two(Likeness::NotAllEqual), Amounts::any()),
                (Shape::exactly(0, Likeness::Any), amounts(&[7])),
            ]),
        ];
        for rules in all {
            let budget = Budget::default();
            let mut table = HeapTable::new(Arc::new(rules));
            // Once with values that are computed, and once with those of a proved period, where there is one.
            for heap in [0, 1, 2, 3, 4, 7, 8, 12, 33, 100, 301, 400, 401, 2, 9, 150, 301] {
                if heap == 401 {
                    table.period(Effort::USUAL, &budget).unwrap();
                }
                let found = table.option_values(heap, 1 << 20, &budget).unwrap().unwrap();
                let listed: BTreeSet<Vec<u64>> = table.rules().options(heap).into_iter().collect();
                let value = |heaps: &Vec<u64>| heaps.iter().map(|heap| table.get(*heap).unwrap()).collect();
                let values: BTreeSet<Nimber> = listed.iter().map(value).collect();
                assert_eq!(found.total, listed.len() as u128, "{heap} {:?}", table.rules());
                assert_eq!(found.values, Vec::from_iter(values), "{heap} {:?}", table.rules());
                let three = table.option_values(heap, 3, &budget).unwrap().unwrap();
                assert_eq!(three.values, found.values[..found.values.len().min(3)]);
            }
        }
        let three = HeapRules::new(vec![(Shape::exactly(3, Likeness::Any), amounts(&[0]))], Amounts::none()).unwrap();
        for rules in [three, HeapRules::new(Vec::new(), amounts(&[2, 3])).unwrap()] {
            assert_eq!(HeapTable::new(Arc::new(rules)).option_values(9, 3, &Budget::default()), Ok(None));
        }
    }
}

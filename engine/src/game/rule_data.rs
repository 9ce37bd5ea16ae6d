//! The rule of a heap game as plain data, for certificates and other programs: what `proof/` calls a rule.

use std::collections::BTreeMap;

use super::{Amounts, HeapRules, Likeness, Ruleset};

/// Moves that take an amount and leave the rest in one of some numbers of heaps, none of them empty. A move takes
/// something, or leaves two heaps or more.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct RuleClause {
    /// How much a move takes.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub taken: Taken,
    /// The numbers of heaps that may be left, in ascending order.
    pub parts: Vec<u32>,
    /// The sizes of these heaps.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Sizes::are_any"))]
    pub sizes: Sizes,
}

/// How much a clause takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Taken {
    /// This amount.
    #[cfg_attr(feature = "serde", serde(rename = "take"))]
    Just(u64),
    /// This amount and all larger ones.
    #[cfg_attr(feature = "serde", serde(rename = "from"))]
    From(u64),
}

/// What is asked of the sizes of the heaps that are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Sizes {
    /// Nothing.
    Any,
    /// All are equal.
    Equal,
    /// They are pairwise different.
    Unequal,
}

impl Sizes {
    /// Is nothing asked of them?
    pub fn are_any(&self) -> bool {
        *self == Sizes::Any
    }
}

/// Rules of more clauses are not told as data.
const MOST: usize = 1_000;

impl HeapRules {
    /// The rule as data. `None` if it has no such form: amounts that are neither finitely many nor all but finitely
    /// many, divisions, any number of heaps, heaps of which two must differ; or if it is too long.
    pub fn as_data(&self) -> Option<Vec<RuleClause>> {
        let mut merged: BTreeMap<(Taken, Sizes), Vec<u32>> = BTreeMap::new();
        for clause in &self.clauses {
            let shape = clause.shape;
            let parts = shape.most.filter(|most| *most == shape.least)?;
            let sizes = match shape.likeness {
                Likeness::Any => Sizes::Any,
                Likeness::Equal => Sizes::Equal,
                Likeness::Unequal => Sizes::Unequal,
                Likeness::NotAllEqual => return None,
            };
            for taken in taken(&clause.amounts)? {
                merged.entry((taken, sizes)).or_default().push(parts);
            }
        }
        let is_told = self.divisors.is_empty() && merged.len() <= MOST;
        let clause = |((taken, sizes), parts)| RuleClause { taken, parts, sizes };
        is_told.then(|| merged.into_iter().map(clause).collect())
    }
}

impl Ruleset {
    /// The rule as data, of a game of heaps that has this form.
    pub fn as_data(&self) -> Option<Vec<RuleClause>> {
        match self {
            Ruleset::Heap(rules) => rules.as_data(),
            _ => None,
        }
    }
}

fn taken(amounts: &Amounts) -> Option<Vec<Taken>> {
    match amounts {
        Amounts::Finite(members) if members.len() <= MOST => Some(members.iter().copied().map(Taken::Just).collect()),
        Amounts::AllBut(gaps) => {
            let from = gaps.last().map_or(0, |last| last + 1);
            let before = usize::try_from(from).ok().filter(|from| *from <= MOST + gaps.len())?;
            let single = (0..before as u64).filter(|amount| gaps.binary_search(amount).is_err()).map(Taken::Just);
            Some(single.chain([Taken::From(from)]).collect())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Dice, tries};
    use crate::game::{Meter, Shape};

    /// The options of a heap by the data alone, in the words of `option_of` in proof/Rule.v.
    fn options(rule: &[RuleClause], heap: u64) -> Vec<Vec<u64>> {
        let mut options: Vec<Vec<u64>> = Vec::new();
        for (clause, amount) in rule.iter().flat_map(|clause| (0..=heap).map(move |amount| (clause, amount))) {
            let may_take = match clause.taken {
                Taken::Just(one) => amount == one,
                Taken::From(least) => amount >= least,
            };
            for parts in clause.parts.iter().filter(|parts| may_take && (amount >= 1 || **parts >= 2)) {
                splits(*parts, heap - amount, &mut Vec::new(), &mut |heaps| match clause.sizes {
                    Sizes::Equal if heaps.windows(2).any(|pair| pair[0] != pair[1]) => {}
                    Sizes::Unequal if heaps.windows(2).any(|pair| pair[0] == pair[1]) => {}
                    _ => options.push(heaps.to_vec()),
                });
            }
        }
        options.sort();
        options.dedup();
        options
    }

    /// Visits all ascending heaps, none of them empty, of this number and total.
    fn splits(parts: u32, total: u64, heaps: &mut Vec<u64>, visit: &mut dyn FnMut(&[u64])) {
        if parts == 0 {
            return if total == 0 {
                visit(heaps)
            };
        }
        for heap in heaps.last().copied().unwrap_or(1)..=total {
            heaps.push(heap);
            splits(parts - 1, total - heap, heaps, visit);
            heaps.pop();
        }
    }

    #[test]
    fn the_data_has_the_options_of_the_rule() {
        let mut dice = Dice::new(63);
        let mut told = 0;
        for _ in 0..tries(400) {
            let mut moves = Vec::new();
            for _ in 0..=dice.below(2) {
                let heaps = dice.small(4);
                let likeness = match dice.below(4) {
                    0 => Likeness::Equal,
                    1 => Likeness::Unequal,
                    2 if heaps == 3 => Likeness::NotAllEqual,
                    _ => Likeness::Any,
                };
                let some: Vec<u64> = (0..=dice.below(3)).map(|_| 1 + dice.below(5)).collect();
                let amounts = match dice.below(4) {
                    0 if heaps >= 2 => Amounts::finite(vec![0]),
                    1 => Amounts::AllBut(
                        [&[0], &Amounts::finite(some).up_to(9, &Meter::default()).unwrap()[..]].concat().into(),
                    ),
                    _ => Amounts::finite(some),
                };
                moves.push((Shape::exactly(heaps, likeness), amounts));
            }
            let rules = HeapRules::new(moves, Amounts::none()).unwrap();
            let Some(rule) = rules.as_data() else { continue };
            told += 1;
            for heap in 0..=12 {
                let mut listed = rules.options(heap);
                listed.iter_mut().for_each(|heaps| heaps.sort_unstable());
                listed.sort();
                listed.dedup();
                assert_eq!(options(&rule, heap), listed, "{rules:?} {heap}");
            }
        }
        assert!(told > tries(200), "{told}");
    }

    #[test]
    fn what_has_no_such_form_is_not_told() {
        let told = |shape, amounts, divisors| {
            let rules = HeapRules::new(vec![(shape, amounts)], Amounts::finite(divisors)).unwrap();
            rules.as_data().is_some()
        };
        let one = Shape::exactly(1, Likeness::Any);
        assert!(told(one, Amounts::finite(vec![1]), Vec::new()));
        assert!(!told(one, Amounts::finite(vec![1]), vec![2]));
        assert!(!told(Shape::at_least(2, Likeness::Any), Amounts::finite(vec![1]), Vec::new()));
        assert!(!told(Shape::exactly(3, Likeness::NotAllEqual), Amounts::finite(vec![1]), Vec::new()));
        assert!(!told(one, Amounts::finite((1..=1001).collect()), Vec::new()));
    }
}

//! The definition itself: the value of a heap is the mex of the values of its options.

use super::cells::{HeapValues, ValueCells, ValueRow, over_cells};
use super::engine::AmountList;
use super::engine::{Engine, EngineKind};
use super::engine::{Leaves, Split};
use super::partitions::Partitions;
use crate::game::{HeapClause, HeapRules, Likeness, Shape};
use crate::nim::{Mex, Nimber};
use crate::solve::{Budget, SolveError, Solved};

pub(super) const KIND: EngineKind = EngineKind {
    name: "definition",
    why: "the mex of the values of all options, heap by heap",
    fits: |rules| Some(Box::new(Definition::new(rules))),
};

/// The engine that looks at every option of every heap.
pub(super) struct Definition {
    pub clauses: Vec<ListedClause>,
    divisors: AmountList,
    mex: Mex,
    work: u64,
}

/// A clause of the rules, with its amounts as a list that grows.
pub(super) struct ListedClause {
    pub amounts: AmountList,
    pub leaves: Leaves,
    /// The nim-sums of splits into more than two heaps, unless these must be equal.
    partitions: Option<Partitions>,
}

impl Definition {
    pub fn new(rules: &HeapRules) -> Definition {
        let clauses = joined(&rules.clauses).into_iter().map(|clause| {
            let leaves = Leaves::of(&clause.shape);
            let many = leaves.split.filter(|split| !split.is_in_two() && split.likeness != Likeness::Equal);
            ListedClause { amounts: AmountList::new(&clause.amounts), leaves, partitions: many.map(Partitions::new) }
        });
        Definition {
            clauses: clauses.collect(),
            divisors: AmountList::new(&rules.divisors),
            mex: Mex::default(),
            work: 0,
        }
    }

    /// Lists the amounts and the divisors for heaps up to this one. The lists grow by doubling, so that sets are
    /// rarely asked for their members.
    pub fn list(&mut self, heap: usize, budget: &Budget) -> Solved<()> {
        let limit = (heap + 1).next_power_of_two().max(64) + 1;
        for clause in &mut self.clauses {
            clause.amounts.reach(limit, budget)?;
        }
        self.divisors.reach(limit, budget)
    }

    fn value(&mut self, heap: usize, values: &HeapValues, budget: &Budget) -> Solved<u64> {
        self.list(heap, budget)?;
        let span = values.span();
        self.mex.clear();
        if span > self.mex.span() {
            budget.room(span as u64 / 8)?;
            self.mex.widen(span);
        }
        for clause in &mut self.clauses {
            self.work += clause.mark(heap, values, &mut self.mex, budget)?;
        }
        if heap > 0 {
            for divisor in self.divisors.up_to(heap) {
                self.mex.insert(Nimber(values.stored(heap / divisor)?));
            }
            if self.divisors.any_beyond(heap, budget.meter())? {
                // floor(n/d) = 0 for d > n.
                self.mex.insert(Nimber::ZERO);
            }
        }
        Ok(self.mex.value().0)
    }
}

/// The clauses, those of the same amounts joined where they leave adjacent numbers of heaps: so the splits of `into 2..50`
/// are looked at once, and not for each number of heaps.
fn joined(clauses: &[HeapClause]) -> Vec<HeapClause> {
    let mut joined: Vec<HeapClause> = Vec::new();
    for clause in clauses {
        let Shape { least, most, likeness } = clause.shape;
        let is_next = |other: &&mut HeapClause| {
            let follows = other.shape.most.is_none_or(|last| least <= last.saturating_add(1));
            other.shape.likeness == likeness && other.shape.least <= least && follows && other.amounts == clause.amounts
        };
        match joined.iter_mut().find(is_next) {
            Some(before) => before.shape.most = before.shape.most.zip(most).map(|(one, other)| one.max(other)),
            None => joined.push(clause.clone()),
        }
    }
    joined
}

impl Engine for Definition {
    fn extend(&mut self, values: &mut HeapValues, to: usize, budget: &Budget) -> Solved<()> {
        while values.len() < to {
            let value = self.value(values.len(), values, budget)?;
            values.push(value, budget)?;
        }
        Ok(())
    }

    fn work(&self) -> u64 {
        self.work
    }
}

impl ListedClause {
    /// Inserts the values of the options of this heap under this clause. The result is the work, in steps.
    fn mark(&mut self, heap: usize, values: &HeapValues, mex: &mut Mex, budget: &Budget) -> Solved<u64> {
        let amounts = self.amounts.up_to(heap);
        if self.leaves.none && amounts.last() == Some(&heap) {
            mex.insert(Nimber::ZERO);
        }
        if self.leaves.one {
            over_cells!(values.cells(), cells => mark_one(cells, amounts, heap, mex));
        }
        budget.check()?;
        let Some(split) = self.leaves.split else { return Ok(2 * amounts.len() as u64) };
        if let Some(partitions) = &mut self.partitions {
            let before = partitions.work();
            partitions.reach(heap, values, budget)?;
            for amount in amounts {
                mex.insert_bits(partitions.row(heap - amount));
            }
            return Ok(partitions.work() - before + (amounts.len() * values.span().div_ceil(64)) as u64);
        }
        for amount in amounts {
            budget.check()?;
            let rest = heap - amount;
            match split.likeness {
                Likeness::Equal => mark_equal(values, split, rest, mex)?,
                Likeness::Any => over_cells!(values.cells(), cells => mark_pairs(cells, rest, rest / 2, mex)),
                // Two heaps that are not all equal are unequal.
                Likeness::Unequal | Likeness::NotAllEqual => {
                    over_cells!(values.cells(), cells => mark_pairs(cells, rest, rest.saturating_sub(1) / 2, mex));
                }
            }
        }
        Ok(amounts.len() as u64 * heap as u64)
    }
}

/// Inserts the values of the options that are one heap and not empty.
fn mark_one(cells: &impl ValueRow, amounts: &[usize], heap: usize, mex: &mut Mex) {
    for amount in amounts {
        // The amount `heap` leaves nothing, and the amount 0 leaves the heap as it was, which is not a move.
        if *amount < heap && *amount > 0 {
            mex.insert(Nimber(cells.at(heap - amount)));
        }
    }
}

/// Inserts the values of the rest left in two heaps, the smaller of which is at most `largest_smaller`.
fn mark_pairs(cells: &impl ValueRow, rest: usize, largest_smaller: usize, mex: &mut Mex) {
    for smaller in 1..=largest_smaller {
        mex.insert(Nimber(cells.at(smaller) ^ cells.at(rest - smaller)));
    }
}

/// Inserts the values of the rest left in equal heaps: the value is 0 for an even number of heaps, and that of one
/// heap for an odd number.
fn mark_equal(values: &HeapValues, split: Split, rest: usize, mex: &mut Mex) -> Solved<()> {
    let mut mark = |parts: usize| {
        if split.allows(parts) {
            mex.insert(Nimber(if parts.is_multiple_of(2) { 0 } else { values.stored(rest / parts)? }));
        }
        Ok::<(), SolveError>(())
    };
    let mut divisor = 1;
    while divisor * divisor <= rest {
        if rest.is_multiple_of(divisor) {
            mark(divisor)?;
            mark(rest / divisor)?;
        }
        divisor += 1;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::agreement::defined;
    use super::*;
    use crate::game::{Amounts, Family, Set};

    #[test]
    fn the_definition_sees_divisors_that_are_larger_than_any_table() {
        let ends = |start, end, step| Set::range(start, Some(end), step);
        let without_one = |set| Set::Except(Arc::new((set, Set::finite(vec![1.into()]))));
        let sets = [
            ends(3, 1 << 21, 2),
            // More members than are ever listed.
            ends(2, 1 << 40, 1),
            Set::Except(Arc::new((Set::range(2, None, 1), Set::range(1 << 21, None, 1)))),
            without_one(Set::Family(Family::Powers(2))),
        ];
        for set in sets {
            let rules = HeapRules::new(Vec::new(), Amounts::from_set(&set).unwrap()).unwrap();
            let values = defined(&rules, 300);
            for (heap, value) in values.iter().enumerate() {
                let options = rules.options(heap as u64);
                let seen: Vec<u64> = options.iter().map(|left| values[usize::try_from(left[0]).unwrap()]).collect();
                assert_eq!((0..).find(|value| !seen.contains(value)), Some(*value), "heap {heap} by {set}");
            }
        }
    }
}

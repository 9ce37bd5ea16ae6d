//! The values of a row of heaps, such as those of 1 to 10^16 counters: beyond the preperiod they are arithmetic
//! progressions, which need not be looked at one by one.

use std::ops::ControlFlow;

use super::period::raise;
use super::table::HeapTable;
use crate::limits::{Budget, SolveError, Solved};
use crate::nim::{Nimber, NumberRow, Period, gcd};

/// Values that are a progression: the index in the row of the first one, and how far apart the others are.
struct RowValues {
    index: u64,
    distance: u64,
    values: NumberRow,
}

/// Finds the values of a row, one by one up to a proved period.
pub(in crate::solve) struct RowReader<'a> {
    pub heaps: NumberRow,
    /// The proved period of all values, if there is one.
    pub period: Option<Period>,
    /// The value of a heap of the row.
    pub value: &'a mut dyn FnMut(u64) -> Solved<Nimber>,
    pub budget: &'a Budget,
}

impl RowReader<'_> {
    /// The nim-sum of the values.
    pub fn nim_sum(&mut self) -> Solved<Nimber> {
        let mut total = Nimber::ZERO;
        self.each(&mut |found| {
            total ^= found.values.nim_sum();
            ControlFlow::Continue(())
        })?;
        Ok(total)
    }

    /// The first heap whose value has the binary digit `place`.
    pub fn heap_with_digit(&mut self, place: u32) -> Solved<Option<u64>> {
        let mut least: Option<u64> = None;
        self.each(&mut |found| {
            if let Some(turn) = found.values.first_with_digit(place) {
                let index = found.index + turn * found.distance;
                least = Some(least.map_or(index, |least| least.min(index)));
            }
            // Where values are looked at one by one, they come in order.
            if least.is_some() && found.distance == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        Ok(least.and_then(|index| self.heaps.get(index)))
    }

    /// Visits the values: those before the period in order and one by one, then those of each residue.
    fn each(&mut self, visit: &mut dyn FnMut(RowValues) -> ControlFlow<()>) -> Solved<()> {
        let heaps = self.heaps;
        let single = match self.period {
            Some(period) if heaps.step > 0 => {
                period.preperiod.saturating_sub(heaps.first).div_ceil(heaps.step).min(heaps.count)
            }
            _ => heaps.count,
        };
        for index in 0..single {
            let values = NumberRow { first: self.value_at(index)?, step: 0, count: 1 };
            if visit(RowValues { index, distance: 0, values }).is_break() {
                return Ok(());
            }
        }
        let Some(period) = self.period.filter(|_| single < heaps.count) else { return Ok(()) };
        let (residues, rise) = residues(&period, heaps.step)?;
        for index in single..heaps.count.min(single.saturating_add(residues)) {
            let count = (heaps.count - index).div_ceil(residues);
            let values = NumberRow { first: self.value_at(index)?, step: rise, count };
            if values.last().is_none() {
                return Err(SolveError::Overflow);
            }
            if visit(RowValues { index, distance: residues, values }).is_break() {
                return Ok(());
            }
        }
        Ok(())
    }

    fn value_at(&mut self, index: u64) -> Solved<u64> {
        if index.is_multiple_of(1 << 16) {
            self.budget.check()?;
        }
        Ok((self.value)(self.heaps.get(index).ok_or(SolveError::Overflow)?)?.0)
    }
}

impl HeapTable {
    /// Reads the values of heaps of these sizes.
    ///
    /// # Errors
    /// As [`HeapTable::value`], and those of `read`.
    pub(in crate::solve) fn read_row<T>(
        &mut self,
        heaps: NumberRow,
        budget: &Budget,
        read: impl FnOnce(&mut RowReader) -> Solved<T>,
    ) -> Solved<T> {
        if let Some(last) = heaps.last() {
            self.fill(last.saturating_add(1), budget)?;
        }
        let period = self.proved().map(|(period, ..)| period);
        read(&mut RowReader { heaps, period, value: &mut |heap| self.kept(heap), budget })
    }
}

/// After how many steps the values of heaps that are `step` apart repeat, and how much they rise until then.
fn residues(period: &Period, step: u64) -> Solved<(u64, u64)> {
    let common = gcd(period.period, step);
    Ok((period.period / common, raise(0, step / common, period)?.0))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::dice::{Dice, tries};
    use crate::game::{HeapRules, Moves, Ruleset};
    use crate::limits::Limits;

    fn rules(moves: Moves) -> Arc<HeapRules> {
        match &moves.game("G").unwrap().ruleset {
            Ruleset::Heap(rules) => rules.clone(),
            _ => panic!("a heap game"),
        }
    }

    #[test]
    fn rows_have_the_values_of_their_heaps() {
        let mut dice = Dice::new(0x9a09_7e55_0002);
        let budget = Budget::new(Limits::default(), Arc::default());
        let codes = ["0.77", "0.137", "4.3", "0.07", "0.6", "0.26", "0.3333"];
        let games =
            codes.map(|code| Moves::octal(code).unwrap()).into_iter().chain([Moves::take(1..), Moves::take([2, 3, 7])]);
        for moves in games {
            let rules = rules(moves);
            let mut table = HeapTable::new(rules);
            // With a proof, and where there is none, without.
            let _ = table.period(super::super::period::Effort::GLANCE, &budget).unwrap();
            for _ in 0..tries(200) {
                let heaps = NumberRow { first: dice.below(300), step: dice.below(40), count: dice.below(150) };
                let sizes: Vec<u64> = (0..heaps.count).map(|index| heaps.get(index).unwrap()).collect();
                let values: Vec<Nimber> = sizes.iter().map(|heap| table.value(*heap, &budget).unwrap()).collect();
                let total = table.read_row(heaps, &budget, |row| row.nim_sum()).unwrap();
                assert_eq!(total, values.iter().copied().collect(), "{heaps:?}");
                for place in 0..4 {
                    let wanted = values.iter().position(|value| value.0 >> place & 1 == 1).map(|index| sizes[index]);
                    let found = table.read_row(heaps, &budget, |row| row.heap_with_digit(place)).unwrap();
                    assert_eq!(found, wanted, "{heaps:?}");
                }
            }
        }
    }
}

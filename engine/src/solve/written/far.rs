//! Values far along one coordinate, which repeat.
//!
//! Where the large coordinate is at least some number B, let every move lower it by at most w, or leave it, and let
//! nothing else in the rule depend on it but its remainder by m. The values at x are then a function of those at
//! x−w, …, x−1 and of x modulo m, the same for all x ≥ B. So once w columns of values in a row occur again, at the same
//! remainder, all values repeat from there on. `docs/proofs.md`, "Written rules along a coordinate", has the proof.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::far_reading::FarPlace;
use super::far_rule::FarRule;
use super::far_values::FarValues;
use super::memos::WrittenGames;
use crate::game::{LARGEST_COORDINATE, Mover, Position, Ruleset, Value};
use crate::nim::{Nimber, Period};
use crate::solve::heaps::Heaps;
use crate::solve::{Budget, SolveError, Solved};

impl WrittenGames {
    /// Smaller numbers are left to the other methods.
    const FAR: i128 = 1 << 17;
    /// The most positions that are valued to find a repetition.
    const LOOKED_AT: usize = 1 << 19;
    /// The most places for which values are prepared together.
    const TOGETHER: i128 = 1 << 12;
    /// Positions are compared with the definition as far as so many steps of work reach.
    const COMPARED: u64 = 200_000;

    /// The value of a position with one large coordinate, if it is proved that values repeat along it. `None` if they are
    /// not seen to, or if the rule does not allow the proof.
    ///
    /// # Errors
    /// An interruption.
    pub fn far_value(&mut self, position: &Position, heaps: &mut Heaps, budget: &mut Budget) -> Solved<Option<Nimber>> {
        let numbers = position.coordinates.iter().enumerate().filter_map(|(axis, n)| Some((axis, n.as_integer()?)));
        let Some((axis, large)) = numbers.max_by_key(|(_, n)| *n) else { return Ok(None) };
        if !(Self::FAR..=LARGEST_COORDINATE).contains(&large) {
            return Ok(None);
        }
        let value = self.along(position, axis, heaps, budget)?.and_then(|(far, place)| far.value(large, place));
        self.counts.far += u64::from(value.is_some());
        Ok(value)
    }

    /// The period of the values along a coordinate of a position, and up to where they were computed. `None` if it is
    /// not proved.
    ///
    /// # Errors
    /// An interruption.
    pub fn period_along(
        &mut self,
        position: &Position,
        axis: usize,
        heaps: &mut Heaps,
        budget: &mut Budget,
    ) -> Solved<Option<(Period, u64)>> {
        Ok(self.along(position, axis, heaps, budget)?.and_then(|(far, place)| far.period(place)))
    }

    /// The values along a coordinate of a position, and the index of its place among them.
    fn along(
        &mut self,
        position: &Position,
        axis: usize,
        heaps: &mut Heaps,
        budget: &mut Budget,
    ) -> Solved<Option<(&FarValues, usize)>> {
        let Ruleset::Written(system, index) = &position.game.ruleset else { return Ok(None) };
        if self.definition_only || system.has_representatives() {
            return Ok(None);
        }
        let Some(start) = FarPlace::of(*index, axis, &position.coordinates) else { return Ok(None) };
        let memo = self.memo_in_use(system);
        let known = self.memos[memo].far.iter().position(|far| far.places.contains_key(&start));
        let number = match known {
            Some(number) => number,
            None => {
                let mover = Arc::clone(&self.memos[memo].mover);
                let far = self.far_values(&mover, start.clone(), heaps, budget)?;
                self.memos[memo].far.push(far);
                self.memos[memo].far.len() - 1
            }
        };
        let far = &self.memos[memo].far[number];
        Ok(far.places.get(&start).map(|place| (far, *place)))
    }

    /// The values up to where they repeat; without a repetition if none is found.
    fn far_values(
        &mut self,
        mover: &Mover,
        start: FarPlace,
        heaps: &mut Heaps,
        budget: &mut Budget,
    ) -> Solved<FarValues> {
        let Some(rule) = FarRule::read(mover, &start) else { return Ok(FarValues::unknown(start)) };
        match self.find_repetition(mover, &rule, heaps, budget) {
            Ok(Some(far)) => Ok(far),
            Err(stop @ (SolveError::Interrupted | SolveError::TimedOut | SolveError::Internal(_))) => Err(stop),
            // What is wrong with a position is told where that position is asked.
            Ok(None) | Err(_) => Ok(FarValues::unknown(start)),
        }
    }

    /// Values column after column until a window of them occurs again.
    fn find_repetition(
        &mut self,
        mover: &Mover,
        rule: &FarRule,
        heaps: &mut Heaps,
        budget: &mut Budget,
    ) -> Solved<Option<FarValues>> {
        let most = Self::LOOKED_AT / rule.places.len();
        let mut columns: Vec<Vec<Option<Nimber>>> = Vec::new();
        let mut numbered: FxHashMap<Vec<Option<Nimber>>, u32> = FxHashMap::default();
        let mut names: Vec<u32> = Vec::new();
        let mut seen: FxHashMap<(usize, Vec<u32>), usize> = FxHashMap::default();
        let mut expected = 0;
        while names.len() < most {
            let here = names.len();
            if here >= rule.from {
                let last = names[here - rule.back..].to_vec();
                if let Some(first) = seen.insert((here % rule.modulus, last), here) {
                    self.compare(mover, rule, &columns, heaps, budget)?;
                    return Ok(Some(FarValues::repeating(rule, columns, (first, here - first))));
                }
            }
            if here == expected {
                expected = (2 * expected).max(rule.from + 256).min(most);
                self.expect_together(mover, rule, expected as i128 - 1, budget)?;
            }
            budget.check()?;
            budget.room((rule.places.len() as u64 + rule.back as u64) * 32)?;
            let column = self.column(mover, rule, here as i128, heaps, budget)?;
            let next = u32::try_from(numbered.len()).map_err(|_| SolveError::Overflow)?;
            names.push(*numbered.entry(column.clone()).or_insert(next));
            columns.push(column);
        }
        Ok(None)
    }

    /// Prepares for questions about all places of one rule up to a number.
    fn expect_together(&mut self, mover: &Mover, rule: &FarRule, last: i128, budget: &mut Budget) -> Solved<()> {
        let Some(first) = rule.places.first() else { return Ok(()) };
        let mut highest = first.with(last).to_vec();
        for place in &rule.places {
            if (place.rule, place.axis) != (first.rule, first.axis) {
                return Ok(());
            }
            for (highest, other) in highest.iter_mut().zip(place.with(last).iter()) {
                match (&highest, other) {
                    (Value::Integer(a), Value::Integer(b)) => *highest = Value::Integer(*a.max(b)),
                    _ => return Ok(()),
                }
            }
        }
        let beside = highest.iter().enumerate().filter(|(index, _)| *index != first.axis);
        let sizes = beside.filter_map(|(_, n)| n.as_integer()?.checked_add(1));
        if sizes.fold(1, |product: i128, size| product.saturating_mul(size)) > Self::TOGETHER {
            return Ok(());
        }
        self.expect(&Position { game: mover.game(first.rule).clone(), coordinates: highest.into() }, budget)
    }

    /// The values at all places with this number; `None` where there is no position.
    fn column(
        &mut self,
        mover: &Mover,
        rule: &FarRule,
        number: i128,
        heaps: &mut Heaps,
        budget: &mut Budget,
    ) -> Solved<Vec<Option<Nimber>>> {
        let value = |place: &FarPlace| {
            let position = Position { game: mover.game(place.rule).clone(), coordinates: place.with(number) };
            let inside = mover.admits(place.rule, &position.coordinates);
            match inside.map_err(|fault| budget.left(fault, position.clone()))? {
                true => self.value(&position, heaps, budget).map(Some),
                false => Ok(None),
            }
        };
        rule.places.iter().map(value).collect()
    }

    /// Compares the values with those of the definition, for the rule as it is.
    ///
    /// # Errors
    /// `SolveError::Internal` if they differ; an interruption.
    fn compare(
        &self,
        mover: &Mover,
        rule: &FarRule,
        columns: &[Vec<Option<Nimber>>],
        heaps: &mut Heaps,
        budget: &mut Budget,
    ) -> Solved<()> {
        let mut definition = WrittenGames::definition_only(budget.meter().clone());
        let mut account = budget.clone();
        let compared = budget.within(Self::COMPARED, || {
            for (number, column) in columns.iter().enumerate() {
                let again = definition.column(mover, rule, number as i128, heaps, &mut account)?;
                if again != *column {
                    return Err(SolveError::Internal("values that were proved to repeat are not those of the rule"));
                }
            }
            Ok(())
        });
        compared.map(drop)
    }
}

//! Values along a coordinate, up to where they repeat.

use rustc_hash::FxHashMap;

use super::far_reading::FarPlace;
use super::far_rule::FarRule;
use crate::nim::{Nimber, Period};

/// The values of a rule along one of its coordinates, up to where they repeat.
#[derive(Clone, Debug)]
pub(super) struct FarValues {
    /// The index of each place in a column.
    pub places: FxHashMap<FarPlace, usize>,
    /// For each number, the values of all places; `None` where there is no position.
    columns: Vec<Vec<Option<Nimber>>>,
    /// From the first of these numbers on values repeat, each as that of the number which is less by the second; `None`:
    /// that is not known.
    repeats: Option<(usize, usize)>,
}

impl FarValues {
    /// Values of which no repetition is known.
    pub fn unknown(start: FarPlace) -> FarValues {
        FarValues { places: FxHashMap::from_iter([(start, 0)]), columns: Vec::new(), repeats: None }
    }

    pub fn repeating(rule: &FarRule, columns: Vec<Vec<Option<Nimber>>>, repeats: (usize, usize)) -> FarValues {
        let places = rule.places.iter().cloned().zip(0..).collect();
        FarValues { places, columns, repeats: Some(repeats) }
    }

    /// The value of a place with a number, if values are known to repeat.
    pub fn value(&self, number: i128, place: usize) -> Option<Nimber> {
        let (first, period) = self.repeats?;
        let (first, period) = (first as i128, period as i128);
        let number = if number < first { number } else { first + (number - first) % period };
        *self.columns.get(usize::try_from(number).ok()?)?.get(place)?
    }

    /// The least period of the values of a place, from the first number on from which it holds, and the last number that
    /// was looked at. From there on all are positions; `None` if that is never so.
    pub fn period(&self, place: usize) -> Option<(Period, u64)> {
        let (first, period) = self.repeats?;
        let value = |number: usize| self.columns.get(number)?.get(place).copied().flatten();
        let cycle: Vec<Nimber> = (first..first + period).map(value).collect::<Option<_>>()?;
        let is_period = |shorter: &usize| (*shorter..period).all(|n| cycle[n] == cycle[n - shorter]);
        let period = (1..=period).find(|shorter| period.is_multiple_of(*shorter) && is_period(shorter))?;
        let later = |number: usize| cycle[(period - (first - number) % period) % period];
        let agrees = |number: &usize| value(*number) == Some(later(*number));
        let preperiod = (0..first).rev().take_while(agrees).last().unwrap_or(first);
        let last = self.columns.len() as u64 - 1;
        Some((Period { preperiod: preperiod as u64, period: period as u64, saltus: 0 }, last))
    }
}

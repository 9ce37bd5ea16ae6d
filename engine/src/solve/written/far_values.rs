//! Values along a coordinate, up to where they repeat.

use std::sync::Arc;

use crate::game::{Game, Position, Value};
use crate::nim::Nimber;

/// The values of a rule along one of its coordinates, up to where they repeat.
#[derive(Clone, Debug)]
pub(super) struct FarValues {
    pub axis: usize,
    /// The sizes of a box of all other coordinates that are reached; 1 for the axis itself.
    pub sizes: Vec<i64>,
    /// For each number of the axis, the values of that box; `None` where there is no position.
    pub columns: Vec<Vec<Option<Nimber>>>,
    /// From this number on values repeat, each as that of the number which is less by the period; `None`: not found.
    pub repeats: Option<(usize, usize)>,
}

impl FarValues {
    /// Are these coordinates in the box? That of the axis is 0.
    pub fn holds(&self, others: &[i64]) -> bool {
        others.iter().zip(&self.sizes).all(|(n, size)| n < size)
    }

    /// The last coordinates of the box.
    pub fn highest(&self) -> Vec<i64> {
        self.sizes.iter().map(|size| size - 1).collect()
    }

    /// The position with a number on the axis.
    pub fn position(&self, game: &Arc<Game>, number: i64, others: &[i64]) -> Position {
        let coordinate =
            |(place, n): (usize, &i64)| Value::Integer(if place == self.axis { number.into() } else { (*n).into() });
        Position { game: game.clone(), coordinates: others.iter().enumerate().map(coordinate).collect() }
    }

    /// The value at a number, if values are known to repeat.
    pub fn value(&self, number: i128, others: &[i64]) -> Option<Nimber> {
        let (first, period) = self.repeats?;
        let (first, period) = (first as i128, period as i128);
        let number = if number < first { number } else { first + (number - first) % period };
        let place = others.iter().zip(&self.sizes).fold(0, |place, (n, size)| place * size + n);
        let column = self.columns.get(usize::try_from(number).ok()?)?;
        *column.get(usize::try_from(place).ok()?)?
    }
}

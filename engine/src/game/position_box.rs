//! Many positions of a game at once: a box of them.

use std::ops::Range;
use std::sync::Arc;

use super::{EvalError, EvalErrorKind, Game, Meter, Position, Set, Value, expected};

/// What a coordinate runs through, in order.
#[derive(Clone, Debug)]
pub enum CoordinateRun {
    /// Numbers in equal steps.
    Steps {
        /// The first of them.
        first: i64,
        /// From one to the next, at least 1.
        step: i64,
        /// How many there are.
        count: usize,
    },
    /// Any values.
    Listed(Arc<[Value]>),
}

impl CoordinateRun {
    /// The members of a set or a list, or a single value.
    ///
    /// # Errors
    /// `EvalErrorKind::Expected` for a value of another kind; an endless set; `Stopped`.
    pub fn of(value: &Value, meter: &Meter) -> Result<CoordinateRun, EvalError> {
        Ok(match value {
            Value::Set(set) => match CoordinateRun::of_range(set) {
                Some(run) => run,
                None => CoordinateRun::Listed(set.members(meter)?.into()),
            },
            Value::List(members) => CoordinateRun::Listed(members.clone()),
            Value::Integer(_) | Value::Text(_) => CoordinateRun::Listed(Arc::new([value.clone()])),
            other => return Err(EvalError::without_place(expected("a range", other))),
        })
    }

    /// A range of numbers, without listing them.
    fn of_range(set: &Set) -> Option<CoordinateRun> {
        let Set::Range { start, end: Some(end), step } = *set else { return None };
        let (first, last) = (i64::try_from(start).ok().filter(|first| *first > i64::MIN)?, i64::try_from(end).ok()?);
        let step = i64::try_from(step).ok().filter(|step| *step > 0)?;
        let count = match last < first {
            true => 0,
            false => usize::try_from(first.abs_diff(last) / step.unsigned_abs()).ok()?.checked_add(1)?,
        };
        Some(CoordinateRun::Steps { first, step, count })
    }

    /// How many members there are.
    pub fn len(&self) -> usize {
        match self {
            CoordinateRun::Steps { count, .. } => *count,
            CoordinateRun::Listed(members) => members.len(),
        }
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The member with this index.
    pub fn get(&self, index: usize) -> Option<Value> {
        match self {
            CoordinateRun::Steps { .. } => self.number(index).map(|n| Value::Integer(n.into())),
            CoordinateRun::Listed(members) => members.get(index).cloned(),
        }
    }

    /// The member with this index, if it is a number.
    pub fn number(&self, index: usize) -> Option<i64> {
        match self {
            CoordinateRun::Steps { first, step, count } => (index < *count).then(|| first + step * index as i64),
            CoordinateRun::Listed(members) => match members.get(index)? {
                Value::Integer(n) => i64::try_from(*n).ok(),
                _ => None,
            },
        }
    }

    /// All members in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Value> + Clone + '_ {
        // Every index below the length has a member.
        (0..self.len()).map(|index| self.get(index).unwrap_or(Value::None))
    }

    /// The difference between consecutive numbers; `None` if it varies, or if there are fewer than two.
    pub fn step(&self) -> Option<i64> {
        let step = self.number(1)?.checked_sub(self.number(0)?)?;
        let is_equal = |index| Some(self.number(index + 1)?.checked_sub(self.number(index)?)? == step);
        let is_run = matches!(self, CoordinateRun::Steps { .. })
            || (1..self.len() - 1).all(|index| is_equal(index) == Some(true));
        is_run.then_some(step)
    }

    /// The smallest number among them.
    fn least(&self) -> Option<i128> {
        match self {
            CoordinateRun::Steps { first, count, .. } => (*count > 0).then_some((*first).into()),
            CoordinateRun::Listed(members) => integers(members).min(),
        }
    }

    /// The largest of them, if all are numbers.
    fn largest(&self) -> Option<i64> {
        match self {
            CoordinateRun::Steps { count, .. } => self.number(count.checked_sub(1)?),
            CoordinateRun::Listed(members) if integers(members).count() == members.len() => {
                i64::try_from(integers(members).max()?).ok()
            }
            CoordinateRun::Listed(_) => None,
        }
    }

    /// The numbers as ranges without gaps, in their order; `None` if not all are numbers from −2^63 to 2^63−1.
    pub(crate) fn ranges(&self) -> Option<Vec<Range<i64>>> {
        let mut ranges: Vec<Range<i64>> = Vec::new();
        if let CoordinateRun::Steps { first, step: 1, count } = self {
            ranges.push(*first..first + *count as i64);
            return Some(ranges);
        }
        for index in 0..self.len() {
            let n = self.number(index).filter(|n| *n < i64::MAX)?;
            match ranges.last_mut() {
                Some(last) if last.end == n => last.end += 1,
                _ => ranges.push(n..n + 1),
            }
        }
        Some(ranges)
    }
}

fn integers(members: &[Value]) -> impl Iterator<Item = i128> + '_ {
    members.iter().filter_map(|member| if let Value::Integer(n) = member { Some(*n) } else { None })
}

/// Positions of a game whose coordinates run through these values.
#[derive(Clone, Debug)]
pub struct PositionBox {
    /// The game.
    pub game: Arc<Game>,
    /// For each of its coordinates what it runs through.
    pub axes: Vec<CoordinateRun>,
}

impl PositionBox {
    /// The positions of a game whose coordinates run through the members of these values.
    ///
    /// # Errors
    /// As many values as the game has coordinates are wanted, and they are as [`CoordinateRun::of`] wants them;
    /// `EvalErrorKind::Coordinate` for a number below 0, where the game does not state what the coordinate may be.
    pub fn of(game: &Arc<Game>, ranges: &[Value], meter: &Meter) -> Result<PositionBox, EvalError> {
        let (wanted, found) = (game.ruleset.arity(), ranges.len());
        if wanted != found {
            let name = game.name.to_string();
            return Err(EvalError::without_place(EvalErrorKind::Arity { name, wanted, found }));
        }
        let axes = ranges.iter().map(|range| CoordinateRun::of(range, meter)).collect::<Result<Vec<_>, _>>()?;
        let asked = PositionBox { game: game.clone(), axes };
        asked.below_zero().map_or(Ok(asked), |kind| Err(EvalError::without_place(kind)))
    }

    /// What is wrong if a coordinate runs below 0, and the game does not state what it may be.
    pub fn below_zero(&self) -> Option<EvalErrorKind> {
        let least = self
            .axes
            .iter()
            .enumerate()
            .find_map(|(index, run)| run.least().filter(|least| *least < 0 && !self.game.ruleset.states(index)));
        least.map(|value| EvalErrorKind::Coordinate { game: self.game.name.to_string(), value })
    }

    /// How many positions there are.
    pub fn count(&self) -> u128 {
        self.axes.iter().fold(1, |count: u128, axis| count.saturating_mul(axis.len() as u128))
    }

    /// The coordinates of the position with this index, the last coordinate running fastest.
    pub fn coordinates(&self, index: usize) -> Vec<Value> {
        let (mut rest, mut coordinates) = (index, Vec::with_capacity(self.axes.len()));
        for axis in self.axes.iter().rev() {
            coordinates.push(axis.get(rest % axis.len()).unwrap_or(Value::None));
            rest /= axis.len();
        }
        coordinates.reverse();
        coordinates
    }

    /// The position with the largest numbers, and where not all are numbers with the last value.
    pub(crate) fn highest(&self) -> Position {
        let highest = |axis: &CoordinateRun| match axis.largest() {
            Some(largest) => Value::Integer(largest.into()),
            None => axis.len().checked_sub(1).and_then(|last| axis.get(last)).unwrap_or(Value::None),
        };
        Position { game: self.game.clone(), coordinates: self.axes.iter().map(highest).collect() }
    }
}

//! The values of a row of positions along the only coordinate of a rule, such as those of 1 to 10^12.

use std::sync::Arc;

use super::WrittenGames;
use crate::game::{Game, Position};
use crate::nim::{NumberRow, Period};
use crate::solve::heap::RowReader;
use crate::solve::{Budget, SolveError, Solved};

impl WrittenGames {
    /// Reads the values of a row of positions with one coordinate. `None` if these are not proved to repeat, if one of them is no
    /// position, or if the last number is not large.
    ///
    /// # Errors
    /// An interruption, and those of `read`.
    pub fn read_row<T>(
        &mut self,
        game: &Arc<Game>,
        numbers: NumberRow,
        budget: &Budget,
        read: impl FnOnce(&mut RowReader) -> Solved<T>,
    ) -> Solved<Option<T>> {
        let Some(last) = numbers.last() else { return Ok(None) };
        let position = Position::at(game, last);
        if i128::from(last) < Self::FAR || self.far_value(&position, budget)?.is_none() {
            return Ok(None);
        }
        let Some((memo, number, kind)) = self.system_along(&position, 0, budget)? else { return Ok(None) };
        let Some(system) = self.memos[memo].systems[number].as_deref() else { return Ok(None) };
        let Some(repeat) = system.repeats else { return Ok(None) };
        let period = Period { preperiod: repeat.from as u64, period: repeat.shift as u64, saltus: 0 };
        let mut is_absent = false;
        let mut value = |number: u64| {
            let value = system.value(number.into(), kind);
            is_absent |= value.is_none();
            value.ok_or(SolveError::Internal("one of a row of numbers is not a position"))
        };
        let found = read(&mut RowReader { heaps: numbers, period: Some(period), value: &mut value, budget });
        if is_absent { Ok(None) } else { found.map(Some) }
    }
}

//! Periods that values seem to have, without a proof.

use super::super::cells::{ValueCells, Values, over_cells};
use super::repeat::{Repeat, shortest_repeat};
use crate::nim::Period;
use crate::solve::reservation::Reservation;
use crate::solve::{Budget, SolveError, Solved};

/// The period that the values seem to have, with or without a saltus; this is not a proof. The part that repeats
/// must be at least half of the values, and at least four periods long.
pub(in super::super) fn arithmetic(values: &Values, budget: &Budget) -> Solved<Option<Period>> {
    let length = values.len();
    let convinces = |repeat: Repeat| 2 * repeat.from <= length && 4 * repeat.shift <= length - repeat.from;
    let plain = over_cells!(values.cells(), cells => shortest_repeat(cells, length / 4, budget, convinces))?;
    if let Some(repeat) = plain {
        return Ok(Some(repeat.period(0)));
    }
    let bytes = 8 * length as u64;
    let mut room = Reservation::default();
    // If there is no memory for the differences, there are too many values for them to have risen with each period.
    match room.hold(bytes, budget) {
        Err(SolveError::Memory { .. }) => return Ok(None),
        other => other?,
    }
    // How much the last value exceeds the one `shift` heaps before it; `None` if it does not.
    let rise = |shift: usize| {
        let earlier = values.get((length - 1).checked_sub(shift)?)?;
        values.get(length - 1)?.checked_sub(earlier).filter(|rise| *rise > 0)
    };
    // Where values fall the difference wraps around; differences are only compared for equality.
    let steps: Vec<u64> =
        values.all().zip(values.all().skip(1)).map(|(before, value)| value.wrapping_sub(before)).collect();
    let found = shortest_repeat(&steps, length / 4, budget, |repeat| convinces(repeat) && rise(repeat.shift).is_some());
    Ok(found?.and_then(|repeat| Some(repeat.period(rise(repeat.shift)?))))
}

//! Where in a box the positions lie that an option leaves, for many options at once.

use super::code::Code;
use super::vector::{Active, Column, Lanes, Machine, Trouble};

/// A place below this is none: a coordinate is below 0, and nothing is left.
pub(super) const NONE: i64 = -(1 << 59);
/// And one that is below 0, but not so far, lies beyond the box.
const BEYOND: i64 = -(1 << 40);

/// The place in each lane that counts; `None` if there is none in any lane.
///
/// # Errors
/// `Misfit` if a coordinate has no value; where lines are split, also if one lies beyond the box, and `Split`.
pub(super) fn find(
    machine: &mut Machine,
    coordinates: &[Code],
    active: Active,
    sizes: &[i64],
    strides: &[i64],
) -> Result<Option<Lanes>, Trouble> {
    let last = machine.count as i64 - 1;
    let (mut start, mut slope) = (0, 0);
    let (mut nowhere, mut beyond) = (false, false);
    let mut sum: Option<Column> = None;
    for ((coordinate, size), stride) in coordinates.iter().zip(sizes).zip(strides) {
        let value = machine.value(coordinate, active)?;
        if let Lanes::Line { start: from, step } = value {
            let is_inside = |n: Option<i64>| n.is_some_and(|n| (0..*size).contains(&n));
            if is_inside(Some(from)) && is_inside(step.checked_mul(last).and_then(|n| n.checked_add(from))) {
                (start, slope) = (start + from * stride, slope + step * stride);
                continue;
            }
            if machine.splits {
                if machine.all_at_least_0(from, step)? {
                    beyond = true
                } else {
                    nowhere = true
                }
                continue;
            }
        }
        let mut column = machine.written(value)?;
        let lanes = &mut column[..machine.count];
        lanes.iter_mut().for_each(|n| *n = term(*n, *size, *stride));
        if let Some(others) = sum {
            lanes.iter_mut().zip(&others[..]).for_each(|(sum, n)| *sum += n);
            machine.done(Lanes::Column(others));
        }
        sum = Some(column);
    }
    if nowhere || beyond {
        sum.into_iter().for_each(|sum| machine.done(Lanes::Column(sum)));
        return if nowhere { Ok(None) } else { Err(Trouble::Misfit) };
    }
    let Some(mut sum) = sum else { return Ok(Some(Lanes::Line { start, step: slope })) };
    let mut place = start;
    for sum in &mut sum[..machine.count] {
        *sum += place;
        place += slope;
    }
    Ok(Some(Lanes::Column(sum)))
}

/// What a coordinate adds to the place.
#[inline]
fn term(n: i64, size: i64, stride: i64) -> i64 {
    if n < 0 {
        2 * NONE
    } else if n >= size {
        BEYOND
    } else {
        n * stride
    }
}

//! The lost positions of a box, in expressions: `count(losing W 0..6000, 0..6000)` where the solver marks them without values.

use std::ops::Range;

use grundy_engine::game::{AskedGame, Halt, Meter, Position, Value};
use grundy_engine::solve::{LostPositions, SolveError, Solver};

/// A list of one member, the list of the positions that this side wins; the empty list if they must be asked one by one.
///
/// # Errors
/// Why the solver stopped.
pub fn listed(solver: &mut Solver, asked: &AskedGame, lost: bool) -> Result<Value, SolveError> {
    let unknown = Value::list(Vec::new());
    let Some((_, ranges)) = &asked.line else { return Ok(unknown) };
    let Some(numbers) = numbers(ranges, solver.budget().meter()) else { return Ok(unknown) };
    let count = numbers.iter().fold(1u64, |count, numbers| count.saturating_mul(numbers.len() as u64));
    let highest = numbers.iter().map(|numbers| Value::Integer(numbers.iter().max().copied().unwrap_or(0).into()));
    let highest = Position { game: asked.game.clone(), coordinates: highest.collect() };
    let marked = match solver.lost_positions(&highest, count) {
        Ok(Some(marked)) => marked,
        // One by one they may need less.
        Ok(None) | Err(SolveError::Memory { .. }) => return Ok(unknown),
        Err(stop) => return Err(stop),
    };
    let mut found = Vec::new();
    let meter = solver.budget().meter();
    each_line(&numbers, |coordinates, last| {
        along(&marked, coordinates, last.iter().cloned(), lost, meter, |others, n| {
            let last = Value::Integer(n.into());
            let position = match others {
                [] => last,
                others => Value::Tuple(others.iter().cloned().chain([last]).collect()),
            };
            meter.push(&mut found, position)
        })
        .map(drop)
    })?;
    Ok(Value::list(vec![Value::list(found)]))
}

/// What each coordinate runs through, in order; `None` if that is not some numbers of positions.
fn numbers(ranges: &[Value], meter: &Meter) -> Option<Vec<Vec<i64>>> {
    let number = |member: &Value| match member {
        Value::Integer(n) => i64::try_from(*n).ok().filter(|n| *n >= 0),
        _ => None,
    };
    let of_range = |range: &Value| {
        let members = match range {
            Value::Set(set) if !set.is_endless() => set.members(meter).ok()?,
            Value::List(members) => members.to_vec(),
            one => vec![one.clone()],
        };
        members.iter().map(number).collect::<Option<Vec<i64>>>().filter(|numbers| !numbers.is_empty())
    };
    ranges.iter().map(of_range).collect()
}

/// Numbers as ranges without gaps, in their order.
pub fn runs(numbers: impl Iterator<Item = i64>) -> impl Iterator<Item = Range<i64>> {
    let mut numbers = numbers.peekable();
    std::iter::from_fn(move || {
        let first = numbers.next()?;
        let mut end = first + 1;
        while numbers.next_if_eq(&end).is_some() {
            end += 1;
        }
        Some(first..end)
    })
}

/// Visits the lines of a box along its last coordinate: the coordinates of one of its positions, and what the last one runs through.
///
/// # Errors
/// What the visitor returns.
pub fn each_line<E>(
    numbers: &[Vec<i64>],
    mut visit: impl FnMut(&[i64], &[Range<i64>]) -> Result<(), E>,
) -> Result<(), E> {
    let Some((last, others)) = numbers.split_last() else { return Ok(()) };
    let last: Vec<Range<i64>> = runs(last.iter().copied()).collect();
    let mut coordinates = vec![0; numbers.len()];
    for line in 0..others.iter().map(Vec::len).product::<usize>() {
        let mut rest = line;
        for (n, numbers) in coordinates.iter_mut().zip(others).rev() {
            *n = numbers[rest % numbers.len()];
            rest /= numbers.len();
        }
        visit(&coordinates, &last)?;
    }
    Ok(())
}

/// Adds the positions whose last coordinate lies in these ranges, and which are lost or are not, by their other coordinates
/// and the last one. How many positions were looked at.
///
/// # Errors
/// `SolveError::Memory`, and an interruption.
pub fn along(
    marked: &LostPositions,
    coordinates: &[i64],
    ranges: impl Iterator<Item = Range<i64>>,
    lost: bool,
    meter: &Meter,
    mut add: impl FnMut(&[Value], i64) -> Result<(), Halt>,
) -> Result<u64, SolveError> {
    let Some((_, others)) = coordinates.split_last() else { return Ok(0) };
    let others: Vec<Value> = others.iter().map(|n| Value::Integer((*n).into())).collect();
    let mut looked_at = 0;
    for range in ranges {
        meter.spend(1)?;
        looked_at += marked.along(coordinates, range, lost, &mut |n| add(&others, n).map_err(SolveError::from))?;
    }
    Ok(looked_at)
}

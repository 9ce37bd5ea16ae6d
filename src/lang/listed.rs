//! Questions whose answer is a list, as values: `values S 0..50`, `losing W 0..9, 0..9`. Positions that do not exist are left
//! out, as in the answer to the statement.

use grundy_engine::game::{AskedGame, EvalErrorKind, PositionBox, Value};
use grundy_engine::nim::{Outcome, PositionValue};
use grundy_engine::solve::{SolveError, Solver};

/// The list that `values`, `losing` or `winning` gives: of values along two coordinates that run, a list of rows.
///
/// # Errors
/// Why the solver stopped; inside, what is wrong with the ranges.
pub fn answer(
    solver: &mut Solver,
    asked: &AskedGame,
    question: &str,
) -> Result<Result<Value, EvalErrorKind>, SolveError> {
    let ranges: &[Value] = asked.line.as_ref().map_or(&[], |(_, ranges)| ranges);
    let positions = match PositionBox::of(&asked.game, ranges, solver.budget().meter()) {
        Ok(positions) => positions,
        Err(fault) => return Ok(Err(*fault.kind)),
    };
    if question != "values" {
        let outcome = if question == "winning" { Outcome::N } else { Outcome::P };
        let sifted = solver.sifted(&positions, outcome, asked.convention, u128::MAX)?;
        return Ok(Ok(Value::list(sifted.positions)));
    }
    let values = solver.values_of_box(&positions, asked.convention)?;
    let runs = |range: &&Value| matches!(range, Value::Set(_) | Value::List(_));
    if ranges.iter().filter(runs).count() < 2 {
        return Ok(Ok(Value::list(values.iter().flatten().filter_map(value).collect())));
    }
    let last = ranges.iter().rposition(|range| runs(&range)).map_or(1, |last| positions.axes[last].len());
    let row = |cells| Iterator::map(cells, |cell: Option<PositionValue>| cell.and_then(value).unwrap_or(Value::None));
    Ok(Ok(Value::list(values.rows(last).map(|cells| Value::list(row(cells).collect())).collect())))
}

/// The value of a position that exists.
fn value(cell: PositionValue) -> Option<Value> {
    cell.value.map(Value::from)
}

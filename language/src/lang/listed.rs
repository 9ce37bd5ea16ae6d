//! Questions whose answer is a list, as values: `values S 0..50`, `losing W 0..9, 0..9`. Positions that do not exist are left
//! out, as in the answer to the statement.

use grundy_engine::game::{AskedGame, EvalErrorKind, PositionBox, Value};
use grundy_engine::nim::{Outcome, PositionValue};
use grundy_engine::solve::{SolveError, Solver};

use crate::lang::questions;

/// The list that `values`, `losing` or `winning` gives: of values along two coordinates that run, a list of rows.
///
/// # Errors
/// Why the solver stopped; inside, what is wrong with the ranges.
pub fn answer(
    solver: &mut Solver,
    asked: &AskedGame,
    question: &'static str,
) -> Result<Result<Value, EvalErrorKind>, SolveError> {
    let ranges: &[Value] = asked.line.as_ref().map_or(&[], |(_, ranges)| ranges);
    let positions = match PositionBox::of(&asked.game, ranges, solver.budget().meter()) {
        Ok(positions) => positions,
        Err(fault) => return Ok(Err(*fault.kind)),
    };
    let runs = |range: &&Value| matches!(range, Value::Set(_) | Value::List(_));
    // Only the rows of several coordinates keep the place of a position that does not exist.
    let are_rows = ranges.iter().filter(runs).count() > 1;
    let answers: Vec<Option<Value>> = match question {
        "losing" | "winning" => {
            let outcome = if question == "winning" { Outcome::N } else { Outcome::P };
            let sifted = solver.sifted(&positions, outcome, asked.convention, u128::MAX)?;
            return Ok(Ok(Value::list(sifted.positions)));
        }
        "values" => {
            solver.values_of_box(&positions, asked.convention)?.iter().map(|cell| cell.and_then(value)).collect()
        }
        other => solver.each_of_box(&positions, |solver, sum| {
            questions::answer(solver, questions::of(other), asked.convention, sum)
        })?,
    };
    if !are_rows {
        return Ok(Ok(Value::list(answers.into_iter().flatten().collect())));
    }
    let last = ranges.iter().rposition(|range| runs(&range)).map_or(1, |last| positions.axes[last].len()).max(1);
    let row = |cells: &[Option<Value>]| cells.iter().map(|cell| cell.clone().unwrap_or(Value::None)).collect();
    Ok(Ok(Value::list(answers.chunks(last).map(|cells| Value::list(row(cells))).collect())))
}

/// The value of a position that exists.
fn value(cell: PositionValue) -> Option<Value> {
    cell.value.map(Value::from)
}

//! Answers the questions about a position that an expression can ask, as values.

use grundy_engine::game::{PositionQuestion, Sum, Value};
use grundy_engine::nim::Outcome;
use grundy_engine::solve::{SolveError, Solver};

/// The answer to a question about a position.
///
/// # Errors
/// Why the solver stopped.
pub fn answer(solver: &mut Solver, question: PositionQuestion, misere: bool, sum: &Sum) -> Result<Value, SolveError> {
    Ok(match question {
        PositionQuestion::Winner => Value::Side(outcome(solver, misere, sum)?.winner()),
        PositionQuestion::Grundy => Value::Integer(i128::from(solver.value(sum)?.0)),
        PositionQuestion::Outcome => Value::Outcome(outcome(solver, misere, sum)?),
        PositionQuestion::Other("options") => {
            Value::list(solver.options(sum)?.into_iter().map(Value::Position).collect())
        }
        PositionQuestion::Other(_) => return Err(SolveError::Internal("a question that nothing answers")),
    })
}

fn outcome(solver: &mut Solver, misere: bool, sum: &Sum) -> Result<Outcome, SolveError> {
    if misere { solver.misere_outcome(sum) } else { solver.outcome(sum) }
}

//! Answers the questions about a position that an expression can ask, as values.

use grundy_engine::game::{Question, Sum, Value};
use grundy_engine::nim::Outcome;
use grundy_engine::solve::{SolveError, Solver};

/// The answer to a question about a position.
///
/// # Errors
/// Why the solver stopped.
pub fn answer(solver: &mut Solver, question: Question, misere: bool, sum: &Sum) -> Result<Value, SolveError> {
    Ok(match question {
        Question::Winner => Value::Side(outcome(solver, misere, sum)?.winner()),
        Question::Grundy => Value::Integer(i128::from(solver.value(sum)?.0)),
        Question::Outcome => Value::Outcome(outcome(solver, misere, sum)?),
        Question::Other("options") => Value::list(solver.options(sum)?.into_iter().map(Value::Position).collect()),
        Question::Other(_) => return Err(SolveError::Internal("a question that nothing answers")),
    })
}

fn outcome(solver: &mut Solver, misere: bool, sum: &Sum) -> Result<Outcome, SolveError> {
    if misere { solver.misere_outcome(sum) } else { solver.outcome(sum) }
}

//! The questions about a position whose answers are values: one row each. A new one is a row here, its file, and its words
//! in `words.txt`.

mod nim_dimension;
pub mod strategy;
pub mod tree;

use grundy_engine::game::{PositionQuestion, Sum, Value};
use grundy_engine::nim::{Convention, Outcome};
use grundy_engine::solve::{Length, MisereForm, Situation, SolveError, Solver};

use crate::lang::quotients;

/// Why the solver stopped, or the value.
type ValueAnswer = Result<Value, SolveError>;

/// What answers a question.
type ValueQuestion = fn(&mut Solver, &Sum, Convention) -> ValueAnswer;

/// All but the three that the engine asks itself.
const QUESTIONS: &[(&str, ValueQuestion)] = &[
    ("moves", moves),
    ("options", |solver, sum, _| Ok(Value::list(solver.options(sum)?.into_iter().map(Value::Position).collect()))),
    ("remoteness", |solver, sum, convention| length(solver, Length::Remoteness, sum, convention)),
    ("suspense", |solver, sum, convention| length(solver, Length::Suspense, sum, convention)),
    ("form", form),
    ("genus", |solver, sum, _| Ok(Value::text(&solver.misere_form(sum)?.genus.to_string()))),
    ("quotient", |solver, sum, _| solver.anew(|solver| quotients::order_of_position(solver, sum))),
    ("nim_dimension", nim_dimension::nim_dimension),
    ("tree", tree::tree),
];

/// The question of a verb.
pub fn of(verb: &'static str) -> PositionQuestion {
    match verb {
        "winner" => PositionQuestion::Winner,
        "grundy" | "explain" => PositionQuestion::Grundy,
        "outcome" => PositionQuestion::Outcome,
        other => PositionQuestion::Other(other),
    }
}

/// The answer to a question about a position.
///
/// # Errors
/// Why the solver stopped.
pub fn answer(
    solver: &mut Solver,
    question: PositionQuestion,
    convention: Convention,
    sum: &Sum,
) -> Result<Value, SolveError> {
    match question {
        PositionQuestion::Winner => Ok(Value::winner(solver.outcome(Situation::of(sum, convention))?)),
        PositionQuestion::Grundy if convention.is_misere() => {
            Ok(Value::Integer(i128::from(solver.misere_value(sum)?.0)))
        }
        PositionQuestion::Grundy => Ok(solver.grundy_value(sum)?.into()),
        PositionQuestion::Outcome => Ok(Value::Outcome(solver.outcome(Situation::of(sum, convention))?)),
        PositionQuestion::Other(word) => {
            let row = QUESTIONS.iter().find(|row| row.0 == word);
            row.ok_or(SolveError::Internal("a question that nothing answers"))?.1(solver, sum, convention)
        }
    }
}

/// The positions that the moves leave, the winning ones first, and those that keep a draw before the losing ones.
fn moves(solver: &mut Solver, sum: &Sum, convention: Convention) -> ValueAnswer {
    let mut by_worth: [Vec<Value>; 3] = Default::default();
    for option in solver.options(sum)? {
        let place = match solver.outcome(Situation::of(&option, convention))? {
            Outcome::P => 0,
            Outcome::D => 1,
            Outcome::N => 2,
        };
        by_worth[place].push(Value::Position(option));
    }
    Ok(Value::list(by_worth.concat()))
}

fn length(solver: &mut Solver, length: Length, sum: &Sum, convention: Convention) -> ValueAnswer {
    Ok(Value::Integer(solver.game_length(length, sum, convention)?.moves.into()))
}

/// The canonical form, which is a nim-heap in normal play.
fn form(solver: &mut Solver, sum: &Sum, convention: Convention) -> ValueAnswer {
    if !convention.is_misere() {
        return Ok(Value::text(&format!("*{}", solver.value(sum)?)));
    }
    let text = solver.misere_form(sum)?.text;
    text.map(|text| Value::text(&text)).ok_or(SolveError::Positions { limit: MisereForm::LONGEST as u64 })
}

//! Questions as the value of a name: `let t = table W 0..5, 0..5` is a list of rows, and `let f = pattern S` the function of
//! the law that was found.

use grundy_engine::game::Value;

use crate::error::{Error, SemanticError};
use crate::lang::session::Session;
use crate::show::lists::{Cell, Row};
use crate::syntax::ast::{LetDefinition, Statement, StatementKind};
use crate::verbs::pattern::answer::{FoundLaw, Pattern};
use crate::verbs::period::proof::theorem_name;
use crate::verbs::tables::grid::Grid;
use crate::verbs::tables::table::Table;
use crate::verbs::{pattern, tables};

/// What the answer to a question is as a value.
pub(super) enum Answered {
    Value(Value),
    /// The statement that defines the function of a law, and what is known about the law.
    Law {
        function: String,
        note: String,
    },
}

/// The answer to the question by which a name is defined.
pub(super) fn answered(
    session: &mut Session,
    definition: &LetDefinition,
    question: &Statement,
) -> Result<Answered, Error> {
    let found = session.names.text(question.span).trim().to_owned();
    let none = || Error::new(SemanticError::NoPattern { found, kind: "a question", why: "formula" }, question.span);
    match &question.kind {
        StatementKind::Table { game, ranges, misere, .. } => {
            let reply = tables::table(session, game, ranges, *misere)?;
            match (reply.answer::<Grid>(), reply.answer::<Table>()) {
                (Some(grid), _) => Ok(Answered::Value(rows_of_grid(grid))),
                (None, Some(table)) => Ok(Answered::Value(Value::list(table.rows.iter().map(row).collect()))),
                (None, None) => Err(none()),
            }
        }
        StatementKind::Pattern { subject, ranges } => {
            let reply = pattern::pattern(session, subject, ranges)?;
            let law = reply.answer::<Pattern>().and_then(|pattern| law_as_function(definition, pattern));
            law.map(|(function, note)| Answered::Law { function, note }).ok_or_else(none)
        }
        _ => Err(none()),
    }
}

/// The function of the first law that is a formula, as a statement, and what is known about it.
fn law_as_function(definition: &LetDefinition, pattern: &Pattern) -> Option<(String, String)> {
    let law = pattern.laws.first()?;
    let formula = law.formula.as_ref().filter(|_| law.definition.is_none())?;
    let name = &definition.name.text;
    let parameters: Vec<String> = match &pattern.ranges[..] {
        [] => vec![format!("n in {}..", law.from)],
        several => several.iter().map(|run| format!("{} in {}..", run.name, law.from.max(run.first))).collect(),
    };
    let function = format!("let {name}({}) = {formula}", parameters.join(", "));
    Some((function.clone(), format!("{function}: {}", known(law, &pattern.subject))))
}

/// How far a law was seen, or what proves it.
fn known(law: &FoundLaw, subject: &str) -> String {
    match law.theorem {
        Some(theorem) => format!("proved for {subject}: {}", theorem_name(theorem)),
        None => format!("seen in {} values of {subject}, not proved", law.fits),
    }
}

/// The rows of a grid, each a list of values, or of outcomes in misère play; `none` where there is no such position.
fn rows_of_grid(grid: &Grid) -> Value {
    let width = grid.axes[grid.right].members.len().max(1);
    let cells: Vec<Value> = grid.cells.iter().map(cell).collect();
    Value::list(cells.chunks(width).map(|row| Value::list(row.to_vec())).collect())
}

fn cell(cell: Option<Cell>) -> Value {
    match cell {
        Some(Cell { value: Some(value), .. }) => Value::Integer(value.0.into()),
        Some(Cell { value: None, outcome }) => Value::Outcome(outcome),
        None => Value::None,
    }
}

/// The row of a table: the heap, the values of its options, its value and its outcome.
fn row(row: &Row) -> Value {
    let options = row.options.iter().map(|value| Value::Integer(value.0.into())).collect();
    let value = row.value.map_or(Value::None, |value| Value::Integer(value.0.into()));
    let outcome = row.outcome.map_or(Value::None, Value::Outcome);
    Value::Tuple([row.heap.clone(), Value::list(options), value, outcome].into())
}

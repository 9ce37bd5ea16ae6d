//! Questions as the value of a name: `let t = table W 0..5, 0..5` is a list of rows, and `let f = pattern S` the function of
//! the law that was found.

use grundy_engine::game::Value;
use grundy_engine::nim::PositionValue;

use crate::error::{Error, SemanticError};
use crate::lang::evaluate;
use crate::lang::session::Session;
use crate::show::lists::Row;
use crate::source::Span;
use crate::syntax::ast::{Ask, LetDefinition};
use crate::verbs::pattern;
use crate::verbs::pattern::answer::{FoundLaw, LookedAt, Pattern};
use crate::verbs::period::proof::theorem_name;
use crate::verbs::tables::answer::{Grid, Table};
use crate::verbs::tables::by_position::{self, PositionRow, PositionTable};
use crate::verbs::tables::each;

/// The members of the row of a table.
const ROW: usize = 4;
/// A list within a list takes the place of as many values beside its members, while the outer one is built and then
/// becomes what is kept: twice in that one, and its own head.
const OF_A_LIST: usize = 3;

/// What the answer to a question is as a value.
pub(super) enum Answered {
    Value(Value),
    /// The statement that defines the function of a law, and what is known about the law.
    Law {
        function: String,
        note: String,
    },
}

/// Whether the answer to a question that is the whole value of a name is found here.
pub(crate) fn is_asked(question: &Ask) -> bool {
    matches!(question.verb, "table" | "pattern")
}

/// The answer to the question by which a name is defined.
pub(super) fn answered(session: &mut Session, definition: &LetDefinition, question: &Ask) -> Result<Answered, Error> {
    let (Ask { subject, ranges, .. }, span) = (question, definition.body.span);
    match question.verb {
        "table" => {
            if let Some(of_each) = subject.question() {
                let rows = each::survey(session, question, of_each)?.into_rows(span);
                return evaluate::value(&mut session.names, &mut session.solver, &rows).map(Answered::Value);
            }
            let reply = by_position::table(session, question)?;
            match (reply.answer::<Grid>(), reply.answer::<Table>()) {
                (Some(grid), _) => rows_of_grid(session, grid, span).map(Answered::Value),
                (None, Some(table)) => rows_of_table(session, table, span).map(Answered::Value),
                (None, None) => match reply.answer::<PositionTable>() {
                    Some(table) => rows_of_positions(session, table, span).map(Answered::Value),
                    None => Err(no_value(session, span)),
                },
            }
        }
        "pattern" => {
            let reply = pattern::pattern(session, subject, ranges)?;
            let law = reply.answer::<Pattern>().and_then(|pattern| law_as_function(definition, pattern));
            law.map(|(function, note)| Answered::Law { function, note }).ok_or_else(|| no_value(session, span))
        }
        _ => Err(no_value(session, span)),
    }
}

/// The error about a question whose answer is no value.
fn no_value(session: &Session, question: Span) -> Error {
    let found = session.names.text(question).trim().to_owned();
    Error::new(SemanticError::NoPattern { found, kind: "a question", why: "formula" }, question)
}

/// Asks for the memory of so many values before they are built.
fn room_for(session: &mut Session, values: usize, at: Span) -> Result<(), Error> {
    let bytes = values.saturating_mul(size_of::<Value>());
    session.solved(at, |solver| Ok(solver.budget().meter().room(bytes)?))
}

/// The function of the first law that is a formula, as a statement, and what is known about it.
fn law_as_function(definition: &LetDefinition, pattern: &Pattern) -> Option<(String, String)> {
    let law = pattern.laws.first()?;
    let formula = law.formula.as_ref().filter(|_| law.definition.is_none())?;
    let name = &definition.name.text;
    let parameters: Vec<String> = match &pattern.ranges[..] {
        [] => vec![format!("n in {}..", law.from)],
        several => several.iter().map(|run| domain_of(run, law)).collect(),
    };
    let function = format!("let {name}({}) = {formula}", parameters.join(", "));
    Some((function.clone(), format!("{function}: {}", known(law, &pattern.subject))))
}

/// A parameter of a law, and the numbers that it may be.
fn domain_of(run: &LookedAt, law: &FoundLaw) -> String {
    let end = run.end.map_or(String::new(), |end| end.to_string());
    format!("{} in {}..{end}", run.name, law.from.max(run.first))
}

/// How far a law was seen, or what proves it.
fn known(law: &FoundLaw, subject: &str) -> String {
    match law.theorem {
        Some(theorem) => format!("proved for {subject}: {}", theorem_name(theorem)),
        None => format!("seen in {} values of {subject}, not proved", law.fits),
    }
}

/// The rows of a grid, each a list of values, or of outcomes in misère play; `none` where there is no such position.
fn rows_of_grid(session: &mut Session, grid: &Grid, at: Span) -> Result<Value, Error> {
    let width = grid.axes[grid.right].members.len().max(1);
    let rows = grid.cells.len().div_ceil(width);
    room_for(session, rows.saturating_mul(OF_A_LIST).saturating_add(grid.cells.len()), at)?;
    Ok(Value::list(grid.cells.rows(width).map(|row| Value::List(row.map(cell).collect())).collect()))
}

fn cell(cell: Option<PositionValue>) -> Value {
    match cell {
        Some(PositionValue { value, outcome }) => match value.and_then(|value| value.nimber()) {
            Some(number) => Value::Integer(number.0.into()),
            None => Value::Outcome(outcome),
        },
        None => Value::None,
    }
}

/// The rows of a table.
fn rows_of_table(session: &mut Session, table: &Table, at: Span) -> Result<Value, Error> {
    let values = |row: &Row| 2 * OF_A_LIST + ROW + row.options.len();
    room_for(session, table.rows.iter().map(values).sum(), at)?;
    Ok(Value::list(table.rows.iter().map(row).collect()))
}

/// The rows of a table of positions: the coordinates, or the variables, the value and the outcome.
fn rows_of_positions(session: &mut Session, table: &PositionTable, at: Span) -> Result<Value, Error> {
    room_for(session, table.rows.iter().map(|row| OF_A_LIST + 2 + row.coordinates.len()).sum(), at)?;
    let row = |row: &PositionRow| {
        let value = row.value.clone().map_or(Value::None, Value::from);
        let outcome = row.outcome.map_or(Value::None, Value::Outcome);
        Value::Tuple(row.coordinates.iter().cloned().chain([value, outcome]).collect())
    };
    Ok(Value::list(table.rows.iter().map(row).collect()))
}

/// The row of a table: the heap, the values of its options, its value and its outcome.
fn row(row: &Row) -> Value {
    let options = Value::List(row.options.iter().map(|value| Value::Integer(value.0.into())).collect());
    let value = row.value.map_or(Value::None, |value| Value::Integer(value.0.into()));
    let outcome = row.outcome.map_or(Value::None, Value::Outcome);
    Value::Tuple([row.heap.clone(), options, value, outcome].into())
}

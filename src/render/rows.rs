//! Reports as rows under headings, for files and other programs.

use std::borrow::Cow;

use grundy_engine::game::{Set, Value};
use grundy_engine::nim::Nimber;
use serde::Serialize;
use serde_json::Value as Json;

use crate::session::report::{Cell, Entries, Explanation, Grid, Report, Row, Solved, Table};

/// Rows of fields and their headings. There may be millions of rows, so each is made when it is written.
pub struct Cells<'a> {
    pub headings: Vec<String>,
    pub rows: Box<dyn Iterator<Item = Vec<Json>> + 'a>,
}

impl<'a> Cells<'a> {
    fn new(headings: &[&str], rows: impl Iterator<Item = Vec<Json>> + 'a) -> Cells<'a> {
        Cells { headings: headings.iter().map(|heading| (*heading).to_owned()).collect(), rows: Box::new(rows) }
    }

    /// A row for each item: those members of its JSON object that the headings name.
    fn of<T: Serialize>(headings: &'static [&'static str], items: &'a [T]) -> Cells<'a> {
        let row = |item: &T| {
            let object = json(item);
            headings.iter().map(|heading| object.get(*heading).cloned().unwrap_or_default()).collect()
        };
        Cells::new(headings, items.iter().map(row))
    }
}

/// The text of a field: empty for null, and with blanks between the members of a list.
pub fn text(field: &Json) -> Cow<'_, str> {
    match field {
        Json::Null => "".into(),
        Json::String(text) => text.into(),
        Json::Array(members) => members.iter().map(text).collect::<Vec<_>>().join(" ").into(),
        other => other.to_string().into(),
    }
}

/// The rows of a report; `None` if it does not consist of rows.
pub fn cells(report: &Report) -> Option<Cells<'_>> {
    use std::slice::from_ref;
    Some(match report {
        Report::Values(report) => values(&report.entries),
        Report::Plot(report) => values(&report.entries),
        Report::Table(report) => table(report),
        Report::Grid(report) | Report::Heat(report) => grid(report),
        Report::Positions(report) => positions(report),
        Report::Survey(report) => {
            let rows = report.rows.iter().map(|row| row.iter().map(json).collect());
            Cells { headings: report.columns.clone(), rows: Box::new(rows) }
        }
        Report::Explanation(report) => explanation(report),
        Report::Moves(report) => Cells::of(&["from", "to", "value", "nim_sum", "wins"], &report.shown),
        Report::Options(report) => Cells::of(&["option", "value", "outcome"], &report.shown),
        Report::Winner(report) => Cells::of(&["position", "misere", "outcome", "winner", "nim_sum"], from_ref(report)),
        Report::Grundy(report) => Cells::of(&["position", "value"], from_ref(report)),
        Report::Outcome(report) => Cells::of(&["position", "misere", "outcome"], from_ref(report)),
        Report::Period(report) | Report::PeriodExplanation(report) => {
            Cells::of(&["game", "finding", "period", "preperiod", "saltus", "checked", "theorem"], from_ref(report))
        }
        Report::Value { value, .. } => expression(value),
        Report::Exam(exam) => {
            Cells::of(&["number", "task", "typed", "right", "mark", "points", "seconds"], &exam.questions)
        }
        _ => return None,
    })
}

fn json(value: &impl Serialize) -> Json {
    // Every value of these types can be serialised.
    serde_json::to_value(value).unwrap_or_default()
}

/// Numbers, truth values and texts as such in JSON, any other value as it would be typed.
fn typed(value: &Value) -> Json {
    match value {
        Value::Integer(_) | Value::Bool(_) | Value::Text(_) => json(value),
        other => other.to_string().into(),
    }
}

fn values(entries: &Entries) -> Cells<'_> {
    Cells::new(&["n", "value"], entries.iter().map(|(heap, value)| vec![heap.into(), json(&value)]))
}

fn table(report: &Table) -> Cells<'_> {
    let values = |row: &Row| {
        let listed = row.options.iter().map(Nimber::to_string).collect::<Vec<_>>().join(" ");
        if row.total > row.options.len() as u128 { format!("{listed} … ({} in all)", row.total) } else { listed }
    };
    let mex = |row: &Row| row.value.map_or(Json::Null, |_| super::table::mex(row).into());
    let row = move |row: &Row| match report.misere {
        true => vec![json(&row.heap), json(&row.outcome)],
        false => vec![json(&row.heap), values(row).into(), mex(row), json(&row.value), json(&row.outcome)],
    };
    let headings: &[&str] = if report.misere { &["n", "outcome"] } else { &super::table::COLUMNS };
    Cells::new(headings, report.rows.iter().map(row))
}

/// One row for each position, all its coordinates first.
fn grid(report: &Grid) -> Cells<'_> {
    let headings: Vec<&str> = report.axes.iter().map(|axis| &*axis.name).chain(["value", "outcome"]).collect();
    let columns = report.axes.get(report.right).map_or(0, |axis| axis.members.len());
    let row = move |(index, cell): (usize, Option<Cell>)| {
        let cell = cell?;
        let place = |axis: usize| match axis {
            axis if axis == report.down => index / columns.max(1),
            axis if axis == report.right => index % columns.max(1),
            _ => 0,
        };
        let coordinates =
            report.axes.iter().enumerate().map(|(i, axis)| axis.members.get(place(i)).map_or(Json::Null, typed));
        Some(coordinates.chain([json(&cell.value), json(&cell.outcome)]).collect())
    };
    Cells::new(&headings, report.cells.iter().enumerate().filter_map(row))
}

/// One row for each position, with a column for each coordinate.
fn positions(report: &Solved) -> Cells<'_> {
    let headings: Vec<&str> = report.coordinates.iter().map(|name| &**name).collect();
    Cells::new(&headings, report.positions.iter().map(|position| columns(position).iter().map(typed).collect()))
}

/// The members of a tuple or list, each for a column. Any other value takes one column.
fn columns(value: &Value) -> &[Value] {
    match value {
        Value::Tuple(members) | Value::List(members) => members,
        other => std::slice::from_ref(other),
    }
}

/// A row for each member of a list or a set, a column for each member of a tuple or list in it.
fn expression(value: &Value) -> Cells<'_> {
    let members = match value {
        Value::List(members) => members,
        Value::Set(set) => match &**set {
            Set::Finite(members) => &members[..],
            _ => std::slice::from_ref(value),
        },
        other => std::slice::from_ref(other),
    };
    let width = members.iter().map(|member| columns(member).len()).max().unwrap_or(1).max(1);
    let named: Vec<String> = (1..=width).map(|column| format!("value{column}")).collect();
    let headings: Vec<&str> = if width == 1 { vec!["value"] } else { named.iter().map(String::as_str).collect() };
    let row = move |member: &Value| {
        let mut row: Vec<Json> = columns(member).iter().map(typed).collect();
        row.resize(width, Json::Null);
        row
    };
    Cells::new(&headings, members.iter().map(row))
}

/// One row for each option of each component.
fn explanation(report: &Explanation) -> Cells<'_> {
    let rows = report.derivations.iter().flat_map(|derivation| {
        derivation.options.iter().map(move |option| {
            vec![json(&derivation.component), json(&derivation.value), json(&option.option), json(&option.value)]
        })
    });
    Cells::new(&["position", "value", "option", "option_value"], rows)
}

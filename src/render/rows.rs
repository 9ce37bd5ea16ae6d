//! Reports as rows under headings, for files and other programs.

use std::borrow::Cow;
use std::io;

use grundy_engine::game::{Set, Value};
use grundy_engine::nim::{Nimber, Outcome};
use serde::Serialize;
use serde_json::Value as Json;

use crate::session::report::{Entries, Explanation, Grid, PeriodReport, Report, Row, Solved, Table};

/// A field of a row. Those of long lists have a variant of their own; the fields of a few rows may be any JSON.
#[derive(Clone, Debug, PartialEq)]
pub enum RowField<'a> {
    Null,
    Bool(bool),
    Integer(i128),
    Text(Cow<'a, str>),
    Json(Json),
}

impl RowField<'_> {
    pub fn is_number(&self) -> bool {
        matches!(self, RowField::Integer(_) | RowField::Json(Json::Number(_)))
    }

    /// The text of a field: empty for null, and with blanks between the members of a list.
    pub fn text(&self) -> Cow<'_, str> {
        match self {
            RowField::Null => "".into(),
            RowField::Bool(value) => if *value { "true" } else { "false" }.into(),
            RowField::Integer(number) => number.to_string().into(),
            RowField::Text(text) => text.as_ref().into(),
            RowField::Json(json) => json_text(json),
        }
    }
}

impl From<Option<Nimber>> for RowField<'_> {
    fn from(value: Option<Nimber>) -> Self {
        value.map_or(RowField::Null, |value| RowField::Integer(value.0.into()))
    }
}

impl From<Outcome> for RowField<'_> {
    fn from(outcome: Outcome) -> Self {
        RowField::Text(if outcome == Outcome::P { "P" } else { "N" }.into())
    }
}

fn json_text(json: &Json) -> Cow<'_, str> {
    match json {
        Json::Null => "".into(),
        Json::String(text) => text.into(),
        Json::Array(members) => members.iter().map(json_text).collect::<Vec<_>>().join(" ").into(),
        other => other.to_string().into(),
    }
}

/// Puts the fields of the next row into an empty list; false if there is no further row.
type Next<'a> = Box<dyn FnMut(&mut Vec<RowField<'a>>) -> bool + 'a>;

/// Rows of fields under their headings. There may be millions of rows, so each is made when it is written, in the
/// memory of the one before.
pub struct Rows<'a> {
    pub headings: Vec<String>,
    /// Whether they say all that the words of the answer do, so that a reader may be shown them instead.
    pub are_whole: bool,
    next: Next<'a>,
}

impl<'a> Rows<'a> {
    pub fn new<R: IntoIterator<Item = RowField<'a>>>(
        headings: &[&str],
        mut rows: impl Iterator<Item = R> + 'a,
    ) -> Self {
        let next = move |row: &mut Vec<RowField<'a>>| {
            rows.next().is_some_and(|fields| {
                row.extend(fields);
                true
            })
        };
        Rows {
            headings: headings.iter().map(|heading| (*heading).to_owned()).collect(),
            are_whole: true,
            next: Box::new(next),
        }
    }

    /// A row for each item: those members of its JSON object that the headings name.
    fn of<T: Serialize>(headings: &'static [&'static str], items: &'a [T]) -> Self {
        let row = |item: &T| {
            let object = json(item);
            headings
                .iter()
                .map(|heading| RowField::Json(object.get(*heading).cloned().unwrap_or_default()))
                .collect::<Vec<_>>()
        };
        Rows::new(headings, items.iter().map(row))
    }

    /// The same rows, which say only a part of what the words do.
    fn in_part(self) -> Self {
        Rows { are_whole: false, ..self }
    }

    /// Puts the next row in the place of this one; false if there is none.
    pub fn next(&mut self, row: &mut Vec<RowField<'a>>) -> bool {
        row.clear();
        (self.next)(row)
    }

    /// Visits all rows.
    ///
    /// # Errors
    /// The first error of `visit`.
    pub fn try_for_each(&mut self, mut visit: impl FnMut(&[RowField]) -> io::Result<()>) -> io::Result<()> {
        let mut row = Vec::new();
        while self.next(&mut row) {
            visit(&row)?;
        }
        Ok(())
    }
}

/// The rows of a report; `None` if it does not consist of rows.
pub fn rows(report: &Report) -> Option<Rows<'_>> {
    use std::slice::from_ref;
    Some(match report {
        Report::Values(report) => values(&report.entries),
        Report::Plot(report) => values(&report.entries),
        Report::Table(report) => table(report),
        Report::Grid(report) | Report::Heat(report) => grid(report),
        Report::Positions(report) => positions(report),
        Report::Survey(report) => {
            let headings: Vec<&str> = report.columns.iter().map(String::as_str).collect();
            Rows::new(&headings, report.rows.iter().map(|row| row.iter().map(|cell| RowField::Json(json(cell)))))
        }
        Report::Explanation(report) => explanation(report).in_part(),
        Report::Moves(report) => Rows::of(&["from", "to", "value", "nim_sum", "wins"], &report.shown),
        Report::Options(report) => Rows::of(&["option", "value", "outcome"], &report.shown),
        Report::Winner(report) => Rows::of(&["position", "misere", "outcome", "winner", "nim_sum"], from_ref(report)),
        Report::Grundy(report) => Rows::of(&["position", "value"], from_ref(report)),
        Report::Outcome(report) => Rows::of(&["position", "misere", "outcome"], from_ref(report)),
        Report::Period(report) => period(report),
        Report::PeriodExplanation(report) => period(report).in_part(),
        Report::Value { value, .. } => expression(value),
        Report::Exam(exam) => {
            Rows::of(&["number", "task", "typed", "right", "mark", "points", "seconds"], &exam.questions).in_part()
        }
        _ => return None,
    })
}

fn json(value: &impl Serialize) -> Json {
    // Every value of these types can be serialised.
    serde_json::to_value(value).unwrap_or_default()
}

/// Numbers, truth values and texts as such, any other value as it would be typed.
fn typed(value: &Value) -> RowField<'_> {
    match value {
        Value::Integer(number) => RowField::Integer(*number),
        Value::Bool(value) => RowField::Bool(*value),
        Value::Text(text) => RowField::Text((&**text).into()),
        other => RowField::Text(other.to_string().into()),
    }
}

fn period(report: &PeriodReport) -> Rows<'_> {
    let headings = &["game", "finding", "period", "preperiod", "saltus", "checked", "theorem"];
    Rows::of(headings, std::slice::from_ref(report))
}

fn values(entries: &Entries) -> Rows<'_> {
    Rows::new(&["n", "value"], entries.iter().map(|(heap, value)| [RowField::Integer(heap.into()), value.into()]))
}

fn table(report: &Table) -> Rows<'_> {
    let values = |row: &Row| {
        let listed = row.options.iter().map(Nimber::to_string).collect::<Vec<_>>().join(" ");
        if row.total > row.options.len() as u128 { format!("{listed} … ({} in all)", row.total) } else { listed }
    };
    let mex = |row: &Row| row.value.map_or(RowField::Null, |_| RowField::Text(super::table::mex(row).into()));
    let outcome = |row: &Row| row.outcome.map_or(RowField::Null, RowField::from);
    // The heap; for a game on boards, the board as a text.
    let heap = |row: &Row| RowField::Json(json(&row.heap));
    if report.misere {
        return Rows::new(&["n", "outcome"], report.rows.iter().map(move |row| [heap(row), outcome(row)]));
    }
    let row =
        move |row: &Row| [heap(row), RowField::Text(values(row).into()), mex(row), row.value.into(), outcome(row)];
    Rows::new(&super::table::COLUMNS, report.rows.iter().map(row))
}

/// One row for each position, all its coordinates first.
fn grid(report: &Grid) -> Rows<'_> {
    let headings: Vec<&str> = report.axes.iter().map(|axis| &*axis.name).chain(["value", "outcome"]).collect();
    let columns = report.axes.get(report.right).map_or(1, |axis| axis.members.len().max(1));
    let rows = report.cells.iter().enumerate().filter_map(move |(index, cell)| {
        let cell = cell?;
        let place = (index / columns, index % columns);
        let coordinates = (0..report.axes.len()).map(move |axis| coordinate(report, axis, place));
        Some(coordinates.chain([cell.value.into(), cell.outcome.into()]))
    });
    Rows::new(&headings, rows)
}

/// The coordinate of an axis in the cell of this row and column. That of an axis which does not run is the same everywhere.
fn coordinate(report: &Grid, axis: usize, (row, column): (usize, usize)) -> RowField<'_> {
    let member = match axis {
        axis if axis == report.down => row,
        axis if axis == report.right => column,
        _ => 0,
    };
    report.axes[axis].members.get(member).map_or(RowField::Null, typed)
}

/// One row for each position, with a column for each coordinate.
fn positions(report: &Solved) -> Rows<'_> {
    let headings: Vec<&str> = report.coordinates.iter().map(|name| &**name).collect();
    let is_one = headings.len() == 1;
    Rows::new(
        &headings,
        report.positions.iter().map(move |position| {
            let fields = if is_one { std::slice::from_ref(position) } else { columns(position) };
            fields.iter().map(typed)
        }),
    )
}

/// The members of a tuple or list, each for a column. Any other value takes one column.
fn columns(value: &Value) -> &[Value] {
    match value {
        Value::Tuple(members) | Value::List(members) => members,
        other => std::slice::from_ref(other),
    }
}

/// A row for each member of a list or a set, a column for each member of a tuple or list in it.
fn expression(value: &Value) -> Rows<'_> {
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
    Rows::new(
        &headings,
        members.iter().map(move |member| {
            let fields = columns(member);
            (0..width).map(move |column| fields.get(column).map_or(RowField::Null, typed))
        }),
    )
}

/// One row for each option of each component.
fn explanation(report: &Explanation) -> Rows<'_> {
    let rows = report.derivations.iter().flat_map(|derivation| {
        derivation.options.iter().map(move |option| {
            [json(&derivation.component), json(&derivation.value), json(&option.option), json(&option.value)]
                .map(RowField::Json)
        })
    });
    Rows::new(&["position", "value", "option", "option_value"], rows)
}

//! Rows under headings, for files and other programs.

use std::borrow::Cow;

use grundy_engine::game::Value;
use grundy_engine::nim::{Nimber, Outcome};
use serde::Serialize;
use serde_json::Value as Json;

use crate::show::exact_json::{self, LargeNumbers};
use crate::show::lists::{Entries, Row, SurveyCell};

/// A field of a row. Those of long lists have a variant of their own; the fields of a few rows may be any JSON.
#[derive(Clone, Debug, PartialEq)]
pub enum RowField<'a> {
    Null,
    Bool(bool),
    Integer(i128),
    Text(Cow<'a, str>),
    /// As it would be typed, or as JSON.
    Value(&'a Value),
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
            RowField::Value(value) => value.to_string().into(),
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
        RowField::Text(outcome.to_string().into())
    }
}

impl<'a> From<&'a SurveyCell> for RowField<'a> {
    fn from(cell: &'a SurveyCell) -> Self {
        match cell {
            SurveyCell::Value(value) => typed(value),
            SurveyCell::Failed(reason) => RowField::Text(SurveyCell::failure(reason).into()),
        }
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
    /// The rows as objects, if these say more than the fields.
    pub objects: Option<&'a [Row]>,
    next: Next<'a>,
}

impl<'a> Rows<'a> {
    pub fn new<R: IntoIterator<Item = RowField<'a>>>(
        headings: &[&str],
        mut rows: impl Iterator<Item = R> + 'a,
    ) -> Self {
        Rows::made_by(headings, move |row| {
            rows.next().is_some_and(|fields| {
                row.extend(fields);
                true
            })
        })
    }

    /// Rows that are made by putting their fields into an empty list, for as long as `next` says that it has.
    pub fn made_by(headings: &[&str], next: impl FnMut(&mut Vec<RowField<'a>>) -> bool + 'a) -> Self {
        Rows {
            headings: headings.iter().map(|heading| (*heading).to_owned()).collect(),
            are_whole: true,
            objects: None,
            next: Box::new(next),
        }
    }

    /// A row for each item: those members of its JSON object that the headings name.
    pub fn of<T: Serialize>(headings: &'static [&'static str], items: &'a [T]) -> Self {
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
    pub fn in_part(self) -> Self {
        Rows { are_whole: false, ..self }
    }

    /// The same rows, with objects that say more.
    pub fn with_objects(self, objects: &'a [Row]) -> Self {
        Rows { objects: Some(objects), ..self }
    }

    /// Puts the next row in the place of this one; false if there is none.
    pub fn next(&mut self, row: &mut Vec<RowField<'a>>) -> bool {
        row.clear();
        (self.next)(row)
    }
}

pub fn json(value: &impl Serialize) -> Json {
    // Every value of these types can be serialised.
    exact_json::value(value, LargeNumbers::AsTexts).unwrap_or_default()
}

/// Numbers, truth values and texts as such. Any other value is written as it would be typed, and as JSON in JSON Lines.
pub fn typed(value: &Value) -> RowField<'_> {
    match value {
        Value::Integer(number) => RowField::Integer(*number),
        Value::Bool(value) => RowField::Bool(*value),
        Value::Text(text) => RowField::Text((&**text).into()),
        other => RowField::Value(other),
    }
}

/// Heaps, each with its value.
pub fn of_entries(entries: &Entries) -> Rows<'_> {
    let mut entries = entries.iter();
    Rows::made_by(&["n", "value"], move |row| {
        let Some((heap, value)) = entries.next() else { return false };
        row.push(RowField::Integer(heap.into()));
        row.push(value.into());
        true
    })
}

/// The members of a tuple or list, each for a column. Any other value takes one column.
pub fn columns(value: &Value) -> &[Value] {
    match value {
        Value::Tuple(members) | Value::List(members) => members,
        other => std::slice::from_ref(other),
    }
}

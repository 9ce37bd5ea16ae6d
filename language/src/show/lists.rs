//! Long lists that take little memory, whose clones share the values, and that are written member by member.

use std::sync::Arc;

use grundy_engine::game::{Component, CoordinateRun, Set, Sum, Value};
use grundy_engine::nim::{Column, Field, GrundyValue, Nimber, Outcome, PositionValue};
use serde::{Serialize, Serializer};
use serde_json::Value as Json;

use crate::show::exact_json::{self, LargeNumbers};

/// Heaps, each with its value; `None` where there is no such position, or where the value is no number.
#[derive(Clone, Debug)]
pub struct Entries {
    heaps: CoordinateRun,
    values: Field,
}

impl Entries {
    /// The value of each heap has the same index as the heap. All members of `heaps` are numbers.
    pub fn new(heaps: CoordinateRun, values: Field) -> Entries {
        Entries { heaps, values }
    }

    pub fn len(&self) -> usize {
        self.heaps.len()
    }

    pub fn is_empty(&self) -> bool {
        self.heaps.is_empty()
    }

    pub fn get(&self, index: usize) -> Option<(i64, Option<Nimber>)> {
        self.heaps.number(index).map(|heap| (heap, self.values.number(index)))
    }

    pub fn first(&self) -> Option<(i64, Option<Nimber>)> {
        self.get(0)
    }

    pub fn last(&self) -> Option<(i64, Option<Nimber>)> {
        self.get(self.len().checked_sub(1)?)
    }

    pub fn iter(&self) -> impl ExactSizeIterator<Item = (i64, Option<Nimber>)> + Clone + '_ {
        // Every index below the length has a heap.
        (0..self.len()).map(|index| self.get(index).unwrap_or_default())
    }

    /// The heaps whose values are no numbers.
    pub fn others(&self) -> impl Iterator<Item = (i64, GrundyValue)> + '_ {
        self.values.others().iter().filter_map(|(index, value)| Some((self.heaps.number(*index)?, value.clone())))
    }

    /// Says in an object which heaps they are, but for [`Entries::uneven_heaps`]. Their values are a column beside that.
    ///
    /// # Errors
    /// There are none: every number can be written.
    pub fn name_heaps(&self, object: &mut Json, large: LargeNumbers) -> serde_json::Result<()> {
        let ends: Vec<i64> = self.first().into_iter().chain(self.last()).map(|(heap, _)| heap).collect();
        object["n"] = exact_json::value(&ends, large)?;
        if let Some(step) = self.step().filter(|step| *step != 1) {
            object["step"] = exact_json::value(&step, large)?;
        }
        Ok(())
    }

    /// All heaps, where they are not equally far apart.
    pub fn uneven_heaps(&self) -> Option<impl Serialize + '_> {
        (self.len() > 1 && self.step().is_none()).then(|| Members(self.iter().map(|(heap, _)| heap)))
    }

    /// The difference between consecutive heaps; `None` if it varies, or if there are fewer than two heaps.
    pub fn step(&self) -> Option<i64> {
        self.heaps.step()
    }
}

impl FromIterator<(i64, Option<Nimber>)> for Entries {
    fn from_iter<I: IntoIterator<Item = (i64, Option<Nimber>)>>(entries: I) -> Entries {
        let (heaps, values): (Vec<Value>, Column) =
            entries.into_iter().map(|(heap, value)| (Value::Integer(heap.into()), value)).unzip();
        Entries::new(CoordinateRun::Listed(heaps.into()), Field::of_numbers(values))
    }
}

/// A row of a table. The fields are in the order in which they are written as JSON.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The values of the options, sorted, without repeats; at most [`Row::MOST_LISTED`].
    pub distinct: Vec<Nimber>,
    /// The heap; for a game on boards, the board as a text.
    #[serde(rename = "n")]
    pub heap: Value,
    /// Values of the options, in the order of the options; at most [`Row::MOST_LISTED`]. Empty in misère play.
    pub options: Vec<Nimber>,
    /// `None` where there is no such position.
    pub outcome: Option<Outcome>,
    /// How many options there are in all.
    pub total: u128,
    /// `None` in misère play, and `None` where there is no such position.
    pub value: Option<Nimber>,
}

impl Row {
    /// A row lists at most this many values of options, and as many different ones.
    pub const MOST_LISTED: usize = 50;
}

/// A coordinate of a grid.
#[derive(Clone, Debug, Serialize)]
pub struct Axis {
    pub name: Arc<str>,
    /// The values that the coordinate runs through; a single one if it is fixed.
    pub members: Arc<[Value]>,
    /// Whether it was given something to run through, which may have a single member, and not a number.
    #[serde(skip)]
    pub runs: bool,
}

/// A value, or why there is none, in a sentence.
#[derive(Clone, Debug, PartialEq)]
pub enum SurveyCell {
    Value(Value),
    Failed(String),
}

impl SurveyCell {
    /// The text before a reason.
    pub const MARK: &'static str = "error: ";

    pub fn is_failed(&self) -> bool {
        matches!(self, SurveyCell::Failed(_))
    }

    /// A copy that shares nothing with this one, so that another thread can count its bytes. Rules are shared: they
    /// belong to the names of the session.
    pub fn detached(&self) -> SurveyCell {
        match self {
            SurveyCell::Value(value) => SurveyCell::Value(detached(value)),
            SurveyCell::Failed(reason) => SurveyCell::Failed(reason.clone()),
        }
    }

    /// What stands in the place of a value, for this reason.
    pub fn failure(reason: &str) -> String {
        format!("{}{reason}", Self::MARK)
    }
}

fn detached(value: &Value) -> Value {
    let all = |members: &[Value]| members.iter().map(detached).collect();
    match value {
        Value::Text(text) => Value::Text(Arc::from(&**text)),
        Value::List(members) => Value::List(all(members)),
        Value::Tuple(members) => Value::Tuple(all(members)),
        Value::Set(set) => match &**set {
            Set::Finite(members) => Value::Set(Arc::new(Set::Finite(all(members)))),
            _ => value.clone(),
        },
        Value::Position(sum) => {
            let mut sum = Sum::clone(sum);
            for part in &mut sum.parts {
                if let Component::Position(position) = &mut part.component {
                    position.coordinates = all(&position.coordinates);
                }
            }
            Value::Position(Arc::new(sum))
        }
        other => other.clone(),
    }
}

impl Serialize for SurveyCell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            SurveyCell::Value(value) => value.serialize(serializer),
            SurveyCell::Failed(reason) => serializer.serialize_str(&Self::failure(reason)),
        }
    }
}

/// The list of a report that may be long: in JSON the last member of its object.
#[derive(Clone, Debug)]
pub enum LongList<'a> {
    Rows(&'a [Row]),
    Cells(&'a [Vec<SurveyCell>]),
    /// A grid, with so many cells in each row.
    Grid(&'a Field, usize),
    /// Heaps, each with its value.
    Entries(&'a Entries),
    Values(&'a [Value]),
    /// The value of an expression, which need not be a list.
    Value(&'a Value),
}

/// The lists are made member by member while they are written: ten million members at once would fill the memory.
impl Serialize for LongList<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            LongList::Rows(rows) => serializer.collect_seq(*rows),
            LongList::Cells(rows) => serializer.collect_seq(*rows),
            LongList::Grid(cells, width) => {
                serializer.collect_seq(cells.rows(*width).map(|row| Members(row.map(GridCell))))
            }
            LongList::Entries(entries) => serializer.collect_seq(entries.iter().map(|(_, value)| value)),
            LongList::Values(values) => serializer.collect_seq(*values),
            LongList::Value(value) => value.serialize(serializer),
        }
    }
}

/// A cell of a grid: its value, or who wins where it has none.
struct GridCell(Option<PositionValue>);

impl Serialize for GridCell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            Some(PositionValue { value: None, outcome }) => outcome.serialize(serializer),
            known => known.as_ref().and_then(|known| known.value.as_ref()).serialize(serializer),
        }
    }
}

/// Serialises an iterator as a list, without collecting it.
struct Members<I>(I);

impl<T: Serialize, I: Iterator<Item = T> + Clone> Serialize for Members<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.clone())
    }
}

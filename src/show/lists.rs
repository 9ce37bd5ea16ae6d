//! Long lists that take little memory, whose clones share the values, and that are written member by member.

use std::sync::Arc;

use grundy_engine::game::{Component, Set, Sum, Value};
use grundy_engine::nim::{Column, Convention, GrundyValue, Nimber, Outcome};
use serde::{Serialize, Serializer};

/// The sizes of heaps, in the order of a list.
#[derive(Clone, Debug)]
pub enum Heaps {
    /// `count` heaps: `first`, `first + step`, `first + 2 * step`, and so on.
    Run { first: i64, step: i64, count: usize },
    /// Any heaps.
    Listed(Vec<i64>),
}

impl Heaps {
    pub fn len(&self) -> usize {
        match self {
            Heaps::Run { count, .. } => *count,
            Heaps::Listed(heaps) => heaps.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn get(&self, index: usize) -> Option<i64> {
        match self {
            Heaps::Run { first, step, count } => (index < *count).then(|| first + step * index as i64),
            Heaps::Listed(heaps) => heaps.get(index).copied(),
        }
    }

    pub fn iter(&self) -> impl ExactSizeIterator<Item = i64> + Clone + '_ {
        // Every index below the length has a heap.
        (0..self.len()).map(|index| self.get(index).unwrap_or_default())
    }
}

/// Heaps, each with its value; `None` where there is no such position.
#[derive(Clone, Debug)]
pub struct Entries(Arc<(Heaps, Column)>);

impl Entries {
    /// The value of each heap has the same index as the heap.
    pub fn new(heaps: Heaps, values: Column) -> Entries {
        Entries(Arc::new((heaps, values)))
    }

    pub fn len(&self) -> usize {
        self.0.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.0.is_empty()
    }

    pub fn get(&self, index: usize) -> Option<(i64, Option<Nimber>)> {
        self.0.0.get(index).map(|heap| (heap, self.0.1.get(index)))
    }

    pub fn first(&self) -> Option<(i64, Option<Nimber>)> {
        self.get(0)
    }

    pub fn last(&self) -> Option<(i64, Option<Nimber>)> {
        self.get(self.len().checked_sub(1)?)
    }

    pub fn iter(&self) -> impl ExactSizeIterator<Item = (i64, Option<Nimber>)> + Clone + '_ {
        let (heaps, values) = &*self.0;
        heaps.iter().enumerate().map(|(index, heap)| (heap, values.get(index)))
    }

    /// The difference between consecutive heaps; `None` if it varies, or if there are fewer than two heaps.
    pub fn step(&self) -> Option<i64> {
        match &self.0.0 {
            Heaps::Run { count: 0 | 1, .. } => None,
            Heaps::Run { step, .. } => Some(*step),
            Heaps::Listed(heaps) => {
                let step = heaps.get(1)?.checked_sub(heaps[0])?;
                heaps.windows(2).all(|pair| pair[1].checked_sub(pair[0]) == Some(step)).then_some(step)
            }
        }
    }
}

impl FromIterator<(i64, Option<Nimber>)> for Entries {
    fn from_iter<I: IntoIterator<Item = (i64, Option<Nimber>)>>(entries: I) -> Entries {
        let (heaps, values): (Vec<i64>, Column) = entries.into_iter().unzip();
        Entries::new(Heaps::Listed(heaps), values)
    }
}

/// A cell of a grid. The fields are in the order in which they are written as JSON.
#[derive(Clone, Debug, Serialize)]
pub struct Cell {
    pub outcome: Outcome,
    /// `None` in misère play.
    pub value: Option<GrundyValue>,
}

impl Cell {
    /// The value; in misère play, which has none, the outcome.
    pub fn text(&self) -> String {
        self.value.as_ref().map_or_else(|| self.outcome.to_string(), GrundyValue::to_string)
    }
}

/// The cells of a grid, row after row; `None` where there is no such position.
#[derive(Clone, Debug, Default)]
pub struct Field(Arc<FieldCells>);

#[derive(Debug, Default)]
struct FieldCells {
    convention: Convention,
    column: Column,
    /// The values that are no numbers, each with the index of its cell, in ascending order.
    others: Vec<(usize, GrundyValue)>,
}

impl Field {
    /// In normal play the column holds values. In misère play, which has none, it holds 0 for a P-position and 1 for
    /// an N-position. `others`: the values that are no numbers, each with the index of its cell, in ascending order.
    pub fn new(convention: Convention, column: Column, others: Vec<(usize, GrundyValue)>) -> Field {
        Field(Arc::new(FieldCells { convention, column, others }))
    }

    pub fn len(&self) -> usize {
        self.0.column.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.column.is_empty()
    }

    pub fn get(&self, index: usize) -> Option<Cell> {
        let FieldCells { convention, column, others } = &*self.0;
        if let Ok(place) = others.binary_search_by_key(&index, |(index, _)| *index) {
            let value = others[place].1.clone();
            return Some(Cell { outcome: value.outcome(), value: Some(value) });
        }
        let stored = column.get(index)?;
        let value = (!convention.is_misere()).then_some(stored.into());
        Some(Cell { value, outcome: Outcome::of(stored) })
    }

    pub fn iter(&self) -> impl ExactSizeIterator<Item = Option<Cell>> + Clone + '_ {
        (0..self.len()).map(|index| self.get(index))
    }

    /// The rows of the grid, with `width` cells each.
    pub fn rows(
        &self,
        width: usize,
    ) -> impl Iterator<Item = impl Iterator<Item = Option<Cell>> + Clone + '_> + Clone + '_ {
        let width = width.max(1);
        (0..self.len())
            .step_by(width)
            .map(move |start| (start..(start + width).min(self.len())).map(|index| self.get(index)))
    }
}

#[cfg(test)]
impl FromIterator<Option<Cell>> for Field {
    fn from_iter<I: IntoIterator<Item = Option<Cell>>>(cells: I) -> Field {
        let cells: Vec<Option<Cell>> = cells.into_iter().collect();
        let convention = Convention::of(cells.iter().flatten().all(|cell| cell.value.is_none()));
        let outcome = |cell: &Cell| Nimber(u64::from(cell.outcome == Outcome::N));
        let stored = |cell: Cell| cell.value.as_ref().map_or(Some(outcome(&cell)), GrundyValue::nimber);
        let value = |(index, cell): (usize, &Option<Cell>)| Some((index, cell.as_ref()?.value.clone()?));
        let others = cells.iter().enumerate().filter_map(value).filter(|(_, value)| value.nimber().is_none()).collect();
        Field::new(convention, cells.into_iter().map(|cell| cell.and_then(stored)).collect(), others)
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
        #[derive(Serialize)]
        struct Entry {
            n: i64,
            value: Option<Nimber>,
        }
        match self {
            LongList::Rows(rows) => serializer.collect_seq(*rows),
            LongList::Cells(rows) => serializer.collect_seq(*rows),
            LongList::Grid(cells, width) => serializer.collect_seq(cells.rows(*width).map(Members)),
            LongList::Entries(entries) => serializer.collect_seq(entries.iter().map(|(n, value)| Entry { n, value })),
            LongList::Values(values) => serializer.collect_seq(*values),
            LongList::Value(value) => value.serialize(serializer),
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

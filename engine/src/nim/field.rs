//! Values and outcomes of many positions, one after the other.

use std::sync::Arc;

use super::{Column, Convention, GrundyValue, Nimber, Outcome};

/// What is known of a position.
#[derive(Clone, Debug)]
pub struct PositionValue {
    /// Who wins.
    pub outcome: Outcome,
    /// `None` in misère play.
    pub value: Option<GrundyValue>,
}

impl PositionValue {
    /// The value; in misère play, which has none, the outcome.
    pub fn text(&self) -> String {
        self.value.as_ref().map_or_else(|| self.outcome.to_string(), GrundyValue::to_string)
    }
}

/// Cells in order; `None` where there is no such position. A clone shares them.
#[derive(Clone, Debug, Default)]
pub struct Field(Arc<FieldData>);

#[derive(Clone, Debug, Default)]
struct FieldData {
    convention: Convention,
    /// In normal play the values that are numbers. In misère play, which has none, 0 for a P-position and 1 for an
    /// N-position.
    column: Column,
    /// The values that are no numbers, each with the index of its cell, in ascending order. In misère play that of a draw is ∞.
    others: Vec<(usize, GrundyValue)>,
}

impl Field {
    /// No cells yet.
    pub fn new(convention: Convention) -> Field {
        Field(Arc::new(FieldData { convention, ..FieldData::default() }))
    }

    /// The values of positions in normal play, all of them numbers.
    pub fn of_numbers(column: Column) -> Field {
        Field(Arc::new(FieldData { column, ..FieldData::default() }))
    }

    /// Adds a cell at the end. In misère play 0 stands for P, 1 for N, and ∞ for a draw.
    pub fn push(&mut self, value: Option<GrundyValue>) {
        let cells = Arc::make_mut(&mut self.0);
        let number = value.as_ref().and_then(GrundyValue::nimber);
        if let (Some(other), None) = (value, number) {
            cells.others.push((cells.column.len(), other));
        }
        cells.column.push(number);
    }

    /// Adds the values of positions that are all numbers.
    pub fn extend(&mut self, numbers: impl Iterator<Item = Nimber>) {
        Arc::make_mut(&mut self.0).column.extend(numbers.map(Some));
    }

    /// How many cells there are.
    pub fn len(&self) -> usize {
        self.0.column.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.0.column.is_empty()
    }

    /// The values that are no numbers, each with the index of its cell.
    pub fn others(&self) -> &[(usize, GrundyValue)] {
        &self.0.others
    }

    /// The number in a cell: `None` if its value is no number, and where there is no such position.
    pub fn number(&self, index: usize) -> Option<Nimber> {
        self.0.column.get(index)
    }

    /// A cell; `None` where there is no such position.
    pub fn get(&self, index: usize) -> Option<PositionValue> {
        let FieldData { convention, column, others } = &*self.0;
        let value: GrundyValue = match others.binary_search_by_key(&index, |(index, _)| *index) {
            Ok(place) => others[place].1.clone(),
            Err(_) => column.get(index)?.into(),
        };
        Some(PositionValue { outcome: value.outcome(), value: (!convention.is_misere()).then_some(value) })
    }

    /// Who wins each position; `None` where there is none.
    pub fn outcomes(&self) -> impl Iterator<Item = Option<Outcome>> + '_ {
        let FieldData { column, others, .. } = &*self.0;
        let mut others = others.iter().peekable();
        (0..column.len()).map(move |index| match others.next_if(|(other, _)| *other == index) {
            Some((_, value)) => Some(value.outcome()),
            None => column.get(index).map(Outcome::of),
        })
    }

    /// All cells in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Option<PositionValue>> + Clone + '_ {
        (0..self.len()).map(|index| self.get(index))
    }

    /// The cells in rows of so many.
    pub fn rows(
        &self,
        width: usize,
    ) -> impl Iterator<Item = impl Iterator<Item = Option<PositionValue>> + Clone + '_> + Clone + '_ {
        let width = width.max(1);
        (0..self.len())
            .step_by(width)
            .map(move |start| (start..(start + width).min(self.len())).map(|index| self.get(index)))
    }
}

impl FromIterator<Option<PositionValue>> for Field {
    fn from_iter<I: IntoIterator<Item = Option<PositionValue>>>(cells: I) -> Field {
        let cells: Vec<Option<PositionValue>> = cells.into_iter().collect();
        let is_misere = cells.iter().flatten().all(|cell| cell.value.is_none());
        let mut field = Field::new(Convention::of(is_misere));
        let outcome = |cell: &PositionValue| Nimber(u64::from(cell.outcome == Outcome::N)).into();
        cells
            .into_iter()
            .for_each(|cell| field.push(cell.map(|cell| cell.value.clone().unwrap_or_else(|| outcome(&cell)))));
        field
    }
}

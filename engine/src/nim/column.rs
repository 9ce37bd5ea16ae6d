//! A compact list of Grundy values.

use super::Nimber;

/// A list of Grundy values, some of which may be missing. It takes one byte for each as long as all are below 255.
#[derive(Clone, Debug)]
pub struct Column {
    cells: Widths,
}

/// The cells, in the narrowest of three widths that holds all values. In `Bytes` and `Words` a value is stored plus
/// one, and 0 stands for a missing value.
#[derive(Clone, Debug)]
enum Widths {
    Bytes(Vec<u8>),
    Words(Vec<u32>),
    Any(Vec<Option<Nimber>>),
}

impl Default for Column {
    fn default() -> Column {
        Column { cells: Widths::Bytes(Vec::new()) }
    }
}

impl Column {
    /// How many values there are, missing ones included.
    pub fn len(&self) -> usize {
        match &self.cells {
            Widths::Bytes(cells) => cells.len(),
            Widths::Words(cells) => cells.len(),
            Widths::Any(cells) => cells.len(),
        }
    }

    /// Are there no values?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value at an index; `None` if it is missing, and beyond the end.
    pub fn get(&self, index: usize) -> Option<Nimber> {
        let value = match &self.cells {
            Widths::Bytes(cells) => u64::from(*cells.get(index)?),
            Widths::Words(cells) => u64::from(*cells.get(index)?),
            Widths::Any(cells) => return *cells.get(index)?,
        };
        value.checked_sub(1).map(Nimber)
    }

    /// Adds a value at the end; `None` is a missing value.
    pub fn push(&mut self, value: Option<Nimber>) {
        let stored = value.map_or(Some(0), |value| value.0.checked_add(1));
        match (&mut self.cells, stored) {
            (Widths::Bytes(cells), Some(stored)) if let Ok(byte) = u8::try_from(stored) => cells.push(byte),
            (Widths::Words(cells), Some(stored)) if let Ok(word) = u32::try_from(stored) => cells.push(word),
            (Widths::Any(cells), _) => cells.push(value),
            _ => {
                self.widen();
                self.push(value);
            }
        }
    }

    /// The bytes of memory that the list takes.
    pub fn bytes(&self) -> u64 {
        let bytes = match &self.cells {
            Widths::Bytes(cells) => cells.capacity(),
            Widths::Words(cells) => cells.capacity() * size_of::<u32>(),
            Widths::Any(cells) => cells.capacity() * size_of::<Option<Nimber>>(),
        };
        bytes as u64
    }

    fn widen(&mut self) {
        self.cells = match &self.cells {
            Widths::Bytes(cells) => Widths::Words(cells.iter().map(|byte| u32::from(*byte)).collect()),
            _ => Widths::Any((0..self.len()).map(|index| self.get(index)).collect()),
        };
    }
}

impl Extend<Option<Nimber>> for Column {
    fn extend<I: IntoIterator<Item = Option<Nimber>>>(&mut self, values: I) {
        values.into_iter().for_each(|value| self.push(value));
    }
}

impl FromIterator<Option<Nimber>> for Column {
    fn from_iter<I: IntoIterator<Item = Option<Nimber>>>(values: I) -> Column {
        let mut column = Column::default();
        column.extend(values);
        column
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widening_loses_nothing() {
        let edges = [0, 1, 254, 255, 256, 0xffff_fffe, 0xffff_ffff, 1 << 32, u64::MAX - 1, u64::MAX];
        let values: Vec<Option<Nimber>> = edges.into_iter().flat_map(|value| [Some(Nimber(value)), None]).collect();
        let mut column = Column::default();
        for (count, value) in values.iter().enumerate() {
            column.push(*value);
            assert_eq!(column.len(), count + 1);
            assert!((0..=count).all(|index| column.get(index) == values[index]), "after {value:?}");
        }
        assert_eq!(column.get(values.len()), None);
    }

    #[test]
    fn small_values_take_a_byte() {
        let column: Column = (0..1_000_000).map(|n| Some(Nimber(n % 255))).collect();
        assert!(column.bytes() < 2_100_000, "{}", column.bytes());
    }
}

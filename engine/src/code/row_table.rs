//! A constant list of rows of numbers, such as the neighbours of each vertex of a graph.
//!
//! All numbers stand in one list, since rows are read in no order, and each further place in memory that is looked at takes more time
//! than all else.

use std::sync::Arc;

/// Rows of numbers.
#[derive(Debug, Default)]
pub struct RowTable {
    /// Where each row ends in `numbers`.
    ends: Vec<u32>,
    numbers: Vec<i64>,
    hull: Option<(i64, i64)>,
}

impl RowTable {
    /// Rows of which each is given as its numbers; `None` if one of them is `None`, or if all have 2^32 numbers or more.
    pub fn of<R: Iterator<Item = Option<i64>>>(rows: impl Iterator<Item = Option<R>>) -> Option<Arc<RowTable>> {
        let mut table = RowTable::default();
        for row in rows {
            for number in row? {
                table.numbers.push(number?);
            }
            table.ends.push(u32::try_from(table.numbers.len()).ok()?);
        }
        let extent =
            |hull: Option<(i64, i64)>, n: &i64| hull.map_or(Some((*n, *n)), |(a, b)| Some((a.min(*n), b.max(*n))));
        table.hull = table.numbers.iter().fold(None, extent);
        Some(Arc::new(table))
    }

    /// The numbers of the row with this index; `None` if there is none.
    #[inline]
    pub fn row(&self, index: i64) -> Option<&[i64]> {
        let index = usize::try_from(index).ok()?;
        let end = *self.ends.get(index)? as usize;
        let first = index.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        self.numbers.get(first..end)
    }

    /// How many numbers each row has.
    pub fn lengths(&self) -> impl Iterator<Item = i64> {
        let first = std::iter::once(0).chain(self.ends.iter().copied());
        first.zip(&self.ends).map(|(first, end)| i64::from(end - first))
    }

    /// The least and the greatest of all numbers; `None` if there are none.
    pub fn hull(&self) -> Option<(i64, i64)> {
        self.hull
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_those_that_were_given() {
        let rows = [vec![3, -1], vec![], vec![7], vec![]];
        let given =
            |rows: &[Vec<i64>]| RowTable::of(rows.iter().map(|row| Some(row.clone().into_iter().map(Some)))).unwrap();
        let table = given(&rows);
        for (index, row) in (0..).zip(&rows) {
            assert_eq!(table.row(index), Some(&row[..]));
        }
        assert_eq!((table.row(-1), table.row(4)), (None, None));
        assert_eq!(table.lengths().collect::<Vec<_>>(), [2, 0, 1, 0]);
        assert_eq!(table.hull(), Some((-1, 7)));
        assert_eq!((given(&[]).hull(), given(&rows[1..2]).hull()), (None, None));
        let incomplete = [Some(vec![Some(1)]), Some(vec![Some(2), None])];
        assert!(RowTable::of(incomplete.into_iter().map(|row| row.map(Vec::into_iter))).is_none());
    }
}

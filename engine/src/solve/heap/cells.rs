//! Storage for the values of heaps, in cells as narrow as the values allow.

use super::sparse::{Halved, Mask};
use crate::solve::{Budget, SolveError, Solved};

/// The values of the heaps 0, 1, 2, … up to some heap. The cells are bytes at first; all are widened when a value
/// does not fit.
#[derive(Debug)]
pub(super) struct HeapValues {
    cells: ValueCells,
    largest: u64,
    /// Heaps below this have room in the cells.
    room: usize,
}

/// The cells, all of one width. `Halved` is the form of the sparse space (see `sparse/halved.rs`).
#[derive(Debug)]
pub(super) enum ValueCells {
    Bytes(Vec<u8>),
    Shorts(Vec<u16>),
    Words(Vec<u32>),
    Longs(Vec<u64>),
    Halved(Halved),
}

/// A list of values by heap.
pub(super) trait ValueRow {
    fn at(&self, heap: usize) -> u64;
}

impl<C: Copy + Into<u64>> ValueRow for Vec<C> {
    #[inline(always)]
    fn at(&self, heap: usize) -> u64 {
        self[heap].into()
    }
}

impl ValueRow for Halved {
    #[inline(always)]
    fn at(&self, heap: usize) -> u64 {
        Halved::at(self, heap)
    }
}

/// Runs an expression over the cells, whatever their width.
macro_rules! over_cells {
    ($cells:expr, $name:ident => $body:expr) => {
        match $cells {
            ValueCells::Bytes($name) => $body,
            ValueCells::Shorts($name) => $body,
            ValueCells::Words($name) => $body,
            ValueCells::Longs($name) => $body,
            ValueCells::Halved($name) => $body,
        }
    };
}
pub(super) use over_cells;

impl Default for HeapValues {
    fn default() -> HeapValues {
        HeapValues { cells: ValueCells::Bytes(Vec::new()), largest: 0, room: 0 }
    }
}

impl HeapValues {
    pub fn len(&self) -> usize {
        over_cells!(&self.cells, cells => cells.len())
    }

    #[inline]
    pub fn get(&self, heap: usize) -> Option<u64> {
        over_cells!(&self.cells, cells => (heap < cells.len()).then(|| cells.at(heap)))
    }

    /// The value of a heap that must be stored, as all smaller heaps are while the value of a heap is computed.
    /// `SolveError::Internal` if it is not.
    #[inline]
    pub fn stored(&self, heap: usize) -> Solved<u64> {
        self.get(heap).ok_or(SolveError::Internal("the value of a smaller heap is not stored"))
    }

    /// The values of all heaps that are stored.
    pub fn all(&self) -> impl ExactSizeIterator<Item = u64> {
        (0..self.len()).map(|heap| over_cells!(&self.cells, cells => cells.at(heap)))
    }

    pub fn cells(&self) -> &ValueCells {
        &self.cells
    }

    /// A power of two above every value, and so above every nim-sum of values.
    ///
    /// Values are at most the number of heaps stored, which fits in memory, so this is far below 2^64.
    #[expect(clippy::cast_possible_truncation, reason = "a value is at most the number of heaps stored")]
    pub fn span(&self) -> usize {
        (self.largest as usize + 1).next_power_of_two()
    }

    /// The largest value so far.
    pub fn largest(&self) -> u64 {
        self.largest
    }

    /// Allocates room for all heaps below `to`. If there is not enough memory, the stored values stay.
    pub fn reserve(&mut self, to: usize, budget: &Budget) -> Solved<()> {
        if to <= self.room {
            return Ok(());
        }
        // Where the budget allows it, room grows by at least a quarter, so that growing in small steps stays cheap.
        let ample = to.max(self.room + self.room / 4);
        let to = if budget.room(self.bytes_of(ample) - self.held()).is_ok() { ample } else { to };
        let bytes = self.bytes_of(to) - self.held();
        budget.room(bytes)?;
        let more = to - self.len();
        let granted = match &mut self.cells {
            ValueCells::Bytes(cells) => cells.try_reserve_exact(more).is_ok(),
            ValueCells::Shorts(cells) => cells.try_reserve_exact(more).is_ok(),
            ValueCells::Words(cells) => cells.try_reserve_exact(more).is_ok(),
            ValueCells::Longs(cells) => cells.try_reserve_exact(more).is_ok(),
            ValueCells::Halved(cells) => cells.reserve(to),
        };
        if !granted {
            // The budget allowed what the machine does not have.
            return Err(SolveError::Memory { needed: u128::from(bytes), limit: budget.limits().memory, cost: None });
        }
        self.room = to;
        Ok(())
    }

    /// The bytes that this many heaps take in the current width.
    fn bytes_of(&self, heaps: usize) -> u64 {
        match &self.cells {
            ValueCells::Halved(_) => Halved::bytes(heaps),
            _ => (heaps as u64).saturating_mul(self.width() as u64),
        }
    }

    /// The bytes of a cell.
    pub fn width(&self) -> usize {
        match &self.cells {
            ValueCells::Bytes(_) | ValueCells::Halved(_) => 1,
            ValueCells::Shorts(_) => 2,
            ValueCells::Words(_) => 4,
            ValueCells::Longs(_) => 8,
        }
    }

    /// Adds the value of the next heap. `SolveError::Memory` if this needs more room, or wider cells, than the
    /// budget allows.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the cells were made wide enough for the value before")]
    pub fn push(&mut self, value: u64, budget: &Budget) -> Solved<()> {
        if value > self.largest {
            self.fit(value, budget)?;
        }
        if self.len() >= self.room {
            self.reserve(self.len() + self.len() / 2 + 64, budget)?;
        }
        match &mut self.cells {
            ValueCells::Bytes(cells) => cells.push(value as u8),
            ValueCells::Shorts(cells) => cells.push(value as u16),
            ValueCells::Words(cells) => cells.push(value as u32),
            ValueCells::Longs(cells) => cells.push(value),
            ValueCells::Halved(_) => {
                self.unhalve(budget)?;
                return self.push(value, budget);
            }
        }
        Ok(())
    }

    /// Adds the values of the next heaps, which are bytes and fit in cells of any width.
    pub fn extend_from_bytes(&mut self, bytes: &[u8], budget: &Budget) -> Solved<()> {
        self.unhalve(budget)?;
        self.reserve(self.len() + bytes.len(), budget)?;
        self.largest = self.largest.max(bytes.iter().copied().max().map_or(0, u64::from));
        match &mut self.cells {
            ValueCells::Bytes(cells) => cells.extend_from_slice(bytes),
            ValueCells::Shorts(cells) => cells.extend(bytes.iter().map(|byte| u16::from(*byte))),
            ValueCells::Words(cells) => cells.extend(bytes.iter().map(|byte| u32::from(*byte))),
            ValueCells::Longs(cells) => cells.extend(bytes.iter().map(|byte| u64::from(*byte))),
            ValueCells::Halved(_) => {}
        }
        Ok(())
    }

    /// Forgets the heaps from `len` on, and gives their memory back.
    pub fn truncate(&mut self, len: usize) {
        over_cells!(&mut self.cells, cells => {
            cells.truncate(len);
            cells.shrink_to_fit();
        });
        self.room = self.len();
    }

    /// The bytes of all cells.
    pub fn held(&self) -> u64 {
        self.bytes_of(self.room)
    }

    /// Makes the cells wide enough for a value.
    fn fit(&mut self, value: u64, budget: &Budget) -> Solved<()> {
        let width = match value {
            0..=0xff => 1,
            0x100..=0xffff => 2,
            0x1_0000..=0xffff_ffff => 4,
            _ => 8,
        };
        if width > self.width() {
            self.widen(width, budget)?;
        }
        self.largest = value;
        Ok(())
    }

    fn widen(&mut self, width: usize, budget: &Budget) -> Solved<()> {
        let room = self.room;
        // While the values are copied, both copies are there.
        budget.room(room as u64 * width as u64)?;
        self.cells = over_cells!(&self.cells, cells => rewritten(cells, cells.len(), room, width));
        Ok(())
    }

    /// The values in the form of the sparse space, as halves and classes, if they are stored so.
    pub fn halved(&mut self) -> Option<&mut Halved> {
        match &mut self.cells {
            ValueCells::Halved(halved) => Some(halved),
            _ => None,
        }
    }

    /// Stores the values as halves and classes from now on; they must be below [`Halved::limit`].
    pub fn halve(&mut self, mask: Mask, budget: &Budget) -> Solved<()> {
        budget.room(Halved::bytes(self.len()))?;
        self.cells = ValueCells::Halved(Halved::new(self.all(), mask));
        self.room = self.len();
        Ok(())
    }

    /// Stores the values themselves, and not as halves and classes, from now on.
    pub fn unhalve(&mut self, budget: &Budget) -> Solved<()> {
        match &self.cells {
            ValueCells::Halved(_) => self.widen(if self.largest > 0xff { 2 } else { 1 }, budget),
            _ => Ok(()),
        }
    }

    /// Says that values up to this one were stored through [`HeapValues::halved`] or [`HeapValues::bytes`].
    pub fn note_largest(&mut self, value: u64) {
        self.largest = self.largest.max(value);
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the width is one that all values fit")]
fn rewritten(row: &impl ValueRow, length: usize, room: usize, width: usize) -> ValueCells {
    fn collected<T>(room: usize, values: impl Iterator<Item = T>) -> Vec<T> {
        let mut cells = Vec::with_capacity(room);
        cells.extend(values);
        cells
    }
    let values = (0..length).map(|heap| row.at(heap));
    match width {
        1 => ValueCells::Bytes(collected(room, values.map(|value| value as u8))),
        2 => ValueCells::Shorts(collected(room, values.map(|value| value as u16))),
        4 => ValueCells::Words(collected(room, values.map(|value| value as u32))),
        _ => ValueCells::Longs(collected(room, values)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::{Limits, Signal};
    use std::sync::Arc;

    #[test]
    fn widening_loses_nothing() {
        let budget = Budget::default();
        let mut values = HeapValues::default();
        let pushed = [0, 255, 256, 3, 65_535, 65_536, 1, u64::from(u32::MAX), 1 << 32, 7];
        let widths = [1, 1, 2, 2, 2, 4, 4, 4, 8, 8];
        for (index, value) in pushed.into_iter().enumerate() {
            values.push(value, &budget).unwrap();
            assert_eq!(values.width(), widths[index], "after {value}");
            for (heap, expected) in pushed[..=index].iter().enumerate() {
                assert_eq!(values.get(heap), Some(*expected), "heap {heap} after {value}");
            }
        }
        assert_eq!(values.get(pushed.len()), None);
    }

    #[test]
    fn room_is_refused_before_it_is_allocated() {
        let budget = Budget::new(Limits { memory: 10_000_000 }, Arc::new(Signal::default()));
        let free = budget.free();
        let mut values = HeapValues::default();
        values.reserve(8_000_000, &budget).unwrap();
        for heaps in [20_000_000, 10usize.pow(18)] {
            let SolveError::Memory { needed, limit, .. } = values.reserve(heaps, &budget).unwrap_err() else {
                panic!("there is room for {heaps}")
            };
            assert!(needed <= heaps as u128 && needed > limit.into(), "{needed} for {heaps}");
        }
        assert!(matches!(values.push(256, &budget), Err(SolveError::Memory { .. })), "no room for wider cells");
        assert_eq!((values.held(), values.width()), (8_000_000, 1), "what was granted is there");
        values.truncate(0);
        assert_eq!(budget.free(), free);
    }
}

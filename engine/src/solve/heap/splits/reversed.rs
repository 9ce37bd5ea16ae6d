//! Values from the last to the first, so that the two heaps of a split are read in the same direction.

use super::super::narrow::Narrow;

/// A copy of the values in falling order of the heaps. Spare room is at its beginning, where new heaps are put.
#[derive(Debug, Default)]
pub(super) struct Reversed<T> {
    cells: Vec<T>,
    /// How many heaps it holds.
    length: usize,
}

impl<T: Narrow> Reversed<T> {
    /// Copies the heaps that are new; makes room for all heaps below `room`.
    pub fn follow(&mut self, cells: &[T], room: usize) {
        if self.cells.len() < room {
            let mut wider = vec![T::default(); room];
            wider[room - self.length..].copy_from_slice(&self.cells[self.cells.len() - self.length..]);
            self.cells = wider;
        }
        for (heap, cell) in cells.iter().enumerate().skip(self.length) {
            let place = self.cells.len() - 1 - heap;
            self.cells[place] = *cell;
        }
        self.length = cells.len();
    }

    /// The values of rest − a for a from `from` to `to`.
    #[inline]
    pub fn below(&self, rest: usize, from: usize, to: usize) -> &[T] {
        let first = self.cells.len() - 1 - rest;
        &self.cells[first + from..first + to + 1]
    }
}

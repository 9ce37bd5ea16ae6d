//! Values of any size that 64 consecutive heaps reach, each as a byte in the row of its heap. The time for an option
//! does not depend on how large the values are.

use super::simd::BLOCK;
use crate::solve::filled::filled;
use crate::solve::{Budget, Solved};

/// For each of 64 heaps a row, in which byte v is 1 if the heap reaches the value v.
#[derive(Default)]
pub(super) struct Flags {
    rows: Vec<u8>,
    /// The bytes of a row.
    span: usize,
}

/// The rows that are written at the same time have about this many bytes, so that they stay in the fastest memory.
const FAST: usize = 1 << 15;

/// Of so many windows, what is read stays in the memory next to that while other rows take their turn.
const TOGETHER: usize = 1 << 12;

impl Flags {
    /// Begins with another block. Values below `span` are kept, and larger ones may be left out.
    pub fn begin(&mut self, span: usize, budget: &Budget) -> Solved<()> {
        let span = span.next_multiple_of(64);
        if self.span == span {
            self.rows.fill(0);
        } else {
            self.rows = filled(0, BLOCK.saturating_mul(span), budget)?;
            self.span = span;
        }
        Ok(())
    }

    /// Marks a value for each heap of the block and each of the windows: heap i reaches the nim-sum of a number and the
    /// value of the heap i places beyond another one. `window` tells that heap and the number. All these heaps are stored.
    pub fn mark<T: Copy + Into<u64>, W>(&mut self, cells: &[T], windows: &[W], window: impl Fn(&W) -> (usize, u64)) {
        let lanes = (FAST / self.span).next_power_of_two().clamp(8, BLOCK);
        for windows in windows.chunks(TOGETHER) {
            for (begin, rows) in (0..).step_by(lanes).zip(self.rows.chunks_exact_mut(lanes * self.span)) {
                for (place, with) in windows.iter().map(&window) {
                    let cells = &cells[place + begin..place + begin + lanes];
                    for (row, cell) in rows.chunks_exact_mut(self.span).zip(cells) {
                        set(row, (*cell).into() ^ with);
                    }
                }
            }
        }
    }

    /// Marks a value that one heap of the block reaches, if it is below the span.
    pub fn insert(&mut self, lane: usize, value: u64) {
        set(&mut self.rows[lane * self.span..(lane + 1) * self.span], value);
    }

    /// Values below this are kept.
    pub fn span(&self) -> usize {
        self.span
    }

    /// The least value that a heap of the block does not reach; the span if it reaches all below.
    pub fn mex(&self, lane: usize) -> u64 {
        let row = &self.rows[lane * self.span..(lane + 1) * self.span];
        let full = row.chunks_exact(64).take_while(|some| some.iter().fold(1, |all, byte| all & byte) == 1).count();
        let rest = row[64 * full..].iter().take_while(|byte| **byte == 1).count();
        (64 * full + rest) as u64
    }
}

#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "a value is at most the number of heaps stored")]
fn set(row: &mut [u8], value: u64) {
    if let Some(byte) = row.get_mut(value as usize) {
        *byte = 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;

    #[test]
    fn a_block_reaches_what_its_windows_hold() {
        let mut dice = Dice::new(5);
        let budget = Budget::default();
        let mut flags = Flags::default();
        for (largest, count) in [(300u64, 40), (300, 2000), (90_000, 500), (40, 3000)] {
            let cells: Vec<u32> = (0..9000).map(|_| dice.small(largest + 1)).collect();
            // More windows than are looked at together.
            let windows: Vec<(usize, u64)> = (0..count * 3).map(|_| (dice.small(8900), dice.below(2) * 32)).collect();
            flags.begin(2 * usize::try_from(largest).unwrap(), &budget).unwrap();
            flags.mark(&cells, &windows, |window| *window);
            flags.insert(7, 0);
            flags.insert(7, 1 << 20);
            for lane in 0..BLOCK {
                let reaches = |value: u64| {
                    let mut sums = windows.iter().map(|(place, with)| u64::from(cells[place + lane]) ^ with);
                    (lane == 7 && value == 0) || sums.any(|sum| sum == value)
                };
                let mex = (0..).find(|value| !reaches(*value));
                assert_eq!(Some(flags.mex(lane)), mex, "{largest}, {lane}");
            }
        }
    }
}

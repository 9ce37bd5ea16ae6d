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

/// With this many amounts, what is read stays in the memory that is next to it while other rows take their turn.
const AMOUNTS: usize = 1 << 12;

impl Flags {
    /// Begins with another block, after values up to the largest one.
    #[expect(clippy::cast_possible_truncation, reason = "a value is at most the number of heaps stored")]
    pub fn begin(&mut self, largest: u64, budget: &Budget) -> Solved<()> {
        // The mex of values up to `largest` is at most one more: so a block adds as many values as it has heaps, and
        // there is a byte behind them that no option marks.
        let span = (largest as usize + BLOCK + 2).next_multiple_of(64);
        if self.span == span {
            self.rows.fill(0);
        } else {
            self.rows = filled(0, BLOCK.saturating_mul(span), budget)?;
            self.span = span;
        }
        Ok(())
    }

    /// Marks for each heap of the block at `first` the value of what each of these amounts leaves. The amounts are at
    /// least the length of a block and at most `first`, so that these heaps are stored.
    pub fn mark<T: Copy + Into<u64>>(&mut self, cells: &[T], first: usize, amounts: &[usize]) {
        let lanes = (FAST / self.span).next_power_of_two().clamp(8, BLOCK);
        for amounts in amounts.chunks(AMOUNTS) {
            for (begin, rows) in (first..).step_by(lanes).zip(self.rows.chunks_exact_mut(lanes * self.span)) {
                for amount in amounts {
                    let cells = &cells[begin - amount..begin - amount + lanes];
                    for (row, cell) in rows.chunks_exact_mut(self.span).zip(cells) {
                        set(row, (*cell).into());
                    }
                }
            }
        }
    }

    /// Marks a value that one heap of the block reaches.
    pub fn insert(&mut self, lane: usize, value: u64) {
        set(&mut self.rows[lane * self.span..(lane + 1) * self.span], value);
    }

    /// The least value that a heap of the block does not reach.
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
    fn a_block_reaches_what_its_amounts_leave() {
        let mut dice = Dice::new(5);
        let budget = Budget::default();
        let mut flags = Flags::default();
        for (largest, count) in [(300u64, 40), (300, 2000), (90_000, 500), (40, 3000)] {
            let cells: Vec<u32> = (0..9000).map(|_| dice.small(largest + 1)).collect();
            // More amounts than are looked at together.
            let amounts: Vec<usize> = (0..count * 3).map(|_| BLOCK + dice.small::<usize>(8900 - 64)).collect();
            flags.begin(largest, &budget).unwrap();
            flags.mark(&cells, 8900, &amounts);
            flags.insert(7, 0);
            for lane in 0..BLOCK {
                let left = |amount: &usize| u64::from(cells[8900 + lane - amount]);
                let reaches =
                    |value: u64| (lane == 7 && value == 0) || amounts.iter().any(|amount| left(amount) == value);
                let mex = (0..).find(|value| !reaches(*value));
                assert_eq!(Some(flags.mex(lane)), mex, "{largest}, {lane}");
            }
        }
    }
}

//! The conditions of moves, asked for one position or for a row of them.

use super::bits::Shifted;
use super::frame::Frame;
use crate::code::form::{Bailout, Code};
use crate::game::{Halt, Meter};
use crate::solve::SolveError;

/// Code gave up, or the work was stopped.
pub(super) enum End {
    Bailout,
    Stop(SolveError),
}

impl From<Bailout> for End {
    fn from(_: Bailout) -> End {
        End::Bailout
    }
}

impl From<Halt> for End {
    fn from(halt: Halt) -> End {
        End::Stop(halt.into())
    }
}

impl From<SolveError> for End {
    fn from(stop: SolveError) -> End {
        End::Stop(stop)
    }
}

pub(super) type Marked<T> = Result<T, End>;

/// Conditions at the position where a move begins.
#[derive(Clone)]
pub(super) struct Guards {
    pub tests: Vec<Code>,
    pub fixed: Vec<(usize, i64)>,
}

/// A row of positions.
#[derive(Clone, Copy)]
pub(super) struct Row<'f> {
    pub frame: &'f Frame,
    pub outer: &'f [i64],
}

/// Runs the code of conditions.
pub(super) struct Codes {
    frame: Vec<i64>,
    coordinates: Vec<i64>,
    /// A row of bits that is reused.
    pub row: Vec<u64>,
    /// The bits for which conditions are asked.
    asked: Vec<u64>,
    /// Counts the words and the conditions that are looked at, since a row may be long.
    pub meter: Meter,
}

impl Codes {
    pub fn new(slots: usize, meter: Meter) -> Codes {
        Codes { frame: vec![0; slots], coordinates: Vec::new(), row: Vec::new(), asked: Vec::new(), meter }
    }

    /// Takes away the open positions that are among the marked ones and satisfy conditions.
    pub fn mark(&mut self, open: &mut [u64], marked: Shifted, guards: &Guards, row: Row) -> Marked<()> {
        self.meter.spend(open.len())?;
        if guards.tests.is_empty() {
            if marked.by == 0 {
                open.iter_mut().zip(marked.bits).for_each(|(open, marked)| *open &= !marked);
            } else {
                open.iter_mut().enumerate().for_each(|(index, open)| *open &= !marked.word(index));
            }
            return Ok(());
        }
        let mut asked = std::mem::take(&mut self.asked);
        asked.clear();
        asked.extend(open.iter().enumerate().map(|(index, open)| open & marked.word(index)));
        let kept = self.keep(&mut asked, guards, row);
        open.iter_mut().zip(&asked).for_each(|(open, marked)| *open &= !marked);
        self.asked = asked;
        kept
    }

    /// Keeps the bits of a row where conditions hold.
    pub fn keep(&mut self, bits: &mut [u64], guards: &Guards, row: Row) -> Marked<()> {
        for (index, word) in bits.iter_mut().enumerate() {
            self.meter.spend(word.count_ones() as usize)?;
            let mut left = *word;
            while left != 0 {
                let bit = left.trailing_zeros();
                left &= left - 1;
                if !self.hold(guards, row, 64 * index as i64 + i64::from(bit))? {
                    *word &= !(1 << bit);
                }
            }
        }
        Ok(())
    }

    /// Do conditions hold at a position of a row?
    pub fn hold(&mut self, guards: &Guards, row: Row, column: i64) -> Marked<bool> {
        if guards.tests.is_empty() {
            return Ok(true);
        }
        let mut coordinates = std::mem::take(&mut self.coordinates);
        coordinates.resize(row.frame.box_sizes().len(), 0);
        row.frame.coordinates(row.outer, column, &mut coordinates);
        let holds = self.hold_at(guards, &coordinates, None);
        self.coordinates = coordinates;
        holds
    }

    /// Do conditions hold at a position, where a variable may have a number?
    pub fn hold_at(&mut self, guards: &Guards, coordinates: &[i64], variable: Option<(usize, i64)>) -> Marked<bool> {
        self.frame[..coordinates.len()].copy_from_slice(coordinates);
        for (slot, number) in guards.fixed.iter().copied().chain(variable) {
            self.frame[slot] = number;
        }
        for test in &guards.tests {
            if !test.holds(&mut self.frame)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

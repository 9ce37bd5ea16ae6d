//! The conditions of moves, asked for one position or for a row of them.

#![expect(clippy::cast_possible_truncation, reason = "columns are indices of bits in a row")]

use super::bits::{Shifted, Spread};
use super::frame::Frame;
use crate::code::form::{Bailout, Code};
use crate::code::lanes::{Lanes, WIDTH};
use crate::code::run_many::LaneInterpreter;
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
    interpreter: LaneInterpreter,
    frame: Vec<i64>,
    coordinates: Vec<i64>,
    pub spread: Spread,
    /// The bits for which conditions are asked.
    asked: Vec<u64>,
    /// Counts the words and the conditions that are looked at, since a row may be long.
    pub meter: Meter,
}

/// For so few positions of a piece of a row, code is run for each by itself.
const FEW: u32 = 8;

impl Codes {
    pub fn new(slots: usize, meter: Meter) -> Codes {
        Codes {
            interpreter: LaneInterpreter::new(slots),
            frame: vec![0; slots],
            coordinates: Vec::new(),
            spread: Spread::default(),
            asked: Vec::new(),
            meter,
        }
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
        for (piece, bits) in bits.chunks_mut(WIDTH / 64).enumerate() {
            let count: u32 = bits.iter().map(|word| word.count_ones()).sum();
            self.meter.spend(count as usize)?;
            if count > FEW {
                self.keep_together(bits, guards, row, piece * WIDTH)?;
            } else if count > 0 {
                for (index, word) in bits.iter_mut().enumerate() {
                    let mut left = *word;
                    while left != 0 {
                        let bit = left.trailing_zeros();
                        left &= left - 1;
                        let column = (piece * WIDTH + 64 * index) as i64 + i64::from(bit);
                        if !self.hold(guards, row, column)? {
                            *word &= !(1 << bit);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn keep_together(&mut self, bits: &mut [u64], guards: &Guards, row: Row, first: usize) -> Marked<()> {
        let interpreter = &mut self.interpreter;
        interpreter.count = (bits.len() * 64).min(row.frame.width() as usize - first);
        interpreter.splits = false;
        self.coordinates.resize(row.frame.box_sizes().len(), 0);
        row.frame.coordinates(row.outer, first as i64, &mut self.coordinates);
        for (place, start) in self.coordinates.iter().enumerate() {
            interpreter.set(place, Lanes::Line { start: *start, step: row.frame.gains(place) });
        }
        for (slot, number) in &guards.fixed {
            interpreter.set(*slot, Lanes::same(*number));
        }
        for test in &guards.tests {
            let truth = interpreter.value(test, None).map_err(|_| End::Bailout)?;
            if let Some(truth) = truth.uniform() {
                if truth == 0 {
                    bits.fill(0);
                    return Ok(());
                }
                continue;
            }
            for (index, word) in bits.iter_mut().enumerate() {
                let lanes = (64 * index..interpreter.count).take(64);
                *word &= lanes.fold(0, |word, lane| word | u64::from(truth.at(lane) != 0) << (lane % 64));
            }
            interpreter.done(truth);
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

//! What an expression may ask of those who know more.

use std::sync::Arc;

use super::{AskedGame, EvalErrorKind, Game, Meter, Position, Question, Sum, Value};
use crate::nim::Nimber;

/// Whom an expression may ask what it cannot know by itself.
pub trait Oracle {
    /// The answer to a question about a position, or about the positions of a list.
    ///
    /// # Errors
    /// `Stopped` when the solver stopped; the oracle remembers why.
    fn ask(&mut self, question: Question, misere: bool, subject: &Sum) -> Result<Value, EvalErrorKind>;

    /// The Grundy value of one heap of a heap game: the same as asking about the position, without building it,
    /// since loops ask this a hundred million times.
    ///
    /// # Errors
    /// As [`Oracle::ask`].
    fn heap_value(&mut self, game: &Arc<Game>, heap: i128) -> Result<Nimber, EvalErrorKind>;

    /// The answer to a question about a whole game.
    ///
    /// # Errors
    /// As [`Oracle::ask`].
    fn ask_game(&mut self, question: &str, asked: AskedGame) -> Result<Value, EvalErrorKind>;

    /// The game of one of its rules, where the variables that the rule names have these values.
    ///
    /// # Errors
    /// As [`Oracle::ask`].
    fn make(&mut self, rule: usize, given: Vec<Value>) -> Result<Arc<Game>, EvalErrorKind>;

    /// May this position be spoken of?
    ///
    /// # Errors
    /// Why it may not.
    fn admit(&mut self, position: &Position) -> Result<(), EvalErrorKind>;

    /// Go on? Every loop asks that once in [`TICK`] turns.
    ///
    /// # Errors
    /// `Stopped`, or `Halted`.
    fn tick(&mut self) -> Result<(), EvalErrorKind>;

    /// The same question for single steps, which count what they look at, and for loops that run later.
    fn meter(&self) -> &Meter;

    /// Takes bytes for answers that are kept.
    ///
    /// # Errors
    /// There are no more; `Stopped`, where the oracle remembers it.
    fn take(&mut self, bytes: u64) -> Result<(), EvalErrorKind>;

    /// Gives bytes back.
    fn give(&mut self, bytes: u64);

    /// Is there room for answers that need not be kept?
    fn has_room(&self, bytes: u64) -> bool;
}

/// Turns of a loop between two calls of [`Oracle::tick`].
pub const TICK: u32 = 1 << 10;
/// A turn of a loop is as much work as so many members.
const TURN: usize = 32;

/// Knows nothing, and lets every position pass: the oracle of rules, whose options outside a domain are no options.
#[derive(Clone, Debug, Default)]
pub struct Silent {
    meter: Meter,
    /// Bytes of answers taken.
    taken: u64,
    /// Those for which room has been asked.
    asked: u64,
}

impl Silent {
    /// Bytes for which room is asked at once.
    const PIECE: u64 = 1 << 16;

    /// The oracle of rules whose loops ask this meter.
    pub fn new(meter: Meter) -> Silent {
        Silent { meter, taken: 0, asked: 0 }
    }
}

impl Oracle for Silent {
    fn ask(&mut self, _: Question, _: bool, _: &Sum) -> Result<Value, EvalErrorKind> {
        Err(EvalErrorKind::AskInRule)
    }

    fn heap_value(&mut self, _: &Arc<Game>, _: i128) -> Result<Nimber, EvalErrorKind> {
        Err(EvalErrorKind::AskInRule)
    }

    fn ask_game(&mut self, _: &str, _: AskedGame) -> Result<Value, EvalErrorKind> {
        Err(EvalErrorKind::AskInRule)
    }

    fn make(&mut self, _: usize, _: Vec<Value>) -> Result<Arc<Game>, EvalErrorKind> {
        Err(EvalErrorKind::AskInRule)
    }

    fn admit(&mut self, _: &Position) -> Result<(), EvalErrorKind> {
        Ok(())
    }

    fn tick(&mut self) -> Result<(), EvalErrorKind> {
        Ok(self.meter.spend(TICK as usize * TURN)?)
    }

    fn meter(&self) -> &Meter {
        &self.meter
    }

    fn take(&mut self, bytes: u64) -> Result<(), EvalErrorKind> {
        let taken = self.taken.saturating_add(bytes);
        if taken > self.asked {
            // What was asked for before is allocated by now, and counted with all else.
            let piece = bytes.max(Self::PIECE);
            self.meter.room(usize::try_from(piece).unwrap_or(usize::MAX))?;
            self.asked = taken.saturating_add(piece);
        }
        self.taken = taken;
        Ok(())
    }

    fn give(&mut self, bytes: u64) {
        self.taken = self.taken.saturating_sub(bytes);
    }

    /// A rule looks at each position once: what could be computed again is not asked for again.
    fn has_room(&self, _: u64) -> bool {
        false
    }
}

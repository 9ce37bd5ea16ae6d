//! The interface through which expressions ask for what they cannot compute themselves, such as Grundy values. The
//! caller supplies the answers; inside rules the oracle is [`RuleOracle`].

use std::sync::Arc;

use super::{AskedGame, EvalErrorKind, Game, Meter, Position, PositionPart, PositionQuestion, Sum, Value};
use crate::nim::{Convention, Nimber, NumberRow};

/// Answers the questions of expressions, and supplies the limits of their evaluation. What an oracle does not say itself is as
/// in rules: every question is refused with `AskInRule`, and every position admitted, since options outside the domain of their
/// game are not errors: the mover leaves them out.
pub trait Oracle {
    /// The answer to a question about a sum.
    ///
    /// # Errors
    /// `Stopped` when the solver stopped; the oracle remembers why.
    fn ask(&mut self, _: PositionQuestion, _: Convention, _: &Sum) -> Result<Value, EvalErrorKind> {
        Err(EvalErrorKind::AskInRule)
    }

    /// Are two sums equal in misère play: have they the same canonical form?
    ///
    /// # Errors
    /// As [`Oracle::ask`], and `OnlyAlike` if it is not known.
    fn are_equal_in_misere(&mut self, _: &Sum, _: &Sum) -> Result<bool, EvalErrorKind> {
        Err(EvalErrorKind::AskInRule)
    }

    /// The Grundy value of one heap of a heap game: the same as asking about the position, but the position need not
    /// be built. Loops ask this a hundred million times.
    ///
    /// # Errors
    /// As [`Oracle::ask`].
    fn heap_value(&mut self, _: &Arc<Game>, _: i128) -> Result<Nimber, EvalErrorKind> {
        Err(EvalErrorKind::AskInRule)
    }

    /// A sum of parts, some of which are rows of too many heaps to be listed, with a nim-heap of its value in place of each row.
    ///
    /// # Errors
    /// As [`Oracle::ask`].
    fn without_rows(&mut self, _: &[PositionPart]) -> Result<Sum, EvalErrorKind> {
        Err(EvalErrorKind::AskInRule)
    }

    /// Is the nim-sum of the values of these positions, of a game with one coordinate, known without listing them?
    ///
    /// # Errors
    /// As [`Oracle::ask`].
    fn sums_row(&mut self, _: &Arc<Game>, _: NumberRow) -> Result<bool, EvalErrorKind> {
        Ok(false)
    }

    /// The answer to a question about a whole game.
    ///
    /// # Errors
    /// As [`Oracle::ask`].
    fn ask_game(&mut self, _: &'static str, _: AskedGame) -> Result<Value, EvalErrorKind> {
        Err(EvalErrorKind::AskInRule)
    }

    /// Makes what one of the oracle's rules or questions stands for, for these values of the variables that it names.
    ///
    /// # Errors
    /// As [`Oracle::ask`].
    fn make(&mut self, _: usize, _: Vec<Value>) -> Result<Value, EvalErrorKind> {
        Err(EvalErrorKind::AskInRule)
    }

    /// Checks a position that an expression names: whether its coordinates are allowed.
    ///
    /// # Errors
    /// The reason why they are not.
    fn admit(&mut self, _: &Position) -> Result<(), EvalErrorKind> {
        Ok(())
    }

    /// Checks whether to go on. Every loop calls this once in [`TICK`] turns.
    ///
    /// # Errors
    /// `Stopped`, or `Halted`.
    fn tick(&mut self) -> Result<(), EvalErrorKind> {
        Ok(self.meter().spend(TICK as usize * TURN)?)
    }

    /// The meter with the same limits, for single steps, which count what they look at, and for sets whose members
    /// are computed later.
    fn meter(&self) -> &Meter;

    /// Is there room for so many bytes of answers that could be computed again? A rule looks at each position only once.
    fn has_room(&self, _: u64) -> bool {
        false
    }
}

/// Turns of a loop between two calls of [`Oracle::tick`].
pub const TICK: u32 = 1 << 10;
/// One turn of a loop counts as this many members looked at.
const TURN: usize = 32;

/// The oracle of rules.
#[derive(Clone, Debug, Default)]
pub struct RuleOracle {
    meter: Meter,
}

impl RuleOracle {
    /// The oracle of rules whose loops ask this meter.
    pub fn new(meter: Meter) -> RuleOracle {
        RuleOracle { meter }
    }
}

impl Oracle for RuleOracle {
    fn meter(&self) -> &Meter {
        &self.meter
    }
}

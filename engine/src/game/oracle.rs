//! The interface through which expressions ask for what they cannot compute themselves, such as Grundy values. The
//! caller supplies the answers; inside rules the oracle is [`RuleOracle`].

use std::sync::Arc;

use super::{AskedGame, EvalErrorKind, Game, Meter, Position, PositionQuestion, Sum, Value};
use crate::nim::Nimber;

/// Answers the questions of expressions, and supplies the limits of their evaluation.
pub trait Oracle {
    /// The answer to a question about a sum.
    ///
    /// # Errors
    /// `Stopped` when the solver stopped; the oracle remembers why.
    fn ask(&mut self, question: PositionQuestion, misere: bool, subject: &Sum) -> Result<Value, EvalErrorKind>;

    /// The Grundy value of one heap of a heap game: the same as asking about the position, but the position need not
    /// be built. Loops ask this a hundred million times.
    ///
    /// # Errors
    /// As [`Oracle::ask`].
    fn heap_value(&mut self, game: &Arc<Game>, heap: i128) -> Result<Nimber, EvalErrorKind>;

    /// The answer to a question about a whole game.
    ///
    /// # Errors
    /// As [`Oracle::ask`].
    fn ask_game(&mut self, question: &str, asked: AskedGame) -> Result<Value, EvalErrorKind>;

    /// Makes the game of one of the oracle's rules, for these values of the variables that the rule names.
    ///
    /// # Errors
    /// As [`Oracle::ask`].
    fn make(&mut self, rule: usize, given: Vec<Value>) -> Result<Arc<Game>, EvalErrorKind>;

    /// Checks a position that an expression names: whether its coordinates are allowed.
    ///
    /// # Errors
    /// The reason why they are not.
    fn admit(&mut self, position: &Position) -> Result<(), EvalErrorKind>;

    /// Checks whether to go on. Every loop calls this once in [`TICK`] turns.
    ///
    /// # Errors
    /// `Stopped`, or `Halted`.
    fn tick(&mut self) -> Result<(), EvalErrorKind>;

    /// The meter with the same limits, for single steps, which count what they look at, and for sets whose members
    /// are computed later.
    fn meter(&self) -> &Meter;

    /// Reserves bytes for answers of functions that are kept.
    ///
    /// # Errors
    /// The memory limit would be exceeded; `Stopped` if the oracle keeps that reason.
    fn take(&mut self, bytes: u64) -> Result<(), EvalErrorKind>;

    /// Gives reserved bytes back.
    fn give(&mut self, bytes: u64);

    /// Is there room for so many bytes of answers that could be computed again?
    fn has_room(&self, bytes: u64) -> bool;
}

/// Turns of a loop between two calls of [`Oracle::tick`].
pub const TICK: u32 = 1 << 10;
/// One turn of a loop counts as this many members looked at.
const TURN: usize = 32;

/// The oracle of rules. It refuses every question with `AskInRule`, and admits every position, since options outside
/// the domain of their game are not errors: the mover leaves them out.
#[derive(Clone, Debug, Default)]
pub struct RuleOracle {
    meter: Meter,
    /// Bytes reserved for answers.
    taken: u64,
    /// The bytes up to which the meter has granted room.
    asked: u64,
}

impl RuleOracle {
    /// The meter is asked for room for at least so many bytes at once.
    const PIECE: u64 = 1 << 16;

    /// The oracle of rules whose loops ask this meter.
    pub fn new(meter: Meter) -> RuleOracle {
        RuleOracle { meter, taken: 0, asked: 0 }
    }
}

impl Oracle for RuleOracle {
    fn ask(&mut self, _: PositionQuestion, _: bool, _: &Sum) -> Result<Value, EvalErrorKind> {
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
            // The bytes asked for earlier are allocated by now, so the meter counts them already.
            let piece = bytes.max(Self::PIECE);
            self.meter.room(usize::try_from(piece).unwrap_or(usize::MAX))?;
            self.asked = self.taken.saturating_add(piece);
        }
        self.taken = taken;
        Ok(())
    }

    fn give(&mut self, bytes: u64) {
        self.taken = self.taken.saturating_sub(bytes);
    }

    /// A rule looks at each position only once, so answers that could be computed again are not kept.
    fn has_room(&self, _: u64) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    use super::*;
    use crate::game::{Halt, Watch};

    /// Adds up the bytes for which room was asked.
    #[derive(Default)]
    struct Granting(AtomicU64);

    impl Watch for Granting {
        fn check(&self, _: usize) -> Result<(), Halt> {
            Ok(())
        }

        fn room(&self, bytes: u64) -> Result<(), Halt> {
            self.0.fetch_add(bytes, Relaxed);
            Ok(())
        }
    }

    #[test]
    fn no_more_bytes_are_taken_than_the_meter_granted() {
        let watch = Arc::new(Granting::default());
        let mut oracle = RuleOracle::new(Meter::new(watch.clone()));
        let mut taken = 0;
        for bytes in [1, RuleOracle::PIECE - 1, 1, 3 * RuleOracle::PIECE, RuleOracle::PIECE, 5] {
            oracle.take(bytes).unwrap();
            taken += bytes;
            assert!(taken <= watch.0.load(Relaxed), "{taken} bytes");
        }
    }
}

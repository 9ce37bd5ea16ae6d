//! Memory taken out of the budget in larger pieces, and spent in small ones.

use crate::solve::{Budget, SolveError};

/// Bytes that are paid for and not yet used.
#[derive(Debug, Default)]
pub(super) struct Credit {
    bytes: u64,
    /// Bytes taken out of the budget and not given back to it.
    taken: u64,
}

impl Credit {
    const PIECE: u64 = 1 << 16;

    /// To be called before memory is allocated that stays.
    ///
    /// # Errors
    /// `SolveError::Memory`; then nothing is spent.
    pub fn spend(&mut self, bytes: u64, budget: &mut Budget) -> Result<(), SolveError> {
        if self.bytes < bytes {
            let piece = bytes.max(Self::PIECE);
            budget.take(piece)?;
            self.bytes += piece;
            self.taken += piece;
        }
        self.bytes -= bytes;
        Ok(())
    }

    /// Memory that was spent is free again.
    pub fn refund(&mut self, bytes: u64) {
        self.bytes += bytes;
    }

    /// Gives back what is not used.
    pub fn settle(&mut self, budget: &mut Budget) {
        budget.give(self.bytes);
        self.taken = self.taken.saturating_sub(self.bytes);
        self.bytes = 0;
    }

    pub fn taken(&self) -> u64 {
        self.taken
    }
}

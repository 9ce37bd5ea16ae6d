//! Memory taken out of a budget by one owner.

use crate::solve::{Budget, SolveError};

/// How many bytes an owner has taken. It takes them before it allocates, and gives them back by hand, since a
/// budget outlives the tables.
#[derive(Debug, Default)]
pub(super) struct Holding {
    bytes: u64,
}

impl Holding {
    /// Makes it so many bytes; gives back what is too much.
    ///
    /// # Errors
    /// `SolveError::Memory`; then nothing has changed.
    pub fn hold(&mut self, bytes: u64, budget: &mut Budget) -> Result<(), SolveError> {
        if bytes > self.bytes {
            budget.take(bytes - self.bytes)?;
        } else {
            budget.give(self.bytes - bytes);
        }
        self.bytes = bytes;
        Ok(())
    }

    /// Gives back all but so many bytes.
    pub fn shrink(&mut self, bytes: u64, budget: &mut Budget) {
        budget.give(self.bytes.saturating_sub(bytes));
        self.bytes = self.bytes.min(bytes);
    }

    pub fn bytes(&self) -> u64 {
        self.bytes
    }
}

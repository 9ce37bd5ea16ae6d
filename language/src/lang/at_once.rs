//! What is looked at although nobody has asked yet: a rule when it is defined, and a statement that is checked and not run. That
//! computes constants, graphs, small positions, all of which may be large, so it has a small budget. What is not known within it
//! is left for the question.

use grundy_engine::solve::{Budget, SolveError};

use crate::error::Error;

/// Steps of a few nanoseconds: about a tenth of a second.
const STEPS: u64 = 1 << 25;

/// Does some work within the small budget. `None` if that does not suffice.
///
/// # Errors
/// Those of the work, also when there is no memory for it, or it was told to stop.
pub fn at_once<T>(budget: &Budget, work: impl FnOnce() -> Result<T, Error>) -> Result<Option<T>, Error> {
    let mut found = None;
    let done = budget.within(STEPS, || match found.insert(work()) {
        Err(error) if matches!(error.stop(), Some(SolveError::TimedOut)) => Err(SolveError::TimedOut),
        _ => Ok(()),
    });
    match done {
        Ok(None) => Ok(None),
        _ => found.transpose(),
    }
}

//! Processor time, which does not depend on what else the machine does, and the time after which a test gives up.

use std::time::Duration;

/// What takes longer than this counts as hanging, even on a busy machine.
pub const HANGS: Duration = Duration::from_secs(60);

/// The processor time that this thread has used so far.
#[cfg(unix)]
pub fn worked() -> Duration {
    nix::time::ClockId::CLOCK_THREAD_CPUTIME_ID.now().unwrap().into()
}

/// Processor time is not measured here: it is always 0, so bounds on it are not tested.
#[cfg(not(unix))]
pub fn worked() -> Duration {
    Duration::ZERO
}

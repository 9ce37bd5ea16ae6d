//! How much work something was, whatever else the machine does meanwhile.

use std::time::Duration;

/// Whatever a machine does, what is not over after this hangs.
pub const HANGS: Duration = Duration::from_secs(60);

/// Processor time of this thread.
#[cfg(unix)]
pub fn worked() -> Duration {
    nix::time::ClockId::CLOCK_THREAD_CPUTIME_ID.now().unwrap().into()
}

/// Where work cannot be measured, its bounds are not tested.
#[cfg(not(unix))]
pub fn worked() -> Duration {
    Duration::ZERO
}

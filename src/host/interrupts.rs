//! Which thread Ctrl-C reaches.
//!
//! At Ctrl-C a terminal throws away output that it has not shown yet. On Linux, a write to a pseudo-terminal that
//! waits for room is not woken by that: it goes on only when its own thread gets a signal, or a key is pressed. So
//! Ctrl-C must reach the thread that writes, and no other one.

/// From now on Ctrl-C does not reach this thread, nor those that it starts.
#[cfg(unix)]
pub fn leave_to_others() {
    // If this fails, a long answer may hang after Ctrl-C until the next key.
    let _ = sigint().thread_block();
}

/// From now on Ctrl-C reaches this thread.
#[cfg(unix)]
pub fn take() {
    let _ = sigint().thread_unblock();
}

#[cfg(unix)]
fn sigint() -> nix::sys::signal::SigSet {
    use nix::sys::signal::{SigSet, Signal};
    SigSet::from_iter([Signal::SIGINT])
}

#[cfg(not(unix))]
pub fn leave_to_others() {}

#[cfg(not(unix))]
pub fn take() {}

//! Which thread Ctrl-C reaches.
//!
//! At Ctrl-C a terminal throws away what was written and not yet shown. A write that waits for room in it is not told of the
//! room it has then (Linux, pseudo-terminals): it goes on when its own thread gets a signal, or somebody presses a key.
//! So the thread that writes takes the signal, and no other one does.

/// From now on Ctrl-C does not reach this thread, nor those that it starts.
#[cfg(unix)]
pub fn leave_to_others() {
    // Without it a long answer may stand still after Ctrl-C until the next key.
    let _ = sigint().thread_block();
}

/// From now on it reaches this thread.
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

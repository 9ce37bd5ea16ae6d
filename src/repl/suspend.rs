//! Ctrl-Z: the program stops, and goes on when the shell says so.

use std::sync::Arc;

use rustyline::{Cmd, ConditionalEventHandler, Event, EventContext, RepeatCount};

use super::paste::Pace;

/// The editor would ask to be stopped and go on before it is, so that the line would be drawn too early and the
/// terminal be left in the wrong mode. So it lets go of the line, which is given back to it afterwards.
pub struct Key {
    pub pace: Arc<Pace>,
}

impl ConditionalEventHandler for Key {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, context: &EventContext) -> Option<Cmd> {
        self.pace.stop(context.pos());
        Some(Cmd::AcceptLine)
    }
}

/// Stops all programs of the job, as the key does while something is computed.
#[cfg(unix)]
pub fn stop() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    // The signal reaches the threads one by one; this one must not go on before it is stopped as well.
    const UNTIL_STOPPED: std::time::Duration = std::time::Duration::from_millis(200);
    if kill(Pid::from_raw(0), Signal::SIGTSTP).is_ok() {
        std::thread::sleep(UNTIL_STOPPED);
    }
}

#[cfg(not(unix))]
pub fn stop() {}

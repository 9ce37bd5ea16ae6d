//! Ctrl-Z: suspends the program until the shell continues it.

use std::sync::Arc;

use rustyline::{Cmd, ConditionalEventHandler, Event, EventContext, RepeatCount};

use super::paste::Pace;

/// The handler of Ctrl-Z. The editor's own handler would go on before the program is stopped: the line would be drawn
/// too early, and the terminal left in the wrong mode. So the editor ends its line, which it gets back afterwards.
pub struct Key {
    pub pace: Arc<Pace>,
}

impl ConditionalEventHandler for Key {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, context: &EventContext) -> Option<Cmd> {
        self.pace.stop(context.pos());
        Some(Cmd::AcceptLine)
    }
}

/// Suspends all processes of the job, as Ctrl-Z does while something is computed.
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

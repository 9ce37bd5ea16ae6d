//! The time that an answer may take. A further thread watches it, and the reader of messages may end the answer earlier: an
//! edit ends answers about the text before, and a client may cancel its call.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use grundy_engine::solve::Signal;

#[derive(Default)]
struct Allowed {
    /// When the computation at hand has to end; `None` if there is none.
    until: Option<Instant>,
    /// Whether the reader of messages may end it.
    may_be_ended: bool,
    /// Whether it has done so since then.
    was_ended: bool,
}

/// Limits computations that listen to a signal. Clones share their state.
#[derive(Clone)]
pub struct Clock {
    signal: Arc<Signal>,
    shared: Arc<(Mutex<Allowed>, Condvar)>,
}

impl Clock {
    pub fn new(signal: Arc<Signal>) -> Clock {
        let clock = Clock { signal, shared: Arc::default() };
        let own = clock.clone();
        std::thread::spawn(move || own.watch());
        clock
    }

    fn allowed(&self) -> MutexGuard<'_, Allowed> {
        self.shared.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn watch(&self) {
        let mut allowed = self.allowed();
        loop {
            let wait = &self.shared.1;
            allowed = match allowed.until.map(|until| until.saturating_duration_since(Instant::now())) {
                None => wait.wait(allowed).unwrap_or_else(PoisonError::into_inner),
                Some(Duration::ZERO) => {
                    self.signal.time_out();
                    allowed.until = None;
                    allowed
                }
                Some(left) => wait.wait_timeout(allowed, left).unwrap_or_else(PoisonError::into_inner).0,
            };
        }
    }

    /// Does some work that is told to stop after a while.
    pub fn within<T>(&self, time: Duration, work: impl FnOnce() -> T) -> T {
        self.signal.reset();
        self.allowed().until = Some(Instant::now() + time);
        self.shared.1.notify_one();
        let done = work();
        self.allowed().until = None;
        done
    }

    /// From now on the reader of messages may end the answer at hand, or not any more.
    pub fn let_others_end(&self, ends: bool) {
        let mut allowed = self.allowed();
        (allowed.may_be_ended, allowed.was_ended) = (ends, false);
    }

    /// Whether the answer at hand was ended.
    pub fn was_ended(&self) -> bool {
        self.allowed().was_ended
    }

    /// Nobody wants the answer at hand any more.
    pub fn end_answer(&self) {
        let mut allowed = self.allowed();
        if allowed.may_be_ended {
            allowed.was_ended = true;
            if allowed.until.is_some() {
                self.signal.interrupt();
            }
        }
    }
}

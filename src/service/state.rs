//! A session, with its signal and the guard of its files.

use std::sync::Arc;

use grundy_engine::solve::{Limits, Signal};

use super::guard::{Author, FileAccess, FileGuard};
use crate::session::{self, Session};

/// The stack in bytes of each thread that computes. The limits on nesting and on chains of calls need less than half of
/// it; `tests/program/limits.rs` runs the deepest of them.
pub const STACK: usize = 1 << 26;

/// A session, with what every front end needs around it. It computes on the thread that calls, whose stack should have
/// [`STACK`] bytes. Two services never meet.
pub struct Service {
    pub session: Session,
    pub guard: FileGuard,
    limits: Limits,
    threads: usize,
    signal: Arc<Signal>,
    /// Whether the statement at hand is expected to fail.
    pub expects_failure: bool,
}

impl Service {
    /// A service whose statements may use the files below the current folder. Its memory is measured if the program, or
    /// the page, has [`CountingAllocator`](super::CountingAllocator) as its allocator.
    pub fn new(limits: Limits) -> Service {
        Service::with_signal(limits, Arc::default())
    }

    /// A service that is stopped by this signal, which also tells how much memory is in use.
    pub fn with_signal(limits: Limits, signal: Arc<Signal>) -> Service {
        let guard = FileGuard::new(FileAccess::Restricted, Author::in_current_folder());
        let session = session::new(limits, signal.clone());
        Service { session, guard, limits, threads: 1, signal, expects_failure: false }
    }

    /// What its session may use.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Begins a new session, and returns the one before.
    pub fn restart(&mut self) -> Session {
        let new = session::new(self.limits, self.signal.clone());
        let old = std::mem::replace(&mut self.session, new);
        self.session.lists_all = old.lists_all;
        self.session.language = old.language;
        self.use_threads(self.threads);
        old
    }

    /// Lets a long computation use so many threads, this one included. The answers are the same for any number.
    pub fn use_threads(&mut self, threads: usize) {
        self.threads = threads;
        self.session.use_threads(threads);
    }

    /// The signal that stops what the service computes: another thread may interrupt it, or say that the time is up. Once
    /// the service has said so, the request is over.
    pub fn signal(&self) -> &Arc<Signal> {
        &self.signal
    }
}

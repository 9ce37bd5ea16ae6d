//! A session, with its signal and the guard of its files.

use grundy_engine::solve::Limits;

#[cfg(not(target_family = "wasm"))]
use super::budget::Budget;
use super::clock::Clock;
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
    clock: Clock,
    /// Whether the statement at hand is expected to fail.
    pub expects_failure: bool,
}

impl Service {
    /// A service whose statements may use the files below the current folder. Its memory is measured if the program, or
    /// the page, has [`CountingAllocator`](super::CountingAllocator) as its allocator.
    pub fn new(limits: Limits) -> Service {
        Service::with_clock(limits, Clock::default())
    }

    /// A service whose computations this clock stops. Its signal also tells how much memory is in use.
    pub fn with_clock(limits: Limits, clock: Clock) -> Service {
        let guard = FileGuard::new(FileAccess::Restricted, Author::in_current_folder());
        let session = session::new(limits, clock.signal().clone());
        Service { session, guard, limits, clock, expects_failure: false }
    }

    /// What its session may use.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Lets a request use so much, but no more memory than the session has.
    #[cfg(not(target_family = "wasm"))]
    pub fn use_only(&mut self, budget: Budget) {
        self.guard.access = budget.access;
        self.session.set_limits(Limits { memory: budget.memory.min(self.limits.memory) });
    }

    /// Begins a new session, and returns the one before, which still counts towards the memory as long as it is kept.
    pub fn restart(&mut self) -> Session {
        let new = self.session.beside();
        std::mem::replace(&mut self.session, new)
    }

    /// Another service, with the same clock, whose session has no definitions. Both together keep to the limits of this one.
    pub fn beside(&self) -> Service {
        let guard = FileGuard::new(self.guard.access, Author::in_current_folder());
        let (session, clock) = (self.session.beside(), self.clock.clone());
        Service { session, guard, clock, expects_failure: false, ..*self }
    }

    /// Lets a long computation use so many threads, this one included. The answers are the same for any number.
    pub fn use_threads(&mut self, threads: usize) {
        self.session.use_threads(threads);
    }

    /// The clock that stops what the service computes: another thread may ask it to stop, or say that the time is up.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }
}

//! Limits on what a computation may take, and how it is told to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

use super::Stop;
use crate::game::{Fault, FaultKind, GoOn, Position};

/// What a session may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes for tables and memos, all together.
    pub memory: u64,
}

impl Default for Limits {
    /// 1 GiB.
    fn default() -> Limits {
        Limits { memory: 1 << 30 }
    }
}

/// The line between a computation and the outside: told to stop from there, it tells there how far it is.
#[derive(Debug, Default)]
pub struct Signal {
    stop: AtomicU8,
    done: AtomicU64,
    goal: AtomicU64,
    working: AtomicBool,
}

const INTERRUPTED: u8 = 1;
const TIMED_OUT: u8 = 2;

impl Signal {
    /// Ctrl-C.
    pub fn interrupt(&self) {
        self.stop.store(INTERRUPTED, Ordering::Relaxed);
    }

    pub fn time_out(&self) {
        self.stop.store(TIMED_OUT, Ordering::Relaxed);
    }

    /// Forgets an earlier wish to stop.
    pub fn reset(&self) {
        self.stop.store(0, Ordering::Relaxed);
        self.working.store(false, Ordering::Relaxed);
    }

    pub fn is_stopping(&self) -> bool {
        self.stop().is_some()
    }

    /// Why to stop, if somebody wishes so.
    pub fn stop(&self) -> Option<Stop> {
        match self.stop.load(Ordering::Relaxed) {
            0 => None,
            TIMED_OUT => Some(Stop::TimedOut),
            _ => Some(Stop::Interrupted),
        }
    }

    /// How far the computation is, and where it wants to go: heaps, positions or cases. `None` if nothing counts.
    /// A goal of 0 is unknown.
    pub fn progress(&self) -> Option<(u64, u64)> {
        let working = self.working.load(Ordering::Relaxed);
        working.then(|| (self.done.load(Ordering::Relaxed), self.goal.load(Ordering::Relaxed)))
    }
}

/// Asked in every loop that can grow.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    pub limits: Limits,
    signal: Arc<Signal>,
    go_on: GoOn,
    used: u64,
}

impl Budget {
    pub fn new(limits: Limits, signal: Arc<Signal>) -> Budget {
        let asked = signal.clone();
        Budget { limits, signal, go_on: GoOn::new(move || !asked.is_stopping()), used: 0 }
    }

    /// For loops that know no budget.
    pub fn go_on(&self) -> &GoOn {
        &self.go_on
    }

    /// Why a rule was left: it was told to stop, or for a fault of its own.
    pub fn left(&self, fault: Fault, position: Position) -> Stop {
        match self.check() {
            Err(stop) if *fault.kind == FaultKind::Stopped => stop,
            _ => Stop::Fault { fault, position: Some(position) },
        }
    }

    /// Go on? Cheap, but not free: ask every few microseconds of work.
    ///
    /// # Errors
    /// `Stop::Interrupted` or `Stop::TimedOut` if someone wished so.
    pub fn check(&self) -> Result<(), Stop> {
        self.signal.stop().map_or(Ok(()), Err)
    }

    /// Says how far the work is; a goal of 0 is unknown.
    ///
    /// # Errors
    /// As [`Budget::check`].
    pub fn progress(&self, done: u64, goal: u64) -> Result<(), Stop> {
        self.signal.done.store(done, Ordering::Relaxed);
        self.signal.goal.store(goal, Ordering::Relaxed);
        self.signal.working.store(true, Ordering::Relaxed);
        self.check()
    }

    /// How far the last work came, for a message after it was stopped.
    pub fn reached(&self) -> Option<(u64, u64)> {
        self.signal.progress()
    }

    /// Takes so many bytes out of the limit, before they are allocated.
    ///
    /// # Errors
    /// `Stop::Memory` if the limit would be passed; then nothing is taken.
    pub fn take(&mut self, bytes: u64) -> Result<(), Stop> {
        let needed = self.used.saturating_add(bytes);
        if needed > self.limits.memory {
            return Err(Stop::Memory { needed: u128::from(needed), limit: self.limits.memory, cost: None });
        }
        self.used = needed;
        Ok(())
    }

    /// Gives bytes back.
    pub fn give(&mut self, bytes: u64) {
        self.used = self.used.saturating_sub(bytes);
    }

    /// Bytes still free.
    pub fn free(&self) -> u64 {
        self.limits.memory.saturating_sub(self.used)
    }
}

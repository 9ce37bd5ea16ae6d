//! The signal that a computation shares with the program outside: it carries the request to stop in, and the progress out.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

use super::halt::Halt;
use super::memory::{CountingAllocator, Memory};

/// What a computation shares with the program that started it, possibly on another thread. The program requests a stop;
/// the computation reports its progress.
#[derive(Debug)]
pub struct Signal {
    stop: AtomicU8,
    done: AtomicU64,
    goal: AtomicU64,
    working: AtomicBool,
    /// How many more checks are answered with "go on" before the signal reports a timeout; `None` means no such limit.
    checks_left: Option<AtomicU64>,
    /// Progress counts the cases of a statement (see [`Budget::count`](crate::Budget::count)). The progress within one case is then not
    /// reported.
    pub(crate) counting: AtomicBool,
    /// Counts the allocated bytes.
    pub(super) memory: &'static dyn Memory,
    /// The signal that this one follows: it stops when its leader does.
    leader: Option<Arc<Signal>>,
    /// Tells whether the time is up, where no other thread can say so.
    is_late: Option<fn() -> bool>,
}

impl Default for Signal {
    /// A signal that measures memory by [`CountingAllocator`].
    fn default() -> Signal {
        Signal::measured(&CountingAllocator)
    }
}

const INTERRUPTED: u8 = 1;
const TIMED_OUT: u8 = 2;

impl Signal {
    /// A signal that stops the work after so many checks. Checks are counted, not timed, so the same work always gets
    /// equally far.
    pub fn stopping_after(checks: u64) -> Signal {
        Signal { checks_left: Some(AtomicU64::new(checks)), ..Signal::default() }
    }

    /// Allows so many checks from now on, if the signal was made by [`Signal::stopping_after`]; otherwise does nothing.
    pub fn allow(&self, checks: u64) {
        if let Some(checks_left) = &self.checks_left {
            checks_left.store(checks, Ordering::Relaxed);
        }
    }

    /// A signal that asks `memory` how many bytes are allocated.
    pub fn measured(memory: &'static dyn Memory) -> Signal {
        Signal {
            stop: AtomicU8::default(),
            done: AtomicU64::default(),
            goal: AtomicU64::default(),
            working: AtomicBool::default(),
            checks_left: None,
            counting: AtomicBool::default(),
            memory,
            leader: None,
            is_late: None,
        }
    }

    /// A signal that asks in each check whether the time is up. This is for a program of one thread, which can call nobody else while it
    /// computes.
    pub fn asking(is_late: fn() -> bool) -> Signal {
        Signal { is_late: Some(is_late), ..Signal::default() }
    }

    /// A signal that stops when this one does. The progress of its computation is not passed on to this one.
    pub fn follower(self: &Arc<Signal>) -> Signal {
        Signal { memory: self.memory, leader: Some(self.clone()), ..Signal::default() }
    }

    /// The reason to stop. Each call counts as one check.
    pub(super) fn stop_reason(&self) -> Option<Halt> {
        let led = self.leader.as_ref().and_then(|leader| leader.stop_reason());
        if led.is_some() {
            return led;
        }
        if let Some(checks_left) = &self.checks_left {
            let left = checks_left.load(Ordering::Relaxed);
            if left == 0 {
                return Some(Halt::TimedOut);
            }
            checks_left.store(left - 1, Ordering::Relaxed);
        }
        self.request()
    }

    /// Requests a stop because the user asked for it, for example with Ctrl-C.
    pub fn interrupt(&self) {
        self.stop.store(INTERRUPTED, Ordering::Relaxed);
    }

    /// Requests a stop because the time is up.
    pub fn time_out(&self) {
        self.stop.store(TIMED_OUT, Ordering::Relaxed);
    }

    /// The request to stop that was made and not forgotten, if any.
    pub fn request(&self) -> Option<Halt> {
        match self.stop.load(Ordering::Relaxed) {
            0 => self.is_late.is_some_and(|is_late| is_late()).then_some(Halt::TimedOut),
            TIMED_OUT => Some(Halt::TimedOut),
            _ => Some(Halt::Interrupted),
        }
    }

    /// Forgets an earlier request to stop, and the progress.
    pub fn reset(&self) {
        self.stop.store(0, Ordering::Relaxed);
        self.working.store(false, Ordering::Relaxed);
        self.counting.store(false, Ordering::Relaxed);
    }

    pub(crate) fn tell(&self, done: u64, goal: u64) {
        self.done.store(done, Ordering::Relaxed);
        self.goal.store(goal, Ordering::Relaxed);
        self.working.store(true, Ordering::Relaxed);
    }

    pub(super) fn in_use(&self) -> u64 {
        self.memory.in_use() as u64
    }

    /// How many heaps, positions or cases are done, and how many are to be done; a goal of 0 is unknown. `None` if no
    /// computation has reported progress.
    pub fn progress(&self) -> Option<(u64, u64)> {
        let working = self.working.load(Ordering::Relaxed);
        working.then(|| (self.done.load(Ordering::Relaxed), self.goal.load(Ordering::Relaxed)))
    }
}

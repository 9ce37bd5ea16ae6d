//! The account of a computation: what it may use, and what is used.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use super::halt::Halt;
use super::signal::Signal;

/// What a session may use.
///
/// Memory is measured where it is allocated, so this limit holds in programs whose global allocator is
/// [`CountingAllocator`](super::CountingAllocator), or that count bytes by themselves ([`Signal::measured`]). In any other program there is no limit
/// of memory: only a single table or list that would be larger than the limit is refused.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes for all that is computed and kept.
    pub memory: u64,
}

impl Default for Limits {
    /// 1 GiB.
    fn default() -> Limits {
        Limits { memory: 1 << 30 }
    }
}

/// What may be used and what is used: shared by all clones of a budget, and by its meter.
#[derive(Debug)]
pub struct Account {
    pub signal: Arc<Signal>,
    pub limit: AtomicU64,
    /// Steps that a part of the work may still take; [`Account::UNLIMITED`] outside of it.
    pub ration: AtomicU64,
    /// All steps that were counted. Threads that count at the same time may lose some.
    pub steps: AtomicU64,
    /// Work that the meter has counted since it looked here last.
    pub spent: AtomicUsize,
    /// Has a request for memory been refused since this was set to false?
    pub refused: AtomicBool,
    /// How many threads one long computation may use, at least 1.
    pub threads: AtomicUsize,
    /// Bytes in use before anything was computed, plus [`Account::IDLE`]. They do not count as used.
    idle: u64,
}

impl Account {
    /// Bytes allowed for names, texts and trees on top of the limit.
    const IDLE: u64 = 2_000_000;
    pub const UNLIMITED: u64 = u64::MAX;
    /// The steps that the work between two checks counts as, where nothing else counts it.
    pub const CHECKED: usize = 100;

    /// An account of these limits that stops when the signal says so.
    pub fn new(limits: Limits, signal: Arc<Signal>) -> Account {
        Account {
            idle: signal.in_use().saturating_add(Self::IDLE),
            signal,
            limit: AtomicU64::new(limits.memory),
            ration: AtomicU64::new(Self::UNLIMITED),
            steps: AtomicU64::new(0),
            spent: AtomicUsize::new(0),
            refused: AtomicBool::new(false),
            threads: AtomicUsize::new(1),
        }
    }

    /// An account for other work beside that of this one, with the same limits, signal and threads.
    pub fn beside(&self) -> Account {
        Account {
            idle: self.idle,
            threads: AtomicUsize::new(self.threads.load(Ordering::Relaxed)),
            ..Account::new(Limits { memory: self.limit.load(Ordering::Relaxed) }, self.signal.clone())
        }
    }

    /// Bytes in use.
    pub fn used(&self) -> u64 {
        self.signal.in_use().saturating_sub(self.idle)
    }

    /// Checks the bytes needed against the limit. If they exceed it, waits for what was set aside to be dropped, and
    /// asks `needed` again.
    fn fits(&self, needed: impl Fn() -> u64) -> Result<(), Halt> {
        let limit = self.limit.load(Ordering::Relaxed);
        if needed() <= limit {
            return Ok(());
        }
        self.settle();
        match needed() {
            needed if needed <= limit => Ok(()),
            needed => {
                self.refused.store(true, Ordering::Relaxed);
                Err(Halt::Memory { needed, limit })
            }
        }
    }

    /// Waits until the memory of everything that was set aside has been given back.
    pub fn settle(&self) {
        self.signal.memory.settle();
    }

    /// Checks whether to stop. `work` is the work done since the last call, in members looked at.
    pub fn check(&self, work: usize) -> Result<(), Halt> {
        self.steps.store(self.steps.load(Ordering::Relaxed).wrapping_add(work as u64), Ordering::Relaxed);
        let ration = self.ration.load(Ordering::Relaxed);
        if ration != Self::UNLIMITED {
            let left = ration.saturating_sub(work as u64);
            self.ration.store(left, Ordering::Relaxed);
            if left == 0 {
                return Err(Halt::TimedOut);
            }
        }
        self.signal.stop_reason().map_or(Ok(()), Err)
    }

    /// Is there room for so many bytes more?
    pub fn room(&self, bytes: u64) -> Result<(), Halt> {
        self.fits(|| self.used().saturating_add(bytes))
    }
}

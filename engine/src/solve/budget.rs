//! Limits on what a computation may take, and how it is told to stop.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

use super::SolveError;
use crate::game::{EvalError, Halt, Meter, Position, Sum, Watch};

/// What looks at the options of a position: go on, break off, or why it stopped.
pub(super) type SumVisitor<'a> = &'a mut dyn FnMut(&Arc<Sum>) -> Result<ControlFlow<()>, SolveError>;

/// What a session may use.
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

/// The line between a computation and the outside: told to stop from there, it tells there how far it is.
#[derive(Debug, Default)]
pub struct Signal {
    stop: AtomicU8,
    done: AtomicU64,
    goal: AtomicU64,
    working: AtomicBool,
    /// How often it may still be asked whether to go on; without end if there is none.
    patience: Option<AtomicU64>,
    /// The cases of a statement are counted; how far the work on one of them is, is not told.
    counting: AtomicBool,
    /// Who counts what is allocated, if anybody does.
    memory: Option<&'static dyn Memory>,
    /// Whoever stops this one stops its followers.
    leader: Option<Arc<Signal>>,
}

/// Who counts what is allocated.
pub trait Memory: std::fmt::Debug + Sync {
    /// Bytes that are allocated.
    fn in_use(&self) -> usize;

    /// Takes what work that was stopped leaves behind, and drops it when that holds nobody up. Until then it is in use.
    fn set_aside(&self, leftover: Box<dyn Send>) {
        drop(leftover);
    }

    /// Waits until all that was set aside has been dropped.
    fn settle(&self) {}
}

const INTERRUPTED: u8 = 1;
const TIMED_OUT: u8 = 2;

impl Signal {
    /// One that says stop after it was asked so often. Counted, not timed: the same work always comes equally far.
    pub fn patient(asks: u64) -> Signal {
        Signal { patience: Some(AtomicU64::new(asks)), ..Signal::default() }
    }

    /// One that was patient from the beginning may be asked so often from now on.
    pub fn renew(&self, asks: u64) {
        if let Some(patience) = &self.patience {
            patience.store(asks, Ordering::Relaxed);
        }
    }

    /// One that knows how many bytes are allocated: what no table counts, such as lists, texts and documents, then counts
    /// as well.
    pub fn measured(memory: &'static dyn Memory) -> Signal {
        Signal { memory: Some(memory), ..Signal::default() }
    }

    /// One that stops when this one does. How far its computation is, it keeps to itself.
    pub fn follower(self: &Arc<Signal>) -> Signal {
        Signal { memory: self.memory, leader: Some(self.clone()), ..Signal::default() }
    }

    /// What to stop for; 0 to go on.
    fn asked(&self) -> u8 {
        let led = self.leader.as_ref().map_or(0, |leader| leader.asked());
        if led != 0 {
            return led;
        }
        if let Some(patience) = &self.patience {
            let left = patience.load(Ordering::Relaxed);
            if left == 0 {
                return TIMED_OUT;
            }
            patience.store(left - 1, Ordering::Relaxed);
        }
        self.stop.load(Ordering::Relaxed)
    }

    /// Ctrl-C.
    pub fn interrupt(&self) {
        self.stop.store(INTERRUPTED, Ordering::Relaxed);
    }

    /// The time is up: what is computed stops.
    pub fn time_out(&self) {
        self.stop.store(TIMED_OUT, Ordering::Relaxed);
    }

    /// Forgets an earlier wish to stop.
    pub fn reset(&self) {
        self.stop.store(0, Ordering::Relaxed);
        self.working.store(false, Ordering::Relaxed);
        self.counting.store(false, Ordering::Relaxed);
    }

    fn tell(&self, done: u64, goal: u64) {
        self.done.store(done, Ordering::Relaxed);
        self.goal.store(goal, Ordering::Relaxed);
        self.working.store(true, Ordering::Relaxed);
    }

    fn in_use(&self) -> u64 {
        self.memory.map_or(0, |memory| memory.in_use() as u64)
    }

    /// How far the computation is, and where it wants to go: heaps, positions or cases. `None` if nothing counts.
    /// A goal of 0 is unknown.
    pub fn progress(&self) -> Option<(u64, u64)> {
        let working = self.working.load(Ordering::Relaxed);
        working.then(|| (self.done.load(Ordering::Relaxed), self.goal.load(Ordering::Relaxed)))
    }
}

/// Asked in every loop that can grow. Copies share what is used.
#[derive(Clone, Debug)]
pub struct Budget {
    account: Arc<Account>,
    meter: Meter,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget::new(Limits::default(), Arc::default())
    }
}

/// What may be used, and what is.
#[derive(Debug)]
struct Account {
    signal: Arc<Signal>,
    limit: AtomicU64,
    /// Bytes taken by tables, most of them allocated.
    taken: AtomicU64,
    /// Work that may still be done; [`Account::UNLIMITED`] where that is not limited.
    ration: AtomicU64,
    /// Has room been refused since this was asked last?
    refused: AtomicBool,
    /// Bytes in use before anything was computed, and some for names and texts.
    idle: u64,
}

impl Account {
    /// Bytes for names, texts and trees, which are not counted.
    const IDLE: u64 = 2_000_000;
    const UNLIMITED: u64 = u64::MAX;

    /// Bytes in use. What tables have taken is a part of what is allocated, but for what they take beforehand.
    fn used(&self) -> u64 {
        self.taken.load(Ordering::Relaxed).max(self.allocated())
    }

    fn allocated(&self) -> u64 {
        self.signal.in_use().saturating_sub(self.idle)
    }

    /// Is so much within the limit, once what was set aside is gone?
    fn fits(&self, needed: impl Fn() -> u64) -> Result<(), Halt> {
        let limit = self.limit.load(Ordering::Relaxed);
        if needed() <= limit {
            return Ok(());
        }
        if let Some(memory) = self.signal.memory {
            memory.settle();
        }
        match needed() {
            needed if needed <= limit => Ok(()),
            needed => {
                self.refused.store(true, Ordering::Relaxed);
                Err(Halt::Memory { needed, limit })
            }
        }
    }
}

impl Watch for Account {
    fn wished(&self, work: usize) -> Result<(), Halt> {
        let ration = self.ration.load(Ordering::Relaxed);
        if ration != Self::UNLIMITED {
            let left = ration.saturating_sub(work as u64);
            self.ration.store(left, Ordering::Relaxed);
            if left == 0 {
                return Err(Halt::TimedOut);
            }
        }
        match self.signal.asked() {
            0 => Ok(()),
            TIMED_OUT => Err(Halt::TimedOut),
            _ => Err(Halt::Interrupted),
        }
    }

    fn room(&self, bytes: u64) -> Result<(), Halt> {
        self.fits(|| self.used().saturating_add(bytes))
    }

    fn grows(&self, bytes: u64) -> Result<(), Halt> {
        self.fits(|| match self.signal.memory {
            Some(_) => self.allocated().saturating_add(bytes),
            None => 0,
        })
    }

    fn set_aside(&self, leftover: Box<dyn Send>) {
        match self.signal.memory {
            Some(memory) => memory.set_aside(leftover),
            None => drop(leftover),
        }
    }
}

impl Budget {
    /// A budget of these limits that stops when the signal says so.
    pub fn new(limits: Limits, signal: Arc<Signal>) -> Budget {
        let account = Arc::new(Account {
            idle: signal.in_use().saturating_add(Account::IDLE),
            signal,
            limit: AtomicU64::new(limits.memory),
            taken: AtomicU64::new(0),
            ration: AtomicU64::new(Account::UNLIMITED),
            refused: AtomicBool::new(false),
        });
        Budget { meter: Meter::new(account.clone()), account }
    }

    /// What may be used.
    pub fn limits(&self) -> Limits {
        Limits { memory: self.account.limit.load(Ordering::Relaxed) }
    }

    /// From now on these.
    pub fn set_limits(&self, limits: Limits) {
        self.account.limit.store(limits.memory, Ordering::Relaxed);
    }

    /// Does some work that is stopped as if the time were up after so many steps of rules and sets, a few nanoseconds
    /// each. `None` if it was stopped for that, or because the memory was full.
    ///
    /// # Errors
    /// Those of the work.
    pub fn within<T>(&self, steps: u64, work: impl FnOnce() -> Result<T, SolveError>) -> Result<Option<T>, SolveError> {
        self.account.ration.store(steps.min(Account::UNLIMITED - 1), Ordering::Relaxed);
        let result = work();
        let spent =
            self.account.ration.swap(Account::UNLIMITED, Ordering::Relaxed) == 0 && self.account.wished(0).is_ok();
        match result {
            Ok(done) => Ok(Some(done)),
            Err(SolveError::TimedOut) if spent => Ok(None),
            Err(SolveError::Memory { .. }) => Ok(None),
            Err(stop) => Err(stop),
        }
    }

    /// A signal that stops when the one of this budget does.
    pub fn follower(&self) -> Signal {
        self.account.signal.follower()
    }

    /// Has anybody been refused room since this was asked last? A search that ends there says nothing of it.
    pub fn was_refused(&self) -> bool {
        self.account.refused.swap(false, Ordering::Relaxed)
    }

    /// Waits until all that was set aside has been given back.
    pub fn settle(&self) {
        if let Some(memory) = self.account.signal.memory {
            memory.settle();
        }
    }

    /// For loops that know no budget.
    pub fn meter(&self) -> &Meter {
        &self.meter
    }

    /// Why a rule was left: it was told to stop, or for a fault of its own.
    pub fn left(&self, fault: EvalError, position: Position) -> SolveError {
        match fault.halt() {
            Some(halt) => halt.into(),
            None => SolveError::Fault { fault, position: Some(position) },
        }
    }

    /// Visits the options of a position, asking only whether to go on. A visit may end it as any computation ends.
    pub(super) fn each_option(&self, position: &Position, visit: SumVisitor) -> Result<(), SolveError> {
        let mut stopped = None;
        let looked = position.each_option(&self.meter, &mut |option| {
            visit(&option).or_else(|stop| {
                stopped = Some(stop);
                Ok(ControlFlow::Break(()))
            })
        });
        match (stopped, looked) {
            (Some(stop), _) => Err(stop),
            (None, looked) => looked.map(drop).map_err(|fault| self.left(fault, position.clone())),
        }
    }

    /// Go on? Cheap, but not free: ask every few microseconds of work.
    ///
    /// # Errors
    /// `SolveError::Interrupted` or `SolveError::TimedOut` if someone wished so; `SolveError::Memory` if too much is allocated.
    pub fn check(&self) -> Result<(), SolveError> {
        self.account.wished(0).and_then(|()| self.account.room(0)).map_err(SolveError::from)
    }

    /// Says how far the work is; a goal of 0 is unknown.
    ///
    /// # Errors
    /// As [`Budget::check`].
    pub fn progress(&self, done: u64, goal: u64) -> Result<(), SolveError> {
        if !self.account.signal.counting.load(Ordering::Relaxed) {
            self.account.signal.tell(done, goal);
        }
        self.check()
    }

    /// Says how many cases of a statement are done: the rows of a table, the cases of a claim. From the first one on
    /// they are what is counted, and not the work on each. A goal of 0 is unknown.
    ///
    /// # Errors
    /// As [`Budget::check`].
    pub fn count(&self, done: u64, goal: u64) -> Result<(), SolveError> {
        if done > 0 {
            self.account.signal.counting.store(true, Ordering::Relaxed);
            self.account.signal.tell(done, goal);
        }
        self.check()
    }

    /// How far the last work came, for a message after it was stopped.
    pub fn reached(&self) -> Option<(u64, u64)> {
        self.account.signal.progress()
    }

    /// Takes so many bytes out of the limit, before they are allocated.
    ///
    /// # Errors
    /// `SolveError::Memory` if the limit would be passed; then nothing is taken.
    pub fn take(&mut self, bytes: u64) -> Result<(), SolveError> {
        self.account.room(bytes)?;
        self.account.taken.fetch_add(bytes, Ordering::Relaxed);
        Ok(())
    }

    /// Gives bytes back.
    pub fn give(&mut self, bytes: u64) {
        let taken = self.account.taken.load(Ordering::Relaxed);
        self.account.taken.store(taken.saturating_sub(bytes), Ordering::Relaxed);
    }

    /// Bytes taken by tables.
    pub fn taken(&self) -> u64 {
        self.account.taken.load(Ordering::Relaxed)
    }

    /// So many bytes are taken, counted anew.
    pub fn recount(&mut self, bytes: u64) {
        self.account.taken.store(bytes, Ordering::Relaxed);
    }

    /// Bytes still free.
    pub fn free(&self) -> u64 {
        self.limits().memory.saturating_sub(self.account.used())
    }
}

//! Limits on the memory and time of a computation, and how it is told to stop.
//!
//! [`Signal`] is shared with the program outside: it carries the request to stop in, and the progress out. [`Budget`]
//! is handed to every computation, which checks it in each loop that can grow.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering};

use super::{CountingAllocator, Memory, SolveError};
use crate::game::{EvalError, EvalErrorKind, Halt, Meter, Mover, Position, Ruleset, Sum, Watch};

/// Called with each option of a position. It returns whether to go on with the next option, or the error that ended it.
pub(crate) type SumVisitor<'a> = &'a mut dyn FnMut(&Arc<Sum>) -> Result<ControlFlow<()>, SolveError>;

/// What a session may use.
///
/// Memory is measured where it is allocated, so this limit holds in programs whose global allocator is
/// [`CountingAllocator`], or that count bytes by themselves ([`Signal::measured`]). In any other program there is no limit
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
    /// Progress counts the cases of a statement (see [`Budget::count`]). The progress within one case is then not
    /// reported.
    counting: AtomicBool,
    /// Counts the allocated bytes.
    memory: &'static dyn Memory,
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

    /// The reason to stop, [`INTERRUPTED`] or [`TIMED_OUT`]; 0 to go on. Each call counts as one check.
    fn stop_reason(&self) -> u8 {
        let led = self.leader.as_ref().map_or(0, |leader| leader.stop_reason());
        if led != 0 {
            return led;
        }
        if let Some(checks_left) = &self.checks_left {
            let left = checks_left.load(Ordering::Relaxed);
            if left == 0 {
                return TIMED_OUT;
            }
            checks_left.store(left - 1, Ordering::Relaxed);
        }
        if self.is_late.is_some_and(|is_late| is_late()) {
            return TIMED_OUT;
        }
        self.stop.load(Ordering::Relaxed)
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
    pub fn request(&self) -> Option<SolveError> {
        match self.stop.load(Ordering::Relaxed) {
            0 => self.is_late.is_some_and(|is_late| is_late()).then_some(SolveError::TimedOut),
            TIMED_OUT => Some(SolveError::TimedOut),
            _ => Some(SolveError::Interrupted),
        }
    }

    /// Forgets an earlier request to stop, and the progress.
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
        self.memory.in_use() as u64
    }

    /// How many heaps, positions or cases are done, and how many are to be done; a goal of 0 is unknown. `None` if no
    /// computation has reported progress.
    pub fn progress(&self) -> Option<(u64, u64)> {
        let working = self.working.load(Ordering::Relaxed);
        working.then(|| (self.done.load(Ordering::Relaxed), self.goal.load(Ordering::Relaxed)))
    }
}

/// Limits a computation. Every loop that can grow checks it, and asks it for room before a large allocation. Memory is
/// measured where it is allocated, so nothing has to be given back. Clones share one account.
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

/// What may be used and what is used: shared by all clones of a [`Budget`].
#[derive(Debug)]
struct Account {
    signal: Arc<Signal>,
    limit: AtomicU64,
    /// Steps that [`Budget::within`] still allows; [`Account::UNLIMITED`] outside of it.
    ration: AtomicU64,
    /// All steps that were counted. Threads that count at the same time may lose some.
    steps: AtomicU64,
    /// Has a request for memory been refused since [`Budget::was_refused`] was called last?
    refused: AtomicBool,
    /// How many threads one long computation may use, at least 1.
    threads: AtomicUsize,
    /// Bytes in use before anything was computed, plus [`Account::IDLE`]. They do not count as used.
    idle: u64,
}

impl Account {
    /// Bytes allowed for names, texts and trees on top of the limit.
    const IDLE: u64 = 2_000_000;
    const UNLIMITED: u64 = u64::MAX;
    /// The steps that the work between two checks counts as, where nothing else counts it.
    const CHECKED: usize = 100;

    /// Bytes in use.
    fn used(&self) -> u64 {
        self.signal.in_use().saturating_sub(self.idle)
    }

    /// Checks the bytes needed against the limit. If they exceed it, waits for what was set aside to be dropped, and
    /// asks `needed` again.
    fn fits(&self, needed: impl Fn() -> u64) -> Result<(), Halt> {
        let limit = self.limit.load(Ordering::Relaxed);
        if needed() <= limit {
            return Ok(());
        }
        self.signal.memory.settle();
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
    fn check(&self, work: usize) -> Result<(), Halt> {
        self.steps.store(self.steps.load(Ordering::Relaxed).wrapping_add(work as u64), Ordering::Relaxed);
        let ration = self.ration.load(Ordering::Relaxed);
        if ration != Self::UNLIMITED {
            let left = ration.saturating_sub(work as u64);
            self.ration.store(left, Ordering::Relaxed);
            if left == 0 {
                return Err(Halt::TimedOut);
            }
        }
        match self.signal.stop_reason() {
            0 => Ok(()),
            TIMED_OUT => Err(Halt::TimedOut),
            _ => Err(Halt::Interrupted),
        }
    }

    fn room(&self, bytes: u64) -> Result<(), Halt> {
        self.fits(|| self.used().saturating_add(bytes))
    }

    fn set_aside(&self, leftover: Box<dyn Send>) {
        self.signal.memory.set_aside(leftover);
    }
}

impl Budget {
    /// A budget of these limits that stops when the signal says so.
    pub fn new(limits: Limits, signal: Arc<Signal>) -> Budget {
        let account = Arc::new(Account {
            idle: signal.in_use().saturating_add(Account::IDLE),
            signal,
            limit: AtomicU64::new(limits.memory),
            ration: AtomicU64::new(Account::UNLIMITED),
            steps: AtomicU64::new(0),
            refused: AtomicBool::new(false),
            threads: AtomicUsize::new(1),
        });
        Budget { meter: Meter::new(account.clone()), account }
    }

    /// A budget for other work beside that of this one: both together may use what this one may, and the same signal stops
    /// them. What this one uses is not free for the other.
    pub fn beside(&self) -> Budget {
        let Account { signal, limit, threads, idle, .. } = &*self.account;
        let account = Arc::new(Account {
            signal: signal.clone(),
            limit: AtomicU64::new(limit.load(Ordering::Relaxed)),
            ration: AtomicU64::new(Account::UNLIMITED),
            steps: AtomicU64::new(0),
            refused: AtomicBool::new(false),
            threads: AtomicUsize::new(threads.load(Ordering::Relaxed)),
            idle: *idle,
        });
        Budget { meter: Meter::new(account.clone()), account }
    }

    /// A budget for a look at some moves that must not delay anything, as for an error: it stops after 256 checks, about
    /// a thousand turns of a loop each.
    pub fn brief() -> Budget {
        Budget::new(Limits::default(), Arc::new(Signal::stopping_after(1 << 8)))
    }

    /// What may be used.
    pub fn limits(&self) -> Limits {
        Limits { memory: self.account.limit.load(Ordering::Relaxed) }
    }

    /// Replaces the limits.
    pub fn set_limits(&self, limits: Limits) {
        self.account.limit.store(limits.memory, Ordering::Relaxed);
    }

    /// How many threads one long computation may use: 1 until [`Budget::set_threads`] was called.
    pub fn threads(&self) -> usize {
        self.account.threads.load(Ordering::Relaxed)
    }

    /// Lets a long computation use so many threads, itself included. Its answers do not depend on that.
    pub fn set_threads(&self, threads: usize) {
        self.account.threads.store(threads.max(1), Ordering::Relaxed);
    }

    /// Does some work, but no more than `steps` steps of a few nanoseconds each. `None` if the steps ran out or the
    /// memory was full. Inside other work that is limited, the narrower limit counts.
    ///
    /// # Errors
    /// The errors of the work, except `SolveError::Memory`.
    pub fn within<T>(&self, steps: u64, work: impl FnOnce() -> Result<T, SolveError>) -> Result<Option<T>, SolveError> {
        let outer = self.account.ration.load(Ordering::Relaxed);
        let given = steps.min(Account::UNLIMITED - 1).min(outer);
        self.account.ration.store(given, Ordering::Relaxed);
        let result = work();
        let left = self.account.ration.load(Ordering::Relaxed);
        let outer_left = if outer == Account::UNLIMITED { outer } else { outer - (given - left) };
        self.account.ration.store(outer_left, Ordering::Relaxed);
        let spent = left == 0 && self.account.check(0).is_ok();
        match result {
            Ok(done) => Ok(Some(done)),
            Err(SolveError::TimedOut) if spent => Ok(None),
            Err(SolveError::Memory { .. }) => Ok(None),
            Err(stop) => Err(stop),
        }
    }

    /// How many steps were counted since the budget was made: about so many times a few nanoseconds.
    pub(crate) fn steps(&self) -> u64 {
        self.account.steps.load(Ordering::Relaxed)
    }

    /// A signal that stops when the one of this budget does.
    pub fn follower(&self) -> Signal {
        self.account.signal.follower()
    }

    /// Forgets a request to stop: the work that it was meant for has ended, and says so.
    pub fn stop_is_reported(&self) {
        self.account.signal.reset();
    }

    /// Has a request for memory been refused since this was called last? A search that gives up for want of memory
    /// returns what it has found, and no error: this tells whether that happened.
    pub fn was_refused(&self) -> bool {
        self.account.refused.swap(false, Ordering::Relaxed)
    }

    /// Waits until the memory of everything that was set aside has been given back.
    pub fn settle(&self) {
        self.account.signal.memory.settle();
    }

    /// The meter for code of `game`, which does not know budgets. It draws on this budget.
    pub fn meter(&self) -> &Meter {
        &self.meter
    }

    /// The error for an evaluation that ended at this position: the reason to stop, or a fault of the rule itself.
    pub fn left(&self, fault: EvalError, position: Position) -> SolveError {
        match (fault.halt(), &*fault.kind) {
            (Some(halt), _) => halt.into(),
            (None, EvalErrorKind::Binds { .. }) => SolveError::Binds(Box::new(position)),
            (None, _) => SolveError::Fault { fault, position: Some(position) },
        }
    }

    /// Visits the options of a position, repetitions included, until the visitor breaks off or returns an error.
    pub(crate) fn each_option(&self, position: &Position, visit: SumVisitor) -> Result<(), SolveError> {
        self.each_option_by(None, position, visit)
    }

    /// The same by a mover of the position's own system, which is used for many positions: the options then share their games, so that
    /// equal ones are known at once.
    pub(crate) fn each_option_by(
        &self,
        mover: Option<&Mover>,
        position: &Position,
        visit: SumVisitor,
    ) -> Result<(), SolveError> {
        let mut stopped = None;
        let mut visited = |option: Arc<Sum>| {
            visit(&option).or_else(|stop| {
                stopped = Some(stop);
                Ok(ControlFlow::Break(()))
            })
        };
        let looked = match (mover, &position.game.ruleset) {
            (Some(mover), Ruleset::Written(_, index)) => mover.each_sum(*index, &position.coordinates, &mut visited),
            _ => position.each_option(&self.meter, &mut visited),
        };
        match (stopped, looked) {
            (Some(stop), _) => Err(stop),
            (None, looked) => looked.map(drop).map_err(|fault| self.left(fault, position.clone())),
        }
    }

    /// Checks whether to go on. This is cheap but not free: call it after every few microseconds of work.
    ///
    /// # Errors
    /// `SolveError::Interrupted` or `SolveError::TimedOut` if a stop was requested; `SolveError::Memory` if more is
    /// in use than the limit allows.
    pub fn check(&self) -> Result<(), SolveError> {
        self.account.check(Account::CHECKED).and_then(|()| self.account.room(0)).map_err(SolveError::from)
    }

    /// Reports the progress of the work, and checks whether to go on. A goal of 0 is unknown.
    ///
    /// # Errors
    /// As [`Budget::check`].
    pub fn progress(&self, done: u64, goal: u64) -> Result<(), SolveError> {
        if !self.account.signal.counting.load(Ordering::Relaxed) {
            self.account.signal.tell(done, goal);
        }
        self.check()
    }

    /// Reports how many cases of a statement are done: the rows of a table, the cases of a claim. From the first one
    /// on, [`Budget::progress`] of the work on a single case is not reported any more. A goal of 0 is unknown.
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

    /// The progress that was reported last, as [`Signal::progress`], for a message after the work was stopped.
    pub fn reached(&self) -> Option<(u64, u64)> {
        self.account.signal.progress()
    }

    /// Is there room for so many bytes more? To be asked before anything large is allocated: a table, a grid, a list
    /// of known length. What grows slowly is seen by the checks of the loop that makes it.
    ///
    /// # Errors
    /// `SolveError::Memory` if the limit would be passed.
    pub fn room(&self, bytes: u64) -> Result<(), SolveError> {
        Ok(self.account.room(bytes)?)
    }

    /// Bytes in use.
    pub fn used(&self) -> u64 {
        self.account.used()
    }

    /// Bytes still free.
    pub fn free(&self) -> u64 {
        self.limits().memory.saturating_sub(self.used())
    }
}

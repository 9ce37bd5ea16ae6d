//! The budget of a computation: it is handed to each, which checks it in each loop that can grow.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::{Cost, SolveError};
use crate::game::{EvalError, EvalErrorKind, Mover, Position, Ruleset, Sum};
use crate::meter::{Account, Limits, Meter, Signal};

/// Called with each option of a position. It returns whether to go on with the next option, or the error that ended it.
pub(crate) type SumVisitor<'a> = &'a mut dyn FnMut(&Arc<Sum>) -> Result<ControlFlow<()>, SolveError>;

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

impl Budget {
    /// A budget of these limits that stops when the signal says so.
    pub fn new(limits: Limits, signal: Arc<Signal>) -> Budget {
        Budget::of(Account::new(limits, signal))
    }

    fn of(account: Account) -> Budget {
        let account = Arc::new(account);
        Budget { meter: Meter::new(account.clone()), account }
    }

    /// A budget for other work beside that of this one: both together may use what this one may, and the same signal stops
    /// them. What this one uses is not free for the other.
    pub fn beside(&self) -> Budget {
        Budget::of(self.account.beside())
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

    /// Allows the work that comes now so many checks, if its signal counts them.
    pub fn allow(&self, checks: u64) {
        self.account.signal.allow(checks);
    }

    /// Has a request for memory been refused since this was called last? A search that gives up for want of memory
    /// returns what it has found, and no error: this tells whether that happened.
    pub fn was_refused(&self) -> bool {
        self.account.refused.swap(false, Ordering::Relaxed)
    }

    /// Waits until the memory of everything that was set aside has been given back.
    pub fn settle(&self) {
        self.account.settle();
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

    /// The same for what needs so many bytes, more than are counted in 64 bits perhaps.
    ///
    /// # Errors
    /// `SolveError::Memory` with this cost if the memory could not hold it even if it were empty.
    pub(crate) fn room_for(&self, needed: u128, cost: Cost) -> Result<(), SolveError> {
        let limit = self.limits().memory;
        if needed <= u128::from(limit) { Ok(()) } else { Err(SolveError::Memory { needed, limit, cost: Some(cost) }) }
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

//! Deferred drops: what stopped computations leave behind is dropped by a thread of its own, which is started when there
//! is something to drop. Freeing a gigabyte of small lists takes a second, and a user who pressed Ctrl-C waits for the
//! prompt.

use std::cell::Cell;
use std::sync::atomic::{AtomicIsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};

use grundy_engine::solve::Memory;

use super::process;
use crate::service::CountingAllocator;

/// The values that wait to be dropped, of the whole program.
pub static DEFERRED_DROPS: DeferredDrops = DeferredDrops::new();

thread_local! {
    /// Whether this is the session's thread, from whose count freed leftovers are subtracted.
    static IS_SESSION_THREAD: Cell<bool> = const { Cell::new(false) };
    /// The leftovers of any other thread. They stay with it until it needs the memory, or ends.
    static OWN_LEFTOVERS: Cell<Vec<Box<dyn Send>>> = const { Cell::new(Vec::new()) };
}

/// Values that wait to be dropped. For the engine this is also the count of the bytes in use.
#[derive(Debug)]
pub struct DeferredDrops {
    /// This value itself, from the beginning of a session on: the thread that drops values holds it. Before, they are
    /// dropped at once.
    this: OnceLock<&'static DeferredDrops>,
    /// Sends values to the thread that drops them, once there is one.
    sender: Mutex<Option<Sender<Box<dyn Send>>>>,
    /// How many values wait to be dropped.
    waiting: Mutex<usize>,
    /// Notified after each value that was dropped.
    all_dropped: Condvar,
    /// Freed bytes that the session's thread has not yet subtracted from its count.
    freed_bytes: AtomicIsize,
}

impl DeferredDrops {
    const fn new() -> DeferredDrops {
        DeferredDrops {
            this: OnceLock::new(),
            sender: Mutex::new(None),
            waiting: Mutex::new(0),
            all_dropped: Condvar::new(),
            freed_bytes: AtomicIsize::new(0),
        }
    }

    /// Makes this thread the session's.
    pub fn begin_session(&'static self) {
        IS_SESSION_THREAD.set(true);
        // If it is set already, then to the same.
        let _ = self.this.set(self);
    }

    /// Starts the thread that drops leftovers. `None` if there is no session, or no thread can be started.
    fn start(&self) -> Option<Sender<Box<dyn Send>>> {
        let this = *self.this.get()?;
        let (sender, leftovers) = channel::<Box<dyn Send>>();
        let work = move || {
            process::leave_interrupts_to_others();
            for leftover in leftovers {
                this.freed_bytes.fetch_add(CountingAllocator::bytes_freed_by(leftover), Ordering::Relaxed);
                *locked(&this.waiting) -= 1;
                this.all_dropped.notify_all();
            }
        };
        std::thread::Builder::new().name("deferred-drops".to_owned()).spawn(work).ok().map(|_| sender)
    }

    /// Drops the leftovers of this thread, if it is not the session's.
    pub(super) fn drop_own(&self) {
        drop(OWN_LEFTOVERS.take());
    }

    /// Hands on the leftovers of this thread, and `last`, to be dropped. The thread ends, and its bytes are counted
    /// on the session's thread from then on.
    pub(super) fn hand_over_own(&self, last: Box<dyn Send>) {
        OWN_LEFTOVERS.take().into_iter().chain([last]).for_each(|leftover| self.drop_later(leftover));
    }

    /// Has a value dropped whose bytes are counted on the session's thread; this may be called from any thread. Without
    /// a thread for it, it is dropped at once, which takes time.
    fn drop_later(&self, leftover: Box<dyn Send>) {
        let mut sender = locked(&self.sender);
        if sender.is_none() {
            *sender = self.start();
        }
        if let Some(sender) = &*sender {
            *locked(&self.waiting) += 1;
            if sender.send(leftover).is_err() {
                *locked(&self.waiting) -= 1;
            }
        }
    }
}

impl Memory for DeferredDrops {
    fn in_use(&self) -> usize {
        // This is called often, and there is hardly ever anything to subtract.
        if self.freed_bytes.load(Ordering::Relaxed) != 0 && IS_SESSION_THREAD.get() {
            CountingAllocator::subtract(self.freed_bytes.swap(0, Ordering::Relaxed));
        }
        CountingAllocator::in_use()
    }

    fn set_aside(&self, leftover: Box<dyn Send>) {
        if IS_SESSION_THREAD.get() {
            return self.drop_later(leftover);
        }
        let mut own = OWN_LEFTOVERS.take();
        own.push(leftover);
        OWN_LEFTOVERS.set(own);
    }

    fn settle(&self) {
        self.drop_own();
        let waiting = self.all_dropped.wait_while(locked(&self.waiting), |waiting| *waiting > 0);
        drop(waiting.unwrap_or_else(PoisonError::into_inner));
    }
}

fn locked<T>(held: &Mutex<T>) -> MutexGuard<'_, T> {
    held.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::TryRecvError;

    use super::*;

    #[test]
    fn what_was_set_aside_is_dropped() {
        static HERE: DeferredDrops = DeferredDrops::new();
        let is_dropped = || {
            let (leftover, seen) = channel::<()>();
            HERE.set_aside(Box::new(leftover));
            HERE.settle();
            seen.try_recv() == Err(TryRecvError::Disconnected)
        };
        assert!(is_dropped(), "at once, since there is no session");
        HERE.begin_session();
        assert!(is_dropped(), "by the thread");
    }
}

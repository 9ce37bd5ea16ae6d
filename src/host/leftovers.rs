//! Leftovers: what stopped computations leave behind is dropped by a thread of its own. Freeing a gigabyte of small
//! lists takes a second, and a user who pressed Ctrl-C waits for the prompt.

use std::cell::Cell;
use std::sync::atomic::{AtomicIsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use grundy_engine::solve::Memory;

use super::Counting;

/// The leftovers of the session.
pub static LEFTOVERS: Leftovers = Leftovers::new();

thread_local! {
    /// Whether this is the session's thread, from whose count freed leftovers are subtracted.
    static HEARS: Cell<bool> = const { Cell::new(false) };
    /// The leftovers of any other thread. They stay with it until it needs the memory, or ends.
    static OWN: Cell<Vec<Box<dyn Send>>> = const { Cell::new(Vec::new()) };
}

/// Values that wait to be dropped. For the engine this is also the count of the bytes in use.
#[derive(Debug)]
pub struct Leftovers {
    /// Sends values to the thread that drops them. Without such a thread they are dropped at once.
    way: Mutex<Option<Sender<Box<dyn Send>>>>,
    /// How many values wait to be dropped.
    waiting: Mutex<usize>,
    /// Notified after each value that was dropped.
    all_dropped: Condvar,
    /// Freed bytes that the session's thread has not yet subtracted from its count.
    given_back: AtomicIsize,
}

impl Leftovers {
    const fn new() -> Leftovers {
        Leftovers {
            way: Mutex::new(None),
            waiting: Mutex::new(0),
            all_dropped: Condvar::new(),
            given_back: AtomicIsize::new(0),
        }
    }

    /// Starts the thread that drops leftovers, and makes this one the session's thread. If no thread can be started,
    /// leftovers are dropped at once, which takes time.
    pub fn start(&'static self) {
        HEARS.set(true);
        let (way, leftovers) = channel::<Box<dyn Send>>();
        let thread = std::thread::Builder::new().name("leftovers".to_owned()).spawn(move || {
            for leftover in leftovers {
                self.given_back.fetch_add(Counting::given_back_by(leftover), Ordering::Relaxed);
                *locked(&self.waiting) -= 1;
                self.all_dropped.notify_all();
            }
        });
        if thread.is_ok() {
            *locked(&self.way) = Some(way);
        }
    }

    /// Drops the leftovers of this thread, if it is not the session's.
    pub(super) fn drop_own(&self) {
        drop(OWN.take());
    }

    /// Hands on the leftovers of this thread, and `last`, to be dropped. The thread ends, and its bytes are counted
    /// on the session's thread from then on.
    pub(super) fn take_over_own(&self, last: Box<dyn Send>) {
        OWN.take().into_iter().chain([last]).for_each(|leftover| self.take_over(leftover));
    }

    /// Has a value dropped whose bytes are counted on the session's thread; this may be called from any thread.
    fn take_over(&self, leftover: Box<dyn Send>) {
        if let Some(way) = &*locked(&self.way) {
            *locked(&self.waiting) += 1;
            if way.send(leftover).is_err() {
                *locked(&self.waiting) -= 1;
            }
        }
    }
}

impl Memory for Leftovers {
    fn in_use(&self) -> usize {
        // This is called often, and there is hardly ever anything to subtract.
        if self.given_back.load(Ordering::Relaxed) != 0 && HEARS.get() {
            Counting::given_back(self.given_back.swap(0, Ordering::Relaxed));
        }
        Counting::in_use()
    }

    fn set_aside(&self, leftover: Box<dyn Send>) {
        if HEARS.get() {
            return self.take_over(leftover);
        }
        let mut own = OWN.take();
        own.push(leftover);
        OWN.set(own);
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
        static HERE: Leftovers = Leftovers::new();
        let is_dropped = || {
            let (leftover, seen) = channel::<()>();
            HERE.set_aside(Box::new(leftover));
            HERE.settle();
            seen.try_recv() == Err(TryRecvError::Disconnected)
        };
        assert!(is_dropped(), "at once, since there is no thread yet");
        HERE.start();
        assert!(is_dropped(), "by the thread");
    }
}

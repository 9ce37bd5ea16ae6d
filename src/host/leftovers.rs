//! What stopped work leaves behind is dropped beside the session: a gigabyte of small lists takes a second, and whoever
//! pressed Ctrl-C wants the prompt now.

use std::cell::Cell;
use std::sync::atomic::{AtomicIsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use grundy_engine::solve::Memory;

use super::Counting;

/// Those of the session.
pub static LEFTOVERS: Leftovers = Leftovers::new();

thread_local! {
    /// Is this the thread of the session, which hears of what is given back?
    static HEARS: Cell<bool> = const { Cell::new(false) };
    /// What another thread leaves behind stays with it until it wants the room, or ends.
    static OWN: Cell<Vec<Box<dyn Send>>> = const { Cell::new(Vec::new()) };
}

/// What waits to be dropped, and the count of what is allocated, less what was dropped so.
#[derive(Debug)]
pub struct Leftovers {
    /// The way to the thread that drops; until there is one, what is set aside is dropped at once.
    way: Mutex<Option<Sender<Box<dyn Send>>>>,
    /// How many wait.
    waiting: Mutex<usize>,
    all_dropped: Condvar,
    /// Bytes given back that the session's thread has not heard of yet.
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

    /// Starts the thread that drops, for the session of this thread. Without one, dropping takes its time.
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

    /// Drops what this thread has left behind, which is not that of the session.
    pub(super) fn drop_own(&self) {
        drop(OWN.take());
    }

    /// This thread has stopped, and will be counted for the session's: so is what it leaves behind.
    pub(super) fn take_over_own(&self, last: Box<dyn Send>) {
        OWN.take().into_iter().chain([last]).for_each(|leftover| self.take_over(leftover));
    }

    /// Drops something that is counted for the session's thread, whichever thread this is.
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
        // Asked often, and hardly ever is there anything to hear of.
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

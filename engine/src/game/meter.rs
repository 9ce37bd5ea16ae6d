//! The meter, which tells loops when to stop and keeps what they build within the memory limit. The limits themselves
//! are known to a [`Watch`]: the solver's budget, or that of another program.

use std::cmp::Ordering;
use std::error::Error;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Why a loop may not go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// Ctrl-C.
    Interrupted,
    /// The time is up.
    TimedOut,
    /// The memory limit would be exceeded.
    Memory {
        /// Bytes that would be in use.
        needed: u64,
        /// Bytes that may be in use.
        limit: u64,
    },
}

impl fmt::Display for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Halt::Interrupted => f.write_str("interrupted"),
            Halt::TimedOut => f.write_str("the time is up"),
            Halt::Memory { needed, limit } => write!(f, "{needed} bytes would be needed; the limit is {limit}"),
        }
    }
}

impl Error for Halt {}

/// Knows the limits of a computation: whether it may go on, and how much memory it may use.
pub trait Watch: Send + Sync {
    /// Checks whether to stop. `work` is the work done since the last call, in members looked at.
    ///
    /// # Errors
    /// `Halt::Interrupted` or `Halt::TimedOut`.
    fn check(&self, work: usize) -> Result<(), Halt>;

    /// Is there room for so many bytes more?
    ///
    /// # Errors
    /// `Halt::Memory`
    fn room(&self, bytes: u64) -> Result<(), Halt>;

    /// Takes what a stopped loop leaves behind, and drops it, now or later.
    fn set_aside(&self, leftover: Box<dyn Send>) {
        drop(leftover);
    }
}

/// Tells loops whether to go on, and counts their work. The default meter never stops anything. Rules and sets may
/// contain a meter, so all meters compare as equal.
#[derive(Clone, Default)]
pub struct Meter(Option<Arc<Shared>>);

struct Shared {
    /// Work since the watch was last asked.
    spent: AtomicUsize,
    watch: Arc<dyn Watch>,
}

impl PartialEq for Meter {
    fn eq(&self, _: &Meter) -> bool {
        true
    }
}

impl Eq for Meter {}

impl Hash for Meter {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl PartialOrd for Meter {
    fn partial_cmp(&self, other: &Meter) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Meter {
    fn cmp(&self, _: &Meter) -> Ordering {
        Ordering::Equal
    }
}

impl Meter {
    /// Work between two questions to the watch, in members looked at: about ten microseconds.
    pub const STRIDE: usize = 1 << 12;

    /// Bytes of a text that count as one member looked at.
    pub(super) const BYTES: usize = 64;

    /// A meter that asks this watch.
    pub fn new(watch: Arc<dyn Watch>) -> Meter {
        Meter(Some(Arc::new(Shared { spent: AtomicUsize::new(0), watch })))
    }

    /// Asks the watch whether to go on.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn check(&self) -> Result<(), Halt> {
        self.room(0)
    }

    /// Counts so many members as looked at. Once per [`Meter::STRIDE`] members it asks the watch whether to go on.
    ///
    /// # Errors
    /// The reason to stop.
    #[inline]
    pub fn spend(&self, members: usize) -> Result<(), Halt> {
        let Some(meter) = &self.0 else { return Ok(()) };
        let spent = meter.spent.load(Relaxed).saturating_add(members);
        meter.spent.store(spent, Relaxed);
        if spent < Self::STRIDE { Ok(()) } else { Self::look(meter) }
    }

    #[cold]
    fn look(shared: &Shared) -> Result<(), Halt> {
        shared.watch.check(shared.spent.swap(0, Relaxed))?;
        // The memory is full already. How much more would be needed is not known, so `needed` is the limit.
        shared.watch.room(0).map_err(|halt| match halt {
            Halt::Memory { limit, .. } => Halt::Memory { needed: limit, limit },
            other => other,
        })
    }

    /// Is there room for so many bytes more? To be asked before anything large is built.
    ///
    /// # Errors
    /// `Halt::Memory`, or as [`Meter::check`].
    pub fn room(&self, bytes: usize) -> Result<(), Halt> {
        let Some(meter) = &self.0 else { return Ok(()) };
        meter.watch.check(0)?;
        meter.watch.room(bytes as u64)
    }

    /// Drops what a stopped loop leaves behind. For a gigabyte of small parts that takes a second, so a long list is
    /// given to the watch, which may drop it later.
    pub(crate) fn set_aside<T>(&self, leftover: impl AsRef<[T]> + Send + 'static) {
        const MANY: usize = 1 << 14;
        if let Some(meter) = self.0.as_ref().filter(|_| leftover.as_ref().len() >= MANY) {
            meter.watch.set_aside(Box::new(leftover));
        }
    }

    /// The reason to stop when an allocation of so many bytes fails although the limit allows it.
    pub(crate) fn refused(&self, bytes: usize) -> Halt {
        let needed = bytes as u64;
        match self.room(usize::MAX) {
            Err(Halt::Memory { limit, .. }) => Halt::Memory { needed, limit },
            Err(halt) => halt,
            Ok(()) => Halt::Memory { needed, limit: needed },
        }
    }
}

/// Shows whether work may go on.
impl fmt::Debug for Meter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Meter({})", self.0.as_ref().is_none_or(|meter| meter.watch.check(0).is_ok()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Patient(AtomicUsize);

    impl Watch for Patient {
        fn check(&self, _: usize) -> Result<(), Halt> {
            if self.0.fetch_add(1, Relaxed) < 2 { Ok(()) } else { Err(Halt::TimedOut) }
        }

        fn room(&self, bytes: u64) -> Result<(), Halt> {
            if bytes <= 100 { Ok(()) } else { Err(Halt::Memory { needed: bytes, limit: 100 }) }
        }
    }

    #[test]
    fn it_looks_once_in_so_many_members() {
        let meter = Meter::new(Arc::new(Patient(AtomicUsize::new(0))));
        let mut members = 0;
        let halt = loop {
            members += 1;
            if let Err(halt) = meter.spend(1) {
                break halt;
            }
        };
        assert_eq!((members, halt), (3 * Meter::STRIDE, Halt::TimedOut));
        let meter = Meter::new(Arc::new(Patient(AtomicUsize::new(0))));
        assert_eq!(meter.room(101), Err(Halt::Memory { needed: 101, limit: 100 }));
        assert_eq!(Meter::default().room(usize::MAX), Ok(()));
    }
}

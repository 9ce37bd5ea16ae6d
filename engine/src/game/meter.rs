//! How loops are told to stop, and how what they build is kept within the memory.

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
    /// So many bytes would be in use, and so many are allowed.
    Memory {
        /// Bytes that would be in use.
        needed: u64,
        /// Bytes that may be.
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

/// Who knows whether to go on.
pub trait Watch: Send + Sync {
    /// Has somebody wished to stop, after so much work?
    ///
    /// # Errors
    /// `Halt::Interrupted` or `Halt::TimedOut`.
    fn wished(&self, work: usize) -> Result<(), Halt>;

    /// Is there room for so many bytes more?
    ///
    /// # Errors
    /// `Halt::Memory`
    fn room(&self, bytes: u64) -> Result<(), Halt>;

    /// Is there room for so many bytes beside what is allocated, where that is measured? What was taken beforehand for
    /// these very bytes does not count.
    ///
    /// # Errors
    /// `Halt::Memory`
    fn grows(&self, bytes: u64) -> Result<(), Halt> {
        self.room(bytes)
    }

    /// Takes what a stopped loop leaves behind, and drops it.
    fn set_aside(&self, leftover: Box<dyn Send>) {
        drop(leftover);
    }
}

/// Tells loops whether to go on, and counts their work. Nobody ever stops the default. It rides along with data and is
/// never compared.
#[derive(Clone, Default)]
pub struct Meter(Option<Arc<Shared>>);

struct Shared {
    /// Work since the last look.
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
    /// Work between two looks, in members looked at: some ten microseconds.
    pub const STRIDE: usize = 1 << 12;

    /// Bytes of a text that are as much work as one member.
    pub(super) const BYTES: usize = 64;

    /// Goes on as long as this one agrees.
    pub fn new(watch: Arc<dyn Watch>) -> Meter {
        Meter(Some(Arc::new(Shared { spent: AtomicUsize::new(0), watch })))
    }

    /// Go on?
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self) -> Result<(), Halt> {
        self.room(0)
    }

    /// So many members are looked at. Looks once in a while whether to go on.
    ///
    /// # Errors
    /// Why not.
    #[inline]
    pub fn spend(&self, members: usize) -> Result<(), Halt> {
        let Some(meter) = &self.0 else { return Ok(()) };
        let spent = meter.spent.load(Relaxed).saturating_add(members);
        meter.spent.store(spent, Relaxed);
        if spent < Self::STRIDE { Ok(()) } else { Self::look(meter) }
    }

    #[cold]
    fn look(shared: &Shared) -> Result<(), Halt> {
        shared.watch.wished(shared.spent.swap(0, Relaxed))?;
        // The memory is full; how much more would be needed nobody knows.
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
        meter.watch.wished(0)?;
        meter.watch.room(bytes as u64)
    }

    /// Is there room for so many bytes that were paid for beforehand? What is copied as it grows is there twice.
    pub(crate) fn grows(&self, bytes: usize) -> Result<(), Halt> {
        let Some(meter) = &self.0 else { return Ok(()) };
        meter.watch.wished(0)?;
        meter.watch.grows(bytes as u64)
    }

    /// Drops what a stopped loop leaves behind. Of many small parts that takes a second for a gigabyte: those who watch
    /// may do it later.
    pub(crate) fn set_aside<T>(&self, leftover: impl AsRef<[T]> + Send + 'static) {
        const MANY: usize = 1 << 14;
        if let Some(meter) = self.0.as_ref().filter(|_| leftover.as_ref().len() >= MANY) {
            meter.watch.set_aside(Box::new(leftover));
        }
    }

    /// Why so many bytes cannot be had though the limit allows them: the machine does not have them.
    pub(crate) fn refused(&self, bytes: usize) -> Halt {
        let needed = bytes as u64;
        match self.room(usize::MAX) {
            Err(Halt::Memory { limit, .. }) => Halt::Memory { needed, limit },
            Err(halt) => halt,
            Ok(()) => Halt::Memory { needed, limit: needed },
        }
    }
}

/// Has nobody wished to stop?
impl fmt::Debug for Meter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Meter({})", self.0.as_ref().is_none_or(|meter| meter.watch.wished(0).is_ok()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Patient(AtomicUsize);

    impl Watch for Patient {
        fn wished(&self, _: usize) -> Result<(), Halt> {
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

//! The meter, which tells loops when to stop and keeps what they build within the memory limit: a loop that knows rules and
//! positions, but no budget, asks it. It draws on the account of a budget (`account`), which stops when the program outside says so
//! (`signal`), and measures memory where it is allocated (`memory`).

mod account;
mod halt;
mod memory;
mod signal;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

pub(crate) use self::account::Account;
pub use self::account::Limits;
pub use self::halt::Halt;
pub use self::memory::{CountingAllocator, Memory};
pub use self::signal::Signal;

/// Tells loops whether to go on, and counts their work. The default meter never stops anything. Rules and sets may
/// contain a meter, so all meters compare as equal.
#[derive(Clone, Default)]
pub struct Meter(Option<Arc<Account>>);

compared_as!(Meter, _ => std::marker::PhantomData::<()>);

impl Meter {
    /// Work between two looks at the account, in members looked at: about ten microseconds.
    pub const STRIDE: usize = 1 << 12;

    /// Bytes of a text that count as one member looked at.
    pub(crate) const BYTES: usize = 64;

    /// A meter that draws on this account.
    pub(crate) fn new(account: Arc<Account>) -> Meter {
        Meter(Some(account))
    }

    /// Looks whether to go on.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn check(&self) -> Result<(), Halt> {
        self.room(0)
    }

    /// Counts so many members as looked at. Once per [`Meter::STRIDE`] members it looks whether to go on.
    ///
    /// # Errors
    /// The reason to stop.
    #[inline]
    pub fn spend(&self, members: usize) -> Result<(), Halt> {
        let Some(account) = &self.0 else { return Ok(()) };
        let spent = account.spent.load(Relaxed).saturating_add(members);
        account.spent.store(spent, Relaxed);
        if spent < Self::STRIDE { Ok(()) } else { Self::look(account) }
    }

    #[cold]
    fn look(account: &Account) -> Result<(), Halt> {
        account.check(account.spent.swap(0, Relaxed))?;
        // The memory is full already. How much more would be needed is not known, so `needed` is the limit.
        account.room(0).map_err(|halt| match halt {
            Halt::Memory { limit, .. } => Halt::Memory { needed: limit, limit },
            other => other,
        })
    }

    /// Is there room for so many bytes more? To be asked before anything large is built.
    ///
    /// # Errors
    /// `Halt::Memory`, or as [`Meter::check`].
    pub fn room(&self, bytes: usize) -> Result<(), Halt> {
        let Some(account) = &self.0 else { return Ok(()) };
        account.check(0)?;
        account.room(bytes as u64)
    }

    /// Drops what a stopped loop leaves behind. For a gigabyte of small parts that takes a second, so a long list is
    /// given to the one who measures memory, and may drop it later.
    pub(crate) fn set_aside<T>(&self, leftover: impl AsRef<[T]> + Send + 'static) {
        const MANY: usize = 1 << 14;
        if let Some(account) = self.0.as_ref().filter(|_| leftover.as_ref().len() >= MANY) {
            account.signal.memory.set_aside(Box::new(leftover));
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
        write!(f, "Meter({})", self.0.as_ref().is_none_or(|account| account.check(0).is_ok()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_looks_once_in_so_many_members() {
        let meter = |limits| Meter::new(Arc::new(Account::new(limits, Arc::new(Signal::stopping_after(2)))));
        let patient = meter(Limits::default());
        let mut members = 0;
        let halt = loop {
            members += 1;
            if let Err(halt) = patient.spend(1) {
                break halt;
            }
        };
        assert_eq!((members, halt), (3 * Meter::STRIDE, Halt::TimedOut));
        let meter = meter(Limits { memory: 100 });
        assert_eq!(meter.room(101), Err(Halt::Memory { needed: 101, limit: 100 }));
        assert_eq!(Meter::default().room(usize::MAX), Ok(()));
    }
}

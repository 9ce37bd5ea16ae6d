//! The memory that one owner has taken from a budget.

use super::{Budget, Solved};

/// The bytes that an owner has taken from a budget, before it allocates them. Dropping the reservation gives them back.
#[derive(Debug, Default)]
pub(crate) struct Reservation {
    bytes: u64,
    /// How many of these [`Reservation::spend`] has taken ahead and not used yet.
    unspent: u64,
    /// The budget from which bytes were taken last; `None` before the first of them.
    budget: Option<Budget>,
}

impl Reservation {
    /// The least number of bytes that [`Reservation::spend`] takes at once.
    const PIECE: u64 = 1 << 16;

    /// Changes the reservation to `bytes`, taking more or giving some back. On an error nothing has changed.
    pub fn hold(&mut self, bytes: u64, budget: &Budget) -> Solved<()> {
        if bytes <= self.bytes {
            self.shrink(bytes);
            return Ok(());
        }
        let mut budget = budget.clone();
        budget.take(bytes - self.bytes)?;
        (self.bytes, self.budget) = (bytes, Some(budget));
        Ok(())
    }

    /// Gives back all but `bytes` bytes.
    pub fn shrink(&mut self, bytes: u64) {
        if let Some(budget) = &mut self.budget {
            budget.give(self.bytes.saturating_sub(bytes));
        }
        self.bytes = self.bytes.min(bytes);
    }

    /// Pays for an allocation before it is made, where memory grows by many small pieces: bytes are taken from the
    /// budget in larger pieces. On an error nothing is spent.
    pub fn spend(&mut self, bytes: u64, budget: &Budget) -> Solved<()> {
        if self.unspent < bytes {
            let piece = bytes.max(Self::PIECE);
            self.hold(self.bytes.saturating_add(piece), budget)?;
            self.unspent += piece;
        }
        self.unspent -= bytes;
        Ok(())
    }

    /// Notes that bytes which were spent have been freed. They can be spent again.
    pub fn refund(&mut self, bytes: u64) {
        self.unspent += bytes;
    }

    /// Gives back the bytes that were taken ahead and are not used.
    pub fn settle(&mut self) {
        self.shrink(self.bytes.saturating_sub(self.unspent));
        self.unspent = 0;
    }

    pub fn bytes(&self) -> u64 {
        self.bytes
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.shrink(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::{Limits, SolveError};

    #[test]
    fn what_is_held_is_given_back() {
        let budget = Budget::new(Limits { memory: 1 << 20 }, Default::default());
        let free = budget.free();
        let mut reservation = Reservation::default();
        reservation.hold(1000, &budget).unwrap();
        reservation.hold(300, &budget).unwrap();
        assert_eq!((reservation.bytes(), free - budget.free()), (300, 300));
        assert!(matches!(reservation.hold(1 << 21, &budget), Err(SolveError::Memory { .. })));
        assert_eq!(free - budget.free(), 300);
        drop(reservation);
        assert_eq!(budget.free(), free);
    }

    #[test]
    fn small_amounts_are_taken_in_pieces() {
        let budget = Budget::new(Limits { memory: 1 << 20 }, Default::default());
        let free = budget.free();
        let mut reservation = Reservation::default();
        (0..10).for_each(|_| reservation.spend(100, &budget).unwrap());
        assert_eq!(free - budget.free(), Reservation::PIECE);
        reservation.refund(400);
        reservation.settle();
        assert_eq!((reservation.bytes(), free - budget.free()), (600, 600));
    }
}

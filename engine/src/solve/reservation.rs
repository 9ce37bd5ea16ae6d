//! Memory taken out of a budget by one owner.

use super::{Budget, Solved};

/// How many bytes an owner has taken. It takes them before it allocates, and they are given back when it is dropped.
#[derive(Debug, Default)]
pub(crate) struct Reservation {
    bytes: u64,
    /// Of these, bytes that [`Reservation::spend`] took ahead and that are not used yet.
    unspent: u64,
    /// Where they were taken last; none before the first of them.
    budget: Option<Budget>,
}

impl Reservation {
    /// Bytes that are taken at once where small amounts are spent.
    const PIECE: u64 = 1 << 16;

    /// Makes it so many bytes; gives back what is too much. If there are not so many, nothing has changed.
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

    /// Gives back all but so many bytes.
    pub fn shrink(&mut self, bytes: u64) {
        if let Some(budget) = &mut self.budget {
            budget.give(self.bytes.saturating_sub(bytes));
        }
        self.bytes = self.bytes.min(bytes);
    }

    /// To be called before memory is allocated that stays, where it is allocated in many small pieces. If there are not
    /// so many, nothing is spent.
    pub fn spend(&mut self, bytes: u64, budget: &Budget) -> Solved<()> {
        if self.unspent < bytes {
            let piece = bytes.max(Self::PIECE);
            self.hold(self.bytes.saturating_add(piece), budget)?;
            self.unspent += piece;
        }
        self.unspent -= bytes;
        Ok(())
    }

    /// Memory that was spent is free again.
    pub fn refund(&mut self, bytes: u64) {
        self.unspent += bytes;
    }

    /// Gives back what was taken ahead.
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

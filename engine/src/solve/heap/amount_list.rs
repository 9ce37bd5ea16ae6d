//! The amounts of a clause as a list that grows with the heaps.

use crate::game::{Amounts, Meter};
use crate::solve::reservation::Reservation;
use crate::solve::{Budget, Solved};

/// The amounts up to some limit, in order.
#[derive(Debug)]
pub(super) struct AmountList {
    amounts: Amounts,
    list: Vec<usize>,
    /// All amounts of the clause that are below this are in the list.
    below: usize,
    /// Whether there are amounts beyond the list; `None` until this was asked.
    goes_on: Option<bool>,
    reservation: Reservation,
}

impl AmountList {
    pub fn new(amounts: &Amounts) -> AmountList {
        let (list, below) = match amounts {
            Amounts::Finite(members) => {
                // An amount that no table can reach is never taken.
                let list = members.iter().filter_map(|amount| usize::try_from(*amount).ok()).collect();
                (list, usize::MAX)
            }
            Amounts::AllBut(_) | Amounts::Described(_) => (Vec::new(), 0),
        };
        AmountList { amounts: amounts.clone(), list, below, goes_on: None, reservation: Reservation::default() }
    }

    /// Lists all amounts below `limit`.
    #[expect(clippy::cast_possible_truncation, reason = "the amounts are below the limit, which is a usize")]
    pub fn reach(&mut self, limit: usize, budget: &mut Budget) -> Solved<()> {
        if limit <= self.below {
            return Ok(());
        }
        // An entry of the list takes 8 bytes, and two lists of 16-byte numbers exist while the set is asked for its
        // members.
        let count = self.amounts.count_bound(limit as u64);
        self.reservation.hold(count.saturating_mul(8 + 32), budget)?;
        budget.check()?;
        let found = self.amounts.up_to(limit as u64 - 1, budget.meter())?;
        self.list = found.into_iter().map(|amount| amount as usize).collect();
        self.below = limit;
        self.goes_on = None;
        self.reservation.hold(8 * self.list.len() as u64, budget)
    }

    /// The amounts up to `heap`; [`AmountList::reach`] must have been called with a larger limit.
    pub fn up_to(&self, heap: usize) -> &[usize] {
        &self.list[..self.list.partition_point(|amount| *amount <= heap)]
    }

    /// Is there an amount larger than `heap`? [`AmountList::reach`] must have been called with a larger limit.
    pub fn any_beyond(&mut self, heap: usize, meter: &Meter) -> Solved<bool> {
        if self.list.last().is_some_and(|last| *last > heap) {
            return Ok(true);
        }
        Ok(match self.goes_on {
            Some(goes_on) => goes_on,
            None => *self.goes_on.insert(self.amounts.has_member_beyond(self.below as u64 - 1, meter)?),
        })
    }

    /// Bytes taken out of the budget.
    pub fn held(&self) -> u64 {
        self.reservation.bytes()
    }
}

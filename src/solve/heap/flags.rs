//! Any amounts and at most one heap left: the values of the options are flagged one by one.

use super::engine::{Engine, EngineKind};
use super::holding::Holding;
use super::listed::Listed;
use super::parts::Parts;
use super::values::{Cells, Row, Values, over_cells};
use crate::game::HeapRules;
use crate::solve::{Budget, Stop};

pub(super) const KIND: EngineKind = EngineKind {
    name: "flags",
    why: "at most one heap is left: a byte is flagged for the value of every option, and the first without a flag is the mex",
    fits: |rules| Flags::new(rules).map(|engine| Box::new(engine) as Box<dyn Engine>),
};

pub(super) struct Flags {
    /// What may be taken, in lists that grow, and whether one heap or nothing may be left.
    pub clauses: Vec<(Listed, Parts)>,
    /// A byte a value, equal to the mark if this heap can reach it.
    flags: Vec<u8>,
    /// Changes from heap to heap; comes again after 255 of them, when all flags are wiped.
    mark: u8,
    work: u64,
    holding: Holding,
}

impl Flags {
    pub fn new(rules: &HeapRules) -> Option<Flags> {
        let clauses = rules.clauses.iter().map(|clause| (Listed::new(&clause.amounts), Parts::of(&clause.shape)));
        let clauses: Vec<_> = clauses.collect();
        let fits = rules.divisors.is_empty() && clauses.iter().all(|(_, parts)| parts.split.is_none());
        fits.then(|| Flags { clauses, flags: Vec::new(), mark: 0, work: 0, holding: Holding::default() })
    }

    /// Lists the amounts of all heaps below `to` at least; the lists grow by doubling.
    pub fn list(&mut self, to: usize, budget: &mut Budget) -> Result<(), Stop> {
        let limit = to.next_power_of_two().max(64);
        self.clauses.iter_mut().try_for_each(|(amounts, _)| amounts.reach(limit, budget))
    }

    fn next_mark(&mut self, span: usize, budget: &mut Budget) -> Result<(), Stop> {
        if self.flags.len() < span {
            self.holding.hold(span as u64, budget)?;
            self.flags.resize(span, 0);
        }
        self.mark = match self.mark.checked_add(1) {
            Some(mark) => mark,
            None => {
                self.flags.fill(0);
                1
            }
        };
        Ok(())
    }
}

impl Engine for Flags {
    fn extend(&mut self, values: &mut Values, to: usize, budget: &mut Budget) -> Result<(), Stop> {
        self.list(to, budget)?;
        let mut unasked = 0;
        while values.len() < to {
            let heap = values.len();
            self.next_mark(values.span(), budget)?;
            for (amounts, parts) in &self.clauses {
                let amounts = amounts.up_to(heap);
                let last = amounts.last() == Some(&heap);
                if parts.none && last {
                    self.flags[0] = self.mark;
                }
                if parts.one {
                    let amounts = &amounts[..amounts.len() - usize::from(last)];
                    over_cells!(values.cells(), cells => flag(cells, heap, amounts, &mut self.flags, self.mark));
                }
                unasked += amounts.len();
            }
            let mex = self.flags.iter().position(|flag| *flag != self.mark).unwrap_or(self.flags.len());
            values.push(mex as u64, budget)?;
            unasked += mex + 1;
            if unasked > 1 << 16 {
                budget.check()?;
                self.work += unasked as u64;
                unasked = 0;
            }
        }
        Ok(())
    }

    fn work(&self) -> u64 {
        self.work
    }

    fn held(&self) -> u64 {
        self.holding.bytes() + self.clauses.iter().map(|(amounts, _)| amounts.held()).sum::<u64>()
    }
}

/// Flags the values of the heaps that are left by these amounts, from 1 to one less than the heap.
#[inline]
fn flag(cells: &impl Row, heap: usize, amounts: &[usize], flags: &mut [u8], mark: u8) {
    for amount in amounts {
        flags[cells.at(heap - amount) as usize] = mark;
    }
}

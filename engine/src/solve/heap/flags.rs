//! Any amounts and at most one heap left: the values of the options are flagged, for 64 heaps at once while they are
//! bytes and else one by one.

use super::amount_list::AmountList;
use super::block::{BLOCK, Block, Reached};
use super::cells::{Cells, Row, Values, over_cells};
use super::engine::{Engine, EngineKind};
use super::holding::Holding;
use super::parts::Parts;
use super::simd::Simd;
use crate::game::HeapRules;
use crate::solve::{Budget, SolveError};

pub(super) const KIND: EngineKind = EngineKind {
    name: "flags",
    why: "a move leaves at most one heap: the values of the options are marked for 64 heaps at once, and the first unmarked value is the mex",
    fits: |rules| Flags::new(rules).map(|engine| Box::new(engine) as Box<dyn Engine>),
};

struct Flags {
    /// What may be taken, in lists that grow, and whether one heap or nothing may be left.
    clauses: Vec<(AmountList, Parts)>,
    /// A byte a value, equal to the mark if this heap can reach it.
    flags: Vec<u8>,
    /// Changes from heap to heap; comes again after 255 of them, when all flags are wiped.
    mark: u8,
    block: Block,
    work: u64,
    holding: Holding,
}

/// With fewer amounts a block is not worth its while.
const FEW: usize = 8;

impl Flags {
    fn new(rules: &HeapRules) -> Option<Flags> {
        let clauses = rules.clauses.iter().map(|clause| (AmountList::new(&clause.amounts), Parts::of(&clause.shape)));
        let clauses: Vec<_> = clauses.collect();
        let fits = rules.divisors.is_empty() && clauses.iter().all(|(_, parts)| parts.split.is_none());
        fits.then(|| Flags {
            clauses,
            flags: Vec::new(),
            mark: 0,
            block: Block::new(Simd::best()),
            work: 0,
            holding: Holding::default(),
        })
    }

    /// Lists the amounts of all heaps below `to` at least; the lists grow by doubling.
    fn list(&mut self, to: usize, budget: &mut Budget) -> Result<(), SolveError> {
        let limit = to.next_power_of_two().max(64);
        self.clauses.iter_mut().try_for_each(|(amounts, _)| amounts.reach(limit, budget))
    }

    /// Adds the values of a block; whether it could. It ends early where a value needs more than a byte.
    fn extend_by_block(&mut self, values: &mut Values, budget: &mut Budget) -> Result<bool, SolveError> {
        let first = values.len();
        let Cells::Bytes(cells) = values.cells() else { return Ok(false) };
        let ones = || self.clauses.iter().filter(|(_, parts)| parts.one).map(|(amounts, _)| amounts);
        if first < BLOCK || ones().map(|amounts| amounts.up_to(first).len()).sum::<usize>() < FEW {
            return Ok(false);
        }
        budget.check()?;
        self.block.begin(values.largest());
        for amounts in ones() {
            // These leave heaps that are all there already; the others are looked at heap by heap.
            let (near, all) = (amounts.up_to(BLOCK - 1).len(), amounts.up_to(first - 1));
            all[near..].iter().for_each(|amount| self.block.window(cells, first - amount, 0));
        }
        self.block.mark(cells);
        self.work += self.block.marked / 8;
        for lane in 0..BLOCK {
            let mut reached = self.block.reached(lane);
            let Cells::Bytes(cells) = values.cells() else { break };
            for (amounts, parts) in &self.clauses {
                self.work += flag_near(amounts, *parts, first, cells, &mut reached);
            }
            values.push(reached.mex(), budget)?;
        }
        Ok(true)
    }

    fn next_mark(&mut self, span: usize, budget: &mut Budget) -> Result<(), SolveError> {
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
    fn extend(&mut self, values: &mut Values, to: usize, budget: &mut Budget) -> Result<(), SolveError> {
        self.list(to, budget)?;
        let mut unasked = 0;
        while values.len() < to {
            if values.len() + BLOCK <= to && self.extend_by_block(values, budget)? {
                continue;
            }
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

/// Flags what the next heap reaches in a block with this first heap: by few, or by more than the first heap has. How
/// many options that are.
fn flag_near(amounts: &AmountList, parts: Parts, first: usize, cells: &[u8], reached: &mut Reached) -> u64 {
    let heap = cells.len();
    let near = if parts.one { amounts.up_to(BLOCK - 1) } else { &[] };
    near.iter().for_each(|amount| reached.set(cells[heap - amount]));
    let far = &amounts.up_to(heap)[amounts.up_to(first - 1).len()..];
    for amount in far {
        match heap - amount {
            0 if parts.none => reached.set(0),
            rest if rest > 0 && parts.one => reached.set(cells[rest]),
            _ => {}
        }
    }
    1 + (near.len() + far.len()) as u64
}

/// Flags the values of the heaps that are left by these amounts, from 1 to one less than the heap.
#[inline]
fn flag(cells: &impl Row, heap: usize, amounts: &[usize], flags: &mut [u8], mark: u8) {
    for amount in amounts {
        flags[cells.at(heap - amount) as usize] = mark;
    }
}

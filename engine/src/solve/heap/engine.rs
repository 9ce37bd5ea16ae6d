//! What an engine is, and what the engines share: what a move leaves, and the amounts of a clause, in the form in which
//! they are computed with.

use super::cells::HeapValues;
use crate::game::{Amounts, HeapRules, Likeness, Meter, Shape};
use crate::solve::{Budget, Solved};

/// One way to compute the values of heaps, given those of all smaller heaps. Storage, growth and periods are left
/// to the `HeapTable`.
pub(super) trait Engine: Send {
    /// Adds the values of the heaps from the first that is not stored up to, but not including, `to`. It may add
    /// some more.
    ///
    /// An engine may keep data that belong to these values, since only the engine adds to them. When it is stopped,
    /// the values that it has added are right, and the next call goes on from there.
    fn extend(&mut self, values: &mut HeapValues, to: usize, budget: &Budget) -> Solved<()>;

    /// How many heaps it is asked for at once while it grows, if so many are known. Where these are more than [`STRIDE`],
    /// it checks the budget by itself.
    fn stride(&self, _known: usize) -> usize {
        STRIDE
    }

    /// The value of one heap far beyond those that are stored; `None` if the engine cannot compute it without most
    /// of the heaps between.
    fn far(&mut self, _heap: u64, _values: &HeapValues, _budget: &Budget) -> Option<Solved<u64>> {
        None
    }

    /// The work done so far, in steps of about a nanosecond each, such as looking at an option.
    fn work(&self) -> u64;
}

/// How many heaps are computed between two checks of the budget. An engine that takes long for one heap checks by
/// itself.
pub(super) const STRIDE: usize = 4096;

/// An entry of the list of engines.
pub struct EngineKind {
    /// A short name, for tests and benchmarks.
    pub name: &'static str,
    /// Why it is chosen, for the last line of `show S`.
    pub why: &'static str,
    /// A new engine for these rules, ready to begin with heap 0; `None` if this kind of engine cannot answer them.
    pub(super) fits: fn(&HeapRules) -> Option<Box<dyn Engine>>,
}

/// What a shape allows a move to leave.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaves {
    /// May nothing be left?
    pub none: bool,
    /// May one heap be left?
    pub one: bool,
    pub split: Option<Split>,
}

/// Two or more heaps that may be left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Split {
    /// The fewest heaps, at least 2.
    pub least: usize,
    /// The most heaps; `None` if any number is allowed.
    pub most: Option<usize>,
    pub likeness: Likeness,
}

impl Leaves {
    pub fn of(shape: &Shape) -> Leaves {
        let most = shape.most.map(|most| most as usize);
        let splits = most.is_none_or(|most| most >= 2 && most >= shape.least as usize);
        let split = Split { least: shape.least.max(2) as usize, most, likeness: shape.likeness };
        Leaves {
            none: shape.least == 0,
            one: shape.least <= 1 && most.is_none_or(|most| most >= 1),
            split: splits.then_some(split),
        }
    }
}

impl Split {
    /// Are there always exactly two heaps?
    pub fn is_in_two(&self) -> bool {
        self.least == 2 && self.most == Some(2)
    }

    /// May this many heaps be left?
    pub fn allows(&self, parts: usize) -> bool {
        parts >= self.least && self.most.is_none_or(|most| parts <= most)
    }
}

/// The amounts up to some limit, in order.
#[derive(Debug)]
pub(super) struct AmountList {
    amounts: Amounts,
    list: Vec<usize>,
    /// All amounts of the clause that are below this are in the list.
    below: usize,
    /// Whether there are amounts beyond the list; `None` until this was asked.
    goes_on: Option<bool>,
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
        AmountList { amounts: amounts.clone(), list, below, goes_on: None }
    }

    /// Lists all amounts below `limit`.
    #[expect(clippy::cast_possible_truncation, reason = "the amounts are below the limit, which is a usize")]
    pub fn reach(&mut self, limit: usize, budget: &Budget) -> Solved<()> {
        if limit <= self.below {
            return Ok(());
        }
        // An entry of the list takes 8 bytes, and two lists of 16-byte numbers exist while the set is asked for its
        // members.
        let count = self.amounts.count_bound(limit as u64);
        budget.room(count.saturating_mul(8 + 32))?;
        budget.check()?;
        let found = self.amounts.up_to(limit as u64 - 1, budget.meter())?;
        self.list = found.into_iter().map(|amount| amount as usize).collect();
        self.below = limit;
        self.goes_on = None;
        Ok(())
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
}

//! What a search has to know of positions: how to list their options, and how much work they may be.

use std::borrow::Borrow;
use std::hash::Hash;
use std::ops::ControlFlow;

use rustc_hash::FxHashSet;

use super::Knowledge;
use super::growth::size;
use super::key::TableKey;
use super::table::KnowledgeTable;
use crate::game::{Halt, Meter, Position};
use crate::limits::{Budget, Solved};
use crate::nim::Outcome;

/// Positions and their moves, as the search sees them. A move leaves a sum of *parts*: positions whose values add as
/// nim-sums. In misère play sums do not, so there each option is one part, and only whether its value is 0 is asked
/// (see [`Decider`](super::Decider)).
pub trait Space {
    /// Equal parts have the same options. The order only decides between options that seem equally good.
    type Part: TableKey + Ord;

    /// Does play end whatever is played? Otherwise cycles and growing positions are looked for.
    const ENDS: bool;

    /// Lists the options of a part: each by adding its parts, and then [`Listing::end_option`] with what [`Space::work`]
    /// says. It may break off when that says so. If the space knows the answer, it is returned, and what was listed does
    /// not count.
    ///
    /// # Errors
    /// Faults of the rule, and those of the budget.
    fn expand(
        &mut self,
        part: &Self::Part,
        listing: &mut Listing<Self::Part>,
        budget: &Budget,
    ) -> Solved<Option<Knowledge>>;

    /// What is known of a part beside what the search has found.
    #[inline(always)]
    fn known(&self, _part: &Self::Part) -> Knowledge {
        Knowledge::NOTHING
    }

    /// An estimate of the work to search a part, by the number of its moves or the like.
    #[inline(always)]
    fn work(&self, part: &Self::Part) -> u64 {
        self.size(part)
    }

    /// How large a part is. The smaller parts of an option are valued first.
    fn size(&self, part: &Self::Part) -> u64;

    /// Is each part valued of which more is asked than who wins? That is best where values are large and positions do not part: many
    /// questions would be asked about each.
    #[inline(always)]
    fn is_valued(&self) -> bool {
        false
    }

    /// The position of a part, for messages; `None` if there is none to show.
    fn position(&self, _part: &Self::Part) -> Option<Position> {
        None
    }

    /// A measure that shows whether positions grow along a path.
    fn extent(&self, part: &Self::Part) -> i128 {
        self.position(part).map_or(0, |position| size(&position))
    }
}

/// An option, as a sum of parts. `known` is the nim-sum of those of them whose values are known.
#[derive(Clone, Copy, Debug)]
pub(super) struct PartedOption {
    pub known: u64,
    /// Where its other parts begin in the list of all parts, the largest first.
    pub first: usize,
    pub count: usize,
    /// An estimate of the work: what the space says of it, and the squares of the work of its other parts, divided by
    /// how much is known of them.
    pub cost: u64,
}

/// A set of values.
#[derive(Clone, Debug, Default)]
pub(super) struct Values {
    /// A bit for each of the values below 128.
    low: u128,
    high: FxHashSet<u64>,
}

impl Values {
    pub fn insert(&mut self, value: u64) {
        if value < u128::BITS.into() {
            self.low |= 1 << value;
        } else {
            self.high.insert(value);
        }
    }

    pub fn contains(&self, value: u64) -> bool {
        if value < u128::BITS.into() { self.low & (1 << value) != 0 } else { self.high.contains(&value) }
    }

    pub fn count(&self) -> usize {
        self.low.count_ones() as usize + self.high.len()
    }
}

/// The list to which a space adds the options of a part. The same option may be added more than once.
pub struct Listing<'a, P> {
    pub(super) table: &'a KnowledgeTable<P>,
    pub(super) options: &'a mut Vec<PartedOption>,
    pub(super) parts: &'a mut Vec<P>,
    /// Where the parts of the option that is being listed begin.
    pub(super) first: usize,
    /// The nim-sum of its known parts.
    pub(super) known: u64,
    /// What the space says of the work to search it, on top of that of its parts.
    pub(super) cost: u64,
    /// The value in question, if there is one.
    pub(super) question: Option<u64>,
    /// The values of options that are known.
    pub(super) values: Values,
    /// Has an option the value in question?
    pub(super) found: bool,
    /// How many options were listed, each as often as that was done.
    pub(super) looked: u64,
    /// Why no more parts may be added.
    pub(super) halt: Option<Halt>,
    pub(super) meter: &'a Meter,
}

impl<P: TableKey + Ord> Listing<'_, P> {
    /// Adds a part to the option. Two equal ones cancel, since their nim-sum is 0.
    #[inline]
    pub fn add(&mut self, part: P) {
        match self.parts[self.first..].iter().position(|other| *other == part) {
            Some(same) => {
                self.parts.swap_remove(self.first + same);
            }
            None => self.add_apart(part),
        }
    }

    /// Adds a part to the option that is to be looked at even beside an equal one: where play may never end, a part may
    /// have no nim-value, and then two equal ones do not cancel.
    #[inline]
    pub fn add_apart(&mut self, part: P) {
        if let Err(halt) = self.meter.push(self.parts, part) {
            self.halt = Some(halt);
        }
    }

    /// Adds a part of this value to the option.
    #[inline]
    pub fn add_known(&mut self, value: u64) {
        self.known ^= value;
    }

    /// Makes the option come after those of less work.
    pub fn add_work(&mut self, work: u64) {
        self.cost = self.cost.saturating_add(work);
    }

    /// Lists an option of which it may be known who wins it. Returns whether to go on, as [`Listing::end_option`].
    pub fn list(&mut self, known: Option<Outcome>, part: impl FnOnce() -> P) -> ControlFlow<()> {
        match known {
            Some(Outcome::N) => return ControlFlow::Continue(()),
            Some(Outcome::P) => self.add_known(0),
            Some(Outcome::D) | None => self.add(part()),
        }
        self.end_option()
    }

    /// What the search has found of a part.
    pub fn found<Q: Hash + Eq + ?Sized>(&self, part: &Q) -> Knowledge
    where
        P: Borrow<Q>,
    {
        self.table.get(part)
    }

    /// Ends an option. Parts whose value is known are left out, and so is an option of which all is known. Returns whether to go
    /// on: not if an option decides the question.
    #[inline]
    pub fn end_option(&mut self) -> ControlFlow<()> {
        let (mut known, cost) = (std::mem::take(&mut self.known), std::mem::take(&mut self.cost));
        let (first, mut kept, mut is_idle) = (self.first, self.first, false);
        self.looked += 1;
        for at in first..self.parts.len() {
            let found = self.table.of(&self.parts[at]);
            match found.value() {
                Some(value) => known ^= value,
                None => {
                    is_idle = found.rules_out(0);
                    self.parts.swap(at, kept);
                    kept += 1;
                }
            }
        }
        let count = kept - first;
        if count == 0 {
            self.values.insert(known);
            self.found |= self.question == Some(known);
        } else if is_idle && self.question == Some(0) && count == 1 && known == 0 {
            // It does not have the only value that matters.
            kept = first;
        } else if let Err(halt) = self.meter.push(self.options, PartedOption { known, first, count, cost }) {
            self.halt = Some(halt);
        }
        self.parts.truncate(kept);
        self.first = kept;
        if self.found || self.halt.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

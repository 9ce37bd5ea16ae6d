//! Misère play of a sum of forms: a search through its options for one that is lost.

use super::{Bag, FormId, Forms, Item, Label, Tree};
use crate::nim::Outcome;
use crate::search::{Knowledge, Listing, Space, TableKey};
use crate::solve::{Budget, SolveError, Solved};

/// The options of a nim-heap larger than this are not looked at one by one.
pub(in crate::solve) const LISTED: u64 = 1 << 20;
/// Sums with more components than this are not searched, since play lasts for at least as many moves.
const COMPONENTS: u64 = 1 << 24;

impl Forms {
    /// The outcome of a sum in normal form. `SolveError::Positions` for sums that are too large to be searched.
    /// Outcomes that were found before an error are kept.
    pub fn outcome(&mut self, bag: &Bag, budget: &Budget) -> Solved<Outcome> {
        if let Some(outcome) = self.known_outcome(bag) {
            return Ok(outcome);
        }
        let mut decider = std::mem::take(&mut self.decider);
        decider.begin();
        let outcome = decider.outcome(&mut SumsOfForms { forms: self }, bag, budget);
        self.decider = decider;
        outcome
    }

    /// The outcome, if nothing has to be searched for it.
    pub fn known_outcome(&self, items: &[Item]) -> Option<Outcome> {
        match self.label(items) {
            Some(label) => Some(label.outcome()),
            None => self.decider.found(items).outcome(),
        }
    }
}

impl Forms {
    /// How many options a form has; `SolveError::Positions` for a nim-heap with too many to look at one by one.
    pub fn option_count(&self, form: FormId) -> Solved<u64> {
        match self.tree(form) {
            Tree::NimHeap(size) if *size > LISTED => Err(SolveError::Positions { limit: LISTED }),
            Tree::NimHeap(size) => Ok(*size),
            Tree::Options(options) => Ok(options.len() as u64),
        }
    }

    /// Puts what is left of a sum after a move in the item with this index, to its option with this place, into a list. It
    /// is not in normal form yet.
    #[expect(clippy::cast_possible_truncation, reason = "the place is that of an option in a list")]
    pub fn move_in(
        &mut self,
        bag: &[Item],
        index: usize,
        place: u64,
        items: &mut Vec<Item>,
        budget: &Budget,
    ) -> Solved<()> {
        items.clear();
        items.extend_from_slice(bag);
        items[index].copies -= 1;
        match self.tree(bag[index].form) {
            Tree::Options(options) => items.extend_from_slice(self.bag(options[place as usize])),
            Tree::NimHeap(_) => items.push(Item { form: self.nim_heap(place, budget)?, copies: 1 }),
        }
        Ok(())
    }

    /// A sum that is lost in normal play is mostly lost in misère play as well; short plays are decided sooner.
    fn work(&self, bag: &Bag) -> u64 {
        const WON: u64 = 1 << 28;
        let won = if self.value(bag) == 0 { 0 } else { WON };
        won + self.birthday(bag).min(WON - 1)
    }
}

impl TableKey for Bag {
    fn any() -> Bag {
        Bag::default()
    }

    fn contents(&self) -> u64 {
        (2 * size_of::<usize>() + size_of_val(&**self)) as u64
    }
}

/// Sums of forms, in normal form. Only those whose labels do not decide them are searched.
struct SumsOfForms<'a> {
    forms: &'a mut Forms,
}

impl Space for SumsOfForms<'_> {
    type Part = Bag;

    const ENDS: bool = true;

    fn expand(&mut self, bag: &Bag, listing: &mut Listing<Bag>, budget: &Budget) -> Solved<Option<Knowledge>> {
        let components = bag.iter().fold(0, |sum: u64, item| sum.saturating_add(item.copies));
        if components > COMPONENTS {
            return Err(SolveError::Positions { limit: COMPONENTS });
        }
        for index in 0..bag.len() {
            if self.list_moves(bag, index, listing, budget)? {
                break;
            }
        }
        Ok(None)
    }

    fn work(&self, bag: &Bag) -> u64 {
        self.forms.work(bag)
    }

    fn size(&self, bag: &Bag) -> u64 {
        self.forms.birthday(bag)
    }
}

impl SumsOfForms<'_> {
    /// Lists the sums after moves in one item, apart from those that are known to be won. True as soon as one of them
    /// is lost.
    fn list_moves(&mut self, bag: &Bag, index: usize, listing: &mut Listing<Bag>, budget: &Budget) -> Solved<bool> {
        let mut items = Vec::new();
        for place in 0..self.forms.option_count(bag[index].form)? {
            if place.is_multiple_of(256) {
                budget.check()?;
            }
            self.forms.move_in(bag, index, place, &mut items, budget)?;
            self.forms.normalise(&mut items, budget)?;
            // A sum that is known is not allocated. Most are.
            let label = self.forms.label(&items).map(Label::outcome);
            let known = label.or_else(|| listing.found(items.as_slice()).outcome());
            if listing.list(known, || items.as_slice().into()).is_break() {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

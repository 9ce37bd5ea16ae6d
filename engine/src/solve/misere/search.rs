//! The outcome of a sum of forms in misère play: by its label if it is tame, otherwise by a search through its options.

use super::forms::{Bag, Forms, Item, Tree};
use crate::game::metered;
use crate::nim::Outcome;
use crate::solve::{Budget, SolveError, Solved};

/// The options of a nim-heap larger than this are not looked at one by one.
pub(super) const LISTED: u64 = 1 << 20;
/// Sums with more components than this are not searched, since play lasts for at least as many moves.
const COMPONENTS: u64 = 1 << 24;

/// A sum on the path of the search.
struct OpenSum {
    bag: Bag,
    /// The options whose outcomes are not known yet, the most promising one last. None of the others is P.
    waiting: Vec<Bag>,
}

impl Forms {
    /// The outcome of a sum in normal form. `SolveError::Positions` for sums that are too large to be searched.
    /// Outcomes that were found before an error are kept.
    pub fn outcome(&mut self, bag: &Bag, budget: &mut Budget) -> Solved<Outcome> {
        if let Some(outcome) = self.known_outcome(bag) {
            return Ok(outcome);
        }
        self.search(bag, budget)
    }

    /// The outcome, if nothing has to be searched for it.
    pub fn known_outcome(&self, items: &[Item]) -> Option<Outcome> {
        match self.label(items) {
            Some(label) => Some(label.outcome()),
            None => self.known.get(items).copied(),
        }
    }

    fn search(&mut self, bag: &Bag, budget: &mut Budget) -> Solved<Outcome> {
        let mut frames = Vec::new();
        self.enter(bag.clone(), &mut frames, budget)?;
        while let Some(frame) = frames.last_mut() {
            budget.progress((self.known.len() + self.len()) as u64, 0)?;
            let next = frame.waiting.last().cloned();
            let outcome = match &next {
                None => Outcome::P,
                Some(option) => match self.known_outcome(option) {
                    Some(Outcome::P) => Outcome::N,
                    Some(Outcome::N) => {
                        frame.waiting.pop();
                        continue;
                    }
                    None => {
                        self.enter(option.clone(), &mut frames, budget)?;
                        continue;
                    }
                },
            };
            let bag = frame.bag.clone();
            self.note(bag, outcome, budget)?;
            frames.pop();
        }
        // The frame that was popped last has noted the outcome of `bag`.
        self.known_outcome(bag).ok_or(SolveError::Internal("a misère search ended without the outcome it was for"))
    }

    /// Looks at a sum for the first time: notes its outcome if its options decide it at once, and puts it on the path
    /// otherwise.
    fn enter(&mut self, bag: Bag, frames: &mut Vec<OpenSum>, budget: &mut Budget) -> Solved<()> {
        let components = bag.iter().fold(0, |sum: u64, item| sum.saturating_add(item.copies));
        if components > COMPONENTS {
            return Err(SolveError::Positions { limit: COMPONENTS });
        }
        let mut waiting = Vec::new();
        for index in 0..bag.len() {
            if self.look_at_item(&bag, index, &mut waiting, budget)? {
                return self.note(bag, Outcome::N, budget);
            }
        }
        // A sum that is lost in normal play is mostly lost in misère play as well; short plays are decided sooner.
        waiting.sort_by_cached_key(|option| {
            std::cmp::Reverse((self.value(option) != 0, self.birthday(option), option.clone()))
        });
        waiting.dedup();
        frames.push(OpenSum { bag, waiting });
        Ok(())
    }

    /// Adds the options of the sum by moves in one item to `waiting`, if their outcomes are not known. True as soon
    /// as one is known to be P.
    #[expect(clippy::cast_possible_truncation, reason = "the place is that of an option in a list")]
    fn look_at_item(&mut self, bag: &Bag, index: usize, waiting: &mut Vec<Bag>, budget: &mut Budget) -> Solved<bool> {
        let (count, options) = match self.tree(bag[index].form) {
            Tree::NimHeap(size) if *size > LISTED => return Err(SolveError::Positions { limit: LISTED }),
            Tree::NimHeap(size) => (*size, None),
            Tree::Options(options) => (options.len() as u64, Some(options.clone())),
        };
        let mut items = Vec::new();
        for place in 0..count {
            if place.is_multiple_of(256) {
                budget.check()?;
            }
            items.clear();
            items.extend_from_slice(bag);
            items[index].copies -= 1;
            match &options {
                Some(options) => items.extend_from_slice(self.bag(options[place as usize])),
                None => items.push(Item { form: self.nim_heap(place, budget)?, copies: 1 }),
            }
            self.normalise(&mut items, budget)?;
            match self.known_outcome(&items) {
                Some(Outcome::P) => return Ok(true),
                Some(Outcome::N) => {}
                None => waiting.push(items.as_slice().into()),
            }
        }
        Ok(false)
    }

    fn note(&mut self, bag: Bag, outcome: Outcome, budget: &mut Budget) -> Solved<()> {
        Ok(metered::insert(&mut self.known, bag, outcome, budget.meter()).map(drop)?)
    }
}

//! Which positions behave alike: each has a letter, and letters are added where a position does what none before it did.

use std::ops::ControlFlow;

use rustc_hash::FxHashSet;

use super::learn::Learner;
use super::monoid::{Element, ElementSet};
use super::outcomes::LetterSum;
use super::verify::Letter;
use crate::game::{Meter, Visited};
use crate::solve::{Budget, SolveError, Solved};

/// Positions with numbers, whose options are sums of positions with smaller numbers.
pub(super) trait NumberedPositions {
    /// Visits the options of a position.
    fn each_option(&self, position: usize, meter: &Meter, visit: &mut dyn FnMut(&[usize]) -> Visited) -> Solved<()>;
}

/// The letters of the first positions, and the quotient of these.
#[derive(Debug)]
pub(super) struct Classes {
    /// The letter of each position; `None` if it has no move.
    letters: Vec<Option<Letter>>,
    /// The first position with each letter.
    first: Vec<usize>,
    /// Positions that did what an earlier one did until the quotient was known better.
    apart: FxHashSet<usize>,
    /// How many letters were added in all, those included that were learned again.
    letters_added: usize,
    pub learner: Learner,
}

impl Classes {
    pub fn new() -> Classes {
        Classes {
            letters: Vec::new(),
            first: Vec::new(),
            apart: FxHashSet::default(),
            letters_added: 0,
            learner: Learner::new(),
        }
    }

    /// How many positions have images.
    pub fn len(&self) -> usize {
        // The letters from there on are still to be learned again.
        self.first.get(self.learner.len()).map_or(self.letters.len(), |first| *first)
    }

    /// How many letters were added in all. Images change only where one is added.
    pub fn letters_added(&self) -> usize {
        self.letters_added
    }

    /// The image of a position.
    pub fn image(&self, position: usize) -> Element {
        match self.letters[position] {
            Some(letter) => self.learner.verified().images[usize::from(letter)].element,
            None => Element::ONE,
        }
    }

    /// Gives letters to the positions before the one of this number. What is known then decides every sum of them. After an
    /// error the work can go on.
    ///
    /// A position with the same set W as an earlier letter (see [`super::verify`]) has the same image: the pairs of all sums
    /// are then the same. Where a new letter refines the quotient, this is looked at again for all positions.
    pub fn extend(&mut self, positions: &impl NumberedPositions, to: usize, budget: &Budget) -> Solved<()> {
        loop {
            if self.learner.len() < self.first.len() {
                self.learn(positions, self.first[self.learner.len()], budget)?;
            } else if self.letters.len() < to {
                self.add(positions, budget)?;
            } else {
                return Ok(());
            }
        }
    }

    /// Gives the next position its letter.
    fn add(&mut self, positions: &impl NumberedPositions, budget: &Budget) -> Solved<()> {
        let position = self.letters.len();
        let winning = self.winning(positions, position, budget)?;
        let known = match winning.map(|winning| self.letter_winning(&winning)) {
            None => Some(None),
            Some(Some(letter)) if !self.apart.contains(&position) => Some(Some(letter)),
            Some(_) => None,
        };
        if let Some(letter) = known {
            return Ok(budget.meter().push(&mut self.letters, letter)?);
        }
        let order = self.learner.verified().monoid().order();
        let letter = Letter::try_from(self.learner.len()).map_err(|_| SolveError::Overflow)?;
        self.learn(positions, position, budget)?;
        self.first.push(position);
        self.letters.push(Some(letter));
        if self.learner.verified().monoid().order() == order {
            return Ok(());
        }
        self.compare_again(positions, budget)
    }

    fn letter_winning(&self, winning: &ElementSet) -> Option<Letter> {
        let images = &self.learner.verified().images;
        images.iter().position(|image| image.winning == *winning).and_then(|letter| Letter::try_from(letter).ok())
    }

    /// The elements beside which there is a winning move in a position; `None` if it has no move.
    fn winning(
        &self,
        positions: &impl NumberedPositions,
        position: usize,
        budget: &Budget,
    ) -> Solved<Option<ElementSet>> {
        let monoid = self.learner.verified().monoid();
        let (mut winning, mut met) = (ElementSet::none(monoid.order()), ElementSet::none(monoid.order()));
        let mut has_move = false;
        positions.each_option(position, budget.meter(), &mut |option| {
            has_move = true;
            let parts = option.iter().map(|part| self.image(*part));
            let image = parts.fold(Element::ONE, |product, part| monoid.product(product, part));
            if !met.contains(image) {
                met.insert(image);
                winning.join(monoid.losing_with(image));
            }
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(has_move.then_some(winning))
    }

    /// Learns the next letter, that of this position.
    fn learn(&mut self, positions: &impl NumberedPositions, position: usize, budget: &Budget) -> Solved<()> {
        let options = self.options(positions, position, budget)?;
        self.letters_added += 1;
        self.learner.add(options, budget)
    }

    /// Looks whether the positions still do what the first one with their letter does, after the quotient was refined. If one does
    /// not, or the work is stopped there, all from there on have to get their letters again.
    fn compare_again(&mut self, positions: &impl NumberedPositions, budget: &Budget) -> Solved<()> {
        for position in 0..self.letters.len() {
            let is_same = self.does_the_same(positions, position, budget);
            if matches!(is_same, Ok(true)) {
                continue;
            }
            if is_same.is_ok() {
                self.apart.insert(position);
            }
            self.letters.truncate(position);
            self.first.retain(|first| *first < position);
            self.learner = self.learner.anew();
            return is_same.map(|_| ());
        }
        Ok(())
    }

    /// Does a position do what the first one with its letter does?
    fn does_the_same(&self, positions: &impl NumberedPositions, position: usize, budget: &Budget) -> Solved<bool> {
        budget.check()?;
        let Some(letter) = self.letters[position] else { return Ok(true) };
        let first = usize::from(letter);
        let winning = || self.winning(positions, position, budget);
        Ok(self.first[first] == position || winning()?.as_ref() == Some(&self.learner.verified().images[first].winning))
    }

    /// The options of a position as words, each once.
    fn options(&self, positions: &impl NumberedPositions, position: usize, budget: &Budget) -> Solved<Vec<LetterSum>> {
        let mut words: FxHashSet<LetterSum> = FxHashSet::default();
        positions.each_option(position, budget.meter(), &mut |option| {
            let mut word: Vec<Letter> = option.iter().filter_map(|part| self.letters[*part]).collect();
            word.sort_unstable();
            if !words.contains(&word[..]) {
                words.insert(word.into());
            }
            Ok(ControlFlow::Continue(()))
        })?;
        let mut words: Vec<LetterSum> = words.into_iter().collect();
        words.sort_unstable();
        Ok(words)
    }
}

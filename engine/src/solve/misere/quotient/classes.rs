//! Which positions behave alike: each has a letter, and letters are added where a position does what none before it did.

use std::ops::ControlFlow;

use rustc_hash::FxHashSet;

use super::learn::Learner;
use super::monoid::{Element, ElementSet};
use super::outcomes::LetterSum;
use super::verify::Letter;
use crate::game::{Meter, Visited};
use crate::solve::{Budget, SolveError, Solved};

/// NumberedPositions with numbers, whose options are sums of positions with smaller numbers.
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
    /// NumberedPositions that did what an earlier one did until the quotient was known better.
    apart: FxHashSet<usize>,
    pub learner: Learner,
}

impl Classes {
    pub fn new() -> Classes {
        Classes { letters: Vec::new(), first: Vec::new(), apart: FxHashSet::default(), learner: Learner::new() }
    }

    /// How many positions have letters.
    pub fn len(&self) -> usize {
        self.letters.len()
    }

    /// The image of a position.
    pub fn image(&self, position: usize) -> Element {
        match self.letters[position] {
            Some(letter) => self.learner.verified().images[usize::from(letter)].element,
            None => Element::ONE,
        }
    }

    /// Gives letters to the positions before the one of this number. What is known then decides every sum of them. After an
    /// error, nothing more can be added.
    ///
    /// A position with the same set W as an earlier letter (see [`super::verify`]) has the same image: the pairs of all sums
    /// are then the same. Where a new letter refines the quotient, this is looked at again for all positions.
    pub fn extend(&mut self, positions: &impl NumberedPositions, to: usize, budget: &Budget) -> Solved<()> {
        while self.letters.len() < to {
            let position = self.letters.len();
            let winning = self.winning(positions, position, budget)?;
            let known = winning.as_ref().map(|winning| self.letter_winning(winning));
            match known {
                None => budget.meter().push(&mut self.letters, None)?,
                Some(Some(letter)) if !self.apart.contains(&position) => {
                    budget.meter().push(&mut self.letters, Some(letter))?;
                }
                Some(_) => self.add_letter(positions, position, budget)?,
            }
        }
        Ok(())
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

    /// Adds a position with a letter of its own.
    fn add_letter(&mut self, positions: &impl NumberedPositions, position: usize, budget: &Budget) -> Solved<()> {
        let order = self.learner.verified().monoid().order();
        let letter = Letter::try_from(self.learner.len()).map_err(|_| SolveError::Overflow)?;
        let options = self.options(positions, position, budget)?;
        self.learner.add(options, budget)?;
        self.first.push(position);
        budget.meter().push(&mut self.letters, Some(letter))?;
        if self.learner.verified().monoid().order() == order {
            return Ok(());
        }
        for earlier in 0..position {
            budget.check()?;
            let Some(letter) = self.letters[earlier] else { continue };
            if self.first[usize::from(letter)] != earlier
                && self.winning(positions, earlier, budget)?.as_ref()
                    != Some(&self.learner.verified().images[usize::from(letter)].winning)
            {
                self.apart.insert(earlier);
                return self.begin_again(positions, earlier, budget);
            }
        }
        Ok(())
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

    /// Learns the letters of the positions before this one again, which has turned out to be no repetition.
    fn begin_again(&mut self, positions: &impl NumberedPositions, position: usize, budget: &Budget) -> Solved<()> {
        self.letters.truncate(position);
        self.first.retain(|first| *first < position);
        self.learner = self.learner.anew();
        let words: Vec<Vec<LetterSum>> = self
            .first
            .clone()
            .into_iter()
            .map(|first| self.options(positions, first, budget))
            .collect::<Solved<_>>()?;
        words.into_iter().try_for_each(|options| self.learner.add(options, budget))
    }
}

//! The quotient of one or several games of heaps, and when it is that of all their heaps.

use std::sync::Arc;

use super::classes::{Classes, NumberedPositions};
use super::monoid::{Element, ElementSet, Monoid};
use crate::game::{HeapRules, Meter, Visited};
use crate::nim::Period;
use crate::solve::heap::{GuySmith, Repeat, shortest_repeat};
use crate::solve::{Budget, SolveError, Solved};

/// The heaps of some games, numbered in the order in which they are looked at. Those of one game come in the order of their sizes.
#[derive(Debug)]
struct HeapPositions {
    games: Vec<Arc<HeapRules>>,
    /// For each number the game and the size.
    numbered: Vec<(usize, u64)>,
    /// For each game the numbers of its heaps.
    numbers: Vec<Vec<usize>>,
}

impl NumberedPositions for HeapPositions {
    fn each_option(&self, position: usize, meter: &Meter, visit: &mut dyn FnMut(&[usize]) -> Visited) -> Solved<()> {
        let (game, size) = self.numbered[position];
        let mut heaps = Vec::new();
        let _ = self.games[game].each_option(size, meter, &mut |option| {
            heaps.clear();
            // A heap of an option is smaller than the heap that was moved from.
            heaps.extend(option.iter().map(|heap| self.numbers[game][usize::try_from(*heap).unwrap_or(usize::MAX)]));
            visit(&heaps)
        })?;
        Ok(())
    }
}

/// The quotient of some games of heaps, as far as it is known.
#[derive(Debug)]
pub struct HeapQuotient {
    heaps: HeapPositions,
    classes: Classes,
    /// How the images of each game repeat for ever, where that is proved.
    periods: Vec<Option<Period>>,
    /// Did the work need more steps than it was given?
    pub is_stopped: bool,
}

impl HeapQuotient {
    pub fn new(games: Vec<Arc<HeapRules>>) -> HeapQuotient {
        let (numbers, periods) = (vec![Vec::new(); games.len()], vec![None; games.len()]);
        let heaps = HeapPositions { games, numbered: Vec::new(), numbers };
        HeapQuotient { heaps, classes: Classes::new(), periods, is_stopped: false }
    }

    pub fn games(&self) -> &[Arc<HeapRules>] {
        &self.heaps.games
    }

    pub fn monoid(&self) -> &Monoid {
        self.classes.learner.verified().monoid()
    }

    /// The element and the set W (see `verify`) of each kind of sum that is not empty.
    pub fn sums(&self) -> impl Iterator<Item = (Element, &ElementSet)> {
        self.classes.learner.verified().pairs.of_sums()
    }

    /// The smallest size of which the heap of a game has no image yet.
    pub fn reached(&self, game: usize) -> u64 {
        self.heaps.numbers[game].partition_point(|number| *number < self.classes.len()) as u64
    }

    /// How the images of the heaps of a game repeat, if that is proved.
    pub fn period(&self, game: usize) -> Option<&Period> {
        self.periods[game].as_ref()
    }

    /// The images of the heaps of a game to the end of the first period, if it is proved.
    pub fn periodic(&self, game: usize) -> impl Iterator<Item = Element> {
        let heaps = self.period(game).map_or(0, |period| period.preperiod + period.period);
        (0..heaps).filter_map(move |heap| self.image(game, heap))
    }

    /// The image of a heap of the game with this index, if it is known.
    pub fn image(&self, game: usize, heap: u64) -> Option<Element> {
        let heap = match self.period(game) {
            Some(Period { preperiod, period, .. }) if heap >= *preperiod => preperiod + (heap - preperiod) % period,
            _ if heap >= self.reached(game) => return None,
            _ => heap,
        };
        Some(self.classes.image(self.heaps.numbers[game][usize::try_from(heap).ok()?]))
    }

    /// The product of the images of some heaps of a game, if they are known.
    pub fn product(&self, game: usize, heaps: &[u64]) -> Option<Element> {
        let product = |product, heap: &u64| Some(self.monoid().product(product, self.image(game, *heap)?));
        heaps.iter().try_fold(Element::ONE, product)
    }

    /// The heaps that are known one by one, with their games, in the order in which they were looked at.
    pub fn known_heaps(&self) -> impl Iterator<Item = (usize, u64)> {
        self.heaps.numbered.iter().take(self.classes.len()).copied()
    }

    /// Does it know no heap beyond these bounds, but for games whose period is proved?
    pub fn is_within(&self, bounds: &[u64]) -> bool {
        (0..bounds.len())
            .all(|game| self.reached(game) <= bounds[game].saturating_add(1) || self.periods[game].is_some())
    }

    /// Are these heaps known, one of each of the games with these indices?
    pub fn knows(&self, games: &[usize], heaps: &[u64]) -> bool {
        games.iter().zip(heaps).all(|(game, heap)| self.image(*game, *heap).is_some())
    }

    /// Goes on for each game to the heap of its bound, or until the period of its images is proved. What was found before an
    /// error is kept, and the work can go on from there.
    pub fn extend(&mut self, bounds: &[u64], budget: &Budget) -> Solved<()> {
        while let Some(game) = self.next(bounds) {
            self.add_heap(game, budget)?;
        }
        Ok(())
    }

    /// The game whose next heap is to be looked at: the one of which the fewest heaps are known.
    fn next(&self, bounds: &[u64]) -> Option<usize> {
        let goes_on = |game: &usize| self.reached(*game) <= bounds[*game] && self.periods[*game].is_none();
        (0..self.games().len()).filter(goes_on).min_by_key(|game| self.reached(*game))
    }

    fn add_heap(&mut self, game: usize, budget: &Budget) -> Solved<()> {
        // A heap beyond what has images was numbered before an interruption.
        let HeapPositions { numbered, numbers, .. } = &mut self.heaps;
        if numbered.len() == self.classes.len() {
            let number = numbered.len();
            budget.meter().push(&mut numbers[game], number)?;
            budget.meter().push(numbered, (game, numbers[game].len() as u64 - 1))?;
        }
        let letters = self.classes.letters_added();
        let extended = self.classes.extend(&self.heaps, self.heaps.numbered.len(), budget);
        if self.classes.letters_added() != letters {
            // The quotient may be finer.
            for game in 0..self.periods.len() {
                let was_proved = self.periods[game].take().is_some();
                if was_proved && extended.is_ok() {
                    self.periods[game] = self.proved(game, budget)?;
                }
            }
        }
        extended?;
        let size = self.reached(game);
        if size.is_multiple_of(8) || size < 24 {
            self.periods[game] = self.proved(game, budget)?;
        }
        Ok(())
    }

    /// How the images of a game repeat for ever, if that follows from those that are known.
    ///
    /// Options with equal images make equal sets W, and so equal images. So images repeat as Grundy values do in the proof of
    /// R. K. Guy and C. A. B. Smith (see [`GuySmith::suffices`]): T. E. Plambeck and A. N. Siegel, Misère quotients for
    /// impartial games, JCTA 115 (2008). What was verified for the heaps up to there then holds for all.
    fn proved(&self, game: usize, budget: &Budget) -> Solved<Option<Period>> {
        let rules = &self.heaps.games[game];
        let Some(theorem) = GuySmith::of_bounded(rules).filter(|theorem| !theorem.has_equal_heaps()) else {
            return Ok(None);
        };
        let known = usize::try_from(self.reached(game)).map_err(|_| SolveError::Overflow)?;
        let numbers = &self.heaps.numbers[game][..known];
        let images: Vec<u16> = numbers.iter().map(|number| self.classes.image(*number).0).collect();
        let suffices = |repeat: Repeat| theorem.suffices(images.len(), repeat.from.max(1), repeat.shift);
        let repeat = shortest_repeat(&images, images.len() / 2, budget, suffices)?;
        Ok(repeat.map(|repeat| repeat.period(0)))
    }
}

#[cfg(test)]
impl HeapQuotient {
    /// Searches exactly from the beginning.
    pub fn search_exactly(&mut self, exact: bool) {
        self.classes.learner.exact = exact;
    }

    /// Learns on as if nothing was proved, and compares with what was. Of one game.
    pub fn go_on(&mut self, to: u64) {
        let proved = self.periods[0].take();
        while self.reached(0) <= to {
            let (heap, order) = (self.reached(0), self.monoid().order());
            self.periods[0] = proved;
            let expected = self.image(0, heap);
            self.periods[0] = None;
            self.add_heap(0, &Budget::default()).unwrap();
            self.periods[0] = None;
            assert_eq!((self.image(0, heap), self.monoid().order()), (expected, order), "{heap}");
        }
    }
}

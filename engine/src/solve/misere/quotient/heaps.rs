//! The quotient of one or several games of heaps, and when it is that of all their heaps.

use std::sync::Arc;

use super::classes::{Classes, NumberedPositions};
use super::monoid::{Element, Monoid};
use crate::game::{HeapRules, Meter, Visited};
use crate::nim::Period;
use crate::solve::heap::{GuySmith, Repeat, shortest_repeat};
use crate::solve::{Budget, SolveError, Solved};

/// The heaps of some games, those of the same size one after another.
#[derive(Debug)]
struct HeapPositions(Vec<Arc<HeapRules>>);

impl NumberedPositions for HeapPositions {
    fn each_option(&self, position: usize, meter: &Meter, visit: &mut dyn FnMut(&[usize]) -> Visited) -> Solved<()> {
        let (games, game) = (self.0.len(), position % self.0.len());
        let mut heaps = Vec::new();
        let _ = self.0[game].each_option((position / games) as u64, meter, &mut |option| {
            heaps.clear();
            for heap in option {
                // A heap of an option is smaller than the heap that was moved from.
                heaps.push(usize::try_from(*heap).unwrap_or(position) * games + game);
            }
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
    /// How the images of each game repeat for ever, once that is proved.
    periods: Option<Vec<Period>>,
    /// A heap of this size was not reached: the work for it was stopped, and cannot go on.
    stopped_at: Option<u64>,
}

impl HeapQuotient {
    pub fn new(games: Vec<Arc<HeapRules>>) -> HeapQuotient {
        HeapQuotient { heaps: HeapPositions(games), classes: Classes::new(), periods: None, stopped_at: None }
    }

    /// How many games there are.
    pub fn games(&self) -> usize {
        self.heaps.0.len()
    }

    pub fn monoid(&self) -> &Monoid {
        self.classes.learner.verified().monoid()
    }

    /// The smallest size of which the heaps have no image yet.
    pub fn reached(&self) -> u64 {
        (self.classes.len() / self.heaps.0.len()) as u64
    }

    pub fn periods(&self) -> Option<&[Period]> {
        self.periods.as_deref()
    }

    /// The image of a heap of the game with this index, if it is known.
    pub fn image(&self, game: usize, heap: u64) -> Option<Element> {
        let heap = match self.periods.as_ref().and_then(|periods| periods.get(game)) {
            Some(Period { preperiod, period, .. }) if heap >= *preperiod => preperiod + (heap - preperiod) % period,
            _ if heap >= self.reached() => return None,
            _ => heap,
        };
        Some(self.classes.image(usize::try_from(heap).ok()? * self.heaps.0.len() + game))
    }

    /// The product of the images of some heaps of a game, if they are known.
    pub fn product(&self, game: usize, heaps: &[u64]) -> Option<Element> {
        let product = |product, heap: &u64| Some(self.monoid().product(product, self.image(game, *heap)?));
        heaps.iter().try_fold(Element::ONE, product)
    }

    /// Was the work stopped, so that it cannot go on?
    pub fn is_stopped(&self) -> bool {
        self.stopped_at.is_some()
    }

    /// Goes on to the heaps of this size, or until a period of the images is proved.
    pub fn extend(&mut self, to: u64, budget: &Budget) -> Solved<()> {
        while self.reached() <= to && self.periods.is_none() {
            let games = self.heaps.0.len();
            let size = usize::try_from(self.reached() + 1).map_err(|_| SolveError::Overflow)?;
            if self.stopped_at == Some(self.reached()) {
                return Err(SolveError::Positions { limit: self.reached() });
            }
            self.stopped_at = Some(self.reached());
            self.classes.extend(&self.heaps, size * games, budget)?;
            self.stopped_at = None;
            if size.is_multiple_of(8) || size < 24 {
                self.periods = self.proved(budget)?;
            }
        }
        Ok(())
    }

    /// How the images repeat for ever, if that follows from those that are known.
    ///
    /// Options with equal images make equal sets W, and so equal images. So images repeat as Grundy values do in the proof of
    /// R. K. Guy and C. A. B. Smith (see [`GuySmith::suffices`]): T. E. Plambeck and A. N. Siegel, Misère quotients for
    /// impartial games, JCTA 115 (2008). What was verified for the heaps up to there then holds for all.
    fn proved(&self, budget: &Budget) -> Solved<Option<Vec<Period>>> {
        let games = self.heaps.0.len();
        let mut periods = Vec::with_capacity(games);
        for (game, rules) in self.heaps.0.iter().enumerate() {
            let Some(theorem) = GuySmith::of_bounded(rules).filter(|theorem| !theorem.has_equal_heaps()) else {
                return Ok(None);
            };
            let images: Vec<u16> =
                (game..self.classes.len()).step_by(games).map(|at| self.classes.image(at).0).collect();
            let suffices = |repeat: Repeat| theorem.suffices(images.len(), repeat.from.max(1), repeat.shift);
            match shortest_repeat(&images, images.len() / 2, budget, suffices)? {
                Some(repeat) => periods.push(repeat.period(0)),
                None => return Ok(None),
            }
        }
        Ok(Some(periods))
    }
}

#[cfg(test)]
impl HeapQuotient {
    /// Searches exactly from the beginning.
    pub fn search_exactly(&mut self, exact: bool) {
        self.classes.learner.exact = exact;
    }

    /// Learns on as if nothing was proved, and compares with what was.
    pub fn go_on(&mut self, to: u64) {
        let proved = self.periods.take();
        while self.reached() <= to {
            let (heap, order) = (self.reached(), self.monoid().order());
            self.periods.clone_from(&proved);
            let expected = self.image(0, heap);
            self.periods = None;
            let size = usize::try_from(heap + 1).unwrap() * self.games();
            self.classes.extend(&self.heaps, size, &Budget::default()).unwrap();
            assert_eq!((self.image(0, heap), self.monoid().order()), (expected, order), "{heap}");
        }
    }
}

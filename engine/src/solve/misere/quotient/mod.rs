//! Misère quotients: finite monoids that decide sums of any size.
//!
//! Two positions of a set that contains their options and sums are equal if no sum with a third one of the set is won by
//! another player; the classes form a commutative monoid, in which the lost ones are marked. T. E. Plambeck, Taming the wild in
//! impartial combinatorial games, 2005; T. E. Plambeck and A. N. Siegel, Misère quotients for impartial games, JCTA 115 (2008).
//!
//! Positions get letters (`classes`); a quotient of the letters is learned (`learn`) from outcomes (`outcomes`), and verified
//! (`verify`), so that it is right however it was found; for games of heaps it may be proved to be that of all heaps (`heaps`).

mod classes;
mod heaps;
mod learn;
mod monoid;
mod outcomes;
mod presentation;
mod sums;
#[cfg(test)]
mod tests;
mod verify;

use std::sync::Arc;

use self::heaps::HeapQuotient;
use self::presentation::Presentation;
use crate::game::{Game, HeapRules, Ruleset};
use crate::nim::Period;
use crate::solve::heap::GuySmith;
use crate::solve::{Budget, Effort, SolveError, Solved, Solver};

pub use self::presentation::Exponents;
pub use self::sums::QuotientElement;

/// The page has no room for quotients.
const LEFT_OUT: bool = cfg!(target_family = "wasm");

/// What is known about the misère quotient of games of heaps.
#[derive(Clone, Debug)]
pub struct Quotient {
    /// How many elements it has.
    pub order: usize,
    /// The elements in P, as products of the generators.
    pub lost: Vec<Exponents>,
    /// It is the quotient of the heaps up to this one. With a period, of all heaps.
    pub checked: u64,
    /// How the images of the heaps of each game repeat, if that is proved.
    pub periods: Option<Vec<Period>>,
    /// The first heaps that are no sum of those before them: the number of the game, and the size.
    pub generators: Vec<(usize, u64)>,
    /// Which products are equal. With these, each product can be replaced by the least one of its element.
    pub relations: Vec<(Exponents, Exponents)>,
}

/// The quotients that were looked for, with the rules of their games.
#[derive(Debug, Default)]
pub(super) struct Quotients {
    known: Vec<(Vec<Arc<HeapRules>>, HeapQuotient)>,
}

impl Quotients {
    fn place(&self, games: &[Arc<HeapRules>]) -> Option<usize> {
        self.known.iter().position(|(known, _)| known[..] == *games)
    }

    fn is_known(&self, games: &[Arc<HeapRules>]) -> bool {
        self.covering(games).is_some()
    }

    /// A quotient of these games, and perhaps others, with the number of each game in it.
    fn covering(&self, games: &[Arc<HeapRules>]) -> Option<(&HeapQuotient, Vec<usize>)> {
        self.known.iter().find_map(|(known, quotient)| {
            let place = |game: &Arc<HeapRules>| known.iter().position(|rules| rules == game);
            Some((quotient, games.iter().map(place).collect::<Option<Vec<usize>>>()?))
        })
    }

    /// Learns the quotient of these games up to a heap, or until it is proved, but no longer than for so many steps. One that
    /// ran out of steps before begins anew.
    fn learn(&mut self, games: &[Arc<HeapRules>], to: u64, steps: u64, budget: &Budget) -> Solved<&HeapQuotient> {
        let old = self.place(games).map(|place| self.known.remove(place)).filter(|(_, known)| !known.is_stopped());
        let (games, mut quotient) = old.unwrap_or_else(|| {
            let games: Vec<Arc<HeapRules>> = games.iter().map(|rules| Arc::new((**rules).clone())).collect();
            (games.clone(), HeapQuotient::new(games))
        });
        // After an interruption it is not kept.
        match budget.within(steps, || quotient.extend(to, budget)) {
            Ok(_) | Err(SolveError::Positions { .. } | SolveError::Overflow) => {}
            Err(stop) => return Err(stop),
        }
        self.known.insert(0, (games, quotient));
        Ok(&self.known[0].1)
    }
}

/// Can the quotient of these rules be finite, and known for all heaps? At least, a move takes one of finitely many amounts, and
/// leaves a bounded number of heaps.
fn is_proper(rules: &HeapRules) -> bool {
    GuySmith::of_bounded(rules).is_some_and(|theorem| !theorem.has_equal_heaps())
}

impl Solver {
    /// The misère quotient of games of heaps, as far as the effort goes. `None` if one is not a game of heaps.
    ///
    /// # Errors
    /// An interruption.
    pub fn quotient(&mut self, games: &[Arc<Game>], effort: Effort) -> Result<Option<Quotient>, SolveError> {
        if LEFT_OUT {
            return Ok(None);
        }
        let heap_rules = |game: &Arc<Game>| match &game.ruleset {
            Ruleset::Heap(rules) => Some(rules.clone()),
            Ruleset::Written(..) => None,
        };
        let Some(rules) = games.iter().map(heap_rules).collect::<Option<Vec<_>>>() else { return Ok(None) };
        let budget = self.budget.clone();
        let quotients = &mut self.misere.quotients;
        let report = quotients.learn(&rules, effort.heaps.saturating_sub(1), effort.steps, &budget)?.report(&budget)?;
        if report.periods.is_some() {
            games.iter().try_for_each(|game| self.compare_with_original(game))?;
        }
        Ok(Some(report))
    }
}

impl HeapQuotient {
    /// The heaps that are known one by one, with their games.
    fn first_heaps(&self) -> impl Iterator<Item = (usize, u64)> {
        (0..self.reached()).flat_map(|heap| (0..self.games()).map(move |game| (game, heap)))
    }

    /// Its generators and relations, with the first heaps as generators.
    fn presentation(&self, budget: &Budget) -> Solved<Presentation> {
        let images = self.first_heaps().filter_map(|(game, heap)| self.image(game, heap));
        Presentation::new(self.monoid(), images, budget)
    }

    fn report(&self, budget: &Budget) -> Solved<Quotient> {
        let monoid = self.monoid();
        let Presentation { generators, least, relations } = self.presentation(budget)?;
        let first = |element| self.first_heaps().find(|(game, heap)| self.image(*game, *heap) == Some(element));
        Ok(Quotient {
            order: monoid.order(),
            lost: monoid
                .elements()
                .filter(|element| monoid.is_lost(*element))
                .map(|element| least[element.index()].clone())
                .collect(),
            checked: self.reached().saturating_sub(1),
            periods: self.periods().map(<[Period]>::to_vec),
            generators: generators.into_iter().filter_map(first).collect(),
            relations,
        })
    }
}

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
#[cfg(test)]
mod tests;
mod verify;

use std::sync::Arc;

use self::heaps::HeapQuotient;
use self::presentation::Presentation;
use crate::game::{Game, HeapRules, Ruleset};
use crate::nim::Period;
use crate::solve::{Budget, Effort, SolveError, Solved, Solver};

pub use self::presentation::Exponents;

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
    fn of(&mut self, games: &[Arc<HeapRules>]) -> &mut HeapQuotient {
        let at = match self.known.iter().position(|(known, _)| known[..] == *games) {
            Some(at) => at,
            None => {
                let games: Vec<Arc<HeapRules>> = games.iter().map(|rules| Arc::new((**rules).clone())).collect();
                self.known.push((games.clone(), HeapQuotient::new(games)));
                self.known.len() - 1
            }
        };
        &mut self.known[at].1
    }
}

impl Solver {
    /// The misère quotient of games of heaps, as far as the effort goes. `None` if one is not a game of heaps.
    ///
    /// # Errors
    /// An interruption.
    pub fn quotient(&mut self, games: &[Arc<Game>], effort: Effort) -> Result<Option<Quotient>, SolveError> {
        let heap_rules = |game: &Arc<Game>| match &game.ruleset {
            Ruleset::Heap(rules) => Some(rules.clone()),
            Ruleset::Written(..) => None,
        };
        let Some(rules) = games.iter().map(heap_rules).collect::<Option<Vec<_>>>() else { return Ok(None) };
        let budget = self.budget.clone();
        let known = self.misere.quotients.of(&rules);
        let found = budget.within(effort.steps, || known.extend(effort.heaps.saturating_sub(1), &budget));
        match found {
            Ok(_) | Err(SolveError::Positions { .. }) => {}
            Err(stop) => return Err(stop),
        }
        let report = known.report(&budget)?;
        if report.periods.is_some() {
            games.iter().try_for_each(|game| self.compare_with_original(game))?;
        }
        Ok(Some(report))
    }
}

impl HeapQuotient {
    fn report(&self, budget: &Budget) -> Solved<Quotient> {
        let monoid = self.monoid();
        let games = self.games();
        let heaps = (0..self.reached()).flat_map(|heap| (0..games).map(move |game| (game, heap)));
        let images = heaps.clone().filter_map(|(game, heap)| self.image(game, heap));
        let Presentation { generators, least, relations } = Presentation::new(monoid, images, budget)?;
        let first = |element| heaps.clone().find(|(game, heap)| self.image(*game, *heap) == Some(element));
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

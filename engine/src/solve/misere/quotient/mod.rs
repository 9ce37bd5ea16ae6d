//! Misère quotients: finite monoids that decide sums of any size.
//!
//! Two positions of a set that contains their options and sums are equal if no sum with a third one of the set is won by
//! another player; the classes form a commutative monoid, in which the lost ones are marked. T. E. Plambeck, Taming the wild in
//! impartial combinatorial games, 2005; T. E. Plambeck and A. N. Siegel, Misère quotients for impartial games, JCTA 115 (2008).
//!
//! Positions get letters (`classes`); a quotient of the letters is learned (`learn`) from outcomes (`outcomes`), and verified
//! (`verify`), so that it is right however it was found; for games of heaps it may be proved to be that of all heaps (`heaps`).

mod classes;
mod games;
mod heaps;
mod learn;
mod monoid;
mod outcomes;
mod positions;
mod presentation;
mod sums;
mod tables;
#[cfg(test)]
mod tests;
mod verify;

use std::sync::Arc;

use self::heaps::HeapQuotient;
use self::monoid::{Element, Monoid};
use self::presentation::Presentation;
use crate::game::{Component, Game, HeapRules, Position};
use crate::nim::Period;
use crate::solve::heap::GuySmith;
use crate::solve::{Budget, SolveError, Solved};

pub use self::presentation::Exponents;
pub(in crate::solve::misere) use self::sums::Alikeness;
pub use self::sums::QuotientElement;
pub use self::tables::QuotientTables;

/// A game of heaps whose quotient is asked for: of its heaps up to the last one, or of all of them.
#[derive(Clone, Debug)]
pub struct BoundedGame {
    /// The game.
    pub game: Arc<Game>,
    /// The last heap, if not all are asked for.
    pub last: Option<u64>,
}

/// What is known about a misère quotient.
#[derive(Clone, Debug)]
pub struct Quotient {
    /// How many elements it has.
    pub order: usize,
    /// The elements in P, as products of the generators.
    pub lost: Vec<Exponents>,
    /// How much of each game, or of the positions, it is the quotient of.
    pub extent: Extent,
    /// The first heaps or positions that are no sum of those before them.
    pub generators: Vec<Component>,
    /// Which products are equal. With these, each product can be replaced by the least one of its element.
    pub relations: Vec<(Exponents, Exponents)>,
}

/// What a quotient is the quotient of.
#[derive(Clone, Debug)]
pub enum Extent {
    /// For each game, its heaps.
    Heaps(Vec<KnownHeaps>),
    /// Some positions with all that can be reached from them; those with the same options count once.
    Positions {
        /// How many have elements.
        known: usize,
        /// How many there are.
        total: usize,
    },
}

/// The heaps of a game whose elements are known.
#[derive(Clone, Debug)]
pub struct KnownHeaps {
    /// Those up to this one were looked at one by one.
    pub checked: u64,
    /// How the elements repeat, if that is proved: then those of all heaps are known.
    pub period: Option<Period>,
    /// The elements of the heaps 0, 1, … to the end of the first period, as products of the generators, if it is proved.
    pub elements: Vec<Exponents>,
}

/// The quotients that were looked for.
#[derive(Debug, Default)]
pub(super) struct Quotients {
    known: Vec<HeapQuotient>,
}

impl Quotients {
    /// The quotient of these games in this order, as far as these bounds and no farther.
    fn take(&mut self, games: &[Arc<HeapRules>], bounds: &[u64]) -> Option<HeapQuotient> {
        let place = self.known.iter().position(|known| known.games() == games && known.is_within(bounds))?;
        Some(self.known.remove(place))
    }

    /// A quotient of these games, and perhaps others, with the number of each game in it.
    fn covering(&self, games: &[Arc<HeapRules>]) -> Option<(&HeapQuotient, Vec<usize>)> {
        self.known.iter().find_map(|quotient| {
            let place = |game: &Arc<HeapRules>| quotient.games().iter().position(|rules| rules == game);
            Some((quotient, games.iter().map(place).collect::<Option<Vec<usize>>>()?))
        })
    }

    /// Learns the quotient of these games up to a heap of each, or until it is proved, but no longer than for so many steps. What
    /// was found before, by an earlier question or until an interruption, is the beginning.
    fn learn(
        &mut self,
        games: &[Arc<HeapRules>],
        bounds: &[u64],
        steps: u64,
        budget: &Budget,
    ) -> Solved<&HeapQuotient> {
        let mut quotient = self
            .take(games, bounds)
            .unwrap_or_else(|| HeapQuotient::new(games.iter().map(|rules| Arc::new((**rules).clone())).collect()));
        let extended = budget.within(steps, || quotient.extend(bounds, budget));
        quotient.is_stopped = !matches!(extended, Ok(Some(())));
        self.known.insert(0, quotient);
        match extended {
            Ok(_) | Err(SolveError::Positions { .. } | SolveError::Overflow) => Ok(&self.known[0]),
            Err(stop) => {
                self.known[0].is_stopped = false;
                Err(stop)
            }
        }
    }
}

/// Can the quotient of these rules be finite, and known for all heaps? At least, a move takes one of finitely many amounts, and
/// leaves a bounded number of heaps.
fn is_proper(rules: &HeapRules) -> bool {
    GuySmith::of_bounded(rules).is_some_and(|theorem| !theorem.has_equal_heaps())
}

/// The heap of a game of heaps.
pub(in crate::solve::misere) fn heap_of(game: &Arc<Game>, heap: u64) -> Component {
    Component::Position(Position::at(game, heap))
}

impl Quotient {
    /// `images` generate the monoid, and `name` tells what has the one at this place. The extent is told what product each
    /// element is.
    fn new(
        monoid: &Monoid,
        extent: impl FnOnce(&[Exponents]) -> Extent,
        images: &[Element],
        name: impl Fn(usize) -> Component,
        budget: &Budget,
    ) -> Solved<Quotient> {
        let Presentation { generators, least, relations } = Presentation::new(monoid, images.iter().copied(), budget)?;
        let first = |element| images.iter().position(|image| *image == element).map(&name);
        let lost = monoid.elements().filter(|element| monoid.is_lost(*element));
        Ok(Quotient {
            order: monoid.order(),
            lost: lost.map(|element| least[element.index()].clone()).collect(),
            extent: extent(&least),
            generators: generators.into_iter().filter_map(first).collect(),
            relations,
        })
    }
}

impl HeapQuotient {
    /// Its generators and relations, with the first heaps as generators.
    fn presentation(&self, budget: &Budget) -> Solved<Presentation> {
        let images = self.known_heaps().filter_map(|(game, heap)| self.image(game, heap));
        Presentation::new(self.monoid(), images, budget)
    }
}

//! The misère quotients of games of heaps.

use super::monoid::Element;
use super::{BoundedGame, Exponents, Extent, KnownHeaps, Quotient, heap_of};
use crate::game::Ruleset;
use crate::solve::{SolveError, Solver};

impl Solver {
    /// The misère quotient of games of heaps, as far as it is found in so many steps. `None` if one is not a game of heaps.
    ///
    /// # Errors
    /// An interruption.
    pub fn quotient(&mut self, asked: &[BoundedGame], steps: u64) -> Result<Option<Quotient>, SolveError> {
        let heap_rules = |asked: &BoundedGame| match &asked.game.ruleset {
            Ruleset::Heap(rules) => Some(rules.clone()),
            _ => None,
        };
        let Some(rules) = asked.iter().map(heap_rules).collect::<Option<Vec<_>>>() else { return Ok(None) };
        let bounds: Vec<u64> = asked.iter().map(|asked| asked.last.unwrap_or(u64::MAX)).collect();
        let budget = self.budget.clone();
        let quotient = self.misere.quotients.learn(&rules, &bounds, steps, &budget)?;
        let known = |least: &[Exponents], game: usize| KnownHeaps {
            checked: quotient.reached(game).saturating_sub(1),
            period: quotient.period(game).copied(),
            elements: quotient.periodic(game).map(|element| least[element.index()].clone()).collect(),
        };
        let known = |least: &[Exponents]| Extent::Heaps((0..rules.len()).map(|game| known(least, game)).collect());
        let heaps: Vec<(usize, u64)> = quotient.known_heaps().collect();
        let images: Vec<Element> = heaps.iter().filter_map(|(game, heap)| quotient.image(*game, *heap)).collect();
        let name = |place: usize| heap_of(&asked[heaps[place].0].game, heaps[place].1);
        let report = Quotient::new(quotient.monoid(), known, &images, name, &budget)?;
        let proved: Vec<bool> = (0..rules.len()).map(|game| quotient.period(game).is_some()).collect();
        for (asked, is_proved) in asked.iter().zip(proved) {
            if is_proved {
                self.compare_with_original(&asked.game)?;
            }
        }
        Ok(Some(report))
    }
}

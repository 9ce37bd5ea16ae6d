//! Questions about positions, asked of simpler games (`simpler`) where these are known.

use std::borrow::Cow;

use super::simpler::SimplerGames;
use super::{SolveError, Solved, Solver};
use crate::game::{Component, Position, Ruleset, Sum};
use crate::nim::Nimber;

impl Solver {
    /// The same position in a simpler game; `None` if none is known.
    fn reduced(&mut self, position: &Position) -> Option<Position> {
        let Ruleset::Written(system, _) = &position.game.ruleset else { return None };
        // The page has none of these: it is to stay below its bound.
        if system.binds() || self.checks.is_definition || cfg!(target_family = "wasm") {
            return None;
        }
        let known = self.simpler.get(&position.game.ruleset, |_| Some(SimplerGames::default()))?;
        known.position(position, self.budget.meter())
    }

    /// The value of a position as one of a simpler game. `None` if there is none, or if what stopped is told better of the position
    /// as it is.
    pub(super) fn value_of_reduced(&mut self, position: &Position) -> Option<Solved<Nimber>> {
        let reduced = self.reduced(position)?;
        match self.written.known(position, &self.budget) {
            Ok(known) => {
                if let Some(value) = known.value() {
                    return Some(Ok(Nimber(value)));
                }
            }
            Err(stop) => return Some(Err(stop)),
        }
        match self.searched_value(&reduced) {
            Err(stop) if !is_of_limits(&stop) => None,
            found => Some(found),
        }
    }

    /// The answer about a sum, asked of positions of simpler games as far as these are known.
    pub(super) fn of_reduced<T>(
        &mut self,
        sum: &Sum,
        mut ask: impl FnMut(&mut Solver, &Sum) -> Solved<T>,
    ) -> Solved<T> {
        let mut reduced = Cow::Borrowed(sum);
        for (index, part) in sum.parts.iter().enumerate() {
            if let Component::Position(position) = &part.component
                && let Some(simpler) = self.reduced(position)
            {
                reduced.to_mut().parts[index].component = Component::Position(simpler);
            }
        }
        match ask(self, &reduced) {
            // It is told of the positions as they are.
            Err(stop) if matches!(reduced, Cow::Owned(_)) && !is_of_limits(&stop) => ask(self, sum),
            found => found,
        }
    }
}

/// Does it say nothing of positions, so that it is the same for a simpler game?
fn is_of_limits(stop: &SolveError) -> bool {
    matches!(
        stop,
        SolveError::Interrupted | SolveError::TimedOut | SolveError::Memory { .. } | SolveError::Positions { .. }
    )
}

//! Questions about positions, asked of simpler games (`simpler`) where these are known.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::heap::OptionCount;
use super::simpler::{SimplerGames, SimplerPosition};
use super::{SolveError, Solved, Solver};
use crate::game::{Component, Game, Position, Ruleset, Sum, Summand, Value};
use crate::ledger::FastPath;
use crate::nim::Nimber;

impl Solver {
    /// Options of a position below which at most so many lie are listed in the order of the rule.
    const FEW: u128 = 1 << 20;

    /// Are the coordinates of a rule played side by side?
    pub(super) fn is_side_by_side(&mut self, ruleset: &Ruleset) -> bool {
        let game = Arc::new(Game::new("", ruleset.clone()));
        let zeros: Vec<Value> = vec![Value::Integer(0); ruleset.arity().max(2)];
        let coordinates = if ruleset.arity() == 1 { vec![Value::List(zeros.into())] } else { zeros };
        self.reduced(&Position { game, coordinates: coordinates.into() }).len() > 1
    }

    /// Positions of simpler games whose sum a position is; none if nothing simpler is seen.
    pub(super) fn reduced(&mut self, position: &Position) -> Vec<SimplerPosition> {
        let Ruleset::Written(system, _) = &position.game.ruleset else { return Vec::new() };
        // The page has none of these: it is to stay below its bound.
        if system.binds()
            || self.checks.is_definition
            || cfg!(target_family = "wasm")
            || FastPath::SimplerGames.is_off()
        {
            return Vec::new();
        }
        let known = self.simpler.get(&position.game.ruleset, |_| Some(SimplerGames::default()));
        known.map(|known| known.positions(position, self.budget.meter())).unwrap_or_default()
    }

    /// The value of a position as that of a sum of simpler games. `None` if there are none, or if what stopped is told better of the
    /// position as it is.
    pub(super) fn value_of_reduced(&mut self, position: &Position) -> Option<Solved<Nimber>> {
        let reduced = self.reduced(position);
        if reduced.is_empty() {
            return None;
        }
        // To look up a representative is to try the claim that it is one, among all moves.
        if !claims_representatives(position) {
            match self.written.known(position, &self.budget).map(|known| known.value()) {
                Ok(Some(value)) => return Some(Ok(Nimber(value))),
                Ok(None) => {}
                Err(stop) => return Some(Err(stop)),
            }
        }
        match reduced.iter().map(|part| self.searched_value(&part.position)).collect() {
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
        let (mut parts, mut is_simpler) = (Vec::with_capacity(sum.parts.len()), false);
        for part in &sum.parts {
            let reduced = match &part.component {
                Component::Position(position) => self.reduced(position),
                Component::Star(_) => Vec::new(),
            };
            if reduced.is_empty() {
                parts.push(part.clone());
                continue;
            }
            is_simpler = true;
            let positions = reduced.into_iter().map(|part| Component::Position(part.position));
            parts.extend(positions.map(|component| Summand { component, copies: part.copies }));
        }
        if !is_simpler {
            return ask(self, sum);
        }
        match ask(self, &Sum { parts }) {
            // It is told of the positions as they are.
            Err(stop) if !is_of_limits(&stop) => ask(self, sum),
            found => found,
        }
    }

    /// The parts of a large position that are played side by side, each with the nim-sum of all others. `None` if it is small, or if
    /// no parts are seen.
    fn side_by_side(&mut self, position: &Position) -> Solved<Option<Vec<(SimplerPosition, Nimber)>>> {
        let reduced = self.reduced(position);
        let numbers = reduced.iter().flat_map(|part| part.position.coordinates.iter().filter_map(Value::as_integer));
        let below = numbers.map(|number| number.unsigned_abs().saturating_add(1)).fold(1, u128::saturating_mul);
        if below <= Self::FEW {
            return Ok(None);
        }
        let values = reduced.iter().map(|part| self.position_value(&part.position)).collect::<Solved<Vec<_>>>()?;
        let total: Nimber = values.iter().copied().collect();
        Ok(Some(reduced.into_iter().zip(values.into_iter().map(|own| total ^ own)).collect()))
    }

    /// An option of a large position with this value, which is one of a part that is played apart from the others.
    pub(super) fn option_of_reduced(&mut self, position: &Position, target: Nimber) -> Solved<Option<Arc<Sum>>> {
        for (part, rest) in self.side_by_side(position)?.unwrap_or_default() {
            let component = Component::Position(part.position.clone());
            if let Some(option) = self.option_with_value(&component, target ^ rest)?
                && let Some(left) = part.left(position, &option)
            {
                return Ok(Some(Arc::new(left)));
            }
        }
        Ok(None)
    }

    /// The options of a large position, counted in each of the parts that are played side by side.
    pub(super) fn options_of_reduced(
        &mut self,
        position: &Position,
        target: Nimber,
        shown: usize,
    ) -> Solved<Option<OptionCount<Arc<Sum>>>> {
        let Some(parts) = self.side_by_side(position)? else { return Ok(None) };
        let mut found = OptionCount { values: Some(BTreeSet::new()), ..OptionCount::default() };
        for (part, rest) in parts {
            let count = match self.option_count(&part.position, target ^ rest, shown)? {
                Some(count) => count,
                None => self.listed_count(&part.position, target ^ rest, shown)?,
            };
            let Some(count) = count.map(|option| part.left(position, &option).map(Arc::new)) else { return Ok(None) };
            found.join(count, rest, shown);
        }
        Ok(Some(found))
    }

    /// The options of a position, looked at one by one and counted.
    fn listed_count(&mut self, position: &Position, target: Nimber, shown: usize) -> Solved<OptionCount<Arc<Sum>>> {
        let mut count = OptionCount { values: Some(BTreeSet::new()), ..OptionCount::default() };
        self.each_valued_option(position, &mut |option, value| {
            count.meet(target, shown, value, 1, || option.clone());
            ControlFlow::Continue(())
        })?;
        Ok(count)
    }
}

fn claims_representatives(position: &Position) -> bool {
    match &position.game.ruleset {
        Ruleset::Written(system, index) => system.rules[*index].representative.is_some(),
        _ => false,
    }
}

/// Does it say nothing of positions, so that it is the same for a simpler game?
fn is_of_limits(stop: &SolveError) -> bool {
    matches!(
        stop,
        SolveError::Interrupted | SolveError::TimedOut | SolveError::Memory { .. } | SolveError::Positions { .. }
    )
}

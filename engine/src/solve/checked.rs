//! Each value that is told is checked once more by the definition: it must be the mex of the values of the options. So a fault
//! of an engine becomes an error that asks for a report, and not a wrong number, as a proof is confirmed in `periods`.

use std::ops::ControlFlow;

use super::checks::Checks;
use super::{NotSame, SolveError, Solved, Solver, WrongRepresentative};
use crate::game::{Component, Position, Sum, Summand};
use crate::nim::{Nimber, mex};

/// The values of the options of a position, as far as they were looked at.
#[derive(Default)]
struct LookedAt {
    values: Vec<Nimber>,
    /// Were all options looked at, and has each a nimber?
    is_whole: bool,
}

impl LookedAt {
    /// May this be the value of the position? Where not all options are known, none of those that are may have it.
    fn allow(&self, value: Nimber) -> bool {
        if self.is_whole { self.mex() == value } else { !self.values.contains(&value) }
    }

    fn mex(&self) -> Nimber {
        mex(self.values.iter().copied())
    }
}

impl Solver {
    /// The same value of a position, once it was compared with those of its options, as far as the work for that is left.
    ///
    /// # Errors
    /// `SolveError::Internal` if it is not their mex, or `SolveError::WrongRepresentative` if it is that of another position
    /// that the rule claims to have the same value; an interruption.
    pub(super) fn checked(&mut self, position: &Position, value: Nimber) -> Solved<Nimber> {
        let budget = self.budget.clone();
        let before = budget.steps();
        let steps = self.checks.left(before);
        let is_possible = !self.checks.is_definition && !position.game.ruleset.binds();
        if !is_possible || steps < Checks::POSITION || budget.free() < Checks::ROOM {
            return Ok(value);
        }
        let mut looked = Checks::POSITION;
        let counts = self.written.counts;
        let values = budget.within(steps, || self.values_for_check(position, steps, &mut looked));
        self.written.counts = counts;
        self.checks.spend(budget.steps() - before + looked);
        match values?.unwrap_or_default() {
            values if values.allow(value) => Ok(value),
            values => Err(self.contradiction(position, value, &values)),
        }
    }

    /// The values of the options of a position. `looked` counts the steps that the budget does not.
    fn values_for_check(&mut self, position: &Position, steps: u64, looked: &mut u64) -> Solved<LookedAt> {
        let mut options = Vec::new();
        let mut is_whole = true;
        let listed = self.budget.each_option(position, &mut |option| {
            *looked += Checks::OPTION;
            is_whole = options.len() < Checks::MOST && *looked < steps;
            if !is_whole {
                return Ok(ControlFlow::Break(()));
            }
            options.push(option.clone());
            Ok(ControlFlow::Continue(()))
        });
        match listed {
            // There are too many options to list.
            Err(SolveError::Fault { .. }) => return Ok(LookedAt::default()),
            listed => listed?,
        }
        let mut found = LookedAt { values: Vec::with_capacity(options.len()), is_whole };
        for option in &options {
            match self.nimber_of_option(option)? {
                Some(value) => found.values.push(value),
                None => found.is_whole = false,
            }
        }
        Ok(found)
    }

    /// The value of an option; `None` if it is not a nimber, or if a search for it would be too long.
    fn nimber_of_option(&mut self, option: &Sum) -> Solved<Option<Nimber>> {
        let mut total = Nimber::ZERO;
        for part in option.parts.iter().filter(|part| part.copies % 2 == 1) {
            let value = match &part.component {
                Component::Star(size) => Ok(Nimber(*size)),
                Component::Position(position) => match self.draws.value(position) {
                    Some(known) => known,
                    None => self.searched_value(position),
                },
            };
            let value = match value {
                Ok(value) => value,
                Err(stop @ (SolveError::Interrupted | SolveError::TimedOut | SolveError::Memory { .. })) => {
                    return Err(stop);
                }
                Err(_) => return Ok(None),
            };
            total ^= value;
        }
        // Two equal components of value ∞ do not cancel.
        let ends = |part: &Summand| part.copies < 2 || matches!(part.component, Component::Star(_));
        Ok(option.parts.iter().all(ends).then_some(total))
    }

    /// The error for a value that the values of the options do not allow.
    fn contradiction(&mut self, position: &Position, value: Nimber, options: &LookedAt) -> SolveError {
        const WRONG: SolveError = SolveError::Internal("a value is not the mex of the values of the options");
        match self.written.representative_of(position, &self.budget) {
            Ok(coordinates) if coordinates != position.coordinates => {
                let representative = Position { coordinates, ..position.clone() };
                let why = NotSame::Values(options.mex().0, value.0);
                let wrong = WrongRepresentative { position: position.clone(), representative, why };
                SolveError::WrongRepresentative(Box::new(wrong))
            }
            _ => WRONG,
        }
    }
}

//! Who wins a sum with moves that bind, and by which moves.

use std::ops::ControlFlow;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::search::{MOST_OPTIONS, SumValue};
use crate::game::{Binding, Component, Position, Sum, Summand};
use crate::limits::Solved;
use crate::nim::{GrundyValue, Nimber, Outcome, WinningSet};
use crate::solve::situation::{Move, MovesFound, Situation, outcome_if};
use crate::solve::{SolveError, Solver};

/// Visits what a move leaves of a component, what it obliges the players to do next, the value of what it leaves, and whether
/// the move wins.
type BindingOptionVisitor<'v> = dyn FnMut(&Arc<Sum>, Binding, GrundyValue, bool) -> ControlFlow<()> + 'v;

/// The moves in one component of a sum.
struct Turn<'a> {
    index: usize,
    part: &'a Summand,
    /// The value of everything but one copy of the part.
    rest: GrundyValue,
}

impl Turn<'_> {
    fn made(&self, to: Arc<Sum>, binding: Binding, value: GrundyValue, wins: bool) -> Move {
        let made = Move::new(self.index, &self.part.component, to, outcome_if(wins));
        Move { binding, total: Some(&self.rest + &value), value: Some(value), ..made }
    }
}

impl Solver {
    /// `SolveError::Binds` if a component has moves that bind: for questions about which nothing is known then.
    pub(in crate::solve) fn refuse_binding(&self, sum: &Sum) -> Solved<()> {
        let mut positions = sum.parts.iter().filter_map(|part| match &part.component {
            Component::Position(position) if position.game.ruleset.binds() => Some(position),
            _ => None,
        });
        positions.next().map_or(Ok(()), |position| Err(SolveError::Binds(Box::new(position.clone()))))
    }

    /// The outcome of a sum with moves that bind.
    ///
    /// # Errors
    /// As [`Solver::winning_set`].
    pub(in crate::solve) fn bound_outcome(&mut self, sum: &Situation) -> Solved<Outcome> {
        let rest = self.bound_value(&sum.rest)?;
        let wins = match &sum.bound {
            None => return Ok(rest.outcome()),
            Some(bound) => self.winning_set_of_sum(bound)?.has(&rest),
        };
        Ok(if wins { Outcome::N } else { Outcome::P })
    }

    /// The set W of a sum: the nimbers n for which a player who must move in one of its components, beside *n, wins.
    ///
    /// # Errors
    /// As [`Solver::winning_set`].
    pub fn winning_set_of_sum(&mut self, sum: &Sum) -> Result<WinningSet, SolveError> {
        let values = self.bound_values(sum)?;
        self.winning_set_of_parts(&sum.parts, &values)
    }

    /// The values of one copy of each part.
    fn bound_values(&mut self, sum: &Sum) -> Solved<Vec<GrundyValue>> {
        sum.parts.iter().map(|part| self.bound_component_value(&part.component)).collect()
    }

    /// Counts the moves of a sum with moves that bind, and keeps the first `shown` winning moves and the first `shown` others.
    ///
    /// # Errors
    /// As [`Solver::winning_set`]; `SolveError::Positions` if there are too many moves.
    pub(in crate::solve) fn binding_moves(&mut self, sum: &Situation, shown: usize) -> Solved<MovesFound> {
        let mut found = MovesFound::default();
        self.each_turn(sum, &mut |solver, turn| {
            let copies = u128::from(turn.part.copies);
            if let Component::Star(size) = turn.part.component {
                let winner = turn.rest.nimber().map(|nimber| nimber.0).filter(|nimber| *nimber < size);
                let made = |k| {
                    let to = Arc::new(Sum::star(Nimber(k)));
                    turn.made(to, Binding::Free, Nimber(k).into(), Some(k) == winner)
                };
                found.count_nim_heap(size, winner.as_slice(), copies, shown, made);
                return Ok(ControlFlow::Continue(()));
            }
            solver.each_option_of_turn(&turn, &mut |to, binding, value, wins| {
                found.count(outcome_if(wins), copies, shown, || turn.made(to.clone(), binding, value, wins));
                ControlFlow::Continue(())
            })?;
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(found)
    }

    /// A winning move of a sum with moves that bind, if there is one.
    ///
    /// # Errors
    /// As [`Solver::binding_moves`].
    pub(in crate::solve) fn binding_winning_move(&mut self, sum: &Situation) -> Solved<Option<Move>> {
        if self.bound_outcome(sum)? == Outcome::P {
            return Ok(None);
        }
        let mut found = None;
        self.each_turn(sum, &mut |solver, turn| {
            // Another component, or another move in this one, wins where the rest is loony.
            if !turn.part.component.binds() {
                let Some(target) = turn.rest.nimber() else { return Ok(ControlFlow::Continue(())) };
                let Some(to) = solver.option_with_value(&turn.part.component, target)? else {
                    return Ok(ControlFlow::Continue(()));
                };
                found = Some(turn.made(to, Binding::Free, target.into(), true));
                return Ok(ControlFlow::Break(()));
            }
            solver.each_option_of_turn(&turn, &mut |to, binding, value, wins| {
                if !wins {
                    return ControlFlow::Continue(());
                }
                found = Some(turn.made(to.clone(), binding, value, true));
                ControlFlow::Break(())
            })?;
            Ok(if found.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
        found.map(Some).ok_or(SolveError::Internal("a position that is won has no winning move"))
    }

    /// Visits each component in which the player to move may move.
    fn each_turn(
        &mut self,
        sum: &Situation,
        visit: &mut dyn FnMut(&mut Solver, Turn) -> Solved<ControlFlow<()>>,
    ) -> Solved<()> {
        let (movable, beside) = sum.movable();
        let beside = self.bound_value(&beside)?;
        let values = self.bound_values(movable)?;
        let total = SumValue::of(&values, &movable.parts);
        for (index, (part, value)) in movable.parts.iter().zip(&values).enumerate() {
            let turn = Turn { index, part, rest: &beside + &total.without(value) };
            if visit(self, turn)?.is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Visits each different option of a component: what it leaves, what it obliges the players to do next, the value of what it
    /// leaves, and whether the move wins.
    // Clippy warns of the answers cached inside games; they are not part of what is hashed and compared.
    #[allow(clippy::mutable_key_type)]
    fn each_option_of_turn(&mut self, turn: &Turn, visit: &mut BindingOptionVisitor) -> Solved<()> {
        let Component::Position(position) = &turn.part.component else { return Ok(()) };
        for (to, binding) in self.binding_options(position)? {
            self.budget.check()?;
            let value = self.bound_value(&to)?;
            let wins = match binding {
                Binding::Free => &turn.rest + &value == GrundyValue::Nimber(Nimber::ZERO),
                Binding::Again => &turn.rest + &value != GrundyValue::Nimber(Nimber::ZERO),
                Binding::Reply => !self.winning_set_of_sum(&to)?.has(&turn.rest),
            };
            if visit(&to, binding, value, wins).is_break() {
                break;
            }
        }
        Ok(())
    }

    /// The different options of a position, with what each move obliges the players to do next.
    ///
    /// # Errors
    /// `SolveError::Positions` if there are too many; a fault of the rule, or the budget.
    #[allow(clippy::mutable_key_type)]
    pub fn binding_options(&mut self, position: &Position) -> Result<Vec<(Arc<Sum>, Binding)>, SolveError> {
        let (mut met, mut found, mut looked) = (FxHashSet::default(), Vec::new(), 0);
        self.each_binding_option(position, &mut |option, binding| {
            looked += 1;
            if met.insert((option.as_ref().clone().normal().unwrap_or_default(), binding)) {
                found.push((option.clone(), binding));
            }
            if looked > MOST_OPTIONS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        if looked > MOST_OPTIONS { Err(SolveError::Positions { limit: MOST_OPTIONS }) } else { Ok(found) }
    }
}

//! The search for the sets W of positions, each found from those of its options.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::{BoundState, Valued};
use crate::game::{Binding, Component, Mover, Position, Ruleset, Sum, Summand, Value};
use crate::limits::Solved;
use crate::nim::{GrundyValue, Nimber, WinningSet, WinningUnion};
use crate::search::{Look, Walk, walk};
use crate::solve::{Budget, NeedsEnd, SolveError, Solver};

/// A position with more options than this is refused: looking at them would take too long.
pub(super) const MOST_OPTIONS: u64 = 1 << 24;
/// A look at the options of a position ends when so many of them have no result.
const ABREAST: usize = 16;
/// The budget is checked once for so many options.
const OFTEN: u64 = 64;

const NOT_WRITTEN: SolveError = SolveError::Internal("moves that bind in a game of heaps");

/// A sum as seen by the player who must move in it: the values of one copy of each part, and the sets of those parts.
pub(super) struct SumValue {
    /// The nim-sum of the nimbers among the values of all copies.
    nimbers: Nimber,
    /// How many copies are loony.
    loony: u64,
}

impl SumValue {
    pub fn of(values: &[GrundyValue], parts: &[Summand]) -> SumValue {
        let mut sum = SumValue { nimbers: Nimber::ZERO, loony: 0 };
        for (value, part) in values.iter().zip(parts) {
            match value.nimber() {
                Some(nimber) if part.copies % 2 == 1 => sum.nimbers ^= nimber,
                Some(_) => {}
                None => sum.loony = sum.loony.saturating_add(part.copies),
            }
        }
        sum
    }

    pub fn total(&self) -> GrundyValue {
        if self.loony > 0 { GrundyValue::Loony } else { GrundyValue::Nimber(self.nimbers) }
    }

    /// The value of everything but one copy of a part of this value.
    pub fn without(&self, one: &GrundyValue) -> GrundyValue {
        let (nimber, loony) = one.nimber().map_or((Nimber::ZERO, 1), |nimber| (nimber, 0));
        SumValue { nimbers: self.nimbers ^ nimber, loony: self.loony.saturating_sub(loony) }.total()
    }
}

/// What an option of a position adds to the set of the position.
enum Contribution {
    /// The value of the option.
    Value(GrundyValue),
    /// The set of the option, to which the other player must reply.
    Set(WinningSet),
    /// Positions without a result are in the option.
    Missing,
    /// It has a position on the stack.
    Back(Position),
}

/// The positions whose sets are looked for.
struct Binder<'a> {
    solver: &'a mut Solver,
    missing: Vec<Position>,
}

impl Walk for Binder<'_> {
    type Node = Position;
    type Found = Valued;
    type Held = ();

    fn known(&mut self, node: &Position) -> Option<Valued> {
        match self.state(node) {
            Some(BoundState::Known(found)) => Some(found),
            _ => None,
        }
    }

    fn open<'a>(&mut self, node: &Position, _: impl Iterator<Item = &'a Position>) -> Solved<bool> {
        if let Some(found) = self.solver.valued_as_subset(node) {
            return self.set(node, BoundState::Known(found?)).map(|()| false);
        }
        self.set(node, BoundState::Open).map(|()| true)
    }

    fn look(&mut self, node: &Position, _: &mut ()) -> Solved<Look<Self>> {
        let (mover, rule) = self.solver.binding_mover(node)?;
        self.missing.clear();
        let (mut union, mut back, mut stop, mut met) = (WinningUnion::default(), None, None, 0);
        let looked = mover.each_binding_option(rule, &node.coordinates, &mut |parts, binding| {
            met += 1;
            let found = self.contribution(parts, binding, met);
            match found {
                Ok(Contribution::Value(value)) => binding.add_to(&mut union, &value),
                Ok(Contribution::Set(set)) => union.add_shifted(&set.complement(), &Nimber::ZERO.into()),
                Ok(Contribution::Missing) if self.missing.len() >= ABREAST => return Ok(ControlFlow::Break(())),
                Ok(Contribution::Missing) => {}
                Ok(Contribution::Back(position)) => {
                    back = Some(position);
                    return Ok(ControlFlow::Break(()));
                }
                Err(error) => {
                    stop = Some(error);
                    return Ok(ControlFlow::Break(()));
                }
            }
            Ok(ControlFlow::Continue(()))
        });
        if let Some(error) = stop {
            return Err(error);
        }
        let _ = looked.map_err(|fault| self.solver.budget.left(fault, node.clone()))?;
        if let Some(back) = back {
            return Ok(Look::Back(back));
        }
        if !self.missing.is_empty() {
            return Ok(Look::Missing);
        }
        let set = union.finish();
        Ok(Look::Found(Valued { value: set.value(), set }))
    }

    fn missing(&mut self) -> &mut Vec<Position> {
        &mut self.missing
    }

    fn close(&mut self, node: &Position, found: Valued) -> Solved<()> {
        self.set(node, BoundState::Known(found))
    }

    fn abandon(&mut self, node: &Position) {
        let meter = self.solver.budget.meter().clone();
        if let Some(game) = self.solver.binding.game(&node.game.ruleset, &meter)
            && matches!(game.positions.get(&node.coordinates), Some(BoundState::Open))
        {
            game.positions.remove(&node.coordinates);
        }
    }

    fn check(&self, _: u64, _: u64) -> Solved<()> {
        Ok(())
    }

    fn count(&self) -> u64 {
        self.solver.binding.count() as u64
    }

    fn position(&self, node: &Position) -> Position {
        node.clone()
    }
}

impl Binder<'_> {
    fn state(&mut self, position: &Position) -> Option<BoundState> {
        let meter = self.solver.budget.meter().clone();
        self.solver.binding.state(position, &meter).cloned()
    }

    fn set(&mut self, position: &Position, state: BoundState) -> Solved<()> {
        let meter = self.solver.budget.meter().clone();
        let game = self.solver.binding.game(&position.game.ruleset, &meter).ok_or(NOT_WRITTEN)?;
        meter.insert(&mut game.positions, position.coordinates.clone(), state)?;
        Ok(())
    }

    /// What an option adds to the set, if the results of its positions are known.
    fn contribution(&mut self, parts: &[Summand], binding: Binding, met: u64) -> Solved<Contribution> {
        if met > MOST_OPTIONS {
            return Err(SolveError::Positions { limit: MOST_OPTIONS });
        }
        if met.is_multiple_of(OFTEN) {
            self.solver.budget.check()?;
        }
        let (mut values, mut is_complete) = (Vec::with_capacity(parts.len()), true);
        for part in parts {
            let position = match &part.component {
                Component::Position(position) if position.game.ruleset.binds() => position,
                other => {
                    values.push(self.solver.component_value(other)?.into());
                    continue;
                }
            };
            match self.state(position) {
                Some(BoundState::Known(found)) => values.push(found.value),
                Some(BoundState::Open) => return Ok(Contribution::Back(position.clone())),
                None => {
                    is_complete = false;
                    self.missing.push(position.clone());
                }
            }
        }
        if !is_complete {
            return Ok(Contribution::Missing);
        }
        let sum = SumValue::of(&values, parts);
        if binding != Binding::Reply {
            return Ok(Contribution::Value(sum.total()));
        }
        self.solver.winning_set_of_parts(parts, &values).map(Contribution::Set)
    }
}

impl Solver {
    /// The mover of a position whose moves bind, and the index of its rule.
    pub(super) fn binding_mover(&mut self, position: &Position) -> Solved<(Mover, usize)> {
        let meter = self.budget.meter().clone();
        let game = self.binding.game(&position.game.ruleset, &meter).ok_or(NOT_WRITTEN)?;
        Ok((game.mover.clone(), game.rule))
    }

    /// The set and the value of a position whose moves may bind.
    pub(super) fn valued(&mut self, position: &Position) -> Solved<Valued> {
        let meter = self.budget.meter().clone();
        if let Some(BoundState::Known(found)) = self.binding.state(position, &meter) {
            return Ok(found.clone());
        }
        let budget: Budget = self.budget.clone();
        let mut binder = Binder { solver: self, missing: Vec::new() };
        walk(&mut binder, position.clone(), &budget).map_err(|stop| self.endless_turn(stop))?;
        match self.binding.state(position, &meter) {
            Some(BoundState::Known(found)) => Ok(found.clone()),
            _ => Err(SolveError::Internal("a search ended without the set that it was for")),
        }
    }

    /// The set and the value of a position whose options are valued as subsets of a ground set; `None` if they are not.
    fn valued_as_subset(&mut self, position: &Position) -> Option<Solved<Valued>> {
        if let Err(stop) = self.sets.bound_value(position, &self.budget)? {
            return Some(Err(stop));
        }
        let mut options = Vec::new();
        if let Err(stop) = self.each_binding_option(position, &mut |option, binding| {
            options.push((option.clone(), binding));
            ControlFlow::Continue(())
        }) {
            return Some(Err(stop));
        }
        let mut union = WinningUnion::default();
        for (option, binding) in options {
            let [Summand { component: Component::Position(left), copies: 1 }] = &option.parts[..] else { return None };
            // From the empty subset there is no move.
            let is_empty = left.coordinates.iter().any(|list| matches!(list, Value::List(list) if list.is_empty()));
            let value = if is_empty { Ok(Nimber::ZERO.into()) } else { self.sets.bound_value(left, &self.budget)? };
            match value {
                Ok(value) => binding.add_to(&mut union, &value),
                Err(stop) => return Some(Err(stop)),
            }
        }
        let set = union.finish();
        Some(Ok(Valued { value: set.value(), set }))
    }

    /// A cycle of moves with `again` alone is a turn that never ends.
    fn endless_turn(&mut self, stop: SolveError) -> SolveError {
        let SolveError::Cycle(path) = &stop else { return stop };
        let is_again = path.windows(2).all(|pair| self.leads_again(&pair[0], &pair[1]));
        if is_again { SolveError::EndlessTurn(path.clone()) } else { stop }
    }

    fn leads_again(&mut self, from: &Position, to: &Position) -> bool {
        let Ok((mover, rule)) = self.binding_mover(from) else { return false };
        let mut found = false;
        let _ = mover.each_binding_option(rule, &from.coordinates, &mut |parts, binding| {
            found = binding == Binding::Again
                && parts.iter().any(|part| matches!(&part.component, Component::Position(position) if position == to));
            Ok(if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        });
        found
    }

    /// The set W of a component: the nimbers n for which a player who must move in it, beside *n, wins.
    ///
    /// # Errors
    /// `SolveError::Cycle` and `SolveError::EndlessTurn` if play may never end, and why the computation stopped.
    pub fn winning_set(&mut self, component: &Component) -> Result<WinningSet, SolveError> {
        let mut union = WinningUnion::default();
        match component {
            Component::Position(position) if position.game.ruleset.binds() => return Ok(self.valued(position)?.set),
            Component::Star(size) if *size > MOST_OPTIONS => {
                return Err(SolveError::Positions { limit: MOST_OPTIONS });
            }
            Component::Star(size) => {
                for smaller in 0..*size {
                    if smaller.is_multiple_of(OFTEN) {
                        self.budget.check()?;
                    }
                    union.add(Nimber(smaller));
                }
            }
            Component::Position(position) => {
                self.each_valued_option(position, &mut |_, value| {
                    union.add(value);
                    ControlFlow::Continue(())
                })?;
            }
        }
        Ok(union.finish())
    }

    /// The set of a sum, whose components have these values: the nimbers n for which a player who must move in one of the
    /// components, beside *n, wins.
    pub(super) fn winning_set_of_parts(&mut self, parts: &[Summand], values: &[GrundyValue]) -> Solved<WinningSet> {
        let sum = SumValue::of(values, parts);
        let mut union = WinningUnion::default();
        for (part, value) in parts.iter().zip(values) {
            let set = self.winning_set(&part.component)?;
            union.add_shifted(&set, &sum.without(value));
        }
        Ok(union.finish())
    }

    /// The value of one component, whose moves may bind.
    ///
    /// # Errors
    /// As [`Solver::winning_set`].
    pub(super) fn bound_component_value(&mut self, component: &Component) -> Solved<GrundyValue> {
        match component {
            Component::Position(position) if position.game.ruleset.binds() => Ok(self.valued(position)?.value),
            other => match self.component_value(other) {
                Err(SolveError::Infinite(found)) => {
                    Err(SolveError::Endless(Box::new((NeedsEnd::Binding, Sum::position(found.0)))))
                }
                found => found.map(GrundyValue::Nimber),
            },
        }
    }

    /// The value of a sum whose moves may bind.
    ///
    /// # Errors
    /// As [`Solver::winning_set`].
    pub(in crate::solve) fn bound_value(&mut self, sum: &Sum) -> Solved<GrundyValue> {
        let mut total = GrundyValue::Nimber(Nimber::ZERO);
        for part in &sum.parts {
            total = &total + &self.bound_component_value(&part.component)?.times(part.copies);
        }
        Ok(total)
    }

    /// The Grundy value of a position whose moves bind. `SolveError::Loony` if it has none.
    pub(in crate::solve) fn nimber_of_bound(&mut self, position: &Position) -> Solved<Nimber> {
        let found = self.valued(position)?;
        found.value.nimber().ok_or_else(|| SolveError::Loony(Box::new(position.clone())))
    }

    /// Visits each option of a component, with what the move obliges the players to do next. The same one may come more than
    /// once.
    ///
    /// # Errors
    /// A fault of the rule, or the budget.
    pub fn each_binding_option(
        &mut self,
        position: &Position,
        visit: &mut dyn FnMut(&Arc<Sum>, Binding) -> ControlFlow<()>,
    ) -> Result<(), SolveError> {
        if !matches!(position.game.ruleset, Ruleset::Written(..)) || !position.game.ruleset.binds() {
            return self.each_option(position, &mut |option| visit(option, Binding::Free));
        }
        let (mover, rule) = self.binding_mover(position)?;
        let (budget, mut stop) = (self.budget.clone(), None);
        let looked = mover.each_binding_option(rule, &position.coordinates, &mut |parts, binding| {
            if let Err(error) = budget.check() {
                stop = Some(error);
                return Ok(ControlFlow::Break(()));
            }
            let option = Sum { parts: parts.to_vec() }.without_empty_heaps();
            Ok(visit(&Arc::new(option), binding))
        });
        match stop {
            Some(error) => Err(error),
            None => looked.map(drop).map_err(|fault| self.budget.left(fault, position.clone())),
        }
    }
}

//! Recognises rules whose positions are subsets of a finite ground set: a coordinate that is a list, from which moves only
//! remove members. The rule is evaluated once for all subsets (`symbolic`).

use std::sync::Arc;

use super::guard::{Guard, Index};
use super::rules::{Action, Parting, SetRules};
use super::symbolic::{Found, Symbol, SymbolicEvaluator, Symbols, Unrecognised};
use crate::game::{Binding, Expr, GameRef, LARGEST_COORDINATE, Mover, Rule, Ruleset, Step, System, Term, Value};
use crate::ledger::FastPath;
use crate::sorting;

/// An option: the list that is left, and the parting, if it is left as the sum of its components.
struct Left {
    list: LeftList,
    parting: Option<Parting>,
    /// The other coordinates, and the last member of a list that moves make longer.
    place: TokenPlace,
}

/// What an option leaves of the list.
enum LeftList {
    Members(Symbols),
    /// One more member of a list that moves make longer.
    Longer(Index),
}

/// Where a token lies: the coordinates beside the list, and for a list that moves make longer its last member.
pub type TokenPlace = Vec<Value>;

/// The rule about the subsets of a list.
#[derive(Debug)]
pub struct Recognised {
    pub rules: SetRules,
    /// The places of the token. One place is none.
    pub places: Vec<TokenPlace>,
    /// The ground set of a list that moves make longer.
    pub grown: Vec<Value>,
}

/// How a list is a subset of a ground set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListReading {
    /// The ground set has the members of the list; a move leaves some of them, in order.
    Members,
    /// The list is of numbers, which are the lengths of rows of cells; a move shortens some of them. The ground set has
    /// all cells, row by row.
    Rows,
    /// The list gets longer by a member with each move. The ground set has what may become a member; a subset has what is
    /// not yet one.
    Grown,
}

/// The place of the token in a position: see [`TokenPlace`].
pub fn place(coordinates: &[Value], axis: usize, reading: ListReading) -> TokenPlace {
    let mut place = coordinates.to_vec();
    let last = match &place[axis] {
        Value::List(list) if reading == ListReading::Grown => list.last().cloned(),
        _ => None,
    };
    place[axis] = last.unwrap_or(Value::None);
    place
}

impl ListReading {
    /// How many members the ground set of a list has; `None` if the list cannot be read in this way.
    pub fn count(self, list: &[Value]) -> Option<usize> {
        let length = |number: &Value| usize::try_from(number.as_integer()?).ok();
        match self {
            ListReading::Members => Some(list.len()),
            ListReading::Grown => Some(0),
            ListReading::Rows => list.iter().try_fold(0, |sum: usize, number| sum.checked_add(length(number)?)),
        }
    }
}

/// What is to be recognised.
struct Asked<'a> {
    system: &'a Arc<System>,
    rule: usize,
    /// The index of the coordinate that is a list, and the values of all.
    axis: usize,
    coordinates: &'a [Value],
    reading: ListReading,
    /// How many members the ground set has.
    count: usize,
}

/// The rule of a position for the subsets of the list that is its coordinate with the index `axis`.
///
/// # Errors
/// `Unrecognised`
pub fn recognise(
    mover: &Mover,
    rule: usize,
    coordinates: &[Value],
    axis: usize,
    reading: ListReading,
) -> Found<Recognised> {
    let system = mover.system();
    let written = &system.rules[rule];
    let Some(Value::List(ground)) = coordinates.get(axis) else { return Err(Unrecognised) };
    if written.domain.is_some() && !system.inherits_domain() || written.representative.is_some() {
        return Err(Unrecognised);
    }
    let count = reading.count(ground).and_then(|count| Index::try_from(count).ok()).ok_or(Unrecognised)?;
    let mut next = 0..count;
    let whole = match reading {
        ListReading::Members => next.map(|member| (Symbol::Member(member), Guard::There(member))).collect(),
        ListReading::Grown => Vec::new(),
        ListReading::Rows => {
            let row = |length: &Value| {
                let length = length.as_integer().and_then(|length| usize::try_from(length).ok()).unwrap_or_default();
                let cells = next.by_ref().take(length).map(Guard::There).collect();
                (Symbol::Number(0, Arc::new(cells)), Guard::ALWAYS)
            };
            ground.iter().map(row).collect()
        }
    };
    let whole = Arc::new(whole);
    let count = usize::from(count);
    let asked = Asked { system, rule, axis, coordinates, reading, count };
    asked.rules(&mut SymbolicEvaluator::new(mover, ground, whole))
}

impl Asked<'_> {
    /// The most moves of a rule.
    const ACTIONS: usize = 1 << 14;

    /// The most members, with the places of a token.
    const MOST: usize = 256;

    fn rules(&self, evaluator: &mut SymbolicEvaluator) -> Found<Recognised> {
        let mut places = vec![place(self.coordinates, self.axis, self.reading)];
        // The moves from each place, and where they lead.
        let mut moves: Vec<(usize, usize, Action)> = Vec::new();
        let mut parting = None;
        let mut from = 0;
        while from < places.len() {
            self.add_moves(evaluator, from, &mut places, &mut moves, &mut parting)?;
            from += 1;
        }
        let count = self.count.max(evaluator.grown.len());
        let places_from = Index::try_from(count).map_err(|_| Unrecognised)?;
        let mut rules =
            SetRules { count, actions: Vec::new(), parting: parting.flatten(), places: places_from..places_from };
        if places.len() > 1 {
            if FastPath::Token.is_off() || rules.parting.is_some() || self.system.rules[self.rule].domain.is_some() {
                return Err(Unrecognised);
            }
            rules.count = count + places.len();
            rules.places.end = Index::try_from(rules.count).map_err(|_| Unrecognised)?;
        }
        for (from, to, mut action) in moves {
            if places.len() > 1 {
                let place = |place: usize| Index::try_from(count + place).map_err(|_| Unrecognised);
                action.needs.push(place(from)?);
                if from != to {
                    action.removes.push(place(from)?);
                    action.adds.push(place(to)?);
                }
            }
            rules.actions.push(action);
        }
        sorting::sort(&mut rules.actions);
        rules.actions.dedup();
        Ok(Recognised { rules, places, grown: std::mem::take(&mut evaluator.grown) })
    }

    /// Adds the moves from a place.
    fn add_moves(
        &self,
        evaluator: &mut SymbolicEvaluator,
        from: usize,
        places: &mut Vec<TokenPlace>,
        moves: &mut Vec<(usize, usize, Action)>,
        parting: &mut Option<Option<Parting>>,
    ) -> Found<()> {
        let rule: &Rule = &self.system.rules[self.rule];
        let mut frame: Vec<Symbol> = places[from].iter().cloned().map(Symbol::Known).collect();
        frame[self.axis] = match self.reading {
            ListReading::Grown => Symbol::Grown,
            ListReading::Members | ListReading::Rows => Symbol::List(evaluator.whole.clone()),
        };
        evaluator.last = Some(places[from][self.axis].clone()).filter(|last| *last != Value::None);
        frame.resize(rule.slots.max(rule.arity), Symbol::Known(Value::Bool(false)));
        let going = match &rule.over {
            Some(over) => evaluator.truth(over, &mut frame)?.not(),
            None => Guard::ALWAYS,
        };
        for clause in &rule.clauses {
            evaluator.each(&clause.steps, going.clone(), &mut frame, &mut |evaluator, guard, frame| {
                let left = self.option(evaluator, &clause.option, frame)?;
                // All moves must leave the list in the same way.
                if *parting.get_or_insert_with(|| left.parting.clone()) != left.parting {
                    return Err(Unrecognised);
                }
                if left.place != places[from] && !self.is_admitted(&left.place)? {
                    return Ok(());
                }
                let to = match places.iter().position(|place| *place == left.place) {
                    Some(to) => to,
                    None => {
                        places.push(left.place);
                        places.len() - 1
                    }
                };
                if self.count.max(evaluator.grown.len()) + places.len() > Self::MOST && places.len() > 1 {
                    return Err(Unrecognised);
                }
                let mut actions = Vec::new();
                self.add_actions(evaluator, &guard, &left.list, &mut actions)?;
                let bound = |action| Action { binding: clause.binding, ..action };
                moves.extend(actions.into_iter().map(|action| (from, to, bound(action))));
                if moves.len() > Self::ACTIONS { Err(Unrecognised) } else { Ok(()) }
            })?;
        }
        Ok(())
    }

    /// Are these the coordinates of a position, beside the list? Numbers below 0 are not, and the move is left out.
    fn is_admitted(&self, place: &TokenPlace) -> Found<bool> {
        let mut admitted = true;
        for (_, coordinate) in place.iter().enumerate().filter(|(index, _)| *index != self.axis) {
            match coordinate {
                Value::Integer(number) if number.unsigned_abs() > LARGEST_COORDINATE.unsigned_abs() => {
                    return Err(Unrecognised);
                }
                Value::Integer(number) => admitted &= *number >= 0,
                Value::Text(_) | Value::Tuple(_) => {}
                _ => return Err(Unrecognised),
            }
        }
        Ok(admitted)
    }

    /// Adds the moves that leave these members if a condition holds.
    fn add_actions(
        &self,
        evaluator: &mut SymbolicEvaluator,
        guard: &Guard,
        left: &LeftList,
        actions: &mut Vec<Action>,
    ) -> Found<()> {
        if let Guard::Any(cases) = guard {
            return cases.iter().try_for_each(|case| self.add_actions(evaluator, case, left, actions));
        }
        if actions.len() >= Self::ACTIONS {
            return Err(Unrecognised);
        }
        let assumed = guard.conjuncts();
        let (mut needs, mut also) = (Vec::new(), Vec::new());
        for condition in assumed {
            match condition {
                Guard::There(member) => needs.push(*member),
                Guard::Known(false) => return Ok(()),
                other => also.push(other.clone()),
            }
        }
        let kept = |kept: Vec<bool>| (0..).zip(kept).filter(|(_, kept)| !kept).map(|(member, _)| member).collect();
        let removes: Vec<Index> = match (self.reading, left) {
            (ListReading::Members, LeftList::Members(left)) => {
                kept(self.kept_members(evaluator, left, assumed, &needs)?)
            }
            (ListReading::Rows, LeftList::Members(left)) => kept(self.kept_cells(evaluator, left, assumed, &needs)?),
            (ListReading::Grown, LeftList::Longer(member)) => vec![*member],
            _ => return Err(Unrecognised),
        };
        if !needs.iter().any(|member| removes.contains(member)) {
            // Play must be seen to end: perhaps by one of several members, at least one of which is there.
            let one_of = also.iter().find_map(|guard| if let Guard::AtLeast(of, 1) = guard { Some(of) } else { None });
            return one_of.ok_or(Unrecognised)?.iter().try_for_each(|member| {
                let there = Guard::There(*member);
                let case = Guard::all([guard.under(std::slice::from_ref(&there)), there]);
                self.add_actions(evaluator, &case, left, actions)
            });
        }
        // What is not there cannot be removed.
        actions.push(Action { needs, also, removes, adds: Vec::new(), binding: Binding::Free });
        Ok(())
    }

    /// Which members are kept, in order, and each whether or not others are there.
    fn kept_members(
        &self,
        evaluator: &mut SymbolicEvaluator,
        left: &[(Symbol, Guard)],
        assumed: &[Guard],
        needs: &[Index],
    ) -> Found<Vec<bool>> {
        let mut kept = vec![false; self.count];
        let mut least = 0;
        for (symbol, there) in left {
            let Symbol::Member(member) = symbol else { return Err(Unrecognised) };
            evaluator.step(1)?;
            if !Self::is_kept(*member, there, assumed, needs)? {
                continue;
            }
            if *member < least {
                return Err(Unrecognised);
            }
            least = member + 1;
            kept[usize::from(*member)] = true;
        }
        Ok(kept)
    }

    /// Which cells are kept of the rows of a list, which has as many as before.
    fn kept_cells(
        &self,
        evaluator: &mut SymbolicEvaluator,
        left: &[(Symbol, Guard)],
        assumed: &[Guard],
        needs: &[Index],
    ) -> Found<Vec<bool>> {
        let mut kept = Vec::with_capacity(self.count);
        let whole = evaluator.whole.clone();
        if left.len() != whole.len() {
            return Err(Unrecognised);
        }
        for ((before, _), (after, there)) in whole.iter().zip(left) {
            let Symbol::Number(0, cells) = before else { return Err(Unrecognised) };
            let rises: &[Guard] = match after {
                Symbol::Number(0, rises) => rises,
                Symbol::Known(Value::Integer(length)) => {
                    let length = usize::try_from(*length).ok().filter(|length| *length <= cells.len());
                    &vec![Guard::ALWAYS; length.ok_or(Unrecognised)?]
                }
                _ => return Err(Unrecognised),
            };
            if *there != Guard::ALWAYS || rises.len() > cells.len() {
                return Err(Unrecognised);
            }
            // The cells before one that is needed are there as well.
            let is_needed = |cell: &Guard| matches!(cell, Guard::There(cell) if needs.contains(cell));
            let held = cells.iter().rposition(is_needed).map_or(0, |place| place + 1);
            for (place, cell) in cells.iter().enumerate() {
                evaluator.step(1)?;
                let Guard::There(cell) = cell else { return Err(Unrecognised) };
                kept.push(match rises.get(place) {
                    Some(Guard::Known(true)) if place < held => true,
                    Some(rise) => Self::is_kept(*cell, rise, assumed, needs)?,
                    None => false,
                });
            }
        }
        Ok(kept)
    }

    /// Is a member kept that is left if `there` holds? It must be, or it must never be.
    fn is_kept(member: Index, there: &Guard, assumed: &[Guard], needs: &[Index]) -> Found<bool> {
        match there.under(assumed) {
            Guard::Known(false) => Ok(false),
            Guard::There(one) if one == member => Ok(true),
            Guard::Known(true) if needs.contains(&member) => Ok(true),
            _ => Err(Unrecognised),
        }
    }

    /// The option that an expression stands for.
    fn option(&self, evaluator: &mut SymbolicEvaluator, option: &Expr, frame: &mut Vec<Symbol>) -> Found<Left> {
        match &option.term {
            Term::Position(game, coordinates) => {
                let (list, place) = self.coordinates_of(evaluator, game, coordinates, frame)?;
                Ok(Left { list, parting: None, place })
            }
            Term::Sum(list) => match &list.term {
                Term::ListOf(steps, body) => self.parted(evaluator, steps, body, frame),
                _ => Err(Unrecognised),
            },
            _ => Err(Unrecognised),
        }
    }

    /// The list in a position of the same rule, and the place of the token in it.
    fn coordinates_of(
        &self,
        evaluator: &mut SymbolicEvaluator,
        game: &GameRef,
        coordinates: &[Expr],
        frame: &mut Vec<Symbol>,
    ) -> Found<(LeftList, TokenPlace)> {
        let is_same = match game {
            GameRef::Local(rule) => *rule == self.rule,
            GameRef::Known(game) => matches!(&game.ruleset, Ruleset::Written(system, rule)
                if *rule == self.rule && system == self.system),
            GameRef::Value(_) => false,
        };
        if !is_same || coordinates.len() != self.coordinates.len() {
            return Err(Unrecognised);
        }
        let list = match evaluator.value(&coordinates[self.axis], frame)? {
            Symbol::Longer(member) => LeftList::Longer(member),
            list => LeftList::Members(evaluator.list(list)?),
        };
        let mut place = Vec::with_capacity(coordinates.len());
        for (index, coordinate) in coordinates.iter().enumerate() {
            place.push(match (index == self.axis, &list) {
                (true, LeftList::Longer(member)) => evaluator.grown[usize::from(*member)].clone(),
                (true, LeftList::Members(_)) => Value::None,
                (false, _) => {
                    let coordinate = evaluator.value(coordinate, frame)?;
                    evaluator.known(coordinate)?
                }
            });
        }
        Ok((list, place))
    }

    /// An option that is the sum of the components of a list, or of those of them for which a condition holds.
    fn parted(
        &self,
        evaluator: &mut SymbolicEvaluator,
        steps: &[Step],
        body: &Expr,
        frame: &mut Vec<Symbol>,
    ) -> Found<Left> {
        let Some((Step::For { slot, source }, tests)) = steps.split_first() else { return Err(Unrecognised) };
        if self.reading != ListReading::Members {
            return Err(Unrecognised);
        }
        let Symbol::Parts(members, near) = evaluator.value(source, frame)? else { return Err(Unrecognised) };
        // Any component is a subset of the ground set. A condition on it may ask of nothing else that depends on what is
        // left: that was before the move, and the members of a component are those after it.
        let mut of_part: Vec<Symbol> = frame.clone();
        of_part.iter_mut().filter(|symbol| !symbol.is_known()).for_each(|symbol| *symbol = Symbol::Hidden);
        of_part[*slot] = Symbol::List(evaluator.whole.clone());
        let mut kept = Guard::ALWAYS;
        for test in tests {
            let Step::Test(test) = test else { return Err(Unrecognised) };
            kept = Guard::all([kept, evaluator.truth(test, &mut of_part)?]);
        }
        let Term::Position(game, coordinates) = &body.term else { return Err(Unrecognised) };
        let (part, place) = self.coordinates_of(evaluator, game, coordinates, &mut of_part)?;
        if !matches!(part, LeftList::Members(part) if Arc::ptr_eq(&part, &evaluator.whole)) {
            return Err(Unrecognised);
        }
        let parting = Some(Parting { near: (*near).clone(), kept });
        Ok(Left { list: LeftList::Members(members), parting, place })
    }
}

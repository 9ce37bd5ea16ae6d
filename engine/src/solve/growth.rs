//! Recognises play that never ends because positions grow from move to move.
//!
//! For some rules this is clear from their form ([`refuse_endless`]). For all others it is concluded from a long path
//! of the search along which positions have grown ([`growth`]).

use std::sync::Arc;

use super::{SolveError, Solved};
use crate::game::{Clause, Expr, GameRef, Operator, Position, Rule, Ruleset, Term, Value};

/// Searches apply [`growth`] to a path that is longer than this.
pub(super) const LONGEST_GROWTH: usize = 3_000_000;

/// `SolveError::Grows` with the last four positions, if the path has at least 1000 positions and its last one is larger
/// than the one a quarter of the way along; `None` otherwise. The memory may be full, so nothing is built here that
/// grows with the path.
pub(super) fn growth(length: usize, position: impl Fn(usize) -> Option<Position>) -> Option<SolveError> {
    if length < 1000 {
        return None;
    }
    let (quarter, last) = (position(length / 4)?, position(length - 1)?);
    let grows = size(&quarter) < size(&last);
    grows.then(|| SolveError::Grows((length - 4..length).filter_map(position).collect()))
}

/// A measure of a position: the sum of its integer coordinates and of the lengths of its lists and texts.
pub(super) fn size(position: &Position) -> i128 {
    let sizes = position.coordinates.iter().map(|coordinate| match coordinate {
        Value::Integer(n) => *n,
        Value::List(members) => members.len() as i128,
        Value::Text(text) => text.len() as i128,
        _ => 0,
    });
    sizes.fold(0, i128::saturating_add)
}

/// `SolveError::Grows` if play from this position need never end, as with `game U(n) = (n+1) | Nim(n)`: every move
/// within the game makes some coordinate larger and none smaller, and one of these moves has no condition.
pub(super) fn refuse_endless(position: &Position) -> Solved<()> {
    let Ruleset::Explicit(system, index) = &position.game.ruleset else { return Ok(()) };
    let rule = &system.rules[*index];
    let within = || rule.clauses.iter().filter(|clause| !leaves(clause));
    let growths: Option<Vec<Vec<i128>>> = within().map(|clause| added(rule, *index, clause)).collect();
    let (Some(growths), None, None) = (growths, &rule.domain, &rule.over) else { return Ok(()) };
    let always = within().zip(growths).find(|(clause, _)| clause.steps.is_empty());
    let Some((_, added)) = always else { return Ok(()) };
    let later = |moves: i128| {
        let numbers = position.coordinates.iter().zip(&added).map(|(coordinate, added)| match coordinate {
            Value::Integer(n) => added.checked_mul(moves).and_then(|more| n.checked_add(more)).map(Value::Integer),
            _ => None,
        });
        Some(Position { game: position.game.clone(), coordinates: numbers.collect::<Option<Arc<[Value]>>>()? })
    };
    let path: Option<Vec<Position>> = (0..4).map(later).collect();
    path.map_or(Ok(()), |path| Err(SolveError::Grows(path)))
}

/// Does a clause leave the game: lead to a nim-heap, or to a game defined before, from which play cannot come back?
fn leaves(clause: &Clause) -> bool {
    matches!(clause.option.term, Term::Star(_) | Term::Position(GameRef::Known(_), _))
}

/// What a clause adds to each coordinate, if it leads to the same rule and makes some coordinate larger and none
/// smaller; `None` for all other clauses.
fn added(rule: &Rule, index: usize, clause: &Clause) -> Option<Vec<i128>> {
    let Term::Position(GameRef::Local(to), coordinates) = &clause.option.term else { return None };
    if *to != index || coordinates.len() != rule.arity {
        return None;
    }
    let added: Vec<i128> =
        coordinates.iter().enumerate().map(|(slot, expr)| more_than(slot, expr)).collect::<Option<_>>()?;
    added.iter().any(|more| *more > 0).then_some(added)
}

/// The constant that an expression adds to a coordinate: 2 for `n+2` and 0 for `n`. `None` for other expressions.
fn more_than(coordinate: usize, expr: &Expr) -> Option<i128> {
    match &expr.term {
        Term::Slot(slot) if *slot == coordinate => Some(0),
        Term::Binary(Operator::Add, left, right) => match (&left.term, &right.term) {
            (Term::Slot(slot), Term::Constant(Value::Integer(more))) if *slot == coordinate && *more >= 0 => {
                Some(*more)
            }
            _ => None,
        },
        _ => None,
    }
}

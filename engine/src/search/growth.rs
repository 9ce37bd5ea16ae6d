//! Recognises play that never ends because positions grow from move to move.
//!
//! For some rules this is clear from their form ([`refuse_endless`]). For all others it is concluded from a long path
//! of the search along which positions have grown ([`growth_along`]), or from moves far above ([`GrowthWatch`]).

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::game::{Clause, Component, Expr, GameRef, Meter, Mover, Operator, Position, Rule, Ruleset, Term, Value};
use crate::limits::{Budget, SolveError, Solved};

/// Searches apply [`growth_along`] to a path that is longer than this.
pub(crate) const LONGEST_GROWTH: usize = 3_000_000;

/// `SolveError::Grows` with the last four positions, if the path has at least 1000 positions and those of its second
/// half are all larger than the one a quarter of the way along; `None` otherwise, and where the rule bounds its coordinates.
/// That is no proof, but positions that only rise and fall again are not taken for growing ones. The memory may be full, so
/// nothing is built here that grows with the path.
pub(crate) fn growth_along<T>(
    path: impl DoubleEndedIterator<Item = T> + Clone,
    size: impl Fn(&T) -> i128,
    position: impl Fn(&T) -> Option<Position>,
) -> Option<SolveError> {
    let length = path.clone().count();
    if length < 1000 {
        return None;
    }
    let early = size(&path.clone().nth(length / 4)?);
    // Backwards, since where sizes rise and fall, a small one is met soon.
    let grows = path.clone().rev().take(length / 2).all(|later| early < size(&later));
    let last = path.clone().next_back().and_then(|last| position(&last));
    let is_bounded = || last.is_some_and(|last| last.game.is_bounded(&Meter::default()));
    (grows && !is_bounded()).then(|| {
        let path = path.skip(length - 4).filter_map(|last| position(&last)).collect();
        SolveError::Grows { path, looked_at: None }
    })
}

/// Looks whether positions grow without end, now and then during a search: first after 2^22 steps of a few nanoseconds, then
/// whenever four times as much was done.
#[derive(Debug)]
pub(crate) struct GrowthWatch {
    due: u64,
    done: u64,
}

impl GrowthWatch {
    /// Looks at a coordinate so far above its own height. No search could list all positions below.
    const HIGH: i128 = 1 << 20;
    /// So many moves upward are looked for.
    const MOVES: usize = 2;

    /// For a search that begins now.
    pub fn new(budget: &Budget) -> GrowthWatch {
        let done = 1 << 22;
        GrowthWatch { due: budget.steps().saturating_add(done), done }
    }

    /// If it is time to look: `SolveError::Grows` if a coordinate of the position, made much larger, can be made larger still by moves. That is
    /// no proof, as it is none for [`growth_along`], but it is seen early, and where each position has very many options.
    pub fn look(&mut self, budget: &Budget, position: impl FnOnce() -> Option<Position>) -> Solved<()> {
        if budget.steps() < self.due {
            return Ok(());
        }
        let effort = self.done / 2;
        self.done = self.done.saturating_mul(4);
        self.due = budget.steps().saturating_add(self.done);
        let Some(position) = position().filter(|position| !position.game.is_bounded(budget.meter())) else {
            return Ok(());
        };
        for (coordinate, value) in position.coordinates.iter().enumerate() {
            let Value::Integer(number) = value else { continue };
            let mut high = position.clone();
            Arc::make_mut(&mut high.coordinates)[coordinate] = Value::Integer(number.saturating_add(Self::HIGH));
            let path = budget.within(effort, || upward(&high, coordinate, Self::MOVES, budget))?;
            if path.is_some_and(|path| path.len() > Self::MOVES) {
                let path = budget.within(effort, || upward(&position, coordinate, 3, budget))?;
                return Err(SolveError::Grows { path: path.unwrap_or_else(|| vec![position]), looked_at: None });
            }
        }
        Ok(())
    }
}

/// The position, and after it up to so many others of its game, each an option of the one before, larger in this coordinate and
/// smaller in none: where another one shrinks, as with a knight that goes two down and one up, play may end.
fn upward(start: &Position, coordinate: usize, moves: usize, budget: &Budget) -> Solved<Vec<Position>> {
    let mut path = vec![start.clone()];
    while let Some(last) = path.last().filter(|_| path.len() <= moves) {
        let sizes = |position: &Position| position.coordinates.iter().map(extent).collect::<Vec<i128>>();
        let before = sizes(last);
        let is_above = |to: &Position| {
            let after = sizes(to);
            after[coordinate] > before[coordinate] && before.iter().zip(&after).all(|(before, after)| before <= after)
        };
        let mut larger = None;
        let looked = budget.each_option(last, &mut |option| {
            budget.check()?;
            larger = option.parts.iter().find_map(|part| match &part.component {
                Component::Position(to) if to.game == last.game && is_above(to) => Some(to.clone()),
                _ => None,
            });
            Ok(if larger.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        });
        match looked {
            // So high the rule may have no meaning.
            Err(SolveError::Fault { .. }) => break,
            looked => looked?,
        }
        let Some(larger) = larger else { break };
        path.push(larger);
    }
    Ok(path)
}

/// A measure of a position: the sum of its integer coordinates and of the lengths of its lists and texts.
pub(crate) fn size(position: &Position) -> i128 {
    if let (Ruleset::Own(rules), Some(number)) = (&position.game.ruleset, position.own_number()) {
        // The numbers only tell which position was met first.
        return rules.work(number).into();
    }
    position.coordinates.iter().map(extent).fold(0, i128::saturating_add)
}

/// A number, or how long a list or a text is.
fn extent(coordinate: &Value) -> i128 {
    match coordinate {
        Value::Integer(n) => *n,
        Value::List(members) => members.len() as i128,
        Value::Text(text) => text.len() as i128,
        _ => 0,
    }
}

/// `SolveError::Grows` if play from this position need never end, as with `game U(n) = (n+1) | Nim(n)`: every move
/// within the game makes some coordinate larger and none smaller, and one of these moves has no condition.
pub(crate) fn refuse_endless(position: &Position) -> Solved<()> {
    let Ruleset::Written(system, index) = &position.game.ruleset else { return Ok(()) };
    let rule = &system.rules[*index];
    let within = || rule.clauses.iter().filter(|clause| !leaves(clause));
    let growths: Option<Vec<Vec<Growth>>> = within().map(|clause| growths(rule, *index, clause)).collect();
    let (Some(growths), None, None) = (growths, &rule.domain, &rule.over) else { return Ok(()) };
    let grows = |coordinate: &Value, growth: &Growth| {
        let kinds = (growth, coordinate);
        matches!(kinds, (Growth::None, _) | (Growth::Number, Value::Integer(_)) | (Growth::Letters, Value::Text(_)))
            || matches!(kinds, (Growth::Members, Value::List(_)))
    };
    let all_grow =
        |growths: &Vec<Growth>| position.coordinates.iter().zip(growths).all(|(at, growth)| grows(at, growth));
    let always = within().zip(&growths).find(|(clause, _)| clause.steps.is_empty());
    let Some((always, _)) = always.filter(|_| growths.iter().all(all_grow)) else { return Ok(()) };
    let Term::Position(_, options) = &always.option.term else { return Ok(()) };
    let mover = Mover::new(system.clone(), Meter::default());
    let mut path = vec![position.clone()];
    while let Some(last) = path.last().filter(|_| path.len() < 4) {
        let later = |option: &Expr| mover.value(option, &mut rule.frame(&last.coordinates));
        let Ok(coordinates) = options.iter().map(later).collect::<Result<Arc<[Value]>, _>>() else { return Ok(()) };
        path.push(Position { game: position.game.clone(), coordinates });
    }
    Err(SolveError::Grows { path, looked_at: None })
}

/// Does a clause leave the game: lead to a nim-heap, or to a game defined before, from which play cannot come back?
fn leaves(clause: &Clause) -> bool {
    matches!(clause.option.term, Term::Star(_) | Term::Position(GameRef::Known(_), _))
}

/// How a move changes a coordinate that it makes no smaller.
#[derive(Clone, Copy, PartialEq)]
enum Growth {
    None,
    /// A number becomes larger.
    Number,
    /// A list gets more members, a text more letters.
    Members,
    Letters,
}

/// How a clause makes each coordinate larger, if it leads to the same rule and makes some larger and none smaller;
/// `None` for all other clauses.
fn growths(rule: &Rule, index: usize, clause: &Clause) -> Option<Vec<Growth>> {
    let Term::Position(GameRef::Local(to), coordinates) = &clause.option.term else { return None };
    if *to != index || coordinates.len() != rule.arity {
        return None;
    }
    let growths: Vec<Growth> =
        coordinates.iter().enumerate().map(|(slot, expr)| growth(slot, expr)).collect::<Option<_>>()?;
    growths.iter().any(|growth| *growth != Growth::None).then_some(growths)
}

/// How the expression that follows a coordinate differs from it: by a number in `n+2`, by a member in `l ++ [1]`. `None`
/// for other expressions.
fn growth(coordinate: usize, expr: &Expr) -> Option<Growth> {
    let is_same = |expr: &Expr| matches!(expr.term, Term::Slot(slot) if slot == coordinate);
    match &expr.term {
        Term::Slot(_) if is_same(expr) => Some(Growth::None),
        Term::Binary(Operator::Add, left, right) if is_same(left) => match right.term {
            Term::Constant(Value::Integer(more)) if more > 0 => Some(Growth::Number),
            Term::Constant(Value::Integer(0)) => Some(Growth::None),
            _ => None,
        },
        Term::Binary(Operator::Join, left, right) if is_same(left) => joined(right),
        Term::Binary(Operator::Join, left, right) if is_same(right) => joined(left),
        _ => None,
    }
}

/// What joining a list or a text makes of another, if it has members and always a value.
fn joined(more: &Expr) -> Option<Growth> {
    let is_value = |member: &Expr| matches!(member.term, Term::Constant(_) | Term::Slot(_));
    match &more.term {
        Term::List(members) if !members.is_empty() && members.iter().all(is_value) => Some(Growth::Members),
        Term::Constant(Value::List(members)) if !members.is_empty() => Some(Growth::Members),
        Term::Constant(Value::Text(text)) if !text.is_empty() => Some(Growth::Letters),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Moves;

    #[test]
    fn positions_that_rise_and_fall_do_not_grow_without_end() {
        let game = Moves::take([1]).game("G").unwrap();
        let at = |n: &u64| Position::at(&game, *n);
        let grows = |sizes: &[u64]| growth_along(sizes.iter().map(at), size, |at| Some(at.clone())).is_some();
        let path = |size: &dyn Fn(u64) -> u64| (0..4_000).map(size).collect::<Vec<u64>>();
        assert!(grows(&path(&|n| n + 1)));
        assert!(grows(&path(&|n| n + 2 * (n % 2))), "3 more, 1 less, and so on");
        for length in 1_000..1_300 {
            // As of `game G(a, b) = (a+1, b) if a < 100 | (0, b-1)`.
            let rising_and_falling: Vec<u64> = (0..length).map(|n| n % 100 + (length - n) / 100).collect();
            assert!(!grows(&rising_and_falling), "{length}");
        }
        assert!(!grows(&path(&|n| 4_000 - n)) && !grows(&path(&|_| 7)) && !grows(&path(&|n| n + 1)[..999]));
    }
}

//! The moves of a sum, in which a player may be bound.

use std::ops::ControlFlow;

use grundy_engine::game::{Binding, Sum};
use grundy_engine::solve::{Move, Situation};
use rustc_hash::FxHashSet;

use crate::classroom::play::data::Choice;
use crate::error::Error;
use crate::lang::session::Session;
use crate::source::Span;
use crate::verbs::position;

/// Visits the moves of a position until the visitor breaks off. Of equal summands only one is moved in.
pub(super) fn each_move(
    session: &mut Session,
    sum: &Situation,
    at: Span,
    visit: &mut dyn FnMut(Choice) -> ControlFlow<()>,
) -> Result<(), Error> {
    position::each_move(session, sum, at, &mut |part, to, binding| {
        let from = sum.movable().0.parts[part].component.clone();
        visit(Choice { from, to: to.clone(), binding, after: after(sum, part, to, binding) })
    })
}

// What can change inside a position takes no part in its comparison.
#[allow(clippy::mutable_key_type)]
/// The moves of a position, at most `most` of them, and whether there are more.
pub(super) fn moves(
    session: &mut Session,
    sum: &Situation,
    most: usize,
    at: Span,
) -> Result<(Vec<Choice>, bool), Error> {
    let (mut found, mut met) = (Vec::new(), FxHashSet::default());
    each_move(session, sum, at, &mut |made| {
        // Of moves that leave the same positions of a compound, in whatever order, only one is told.
        if made.from.is_compound() && !met.insert((made.from.clone(), made.to.normal())) {
            return ControlFlow::Continue(());
        }
        found.push(made);
        if found.len() > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    let more = found.len() > most;
    found.truncate(most);
    Ok((found, more))
}

/// What a move leaves, without empty heaps beside those to which a player is bound.
pub(crate) fn after(sum: &Situation, part: usize, to: &Sum, binding: Binding) -> Situation {
    let after = sum.after(part, to, binding);
    Situation { rest: drop_empty_heaps(&after.rest), ..after }
}

/// The position without its empty heaps, from which nothing can be moved. Unlike `Sum::without_empty_heaps`, it keeps
/// none of them where all are empty: the end of a game is then `*0`, and the same for sums of different games.
pub(crate) fn drop_empty_heaps(sum: &Sum) -> Sum {
    Sum { parts: sum.parts.iter().filter(|part| !part.is_empty_heap()).cloned().collect() }
}

/// The position with which play begins, without empty heaps.
pub(crate) fn begun(start: &Situation) -> Situation {
    Situation::of(&drop_empty_heaps(&start.rest), start.convention)
}

/// A move that wins, or else one that keeps a draw; in misère play the first in the order of the moves.
pub(crate) fn best(session: &mut Session, sum: &Situation, at: Span) -> Result<Option<Move>, Error> {
    session.solved(at, |solver| {
        if !sum.convention.is_misere() || sum.rest.as_compound().is_some() {
            return solver.best_move(sum);
        }
        let found = solver.moves(sum, 1)?;
        Ok(found.winners.into_iter().chain(found.drawers).next())
    })
}

/// A move with the position it leads to.
pub(crate) fn choice(sum: &Situation, made: &Move) -> Choice {
    let Move { part, from, to, binding, .. } = made;
    let after = after(sum, *part, to, *binding);
    Choice { from: from.clone(), to: (**to).clone(), binding: *binding, after }
}

//! The moves of a sum, in which a player may be bound.

use std::ops::ControlFlow;

use grundy_engine::game::{Binding, Sum};
use grundy_engine::solve::BoundSum;
use rustc_hash::FxHashSet;

use crate::classroom::play::data::Choice;
use crate::error::Error;
use crate::lang::session::Session;
use crate::source::Span;
use crate::verbs::position;

/// Visits the moves of a position until the visitor breaks off. Of equal summands only one is moved in.
pub(super) fn each_move(
    session: &mut Session,
    sum: &BoundSum,
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
    sum: &BoundSum,
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
pub(crate) fn after(sum: &BoundSum, part: usize, to: &Sum, binding: Binding) -> BoundSum {
    let BoundSum { rest, bound } = sum.after(part, to, binding);
    BoundSum { rest: drop_empty_heaps(&rest), bound }
}

/// The position without its empty heaps, from which nothing can be moved. Unlike `Sum::without_empty_heaps`, it keeps
/// none of them where all are empty: the end of a game is then `*0`, and the same for sums of different games.
pub(crate) fn drop_empty_heaps(sum: &Sum) -> Sum {
    Sum { parts: sum.parts.iter().filter(|part| !part.is_empty_heap()).cloned().collect() }
}

/// A winning move, with the position it leads to.
pub(crate) fn winning_choice(
    session: &mut Session,
    sum: &BoundSum,
    misere: bool,
    at: Span,
) -> Result<Option<Choice>, Error> {
    let found = session.solved(at, |solver| {
        Ok(if misere {
            let winner = solver.misere_moves(&sum.rest, 1)?.winners.into_iter().next();
            winner.map(|made| (made.part, made.from, made.to, Binding::Free))
        } else if sum.binds() {
            solver.best_general_move(sum, false)?.map(|made| (made.part, made.from, made.to, made.binding))
        } else {
            solver.winning_move(&sum.rest)?.map(|made| (made.part, made.from, made.to, Binding::Free))
        })
    })?;
    Ok(found.map(|(part, from, to, binding)| {
        let after = after(sum, part, &to, binding);
        Choice { from, to: (*to).clone(), binding, after }
    }))
}

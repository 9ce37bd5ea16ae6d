//! The moves of a sum, in which a player may be bound.

use std::ops::ControlFlow;

use grundy_engine::game::{Binding, Sum};
use grundy_engine::solve::{Move, Situation};
use rustc_hash::FxHashSet;

use crate::classroom::play::data::{Choice, Choices};
use crate::error::Error;
use crate::lang::session::Session;
use crate::source::Span;
use crate::verbs::position;

/// A list with letters has at most this many moves; of a position with more, the first three are shown without letters.
pub(super) const LETTERED: usize = 24;

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
pub(crate) fn choices(session: &mut Session, sum: &Situation, most: usize, at: Span) -> Result<Choices, Error> {
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
    Ok(Choices { shown: found, more })
}

/// The moves for a list with letters; only the first three if there are more than `LETTERED`.
pub(crate) fn lettered(session: &mut Session, position: &Situation, at: Span) -> Result<Choices, Error> {
    let mut choices = choices(session, position, LETTERED, at)?;
    if choices.more {
        choices.shown.truncate(3);
    }
    Ok(choices)
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

/// A move with the position it leads to.
pub(crate) fn choice(sum: &Situation, made: &Move) -> Choice {
    let Move { part, from, to, binding, .. } = made;
    let after = after(sum, *part, to, *binding);
    Choice { from: from.clone(), to: (**to).clone(), binding: *binding, after }
}

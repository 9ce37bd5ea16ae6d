//! The moves of what is played, and the one that a line means.

use std::ops::ControlFlow;

use grundy_engine::nim::{GrundyValue, Outcome};

use crate::classroom::play::data::{Advised, Choice, Choices, MoveInOne, PlayedPosition, Refusal};
use crate::classroom::play::{at_once, sums, typed};
use crate::error::Error;
use crate::lang::session::Session;
use crate::source::Span;
use crate::verbs::position;

/// A numbered list has at most this many moves; of a position with more, the first three are shown without numbers.
const NUMBERED: usize = 24;

/// The moves of a position, at most `most` of them.
pub(crate) fn choices(
    session: &mut Session,
    position: &PlayedPosition,
    most: usize,
    at: Span,
) -> Result<Choices, Error> {
    let sum = match position {
        PlayedPosition::Sum(sum) => sum,
        PlayedPosition::AtOnce(compound) => return at_once::choices(session, compound, most, at),
    };
    let (shown, more) = sums::moves(session, sum, most, at)?;
    Ok(Choices { shown: shown.into_iter().map(Choice::InOne).collect(), more })
}

/// The moves for a numbered list; only the first three if there are more than `NUMBERED`.
pub(crate) fn numbered(session: &mut Session, position: &PlayedPosition, at: Span) -> Result<Choices, Error> {
    let mut choices = choices(session, position, NUMBERED, at)?;
    if choices.more {
        choices.shown.truncate(3);
    }
    Ok(choices)
}

/// The move that a line means. `listed` are the moves that were last shown with their numbers: a bare number then
/// picks one of them. If there are none, a bare number is an amount. The outer error is why the solver
/// stopped, the inner one why the line was not taken for a move.
pub(crate) fn chosen(
    session: &mut Session,
    position: &PlayedPosition,
    line: &str,
    listed: &[Choice],
    at: Span,
) -> Result<Result<Choice, Refusal>, Error> {
    if !listed.is_empty()
        && let Ok(number) = line.parse::<usize>()
    {
        let chosen = number.checked_sub(1).and_then(|index| listed.get(index));
        return Ok(chosen.cloned().ok_or(Refusal::NoSuchNumber));
    }
    let sum = match position {
        PlayedPosition::Sum(sum) => sum,
        PlayedPosition::AtOnce(compound) => return at_once::chosen(session, compound, line, NUMBERED, at),
    };
    let whole = sum.whole();
    let (whole_line, (line, said)) = (line, typed::without_binding(line, &whole));
    let Some(typed) = typed::read(session, &whole, line)? else { return Ok(Err(Refusal::Unread)) };
    let mut fitting: Vec<MoveInOne> = Vec::new();
    sums::each_move(session, sum, at, &mut |made| {
        let is_another = |other: &MoveInOne| {
            other.binding != made.binding || other.after.whole().normal() != made.after.whole().normal()
        };
        let is_said = said.is_none_or(|said| said == made.binding);
        if is_said && typed.fits(&made, &whole) && fitting.iter().all(is_another) {
            fitting.push(made);
        }
        if fitting.len() > NUMBERED { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    Ok(typed::only(fitting.into_iter().map(Choice::InOne).collect(), whole_line))
}

/// A move that wins, or else one that keeps a draw.
pub(crate) fn best(
    session: &mut Session,
    position: &PlayedPosition,
    misere: bool,
    at: Span,
) -> Result<Option<Advised>, Error> {
    Ok(match position {
        PlayedPosition::Sum(sum) => position::best_move(session, sum, misere, at)?.map(Advised::InOne),
        PlayedPosition::AtOnce(compound) => at_once::best(session, compound, misere, at)?,
    })
}

/// What a move leaves: its value, if there is one and it is known, and its outcome, which is P if the player who moved wins.
pub(crate) fn worth(
    session: &mut Session,
    made: &Choice,
    misere: bool,
    at: Span,
) -> Result<(Option<GrundyValue>, Outcome), Error> {
    match made {
        Choice::InOne(made) => position::worth(session, &made.after, made.binding, misere, at),
        Choice::AtOnce(made) => session
            .solved(at, |solver| Ok((None, solver.compound(made.rule(), &made.after().positions, misere)?.outcome))),
    }
}

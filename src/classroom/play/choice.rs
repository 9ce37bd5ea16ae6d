//! The moves of what is played, and the one that a line means.

use std::ops::ControlFlow;

use grundy_engine::solve::Situation;

use crate::classroom::play::data::{Choice, Choices, Refusal};
use crate::classroom::play::{at_once, sums, typed};
use crate::error::Error;
use crate::lang::session::Session;
use crate::source::Span;

/// A numbered list has at most this many moves; of a position with more, the first three are shown without numbers.
const NUMBERED: usize = 24;

/// The moves of a position, at most `most` of them.
pub(crate) fn choices(session: &mut Session, position: &Situation, most: usize, at: Span) -> Result<Choices, Error> {
    let (shown, more) = sums::moves(session, position, most, at)?;
    Ok(Choices { shown, more })
}

/// The moves for a numbered list; only the first three if there are more than `NUMBERED`.
pub(crate) fn numbered(session: &mut Session, position: &Situation, at: Span) -> Result<Choices, Error> {
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
    position: &Situation,
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
    if let (Some(compound), None) = (position.rest.as_compound(), &position.bound) {
        return at_once::chosen(session, (compound, position.convention), line, NUMBERED, at);
    }
    let whole = position.whole();
    let (whole_line, (line, said)) = (line, typed::without_binding(line, &whole));
    let Some(typed) = typed::read(session, &whole, line)? else { return Ok(Err(Refusal::Unread)) };
    let mut fitting: Vec<Choice> = Vec::new();
    sums::each_move(session, position, at, &mut |made| {
        let is_another = |other: &Choice| {
            other.binding != made.binding || other.after.whole().normal() != made.after.whole().normal()
        };
        let is_said = said.is_none_or(|said| said == made.binding);
        if is_said && typed.fits(&made, &whole) && fitting.iter().all(is_another) {
            fitting.push(made);
        }
        if fitting.len() > NUMBERED { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    Ok(typed::only(fitting, whole_line))
}

//! The move that a line means.

use std::ops::ControlFlow;

use grundy_engine::solve::Situation;

use crate::classroom::play::data::{Choice, LETTERS, Refusal, letters};
use crate::classroom::play::{at_once, sums, typed};
use crate::classroom::said;
use crate::error::Error;
use crate::lang::session::Session;
use crate::newcomers;
use crate::source::Span;

/// The move that a line means. `listed` are the moves that were last shown with their letters, which pick one of them. A bare
/// number is an amount. The outer error is why the solver stopped, the inner one why the line was not taken for a move.
pub(crate) fn chosen(
    session: &mut Session,
    position: &Situation,
    line: &str,
    listed: &[Choice],
    at: Span,
) -> Result<Result<Choice, Refusal>, Error> {
    if let Some(place) = (0..listed.len()).find(|&place| letters(place) == line) {
        return Ok(Ok(listed[place].clone()));
    }
    if let (false, [letter]) = (listed.is_empty(), line.as_bytes())
        && LETTERS.contains(letter)
    {
        return Ok(Err(Refusal::NoSuchLetter));
    }
    if let (Some(compound), None) = (position.rest.as_compound(), &position.bound) {
        return at_once::chosen(session, (compound, position.convention), line, sums::LETTERED, at);
    }
    let whole = position.whole();
    let (whole_line, (line, said)) = (line, typed::without_binding(line, &whole));
    let Some(typed) = typed::read(session, &whole, line)? else {
        return match newcomers::in_digits(whole_line) {
            Some(digits) => chosen(session, position, &digits, listed, at),
            None if said::side(&line.to_lowercase()).is_some() => Ok(Err(Refusal::Side)),
            None => Ok(Err(Refusal::Unread)),
        };
    };
    let mut fitting: Vec<Choice> = Vec::new();
    sums::each_move(session, position, at, &mut |made| {
        let is_another = |other: &Choice| {
            other.binding != made.binding || other.after.whole().normal() != made.after.whole().normal()
        };
        let is_said = said.is_none_or(|said| said == made.binding);
        if is_said && typed.fits(&made, &whole) && fitting.iter().all(is_another) {
            fitting.push(made);
        }
        if fitting.len() > sums::LETTERED { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    Ok(typed::only(fitting, whole_line))
}

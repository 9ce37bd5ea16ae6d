//! Questions about positions whose moves bind the players: who wins, values with loony, moves, and why.
//!
//! Each verb of positions comes here first. Where no move binds, it goes on as everywhere.

pub(crate) mod data;
mod explain;
mod table;
pub(crate) mod words;

use grundy_engine::game::{Component, Game, Sum, Value};
use grundy_engine::nim::Outcome;
use grundy_engine::solve::{BindingMove, BoundSum};

pub(crate) use self::explain::explain;
pub(crate) use self::table::{outcomes, table};
use crate::error::{Error, SemanticError};
use crate::lang::session::Session;
use crate::show::report::Report;
use crate::source::Span;
use crate::verbs::binding::data::{BoundMoveList, BoundPosition, BoundStep, BoundWinner};
use crate::verbs::position::data::ValuedSummand;
use crate::verbs::position::{AskedPosition, refuse_more};

/// The answer to a verb about a position whose moves bind; `None` where no move binds, and for other verbs.
///
/// # Errors
/// Misère play is asked about; why the solver stopped.
pub(crate) fn answer(session: &mut Session, word: &str, asked: &AskedPosition) -> Result<Option<Report>, Error> {
    if !asked.sum.binds() {
        return Ok(None);
    }
    refuse_misere(&asked.sum, asked.misere, asked.at)?;
    Ok(match word {
        "winner" => Some(Report::new(winner(session, asked)?)),
        "moves" => Some(Report::new(moves(session, asked)?)),
        "grundy" | "outcome" => Some(Report::new(position(session, &asked.sum, word == "grundy", asked.at)?)),
        _ => None,
    })
}

/// An error if misère play is asked of a position whose moves bind.
pub(crate) fn refuse_misere(sum: &Sum, misere: bool, at: Span) -> Result<(), Error> {
    match sum.parts.iter().find(|part| part.component.binds()).map(|part| &part.component) {
        Some(Component::Position(position)) => refuse_misere_of(&position.game, misere, at),
        _ => Ok(()),
    }
}

/// The same for a game.
pub(crate) fn refuse_misere_of(game: &Game, misere: bool, at: Span) -> Result<(), Error> {
    match misere && game.ruleset.binds() {
        true => Err(Error::new(SemanticError::BoundMisere { game: game.name.to_string() }, at)),
        false => Ok(()),
    }
}

fn winner(session: &mut Session, asked: &AskedPosition) -> Result<BoundWinner, Error> {
    let position = position(session, &asked.sum, false, asked.at)?;
    let whole = BoundSum::free(asked.sum.clone());
    let best = session.solved(asked.at, |solver| solver.binding_winning_move(&whole))?;
    session.set_ans(Value::winner(position.outcome));
    Ok(BoundWinner { best: best.as_ref().map(step), position, starts: asked.starts })
}

/// The position with its value and its outcome.
fn position(session: &mut Session, sum: &Sum, wants_value: bool, at: Span) -> Result<BoundPosition, Error> {
    let mut terms = Vec::new();
    for part in &sum.parts {
        let value = session.solved(at, |solver| solver.bound_component_value(&part.component))?;
        terms.push(ValuedSummand { copies: part.copies, component: part.component.clone(), value });
    }
    let value = session.solved(at, |solver| solver.bound_value(sum))?;
    let outcome = value.outcome();
    session.set_ans(match value.nimber() {
        Some(nimber) if wants_value => Value::Integer(nimber.0.into()),
        None if wants_value => Value::None,
        _ => Value::Outcome(outcome),
    });
    Ok(BoundPosition { sum: sum.clone(), outcome, terms, value, wants_value })
}

fn moves(session: &mut Session, asked: &AskedPosition) -> Result<BoundMoveList, Error> {
    let AskedPosition { sum, most, at, .. } = asked;
    let whole = BoundSum::free(sum.clone());
    let found = session.solved(*at, |solver| solver.binding_moves(&whole, *most))?;
    refuse_more("moves", found.total, *most, *at)?;
    let shown = found.winners.iter().chain(&found.losers).take(*most).map(step).collect();
    let outcome = if found.winning > 0 { Outcome::N } else { Outcome::P };
    Ok(BoundMoveList { sum: sum.clone(), outcome, total: found.total, winning: found.winning, shown })
}

/// A move as it stands in a report.
pub(crate) fn step(made: &BindingMove) -> BoundStep {
    BoundStep {
        from: made.from.clone(),
        to: (*made.to).clone(),
        binding: made.binding,
        value: made.value,
        total: made.total,
        wins: made.wins,
    }
}

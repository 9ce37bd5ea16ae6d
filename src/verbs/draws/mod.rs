//! Questions about positions from which play may never end: who wins or keeps a draw, values with ∞, moves, and why.
//!
//! Each verb of positions comes here first. Where play ends, it goes on as everywhere.

pub(crate) mod data;
mod explain;
mod table;
mod words;

use grundy_engine::game::{Component, Sum, Value};
use grundy_engine::nim::{LoopyValue, Outcome};
use grundy_engine::solve::{LoopyMove, LoopyMoves, SolveError};

pub(crate) use self::explain::explain;
pub(crate) use self::table::{listed, table};
pub(crate) use self::words::loopy;
use crate::error::Error;
use crate::lang::circles;
use crate::lang::session::Session;
use crate::show::report::Report;
use crate::source::Span;
use crate::verbs::draws::data::{LoopyMoveList, LoopyPosition, LoopyStep, LoopyWinner, WayBack};
use crate::verbs::position::AskedPosition;
use crate::verbs::position::data::ValuedSummand;

/// The answer to a verb about a position from which play may never end; `None` where play ends, and for other verbs.
pub(crate) fn answer(session: &mut Session, word: &str, asked: &AskedPosition) -> Result<Option<Report>, Error> {
    if !matches!(word, "winner" | "grundy" | "outcome" | "moves") {
        return Ok(None);
    }
    // Misère values are known only where play ends.
    if asked.misere && word == "grundy" {
        return Ok(None);
    }
    let Some(way_back) = way_back(session, &asked.sum, asked.at)? else { return Ok(None) };
    Ok(Some(match word {
        "winner" => Report::new(winner(session, asked, way_back)?),
        "moves" => Report::new(moves(session, asked, way_back)?),
        _ => Report::new(position(session, asked, way_back, word == "grundy")?),
    }))
}

/// The same after a search has met the place from which play comes back.
pub(crate) fn after(session: &mut Session, word: &str, asked: &AskedPosition, error: Error) -> Result<Report, Error> {
    match error.stop() {
        Some(SolveError::Cycle(path)) => {
            let path = path.clone();
            session.solved(asked.at, |solver| solver.explore_all(&asked.sum, path))?;
        }
        Some(SolveError::Infinite(_)) => {}
        _ => return Err(error),
    }
    answer(session, word, asked)?.ok_or(error)
}

/// How play from a position may never end; `None` if it ends.
pub(crate) fn way_back(session: &mut Session, sum: &Sum, at: Span) -> Result<Option<WayBack>, Error> {
    let Some(way) = session.solved(at, |solver| solver.way_back(sum))? else { return Ok(None) };
    let help = circles::to_end(&session.names, way.clone(), at);
    Ok(Some(WayBack { way, help }))
}

fn winner(session: &mut Session, asked: &AskedPosition, way_back: WayBack) -> Result<LoopyWinner, Error> {
    let AskedPosition { sum, misere, starts, at, .. } = asked;
    let found = position(session, asked, way_back, false)?;
    let best = session.solved(*at, |solver| solver.best_loopy_move(sum, *misere))?;
    let best = best.as_ref().map(step).filter(|_| found.outcome != Outcome::P);
    session.set_ans(Value::winner(found.outcome));
    Ok(LoopyWinner { position: found, best, starts: *starts })
}

fn position(
    session: &mut Session,
    asked: &AskedPosition,
    way_back: WayBack,
    wants_value: bool,
) -> Result<LoopyPosition, Error> {
    let AskedPosition { sum, misere, at, .. } = asked;
    let mut terms = Vec::new();
    let mut value = None;
    if !misere {
        for part in &sum.parts {
            let value = session.solved(*at, |solver| solver.loopy_component_value(&part.component))?;
            terms.push(ValuedSummand { copies: part.copies, component: part.component.clone(), value });
        }
        value = Some(session.solved(*at, |solver| solver.loopy_value(sum))?);
    }
    let outcome = match &value {
        Some(value) => value.outcome(),
        None => session.solved(*at, |solver| solver.misere_outcome(sum))?,
    };
    session.set_ans(match value.as_ref().and_then(LoopyValue::nimber) {
        Some(nimber) if wants_value => Value::Integer(nimber.0.into()),
        None if wants_value => Value::None,
        _ => Value::Outcome(outcome),
    });
    Ok(LoopyPosition { sum: sum.clone(), misere: *misere, outcome, terms, value, wants_value, way_back })
}

fn moves(session: &mut Session, asked: &AskedPosition, way_back: WayBack) -> Result<LoopyMoveList, Error> {
    let AskedPosition { sum, misere, most, at, .. } = asked;
    let found = session.solved(*at, |solver| solver.loopy_moves(sum, *misere))?;
    let outcome = session.solved(*at, |solver| outcome(solver, sum, *misere))?;
    let LoopyMoves { winning, drawing, losing } = &found;
    let total = winning.len() + drawing.len() + losing.len();
    crate::verbs::position::refuse_more("moves", total as u128, *most, *at)?;
    let shown = winning.iter().chain(drawing).chain(losing).take(*most).map(step).collect();
    Ok(LoopyMoveList {
        sum: sum.clone(),
        misere: *misere,
        outcome,
        total,
        winning: winning.len(),
        drawing: drawing.len(),
        shown,
        way_back,
    })
}

/// The outcome of a position, in normal or in misère play.
fn outcome(solver: &mut grundy_engine::solve::Solver, sum: &Sum, misere: bool) -> Result<Outcome, SolveError> {
    if misere { solver.misere_outcome(sum) } else { solver.outcome(sum) }
}

/// A move as it stands in a report.
pub(crate) fn step(made: &LoopyMove) -> LoopyStep {
    let (value, total) = made.values.clone().unzip();
    LoopyStep {
        from: made.from.clone(),
        to: (*made.to).clone(),
        value,
        total,
        outcome: made.outcome,
        remoteness: made.remoteness,
    }
}

/// The name of a component, for a sentence about it alone.
pub(crate) fn alone(component: &Component) -> Sum {
    Sum::of(component.clone())
}

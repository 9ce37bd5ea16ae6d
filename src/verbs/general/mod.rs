//! Questions about positions whose values need not be nimbers: who wins or keeps a draw, values, moves, and why. Play may never
//! end, or moves bind the players.
//!
//! Each verb of positions comes here first. Other positions are answered as everywhere.

pub(crate) mod data;
mod explain;
mod table;
mod words;

use grundy_engine::game::{Component, Game, Sum, Value};
use grundy_engine::nim::{GrundyValue, Outcome};
use grundy_engine::solve::{BoundSum, GeneralMove, SolveError};

pub(crate) use self::explain::explain;
pub(crate) use self::table::{bound_table, listed, outcomes, table};
pub(crate) use self::words::value_piece;
use crate::error::{Error, SemanticError};
use crate::lang::circles;
use crate::lang::session::Session;
use crate::show::report::Report;
use crate::source::Span;
use crate::verbs::general::data::{GeneralMoveList, GeneralPosition, GeneralStep, GeneralWinner, WayBack};
use crate::verbs::position::data::ValuedSummand;
use crate::verbs::position::{AskedPosition, refuse_more};

/// The answer to a verb about a position whose value need not be a nimber; `None` for others, and for other verbs.
///
/// # Errors
/// Misère play is asked about where moves bind; why the solver stopped.
pub(crate) fn answer(session: &mut Session, word: &str, asked: &AskedPosition) -> Result<Option<Report>, Error> {
    refuse_misere(&asked.sum, asked.misere, asked.at)?;
    // Misère values are known only where play ends.
    if !matches!(word, "winner" | "grundy" | "outcome" | "moves") || asked.misere && word == "grundy" {
        return Ok(None);
    }
    let Some(way_back) = if_general(session, &asked.sum, asked.at)? else { return Ok(None) };
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

/// `None` if the value of a position is a nimber as everywhere; else how play from there may never end, if it may.
pub(crate) fn if_general(session: &mut Session, sum: &Sum, at: Span) -> Result<Option<Option<WayBack>>, Error> {
    if sum.binds() { Ok(Some(None)) } else { way_back(session, sum, at).map(|way_back| way_back.map(Some)) }
}

/// How play from a position may never end; `None` if it ends.
pub(crate) fn way_back(session: &mut Session, sum: &Sum, at: Span) -> Result<Option<WayBack>, Error> {
    let Some(way) = session.solved(at, |solver| solver.way_back(sum))? else { return Ok(None) };
    let help = circles::to_end(&session.names, way.clone(), at);
    Ok(Some(WayBack { way, help }))
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

/// Who wins a position whose value need not be a nimber, and the best move.
pub(crate) fn winner(
    session: &mut Session,
    asked: &AskedPosition,
    way_back: Option<WayBack>,
) -> Result<GeneralWinner, Error> {
    let found = position(session, asked, way_back, false)?;
    let best = match found.outcome {
        Outcome::P => None,
        _ => best_move(session, &BoundSum::free(asked.sum.clone()), asked.misere, asked.at)?,
    };
    session.set_ans(Value::winner(found.outcome));
    Ok(GeneralWinner { position: found, best: best.as_ref().map(step), starts: asked.starts })
}

/// A move that wins, or if none does, one that keeps a draw.
pub(crate) fn best_move(
    session: &mut Session,
    sum: &BoundSum,
    misere: bool,
    at: Span,
) -> Result<Option<GeneralMove>, Error> {
    session.solved(at, |solver| solver.best_general_move(sum, misere))
}

/// The position with its value and its outcome.
pub(crate) fn position(
    session: &mut Session,
    asked: &AskedPosition,
    way_back: Option<WayBack>,
    wants_value: bool,
) -> Result<GeneralPosition, Error> {
    let AskedPosition { sum, misere, at, .. } = asked;
    let (mut terms, mut value) = (Vec::new(), None);
    if !misere {
        for part in &sum.parts {
            let value = session.solved(*at, |solver| solver.general_component_value(&part.component))?;
            terms.push(ValuedSummand { copies: part.copies, component: part.component.clone(), value });
        }
        value = Some(session.solved(*at, |solver| solver.general_value(sum))?);
    }
    let outcome = match &value {
        Some(value) => value.outcome(),
        None => session.solved(*at, |solver| solver.misere_outcome(sum))?,
    };
    session.set_ans(match value.as_ref().and_then(GrundyValue::nimber) {
        Some(nimber) if wants_value => Value::Integer(nimber.0.into()),
        None if wants_value => Value::None,
        _ => Value::Outcome(outcome),
    });
    Ok(GeneralPosition { sum: sum.clone(), misere: *misere, outcome, terms, value, wants_value, way_back })
}

fn moves(session: &mut Session, asked: &AskedPosition, way_back: Option<WayBack>) -> Result<GeneralMoveList, Error> {
    let AskedPosition { sum, misere, most, at, .. } = asked;
    let whole = BoundSum::free(sum.clone());
    let found = session.solved(*at, |solver| solver.general_moves(&whole, *misere, *most))?;
    let outcome = session.solved(*at, |solver| solver.general_outcome(&whole, *misere))?;
    refuse_more("moves", found.total, *most, *at)?;
    Ok(GeneralMoveList {
        sum: sum.clone(),
        misere: *misere,
        outcome,
        total: found.total,
        winning: found.winning,
        drawing: found.drawing,
        shown: found.all().take(*most).map(step).collect(),
        way_back,
    })
}

/// A move as it stands in a report.
pub(crate) fn step(made: &GeneralMove) -> GeneralStep {
    let (value, total) = made.values.clone().unzip();
    GeneralStep {
        from: made.from.clone(),
        to: (*made.to).clone(),
        binding: made.binding,
        value,
        total,
        outcome: made.outcome,
        remoteness: made.remoteness,
    }
}

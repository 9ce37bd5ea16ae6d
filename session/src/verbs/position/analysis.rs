//! What is known of a position, for all verbs that ask about one: who wins, the value, and how play may never end.

use grundy_engine::game::{Component, Game, Sum};
use grundy_engine::nim::{Convention, GrundyValue, Nimber, Outcome};
use grundy_engine::solve::{Situation, SolveError, Solver};

use crate::error::{Error, SemanticError};
use crate::lang::circles;
use crate::lang::session::Session;
use crate::source::Span;
use crate::verbs::position::compound;
use crate::verbs::position::data::{Analysis, ValuedSummand, WayBack};

/// What is asked about a position.
#[derive(Clone)]
pub struct AskedPosition {
    pub sum: Sum,
    pub convention: Convention,
    /// `if player 2 starts`: who begins, 1 or 2.
    pub starts: Option<u8>,
    /// The most moves or options that are shown.
    pub most: usize,
    /// Is the answer written so that others can check it?
    pub for_checker: bool,
    pub at: Span,
}

/// How much of a position a verb wants to know, where play ends and no move binds; elsewhere all is told.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ValuesWanted {
    None,
    /// The values as well, unless finding them takes a long search.
    Ready,
    /// The value, about which nothing else will be asked: the search need not value all positions below the summands.
    Alone,
    /// The values, with those of all options.
    WithOptions,
}

/// Values of any kind, where they were found, and the outcome.
type ValuesFound = (Vec<ValuedSummand<GrundyValue>>, Option<GrundyValue>, Outcome);

/// What is known of a position.
pub(crate) fn analysed(session: &mut Session, asked: AskedPosition, wanted: ValuesWanted) -> Result<Analysis, Error> {
    let (found, way_back) = found(session, &asked, wanted)?;
    let (AskedPosition { sum, convention, at, .. }, (terms, value, outcome)) = (asked, found);
    let wants_value = wanted == ValuesWanted::Alone;
    let compound = match way_back.is_none() && value.is_none() {
        true => compound::found(session, &sum, convention, at)?,
        false => None,
    };
    Ok(Analysis { sum, convention, outcome, terms, value, wants_value, way_back, compound })
}

fn found(
    session: &mut Session,
    asked: &AskedPosition,
    wanted: ValuesWanted,
) -> Result<(ValuesFound, Option<WayBack>), Error> {
    let AskedPosition { sum, convention, at, .. } = asked;
    if convention.is_misere() && wanted == ValuesWanted::Alone {
        let value = session.solved(*at, |solver| solver.misere_value(sum))?;
        return Ok(((Vec::new(), Some(value.into()), Outcome::of(value)), None));
    }
    let mut way = way_back(session, sum, *at)?;
    if way.is_none() && !sum.binds() {
        match by_nimbers(session, asked, wanted) {
            Ok(found) if found.2 != Outcome::D => return Ok((found, None)),
            Err(error) if !matches!(error.stop(), Some(SolveError::Infinite(_))) => return Err(error),
            // Only this search has met the place from which play comes back.
            _ => way = way_back(session, sum, *at)?,
        }
    }
    let grows = way.as_ref().is_some_and(|way| way.grows);
    if convention.is_misere() || grows && wanted != ValuesWanted::Alone {
        return Ok((outcome_alone(session, asked)?, way));
    }
    let terms = terms_by(session, sum, *at, Solver::grundy_value_of)?;
    let value = session.solved(*at, |solver| solver.grundy_value(sum))?;
    let outcome = value.outcome();
    Ok(((terms, Some(value), outcome), way))
}

fn outcome_alone(session: &mut Session, asked: &AskedPosition) -> Result<ValuesFound, Error> {
    Ok((Vec::new(), None, session.solved(asked.at, |solver| solver.outcome(asked.situation()))?))
}

/// The same where all values are nimbers.
fn by_nimbers(session: &mut Session, asked: &AskedPosition, wanted: ValuesWanted) -> Result<ValuesFound, Error> {
    let AskedPosition { sum, convention, at, .. } = asked;
    let value_of = match wanted {
        ValuesWanted::Alone => Solver::single_value,
        _ => Solver::component_value,
    };
    let is_wanted = !convention.is_misere()
        && match wanted {
            ValuesWanted::None => false,
            ValuesWanted::Ready => session.solved(*at, |solver| solver.ready_values(sum))?.is_some(),
            // Of a compound alone it is told what decides.
            ValuesWanted::WithOptions => sum.as_compound().is_none(),
            ValuesWanted::Alone => true,
        };
    if !is_wanted {
        return outcome_alone(session, asked);
    }
    let terms = terms_by(session, sum, *at, |solver, part| value_of(solver, part).map(GrundyValue::from))?;
    let odd = terms.iter().filter(|term| term.copies % 2 == 1);
    let value: Nimber = odd.filter_map(|term| term.value.nimber()).collect();
    Ok((terms, Some(value.into()), Outcome::of(value)))
}

/// The summands with their values.
pub(crate) fn terms(session: &mut Session, sum: &Sum, at: Span) -> Result<Vec<ValuedSummand>, Error> {
    terms_by(session, sum, at, Solver::component_value)
}

/// The same, each value found in this way.
fn terms_by<V>(
    session: &mut Session,
    sum: &Sum,
    at: Span,
    value_of: impl Fn(&mut Solver, &Component) -> Result<V, SolveError>,
) -> Result<Vec<ValuedSummand<V>>, Error> {
    let bytes = sum.parts.len().saturating_mul(size_of::<ValuedSummand<V>>());
    session.solved(at, |solver| Ok(solver.budget().meter().room(bytes)?))?;
    let mut terms = Vec::with_capacity(sum.parts.len());
    for part in &sum.parts {
        let value = session.solved(at, |solver| value_of(solver, &part.component))?;
        terms.push(ValuedSummand { copies: part.copies, component: part.component.clone(), value });
    }
    Ok(terms)
}

/// The nim-sum of terms: copies cancel in pairs.
pub(crate) fn nim_sum(terms: &[ValuedSummand]) -> Nimber {
    terms.iter().filter(|term| term.copies % 2 == 1).map(|term| term.value).collect()
}

/// How play from a position may never end; `None` if it ends.
pub(crate) fn way_back(session: &mut Session, sum: &Sum, at: Span) -> Result<Option<WayBack>, Error> {
    let found = session.solved(at, |solver| solver.way_back(sum));
    if let Some(way) = found.as_ref().err().and_then(Error::growth) {
        return Ok(Some(WayBack { way: way.to_vec(), grows: true, help: None }));
    }
    let Some(way) = found? else { return Ok(None) };
    let help = circles::to_end(&session.names, way.clone(), at);
    Ok(Some(WayBack { way, grows: false, help }))
}

/// An error if misère play is asked of a position whose moves bind.
pub(crate) fn refuse_misere(sum: &Sum, convention: Convention, at: Span) -> Result<(), Error> {
    match sum.parts.iter().find(|part| part.component.binds()).map(|part| &part.component) {
        Some(Component::Position(position)) => refuse_misere_of(&position.game, convention, at),
        _ => Ok(()),
    }
}

/// The same for a game.
pub(crate) fn refuse_misere_of(game: &Game, convention: Convention, at: Span) -> Result<(), Error> {
    match convention.is_misere() && game.ruleset.binds() {
        true => Err(Error::new(SemanticError::BoundMisere { game: game.name.to_string() }, at)),
        false => Ok(()),
    }
}

impl AskedPosition {
    /// What lies before the players.
    pub(crate) fn situation(&self) -> Situation {
        Situation::of(&self.sum, self.convention)
    }
}

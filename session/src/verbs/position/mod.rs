//! Questions about one position: `winner`, `grundy`, `outcome`, `moves`, `options`, and whether a move is good.

pub(crate) mod analysis;
pub(crate) mod board;
mod certificate;
pub(crate) mod compound;
pub(crate) mod data;
mod graph;
mod heaps;
pub(crate) mod judge;
pub(crate) mod length;
pub(crate) mod moves;
pub(crate) mod row;
pub(crate) mod winner;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_engine::game::{Binding, Component, PositionQuestion, Sum, Value};
use grundy_engine::nim::{Convention, GrundyValue, Nimber, Outcome};
use grundy_engine::solve::{Move, MovesFound, Situation};
use grundy_engine::sorting::sort;
use rustc_hash::FxHashSet;

pub(crate) use self::analysis::{AskedPosition, nim_sum, terms};
use crate::error::{Error, SemanticError};
use crate::lang::questions::{self, strategy, tree};
use crate::lang::quotients::product;
use crate::lang::session::Session;
use crate::source::Span;
use crate::verbs::position::analysis::{ValuesWanted, analysed, way_back};
use crate::verbs::position::data::{Analysis, Element, MoveList, OptionLine, OptionList, Winner};

/// The most moves or options that are shown; the others are only counted.
pub(crate) const SHOWN: usize = 20;
/// The most options that are searched for one of each value below that of the position.
const LOOKED_THROUGH: usize = 10_000;
/// So many moves at most are remembered as the last answer, for which they are listed once more.
const REMEMBERED: u128 = 10_000;
/// The most moves or options that are written in full, into a file or for another program; with more, the question
/// is refused.
pub(crate) const WRITTEN: usize = 100_000;

pub(crate) fn winner(session: &mut Session, asked: AskedPosition) -> Result<Winner, Error> {
    let AskedPosition { convention, starts, at, for_checker, .. } = asked;
    let position = analysed(session, asked, ValuesWanted::Ready)?;
    let element = if convention.is_misere() { element(session, &position.sum, at)? } else { None };
    let best = match position.outcome {
        Outcome::P => None,
        _ => best_move(session, Situation::of(&position.sum, convention), at)?,
    };
    // Nothing is looked for that is not written.
    let periods = match for_checker {
        true => session.solved(at, |solver| certificate::periods(solver, &position.sum))?,
        false => Vec::new(),
    };
    session.set_ans(Value::winner(position.outcome));
    let mut winner = Winner { position, element, best, starts, strategy: None, periods };
    let is_won = winner.position.outcome != Outcome::D && !winner.position.sum.binds();
    if for_checker && is_won && winner.heaps().is_none() {
        let Analysis { sum, convention, outcome, .. } = &winner.position;
        winner.strategy = session.solved(at, |solver| strategy::strategy(solver, sum, *convention, *outcome))?;
    }
    Ok(winner)
}

/// The element of a sum in a misère quotient, where that decides who wins.
pub(crate) fn element(session: &mut Session, sum: &Sum, at: Span) -> Result<Option<Element>, Error> {
    let found = session.solved(at, |solver| solver.quotient_element(sum))?;
    Ok(found.map(|found| Element {
        order: found.order,
        product: product(&found.whole),
        summands: found.parts.iter().map(product).collect(),
        lost: found.is_lost,
    }))
}

pub(crate) fn grundy(session: &mut Session, asked: AskedPosition) -> Result<Analysis, Error> {
    let position = analysed(session, asked, ValuesWanted::Alone)?;
    session.set_ans(position.value.clone().map_or(Value::None, Value::from));
    Ok(position)
}

pub(crate) fn outcome(session: &mut Session, asked: AskedPosition) -> Result<Analysis, Error> {
    let position = analysed(session, asked, ValuesWanted::None)?;
    session.set_ans(Value::Outcome(position.outcome));
    Ok(position)
}

pub(crate) fn moves(session: &mut Session, asked: AskedPosition) -> Result<MoveList, Error> {
    let (most, at, situation) = (asked.most, asked.at, asked.situation());
    let found = session.solved(at, |solver| solver.moves(&situation, most))?;
    refuse_more("moves", found.total, most, at)?;
    let AskedPosition { sum, convention, .. } = asked;
    let (outcome, way_back) = (found.outcome(situation.convention), way_back(session, &sum, at)?);
    let (terms, value, wants_value) = (Vec::new(), None, false);
    let question = PositionQuestion::Other("moves");
    let asked = session.solved(at, |solver| match found.total <= REMEMBERED {
        true => questions::answer(solver, question, convention, &sum).map(Some),
        false => Ok(None),
    });
    session.keep_value(asked.unwrap_or_default());
    let position = Analysis { sum, convention, outcome, terms, value, wants_value, way_back, compound: None };
    let MovesFound { total, winning, drawing, .. } = found;
    let kept = [found.winners, found.drawers, found.losers].into_iter().flatten();
    Ok(MoveList { position, total, winning, drawing, shown: kept.take(most).collect() })
}

pub(crate) fn options(session: &mut Session, asked: AskedPosition) -> Result<OptionList, Error> {
    if asked.sum.binds() {
        return bound_options(session, asked);
    }
    let AskedPosition { sum, convention, most, at, .. } = asked;
    let options = session.solved(at, |solver| solver.options(&sum))?;
    let total = options.len() as u128;
    refuse_more("options", total, most, at)?;
    let list = options.iter().map(|option| Value::Position(option.clone())).collect();
    session.set_ans(Value::list(list));
    let first =
        if convention.is_misere() || options.len() <= most { 0..0 } else { 0..options.len().min(LOOKED_THROUGH) };
    let mut indices = one_for_each_value(session, &sum, &options[first], most, at)?;
    indices.extend(
        (0..options.len().min(most))
            .filter(|index| !indices.contains(index))
            .take(most - indices.len())
            .collect::<Vec<_>>(),
    );
    sort(&mut indices);
    let mut shown = Vec::new();
    for option in indices.into_iter().filter_map(|index| options.get(index)) {
        let (value, outcome) = ready_value_and_outcome(session, option, convention, at)?;
        shown.push(OptionLine { option: (**option).clone(), binding: Binding::Free, value, outcome });
    }
    Ok(OptionList { sum, convention, total, shown })
}

/// The options of a position whose moves bind the players.
fn bound_options(session: &mut Session, asked: AskedPosition) -> Result<OptionList, Error> {
    let AskedPosition { sum, convention, most, at, .. } = asked;
    let whole = Situation::from(&sum);
    let mut options: Vec<(Situation, Binding)> = Vec::new();
    each_move(session, &whole, at, &mut |part, to, binding| {
        options.push((whole.after(part, to, binding), binding));
        ControlFlow::Continue(())
    })?;
    let total = options.len() as u128;
    refuse_more("options", total, most, at)?;
    session.set_ans(Value::list(options.iter().map(|option| Value::Position(Arc::new(option.0.whole()))).collect()));
    let mut shown = Vec::new();
    for (option, binding) in options.into_iter().take(most) {
        let (value, outcome) = worth(session, &option, Binding::Free, at)?;
        shown.push(OptionLine { option: option.whole(), binding, value, outcome });
    }
    Ok(OptionList { sum, convention, total, shown })
}

/// The indices of the first option of each value below that of the position. Empty if the values take a long
/// search, or if there are more of them than are shown.
fn one_for_each_value(
    session: &mut Session,
    sum: &Sum,
    options: &[Arc<Sum>],
    most: usize,
    at: Span,
) -> Result<Vec<usize>, Error> {
    let mut found = Vec::new();
    let own = match ready_value(session, sum, at)? {
        Some(GrundyValue::Nimber(own)) if !options.is_empty() && own.0 <= most as u64 => own,
        _ => return Ok(found),
    };
    let mut wanted: BTreeSet<Nimber> = (0..own.0).map(Nimber).collect();
    for (index, option) in options.iter().enumerate() {
        if wanted.is_empty() {
            break;
        }
        if let Some(GrundyValue::Nimber(value)) = ready_value(session, option, at)?
            && wanted.remove(&value)
        {
            found.push(index);
        }
    }
    Ok(found)
}

pub(crate) fn value(session: &mut Session, sum: &Sum, at: Span) -> Result<Nimber, Error> {
    session.solved(at, |solver| solver.value(sum))
}

pub(crate) fn outcome_of(session: &mut Session, sum: &Sum, convention: Convention, at: Span) -> Result<Outcome, Error> {
    session.solved(at, |solver| solver.outcome(Situation::of(sum, convention)))
}

/// The outcome of a position and, in normal play, its value.
pub(crate) fn value_and_outcome(
    session: &mut Session,
    sum: &Sum,
    convention: Convention,
    at: Span,
) -> Result<(Option<Nimber>, Outcome), Error> {
    if convention.is_misere() {
        return outcome_of(session, sum, convention, at).map(|outcome| (None, outcome));
    }
    let value = value(session, sum, at)?;
    Ok((Some(value), Outcome::of(value)))
}

/// The outcome of a position and, in normal play, its value unless finding it takes a long search.
pub(crate) fn ready_value_and_outcome(
    session: &mut Session,
    sum: &Sum,
    convention: Convention,
    at: Span,
) -> Result<(Option<GrundyValue>, Outcome), Error> {
    match if convention.is_misere() { None } else { ready_value(session, sum, at)? } {
        Some(value) => {
            let outcome = value.outcome();
            Ok((Some(value), outcome))
        }
        None => Ok((None, outcome_of(session, sum, convention, at)?)),
    }
}

/// What a move is worth that leaves this: the value of the position, unless a player is bound there or finding it takes a long
/// search; and P if the player who made the move wins, D if nobody does.
pub(crate) fn worth(
    session: &mut Session,
    after: &Situation,
    binding: Binding,
    at: Span,
) -> Result<(Option<GrundyValue>, Outcome), Error> {
    let (value, outcome) = match after.bound {
        None => ready_value_and_outcome(session, &after.rest, after.convention, at)?,
        Some(_) => (None, session.solved(at, |solver| solver.outcome(after))?),
    };
    Ok((value, if binding == Binding::Again { outcome.for_the_other() } else { outcome }))
}

/// The value of a position of any kind.
pub(crate) fn any_value(session: &mut Session, sum: &Sum, at: Span) -> Result<GrundyValue, Error> {
    session.solved(at, |solver| solver.grundy_value(sum))
}

/// The value of a position; `None` if finding it takes a long search.
pub(crate) fn ready_value(session: &mut Session, sum: &Sum, at: Span) -> Result<Option<GrundyValue>, Error> {
    session.solved(at, |solver| solver.ready_value(sum))
}

/// A winning move, or else one that keeps a draw.
pub(crate) fn best_move<'a>(
    session: &mut Session,
    situation: impl Into<Cow<'a, Situation>>,
    at: Span,
) -> Result<Option<Move>, Error> {
    let situation = situation.into();
    session.solved(at, |solver| solver.best_move(&*situation))
}

/// As [`tree::each_move`].
pub(crate) fn each_move(
    session: &mut Session,
    sum: &Situation,
    at: Span,
    visit: &mut dyn FnMut(usize, &Sum, Binding) -> ControlFlow<()>,
) -> Result<(), Error> {
    session.solved(at, |solver| tree::each_move(solver, sum, visit))
}

/// An error if a list that is written in full, which `most == WRITTEN` means, would have more than `most` entries.
pub(crate) fn refuse_more(what: &'static str, count: u128, most: usize, at: Span) -> Result<(), Error> {
    let limit = most as u128;
    if most == WRITTEN && count > limit {
        return Err(Error::new(SemanticError::TooMany { what, count, limit }, at));
    }
    Ok(())
}

/// Removes each move that is equal to one before it: equal summands have equal moves. `ends` gives the summand and what
/// the move leaves of it. Returns how many were removed.
// Clippy warns of the answers cached inside games; they are not part of what is hashed and compared.
#[allow(clippy::mutable_key_type)]
pub(crate) fn remove_equal_moves<M>(moves: &mut Vec<M>, ends: impl Fn(&M) -> (&Component, &Arc<Sum>)) -> usize {
    let mut met = FxHashSet::default();
    let count = moves.len();
    moves.retain(|step| {
        let (from, to) = ends(step);
        met.insert((from.clone(), to.clone()))
    });
    count - moves.len()
}

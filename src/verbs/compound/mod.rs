//! Positions that are played at once by another rule than a sum: `winner all of S(3), S(4)`; and the lengths of games that
//! decide some of them: `remoteness S(3)`, `suspense S(3)`.

pub(crate) mod judge;
pub(crate) mod words;

use std::fmt;
use std::iter::repeat_n;

use grundy_engine::game::{Sum, Summand, Value};
use grundy_engine::nim::{Nimber, Outcome};
use grundy_engine::solve::{
    Compound, CompoundFound, CompoundMove, CompoundReason, Ends, Foreclosed, Length, MovesIn, Remoteness, SolveError,
};
use serde::{Serialize, Serializer};

use crate::error::{Error, SemanticError};
use crate::lang::evaluate;
use crate::lang::session::Session;
use crate::show::json;
use crate::source::Span;
use crate::syntax::ast::{AtOnce, AtOnceEnd, BinaryOperator, Expr, ExprKind, MovesInWord};
use crate::verbs::position::{AskedPosition, SHOWN, WRITTEN, refuse_more};

/// Positions that are played at once, and how: `long all of S(3), S(4)`.
#[derive(Clone, Debug, PartialEq)]
pub struct CompoundPosition {
    pub rule: Compound,
    pub positions: Vec<Sum>,
}

impl CompoundPosition {
    /// In how many of the positions a move is made: `all`, `some` or a number.
    pub fn moves_in(&self) -> String {
        match self.rule.moves_in {
            MovesIn::All => "all".to_owned(),
            MovesIn::Some => "some".to_owned(),
            MovesIn::Exactly(count) => count.to_string(),
        }
    }

    /// `short` or `long`, if it was said.
    pub fn end(&self) -> Option<&'static str> {
        match self.rule.ends {
            Ends::Unmovable => None,
            Ends::Short => Some(AtOnceEnd::Short.word()),
            Ends::Long => Some(AtOnceEnd::Long.word()),
        }
    }

    /// The same rule, with what a move leaves.
    #[must_use]
    pub fn after(&self, left: &CompoundMove) -> CompoundPosition {
        let left = self.positions.iter().zip(left).map(|(before, left)| left.as_deref().unwrap_or(before).clone());
        CompoundPosition { rule: self.rule, positions: left.collect() }
    }
}

impl fmt::Display for CompoundPosition {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(end) = self.end() {
            write!(to, "{end} ")?;
        }
        write!(to, "{} of ", self.moves_in())?;
        for (at, position) in self.positions.iter().enumerate() {
            write!(to, "{}{position}", if at > 0 { ", " } else { "" })?;
        }
        if self.positions.is_empty() { to.write_str("[]") } else { Ok(()) }
    }
}

impl Serialize for CompoundPosition {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

/// `winner all of S(3), S(4)`
#[derive(Clone, Debug, Serialize)]
pub struct CompoundReport {
    /// Is the theorem told that decides?
    #[serde(skip)]
    is_explained: bool,
    /// `if player 2 starts`: who begins, 1 or 2.
    pub starts: Option<u8>,
    pub misere: bool,
    /// In how many of the positions a move is made: `all`, `some` or a number.
    pub moves_in: String,
    /// `short` or `long`, if it was said.
    pub end: Option<&'static str>,
    #[serde(flatten, serialize_with = "json::with_winner")]
    pub outcome: Outcome,
    pub components: Vec<PlayedComponent>,
    pub decided_by: DecidedBy,
    /// What a winning move, or in a draw one that keeps it, leaves of each component, null where it makes no move; null if there
    /// is none.
    #[serde(rename = "move")]
    pub winning: Option<CompoundMove>,
}

/// A component of a compound, with what is known of it where that decides.
#[derive(Clone, Debug, Serialize)]
pub struct PlayedComponent {
    pub position: Sum,
    /// Its remoteness or its suspense; where foreclosed values decide, 0 if it is over and 1 if a move ends it at once.
    pub moves: Option<u32>,
    /// Its foreclosed value.
    pub value: Option<Nimber>,
    /// Its outcome, as if it were played alone.
    pub outcome: Option<Outcome>,
}

/// `moves all of S(3), S(4)` or `options all of S(3), S(4)`
#[derive(Clone, Debug, Serialize)]
pub struct CompoundMoveList {
    pub misere: bool,
    pub moves_in: String,
    pub end: Option<&'static str>,
    pub positions: Vec<Sum>,
    pub total: u64,
    pub winning: u64,
    /// The first of them: of `moves` the winning ones first.
    pub moves: Vec<MadeAtOnce>,
    #[serde(skip)]
    are_options: bool,
}

/// A move in several positions.
#[derive(Clone, Debug, Serialize)]
pub struct MadeAtOnce {
    /// What it leaves of each position, null where it makes no move.
    #[serde(rename = "move")]
    pub left: CompoundMove,
    pub wins: bool,
}

/// What decides a compound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum DecidedBy {
    Remoteness,
    Suspense,
    Outcomes,
    /// In misère play, the only component that is not over.
    Last,
    /// Foreclosed values.
    Foreclosed,
    Search,
}

/// `remoteness S(3)` or `suspense S(3)`, and the same of positions that are played at once.
#[derive(Clone, Debug, Serialize)]
pub struct LengthReport {
    pub position: String,
    pub misere: bool,
    pub moves: u32,
    pub outcome: Outcome,
    #[serde(skip)]
    pub length: Length,
}

/// Answers `winner all of A, B`, `outcome …` and `explain …`.
pub(crate) fn compound(
    session: &mut Session,
    (verb, starts): (&str, Option<u8>),
    asked: &AtOnce,
    misere: bool,
    at: Span,
) -> Result<CompoundReport, Error> {
    let compound = position(session, asked, at)?;
    let found = decided(session, &compound, misere, at)?;
    session.set_ans(match verb {
        "outcome" => Value::Outcome(found.outcome),
        _ => Value::winner(found.outcome),
    });
    Ok(CompoundReport { is_explained: verb == "explain", starts, ..report(compound, found, misere) })
}

/// Who wins, and how.
pub(crate) fn decided(
    session: &mut Session,
    compound: &CompoundPosition,
    misere: bool,
    at: Span,
) -> Result<CompoundFound, Error> {
    let found = session.solved(at, |solver| solver.compound(compound.rule, &compound.positions, misere));
    found.map_err(|error| advised(error, ""))
}

/// What to ask instead where there are too many moves or positions, or where moves bind.
fn advised(error: Error, also: &str) -> Error {
    match error.stop() {
        Some(SolveError::Positions { .. }) => error.advise(format!("ask about smaller positions{also}")),
        Some(SolveError::Binds(_)) => {
            error.advise("where moves bind the players, only sums are known: write `+` between the positions")
        }
        _ => error,
    }
}

/// What was found, as it is told.
pub(crate) fn report(compound: CompoundPosition, found: CompoundFound, misere: bool) -> CompoundReport {
    let decided_by = match &found.reason {
        CompoundReason::Remoteness(_) => DecidedBy::Remoteness,
        CompoundReason::Suspense(_) => DecidedBy::Suspense,
        CompoundReason::Outcomes(_) => DecidedBy::Outcomes,
        CompoundReason::LastOne(_) => DecidedBy::Last,
        CompoundReason::Foreclosed(_) => DecidedBy::Foreclosed,
        CompoundReason::Search(_) => DecidedBy::Search,
    };
    let (moves_in, end) = (compound.moves_in(), compound.end());
    let component = |(index, position): (usize, Sum)| PlayedComponent {
        position,
        moves: match &found.reason {
            CompoundReason::Remoteness(moves) | CompoundReason::Suspense(moves) => moves.get(index).copied(),
            CompoundReason::Foreclosed(found) => match found.get(index) {
                Some(Foreclosed::Over) => Some(0),
                Some(Foreclosed::AtOnce) => Some(1),
                _ => None,
            },
            _ => None,
        },
        value: match &found.reason {
            CompoundReason::Foreclosed(found) => found.get(index).and_then(|found| found.value()),
            _ => None,
        },
        outcome: match &found.reason {
            CompoundReason::Outcomes(outcomes) => outcomes.get(index).copied(),
            CompoundReason::LastOne(last) if *last == Some(index) => Some(found.outcome),
            _ => None,
        },
    };
    CompoundReport {
        is_explained: false,
        starts: None,
        misere,
        moves_in,
        end,
        outcome: found.outcome,
        components: compound.positions.into_iter().enumerate().map(component).collect(),
        decided_by,
        winning: found.winning,
    }
}

/// The positions that are played at once, as they were written.
pub(crate) fn position(session: &mut Session, written: &AtOnce, at: Span) -> Result<CompoundPosition, Error> {
    let mut positions = Vec::new();
    for part in &written.parts {
        positions.extend(components(session, part)?);
        refuse_more("positions", positions.len() as u128, WRITTEN, at)?;
    }
    if let [part] = &written.parts[..]
        && !may_be_several(part)
    {
        return Err(Error::new(SemanticError::CompoundOfOne, at));
    }
    Ok(CompoundPosition { rule: played(written, positions.len(), at)?, positions })
}

/// Does this stand for any number of positions, by its form: `T[1, 2, 3]`, `[P, Q]`, `[P for …]`, `k * P`, or the name of one?
fn may_be_several(part: &Expr) -> bool {
    use ExprKind::{Binary, Comprehension, Index, List, Name};
    matches!(part.kind, Index { .. } | List(_) | Comprehension { .. } | Name(_))
        || matches!(part.kind, Binary { operator: BinaryOperator::Multiply, .. })
}

/// The positions that are written here. A list of heaps is its heaps; in round brackets it is one position, a sum.
fn components(session: &mut Session, part: &Expr) -> Result<Vec<Sum>, Error> {
    let (names, solver) = (&mut session.names, &mut session.solver);
    match &part.kind {
        ExprKind::Index { .. } => {
            let heaps = evaluate::position(names, solver, part)?.parts;
            let copies =
                |heap: Summand| repeat_n(Sum { parts: vec![Summand { copies: 1, ..heap }] }, heap.copies as usize);
            Ok(heaps.into_iter().flat_map(copies).collect())
        }
        ExprKind::Binary { operator: BinaryOperator::Multiply, left, right } => {
            let times = evaluate::value(names, solver, left)?;
            let Value::Integer(times) = times else { return Ok(vec![evaluate::position(names, solver, part)?]) };
            let each = components(session, right)?;
            let count = usize::try_from(times.max(0)).unwrap_or(usize::MAX).saturating_mul(each.len());
            refuse_more("positions", count as u128, WRITTEN, part.span)?;
            Ok(each.iter().cycle().take(count).cloned().collect())
        }
        ExprKind::List(_) | ExprKind::Comprehension { .. } | ExprKind::Name(_) => {
            match evaluate::value(names, solver, part)? {
                Value::List(members) => members.iter().map(|member| member_position(member, part.span)).collect(),
                _ => Ok(vec![evaluate::position(names, solver, part)?]),
            }
        }
        _ => Ok(vec![evaluate::position(names, solver, part)?]),
    }
}

fn member_position(member: &Value, at: Span) -> Result<Sum, Error> {
    match member {
        Value::Position(sum) => Ok((**sum).clone()),
        other => {
            let kind =
                SemanticError::NotAPosition { found: other.brief(), kind: other.kind(), game: None, typed: None };
            Err(Error::new(kind, at))
        }
    }
}

/// Answers `moves all of A, B`, and with `in_order` `options all of A, B`.
pub(crate) fn moves(
    session: &mut Session,
    asked: &AtOnce,
    misere: bool,
    (in_order, all): (bool, bool),
    at: Span,
) -> Result<CompoundMoveList, Error> {
    let compound = position(session, asked, at)?;
    let most = if session.lists_all || all { WRITTEN } else { SHOWN };
    let CompoundPosition { rule, positions } = &compound;
    let found = session.solved(at, |solver| solver.compound_moves(*rule, positions, misere, most, in_order));
    let found =
        found.map_err(|error| advised(error, ", or `winner`, which needs no list for `all of` and `some of`"))?;
    let moves = found.shown.into_iter().map(|(left, wins)| MadeAtOnce { left, wins }).collect();
    Ok(CompoundMoveList {
        misere,
        moves_in: compound.moves_in(),
        end: compound.end(),
        positions: compound.positions,
        total: found.total,
        winning: found.winning,
        moves,
        are_options: in_order,
    })
}

/// The rule of a compound of so many components.
fn played(written: &AtOnce, components: usize, at: Span) -> Result<Compound, Error> {
    let moves_in = match written.moves_in {
        MovesInWord::All => MovesIn::All,
        MovesInWord::Some => MovesIn::Some,
        MovesInWord::One => MovesIn::Exactly(1),
        MovesInWord::Number(count) => match usize::try_from(count) {
            Ok(count) if count > 0 && (count <= components || written.parts.iter().any(may_be_several)) => {
                MovesIn::Exactly(count)
            }
            _ => return Err(Error::new(SemanticError::CompoundOfFew { count, components }, at)),
        },
    };
    let ends = match written.end {
        None => Ends::Unmovable,
        Some(AtOnceEnd::Short) => Ends::Short,
        Some(AtOnceEnd::Long) => Ends::Long,
    };
    Ok(Compound { moves_in, ends })
}

/// Refuses positions that are played at once, for a question that is not answered about them.
pub(crate) fn refuse(verb: &'static str, about: &Expr) -> Result<(), Error> {
    match about.kind {
        ExprKind::AtOnce(_) => Err(Error::new(SemanticError::PlayedAtOnce { verb }, about.span)),
        _ => Ok(()),
    }
}

/// The sum that is meant by a move in one of the positions; `None` for all other rules.
pub(crate) fn as_sum(written: &AtOnce) -> Option<Expr> {
    let is_list = |part: &Expr| matches!(part.kind, ExprKind::List(_) | ExprKind::Comprehension { .. });
    let is_sum = matches!(written.moves_in, MovesInWord::One | MovesInWord::Number(1))
        && written.parts.len() > 1
        && !written.parts.iter().any(is_list);
    let (first, others) = written.parts.split_first()?;
    (is_sum && written.end != Some(AtOnceEnd::Short)).then(|| {
        others.iter().fold(first.clone(), |sum, part| {
            let span = sum.span.to(part.span);
            let (left, right) = (Box::new(sum), Box::new(part.clone()));
            Expr { kind: ExprKind::Binary { operator: BinaryOperator::Add, left, right }, span }
        })
    })
}

/// Answers `remoteness S(3)` or `suspense S(3)`.
pub(crate) fn length(session: &mut Session, length: Length, asked: AskedPosition) -> Result<LengthReport, Error> {
    let AskedPosition { sum: position, misere, at, .. } = asked;
    let Remoteness { outcome, moves } = session.solved(at, |solver| solver.game_length(length, &position, misere))?;
    session.set_ans(Value::Integer(moves.into()));
    Ok(LengthReport { position: position.to_string(), misere, moves, outcome, length })
}

/// Answers `remoteness all of A, B` and `suspense long all of A, B`, which are the least remoteness and the largest suspense of the
/// components (Smith, 1966).
///
/// # Errors
/// The length is not known of positions that are played at once in another way.
pub(crate) fn length_at_once(
    session: &mut Session,
    (verb, length): (&'static str, Length),
    asked: &AtOnce,
    misere: bool,
    at: Span,
) -> Result<LengthReport, Error> {
    let compound = position(session, asked, at)?;
    let CompoundFound { outcome, reason, .. } = decided(session, &compound, misere, at)?;
    let moves = match (length, &reason) {
        (Length::Remoteness, CompoundReason::Remoteness(moves)) => moves.iter().min(),
        (Length::Suspense, CompoundReason::Suspense(moves)) => moves.iter().max(),
        _ => None,
    };
    let Some(moves) = moves.copied() else {
        return Err(Error::new(SemanticError::PlayedAtOnce { verb }, at));
    };
    session.set_ans(Value::Integer(moves.into()));
    Ok(LengthReport { position: compound.to_string(), misere, moves, outcome, length })
}

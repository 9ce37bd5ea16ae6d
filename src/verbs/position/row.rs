//! `winner`, `grundy` and `outcome` of rows of heaps that are too many to be listed, such as `Nim[1..10^16]`.

use std::slice::from_ref;

use grundy_engine::game::{Component, PositionPart, Sum, Value};
use grundy_engine::nim::{GrundyValue, Nimber, Outcome};
use serde::{Serialize, Serializer};

use crate::error::Error;
use crate::lang::rows;
use crate::lang::session::Session;
use crate::show::document::Document;
use crate::show::phrase::NAMED;
use crate::show::report::{Report, Showable};
use crate::show::rows::Rows;
use crate::source::Span;
use crate::syntax::ast::{Ask, Verb};
use crate::verbs::general;
use crate::verbs::general::data::WayBack;
use crate::verbs::position::data::{Grundy, OutcomeReport, ValuedSummand, Winner};
use crate::verbs::position::{AskedPosition, reported, terms};

/// With more heaps in a row than this, a question that the nim-sum decides does not list them.
pub(crate) const LISTED: u64 = 100_000;

/// An answer about a position with long rows of heaps. Inside it, the position has only the heaps that are shown.
#[derive(Debug)]
struct OfRows<A> {
    /// The position as it was typed.
    position: String,
    columns: &'static [&'static str],
    answer: A,
}

impl<A: Serialize> Serialize for OfRows<A> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut object = serde_json::to_value(&self.answer).map_err(serde::ser::Error::custom)?;
        object["position"] = self.position.as_str().into();
        if let Some(terms) = object.get_mut("terms") {
            *terms = Vec::<u8>::new().into();
        }
        object.serialize(to)
    }
}

impl<A: Showable + Serialize> Showable for OfRows<A> {
    fn kind(&self) -> &'static str {
        self.answer.kind()
    }

    fn document(&self) -> Document {
        self.answer.document()
    }

    fn rows(&self) -> Option<Rows<'_>> {
        Some(Rows::of(self.columns, from_ref(self)))
    }
}

/// Does the nim-sum alone answer this question?
pub(crate) fn is_answered(ask: &Ask) -> bool {
    !ask.misere && matches!(ask.verb, Verb::Winner | Verb::Grundy | Verb::Outcome)
}

/// The answer to a question about a position of these parts.
pub(crate) fn answer(session: &mut Session, ask: &Ask, parts: &[PositionPart]) -> Result<Report, Error> {
    let at = ask.subject.span;
    let position = session.names.text(at).trim().to_owned();
    let reduced = session.solved(at, |solver| rows::without_rows(solver, parts))?;
    if let Some(way_back) = general::if_general(session, &reduced, at)? {
        return general_answer(session, ask, parts, reduced, (position, way_back));
    }
    let value = session.solved(at, |solver| solver.value(&reduced))?;
    let outcome = Outcome::of(value);
    let terms = shown(session, parts, at)?;
    let sum = terms.iter().fold(Sum::default(), |sum, term| sum.plus(&Sum::of(term.component.clone())));
    let misere = false;
    Ok(match ask.verb {
        Verb::Grundy => {
            session.set_ans(Value::Integer(i128::from(value.0)));
            let columns = &["position", "value"];
            Report::new(OfRows { position, columns, answer: Grundy { sum, misere: false, terms, value } })
        }
        Verb::Outcome => {
            session.set_ans(Value::Outcome(outcome));
            let columns = &["position", "misere", "outcome"];
            Report::new(OfRows { position, columns, answer: OutcomeReport { sum, misere, outcome } })
        }
        _ => {
            let winning = session.solved(at, |solver| rows::winning_move(solver, parts, value))?;
            session.set_ans(Value::winner(outcome));
            let (winning, value, starts) = (winning.as_ref().map(reported), Some(value), ask.starts);
            let columns = &["position", "misere", "outcome", "winner", "nim_sum"];
            Report::new(OfRows {
                position,
                columns,
                answer: Winner { sum, misere, outcome, terms, value, winning, element: None, compound: None, starts },
            })
        }
    })
}

/// The same where other parts have no nimber. The answer shows a nim-heap in place of each row.
fn general_answer(
    session: &mut Session,
    ask: &Ask,
    parts: &[PositionPart],
    reduced: Sum,
    (position, way_back): (String, Option<WayBack>),
) -> Result<Report, Error> {
    let at = ask.subject.span;
    let asked = AskedPosition { sum: reduced, misere: false, starts: ask.starts, most: 0, at };
    if ask.verb != Verb::Winner {
        let columns: &[&str] = if ask.verb == Verb::Grundy { &["position", "value"] } else { &["position", "outcome"] };
        let answer = general::position(session, &asked, way_back, ask.verb == Verb::Grundy)?;
        return Ok(Report::new(OfRows { position, columns, answer }));
    }
    let mut answer = general::winner(session, &asked, way_back)?;
    // A move in a nim-heap that stands for a row is one in the row.
    if let Some(best) = &mut answer.best
        && let (Component::Star(size), Some(GrundyValue::Nimber(left))) = (&best.from, &best.value)
    {
        let change = Nimber(*size) ^ *left;
        for part in parts {
            let is_of_row = matches!(part, PositionPart::Row(game, heaps)
                if session.solved(at, |solver| solver.row_value(game, *heaps))? == Nimber(*size));
            let made = match is_of_row {
                true => session.solved(at, |solver| rows::move_in_row(solver, part, change))?,
                false => None,
            };
            if let Some(made) = made {
                (best.from, best.to) = (made.from, (*made.to).clone());
                break;
            }
        }
    }
    let columns = &["position", "outcome", "winner", "value"];
    Ok(Report::new(OfRows { position, columns, answer }))
}

/// The first heaps and the last one, with their values: as many as show that others are left out.
fn shown(session: &mut Session, parts: &[PositionPart], at: Span) -> Result<Vec<ValuedSummand>, Error> {
    let mut first = Sum::default();
    let mut last = Sum::default();
    for part in parts {
        let (few, end) = match part {
            PositionPart::Row(game, heaps) => {
                let heap = |index| heaps.get(index).map(|size| game.heap(size)).unwrap_or_default();
                let few = (0..heaps.count.min(NAMED as u64)).fold(Sum::default(), |sum, index| sum.plus(&heap(index)));
                (few, heap(heaps.count - 1))
            }
            PositionPart::Sum(sum) => ((**sum).clone(), (**sum).clone()),
        };
        let room = NAMED.saturating_sub(first.parts.len());
        first.parts.extend(few.parts.into_iter().take(room));
        if let Some(end) = end.parts.into_iter().next_back() {
            last = Sum { parts: vec![end] };
        }
    }
    terms(session, &first.plus(&last), at)
}

//! `winner`, `grundy` and `outcome` of rows of heaps that are too many to be listed, such as `Nim[1..10^16]`.

use std::slice::from_ref;

use grundy_engine::game::{Component, PositionPart, Sum, Value};
use grundy_engine::nim::{Convention, GrundyValue, Nimber, Outcome};
use grundy_engine::solve::Move;
use serde::{Serialize, Serializer};

use crate::error::Error;
use crate::lang::rows;
use crate::lang::session::Session;
use crate::show::document::Document;
use crate::show::phrase::NAMED;
use crate::show::report::{Report, Showable};
use crate::show::rows::Rows;
use crate::source::Span;
use crate::syntax::ast::Ask;
use crate::verbs::position::analysis::{ValuesWanted, analysed};
use crate::verbs::position::data::{ValuedSummand, Winner, columns};
use crate::verbs::position::{AskedPosition, terms};

/// With more heaps in a row than this, a question that the nim-sum decides does not list them.
pub(crate) const LISTED: u64 = 100_000;

/// An answer about a position with long rows of heaps. Inside it, the position has only the heaps that are shown.
#[derive(Debug)]
struct OfRows<A> {
    /// The position as it was typed.
    position: String,
    answer: A,
}

impl<A: Serialize> Serialize for OfRows<A> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut object = serde_json::to_value(&self.answer).map_err(serde::ser::Error::custom)?;
        object["position"] = self.position.as_str().into();
        object.as_object_mut().and_then(|members| members.remove("terms"));
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
        Some(Rows::of(columns(self.kind()), from_ref(self)))
    }
}

/// Does the nim-sum alone answer this question?
pub(crate) fn is_answered(ask: &Ask) -> bool {
    !ask.misere && matches!(ask.verb, "winner" | "grundy" | "outcome")
}

/// The answer to a question about a position of these parts. Where other parts have no nimber, it shows a nim-heap in place of each
/// row.
pub(crate) fn answer(session: &mut Session, ask: &Ask, parts: &[PositionPart]) -> Result<Report, Error> {
    let at = ask.subject.span;
    let typed = session.names.text(at).trim().to_owned();
    let sum = session.solved(at, |solver| rows::without_rows(solver, parts))?;
    let asked =
        AskedPosition { sum, convention: Convention::Normal, starts: ask.starts, most: 0, for_checker: false, at };
    let mut position = analysed(session, asked.clone(), ValuesWanted::Alone)?;
    position.wants_value = ask.verb == "grundy";
    let nim_sum = position.value.as_ref().and_then(GrundyValue::nimber).filter(|_| position.is_usual());
    if nim_sum.is_some() {
        let terms = shown(session, parts, at)?;
        position.sum = terms.iter().fold(Sum::default(), |sum, term| sum.plus(&Sum::of(term.component.clone())));
        position.terms = terms.into_iter().map(ValuedSummand::of_any_kind).collect();
    }
    session.set_ans(match ask.verb {
        "winner" => Value::winner(position.outcome),
        "grundy" => position.value.clone().map_or(Value::None, Value::from),
        _ => Value::Outcome(position.outcome),
    });
    if ask.verb != "winner" {
        return Ok(Report::new(OfRows { position: typed, answer: position }));
    }
    let best = match nim_sum {
        Some(value) => session.solved(at, |solver| rows::winning_move(solver, parts, value))?,
        None if position.outcome == Outcome::P => None,
        None => best_beside_rows(session, &asked, parts)?,
    };
    let answer = Winner { position, element: None, best, starts: ask.starts, strategy: None, periods: Vec::new() };
    Ok(Report::new(OfRows { position: typed, answer }))
}

/// The best move where a nim-heap stands for each row: one in such a nim-heap is one in the row.
fn best_beside_rows(
    session: &mut Session,
    asked: &AskedPosition,
    parts: &[PositionPart],
) -> Result<Option<Move>, Error> {
    session.solved(asked.at, |solver| {
        let Some(best) = solver.best_move(asked.situation())? else { return Ok(None) };
        if let (Component::Star(size), Some(GrundyValue::Nimber(left))) = (&best.from, &best.value) {
            for part in parts {
                let is_of_row = matches!(part, PositionPart::Row(game, heaps)
                    if solver.row_value(game, *heaps)? == Nimber(*size));
                let made = if is_of_row { rows::move_in_row(solver, part, Nimber(*size) ^ *left)? } else { None };
                if let Some(Move { from, to, .. }) = made {
                    return Ok(Some(Move { from, to, ..best }));
                }
            }
        }
        Ok(Some(best))
    })
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

//! `Nim(6) -> Nim(5)`: whether that is a move, whether it wins, what answers it, and which move is better.

use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_engine::game::{Binding, Component, Position, Sum, Summand, Value};
use grundy_engine::nim::{GrundyValue, Nimber, Outcome};
use grundy_engine::solve::{Move, Situation, SolveError};
use grundy_engine::sorting::sort_by_key;
use serde::Serialize;

use crate::error::Error;
use crate::lang::session::{Reply, Session};
use crate::lang::{errors, evaluate};
use crate::show::document::{Document, Role};
use crate::show::phrase::{nimber, paragraph, sentences, short_sum, sum};
use crate::show::report::Showable;
use crate::show::told::{Told, told};
use crate::source::Span;
use crate::syntax::ast::{Expr, Instruction};
use crate::verbs::position;
use crate::verbs::position::board::{is_one, move_in};
use crate::verbs::position::compound::{self, ByComponents, DecidedBy, how_played};

/// A move from one position to another, and whether it is a good one.
#[derive(Clone, Debug, Serialize)]
pub struct JudgedMove {
    #[serde(rename = "position")]
    pub sum: Sum,
    /// The whole position that the user says it leaves.
    pub after: Sum,
    /// The move, if the rules allow one from there to there.
    #[serde(rename = "move")]
    pub made: Option<Move>,
    /// Other moves to the same position, which oblige the players to something else.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<Move>,
    /// What decides what is left, where that is played at once.
    #[serde(skip)]
    left: Option<ByComponents>,
    /// The winning answer, if the move loses.
    pub answer: Option<Move>,
    /// A move that would have won, if the move does not, or that would have kept a draw, if the move loses.
    pub better: Option<Move>,
}

/// The most options that are searched for the move.
const LOOKED_AT: u64 = 1 << 20;

pub(crate) fn judged_move(session: &mut Session, instruction: &Instruction, at: Span) -> Result<Reply, Error> {
    let [from, to] = &instruction.parts[..] else { return Err(errors::internal("a move without two positions", at)) };
    let sum = evaluate::position(&mut session.names, &mut session.solver, from)?;
    let after = left(session, &sum, to)?;
    let mut found = leading_to(session, &sum, &after, at)?;
    // A move that wins first, so that the other ways there are told in comparison with it.
    sort_by_key(&mut found, |(made, _)| !made.wins());
    let mut found = found.into_iter();
    let mut judged = JudgedMove { made: None, sum, after, others: Vec::new(), left: None, answer: None, better: None };
    let Some((made, left)) = found.next() else { return Ok(Reply::report(judged)) };
    judged.left = compound::found(session, &left.rest, left.convention, at)?;
    judged.others = found.map(|(made, _)| made).collect();
    if !made.wins() {
        // After a move with `again` the same player moves on.
        if made.binding != Binding::Again {
            judged.answer = position::best_move(session, &left, at)?.filter(Move::wins);
        }
        let better = position::best_move(session, &judged.sum, at)?;
        judged.better = better.filter(|better| better.wins() || made.outcome != Outcome::D);
    }
    judged.made = Some(made);
    Ok(Reply::report(judged))
}

/// The position after the move. Where the position before is a single heap or tuple, the new coordinates are
/// enough.
fn left(session: &mut Session, sum: &Sum, to: &Expr) -> Result<Sum, Error> {
    if let [Summand { copies: 1, component: Component::Position(position) }] = &sum.parts[..] {
        let coordinates: Arc<[Value]> = match evaluate::value(&mut session.names, &mut session.solver, to)? {
            value @ Value::Integer(_) => Arc::new([value]),
            Value::Tuple(members) => members,
            _ => Arc::new([]),
        };
        if coordinates.len() == position.coordinates.len() {
            return Ok(Sum::position(Position { game: position.game.clone(), coordinates }));
        }
    }
    evaluate::position(&mut session.names, &mut session.solver, to)
}

/// The moves from one position to another, and what each leaves. They differ in
/// what they oblige the players to do next.
fn leading_to(session: &mut Session, sum: &Sum, after: &Sum, at: Span) -> Result<Vec<(Move, Situation)>, Error> {
    let Some(wanted) = after.clone().without_empty_heaps().normal() else { return Ok(Vec::new()) };
    let whole = Situation::from(sum);
    let mut ways: Vec<(usize, Sum, Binding)> = Vec::new();
    if sum.binds() {
        position::each_move(session, &whole, at, &mut |part, to, binding| {
            let left = whole.after(part, to, binding).whole().without_empty_heaps();
            if left.normal().as_ref() == Some(&wanted) && ways.iter().all(|way| way.2 != binding) {
                ways.push((part, to.clone(), binding));
            }
            ControlFlow::Continue(())
        })?;
    } else if let Some((part, to)) = option_leading_to(session, sum, (after, &wanted), at)? {
        ways.push((part, to, Binding::Free));
    }
    let mut found = Vec::new();
    for (part, to, binding) in ways {
        let left = whole.after(part, &to, binding);
        let (total, outcome) = position::worth(session, &left, binding, at)?;
        let value = if binding.is_free() { position::ready_value(session, &to, at)? } else { None };
        let (from, to, remoteness) = (sum.parts[part].component.clone(), Arc::new(to), None);
        found.push((Move { part, from, to, binding, value, total, outcome, remoteness }, left));
    }
    Ok(found)
}

/// The index of a part of the sum, and an option of that part, that lead to `after`, whose normal form is `wanted`. The
/// components of a compound stand in the order that was typed.
fn option_leading_to(
    session: &mut Session,
    sum: &Sum,
    (after, wanted): (&Sum, &Sum),
    at: Span,
) -> Result<Option<(usize, Sum)>, Error> {
    let leads = |index: usize, to: &Sum| {
        let left = sum.after(index, to);
        left.normal().as_ref() == Some(wanted) && is_in_order(&left, after)
    };
    let mut met = 0;
    for (index, part) in sum.parts.iter().enumerate() {
        let mut found = None;
        match &part.component {
            // A nim-heap becomes one that is in `wanted`, or nothing.
            Component::Star(size) => {
                let left = wanted.parts.iter().filter_map(|part| match part.component {
                    Component::Star(smaller) => Some(smaller),
                    Component::Position(_) => None,
                });
                let mut options = left.chain([0]).filter(|smaller| smaller < size).map(|k| Sum::star(Nimber(k)));
                found = options.find(|to| leads(index, to));
            }
            Component::Position(position) => session.solved(at, |solver| {
                solver.each_option(position, &mut |to| {
                    met += 1;
                    if leads(index, to) {
                        found = Some((**to).clone());
                    }
                    if found.is_some() || met > LOOKED_AT { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                })
            })?,
        }
        if let Some(to) = found {
            return Ok(Some((index, to)));
        }
        if met > LOOKED_AT {
            return session.solved(at, |_| Err(SolveError::Positions { limit: LOOKED_AT }));
        }
    }
    Ok(None)
}

/// Are the components of two compounds the same one by one? Of what is no compound nothing is asked.
fn is_in_order(one: &Sum, other: &Sum) -> bool {
    let (Some(one), Some(other)) = (one.as_compound(), other.as_compound()) else { return true };
    let normal = |component: &Sum| component.clone().without_empty_heaps().normal();
    one.moved_to(other).all(|(one, other)| normal(one) == normal(other))
}

impl Showable for JudgedMove {
    fn kind(&self) -> &'static str {
        "judged"
    }

    fn document(&self) -> Document {
        let mut document = Document::default();
        let Some(made) = &self.made else {
            let (from, to) = (sum(&self.sum), sum(&self.after));
            let mut line = vec![told!("{from} → {to}** is not a move**: the rules do not lead there.", from, to)];
            let rule = self.sum.as_compound().and_then(Position::compound).map(|(rule, _)| rule);
            line.extend(rule.map(how_played));
            line.push(told!("See `moves {x}`.", x = short_sum(&self.sum)));
            paragraph(&mut document, sentences(line));
            return document;
        };
        let step = move_in(&self.sum, if made.wins() { Role::Good } else { Role::Name }, made);
        let found = match made.outcome {
            Outcome::P => told!("{step}** wins**", step),
            Outcome::D => told!("{step}** keeps the draw**", step),
            Outcome::N => told!("{step}** loses**", step),
        };
        let mut line = vec![leaves(self, made, found)];
        line.extend(self.others.iter().map(|other| match other.wins() {
            true => told!("{step} wins too.", step = move_in(&self.sum, Role::Good, other)),
            false => told!("{step} loses.", step = move_in(&self.sum, Role::Name, other)),
        }));
        if let Some(answer) = &self.answer {
            line.push(told!("It is answered by {step}.", step = move_in(&self.after, Role::Good, answer)));
        }
        match &self.better {
            Some(better) => {
                let step = move_in(&self.sum, Role::Good, better);
                line.push(match better.wins() {
                    true => told!("A winning move is {step}.", step),
                    false => told!("A move that keeps the draw is {step}.", step),
                });
            }
            None if !made.wins() => line.push(told!("No move wins here.")),
            None => {}
        }
        paragraph(&mut document, sentences(line));
        document
    }
}

/// What was found, with the value or the nim-sum that the move leaves, if it is known.
fn leaves(report: &JudgedMove, made: &Move, found: Told) -> Told {
    if let Some(compound) = report.left.as_ref().filter(|left| left.decided_by != DecidedBy::Search) {
        return told!("{found}: in what it leaves, {why}.", found, why = compound.reason());
    }
    match made.total.as_ref().and_then(GrundyValue::nimber).filter(|_| made.binding.is_free()) {
        Some(value) if is_one(&report.sum) => told!("{found}: it leaves value {v}.", found, v = nimber(value)),
        Some(value) => told!("{found}: it leaves the nim-sum {v}.", found, v = nimber(value)),
        None => told!("{found}.", found),
    }
}

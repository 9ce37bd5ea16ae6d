//! `Nim(6) -> Nim(5)`: whether that is a move, and whether it wins.

use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_engine::game::{Component, Position, Sum, Summand, Value};
use grundy_engine::nim::{Nimber, Outcome};
use grundy_engine::solve::{self, SolveError};

use crate::error::Error;
use crate::lang::evaluate;
use crate::lang::session::{Reply, Session};
use crate::source::Span;
use crate::syntax::ast::Expr;
use crate::verbs::position::data::{JudgedMove, Move};

/// The most options that are searched for the move.
const LOOKED_AT: u64 = 1 << 20;

impl Session {
    pub(crate) fn judged_move(&mut self, from: &Expr, to: &Expr, at: Span) -> Result<Reply, Error> {
        let sum = evaluate::position(&mut self.names, &mut self.solver, from)?;
        let after = self.left(&sum, to)?;
        let mut judged =
            JudgedMove { made: self.leading_to(&sum, &after, at)?, sum, after, answer: None, better: None };
        if judged.made.as_ref().is_some_and(|made| !made.wins) {
            judged.answer = self.winning_move(&judged.after, false, at)?;
            judged.better = self.winning_move(&judged.sum, false, at)?;
        }
        Ok(Reply::report(judged))
    }

    /// The position after the move. Where the position before is a single heap or tuple, the new coordinates are
    /// enough.
    fn left(&mut self, sum: &Sum, to: &Expr) -> Result<Sum, Error> {
        if let [Summand { copies: 1, component: Component::Position(position) }] = &sum.parts[..] {
            let coordinates: Arc<[Value]> = match evaluate::value(&mut self.names, &mut self.solver, to)? {
                value @ Value::Integer(_) => Arc::new([value]),
                Value::Tuple(members) => members,
                _ => Arc::new([]),
            };
            if coordinates.len() == position.coordinates.len() {
                return Ok(Sum::position(Position { game: position.game.clone(), coordinates }));
            }
        }
        evaluate::position(&mut self.names, &mut self.solver, to)
    }

    /// The move from one position to another, if there is one.
    fn leading_to(&mut self, sum: &Sum, after: &Sum, at: Span) -> Result<Option<Move>, Error> {
        let Some(wanted) = after.clone().without_empty_heaps().normal() else { return Ok(None) };
        let Some((part, to)) = self.option_leading_to(sum, &wanted, at)? else { return Ok(None) };
        let (nim_sum, outcome) = self.ready_value_and_outcome(after, false, at)?;
        let (value, _) = self.ready_value_and_outcome(&to, false, at)?;
        let from = sum.parts[part].component.clone();
        Ok(Some(Move { from, to, value, nim_sum, wins: outcome == Outcome::P }))
    }

    /// The index of a part of the sum, and an option of that part, that lead to `wanted`, which is in normal form.
    fn option_leading_to(&mut self, sum: &Sum, wanted: &Sum, at: Span) -> Result<Option<(usize, Sum)>, Error> {
        let leads = |index: usize, to: &Sum| solve::replaced(sum, index, to).normal().as_ref() == Some(wanted);
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
                Component::Position(position) => self.solved(at, |solver| {
                    solver.each_option(position, &mut |to| {
                        met += 1;
                        if leads(index, to) {
                            found = Some((**to).clone());
                        }
                        if found.is_some() || met > LOOKED_AT {
                            ControlFlow::Break(())
                        } else {
                            ControlFlow::Continue(())
                        }
                    })
                })?,
            }
            if let Some(to) = found {
                return Ok(Some((index, to)));
            }
            if met > LOOKED_AT {
                return self.solved(at, |_| Err(SolveError::Positions { limit: LOOKED_AT }));
            }
        }
        Ok(None)
    }
}

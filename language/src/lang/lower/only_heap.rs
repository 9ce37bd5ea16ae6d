//! The only heap of a game, of which a clause speaks without naming it, and the expressions that clauses are made of.

use std::sync::Arc;

use grundy_engine::game::{At, Expr, Operator, Set, Term, Value};

use crate::error::{Error, SemanticError};
use crate::lang::lower::lowerer::{Context, Lowerer, literal};
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::occurrences;

/// The heap of a game that has no other: its slot, and the number of coordinates. Those before it choose a game of a
/// family.
#[derive(Clone, Copy)]
pub(crate) struct OnlyHeap {
    pub(crate) slot: usize,
    pub(crate) arity: usize,
}

/// The only heap of a game. An error if it has several coordinates: only one heap can be split.
pub(crate) fn only_heap(lowerer: &Lowerer, coordinates: &[String], span: Span) -> Result<OnlyHeap, Error> {
    alone(lowerer, coordinates, span, |game| SemanticError::SplitCoordinates { game })
}

/// The only coordinate of a game in which coins are turned.
pub(crate) fn only_place(lowerer: &Lowerer, coordinates: &[String], span: Span) -> Result<OnlyHeap, Error> {
    alone(lowerer, coordinates, span, |game| SemanticError::TurnCoordinates { game })
}

fn alone(
    lowerer: &Lowerer,
    coordinates: &[String],
    span: Span,
    wrong: fn(String) -> SemanticError,
) -> Result<OnlyHeap, Error> {
    let arity = coordinates.len();
    if arity == lowerer.parameters + 1 {
        return Ok(OnlyHeap { slot: lowerer.parameters, arity });
    }
    let game = match &lowerer.context {
        Context::Rule { game, .. } => game.clone(),
        Context::Question => String::new(),
    };
    Err(Error::new(wrong(game), span))
}

impl OnlyHeap {
    /// The position of the game with this heap.
    pub(crate) fn with(self, lowerer: &Lowerer, heap: &Expr, span: Span) -> Result<Expr, Error> {
        changed(lowerer, self.arity, span, |slot| (slot == self.slot).then(|| heap.clone()))
    }
}

pub(crate) fn variable(slot: usize, span: Span) -> Expr {
    Expr { term: Term::Slot(slot), at: At::from(span) }
}

pub(crate) fn binary(operator: Operator, left: Expr, right: Expr) -> Expr {
    let at = At::from(Span::from(left.at).to(right.at.into()));
    Expr { term: Term::Binary(operator, Box::new(left), Box::new(right)), at }
}

/// The position of the game at hand in which `change` replaces some coordinates, given by their slots.
pub(crate) fn changed(
    lowerer: &Lowerer,
    arity: usize,
    span: Span,
    change: impl Fn(usize) -> Option<Expr>,
) -> Result<Expr, Error> {
    let coordinates = (0..arity).map(|slot| change(slot).unwrap_or_else(|| variable(slot, span))).collect();
    Ok(Expr { term: Term::Position(lowerer.own_game(span)?, coordinates), at: At::from(span) })
}

/// Is the expression the same in all positions and in all cases of its clause?
pub(crate) fn is_known(lowerer: &Lowerer, expr: &ast::Expr) -> bool {
    !lowerer.scope.iter().any(|(name, _)| occurrences::mentions(expr, name))
}

/// A set that is known when the rule is read.
pub(crate) fn known(set: Set, span: Span) -> Expr {
    literal(Value::Set(Arc::new(set)), span)
}

//! `equal misere P, Q` and `form misere P == form misere Q` as statements: beside `false` stands a position that tells the two apart.

use grundy_engine::game::{Sum, Value};
use grundy_engine::nim::Outcome;
use serde::Serialize;

use crate::error::Error;
use crate::lang::evaluate;
use crate::lang::session::Session;
use crate::show::phrase::sum;
use crate::show::told::{Told, told};
use crate::syntax::ast::{BinaryOperator, Expr};

/// What tells two positions apart.
#[derive(Clone, Debug, Serialize)]
pub struct ToldApart {
    /// A third position; empty if the two have different outcomes.
    beside: Sum,
    /// The sums of the two with the third one, and their outcomes in misère play.
    sums: [Sum; 2],
    outcomes: [Outcome; 2],
}

/// What tells two positions apart, if the expression is a comparison of their canonical forms that has found them not equal, and
/// something that does is found.
pub(crate) fn told_apart(session: &mut Session, expr: &Expr, value: &Value) -> Result<Option<ToldApart>, Error> {
    let Value::Bool(truth) = value else { return Ok(None) };
    let Some((operator, left, right)) = compared(expr) else { return Ok(None) };
    if *truth != (operator == BinaryOperator::Unequal) {
        return Ok(None);
    }
    let mut position = |expr| evaluate::position(&mut session.names, &mut session.solver, expr);
    let (left, right) = (position(left)?, position(right)?);
    let found = session.solved(expr.span, |solver| solver.misere_separation(&left, &right))?;
    Ok(found.map(|found| {
        let sums = [left.plus(&found.beside), right.plus(&found.beside)];
        ToldApart { beside: found.beside, sums, outcomes: found.outcomes }
    }))
}

/// The positions of which the canonical forms in misère play are compared, and how.
fn compared(expr: &Expr) -> Option<(BinaryOperator, &Expr, &Expr)> {
    let (operator, left, right) = expr.bare().operation()?;
    let is_equality = matches!(operator, BinaryOperator::Equal | BinaryOperator::Unequal);
    is_equality.then_some((operator, position_of_form(left)?, position_of_form(right)?))
}

/// The position whose canonical form in misère play is asked for.
fn position_of_form(expr: &Expr) -> Option<&Expr> {
    let asked = expr.bare().question().filter(|asked| asked.verb == "form" && asked.misere);
    asked.map(|asked| &asked.subject)
}

impl ToldApart {
    /// Which position tells the two apart, and how.
    pub fn line(&self) -> Told {
        let ToldApart { beside, sums, outcomes } = self;
        let [lost, won] = if outcomes[0] == Outcome::P { [0, 1] } else { [1, 0] }.map(|place| sum(&sums[place]));
        match beside.parts.is_empty() {
            true => told!("In misère play {lost} is lost for the player to move, and {won} is won.", lost, won),
            false => told!(
                "Told apart by {x}: in misère play {lost} is lost for the player to move, and {won} is won.",
                x = sum(beside),
                lost,
                won
            ),
        }
    }
}

//! Expressions whose value is part of a rule.

use grundy_engine::game::{Answers, Evaluator, Silent, Value};

use super::lowerer::expression;
use crate::error::Error;
use crate::session::errors;
use crate::session::names::Names;
use crate::syntax::ast;

/// The value of an expression that asks for no values of positions, such as the set of a rule; what has no meaning in it
/// or went wrong while it was evaluated is the error.
pub fn constant(names: &mut Names, expr: &ast::Expr) -> Result<Value, Error> {
    let program = expression(names, expr)?;
    let mut silent = Silent::new(names.meter.clone());
    // What it keeps is not counted, since it is dropped at once.
    let answers = Answers::none(&program.functions);
    let mut evaluator = Evaluator::new(&program.functions, &[], &answers, &mut silent);
    evaluator.value(&program.body, &mut program.frame()).map_err(|fault| errors::fault(fault, expr.span))
}

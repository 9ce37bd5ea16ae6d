//! Evaluates the constant expressions of a rule, such as the set in `take SET`, while the rule is lowered.

use grundy_engine::game::{Evaluator, MemoTables, RuleOracle, Value};

use crate::error::Error;
use crate::lang::errors;
use crate::lang::lower::lowerer::expression;
use crate::lang::names::Names;
use crate::syntax::ast;

/// The value of an expression that asks no questions about positions.
///
/// # Errors
/// The first thing in it that has no meaning, or what went wrong while it was evaluated.
pub fn constant(names: &mut Names, expr: &ast::Expr) -> Result<Value, Error> {
    let program = expression(names, expr)?;
    let mut oracle = RuleOracle::new(names.meter.clone());
    // The memory of its answers is not accounted for, since they are dropped at once.
    let memo_tables = MemoTables::empty(&program.functions);
    let mut evaluator = Evaluator::new(&program.functions, &[], &memo_tables, &mut oracle);
    evaluator.value(&program.body, &mut program.frame()).map_err(|fault| errors::fault(fault, expr.span))
}

//! `explain 27 xor 17` and `explain mex {0, 1, 4}`: calculations with plain numbers.

use grundy_engine::game::{Set, Value};
use grundy_engine::nim::Nimber;
use grundy_engine::solve::SolveError;
use grundy_engine::sorting::sort;

use crate::error::Error;
use crate::lang::evaluate;
use crate::lang::session::{Reply, Session};
use crate::show::report::Report;
use crate::source::Span;
use crate::syntax::ast::{BinaryOperator, Expr, ExprKind};
use crate::verbs::explain::calculation_data::{MexOf, NimSum};

/// The most members of a long range that are shown.
const MOST_SHOWN: usize = 1_000;

impl Session {
    /// Explains a nim-sum or a mex step by step. The errors are those of evaluating the expression.
    pub(crate) fn calculation(&mut self, expr: &Expr) -> Result<Reply, Error> {
        let value = evaluate::value(&mut self.names, &mut self.solver, expr)?;
        let report = match &expr.kind {
            ExprKind::Binary { operator: BinaryOperator::Xor, .. } => {
                let mut operands = Vec::new();
                summands(expr, &mut operands);
                let mut values = Vec::new();
                for operand in operands {
                    let value = evaluate::value(&mut self.names, &mut self.solver, operand)?;
                    values.push(self.nimber(&value, operand.span)?);
                }
                Report::new(NimSum { summands: values, value: self.nimber(&value, expr.span)? })
            }
            ExprKind::Call { arguments, .. } if let [members] = &arguments[..] => {
                let found = evaluate::value(&mut self.names, &mut self.solver, members)?;
                let least = self.nimber(&value, expr.span)?;
                let (members, more) = self.shown_members(&found, least, members.span)?;
                Report::new(MexOf { members, more, value: least })
            }
            // Anything else, such as `27 xor 17 == 10`, has an explanation only if it is a position.
            _ => {
                let sum = evaluate::position(&mut self.names, &mut self.solver, expr)?;
                return self.explanation(sum, false, expr.span).map(Reply::report);
            }
        };
        self.set_ans(value);
        Ok(Reply::report(report))
    }

    /// The members of a set or a list, sorted and without repeats, and whether there may be more. Of a long or
    /// endless set only the numbers below its mex are given, at most `MOST_SHOWN`.
    fn shown_members(&mut self, found: &Value, least: Nimber, at: Span) -> Result<(Vec<Nimber>, bool), Error> {
        let members: &[Value] = match found {
            Value::List(members) => members,
            Value::Set(set) => match &**set {
                Set::Finite(members) => members,
                Set::Range { start: first @ 0.., end: Some(end), step } if *end < MOST_SHOWN as i128 => {
                    let inside = (*first..=*end).step_by(usize::try_from(*step).unwrap_or(MOST_SHOWN));
                    return Ok((inside.filter_map(|number| u64::try_from(number).ok()).map(Nimber).collect(), false));
                }
                _ => return Ok(((0..least.0).take(MOST_SHOWN).map(Nimber).collect(), true)),
            },
            _ => &[],
        };
        let mut numbers = members.iter().map(|member| self.nimber(member, at)).collect::<Result<Vec<_>, _>>()?;
        sort(&mut numbers);
        numbers.dedup();
        Ok((numbers, false))
    }

    fn nimber(&mut self, value: &Value, at: Span) -> Result<Nimber, Error> {
        let number = match value {
            Value::Integer(number) => u64::try_from(*number).ok(),
            Value::Position(sum) => return self.value(sum, at),
            _ => None,
        };
        self.solved(at, |_| number.map(Nimber).ok_or(SolveError::Overflow))
    }
}

/// The operands of a chain of `xor`, from left to right.
fn summands<'e>(mut expr: &'e Expr, found: &mut Vec<&'e Expr>) {
    while let ExprKind::Binary { operator: BinaryOperator::Xor, left, right } = &expr.kind {
        found.push(right);
        expr = left;
    }
    found.push(expr);
    found.reverse();
}

//! Evaluates compounds: which positions are their components.

use std::sync::Arc;

use super::{Evaluated, Evaluator};
use crate::game::value::expected;
use crate::game::{Compound, EvalError, EvalErrorKind, Expr, Operator, Sum, Term, Value};

impl<'a> Evaluator<'a> {
    /// `all of S(3), S(4)`
    pub(super) fn compound(
        &mut self,
        rule: Compound,
        parts: &'a [Expr],
        expr: &'a Expr,
        frame: &mut [Value],
    ) -> Evaluated<Value> {
        let mut components = Vec::new();
        for part in parts {
            self.components(part, frame, &mut components)?;
        }
        let found = Sum::position(rule.position(components));
        match found.depth() > Compound::DEEPEST {
            true => Err(EvalError::new(EvalErrorKind::NestedTooDeep { limit: Compound::DEEPEST }, expr.at)),
            false => Ok(Value::position(found)),
        }
    }

    /// Adds the components that are written here: a list is its members, `T[1, 2]` its heaps, and `k * P` so many copies.
    fn components(&mut self, part: &'a Expr, frame: &mut [Value], to: &mut Vec<Arc<Sum>>) -> Evaluated<()> {
        match &part.term {
            Term::Heaps(..) => {
                for heap in &self.position_of(part, frame)?.parts {
                    self.component(Arc::new(Sum { parts: vec![heap.clone()] }), part, to)?;
                }
                return Ok(());
            }
            Term::Binary(Operator::Multiply, times, of) => {
                if let Value::Integer(times) = self.value(times, frame)? {
                    let mut each = Vec::new();
                    self.components(of, frame, &mut each)?;
                    for _ in 0..times {
                        each.iter().try_for_each(|component| self.component(component.clone(), part, to))?;
                    }
                    return Ok(());
                }
            }
            _ => {}
        }
        match self.value(part, frame)? {
            Value::Position(sum) => self.component(sum, part, to),
            Value::List(members) => members.iter().try_for_each(|member| match member {
                Value::Position(sum) => self.component(sum.clone(), part, to),
                other => Err(EvalError::new(expected("a position", other), part.at)),
            }),
            other => Err(EvalError::new(expected("a position", &other), part.at)),
        }
    }

    fn component(&mut self, component: Arc<Sum>, part: &Expr, to: &mut Vec<Arc<Sum>>) -> Evaluated<()> {
        self.tick(part)?;
        if let Some(game) = component.games().find(|game| game.ruleset.binds()) {
            return Err(EvalError::new(EvalErrorKind::BindsInCompound { game: game.name.to_string() }, part.at));
        }
        if to.len() == Compound::MOST {
            return Err(EvalError::new(EvalErrorKind::TooLarge { limit: Compound::MOST }, part.at));
        }
        self.oracle.meter().push(to, component).map_err(|halt| EvalError::new(halt.into(), part.at))
    }
}

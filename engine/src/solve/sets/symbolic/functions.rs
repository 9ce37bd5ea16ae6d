//! Functions of what depends on what is left.

use std::sync::Arc;

use super::{Found, Symbol, SymbolicEvaluator, Unrecognised};
use crate::game::{Builtin, Expr, Value};
use crate::solve::sets::guard::Guard;

impl SymbolicEvaluator<'_> {
    pub(super) fn builtin(&mut self, function: Builtin, arguments: Vec<Symbol>) -> Found<Symbol> {
        match (function, &arguments[..]) {
            (Builtin::Length, [Symbol::Board]) => Ok(Symbol::Known(Value::Integer(self.stone_board()?.len() as i128))),
            (Builtin::Length, [Symbol::Grown]) => Ok(Symbol::GrownLength(0)),
            (Builtin::Length, [Symbol::List(list)]) if list.iter().all(|(_, there)| *there == Guard::ALWAYS) => {
                Ok(Symbol::Known(Value::Integer(list.len() as i128)))
            }
            (Builtin::Indices, [Symbol::List(list)]) if list.iter().all(|(_, there)| *there == Guard::ALWAYS) => {
                let place = |place| (Symbol::Known(Value::Integer(place)), Guard::ALWAYS);
                Ok(Symbol::List(Arc::new((0..list.len() as i128).map(place).collect())))
            }
            (Builtin::Replace, [Symbol::List(list), place, new])
                if list.iter().all(|(_, there)| *there == Guard::ALWAYS) =>
            {
                let place = self.known(place.clone())?.as_integer().and_then(|place| usize::try_from(place).ok());
                let mut replaced = (**list).clone();
                let (member, _) = place.and_then(|place| replaced.get_mut(place)).ok_or(Unrecognised)?;
                *member = new.clone();
                Ok(Symbol::List(Arc::new(replaced)))
            }
            (Builtin::Min, [Symbol::Number(least, rises), other] | [other, Symbol::Number(least, rises)]) => {
                let number = self.known(other.clone())?.as_integer().ok_or(Unrecognised)?;
                let risen = usize::try_from(number.saturating_sub(*least)).ok();
                Ok(match risen {
                    None | Some(0) => Symbol::Known(Value::Integer(number)),
                    Some(risen) => Symbol::Number(*least, Arc::new(rises.iter().take(risen).cloned().collect())),
                })
            }
            (Builtin::Length, [Symbol::List(list)]) => {
                Ok(Symbol::Count(Arc::new(list.iter().map(|(_, there)| there.clone()).collect())))
            }
            (Builtin::Indices, [Symbol::List(list)]) if Arc::ptr_eq(list, &self.whole) => {
                let place = |(symbol, there): &(Symbol, Guard)| match symbol {
                    Symbol::Member(member) => Ok((Symbol::Place(*member), there.clone())),
                    _ => Err(Unrecognised),
                };
                Ok(Symbol::List(Arc::new(list.iter().map(place).collect::<Found<_>>()?)))
            }
            (Builtin::Remove, [Symbol::List(list), Symbol::Place(member)]) if Arc::ptr_eq(list, &self.whole) => {
                let is_other = |(symbol, _): &&(Symbol, Guard)| !matches!(symbol, Symbol::Member(one) if one == member);
                Ok(Symbol::List(Arc::new(list.iter().filter(is_other).cloned().collect())))
            }
            (Builtin::Parts, [Symbol::List(list), graph]) => {
                let graph = self.known(graph.clone())?;
                let near = self.graph(&graph)?;
                Ok(Symbol::Parts(list.clone(), Arc::new(near)))
            }
            _ => Err(Unrecognised),
        }
    }

    pub(super) fn fold(function: Builtin, cases: Vec<(Guard, Guard)>) -> Found<Symbol> {
        let both = |(guard, holds)| Guard::all([guard, holds]);
        Ok(match function {
            Builtin::Some => Symbol::Truth(Guard::any(cases.into_iter().map(both))),
            Builtin::All => {
                Symbol::Truth(Guard::all(cases.into_iter().map(|(guard, holds)| Guard::any([guard.not(), holds]))))
            }
            Builtin::Count => Symbol::Count(Arc::new(cases.into_iter().map(both).collect())),
            _ => return Err(Unrecognised),
        })
    }

    pub(super) fn call(&mut self, function: usize, arguments: &[Expr], frame: &mut Vec<Symbol>) -> Found<Symbol> {
        let called = &self.mover.system().functions[function];
        if !called.domains.is_empty() || self.depth >= Self::DEEPEST {
            return Err(Unrecognised);
        }
        let mut inner = arguments.iter().map(|argument| self.value(argument, frame)).collect::<Found<Vec<_>>>()?;
        inner.resize(called.slots.max(called.arity), Symbol::Known(Value::Bool(false)));
        self.depth += 1;
        let found = self.value(&called.body, &mut inner);
        self.depth -= 1;
        found
    }
}

//! Expressions that gather many values: sets, lists, comprehensions and what is said of all their cases.

use std::sync::Arc;

use super::{Evaluated, Evaluator, Flow};
use crate::game::functions::{expected, integer};
use crate::game::heap::each_way;
use crate::game::{Builtin, Expr, Fault, FaultKind, GoOn, Image, Likeness, Set, Shape, Step, Term, Value, gathered};

impl Evaluator<'_> {
    /// The value of an expression that should be a set (a list counts as one).
    ///
    /// # Errors
    /// As [`Evaluator::value`], and if it is no set.
    pub fn set_value(&mut self, expr: &Expr, frame: &mut [Value]) -> Evaluated<Set> {
        let value = self.value(expr, frame)?;
        as_set(&value, self.oracle.go_on()).map_err(|kind| Fault::new(kind, expr.at))
    }

    pub(super) fn set(&mut self, members: &[Expr], expr: &Expr, frame: &mut [Value]) -> Evaluated<Value> {
        let mut listed = Vec::new();
        let mut parts = Vec::new();
        for member in members {
            match self.value(member, frame)? {
                Value::Set(set) => parts.push((*set).clone()),
                other => listed.push(other),
            }
        }
        self.together(listed, parts).map_err(|kind| Fault::new(kind, expr.at))
    }

    /// The set of members and of the members of sets.
    fn together(&mut self, listed: Vec<Value>, mut parts: Vec<Set>) -> Result<Value, FaultKind> {
        parts.push(Set::gathered(listed, self.oracle.go_on())?);
        let united = Set::united(parts, self.oracle.go_on())?;
        self.flat(united).map(|set| Value::Set(Arc::new(set)))
    }

    /// Small sets are kept as their members, so that equal sets look alike.
    fn flat(&mut self, set: Set) -> Result<Set, FaultKind> {
        const SMALL: u128 = 1 << 16;
        if matches!(set, Set::Finite(_) | Set::Range { .. }) || set.size_bound() > SMALL {
            return Ok(set);
        }
        let go_on = self.oracle.go_on();
        let members = set.members(go_on).map_err(|fault| *fault.kind)?;
        Ok(Set::gathered(members, go_on)?)
    }

    pub(super) fn except(&mut self, from: &Expr, without: &Expr, frame: &mut [Value]) -> Evaluated<Value> {
        let kept = self.set_value(from, frame)?;
        let left_out = self.set_value(without, frame)?;
        let set = self.flat(Set::Except(Arc::new((kept, left_out)))).map_err(|kind| Fault::new(kind, from.at))?;
        Ok(Value::Set(Arc::new(set)))
    }

    pub(super) fn between(
        &mut self,
        set: &Expr,
        least: i128,
        greatest: &Expr,
        frame: &mut [Value],
    ) -> Evaluated<Value> {
        let members = self.set_value(set, frame)?;
        let limit = self.integer(greatest, frame)?;
        let go_on = self.oracle.go_on();
        let numbers = members.up_to(limit, go_on).map_err(|fault| placed(fault, set))?;
        numbers_of(numbers.into_iter().filter(|n| *n >= least), go_on).map_err(|fault| placed(fault, set))
    }

    pub(super) fn divisors(&mut self, set: &Expr, heap: &Expr, frame: &mut [Value]) -> Evaluated<Value> {
        let members = self.set_value(set, frame)?;
        let heap = self.integer(heap, frame)?;
        let go_on = self.oracle.go_on();
        let mut numbers = members.up_to(heap, go_on).map_err(|fault| placed(fault, set))?;
        numbers.retain(|n| *n >= 2);
        let beyond = heap.saturating_add(1).max(2);
        numbers.extend(members.least_from(beyond, go_on).map_err(|fault| placed(fault, set))?);
        numbers_of(numbers.into_iter(), go_on).map_err(|fault| placed(fault, set))
    }

    pub(super) fn ways(&mut self, rest: &Expr, shapes: &[Shape], frame: &mut [Value]) -> Evaluated<Value> {
        let Ok(total) = u64::try_from(self.integer(rest, frame)?) else { return Ok(Value::list(Vec::new())) };
        let mut found = Vec::new();
        let counted = self.oracle.go_on().clone();
        for shape in shapes {
            let _ = each_way(total, *shape, &counted, &mut |heaps| {
                self.beat(rest)?;
                if found.len() >= Self::LONGEST {
                    return Err(Fault::new(FaultKind::TooLarge { limit: Self::LONGEST }, rest.at));
                }
                let way = numbers_of(heaps.iter().map(|heap| i128::from(*heap)), &counted)?;
                gathered::push(&mut found, way, &counted)?;
                Ok(Flow::Continue(()))
            })
            .map_err(|fault| placed(fault, rest))?;
        }
        gathered::listed(found, &counted).map_err(|halt| Fault::new(halt.into(), rest.at))
    }

    pub(super) fn list_of(&mut self, steps: &[Step], body: &Expr, frame: &mut [Value]) -> Evaluated<Value> {
        let members = self.collect(steps, body, frame)?;
        gathered::listed(members, self.oracle.go_on()).map_err(|halt| Fault::new(halt.into(), body.at))
    }

    pub(super) fn collect(&mut self, steps: &[Step], body: &Expr, frame: &mut [Value]) -> Evaluated<Vec<Value>> {
        let mut found = Vec::new();
        let _ = self.each(steps, frame, &mut |this, frame| {
            if found.len() >= Self::LONGEST {
                return Err(Fault::new(FaultKind::TooLarge { limit: Self::LONGEST }, body.at));
            }
            let value = this.value(body, frame)?;
            if found.len() == found.capacity() {
                let more = found.len().max(4);
                gathered::reserve(&mut found, more, this.oracle.go_on())
                    .map_err(|halt| Fault::new(halt.into(), body.at))?;
            }
            found.push(value);
            Ok(Flow::Continue(()))
        })?;
        Ok(found)
    }

    pub(super) fn set_of(&mut self, steps: &[Step], body: &Expr, frame: &mut [Value]) -> Evaluated<Value> {
        if let Some((Step::For { slot, source }, rest)) = steps.split_first()
            && let Term::Range { start, end: None, step } = &source.term
        {
            let (start, _, step) = self.range(start, None, step.as_deref(), frame)?;
            let image = Image {
                start,
                step,
                slot: *slot,
                steps: rest.to_vec(),
                body: body.clone(),
                frame: frame.to_vec(),
                functions: self.functions.clone(),
                go_on: self.oracle.go_on().clone(),
            };
            return Ok(Value::Set(Arc::new(Set::Image(Arc::new(image)))));
        }
        let mut listed = Vec::new();
        let mut parts = Vec::new();
        let members = self.collect(steps, body, frame)?;
        if members.iter().any(|member| matches!(member, Value::Set(_))) {
            for value in members {
                match value {
                    Value::Set(set) => gathered::push(&mut parts, (*set).clone(), self.oracle.go_on())?,
                    other => gathered::push(&mut listed, other, self.oracle.go_on())?,
                }
            }
        } else {
            listed = members;
        }
        self.together(listed, parts).map_err(|kind| Fault::new(kind, body.at))
    }

    /// `all` and `some` stop at the first case that decides; the others want all cases.
    pub(super) fn fold(
        &mut self,
        function: Builtin,
        steps: &[Step],
        body: &Expr,
        expr: &Expr,
        frame: &mut [Value],
    ) -> Evaluated<Value> {
        let decisive = match function {
            Builtin::All => false,
            Builtin::Some => true,
            _ => {
                let cases = self.list_of(steps, body, frame)?;
                return function.apply(&[cases], self.oracle.go_on()).map_err(|kind| Fault::new(kind, expr.at));
            }
        };
        let flow = self.each(steps, frame, &mut |this, frame| {
            Ok(if this.truth(body, frame)? == decisive { Flow::Break(()) } else { Flow::Continue(()) })
        })?;
        Ok(Value::Bool(flow.is_break() == decisive))
    }
}

/// The shapes of a split into so many heaps: a number, or a set of them. More heaps than any split can have are left
/// out.
pub(super) fn shapes(into: &Value, likeness: Likeness, go_on: &GoOn) -> Result<Vec<Shape>, FaultKind> {
    let heaps = |parts: i128| match parts {
        ..2 => Err(FaultKind::Parts { parts }),
        _ => Ok(u32::try_from(parts).ok()),
    };
    if let Value::Integer(parts) = into {
        return Ok(heaps(*parts)?.map(|parts| Shape::exactly(parts, likeness)).into_iter().collect());
    }
    let set = as_set(into, go_on)?;
    if let Set::Range { start, end: None, step: 1 } = set {
        return Ok(heaps(start)?.map(|least| Shape::at_least(least, likeness)).into_iter().collect());
    }
    let mut shapes = Vec::new();
    for member in set.members(go_on).map_err(|fault| *fault.kind)? {
        let parts = heaps(integer(&member)?)?;
        shapes.extend(parts.map(|parts| Shape::exactly(parts, likeness)));
    }
    Ok(shapes)
}

/// The list of numbers.
fn numbers_of(numbers: impl Iterator<Item = i128>, go_on: &GoOn) -> Evaluated<Value> {
    let members = gathered::collected(numbers.map(Value::Integer), go_on)?;
    Ok(gathered::listed(members, go_on)?)
}

fn as_set(value: &Value, go_on: &GoOn) -> Result<Set, FaultKind> {
    match value {
        Value::Set(set) => Ok((**set).clone()),
        Value::List(members) => Ok(Set::gathered(gathered::copied(members, go_on)?, go_on)?),
        other => Err(expected("a set", other)),
    }
}

/// A fault without a place of its own happened here.
fn placed(fault: Fault, here: &Expr) -> Fault {
    if fault.at.is_empty() { Fault::new(*fault.kind, here.at) } else { fault }
}

//! Evaluates expressions that collect many values: sets, lists, comprehensions, and functions over all cases of a
//! comprehension.

use std::sync::Arc;

use super::gathered::{Gathered, Gathering};
use super::members::Members;
use super::{Evaluated, Evaluator, Flow};
use crate::game::heap::each_way;
use crate::game::value::{expected, integer};
use crate::game::{
    Builtin, EndlessComprehension, EvalError, EvalErrorKind, Expr, Likeness, Meter, Set, Shape, Step, Term, Value,
};

impl<'a> Evaluator<'a> {
    /// The value of an expression that should be a set (a list counts as one).
    ///
    /// # Errors
    /// As [`Evaluator::value`], and if it is not a set.
    fn set_value(&mut self, expr: &'a Expr, frame: &mut [Value]) -> Evaluated<Set> {
        let value = self.value(expr, frame)?;
        as_set(&value, self.oracle.meter()).map_err(expr.here())
    }

    pub(super) fn set(&mut self, members: &'a [Expr], expr: &'a Expr, frame: &mut [Value]) -> Evaluated<Value> {
        let members = members.iter().map(|member| self.value(member, frame)).collect::<Evaluated<_>>()?;
        self.set_of_members(members).map_err(expr.here())
    }

    /// The set of these members; a set among them contributes its own members.
    fn set_of_members(&mut self, members: Vec<Value>) -> Result<Value, EvalErrorKind> {
        let meter = self.oracle.meter();
        let mut listed = Vec::new();
        let mut parts = Vec::new();
        if members.iter().any(|member| matches!(member, Value::Set(_))) {
            for member in members {
                match member {
                    Value::Set(set) => meter.push(&mut parts, (*set).clone())?,
                    other => meter.push(&mut listed, other)?,
                }
            }
        } else {
            listed = members;
        }
        parts.push(Set::finite_metered(listed, meter)?);
        let union = Set::union_metered(parts, meter)?;
        let union = self.flat(union)?;
        self.judge(|judge| judge.distinct(union)).map(|set| Value::Set(Arc::new(set)))
    }

    /// Lists the members of a small set, so that equal small sets have the same form.
    fn flat(&mut self, set: Set) -> Result<Set, EvalErrorKind> {
        const SMALL: u128 = 1 << 16;
        if matches!(set, Set::Finite(_) | Set::Range { .. }) || set.size_bound() > SMALL {
            return Ok(set);
        }
        let meter = self.oracle.meter();
        let members = set.members(meter).map_err(|fault| *fault.kind)?;
        Ok(Set::finite_metered(members, meter)?)
    }

    pub(super) fn except(&mut self, from: &'a Expr, without: &'a Expr, frame: &mut [Value]) -> Evaluated<Value> {
        let kept = self.set_value(from, frame)?;
        let left_out = self.set_value(without, frame)?;
        let left = self.judge(|judge| judge.without(kept, left_out)).map_err(from.here())?;
        let set = self.flat(left).map_err(from.here())?;
        Ok(Value::Set(Arc::new(set)))
    }

    pub(super) fn between(
        &mut self,
        set: &'a Expr,
        least: i128,
        greatest: &'a Expr,
        frame: &mut [Value],
    ) -> Evaluated<Value> {
        let members = self.set_value(set, frame)?;
        let limit = self.integer(greatest, frame)?;
        let meter = self.oracle.meter();
        let numbers = members.up_to(limit, meter).map_err(|fault| fault.placed(set.at))?;
        numbers_of(numbers.into_iter().filter(|n| *n >= least), meter).map_err(|fault| fault.placed(set.at))
    }

    pub(super) fn divisors(&mut self, set: &'a Expr, heap: &'a Expr, frame: &mut [Value]) -> Evaluated<Value> {
        let members = self.set_value(set, frame)?;
        let heap = self.integer(heap, frame)?;
        let meter = self.oracle.meter();
        let mut numbers = members.up_to(heap, meter).map_err(|fault| fault.placed(set.at))?;
        numbers.retain(|n| *n >= 2);
        let beyond = heap.saturating_add(1).max(2);
        numbers.extend(members.least_from(beyond, meter).map_err(|fault| fault.placed(set.at))?);
        numbers_of(numbers.into_iter(), meter).map_err(|fault| fault.placed(set.at))
    }

    pub(super) fn ways(&mut self, rest: &'a Expr, shapes: &[Shape], frame: &mut [Value]) -> Evaluated<Value> {
        let Ok(total) = u64::try_from(self.integer(rest, frame)?) else { return Ok(Value::list(Vec::new())) };
        let mut found = Vec::new();
        let counted = self.oracle.meter().clone();
        for shape in shapes {
            let _ = each_way(total, *shape, &counted, &mut |heaps| {
                self.tick(rest)?;
                if found.len() >= Self::LONGEST {
                    return Err(EvalError::new(EvalErrorKind::TooLarge { limit: Self::LONGEST }, rest.at));
                }
                let way = numbers_of(heaps.iter().map(|heap| i128::from(*heap)), &counted)?;
                counted.push(&mut found, way)?;
                Ok(Flow::Continue(()))
            })
            .map_err(|fault| fault.placed(rest.at))?;
        }
        counted.list_of(found).map_err(rest.here())
    }

    pub(super) fn list_of(&mut self, steps: &'a [Step], body: &'a Expr, frame: &mut [Value]) -> Evaluated<Value> {
        let members = self.collect(steps, body, frame)?;
        members.into_shared(self.oracle.meter()).map(Value::List).map_err(body.here())
    }

    pub(super) fn collect(&mut self, steps: &'a [Step], body: &'a Expr, frame: &mut [Value]) -> Evaluated<Members> {
        let mut gathered = Gathered::new(Gathering::List, body.at, self.oracle.meter());
        match self.gather(steps, body, frame, &mut gathered) {
            Ok(_) => Ok(gathered.into_members()),
            Err(stopped) => {
                gathered.into_members().set_aside(self.oracle.meter());
                Err(stopped)
            }
        }
    }

    pub(super) fn set_of(&mut self, steps: &'a [Step], body: &'a Expr, frame: &mut [Value]) -> Evaluated<Value> {
        if let Some((Step::For { slot, source }, rest)) = steps.split_first()
            && let Term::Range { start, end: None, step } = &source.term
        {
            let (start, _, step) = self.range(start, None, step.as_deref(), frame)?;
            let comprehension = EndlessComprehension {
                start,
                step,
                slot: *slot,
                steps: rest.to_vec(),
                body: body.clone(),
                frame: frame.to_vec(),
                functions: self.functions.clone(),
                meter: self.oracle.meter().clone(),
            };
            return Ok(Value::Set(Arc::new(Set::Comprehension(Arc::new(comprehension)))));
        }
        let members = self.collect(steps, body, frame)?.into_values(self.oracle.meter()).map_err(body.here())?;
        self.set_of_members(members).map_err(body.here())
    }

    /// Applies a function to the body in all cases. `all`, `some` and `first` stop at the first case that decides.
    pub(super) fn fold(
        &mut self,
        function: Builtin,
        steps: &'a [Step],
        body: &'a Expr,
        expr: &'a Expr,
        frame: &mut [Value],
    ) -> Evaluated<Value> {
        let gathering = match function {
            Builtin::All => Gathering::All(true),
            Builtin::Some => Gathering::All(false),
            Builtin::First => return self.first(steps, body, expr, frame),
            _ => match Gathering::by(function) {
                Some(gathering) => gathering,
                None => {
                    let cases = self.list_of(steps, body, frame)?;
                    return self.apply(function, &mut [cases]).map_err(expr.here());
                }
            },
        };
        let mut gathered = Gathered::new(gathering, expr.at, self.oracle.meter());
        let flow = self.gather(steps, body, frame, &mut gathered)?;
        match gathering {
            Gathering::All(wanted) => Ok(Value::Bool(flow.is_continue() == wanted)),
            _ => gathered.finish().map_err(expr.here()),
        }
    }

    /// How many cases of the steps hold before the first that does not, and the value of the body in that case, whose
    /// variables are then in the frame.
    ///
    /// # Errors
    /// A fault of a step or of the body.
    pub fn held(&mut self, steps: &'a [Step], body: &'a Expr, frame: &mut [Value]) -> Evaluated<(u128, Option<Value>)> {
        let mut gathered = Gathered::new(Gathering::Held, body.at, self.oracle.meter());
        let _ = self.gather(steps, body, frame, &mut gathered)?;
        Ok(gathered.held())
    }

    /// The body in the first case; the outermost loop may be endless.
    fn first(&mut self, steps: &'a [Step], body: &'a Expr, expr: &'a Expr, frame: &mut [Value]) -> Evaluated<Value> {
        let mut gathered = Gathered::new(Gathering::First, expr.at, self.oracle.meter());
        let endless = match steps.split_first() {
            Some((Step::For { slot, source }, rest)) if !matches!(source.term, Term::Range { end: Some(_), .. }) => {
                match self.value(source, frame)? {
                    Value::Set(set) if set.is_endless() => Some((*slot, source, set, rest)),
                    _ => None,
                }
            }
            _ => None,
        };
        let _ = match endless {
            None => self.gather(steps, body, frame, &mut gathered)?,
            Some((slot, source, set, rest)) => match *set {
                // In a rule, only a loop with an end may be too long.
                Set::Range { start, step, .. } if !self.in_rule => {
                    self.gather_run(slot, source, (start, i128::MAX, step), (rest, body), frame, &mut gathered)?
                }
                _ => self.first_among((slot, source, &set), (rest, body), frame, &mut gathered)?,
            },
        };
        gathered.finish().map_err(expr.here())
    }

    /// As [`Evaluator::first`], where a variable runs through an endless set.
    fn first_among(
        &mut self,
        (slot, source, set): (usize, &'a Expr, &Set),
        (rest, body): (&'a [Step], &'a Expr),
        frame: &mut [Value],
        gathered: &mut Gathered,
    ) -> Evaluated<Flow> {
        let mut from = i128::MIN;
        loop {
            self.tick(source)?;
            let least = set.least_from(from, self.oracle.meter());
            let Some(member) = least.map_err(|fault| fault.placed(source.at))? else {
                return Ok(Flow::Continue(()));
            };
            frame[slot] = Value::Integer(member);
            let flow = self.gather(rest, body, frame, gathered)?;
            match member.checked_add(1) {
                Some(next) if flow.is_continue() => from = next,
                _ => return Ok(flow),
            }
        }
    }
}

/// The shapes for a number of heaps, or for each of a set of numbers. Numbers beyond 32 bits are left out: no list
/// could hold so many heaps.
pub(in crate::game) fn shapes(into: &Value, likeness: Likeness, meter: &Meter) -> Result<Vec<Shape>, EvalErrorKind> {
    let heaps = |parts: i128| match parts {
        ..2 => Err(EvalErrorKind::SplitCount { parts }),
        _ => Ok(u32::try_from(parts).ok()),
    };
    if let Value::Integer(parts) = into {
        return Ok(heaps(*parts)?.map(|parts| Shape::exactly(parts, likeness)).into_iter().collect());
    }
    let set = as_set(into, meter)?;
    if let Set::Range { start, end: None, step: 1 } = set {
        return Ok(heaps(start)?.map(|least| Shape::at_least(least, likeness)).into_iter().collect());
    }
    let mut shapes = Vec::new();
    for member in set.members(meter).map_err(|fault| *fault.kind)? {
        let parts = heaps(integer(&member)?)?;
        shapes.extend(parts.map(|parts| Shape::exactly(parts, likeness)));
    }
    Ok(shapes)
}

/// The list of numbers.
fn numbers_of(numbers: impl Iterator<Item = i128>, meter: &Meter) -> Evaluated<Value> {
    let members = meter.collected(numbers.map(Value::Integer))?;
    Ok(meter.list_of(members)?)
}

fn as_set(value: &Value, meter: &Meter) -> Result<Set, EvalErrorKind> {
    match value {
        Value::Set(set) => Ok((**set).clone()),
        Value::List(members) => Ok(Set::finite_metered(meter.copied(members)?, meter)?),
        other => Err(expected("a set", other)),
    }
}

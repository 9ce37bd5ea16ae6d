//! Whatever compares values of an expression. There a position stands for its Grundy value, which only the oracle knows.

use std::cell::RefCell;

use super::Evaluator;
use crate::game::value::members_of;
use crate::game::worth::{Judge, holds_position};
use crate::game::{Builtin, EvalErrorKind, PositionQuestion, Value, operators, order};
use crate::nim::Convention;

impl Evaluator<'_> {
    /// Lets something compare values, with the Grundy values of positions at hand.
    pub(super) fn judge<R>(&mut self, judged: impl FnOnce(&Judge) -> R) -> R {
        let meter = self.oracle.meter().clone();
        let oracle = RefCell::new(&mut *self.oracle);
        let worth = |sum: &_| oracle.borrow_mut().ask(PositionQuestion::Grundy, Convention::Normal, sum);
        judged(&Judge { worth: &worth, meter: &meter, plain: &self.plain })
    }

    /// The Grundy value of a position; anything else stays as it is.
    pub(super) fn worth(&mut self, value: Value) -> Result<Value, EvalErrorKind> {
        match &value {
            Value::Position(sum) => self.oracle.ask(PositionQuestion::Grundy, Convention::Normal, sum),
            _ => Ok(value),
        }
    }

    /// The result of a function, which may use its arguments up.
    pub(super) fn apply(&mut self, function: Builtin, arguments: &mut [Value]) -> Result<Value, EvalErrorKind> {
        use Builtin::{Count, Max, Mex, Min, Nimsum, Sort};
        let compares = match arguments {
            // What might be made of a single position, such as `mex(S(5))`, is no list.
            [Value::Position(_)] => false,
            // The members of a list alone are counted as they are.
            [_] => matches!(function, Max | Mex | Min | Nimsum | Sort),
            _ => matches!(function, Count | Max | Mex | Min | Nimsum | Sort),
        };
        if compares && holds_position(arguments, self.oracle.meter())? {
            return match function {
                Sort | Count => self.judge(|judge| arranged(arguments, judge)),
                _ => self.of_worth(function, arguments),
            };
        }
        function.consume(arguments, self.oracle.meter())
    }

    /// The result of a function of numbers, where positions stand for theirs.
    fn of_worth(&mut self, function: Builtin, arguments: &[Value]) -> Result<Value, EvalErrorKind> {
        let members = match arguments {
            [one @ (Value::List(_) | Value::Set(_) | Value::Tuple(_))] => members_of(one, self.oracle.meter())?,
            several => several.into(),
        };
        let mut numbers = self.oracle.meter().with_room(members.len())?;
        for member in members.iter() {
            numbers.push(self.worth(member.clone())?);
        }
        let numbers = self.oracle.meter().list_of(numbers)?;
        function.apply(&[numbers], self.oracle.meter())
    }
}

/// `count(LIST, VALUE)`, or `sort(LIST)`, which keeps its positions.
fn arranged(arguments: &[Value], judge: &Judge) -> Result<Value, EvalErrorKind> {
    let [list, wanted @ ..] = arguments else { return Err(EvalErrorKind::NoneFound) };
    let members = members_of(list, judge.meter)?;
    if let [wanted] = wanted {
        return operators::count(&members, wanted, judge);
    }
    let mut members = judge.meter.copied(&members)?;
    order::sort_by(&mut members, &|left, right| judge.order(left, right), judge.meter)?;
    Ok(judge.meter.list_of(members)?)
}

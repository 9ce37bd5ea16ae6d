//! What the expressions of a rule are where one number is some x of which nothing is known but that it is large, and its remainder by
//! some modulus: a value that does not depend on x, or x plus a number.

use std::sync::Arc;

use crate::game::{At, Builtin, Expr, Mover, Operator, System, Term, Value, members_of};
use crate::nim::{gcd, lcm};

/// A position but for its large coordinate.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct FarPlace {
    pub rule: usize,
    /// Which coordinate is large.
    pub axis: usize,
    /// The coordinates, with `none` for the large one.
    pub others: Vec<Value>,
}

impl FarPlace {
    /// `None` if a coordinate is a game or the like.
    pub fn of(rule: usize, axis: usize, coordinates: &[Value]) -> Option<FarPlace> {
        let mut others = coordinates.to_vec();
        *others.get_mut(axis)? = Value::None;
        let mut beside = others.iter().enumerate().filter(|(place, _)| *place != axis);
        beside.all(|(_, value)| is_plain(value)).then_some(FarPlace { rule, axis, others })
    }

    /// The coordinates with this number.
    pub fn with(&self, number: i128) -> Arc<[Value]> {
        let coordinate = |(place, other): (usize, &Value)| match place == self.axis {
            true => Value::Integer(number),
            false => other.clone(),
        };
        self.others.iter().enumerate().map(coordinate).collect()
    }
}

/// What an expression is.
#[derive(Clone, Debug)]
pub(super) enum FarValue {
    /// This value, whatever the large number is.
    Known(Value),
    /// The large number and this one.
    Beside(i128),
}

use FarValue::{Beside, Known};

/// A look through a rule, for one remainder of the large number.
pub(super) struct FarReading<'m> {
    pub mover: &'m Mover,
    pub frame: Vec<Value>,
    /// For each slot that is the large number and something more, what that is.
    pub beside: Vec<Option<i128>>,
    pub residue: i128,
    pub modulus: i128,
    /// The modulus that is needed.
    pub wanted: i128,
    pub from: i128,
    pub back: i128,
    pub reached: Vec<FarPlace>,
    pub cases: usize,
    /// How many calls of functions are being followed.
    pub calls: usize,
}

impl<'m> FarReading<'m> {
    const CALLS: usize = 16;

    pub fn of(mover: &'m Mover, modulus: i128) -> FarReading<'m> {
        FarReading {
            mover,
            frame: Vec::new(),
            beside: Vec::new(),
            residue: 0,
            modulus,
            wanted: modulus,
            from: 0,
            back: 0,
            reached: Vec::new(),
            cases: 0,
            calls: 0,
        }
    }

    pub fn set(&mut self, slot: usize, value: FarValue) {
        (self.frame[slot], self.beside[slot]) = match value {
            Known(value) => (value, None),
            Beside(more) => (Value::None, Some(more)),
        };
    }

    pub fn truth(&mut self, condition: &'m Expr) -> Option<bool> {
        match self.value(condition)? {
            Known(Value::Bool(truth)) => Some(truth),
            _ => None,
        }
    }

    /// What an expression is that does not name the large number.
    pub fn known(&mut self, expr: &Expr) -> Option<Value> {
        self.mover.value(expr, &mut self.frame).ok()
    }

    /// What an operation gives for these values.
    pub fn applied(&self, term: Term) -> Option<FarValue> {
        self.mover.value(&Expr { term, at: At::default() }, &mut []).ok().map(Known)
    }

    pub fn value(&mut self, expr: &'m Expr) -> Option<FarValue> {
        if !self.is_beside(expr) {
            return self.known(expr).map(Known);
        }
        let truth = |truth: bool| Some(Known(Value::Bool(truth)));
        match &expr.term {
            Term::Slot(slot) => Some(Beside(self.beside[*slot]?)),
            Term::Not(one) => truth(!self.truth(one)?),
            Term::And(one, other) => truth(self.truth(one)? && self.truth(other)?),
            Term::Or(one, other) => truth(self.truth(one)? || self.truth(other)?),
            Term::If(condition, then, otherwise) => {
                let branch = if self.truth(condition)? { then } else { otherwise };
                self.value(branch)
            }
            Term::Binary(operator, one, other) => {
                let (one, other) = (self.value(one)?, self.value(other)?);
                self.binary(*operator, one, other)
            }
            Term::Builtin(function, arguments) => {
                let all = arguments.iter().map(|one| self.value(one)).collect::<Option<Vec<_>>>()?;
                self.builtin(*function, all)
            }
            Term::Call(function, arguments) => self.call(*function, arguments),
            Term::Index(list, index) => {
                let (list, index) = (self.value(list)?.constant()?, self.value(index)?.constant()?);
                self.applied(Term::Index(Box::new(list), Box::new(index)))
            }
            Term::Tuple(all) => {
                let all: Option<Vec<Expr>> = all.iter().map(|one| self.value(one)?.constant()).collect();
                self.applied(Term::Tuple(all?))
            }
            _ => None,
        }
    }

    /// The answer of a function, read with its arguments.
    pub fn call(&mut self, function: usize, arguments: &'m [Expr]) -> Option<FarValue> {
        let system: &'m System = self.mover.system();
        let function = system.functions.get(function)?;
        let all = arguments.iter().map(|one| self.value(one)).collect::<Option<Vec<_>>>()?;
        self.calls += 1;
        if self.calls > Self::CALLS {
            return None;
        }
        let size = function.slots.max(all.len());
        let frame = std::mem::replace(&mut self.frame, vec![Value::None; size]);
        let beside = std::mem::replace(&mut self.beside, vec![None; size]);
        all.into_iter().enumerate().for_each(|(slot, argument)| self.set(slot, argument));
        let is_inside =
            function.domains.iter().try_fold(true, |all, domain| Some(all && self.truth(&domain.condition)?));
        let answer = if is_inside == Some(true) { self.value(&function.body) } else { None };
        (self.frame, self.beside) = (frame, beside);
        self.calls -= 1;
        answer
    }

    pub fn binary(&mut self, operator: Operator, one: FarValue, other: FarValue) -> Option<FarValue> {
        use Operator::{
            Add, Equal, Greater, GreaterOrEqual, In, Less, LessOrEqual, Multiply, NotIn, Remainder, Subtract, Unequal,
        };
        let truth = |truth: bool| Some(Known(Value::Bool(truth)));
        match (operator, one, other) {
            (operator, Known(one), Known(other)) => {
                let constant = |value| Box::new(Expr { term: Term::Constant(value), at: At::default() });
                self.applied(Term::Binary(operator, constant(one), constant(other)))
            }
            (Add, Beside(a), Known(Value::Integer(b))) | (Add, Known(Value::Integer(b)), Beside(a)) => beside(a, b),
            (Subtract, Beside(a), Known(Value::Integer(b))) => beside(a, b.checked_neg()?),
            (Subtract, Beside(a), Beside(b)) => Some(Known(Value::Integer(a.checked_sub(b)?))),
            (Multiply, Beside(a), Known(Value::Integer(1))) | (Multiply, Known(Value::Integer(1)), Beside(a)) => {
                Some(Beside(a))
            }
            (Remainder, Beside(a), Known(Value::Integer(m))) => {
                self.remainder(a, m).map(|rest| Known(Value::Integer(rest)))
            }
            (In | NotIn, Beside(a), Known(set)) => {
                let members = members_of(&set, self.mover.meter()).ok()?;
                let numbers: Option<Vec<i128>> = members.iter().map(Value::as_integer).collect();
                self.above(a, numbers?.into_iter().max().unwrap_or(0));
                truth(operator == NotIn)
            }
            (Equal | Unequal, Beside(a), Known(Value::Integer(b)))
            | (Equal | Unequal, Known(Value::Integer(b)), Beside(a)) => {
                self.above(a, b);
                truth(operator == Unequal)
            }
            (Less | LessOrEqual | Greater | GreaterOrEqual, Beside(a), Known(Value::Integer(b))) => {
                self.above(a, b);
                truth(matches!(operator, Greater | GreaterOrEqual))
            }
            (Less | LessOrEqual | Greater | GreaterOrEqual, Known(Value::Integer(a)), Beside(b)) => {
                self.above(b, a);
                truth(matches!(operator, Less | LessOrEqual))
            }
            (Equal | Unequal | Less | LessOrEqual | Greater | GreaterOrEqual, Beside(a), Beside(b)) => {
                self.binary(operator, Known(Value::Integer(a)), Known(Value::Integer(b)))
            }
            _ => None,
        }
    }

    pub fn builtin(&mut self, function: Builtin, arguments: Vec<FarValue>) -> Option<FarValue> {
        match (function, &arguments[..]) {
            (_, all) if all.iter().all(|one| matches!(one, Known(_))) => {
                let all: Option<Vec<Expr>> = arguments.into_iter().map(FarValue::constant).collect();
                self.applied(Term::Builtin(function, all?))
            }
            (Builtin::Min | Builtin::Max, [_, _, ..]) => {
                let is_max = function == Builtin::Max;
                arguments.into_iter().map(Some).reduce(|one, other| self.extreme(is_max, one?, other?)).flatten()
            }
            (Builtin::Even, [Beside(a)]) => Some(Known(Value::Bool(self.remainder(*a, 2)? == 0))),
            (Builtin::Odd, [Beside(a)]) => Some(Known(Value::Bool(self.remainder(*a, 2)? == 1))),
            (Builtin::Gcd, [Beside(a), Known(Value::Integer(m))] | [Known(Value::Integer(m)), Beside(a)]) => {
                let m = m.checked_abs()?;
                self.remainder(*a, m).map(|rest| Known(Value::Integer(gcd(rest, m))))
            }
            _ => None,
        }
    }

    /// The greater or the lesser of two.
    pub fn extreme(&mut self, is_max: bool, one: FarValue, other: FarValue) -> Option<FarValue> {
        match (one, other) {
            (Beside(a), Beside(b)) => Some(Beside(if is_max { a.max(b) } else { a.min(b) })),
            (Known(Value::Integer(a)), Known(Value::Integer(b))) => {
                Some(Known(Value::Integer(if is_max { a.max(b) } else { a.min(b) })))
            }
            (Beside(a), Known(Value::Integer(b))) | (Known(Value::Integer(b)), Beside(a)) => {
                self.above(a, b);
                Some(if is_max { Beside(a) } else { Known(Value::Integer(b)) })
            }
            _ => None,
        }
    }

    /// The remainder of the large number and `more`. If it is not known, notes the modulus that is needed.
    pub fn remainder(&mut self, more: i128, modulus: i128) -> Option<i128> {
        if modulus < 1 {
            return None;
        }
        if self.modulus % modulus != 0 {
            self.wanted = lcm(self.wanted, modulus)?;
            return None;
        }
        Some(more.checked_add(self.residue)?.rem_euclid(modulus))
    }

    /// Notes that the large number and `more` are above this number.
    pub fn above(&mut self, more: i128, number: i128) {
        self.need(number.saturating_sub(more).saturating_add(1));
    }

    pub fn need(&mut self, from: i128) {
        self.from = self.from.max(from);
    }

    /// Does an expression name the large number?
    pub fn is_beside(&self, expr: &Expr) -> bool {
        names(expr, &|slot| self.beside.get(slot).is_some_and(Option::is_some))
    }
}

impl FarValue {
    pub fn number(self) -> Option<i128> {
        if let Known(value) = self { value.as_integer() } else { None }
    }

    pub fn constant(self) -> Option<Expr> {
        if let Known(value) = self { Some(Expr { term: Term::Constant(value), at: At::default() }) } else { None }
    }
}

/// Is it a number, a text or a truth, or a list of such?
fn is_plain(value: &Value) -> bool {
    match value {
        Value::Integer(_) | Value::Text(_) | Value::Bool(_) => true,
        Value::List(members) | Value::Tuple(members) => members.iter().all(is_plain),
        _ => false,
    }
}

/// The large number and two others.
fn beside(a: i128, b: i128) -> Option<FarValue> {
    /// Far below where numbers overflow.
    const MOST: i128 = 1 << 100;
    a.checked_add(b).filter(|sum| (-MOST..=MOST).contains(sum)).map(Beside)
}

/// Does an expression name one of these slots?
pub(super) fn names(expr: &Expr, wanted: &dyn Fn(usize) -> bool) -> bool {
    if let Term::Slot(slot) = expr.term {
        return wanted(slot);
    }
    let mut found = false;
    expr.each_part(&mut |part| found = found || names(part, wanted));
    found
}

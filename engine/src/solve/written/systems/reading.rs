//! What the expressions of a rule are where one number is some x of which nothing is known but that it is large, and its remainder by
//! some modulus: a value that does not depend on x, or x plus a number. Where a heap is split, a is one part of x, and both a and x − a
//! are large as well.

use std::cmp::Ordering;
use std::sync::Arc;

use super::values::HeapKind;
use crate::game::{At, Builtin, Expr, Mover, Operator, System, Term, Value, members_of};
use crate::nim::{gcd, lcm};

/// A multiple of x, a multiple of a, and a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub x: i128,
    pub part: i128,
    pub more: i128,
}

impl Line {
    pub const X: Line = Line { x: 1, part: 0, more: 0 };
    pub const PART: Line = Line { x: 0, part: 1, more: 0 };
    /// Far below where numbers overflow.
    const MOST: i128 = 1 << 60;

    fn number(more: i128) -> Line {
        Line { x: 0, part: 0, more }
    }

    /// This line and a multiple of another.
    pub fn plus(self, times: i128, other: Line) -> Option<Line> {
        let sum = |one: i128, other: i128| {
            one.checked_add(other.checked_mul(times)?).filter(|sum| (-Self::MOST..=Self::MOST).contains(sum))
        };
        Some(Line { x: sum(self.x, other.x)?, part: sum(self.part, other.part)?, more: sum(self.more, other.more)? })
    }
}

/// What an expression is.
#[derive(Clone, Debug)]
pub(super) enum FarValue {
    /// This value, whatever x is.
    Known(Value),
    /// A line that is not a number.
    Along(Line),
    /// Half of such a line, rounded down.
    Half(Line),
}

use FarValue::{Along, Half, Known};

impl FarValue {
    pub fn number(&self) -> Option<i128> {
        if let Known(value) = self { value.as_integer() } else { None }
    }

    pub fn constant(self) -> Option<Expr> {
        if let Known(value) = self { Some(Expr::of(value, At::default())) } else { None }
    }

    /// A number or a line as a line.
    pub fn line(&self) -> Option<Line> {
        if let Along(line) = self { Some(*line) } else { self.number().map(Line::number) }
    }

    fn of(line: Line) -> FarValue {
        if (line.x, line.part) == (0, 0) { Known(Value::Integer(line.more)) } else { Along(line) }
    }

    fn half(line: Line) -> FarValue {
        match (line.x % 2, line.part % 2) {
            (0, 0) => FarValue::of(Line { x: line.x / 2, part: line.part / 2, more: line.more.div_euclid(2) }),
            _ => Half(line),
        }
    }
}

/// Where the split of a heap is read: a is this part, and it and x − a are large.
#[derive(Clone, Copy, Debug)]
pub(super) struct InSplit {
    /// The remainder of a by the modulus; where 2a − x is known, by half of it.
    pub residue: i128,
    /// The least that a and x − a are.
    pub least: [i128; 2],
    /// The least and the greatest that 2a − x is, if it has a bound.
    pub between: [Option<i128>; 2],
}

impl InSplit {
    /// What 2a − x is, if that is known.
    pub fn point(&self) -> Option<i128> {
        let [least, most] = self.between;
        least.filter(|_| least == most)
    }
}

/// What is assumed while a rule is read. What turns out to be needed beside is noted in another one, and the rule is read again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Assumed {
    pub modulus: i128,
    /// Parts of a split below this are read one by one: of a, and of x − a.
    pub near: [i128; 2],
}

/// A look through a rule, for one remainder of the large number.
pub(super) struct FarReading<'m> {
    pub mover: &'m Mover,
    pub frame: Vec<Value>,
    /// What each slot is that is not known.
    pub unknown: Vec<Option<FarValue>>,
    pub residue: i128,
    pub split: Option<InSplit>,
    /// A number with which 2a − x was compared, which decides there.
    pub cut: Option<i128>,
    pub assumed: Assumed,
    pub wanted: Assumed,
    pub from: i128,
    pub cases: usize,
    /// How many calls of functions are being followed.
    calls: usize,
}

impl<'m> FarReading<'m> {
    const CALLS: usize = 16;

    pub fn of(mover: &'m Mover, assumed: Assumed) -> FarReading<'m> {
        FarReading {
            mover,
            frame: Vec::new(),
            unknown: Vec::new(),
            residue: 0,
            split: None,
            cut: None,
            wanted: assumed,
            assumed,
            from: 0,
            cases: 0,
            calls: 0,
        }
    }

    pub fn set(&mut self, slot: usize, value: FarValue) {
        (self.frame[slot], self.unknown[slot]) = match value {
            Known(value) => (value, None),
            unknown => (Value::None, Some(unknown)),
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
    fn applied(&self, term: Term) -> Option<FarValue> {
        self.mover.value(&Expr { term, at: At::default() }, &mut []).ok().map(Known)
    }

    pub fn value(&mut self, expr: &'m Expr) -> Option<FarValue> {
        if !self.is_far(expr) {
            return self.known(expr).map(Known);
        }
        let truth = |truth: bool| Some(Known(Value::Bool(truth)));
        match &expr.term {
            Term::Slot(slot) => self.unknown[*slot].clone(),
            Term::Negate(one) => Line::number(0).plus(-1, self.value(one)?.line()?).map(FarValue::of),
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
    fn call(&mut self, function: usize, arguments: &'m [Expr]) -> Option<FarValue> {
        let system: &'m System = self.mover.system();
        let function = system.functions.get(function)?;
        let all = arguments.iter().map(|one| self.value(one)).collect::<Option<Vec<_>>>()?;
        self.calls += 1;
        if self.calls > Self::CALLS {
            return None;
        }
        let size = function.slots.max(all.len());
        let frame = std::mem::replace(&mut self.frame, vec![Value::None; size]);
        let unknown = std::mem::replace(&mut self.unknown, vec![None; size]);
        all.into_iter().enumerate().for_each(|(slot, argument)| self.set(slot, argument));
        let is_inside =
            function.domains.iter().try_fold(true, |all, domain| Some(all && self.truth(&domain.condition)?));
        let answer = if is_inside == Some(true) { self.value(&function.body) } else { None };
        (self.frame, self.unknown) = (frame, unknown);
        self.calls -= 1;
        answer
    }

    fn binary(&mut self, operator: Operator, one: FarValue, other: FarValue) -> Option<FarValue> {
        use Operator::{
            Add, Divide, Equal, Greater, GreaterOrEqual, In, Less, LessOrEqual, Multiply, NotIn, Remainder, Subtract,
            Unequal,
        };
        if let (Known(_), Known(_)) = (&one, &other) {
            let constant = |value: FarValue| value.constant().map(Box::new);
            return self.applied(Term::Binary(operator, constant(one)?, constant(other)?));
        }
        let truth = |truth: bool| Some(Known(Value::Bool(truth)));
        match operator {
            Add => sum(&one, 1, &other).or_else(|| sum(&other, 1, &one)),
            Subtract => sum(&one, -1, &other),
            Multiply => {
                let (line, times) =
                    if let Some(times) = other.number() { (one, times) } else { (other, one.number()?) };
                Line::number(0).plus(times, line.line()?).map(FarValue::of)
            }
            Divide => match other.number()? {
                1 => Some(one),
                2 => Some(FarValue::half(one.line()?)),
                _ => None,
            },
            Remainder => self.remainder(one.line()?, other.number()?).map(|rest| Known(Value::Integer(rest))),
            In | NotIn => {
                let Known(set) = other else { return None };
                let members = members_of(&set, self.mover.meter()).ok()?;
                let numbers: Option<Vec<i128>> = members.iter().map(Value::as_integer).collect();
                for member in numbers? {
                    if self.order(&one, &Known(Value::Integer(member)))? == Ordering::Equal {
                        return truth(operator == In);
                    }
                }
                truth(operator == NotIn)
            }
            Equal => truth(self.order(&one, &other)?.is_eq()),
            Unequal => truth(self.order(&one, &other)?.is_ne()),
            Less => truth(self.order(&one, &other)?.is_lt()),
            LessOrEqual => truth(self.order(&one, &other)?.is_le()),
            Greater => truth(self.order(&one, &other)?.is_gt()),
            GreaterOrEqual => truth(self.order(&one, &other)?.is_ge()),
            _ => None,
        }
    }

    fn builtin(&mut self, function: Builtin, arguments: Vec<FarValue>) -> Option<FarValue> {
        match (function, &arguments[..]) {
            (_, all) if all.iter().all(|one| matches!(one, Known(_))) => {
                let all: Option<Vec<Expr>> = arguments.into_iter().map(FarValue::constant).collect();
                self.applied(Term::Builtin(function, all?))
            }
            (Builtin::Min | Builtin::Max, [_, _, ..]) => {
                let wanted = if function == Builtin::Max { Ordering::Greater } else { Ordering::Less };
                let extreme = |one: Option<FarValue>, other: Option<FarValue>| {
                    let (one, other) = (one?, other?);
                    Some(if self.order(&one, &other)? == wanted { one } else { other })
                };
                arguments.into_iter().map(Some).reduce(extreme).flatten()
            }
            (Builtin::Even | Builtin::Odd, [one]) => {
                let rest = self.remainder(one.line()?, 2)?;
                Some(Known(Value::Bool((rest == 1) == (function == Builtin::Odd))))
            }
            (Builtin::Gcd, [Along(line), Known(Value::Integer(m))] | [Known(Value::Integer(m)), Along(line)]) => {
                let m = m.checked_abs()?;
                self.remainder(*line, m).map(|rest| Known(Value::Integer(gcd(rest, m))))
            }
            _ => None,
        }
    }

    /// The order of two of which one at least is not known.
    pub fn order(&mut self, one: &FarValue, other: &FarValue) -> Option<Ordering> {
        match (one, other) {
            // ⌊h/2⌋ < b exactly if h < 2b, and ⌊h/2⌋ > b exactly if h > 2b + 1.
            (Half(half), other) => {
                let twice = Line::number(0).plus(2, other.line()?)?;
                match self.sign(half.plus(-1, twice)?)? {
                    Ordering::Less => Some(Ordering::Less),
                    Ordering::Equal => Some(Ordering::Equal),
                    Ordering::Greater => match self.sign(half.plus(-1, twice)?.plus(-1, Line::number(1))?)? {
                        Ordering::Greater => Some(Ordering::Greater),
                        _ => Some(Ordering::Equal),
                    },
                }
            }
            (one, Half(_)) => self.order(other, one).map(Ordering::reverse),
            (one, other) => self.sign(one.line()?.plus(-1, other.line()?)?),
        }
    }

    /// Is a line above 0, 0 or below it?
    pub fn sign(&mut self, line: Line) -> Option<Ordering> {
        if line.part == 0 {
            self.need(settled(line.x, line.more));
            return Some(if line.x == 0 { line.more.cmp(&0) } else { line.x.cmp(&0) });
        }
        // The same in a and x − a.
        let (a, rest) = (line.x + line.part, line.x);
        if a.signum() * rest.signum() >= 0 {
            let (which, times) = if a == 0 { (1, rest) } else { (0, a) };
            self.wanted.near[which] = self.wanted.near[which].max(settled(times, line.more));
            return Some(times.cmp(&0));
        }
        if (a, rest) != (1, -1) && (a, rest) != (-1, 1) {
            return None;
        }
        let [least, most] = self.split?.between;
        let middle = -a * line.more;
        let order = match (least, most) {
            (Some(least), _) if least > middle => Ordering::Greater,
            (_, Some(most)) if most < middle => Ordering::Less,
            (Some(least), Some(most)) if least == most => Ordering::Equal,
            _ => {
                self.cut = Some(middle);
                return None;
            }
        };
        Some(if a == 1 { order } else { order.reverse() })
    }

    /// The remainder of a line. If it is not known, notes the modulus that is needed.
    pub fn remainder(&mut self, line: Line, modulus: i128) -> Option<i128> {
        if modulus < 1 {
            return None;
        }
        let part = if line.part % modulus == 0 { 0 } else { line.part * self.split?.residue };
        let is_halved = line.part % modulus != 0 && self.split.is_some_and(|split| split.point().is_some());
        let needed = if is_halved { modulus.checked_mul(2)? } else { modulus };
        if self.assumed.modulus % needed != 0 {
            self.wanted.modulus = lcm(self.wanted.modulus, needed)?;
            return None;
        }
        Some((line.x * self.residue + part + line.more).rem_euclid(modulus))
    }

    pub fn need(&mut self, from: i128) {
        self.from = self.from.max(from);
    }

    /// Does an expression name the large number?
    pub fn is_far(&self, expr: &Expr) -> bool {
        expr.names(&|slot| self.unknown.get(slot).is_some_and(Option::is_some))
    }
}

/// One, and so many times another.
fn sum(one: &FarValue, times: i128, other: &FarValue) -> Option<FarValue> {
    match (one, other) {
        (Half(half), other) => Some(FarValue::half(half.plus(2 * times, other.line()?)?)),
        // b − ⌊h/2⌋ = ⌊(2b − h + 1)/2⌋
        (one, Half(half)) if times == -1 => {
            let twice = Line::number(1).plus(2, one.line()?)?;
            Some(FarValue::half(twice.plus(-1, *half)?))
        }
        (one, other) => one.line()?.plus(times, other.line()?).map(FarValue::of),
    }
}

/// From which number on its multiple has the sign of the factor, whatever is added.
fn settled(times: i128, more: i128) -> i128 {
    match -more * times.signum() {
        ..0 => 0,
        least if times == 0 => least.min(0),
        least => least / times.abs() + 1,
    }
}

impl HeapKind {
    /// `None` if a coordinate is a game or the like.
    pub fn of(rule: usize, axis: usize, coordinates: &[Value]) -> Option<HeapKind> {
        let mut others = coordinates.to_vec();
        *others.get_mut(axis)? = Value::None;
        let mut beside = others.iter().enumerate().filter(|(place, _)| *place != axis);
        beside.all(|(_, value)| is_plain(value)).then_some(HeapKind { rule, axis, others })
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

/// Is it a number, a text or a truth, or a list of such?
pub(super) fn is_plain(value: &Value) -> bool {
    match value {
        Value::Integer(_) | Value::Text(_) | Value::Bool(_) => true,
        Value::List(members) | Value::Tuple(members) => members.iter().all(is_plain),
        _ => false,
    }
}

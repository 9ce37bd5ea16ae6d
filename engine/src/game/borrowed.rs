//! Evaluates expressions without building values: numbers of 64 bits, conditions, and parts of texts and lists, which
//! are borrowed. That is enough for most rules over numbers and boards, and many times faster than making and
//! dropping values. `None` always means that an expression is left to the evaluator, which also reports all errors.

use std::ops::Range;

use super::operators::{all_equal, is_condition, on_words, slice_range};
use super::{Builtin, Expr, Operator, Term, Value};

/// A value that is copied if it is small, and borrowed otherwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Borrowed<'a> {
    Truth(bool),
    Number(i64),
    /// A text of ASCII characters, so that a character is a byte.
    Text(&'a str),
    Tuple(&'a [Value]),
    List(&'a [Value]),
}

/// Longer texts and lists, in bytes or members, are left to the evaluator, which counts the work of looking at them.
const LONG: usize = 1 << 12;

/// Is it ASCII, so that a character is a byte, and short enough to find that out at once?
fn is_plain(text: &str) -> bool {
    text.len() <= LONG && text.is_ascii()
}

impl Borrowed<'_> {
    /// Are they equal? `None` for different kinds, and for members that are not compared in one step.
    fn equals(self, other: Borrowed) -> Option<bool> {
        match (self, other) {
            (Borrowed::List(a), Borrowed::List(b)) | (Borrowed::Tuple(a), Borrowed::Tuple(b)) => {
                let flat = |member: &Value| match member {
                    Value::Text(text) => text.len() <= LONG / 64,
                    other => matches!(other, Value::Bool(_) | Value::Integer(_) | Value::Outcome(_) | Value::Side(_)),
                };
                let short = a.len() <= LONG && b.len() <= LONG;
                if short && a.iter().chain(b).all(flat) { all_equal(a, b).ok() } else { None }
            }
            (Borrowed::Truth(a), Borrowed::Truth(b)) => Some(a == b),
            (Borrowed::Text(a), Borrowed::Text(b)) => Some(a == b),
            _ => None,
        }
    }

    /// The value of an expression in a frame, if nothing has to be built for it.
    pub fn of<'a>(expr: &'a Expr, frame: &'a [Value]) -> Option<Borrowed<'a>> {
        match &expr.term {
            Term::Constant(value) => Borrowed::of_value(value),
            Term::Slot(slot) => Borrowed::of_value(&frame[*slot]),
            Term::Binary(operator, left, right) => {
                binary(*operator, Borrowed::of(left, frame)?, Borrowed::of(right, frame)?)
            }
            Term::Negate(operand) => Borrowed::number(operand, frame)?.checked_neg().map(Borrowed::Number),
            Term::Not(operand) => Borrowed::truth(operand, frame).map(|truth| Borrowed::Truth(!truth)),
            Term::And(left, right) => {
                let both = Borrowed::truth(left, frame)? && Borrowed::truth(right, frame)?;
                Some(Borrowed::Truth(both))
            }
            Term::Or(left, right) => {
                let either = Borrowed::truth(left, frame)? || Borrowed::truth(right, frame)?;
                Some(Borrowed::Truth(either))
            }
            Term::If(condition, then, otherwise) => {
                let branch = if Borrowed::truth(condition, frame)? { then } else { otherwise };
                Borrowed::of(branch, frame)
            }
            Term::Index(base, index) => {
                let index = usize::try_from(Borrowed::number(index, frame)?).ok()?;
                match Borrowed::of(base, frame)? {
                    Borrowed::List(members) | Borrowed::Tuple(members) => Borrowed::of_value(members.get(index)?),
                    Borrowed::Text(text) => text.get(index..index + 1).map(Borrowed::Text),
                    _ => None,
                }
            }
            Term::Slice(base, start, end) => match Borrowed::of(base, frame)? {
                Borrowed::List(members) => {
                    members.get(part(start, end.as_deref(), members.len(), frame)?).map(Borrowed::List)
                }
                Borrowed::Text(text) => text.get(part(start, end.as_deref(), text.len(), frame)?).map(Borrowed::Text),
                _ => None,
            },
            Term::Builtin(function, arguments) => match &arguments[..] {
                [argument] => applied(*function, Borrowed::of(argument, frame)?),
                _ => None,
            },
            _ => None,
        }
    }

    /// As [`Borrowed::of`], for a condition.
    pub fn truth(expr: &Expr, frame: &[Value]) -> Option<bool> {
        // The operands are evaluated only after it is clear that both are texts. If an attempt could fail deep inside
        // them and `Borrowed::of` tried again, the work would double with every level of nesting.
        if let Term::Binary(operator @ (Operator::Equal | Operator::Unequal), left, right) = &expr.term
            && is_text(left, frame)
            && is_text(right, frame)
        {
            let (left, right) = (Borrowed::text(left, frame)?, Borrowed::text(right, frame)?);
            if left.len().min(right.len()) > LONG {
                return None;
            }
            let equal = left == right;
            return Some(equal == (*operator == Operator::Equal));
        }
        match Borrowed::of(expr, frame)? {
            Borrowed::Truth(truth) => Some(truth),
            _ => None,
        }
    }

    /// As [`Borrowed::of`], for an expression that [`is_text`] accepts.
    fn text<'a>(expr: &'a Expr, frame: &'a [Value]) -> Option<&'a str> {
        match &expr.term {
            Term::Constant(Value::Text(text)) => Some(text),
            Term::Slot(slot) => match &frame[*slot] {
                Value::Text(text) if text.len() <= LONG => Some(text),
                _ => None,
            },
            Term::Slice(base, start, end) => {
                let text = Borrowed::text(base, frame)?;
                text.get(part(start, end.as_deref(), text.len(), frame)?)
            }
            Term::Index(base, index) => {
                let text = Borrowed::text(base, frame)?;
                let index = usize::try_from(Borrowed::number(index, frame)?).ok()?;
                text.get(index..index + 1)
            }
            _ => None,
        }
    }

    /// As [`Borrowed::of`], for a number.
    pub fn number(expr: &Expr, frame: &[Value]) -> Option<i64> {
        let small_number = |value: &Value| i64::try_from(value.as_integer()?).ok();
        match &expr.term {
            Term::Constant(value) => small_number(value),
            Term::Slot(slot) => small_number(&frame[*slot]),
            Term::Binary(operator, left, right) if !is_condition(*operator) => {
                on_words(*operator, Borrowed::number(left, frame)?, Borrowed::number(right, frame)?)
            }
            _ => match Borrowed::of(expr, frame)? {
                Borrowed::Number(n) => Some(n),
                _ => None,
            },
        }
    }

    /// Builds the value.
    pub fn value(self) -> Value {
        match self {
            Borrowed::Truth(truth) => Value::Bool(truth),
            Borrowed::Number(n) => Value::Integer(n.into()),
            Borrowed::Text(text) => Value::text(text),
            Borrowed::Tuple(members) => Value::Tuple(members.into()),
            Borrowed::List(members) => Value::List(members.into()),
        }
    }

    fn of_value(value: &Value) -> Option<Borrowed<'_>> {
        match value {
            Value::Bool(truth) => Some(Borrowed::Truth(*truth)),
            Value::Integer(n) => i64::try_from(*n).ok().map(Borrowed::Number),
            Value::Text(text) if is_plain(text) => Some(Borrowed::Text(text)),
            Value::Tuple(members) => Some(Borrowed::Tuple(members)),
            Value::List(members) => Some(Borrowed::List(members)),
            _ => None,
        }
    }
}

fn binary<'a>(operator: Operator, left: Borrowed<'a>, right: Borrowed<'a>) -> Option<Borrowed<'a>> {
    if let (Borrowed::Number(a), Borrowed::Number(b)) = (left, right) {
        let number = on_words(operator, a, b)?;
        return Some(if is_condition(operator) { Borrowed::Truth(number != 0) } else { Borrowed::Number(number) });
    }
    let equal = left.equals(right)?;
    match operator {
        Operator::Equal => Some(Borrowed::Truth(equal)),
        Operator::Unequal => Some(Borrowed::Truth(!equal)),
        _ => None,
    }
}

/// Is the value of this expression, if it has one, a text for which [`is_plain`] holds, or a part of such a text?
fn is_text(expr: &Expr, frame: &[Value]) -> bool {
    match &expr.term {
        Term::Constant(Value::Text(text)) => is_plain(text),
        Term::Slot(slot) => matches!(&frame[*slot], Value::Text(text) if is_plain(text)),
        Term::Slice(base, ..) | Term::Index(base, _) => is_text(base, frame),
        _ => false,
    }
}

/// The range of indices that a slice takes from something of this length; `None` if it reaches beyond.
fn part(start: &Expr, end: Option<&Expr>, length: usize, frame: &[Value]) -> Option<Range<usize>> {
    let first = Borrowed::number(start, frame)?;
    let last = match end {
        Some(end) => Some(Borrowed::number(end, frame)?.into()),
        None => None,
    };
    slice_range(first.into(), last, length).ok()
}

fn applied<'a>(function: Builtin, argument: Borrowed) -> Option<Borrowed<'a>> {
    match (function, argument) {
        (Builtin::Length, Borrowed::Text(text)) => Some(Borrowed::Number(text.len() as i64)),
        (Builtin::Length, Borrowed::List(members) | Borrowed::Tuple(members)) => {
            Some(Borrowed::Number(members.len() as i64))
        }
        (Builtin::Even, Borrowed::Number(n)) => Some(Borrowed::Truth(n % 2 == 0)),
        (Builtin::Odd, Borrowed::Number(n)) => Some(Borrowed::Truth(n % 2 != 0)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::game::{At, Evaluator, MemoTables, RuleOracle};

    fn expr(term: Term) -> Expr {
        Expr { term, at: At::default() }
    }

    fn constant(value: Value) -> Box<Expr> {
        Box::new(expr(Term::Constant(value)))
    }

    /// Every operation that this file handles, one level deep, on the values of [`frame`].
    fn cases() -> Vec<Expr> {
        let mut cases: Vec<Expr> = (0..frame().len()).map(|slot| expr(Term::Slot(slot))).collect();
        for (one, value) in frame().into_iter().enumerate() {
            let left = || Box::new(expr(Term::Slot(one)));
            cases.push(expr(Term::Negate(left())));
            cases.push(expr(Term::Not(left())));
            for function in [Builtin::Length, Builtin::Even, Builtin::Odd, Builtin::Reverse] {
                cases.push(expr(Term::Builtin(function, vec![*left()])));
            }
            for other in frame() {
                let right = || constant(other.clone());
                for operator in [Operator::Add, Operator::Subtract, Operator::Equal, Operator::Unequal, Operator::Less]
                {
                    cases.push(expr(Term::Binary(operator, left(), right())));
                }
                cases.push(expr(Term::And(left(), right())));
                cases.push(expr(Term::Or(left(), right())));
                cases.push(expr(Term::Index(left(), right())));
                cases.push(expr(Term::If(left(), right(), constant(value.clone()))));
                for start in [0, 1, 3, 4] {
                    let start = || constant(Value::Integer(start));
                    cases.push(expr(Term::Slice(left(), start(), Some(right()))));
                    let slice = Box::new(expr(Term::Slice(left(), start(), Some(constant(Value::Integer(1))))));
                    cases.push(expr(Term::Binary(Operator::Equal, slice, right())));
                }
            }
            cases.push(expr(Term::Slice(left(), constant(Value::Integer(1)), None)));
        }
        cases
    }

    fn frame() -> Vec<Value> {
        let slots = [0, 2, -1, i64::MAX.into(), 1 << 100].map(Value::Integer);
        let texts = ["ab+", "b", "aé+", ""].map(Value::text);
        let list = Value::list([4, 0, 7].map(Value::Integer).to_vec());
        let pair = Value::Tuple([Value::Integer(4), Value::text("b")].into());
        slots.into_iter().chain([Value::Bool(true)]).chain(texts).chain([list, pair]).collect()
    }

    #[test]
    fn what_is_borrowed_is_what_the_evaluator_builds() {
        let functions = Arc::from([]);
        let mut oracle = RuleOracle::default();
        let memo_tables = MemoTables::default();
        let mut builder = Evaluator::new(&functions, &[], &memo_tables, &mut oracle);
        builder.borrows = false;
        let (mut compared, mut left) = (0, 0);
        for case in cases() {
            let mut frame = frame();
            let Some(found) = Borrowed::of(&case, &frame).map(Borrowed::value) else {
                left += 1;
                continue;
            };
            compared += 1;
            assert_eq!(builder.value(&case, &mut frame), Ok(found), "{case:?}");
        }
        assert!(compared > 150 && left > 1_000, "{compared} and {left}");
    }

    #[test]
    fn what_fails_deep_inside_is_not_tried_twice_at_every_level() {
        let text = || constant(Value::text("ab"));
        let beyond = || constant(Value::Integer(9));
        let is_a = |index| expr(Term::Binary(Operator::Equal, Box::new(expr(Term::Index(text(), index))), text()));
        let choice = |condition: Expr| {
            let (zero, one) = (constant(Value::Integer(0)), constant(Value::Integer(1)));
            Box::new(expr(Term::If(Box::new(condition), zero, one)))
        };
        let nested = (0..60).fold(is_a(beyond()), |inner, _| is_a(choice(inner)));
        assert_eq!(Borrowed::truth(&nested, &[]), None);
        let functions = Arc::from([]);
        assert!(
            Evaluator::new(&functions, &[], &MemoTables::default(), &mut RuleOracle::default())
                .truth(&nested, &mut [])
                .is_err()
        );
    }

    #[test]
    fn numbers_and_conditions_alone_say_the_same() {
        let frame = frame();
        for case in cases() {
            let borrowed = Borrowed::of(&case, &frame);
            let number = borrowed.and_then(|borrowed| if let Borrowed::Number(n) = borrowed { Some(n) } else { None });
            let truth =
                borrowed.and_then(|borrowed| if let Borrowed::Truth(truth) = borrowed { Some(truth) } else { None });
            assert_eq!((Borrowed::number(&case, &frame), Borrowed::truth(&case, &frame)), (number, truth), "{case:?}");
        }
    }
}

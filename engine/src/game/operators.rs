//! The operators of the language, applied to values.

use super::display::brief;
use super::eval_error::mismatch;
use super::worth::{Judge, holds_position};
use super::{EvalErrorKind, Meter, Operator, Set, Value, order};
use crate::nim::{GrundyValue, lcm};

/// Defines the result of each operator for two numbers of one type; true is 1 and false is 0. The result is `None`
/// for operators that do not take numbers, for operands that the operator does not take, and for overflow.
macro_rules! table {
    ($name:ident, $number:ty) => {
        #[inline]
        pub(crate) fn $name(operator: Operator, a: $number, b: $number) -> Option<$number> {
            match operator {
                Operator::Add => a.checked_add(b),
                Operator::Subtract => a.checked_sub(b),
                Operator::Multiply => a.checked_mul(b),
                Operator::Divide if b > 0 => Some(a.div_euclid(b)),
                Operator::Remainder if b > 0 => Some(a.rem_euclid(b)),
                Operator::Power => u32::try_from(b).ok().and_then(|exponent| a.checked_pow(exponent)),
                Operator::Xor if a >= 0 && b >= 0 => Some(a ^ b),
                Operator::Equal => Some(<$number>::from(a == b)),
                Operator::Unequal => Some(<$number>::from(a != b)),
                Operator::Less => Some(<$number>::from(a < b)),
                Operator::LessOrEqual => Some(<$number>::from(a <= b)),
                Operator::Greater => Some(<$number>::from(a > b)),
                Operator::GreaterOrEqual => Some(<$number>::from(a >= b)),
                _ => None,
            }
        }
    };
}

// Nearly all numbers fit into 64 bits, and operations on these are much faster than on 128 bits.
table!(on_words, i64);
table!(on_numbers, i128);

/// Is the result true or false? These operators come last in [`Operator`].
#[inline]
pub(super) fn is_condition(operator: Operator) -> bool {
    operator >= Operator::Equal
}

#[inline]
fn result(operator: Operator, number: i128) -> Value {
    if is_condition(operator) { Value::Bool(number != 0) } else { Value::Integer(number) }
}

/// As [`arithmetic`], if the operands and the result fit into 64 bits; `None` also for every error.
pub(super) fn arithmetic64(operator: Operator, a: i128, b: i128) -> Option<Value> {
    let number = on_words(operator, i64::try_from(a).ok()?, i64::try_from(b).ok()?)?;
    Some(result(operator, number.into()))
}

/// The result of an operator for two numbers; `None` for operators that do not take numbers.
pub(super) fn arithmetic(operator: Operator, a: i128, b: i128) -> Option<Result<Value, EvalErrorKind>> {
    if let Some(number) = on_numbers(operator, a, b) {
        return Some(Ok(result(operator, number)));
    }
    Some(match operator {
        Operator::Divide | Operator::Remainder => Err(EvalErrorKind::Divisor { divisor: b }),
        Operator::Power if b < 0 => Err(EvalErrorKind::NegativePower),
        // The exponent is too large for `on_numbers`, but the powers of −1, 0 and 1 fit.
        Operator::Power if (-1..=1).contains(&a) => Ok(Value::Integer(if b % 2 == 0 { a * a } else { a })),
        Operator::Xor => Err(EvalErrorKind::WrongArgument { function: "xor", why: "needs numbers ≥ 0" }),
        Operator::In | Operator::NotIn | Operator::Join => return None,
        _ => Err(EvalErrorKind::Overflow),
    })
}

/// Are two values equal? Only values of one kind may be compared, and this also holds for their members: if the first
/// two that differ are of different kinds, the comparison is a mistake, and the error is `Mismatch`.
pub(super) fn equal(left: &Value, right: &Value, judge: &Judge) -> Result<bool, EvalErrorKind> {
    order::alike(left, right, &|a, b| alike_sets(a, b, judge), judge.worth, judge.meter)
}

/// As [`equal`], for two sets.
fn alike_sets(a: &Set, b: &Set, judge: &Judge) -> Result<bool, EvalErrorKind> {
    let equal = equal_sets(a, b, judge.meter)? || equal_in_worth(a, b, judge)?;
    if !equal && let (Some(one), Some(other)) = (member_of_foreign_kind(a, b), member_of_foreign_kind(b, a)) {
        return Err(mismatch("==", &one, &other));
    }
    Ok(equal)
}

/// Are the members of two sets equal, some of which are positions?
fn equal_in_worth(a: &Set, b: &Set, judge: &Judge) -> Result<bool, EvalErrorKind> {
    let (Set::Finite(one), Set::Finite(other)) = (a, b) else { return Ok(false) };
    // Each value stands once in a set.
    if one.len() != other.len() || !holds_position(one, judge.meter)? && !holds_position(other, judge.meter)? {
        return Ok(false);
    }
    for member in one.iter() {
        if !judge.has(b, member)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// If all members of `set` are of kinds that do not occur in `other`, which is not empty: a member of `set`.
fn member_of_foreign_kind(set: &Set, other: &Set) -> Option<Value> {
    let Set::Finite(members) = set else { return None };
    let is_foreign = |member: &Value| other.size_bound() > 0 && !may_have_kind(other, member);
    members.iter().all(is_foreign).then(|| members.first().cloned()).flatten()
}

/// Could a set have a member of the same kind as this value?
fn may_have_kind(set: &Set, value: &Value) -> bool {
    match set {
        Set::Finite(members) => any_of_same_kind(members, value),
        Set::Union(_) | Set::Except(_) | Set::Comprehension(_) => true,
        Set::Range { .. } | Set::Family(_) | Set::Sequence(_) => value.is_comparable(&Value::Integer(0)),
    }
}

fn any_of_same_kind(members: &[Value], value: &Value) -> bool {
    members.iter().any(|member| member.is_comparable(value))
}

/// The error for a value that is looked for among members which are all of other kinds.
fn wrong_member_kind(member: &Value, members: &[Value]) -> EvalErrorKind {
    EvalErrorKind::WrongMemberKind { member: member.kind(), members: members.first().map_or("a number", Value::kind) }
}

/// Compares two texts, two lists or two tuples with `<`, `<=`, `>` or `>=`. `Mismatch` for all other kinds.
pub(super) fn compare(operator: Operator, left: &Value, right: &Value, judge: &Judge) -> Result<Value, EvalErrorKind> {
    let ordered = matches!(
        (left, right),
        (Value::Text(_), Value::Text(_)) | (Value::List(_), Value::List(_)) | (Value::Tuple(_), Value::Tuple(_))
    );
    if !ordered {
        return Err(mismatch(operator.sign(), left, right));
    }
    equal(left, right, judge)?;
    let order = judge.order(left, right)?;
    Ok(Value::Bool(match operator {
        Operator::Less => order.is_lt(),
        Operator::LessOrEqual => order.is_le(),
        Operator::Greater => order.is_gt(),
        _ => order.is_ge(),
    }))
}

pub(super) fn contains(collection: &Value, member: &Value, judge: &Judge) -> Result<bool, EvalErrorKind> {
    match (collection, member) {
        (Value::Set(set), _) => match judge.has(set, member)? {
            false if set.size_bound() > 0 && !may_have_kind(set, member) => Err(match &**set {
                Set::Finite(members) => wrong_member_kind(member, members),
                _ => wrong_member_kind(member, &[]),
            }),
            found => Ok(found),
        },
        (Value::List(members) | Value::Tuple(members), _) => list_contains(members, member, judge),
        (Value::Text(text), Value::Text(part)) => {
            judge.meter.spend(text.len() / Meter::BYTES)?;
            Ok(text.contains(&**part))
        }
        _ => Err(mismatch("in", member, collection)),
    }
}

/// How often a value is among members. `WrongMemberKind`, as [`list_contains`].
pub(super) fn count(members: &[Value], wanted: &Value, judge: &Judge) -> Result<Value, EvalErrorKind> {
    list_contains(members, wanted, judge)?;
    let mut number = 0;
    for member in members {
        number += i128::from(judge.are_alike(member, wanted)?);
    }
    Ok(Value::Integer(number))
}

/// Is a value among the members of a list? `WrongMemberKind`, if there are members, and all of another kind; `Halted`.
fn list_contains(members: &[Value], value: &Value, judge: &Judge) -> Result<bool, EvalErrorKind> {
    for member in members {
        if judge.are_alike(member, value)? {
            return Ok(true);
        }
    }
    if members.is_empty() || any_of_same_kind(members, value) {
        Ok(false)
    } else {
        Err(wrong_member_kind(value, members))
    }
}

fn equal_sets(a: &Set, b: &Set, meter: &Meter) -> Result<bool, EvalErrorKind> {
    if let (Set::Finite(_), Set::Finite(_)) = (a, b) {
        let set = |set: &Set| Value::Set(set.clone().into());
        return Ok(order::equal(&set(a), &set(b), meter)?);
    }
    if a == b {
        return Ok(true);
    }
    if a.is_endless() != b.is_endless() {
        return Ok(false);
    }
    if !a.is_endless() {
        let list = |set: &Set| -> Result<Value, EvalErrorKind> {
            Ok(Value::list(set.members(meter).map_err(|fault| *fault.kind)?))
        };
        return Ok(order::equal(&list(a)?, &list(b)?, meter)?);
    }
    let (Some(x), Some(y)) = (a.eventual_period(), b.eventual_period()) else {
        return Err(EvalErrorKind::Endless { what: brief(a) });
    };
    // Both are eventually periodic: they are equal if they agree up to the end of the first common period.
    let period = lcm(x.1, y.1).ok_or(EvalErrorKind::Overflow)?;
    let end = x.0.max(y.0).checked_add(period).ok_or(EvalErrorKind::Overflow)?;
    let up_to = |set: &Set| set.up_to(end, meter).map_err(|fault| *fault.kind);
    Ok(up_to(a)? == up_to(b)?)
}

/// The nim-sum, where one side is no number: that of ∞ with a number is ∞ with other nimbers. Of what stands beside loony play
/// must end, so that only numbers may.
pub(super) fn nim_sum(left: &Value, right: &Value) -> Result<Value, EvalErrorKind> {
    let is_loony = |side: &Value| *side == Value::Grundy(GrundyValue::Loony);
    let is_known = !(is_loony(left) && right.is_infinite() || left.is_infinite() && is_loony(right));
    match (left.as_grundy_value(), right.as_grundy_value()) {
        (Some(one), Some(other)) if is_known => Ok((&one + &other).into()),
        _ => Err(mismatch("xor", left, right)),
    }
}

pub(super) fn join(left: &Value, right: &Value, longest: usize, meter: &Meter) -> Result<Value, EvalErrorKind> {
    match (left, right) {
        (Value::List(a), Value::List(b)) if a.len() + b.len() <= longest => {
            let mut joined = meter.with_room(a.len() + b.len())?;
            meter.extend(&mut joined, a)?;
            meter.extend(&mut joined, b)?;
            Ok(meter.list_of(joined)?)
        }
        (Value::Text(a), Value::Text(b)) if a.len() + b.len() <= longest => {
            let bytes = a.len() + b.len();
            meter.spend(bytes / Meter::BYTES)?;
            if bytes > Meter::STRIDE {
                meter.room(2 * bytes)?;
            }
            Ok(Value::Text([&**a, &**b].concat().into()))
        }
        (Value::List(_), Value::List(_)) | (Value::Text(_), Value::Text(_)) => {
            Err(EvalErrorKind::TooLarge { limit: longest })
        }
        _ => Err(mismatch("++", left, right)),
    }
}

/// The indices of the slice `first..=last` of something of this length: those that there are, and up to the end without
/// `last`. The error `Slice` if it begins below 0.
pub(super) fn slice_range(
    first: i128,
    last: Option<i128>,
    length: usize,
) -> Result<std::ops::Range<usize>, EvalErrorKind> {
    if first < 0 {
        return Err(EvalErrorKind::Slice { start: first, end: last.unwrap_or(length as i128 - 1), length });
    }
    let start = usize::try_from(first).map_or(length, |start| start.min(length));
    let end = last
        .map_or(length, |last| usize::try_from(last.saturating_add(1)).unwrap_or(if last < 0 { 0 } else { length }));
    Ok(start..end.clamp(start, length))
}

impl Operator {
    /// How it is written.
    pub fn sign(self) -> &'static str {
        match self {
            Operator::Add => "+",
            Operator::Subtract => "-",
            Operator::Multiply => "*",
            Operator::Divide => "/",
            Operator::Remainder => "%",
            Operator::Power => "^",
            Operator::Xor => "xor",
            Operator::Join => "++",
            Operator::Equal => "==",
            Operator::Unequal => "!=",
            Operator::Less => "<",
            Operator::LessOrEqual => "<=",
            Operator::Greater => ">",
            Operator::GreaterOrEqual => ">=",
            Operator::In => "in",
            Operator::NotIn => "not in",
        }
    }
}

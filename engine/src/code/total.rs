//! Code that is *total* on a box: it has a value at every position there, so that nothing is missed where it is not
//! asked. A division by what may be 0 is not total, nor is a sum that may overflow.

use super::form::Code;
use crate::game::{Builtin, Operator};

/// The least and the greatest number that a slot or code may be.
pub type SlotRange = (i128, i128);

const TRUTH: SlotRange = (0, 1);
/// Numbers beyond this are not followed, far below where 64 bits end.
const FAR: i128 = 1 << 62;

/// An interval that contains the values of code, where each slot lies in its interval; `None` if it is not certain that
/// there always is a value. Slots that code sets itself are written into `slots`.
pub fn range(code: &Code, slots: &mut [SlotRange]) -> Option<SlotRange> {
    let found = match code {
        Code::Constant(n) => ((*n).into(), (*n).into()),
        Code::Slot(slot) => *slots.get(*slot)?,
        Code::Negate(one) => {
            let (low, high) = range(one, slots)?;
            (-high, -low)
        }
        Code::Not(one) => range(one, slots).map(|_| TRUTH)?,
        Code::And(two) | Code::Or(two) => {
            two.iter().try_for_each(|one| range(one, slots).map(drop))?;
            TRUTH
        }
        Code::If(three) => {
            range(&three[0], slots)?;
            union(range(&three[1], slots)?, range(&three[2], slots)?)
        }
        Code::Binary(operator, two) => binary(*operator, range(&two[0], slots)?, range(&two[1], slots)?)?,
        Code::Apply(function, arguments) => {
            let arguments = arguments.iter().map(|one| range(one, slots)).collect::<Option<Vec<_>>>()?;
            applied(*function, &arguments)?
        }
        Code::Let(first, arguments, body) => {
            for (index, argument) in arguments.iter().enumerate() {
                let found = range(argument, slots)?;
                *slots.get_mut(first + index)? = found;
            }
            range(body, slots)?
        }
        Code::Member(list, index) => {
            let (low, high) = range(index, slots)?;
            if low < 0 || high >= list.len() as i128 {
                return None;
            }
            let members = list.iter().map(|member| (i128::from(*member), i128::from(*member)));
            members.reduce(union)?
        }
        Code::InList(_, one) => range(one, slots).map(|_| TRUTH)?,
        Code::Cell(..) | Code::Fold(..) | Code::Board(_) => return None,
    };
    (found.0 >= -FAR && found.1 <= FAR).then_some(found)
}

/// The interval that contains both.
pub fn union(a: SlotRange, b: SlotRange) -> SlotRange {
    (a.0.min(b.0), a.1.max(b.1))
}

/// The interval of the results of an operation; `None` unless there always is one.
pub fn binary(operator: Operator, a: SlotRange, b: SlotRange) -> Option<SlotRange> {
    Some(match operator {
        Operator::Add => (a.0 + b.0, a.1 + b.1),
        Operator::Subtract => (a.0 - b.1, a.1 - b.0),
        Operator::Multiply => corners(a, b, |a, b| a.checked_mul(b))?,
        Operator::Divide if b.0 >= 1 => corners(a, b, |a, b| Some(a.div_euclid(b)))?,
        Operator::Remainder if b.0 >= 1 => (0, b.1 - 1),
        Operator::Xor if a.0 >= 0 && b.0 >= 0 => (0, below_power(a.1.max(b.1))),
        Operator::Equal
        | Operator::Unequal
        | Operator::Less
        | Operator::LessOrEqual
        | Operator::Greater
        | Operator::GreaterOrEqual => TRUTH,
        _ => return None,
    })
}

/// The interval of an operation that is monotonic in each operand.
fn corners(a: SlotRange, b: SlotRange, join: impl Fn(i128, i128) -> Option<i128>) -> Option<SlotRange> {
    let ends = [join(a.0, b.0)?, join(a.0, b.1)?, join(a.1, b.0)?, join(a.1, b.1)?];
    Some((*ends.iter().min()?, *ends.iter().max()?))
}

/// The greatest number with as many binary digits as this one.
fn below_power(n: i128) -> i128 {
    (n + 1).unsigned_abs().next_power_of_two().cast_signed() - 1
}

/// The same for a function.
pub fn applied(function: Builtin, arguments: &[SlotRange]) -> Option<SlotRange> {
    let first = *arguments.first()?;
    let are_natural = arguments.iter().all(|(low, _)| *low >= 0);
    match function {
        Builtin::Min => arguments.iter().copied().reduce(|a, b| (a.0.min(b.0), a.1.min(b.1))),
        Builtin::Max => arguments.iter().copied().reduce(|a, b| (a.0.max(b.0), a.1.max(b.1))),
        Builtin::Abs => Some((0, first.1.max(-first.0))),
        Builtin::Gcd => Some((0, arguments.iter().map(|(low, high)| (*high).max(-*low)).max()?)),
        Builtin::Even | Builtin::Odd => Some(TRUTH),
        Builtin::Square | Builtin::Prime if are_natural => Some(TRUTH),
        Builtin::Bit if are_natural => Some(TRUTH),
        Builtin::Isqrt if are_natural => Some((0, first.1)),
        Builtin::Popcount if are_natural => Some((0, 64)),
        Builtin::Bitand | Builtin::Bitor | Builtin::Nimsum if are_natural => {
            arguments.iter().map(|(_, high)| *high).max().map(|high| (0, below_power(high)))
        }
        _ => None,
    }
}

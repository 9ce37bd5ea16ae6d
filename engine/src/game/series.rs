//! What functions give of a range, which is an arithmetic progression and need not be listed.

use super::{Builtin, EvalErrorKind, Set, Value};
use crate::nim::{NumberRow, gcd};

impl Builtin {
    /// The result of the function for a range with an end; `None` for other arguments, and for functions that must look at
    /// its members.
    pub(super) fn of_range(self, arguments: &[Value]) -> Option<Result<Value, EvalErrorKind>> {
        let [Value::Set(set)] = arguments else { return None };
        let Set::Range { start, end: Some(end), step } = **set else { return None };
        let found = match self {
            Builtin::Min => Ok(start),
            Builtin::Max => Ok(end),
            Builtin::Sum => sum(start, end, set.size_bound()),
            Builtin::Gcd if start == end => start.checked_abs().ok_or(EvalErrorKind::Overflow),
            Builtin::Gcd => gcd(start, step).checked_abs().ok_or(EvalErrorKind::Overflow),
            Builtin::Nimsum | Builtin::Mex => self.nimber(start).and_then(|first| {
                let last = self.nimber(end)?;
                Ok(match self {
                    Builtin::Mex if start > 0 => 0,
                    Builtin::Mex if step > 1 => 1,
                    Builtin::Mex => end + 1,
                    _ => i128::from(nim_sum(first.0, last.0, step)),
                })
            }),
            _ => return None,
        };
        Some(found.map(Value::Integer))
    }
}

/// The sum of a range of so many numbers.
fn sum(start: i128, end: i128, count: u128) -> Result<i128, EvalErrorKind> {
    // Of an odd number of them, the one in the middle is half of the first and the last together.
    let both = start.checked_add(end).ok_or(EvalErrorKind::Overflow)?;
    let (pairs, each) = if count.is_multiple_of(2) { (count / 2, both) } else { (count, both / 2) };
    i128::try_from(pairs).ok().and_then(|pairs| pairs.checked_mul(each)).ok_or(EvalErrorKind::Overflow)
}

fn nim_sum(first: u64, last: u64, step: i128) -> u64 {
    // A step beyond 64 bits leads to no second number.
    let step = u64::try_from(step).unwrap_or(u64::MAX);
    let with_last = NumberRow { first, step, count: (last - first) / step };
    with_last.nim_sum().0 ^ last
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::dice::{Dice, tries};
    use crate::game::Meter;

    #[test]
    fn a_range_gives_what_its_list_gives() {
        let mut dice = Dice::new(0x9a09_7e55_0003);
        let functions = [Builtin::Min, Builtin::Max, Builtin::Sum, Builtin::Gcd, Builtin::Nimsum, Builtin::Mex];
        for _ in 0..tries(4_000) {
            let start = i128::from(dice.below(60)) - 10;
            let set = Set::range(start, Some(start + i128::from(dice.below(90))), 1 + i128::from(dice.below(9)));
            let list = Value::list(set.members(&Meter::default()).unwrap());
            let range = Value::Set(Arc::new(set));
            for function in functions {
                let told = |value: &Value| function.apply(std::slice::from_ref(value), &Meter::default());
                assert!(function.of_range(std::slice::from_ref(&range)).is_some());
                assert_eq!(told(&range), told(&list), "{function:?} of {range}");
            }
        }
    }

    #[test]
    fn the_largest_ranges() {
        let of = |function: Builtin, start, end, step| {
            let range = Value::Set(Arc::new(Set::range(start, Some(end), step)));
            function.apply(&[range], &Meter::default())
        };
        let most = i128::from(u64::MAX);
        assert_eq!(of(Builtin::Nimsum, 1, most, 1), Ok(Value::Integer(0)));
        assert_eq!(of(Builtin::Nimsum, most, i128::MAX, i128::MAX - most), of(Builtin::Nimsum, 1, most + 1, 1));
        assert_eq!(of(Builtin::Nimsum, 5, 5, i128::MAX), Ok(Value::Integer(5)));
        assert_eq!(
            of(Builtin::Sum, 1, 10_i128.pow(16), 1),
            Ok(Value::Integer(10_i128.pow(16) * (10_i128.pow(16) + 1) / 2))
        );
        assert_eq!(of(Builtin::Sum, 1, i128::MAX, 1), Err(EvalErrorKind::Overflow));
        assert_eq!(of(Builtin::Sum, -5, 5, 1), Ok(Value::Integer(0)));
    }
}

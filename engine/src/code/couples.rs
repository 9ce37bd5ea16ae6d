//! Tuples of two small numbers, such as the cells of a board or the edges of a graph, encoded as single numbers.
//! Such a number is called a *couple*.

use crate::game::Value;

/// If both numbers are from 0 to below this, their couple fits one byte, and such couples are ordered as their tuples.
const SIDE: i64 = 16;
/// All other couples are at least this. Their order is not that of the tuples: they must not be compared by size.
const FAR: i64 = 1 << 62;
/// Bits for each number of such a couple, which may lie from -`MIDDLE` to below `MIDDLE`.
const BITS: u32 = 30;
const MIDDLE: i64 = 1 << (BITS - 1);

/// Encodes a tuple of two numbers; `None` if one of them is outside -2^29 to 2^29 - 1.
#[inline]
pub fn couple(a: i64, b: i64) -> Option<i64> {
    if (0..SIDE).contains(&a) && (0..SIDE).contains(&b) {
        return Some(a * SIDE + b);
    }
    let is_in_range = |n: i64| (-MIDDLE..MIDDLE).contains(&n);
    (is_in_range(a) && is_in_range(b)).then_some(FAR | (a + MIDDLE) << BITS | (b + MIDDLE))
}

/// The two numbers of a couple.
#[inline]
pub fn numbers(couple: i64) -> (i64, i64) {
    if couple < FAR {
        return (couple / SIDE, couple % SIDE);
    }
    let number = |bits: i64| (bits & ((1 << BITS) - 1)) - MIDDLE;
    (number(couple >> BITS), number(couple))
}

/// May this number be compared by size? True for couples of numbers from 0 to 15, and for all plain numbers below 2^62.
#[inline]
pub fn is_ordered(couple: i64) -> bool {
    couple < FAR
}

/// Encodes a value; `None` if it is not a tuple of two numbers that fit.
pub fn of_value(value: &Value) -> Option<i64> {
    let Value::Tuple(members) = value else { return None };
    let [a, b] = &members[..] else { return None };
    let number = |value: &Value| i64::try_from(value.as_integer()?).ok();
    couple(number(a)?, number(b)?)
}

/// The tuple that a couple stands for.
pub fn value(couple: i64) -> Value {
    let (a, b) = numbers(couple);
    Value::Tuple([a, b].map(|n| Value::Integer(n.into())).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn couples_are_told_apart_and_small_ones_are_in_order() {
        let edges = [-MIDDLE, -17, -16, -1, 0, 1, 7, 15, 16, 17, 255, 256, MIDDLE - 1];
        let mut all: Vec<(i64, i64)> = edges.iter().flat_map(|a| edges.iter().map(move |b| (*a, *b))).collect();
        for (a, b) in &all {
            let encoded = couple(*a, *b).unwrap();
            assert_eq!((numbers(encoded), of_value(&value(encoded))), ((*a, *b), Some(encoded)));
            assert_eq!(is_ordered(encoded), (0..SIDE).contains(a) && (0..SIDE).contains(b));
        }
        all.retain(|(a, b)| is_ordered(couple(*a, *b).unwrap()));
        assert!(all.is_sorted_by_key(|(a, b)| couple(*a, *b).unwrap()) && all.len() == 16);
        assert_eq!((couple(MIDDLE, 0), couple(0, -MIDDLE - 1)), (None, None));
    }
}

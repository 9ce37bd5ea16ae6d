//! Intervals that hold the values of code where each slot lies in its interval; and whether code is *total* there: whether it
//! always has a value, so that nothing is missed where it is not asked. A division by what may be 0 is not total, nor is a
//! sum that may overflow.

use super::form::Code;
use crate::game::{Builtin, Operator};

/// The numbers from the first to the second, both included. [`FAR`] and `-FAR` mean that no bound is known.
pub type Interval = (i64, i64);

/// Numbers from here on are not followed, far below where 64 bits end.
pub const FAR: i64 = 1 << 62;
pub const ALL: Interval = (-FAR, FAR);
const TRUTH: Interval = (0, 1);

/// An interval that contains the value of code, if it has one. Slots that code sets itself are written into `slots`.
pub fn range(code: &Code, slots: &mut [Interval]) -> Interval {
    Intervals::new(slots).of(code)
}

/// Is it certain that code has a value wherever the slots lie in their intervals?
pub fn is_total(code: &Code, slots: &mut [Interval]) -> bool {
    let mut intervals = Intervals::new(slots);
    intervals.of(code);
    intervals.is_total
}

/// Whether a condition holds wherever the slots lie in their intervals, or nowhere; `None` if that is not certain, or if it may
/// have no value. Numbers that are compared may be too large for code, as long as the evaluator has them.
pub fn decided(condition: &Code, slots: &mut [Interval]) -> Option<bool> {
    let mut intervals = Intervals::new(slots);
    let (low, high) = intervals.of(condition);
    (intervals.is_known && low == high).then_some(low != 0)
}

/// The interval that contains both.
pub fn union(a: Interval, b: Interval) -> Interval {
    (a.0.min(b.0), a.1.max(b.1))
}

/// The least and the greatest of some numbers.
pub fn hull(numbers: &[i64]) -> Option<Interval> {
    numbers.iter().map(|n| (*n, *n)).reduce(union)
}

struct Intervals<'s> {
    slots: &'s mut [Interval],
    /// Has all code so far a value everywhere?
    is_total: bool,
    /// Has the evaluator, whose numbers have 128 bits?
    is_known: bool,
}

impl Intervals<'_> {
    fn new(slots: &mut [Interval]) -> Intervals<'_> {
        Intervals { slots, is_total: true, is_known: true }
    }

    /// What follows is total only if this is so.
    fn needs(&mut self, is_so: bool) {
        self.is_total &= is_so;
        self.is_known &= is_so;
    }

    /// Computes with these, whose results have less than 128 bits.
    fn computes_with(&mut self, operands: &[Interval]) {
        self.is_known &= operands.iter().copied().all(is_near);
    }

    fn of(&mut self, code: &Code) -> Interval {
        let (low, high) = match code {
            Code::Constant(n) => (*n, *n),
            Code::Slot(slot) => self.slots[*slot],
            Code::Negate(operand) => {
                let (low, high) = self.of(operand);
                (-high, -low)
            }
            Code::Not(one) => {
                let (low, high) = self.of(one);
                (1 - high, 1 - low)
            }
            Code::InList(_, one) => {
                self.of(one);
                TRUTH
            }
            Code::And(two) | Code::Or(two) => {
                let (a, b) = (self.of(&two[0]), self.of(&two[1]));
                if let Code::And(_) = code { (a.0.min(b.0), a.1.min(b.1)) } else { (a.0.max(b.0), a.1.max(b.1)) }
            }
            Code::If(parts) => {
                self.of(&parts[0]);
                union(self.of(&parts[1]), self.of(&parts[2]))
            }
            Code::Binary(operator, operands) => {
                let (a, b) = (self.of(&operands[0]), self.of(&operands[1]));
                self.binary(*operator, a, b)
            }
            Code::Apply(function, arguments) => {
                let arguments: Vec<Interval> = arguments.iter().map(|argument| self.of(argument)).collect();
                self.applied(*function, &arguments)
            }
            Code::Let(first, arguments, body) => {
                for (slot, argument) in (*first..).zip(arguments) {
                    self.slots[slot] = self.of(argument);
                }
                self.of(body)
            }
            Code::Member(list, index) => {
                let (low, high) = self.of(index);
                self.needs(low >= 0 && high < list.len() as i64);
                hull(list).unwrap_or((0, 0))
            }
            Code::Cell(rows, _) => {
                self.needs(false);
                rows.hull().unwrap_or((0, 0))
            }
            Code::Fold(function, ..) => {
                self.needs(false);
                if let Builtin::All | Builtin::Some = function { TRUTH } else { ALL }
            }
            Code::Board(_) => {
                self.needs(false);
                ALL
            }
        };
        self.is_total &= is_near((low, high));
        (low.clamp(-FAR, FAR), high.clamp(-FAR, FAR))
    }

    fn binary(&mut self, operator: Operator, a: Interval, b: Interval) -> Interval {
        use Operator::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, Unequal};
        if !matches!(operator, Equal | Greater | GreaterOrEqual | Less | LessOrEqual | Unequal) {
            self.computes_with(&[a, b]);
        }
        match operator {
            Operator::Add => (a.0.saturating_add(b.0), a.1.saturating_add(b.1)),
            Operator::Subtract => (a.0.saturating_sub(b.1), a.1.saturating_sub(b.0)),
            Operator::Multiply => corners(i64::saturating_mul, a, b),
            // Only divisors of at least 1 give a number.
            Operator::Divide | Operator::Remainder => {
                self.needs(b.0 >= 1);
                let b = (b.0.max(1), b.1.max(1));
                match operator {
                    Operator::Divide => corners(i64::div_euclid, a, b),
                    _ if a.0 == a.1 && b.0 == b.1 && is_near(a) && is_near(b) => {
                        (a.0.rem_euclid(b.0), a.0.rem_euclid(b.0))
                    }
                    _ if a.0 >= 0 => (0, a.1.min(b.1 - 1)),
                    _ => (0, b.1 - 1),
                }
            }
            Operator::Xor => {
                self.needs(a.0 >= 0 && b.0 >= 0);
                (0, all_bits(a.1.max(b.1)))
            }
            Operator::Power => {
                self.needs(a.0 >= 0 && b.0 >= 0);
                let exponent = u32::try_from(b.1).unwrap_or(u32::MAX);
                self.is_known &= i128::from(a.1).checked_pow(exponent).is_some();
                // A power grows with both operands, except that 0^0 is 1.
                let are_natural = a.0 >= 0 && b.0 >= 0;
                if are_natural { (power(a.0, b.0) * a.0.min(1), power(a.1, b.1).max(1)) } else { ALL }
            }
            Operator::Less => is_less(a, b, 1),
            Operator::LessOrEqual => is_less(a, b, 0),
            Operator::Greater => is_less(b, a, 1),
            Operator::GreaterOrEqual => is_less(b, a, 0),
            Operator::Equal if a.0 == a.1 && a == b && is_near(a) => (1, 1),
            Operator::Equal if a.1 < b.0 || b.1 < a.0 => (0, 0),
            _ => TRUTH,
        }
    }

    fn applied(&mut self, function: Builtin, arguments: &[Interval]) -> Interval {
        let Some((first, others)) = arguments.split_first() else { return ALL };
        self.computes_with(arguments);
        let natural = arguments.iter().all(|(low, _)| *low >= 0);
        let farthest = arguments.iter().fold(0, |most, (low, high)| most.max(*high).max(-*low));
        match function {
            Builtin::Min => others.iter().fold(*first, |a, b| (a.0.min(b.0), a.1.min(b.1))),
            Builtin::Max => others.iter().fold(*first, |a, b| (a.0.max(b.0), a.1.max(b.1))),
            Builtin::Abs | Builtin::Gcd => (0, farthest),
            Builtin::Square | Builtin::Prime => TRUTH,
            Builtin::Bitand | Builtin::Bitor if natural => (0, all_bits(farthest)),
            Builtin::Isqrt | Builtin::Popcount | Builtin::Bit | Builtin::Lowbit => {
                self.needs(natural);
                match function {
                    Builtin::Isqrt => (first.0.max(0).isqrt(), first.1.max(0).isqrt()),
                    Builtin::Popcount => (0, 64),
                    Builtin::Bit => TRUTH,
                    _ => (0, first.1.max(0)),
                }
            }
            _ => {
                self.needs(false);
                ALL
            }
        }
    }
}

/// Are both bounds known?
fn is_near((low, high): Interval) -> bool {
    low > -FAR && high < FAR
}

/// Is a number less than another by at least `apart`?
fn is_less(less: Interval, greater: Interval, apart: i64) -> Interval {
    let holds = |less: i64, greater: i64| less + apart <= greater;
    let surely = less.1 < FAR && greater.0 > -FAR && holds(less.1, greater.0);
    let maybe = less.0 == -FAR || greater.1 == FAR || holds(less.0, greater.1);
    (surely.into(), maybe.into())
}

/// The interval spanned by an operation on the ends of two intervals, for operations monotonic in each operand.
fn corners(join: impl Fn(i64, i64) -> i64, a: Interval, b: Interval) -> Interval {
    hull(&[join(a.0, b.0), join(a.0, b.1), join(a.1, b.0), join(a.1, b.1)]).unwrap_or((0, 0))
}

fn power(base: i64, exponent: i64) -> i64 {
    let exponent = u32::try_from(exponent).unwrap_or(u32::MAX);
    base.saturating_pow(exponent)
}

/// The greatest number with as many binary digits as this one: what is made of bits has no more than its operands.
fn all_bits(n: i64) -> i64 {
    (n.max(0).unsigned_abs() + 1).next_power_of_two().wrapping_sub(1).cast_signed()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::run_one::{OPERATORS, joined};

    const NUMBERS: [i64; 7] = [-9, -2, -1, 0, 1, 3, 8];

    /// Looks at all operations on intervals: whether these hold what the operation gives, and whether it always gives something
    /// where it is said to be total.
    fn hold(operation: &dyn Fn(Code, Code) -> Code, run: &dyn Fn(i64, i64) -> Option<i64>) {
        let intervals = || NUMBERS.iter().flat_map(|low| NUMBERS.iter().map(move |high| (*low, *high)));
        let code = operation(Code::Slot(0), Code::Slot(1));
        for (a, b) in intervals().flat_map(|a| intervals().map(move |b| (a, b))) {
            let (low, high) = range(&code, &mut [a, b]);
            let is_total = is_total(&code, &mut [a, b]);
            for (x, y) in (a.0..=a.1).flat_map(|x| (b.0..=b.1).map(move |y| (x, y))) {
                match run(x, y) {
                    Some(n) => {
                        assert!((low..=high).contains(&n), "{code:?} of {x} and {y}: {n} is not in {low}..{high}")
                    }
                    None => assert!(!is_total, "{code:?} has no value for {x} and {y}"),
                }
            }
        }
    }

    #[test]
    fn operations_on_intervals_hold_what_they_give() {
        for operator in OPERATORS {
            let run = |x, y| crate::code::run_one::binary(operator, x, y).ok();
            hold(&|a, b| Code::Binary(operator, Box::new([a, b])), &run);
        }
        use Builtin::{Abs, Bit, Bitand, Bitor, Gcd, Isqrt, Lcm, Lowbit, Max, Min, Popcount, Prime, Square};
        for function in [Min, Max, Gcd, Lcm, Bit, Bitand, Bitor, Abs, Isqrt, Lowbit, Popcount, Prime, Square] {
            let arity = crate::game::Builtin::arity(function).1.min(2);
            let arguments = |a, b| [a, b].into_iter().take(arity).collect();
            hold(&|a, b| Code::Apply(function, arguments(a, b)), &|x, y| joined(function, x, y).ok());
        }
    }
}

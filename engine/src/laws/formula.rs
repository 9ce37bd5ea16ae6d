//! Formulas as data. Each can be written in the language of the program `grundy`.

use crate::nim::{Nimber, gcd, is_prime, is_square};

/// An operator that joins two formulas. True is 1, false is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FormulaOperator {
    /// At least one is true.
    Or,
    /// Both are true.
    And,
    /// They are the same number.
    Equal,
    /// They are different numbers.
    Unequal,
    /// The first is less.
    Less,
    /// The sum.
    Add,
    /// The difference.
    Subtract,
    /// The nim-sum.
    Xor,
    /// The product.
    Multiply,
    /// The quotient, rounded down.
    Divide,
    /// The remainder, never negative.
    Remainder,
    /// The power.
    Power,
}

/// A named function of one number, or of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FormulaFunction {
    /// How many binary digits are 1.
    Ones,
    /// The lowest binary digit that is 1, as a power of two.
    LowBit,
    /// The binary digits that are 1 in either number.
    BitOr,
    /// The square root, rounded down.
    Root,
    /// The smaller of two.
    Min,
    /// The larger of two.
    Max,
    /// The distance from 0.
    Abs,
    /// The greatest common divisor.
    Gcd,
    /// The product of two nimbers.
    NimProduct,
    /// The negation of a truth value.
    Not,
    /// Whether it is a square, 0 included.
    Square,
    /// Whether it is a prime number.
    Prime,
    /// Whether it is 1, 2, 3, 5, 8, …
    Fibonacci,
    /// Whether it is 1, 2, 6, 24, …
    Factorial,
    /// Whether it is a power of this number, 1 included.
    PowerOf(u32),
    /// The least divisor above 1.
    LeastDivisor,
    /// How many primes there are up to this number.
    Primes,
    /// The largest Fibonacci number that is not larger than this number.
    LargestFibonacci,
}

/// A formula in one or two coordinates.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Formula {
    /// This number.
    Number(i128),
    /// The first coordinate, or the second.
    Coordinate(usize),
    /// The function that the law defines (`Law::function`), at this argument.
    Recall(Box<Formula>),
    /// Two formulas, joined by an operator.
    Join(FormulaOperator, Box<[Formula; 2]>),
    /// A named function of one formula, or of two.
    Call(FormulaFunction, Vec<Formula>),
    /// The second where the first is true, otherwise the third.
    If(Box<[Formula; 3]>),
    /// The entry of a list at this index, which counts from 0.
    Entry(Vec<i128>, Box<Formula>),
    /// Whether the value of the formula is one of these numbers.
    Among(Box<Formula>, Vec<i128>),
    /// The least of the function's values before this place that reaches the value just before it: for which this formula
    /// of the value is at least that.
    LeastReaching(Box<Formula>),
}

impl From<i128> for Formula {
    fn from(number: i128) -> Formula {
        Formula::Number(number)
    }
}

/// The first coordinate.
pub(super) fn n() -> Formula {
    Formula::Coordinate(0)
}

pub(super) fn call<const N: usize>(function: FormulaFunction, arguments: [Formula; N]) -> Formula {
    Formula::Call(function, arguments.into())
}

pub(super) fn if_else(condition: Formula, then: Formula, otherwise: Formula) -> Formula {
    Formula::If(Box::new([condition, then, otherwise]))
}

impl Formula {
    /// Joins two formulas and simplifies the result: it leaves out what changes nothing, such as `+ 0`, and adds
    /// constants up.
    #[must_use]
    pub fn join(self, operator: FormulaOperator, other: impl Into<Formula>) -> Formula {
        use Formula::Number;
        use FormulaOperator::{Add, Divide, Multiply, Power, Subtract, Xor};
        match (operator, self, other.into()) {
            (Add | Subtract | Xor, left, Number(0)) => left,
            (Divide | Power, left, Number(1)) => left,
            (Add | Xor, Number(0), right) | (Multiply, Number(1), right) => right,
            (Add, Number(a), Number(b)) if a.checked_add(b).is_some() => Number(a + b),
            (Multiply, Number(0), _) | (Multiply, _, Number(0)) => Number(0),
            (Add, left, Number(number)) if number < 0 && number > i128::MIN => left.join(Subtract, -number),
            (operator @ (Add | Subtract), left, Number(number)) => left.shifted(operator, number),
            (operator, left, right) => Formula::Join(operator, Box::new([left, right])),
        }
    }

    /// Adds a number, or subtracts it. If a constant stands at the end, as in `n + 3`, both become one constant.
    fn shifted(self, operator: FormulaOperator, number: i128) -> Formula {
        let signed = |operator: FormulaOperator, number: i128| {
            if operator == FormulaOperator::Add { Some(number) } else { number.checked_neg() }
        };
        let whole = |inner: FormulaOperator, last: i128| signed(inner, last)?.checked_add(signed(operator, number)?);
        match self {
            Formula::Join(inner @ (FormulaOperator::Add | FormulaOperator::Subtract), both)
                if let [_, Formula::Number(last)] = *both
                    && let Some(whole) = whole(inner, last) =>
            {
                let [first, _] = *both;
                first.join(FormulaOperator::Add, whole)
            }
            left => Formula::Join(operator, Box::new([left, Formula::Number(number)])),
        }
    }

    /// `factor` times this formula; the number is written first.
    #[must_use]
    pub(super) fn times(self, factor: i128) -> Formula {
        Formula::from(factor).join(FormulaOperator::Multiply, self)
    }

    /// The value at a place. `function` is the one that the law defines, if it defines one. `None` if there is no
    /// value: a number is too large, a divisor is not positive, an index is not in its list, or the function calls
    /// itself too deeply.
    pub fn value(&self, at: [i128; 2], function: Option<&Formula>) -> Option<i128> {
        self.value_in(at, &Recalled { function, known: &|_| None }, DEEPEST)
    }

    pub(super) fn value_in(&self, at: [i128; 2], recalled: &Recalled, depth: u32) -> Option<i128> {
        let value = |formula: &Formula| formula.value_in(at, recalled, depth);
        match self {
            Formula::Number(number) => Some(*number),
            Formula::Coordinate(index) => at.get(*index).copied(),
            Formula::Recall(argument) => {
                let argument = value(argument)?;
                (recalled.known)(argument)
                    .or_else(|| recalled.function?.value_in([argument, 0], recalled, depth.checked_sub(1)?))
            }
            Formula::Join(operator, both) => joined(*operator, value(&both[0])?, || value(&both[1])),
            Formula::Call(function, arguments) => {
                let second = arguments.get(1).map_or(Some(0), value)?;
                function_value(*function, value(arguments.first()?)?, second)
            }
            Formula::If(parts) => value(if value(&parts[0])? != 0 { &parts[1] } else { &parts[2] }),
            Formula::Entry(list, index) => list.get(usize::try_from(value(index)?).ok()?).copied(),
            Formula::Among(number, list) => {
                let number = value(number)?;
                Some(i128::from(list.contains(&number)))
            }
            Formula::LeastReaching(reach) => {
                let before = |place: i128| Formula::Recall(Box::new(place.into())).value_in(at, recalled, depth);
                let wanted = before(at[0] - 1)?;
                let values = (0..at[0]).map(before);
                let reaching = |value: &Option<i128>| {
                    value.is_none_or(|value| reach.value_in([value, 0], recalled, depth).is_none_or(|n| n >= wanted))
                };
                values.into_iter().find(reaching)?
            }
        }
    }

    /// The formula with `place` substituted for its coordinate. It must have one coordinate only.
    #[must_use]
    pub fn substitute(&self, place: &Formula) -> Formula {
        let substituted = |formula: &Formula| Box::new(formula.substitute(place));
        match self {
            Formula::Number(_) => self.clone(),
            Formula::Coordinate(_) => place.clone(),
            Formula::Recall(argument) => Formula::Recall(substituted(argument)),
            Formula::Join(operator, both) => both[0].substitute(place).join(*operator, both[1].substitute(place)),
            Formula::Call(function, arguments) => {
                Formula::Call(*function, arguments.iter().map(|argument| argument.substitute(place)).collect())
            }
            Formula::If(parts) => Formula::If(Box::new(parts.each_ref().map(|part| part.substitute(place)))),
            Formula::Entry(list, index) => Formula::Entry(list.clone(), substituted(index)),
            Formula::Among(number, list) => Formula::Among(substituted(number), list.clone()),
            Formula::LeastReaching(_) => self.clone(),
        }
    }

    /// The length of the formula for a reader, about the number of its symbols. Shorter laws are preferred.
    pub fn size(&self) -> usize {
        match self {
            Formula::Number(number) => 1 + number.unsigned_abs().checked_ilog10().unwrap_or(0) as usize,
            Formula::Coordinate(_) => 1,
            Formula::Recall(argument) => 1 + argument.size(),
            Formula::Join(_, both) => 1 + both[0].size() + both[1].size(),
            // These count more, since few readers can follow them at a glance.
            Formula::Call(FormulaFunction::Gcd | FormulaFunction::NimProduct, arguments) => {
                8 + arguments.iter().map(Formula::size).sum::<usize>()
            }
            Formula::Call(_, arguments) => 1 + arguments.iter().map(Formula::size).sum::<usize>(),
            Formula::If(parts) => 2 + parts.iter().map(Formula::size).sum::<usize>(),
            Formula::Entry(list, of) | Formula::Among(of, list) => 1 + list.len() + of.size(),
            Formula::LeastReaching(reach) => 6 + reach.size(),
        }
    }
}

/// The function of a law, and its values that are known and need not be computed.
pub(super) struct Recalled<'a> {
    pub function: Option<&'a Formula>,
    pub known: &'a dyn Fn(i128) -> Option<i128>,
}

/// The deepest recursion of a function for one value.
pub(super) const DEEPEST: u32 = 200;

fn joined(operator: FormulaOperator, a: i128, second: impl Fn() -> Option<i128>) -> Option<i128> {
    match (operator, a) {
        (FormulaOperator::Or, 1) => return Some(1),
        (FormulaOperator::And, 0) => return Some(0),
        _ => {}
    }
    let b = second()?;
    let truth = |holds: bool| Some(i128::from(holds));
    match operator {
        FormulaOperator::Or | FormulaOperator::And => Some(b),
        FormulaOperator::Equal => truth(a == b),
        FormulaOperator::Unequal => truth(a != b),
        FormulaOperator::Less => truth(a < b),
        FormulaOperator::Add => a.checked_add(b),
        FormulaOperator::Subtract => a.checked_sub(b),
        FormulaOperator::Xor => (a >= 0 && b >= 0).then_some(a ^ b),
        FormulaOperator::Multiply => a.checked_mul(b),
        FormulaOperator::Divide => (b > 0).then(|| a.div_euclid(b)),
        FormulaOperator::Remainder => (b > 0).then(|| a.rem_euclid(b)),
        FormulaOperator::Power => a.checked_pow(u32::try_from(b).ok()?),
    }
}

fn function_value(function: FormulaFunction, a: i128, b: i128) -> Option<i128> {
    let truth = |holds: bool| Some(i128::from(holds));
    match function {
        FormulaFunction::Ones => (a >= 0).then(|| i128::from(a.count_ones())),
        FormulaFunction::LowBit => (a >= 0).then_some(a & a.wrapping_neg()),
        FormulaFunction::BitOr => (a >= 0 && b >= 0).then_some(a | b),
        FormulaFunction::Root => a.checked_isqrt(),
        FormulaFunction::Min => Some(a.min(b)),
        FormulaFunction::Max => Some(a.max(b)),
        FormulaFunction::Abs => a.checked_abs(),
        FormulaFunction::Gcd => (a >= 0 && b >= 0).then(|| gcd(a, b)),
        FormulaFunction::NimProduct => {
            let product = Nimber(u64::try_from(a).ok()?).product(Nimber(u64::try_from(b).ok()?));
            Some(i128::from(product.0))
        }
        FormulaFunction::Not => truth(a == 0),
        FormulaFunction::Square => truth(is_square(a)),
        FormulaFunction::Prime => truth(is_prime(a)),
        FormulaFunction::Fibonacci => truth(a > 0 && largest_fibonacci(a)? == a),
        FormulaFunction::Factorial => {
            let (mut factorial, mut factor) = (1_i128, 1);
            while factorial < a {
                factor += 1;
                factorial = factorial.checked_mul(factor)?;
            }
            truth(factorial == a)
        }
        FormulaFunction::PowerOf(base) => {
            let mut power = 1_i128;
            while power < a {
                power = power.checked_mul(i128::from(base))?;
            }
            truth(power == a)
        }
        FormulaFunction::LeastDivisor => (2..=a.checked_isqrt()?).find(|d| a % d == 0).or((a > 1).then_some(a)),
        FormulaFunction::Primes => primes_up_to(a),
        FormulaFunction::LargestFibonacci => largest_fibonacci(a),
    }
}

/// How many primes there are up to a number; `None` where that is too long to be counted.
fn primes_up_to(most: i128) -> Option<i128> {
    const LARGEST: usize = 1 << 25;
    let most = usize::try_from(most).ok().filter(|most| *most <= LARGEST)?;
    let mut is_composite = vec![false; most + 1];
    let mut count = 0;
    for n in 2..=most {
        if !is_composite[n] {
            count += 1;
            (n.saturating_mul(n)..=most).step_by(n).for_each(|multiple| is_composite[multiple] = true);
        }
    }
    Some(count)
}

fn largest_fibonacci(most: i128) -> Option<i128> {
    let (mut fibonacci, mut next) = (1_i128, 2_i128);
    while next <= most {
        (fibonacci, next) = (next, fibonacci.checked_add(next)?);
    }
    (most > 0).then_some(fibonacci)
}

//! What becomes of the values of all cases of a loop, value by value. Only where a list is wanted are they kept.

use super::compiled::{Declined, Numbers};
use super::members::Members;
use super::{Evaluated, Evaluator, Flow};
use crate::game::value::{expected, integer};
use crate::game::{At, Builtin, EvalError, EvalErrorKind, Halt, Meter, Sum, Value, order};
use crate::nim::{Mex, Nimber, gcd, lcm};

/// What is wanted of the values of all cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gathering {
    List,
    /// How many there are.
    Length,
    /// How many are not `false`.
    Count,
    /// The sum of numbers or of positions; of none, it is 0.
    Sum,
    Product,
    Nimsum,
    Mex,
    Gcd,
    Lcm,
    Least,
    Greatest,
    /// The same, but the sum of none is the position without moves.
    Summands,
    /// Whether each is this. The first that is not ends the loop.
    All(bool),
    /// The first.
    First,
    /// How many are true before the first that is not, which ends the loop.
    Held,
}

impl Gathering {
    /// What a function wants, if it needs no list of its arguments.
    pub fn by(function: Builtin) -> Option<Gathering> {
        Some(match function {
            Builtin::Length => Gathering::Length,
            Builtin::Count => Gathering::Count,
            Builtin::Sum => Gathering::Sum,
            Builtin::Product => Gathering::Product,
            Builtin::Nimsum => Gathering::Nimsum,
            Builtin::Mex => Gathering::Mex,
            Builtin::Gcd => Gathering::Gcd,
            Builtin::Lcm => Gathering::Lcm,
            Builtin::Min => Gathering::Least,
            Builtin::Max => Gathering::Greatest,
            _ => return None,
        })
    }

    /// Does a position stand for its Grundy value there?
    pub fn compares(self) -> bool {
        matches!(self, Gathering::Least | Gathering::Greatest | Gathering::Mex | Gathering::Nimsum)
    }

    /// May the values of a compiled loop be conditions, or numbers?
    pub fn takes(self, truths: bool) -> bool {
        match self {
            Gathering::List | Gathering::Length | Gathering::First => true,
            Gathering::Count | Gathering::All(_) | Gathering::Held => truths,
            _ => !truths,
        }
    }
}

/// What a function makes of these values.
pub(in crate::game) fn gathered(function: Builtin, values: &[Value], meter: &Meter) -> Result<Value, EvalErrorKind> {
    let gathering = Gathering::by(function).ok_or_else(|| function.wrong("does not take a list"))?;
    let mut gathered = Gathered::new(gathering, At::default(), meter);
    for value in values {
        meter.spend(1)?;
        gathered.add_value(value.clone()).map_err(|fault| *fault.kind)?;
    }
    gathered.finish()
}

/// What has been gathered so far.
pub(super) struct Gathered {
    pub gathering: Gathering,
    /// Are the numbers of a compiled loop conditions?
    pub truths: bool,
    meter: Meter,
    /// How many values there were.
    cases: usize,
    /// The sum, the count, or what else is made of numbers.
    number: i128,
    positions: Sum,
    list: Members,
    mex: Mex,
    /// Are the summands numbers?
    adds_numbers: bool,
    /// The place of the summands.
    at: At,
    /// Bytes for which room was asked on behalf of `mex`.
    asked: usize,
    /// The least or the greatest value.
    best: Option<Value>,
    /// Why the function does not take these values. It is told when there are no more cases: an error in one of them
    /// comes first.
    wrong: Option<EvalErrorKind>,
    overflowed: bool,
    marked: (usize, i128, usize),
}

impl Gathered {
    /// Nothing yet; `at` is the place of all of it.
    pub fn new(gathering: Gathering, at: At, meter: &Meter) -> Gathered {
        Gathered {
            gathering,
            truths: false,
            meter: meter.clone(),
            cases: 0,
            number: i128::from(matches!(gathering, Gathering::Lcm | Gathering::Product)),
            positions: Sum::default(),
            list: Members::default(),
            mex: Mex::default(),
            adds_numbers: false,
            at,
            asked: 1 << 16,
            best: None,
            wrong: None,
            overflowed: false,
            marked: (0, 0, 0),
        }
    }

    /// How many members the list has.
    pub fn members(&self) -> usize {
        self.list.len()
    }

    /// Adds a value that the evaluator has found.
    pub fn add_value(&mut self, value: Value) -> Evaluated<()> {
        self.cases += 1;
        match self.gathering {
            Gathering::List => self.list.push(value, &self.meter)?,
            Gathering::Count => self.number += i128::from(value != Value::Bool(false)),
            Gathering::Least | Gathering::Greatest => self.compare(value)?,
            Gathering::Length | Gathering::All(_) | Gathering::Held | Gathering::First => {}
            Gathering::Summands if !self.adds_numbers && !matches!((self.cases, &value), (1, Value::Integer(_))) => {
                return self.add_parts(&value);
            }
            Gathering::Sum
                if !self.positions.parts.is_empty() || matches!((self.cases, &value), (1, Value::Position(_))) =>
            {
                return self.add_parts(&value);
            }
            _ => {
                self.adds_numbers = true;
                self.add_number(&value)?;
            }
        }
        Ok(())
    }

    fn add_number(&mut self, value: &Value) -> Result<(), Halt> {
        match integer(value) {
            _ if self.wrong.is_some() => Ok(()),
            Ok(number) => self.add_integer(number),
            Err(wrong) => {
                self.wrong = Some(wrong);
                Ok(())
            }
        }
    }

    /// Adds a position to those that are summed up.
    fn add_parts(&mut self, value: &Value) -> Evaluated<()> {
        if self.cases > Evaluator::LONGEST {
            return Err(EvalError::without_place(EvalErrorKind::TooLarge { limit: Evaluator::LONGEST }));
        }
        match value {
            Value::Position(sum) => Ok(self.meter.grow_by(&mut self.positions.parts, &sum.parts)?),
            other => Err(EvalError::new(expected("a position", other), self.at)),
        }
    }

    /// Whether to go on after a value that may end the loop: a case that holds is counted.
    pub fn flow_after(&mut self, value: Value) -> Flow {
        if self.gathering == Gathering::Held && matches!(value, Value::Bool(true)) {
            self.cases += 1;
            return Flow::Continue(());
        }
        self.best = Some(value);
        Flow::Break(())
    }

    /// Of equal values, the least is the first and the greatest the last, as in the standard library.
    fn compare(&mut self, value: Value) -> Result<(), Halt> {
        let Some(best) = &self.best else {
            self.best = Some(value);
            return Ok(());
        };
        if let Some(value) = [&value, best].into_iter().find(|value| value.is_no_number()).cloned() {
            self.wrong.get_or_insert(EvalErrorKind::NoNumber { value });
        } else if order::compare(&value, best, &self.meter)?.is_lt() == (self.gathering == Gathering::Least) {
            self.best = Some(value);
        }
        Ok(())
    }

    fn add_integer(&mut self, number: i128) -> Result<(), Halt> {
        match self.gathering {
            Gathering::Nimsum | Gathering::Mex => match self.function().nimber(number) {
                Ok(nimber) if self.gathering == Gathering::Mex => {
                    self.room_for_mex()?;
                    self.mex.insert(nimber);
                }
                Ok(Nimber(nimber)) => self.number ^= i128::from(nimber),
                Err(wrong) => self.wrong = Some(wrong),
            },
            // A member that is not a number is told before an overflow.
            _ if self.overflowed => {}
            Gathering::Gcd | Gathering::Lcm => {
                let joined = number.checked_abs().and_then(|number| match self.gathering {
                    Gathering::Gcd => Some(gcd(self.number, number)),
                    _ => lcm(self.number, number),
                });
                self.overflowed = joined.is_none();
                self.number = joined.unwrap_or(0);
            }
            gathering => {
                let more = match gathering {
                    Gathering::Product => self.number.checked_mul(number),
                    _ => self.number.checked_add(number),
                };
                match more {
                    Some(more) => self.number = more,
                    None => self.wrong = Some(EvalErrorKind::Overflow),
                }
            }
        }
        Ok(())
    }

    /// Asks for room before the bits of the mex grow, which at most doubles them.
    fn room_for_mex(&mut self) -> Result<(), Halt> {
        let next = 2 * self.mex.bytes();
        if next > self.asked {
            self.meter.room(next)?;
            self.asked = 2 * next;
        }
        Ok(())
    }

    fn function(&self) -> Builtin {
        match self.gathering {
            Gathering::Nimsum => Builtin::Nimsum,
            Gathering::Mex => Builtin::Mex,
            Gathering::Greatest => Builtin::Max,
            _ => Builtin::Min,
        }
    }

    /// The members of the list.
    pub fn into_members(self) -> Members {
        self.list
    }

    /// What is wanted, when there are no more cases.
    pub fn finish(mut self) -> Result<Value, EvalErrorKind> {
        if let Some(wrong) = self.wrong {
            return Err(wrong);
        }
        match self.gathering {
            Gathering::List => Ok(Value::List(std::mem::take(&mut self.list).into_shared(&self.meter)?)),
            Gathering::Least | Gathering::Greatest => {
                let function = self.function().name();
                self.best.ok_or(EvalErrorKind::Empty { function })
            }
            Gathering::First => self.best.ok_or(EvalErrorKind::NoneFound),
            Gathering::Mex => Ok(Value::Integer(i128::from(self.mex.value().0))),
            Gathering::Length => Ok(Value::Integer(self.cases as i128)),
            Gathering::Summands if !self.adds_numbers => Ok(Value::position(self.positions)),
            Gathering::Sum if !self.positions.parts.is_empty() => Ok(Value::position(self.positions)),
            _ if self.overflowed => Err(EvalErrorKind::Overflow),
            _ => Ok(Value::Integer(self.number)),
        }
    }

    /// How many cases held, and the value of the case that did not.
    pub fn held(self) -> (u128, Option<Value>) {
        (self.cases as u128, self.best)
    }

    fn value(&self, number: i64) -> Value {
        if self.truths { Value::Bool(number != 0) } else { Value::Integer(number.into()) }
    }

    /// As [`Numbers::add`]. Numbers that are not of use any more are dropped.
    fn add_all(&mut self, numbers: &[i64]) -> Option<()> {
        match self.gathering {
            Gathering::List => {
                if self.list.len() + numbers.len() > Evaluator::LONGEST {
                    return None;
                }
                self.list.extend(numbers, self.truths, &self.meter).ok()?;
            }
            Gathering::Length => {}
            Gathering::Count => self.number += i128::from(numbers.iter().sum::<i64>()),
            Gathering::All(wanted) if numbers.iter().any(|truth| (*truth != 0) != wanted) => return None,
            Gathering::Held if numbers.contains(&0) => return None,
            Gathering::First if !numbers.is_empty() => return None,
            Gathering::All(_) | Gathering::Held | Gathering::First => {}
            Gathering::Least | Gathering::Greatest => {
                let best = if self.gathering == Gathering::Least { numbers.iter().min() } else { numbers.iter().max() };
                if let Some(best) = best {
                    self.compare(self.value(*best)).ok()?;
                }
            }
            _ if self.wrong.is_some() || self.overflowed => {}
            Gathering::Sum | Gathering::Summands => {
                let sum = numbers.iter().fold(0, |sum, n| sum + i128::from(*n));
                self.number = self.number.checked_add(sum)?;
            }
            Gathering::Product => {
                let product = numbers.iter().try_fold(self.number, |product, n| product.checked_mul(i128::from(*n)));
                self.number = product?;
            }
            Gathering::Nimsum | Gathering::Mex => {
                if numbers.iter().fold(0, |all, n| all | n) < 0 {
                    return None;
                }
                if self.gathering == Gathering::Nimsum {
                    self.number ^= i128::from(numbers.iter().fold(0, |sum, n| sum ^ n));
                } else {
                    self.room_for_mex().ok()?;
                    numbers.iter().for_each(|n| self.mex.insert(Nimber(n.unsigned_abs())));
                }
            }
            Gathering::Gcd => {
                let divisor = numbers.iter().fold(0, |divisor, n| gcd(divisor, n.unsigned_abs()));
                self.number = gcd(self.number, divisor.into());
            }
            Gathering::Lcm => {
                let join = |joined: i128, n: &i64| lcm(joined, i128::from(*n).abs());
                self.number = numbers.iter().try_fold(self.number, join)?;
            }
        }
        self.cases += numbers.len();
        self.adds_numbers |= !numbers.is_empty();
        Some(())
    }
}

impl Numbers for Gathered {
    fn add(&mut self, numbers: &[i64]) -> Result<(), Declined> {
        self.add_all(numbers).ok_or(Declined)
    }

    /// What is told by several numbers at once, a mex or an extreme, does not change when they are added twice.
    fn mark(&mut self) {
        self.marked = (self.cases, self.number, self.list.len());
    }

    fn back(&mut self) {
        (self.cases, self.number) = (self.marked.0, self.marked.1);
        self.list.truncate(self.marked.2);
    }
}

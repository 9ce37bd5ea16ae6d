//! Expressions that are sums of variables and numbers.

use super::operators::arithmetic;
use super::{Expr, Operator, Term};

/// A linear expression: slots with their coefficients, none of them 0, plus a constant.
#[derive(Clone, Debug, Default)]
pub(super) struct Linear {
    pub variables: Vec<(usize, i128)>,
    pub constant: i128,
}

impl Linear {
    /// An expression as a linear one. `known` tells the number of a part that is the same everywhere; `None` for any other part.
    ///
    /// # Errors
    /// Those of `known`.
    pub fn of<'e, E>(
        expr: &'e Expr,
        known: &mut impl FnMut(&'e Expr) -> Result<Option<i128>, E>,
    ) -> Result<Option<Linear>, E> {
        if let Some(constant) = known(expr)? {
            return Ok(Some(Linear { variables: Vec::new(), constant }));
        }
        Ok(match &expr.term {
            Term::Slot(slot) => Some(Linear { variables: vec![(*slot, 1)], constant: 0 }),
            Term::Negate(operand) => Linear::of(operand, known)?.and_then(|operand| operand.times(-1)),
            Term::Binary(operator @ (Operator::Add | Operator::Subtract), one, other) => {
                let (one, other) = (Linear::of(one, known)?, Linear::of(other, known)?);
                one.zip(other).and_then(
                    |(one, other)| {
                        if *operator == Operator::Add { one.plus(other) } else { one.less(other) }
                    },
                )
            }
            _ => None,
        })
    }

    /// As [`Linear::of`], where only numbers that are written are the same everywhere, such as 21 and 10^6.
    pub fn written(expr: &Expr) -> Option<Linear> {
        Linear::of(expr, &mut |part| Ok::<_, ()>(written_number(part))).ok().flatten()
    }

    pub fn plus(mut self, other: Linear) -> Option<Linear> {
        self.constant = self.constant.checked_add(other.constant)?;
        for (slot, factor) in other.variables {
            match self.variables.iter_mut().find(|known| known.0 == slot) {
                Some(known) => known.1 = known.1.checked_add(factor)?,
                None => self.variables.push((slot, factor)),
            }
        }
        self.variables.retain(|known| known.1 != 0);
        Some(self)
    }

    pub fn less(self, other: Linear) -> Option<Linear> {
        other.times(-1).and_then(|other| self.plus(other))
    }

    pub fn times(mut self, factor: i128) -> Option<Linear> {
        self.constant = self.constant.checked_mul(factor)?;
        for known in &mut self.variables {
            known.1 = known.1.checked_mul(factor)?;
        }
        Some(self)
    }

    pub fn factor(&self, slot: usize) -> i128 {
        self.variables.iter().find(|known| known.0 == slot).map_or(0, |known| known.1)
    }

    /// The number that it is, if it names no variable.
    pub fn number(&self) -> Option<i128> {
        if self.variables.is_empty() { Some(self.constant) } else { None }
    }
}

/// The number that an expression of written numbers is.
pub(super) fn written_number(expr: &Expr) -> Option<i128> {
    match &expr.term {
        Term::Binary(operator, one, other) => {
            arithmetic(*operator, written_number(one)?, written_number(other)?)?.ok()?.as_integer()
        }
        _ => expr.number(),
    }
}

/// What a condition asks of one variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberTest {
    AtMost(i128),
    AtLeast(i128),
    Is(i128),
    IsNot(i128),
}

impl NumberTest {
    /// `None` unless the condition compares the variable, and nothing else, with a number.
    pub fn of(condition: &Expr, slot: usize) -> Option<NumberTest> {
        let (operator, left, right) = match &condition.term {
            Term::Not(other) => return NumberTest::of(other, slot)?.opposite(),
            Term::Binary(operator, left, right) => (*operator, left, right),
            _ => return None,
        };
        let (less, greater, apart) = ordered(operator, left, right).unwrap_or((left, right, 0));
        let gap = Linear::written(greater)?.less(Linear::written(less)?)?;
        let number = match gap.variables[..] {
            [(own, 1)] if own == slot => apart.checked_sub(gap.constant)?,
            [(own, -1)] if own == slot => gap.constant.checked_sub(apart)?,
            _ => return None,
        };
        Some(match operator {
            Operator::Equal => NumberTest::Is(number),
            Operator::Unequal => NumberTest::IsNot(number),
            _ if ordered(operator, left, right).is_none() => return None,
            _ if gap.factor(slot) == 1 => NumberTest::AtLeast(number),
            _ => NumberTest::AtMost(number),
        })
    }

    fn opposite(self) -> Option<NumberTest> {
        Some(match self {
            NumberTest::AtMost(number) => NumberTest::AtLeast(number.checked_add(1)?),
            NumberTest::AtLeast(number) => NumberTest::AtMost(number.checked_sub(1)?),
            NumberTest::Is(number) => NumberTest::IsNot(number),
            NumberTest::IsNot(number) => NumberTest::Is(number),
        })
    }
}

/// The smaller and the larger side of a comparison, and how far they must be apart at least.
pub(super) fn ordered<'e>(operator: Operator, left: &'e Expr, right: &'e Expr) -> Option<(&'e Expr, &'e Expr, i128)> {
    Some(match operator {
        Operator::Less => (left, right, 1),
        Operator::LessOrEqual => (left, right, 0),
        Operator::Greater => (right, left, 1),
        Operator::GreaterOrEqual => (right, left, 0),
        _ => return None,
    })
}

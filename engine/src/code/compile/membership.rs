//! `x in …`: whether a number is a member of a list, a set or a range. Ranges and sets of one form are compared, however many
//! members they have; others are listed.

use std::sync::Arc;

use super::{Compiler, numbers_in, numbers_of, sorted};
use crate::code::form::Code;
use crate::game::{Builtin, Expr, Family, Operator, Set, Term};
use crate::sorting;

impl Compiler<'_> {
    /// `x in h`
    pub(super) fn membership(&mut self, member: &Expr, set: &Expr) -> Option<Code> {
        let found = self.in_numbers(member, set);
        found.or_else(|| self.in_board(member, set))
    }

    fn in_numbers(&mut self, member: &Expr, set: &Expr) -> Option<Code> {
        if let Some(set) = set.set() {
            let number = self.number(member)?;
            return self.with_number(number, |number| in_set(number, set));
        }
        let mut members = match &set.term {
            Term::Constant(_) => numbers_in(set.listed()?)?.to_vec(),
            Term::Range { start, end, step } => {
                let (number, start) = (self.number(member)?, self.number(start)?);
                let end = if let Some(end) = end { Some(self.number(end)?) } else { None };
                let step = step.as_deref().map_or(Some(1), |step| i64::try_from(step.number()?).ok());
                let step = step.filter(|step| *step > 0)?;
                return self.with_number(number, |number| {
                    let distance = compared(Operator::Subtract, number.clone(), start.clone());
                    let inside = in_range(number, start, end);
                    Some(if step == 1 { inside } else { and(inside, has_remainder(&distance, step, 0)) })
                });
            }
            Term::Index(base, index) => return self.membership_in_row(member, base, index),
            Term::Set(members) | Term::List(members) => {
                let constant = |member: &Expr| member.number().is_some();
                let constants = members.iter().all(constant).then_some(members)?;
                sorted(&self.numbers(constants)?)?.to_vec()
            }
            _ => return None,
        };
        sorting::sort(&mut members);
        Some(Code::InList(members.into(), Box::new(self.number(member)?)))
    }

    /// What is made of a number that is needed more than once: a slot keeps it, unless it is one.
    fn with_number(&mut self, number: Code, make: impl FnOnce(&Code) -> Option<Code>) -> Option<Code> {
        if let Code::Slot(_) | Code::Constant(_) = number {
            return make(&number);
        }
        let slot = self.slots;
        self.slots += 1;
        Some(Code::Let(slot, vec![number], Box::new(make(&Code::Slot(slot))?)))
    }

    /// `w in edges[v]`, where `edges` is a constant list of rows.
    fn membership_in_row(&mut self, member: &Expr, base: &Expr, index: &Expr) -> Option<Code> {
        let rows = base.listed()?;
        let (row, member) = (self.number(index)?, self.number(member)?);
        self.in_row(rows, row, member)
    }
}

fn and(one: Code, other: Code) -> Code {
    Code::And(Box::new([one, other]))
}

fn compared(operator: Operator, one: Code, other: Code) -> Code {
    Code::Binary(operator, Box::new([one, other]))
}

/// Is a number from `start` on, and at most `end`, if there is an end?
fn in_range(number: &Code, start: Code, end: Option<Code>) -> Code {
    let is_above = compared(Operator::LessOrEqual, start, number.clone());
    match end {
        None => is_above,
        Some(end) => and(is_above, compared(Operator::LessOrEqual, number.clone(), end)),
    }
}

/// Is this the remainder of a number?
fn has_remainder(number: &Code, divisor: i64, rest: i64) -> Code {
    let remainder = compared(Operator::Remainder, number.clone(), Code::Constant(divisor));
    compared(Operator::Equal, remainder, Code::Constant(rest))
}

/// Is a number in a set, as [`Set::has`] says? `None` for sets that can neither be compared nor listed.
fn in_set(number: &Code, set: &Set) -> Option<Code> {
    const LISTED: u128 = 1 << 20;
    let constant = |n: i128| i64::try_from(n).ok().map(Code::Constant);
    let from = |least| in_range(number, Code::Constant(least), None);
    Some(match set {
        Set::Range { start, end, step } => {
            let end = if let Some(end) = end { Some(constant(*end)?) } else { None };
            let inside = in_range(number, constant(*start)?, end);
            match i64::try_from(*step).ok()? {
                1 => inside,
                step => and(inside, has_remainder(number, step, i64::try_from(start.rem_euclid(step.into())).ok()?)),
            }
        }
        Set::Family(Family::Evens) => and(from(0), has_remainder(number, 2, 0)),
        Set::Family(Family::Odds) => and(from(1), has_remainder(number, 2, 1)),
        Set::Family(Family::Squares) => Code::Apply(Builtin::Square, vec![number.clone()]),
        Set::Family(Family::Primes) => Code::Apply(Builtin::Prime, vec![number.clone()]),
        Set::Union(parts) => {
            let parts = parts.iter().map(|part| in_set(number, part)).collect::<Option<Vec<Code>>>()?;
            parts.into_iter().reduce(|one, other| Code::Or(Box::new([one, other])))?
        }
        Set::Except(pair) => and(in_set(number, &pair.0)?, Code::Not(Box::new(in_set(number, &pair.1)?))),
        _ => {
            let mut members: Vec<i64> = numbers_of(set, LISTED)?.to_vec();
            sorting::sort(&mut members);
            Code::InList(Arc::from(members), Box::new(number.clone()))
        }
    })
}

//! What a variable of a rule runs through where one number is some large x: finitely many values, each read alone, or the parts of a
//! split.

use super::reading::FarReading;
use super::reading::FarValue::{self, Along, Half, Known};
use super::reading::Line;
use crate::game::{Expr, Operator, Step, Term, Value, members_of};

/// The most cases that are read, in all kinds.
pub(super) const CASES: usize = 1 << 16;

/// What a variable runs through.
pub(super) enum FarMembers {
    These(Vec<FarValue>),
    Split(SplitRange),
}

/// All numbers a from the first one on, up to x and a number, or with a bound of 2a − x at either end.
pub(super) struct SplitRange {
    pub first: Option<i128>,
    pub over: Option<i128>,
    pub between: [Option<i128>; 2],
    pub step: i128,
    pub residue: i128,
}

impl<'m> FarReading<'m> {
    /// What a variable runs through, in the order of the source or without repeats.
    pub fn members(&mut self, source: &'m Expr, slot: usize, rest: &'m [Step]) -> Option<FarMembers> {
        if !self.is_far(source) {
            let value = self.known(source)?;
            return Some(FarMembers::These(match value {
                one @ (Value::Integer(_) | Value::Text(_)) => vec![Known(one)],
                several => members_of(&several, self.mover.meter()).ok()?.iter().cloned().map(Known).collect(),
            }));
        }
        match &source.term {
            Term::Set(one) if one.len() == 1 => self.members(&one[0], slot, rest),
            Term::List(all) => Some(FarMembers::These(all.iter().map(|one| self.value(one)).collect::<Option<_>>()?)),
            Term::Between { set, least, greatest } if !self.is_far(set) => {
                let (set, greatest) = (self.known(set)?, self.value(greatest)?);
                let members = members_of(&set, self.mover.meter()).ok()?;
                let numbers: Option<Vec<i128>> = members.iter().map(Value::as_integer).collect();
                let mut found = Vec::new();
                for number in numbers?.into_iter().filter(|n| n >= least) {
                    let number = Known(Value::Integer(number));
                    if self.order(&number, &greatest)?.is_le() {
                        found.push(number);
                    }
                }
                Some(FarMembers::These(found))
            }
            Term::Range { start, end: Some(end), step } => {
                let step = match step {
                    None => 1,
                    Some(step) => self.value(step)?.number().filter(|step| *step >= 1)?,
                };
                let (start, end) = (self.value(start)?, self.value(end)?);
                self.range(start, end, step, slot, rest)
            }
            _ => None,
        }
    }

    /// The members of a range. One up to the large number ends where a condition of the next steps ends it, or splits the number.
    fn range(
        &mut self,
        start: FarValue,
        end: FarValue,
        step: i128,
        slot: usize,
        rest: &'m [Step],
    ) -> Option<FarMembers> {
        if let (Some(start), Some(end)) = (start.line(), end.line())
            && (start.x, start.part) == (end.x, end.part)
        {
            let count = end.more.checked_sub(start.more)?.div_euclid(step);
            let member = |index: i128| add(&start, index * step);
            return (count <= CASES as i128).then(|| FarMembers::These((0..=count).map(member).collect()));
        }
        let is_empty = matches!(start, Along(_)) && matches!(end, Known(_));
        if is_empty {
            return (self.order(&start, &end)?.is_gt()).then(|| FarMembers::These(Vec::new()));
        }
        if let (Some(first), Along(_)) = (start.number(), &end)
            && let Some(last) = self.bound(slot, rest)
        {
            if self.order(&Known(Value::Integer(last)), &end)?.is_gt() {
                return None;
            }
            let count = last.checked_sub(first)?.div_euclid(step);
            let member = |index: i128| Known(Value::Integer(first + index * step));
            return (count <= CASES as i128).then(|| FarMembers::These((0..=count).map(member).collect()));
        }
        // The range of a number and of half of x, or of that and of x.
        let from_x = |value: &FarValue| match value {
            Along(Line { x: 1, part: 0, more }) => Some(*more),
            _ => None,
        };
        let from_half = |value: &FarValue| match value {
            Half(Line { x: 1, part: 0, more }) => Some(*more),
            _ => None,
        };
        let mut split = SplitRange { first: None, over: None, between: [None; 2], step, residue: 0 };
        match (start.number(), from_half(&start)) {
            (Some(first), _) => (split.first, split.residue) = (Some(first), first.rem_euclid(step)),
            (_, Some(more)) if step == 1 => split.between[0] = Some(more - 1),
            _ => return None,
        }
        match (from_x(&end), from_half(&end)) {
            (Some(more), _) => split.over = Some(more),
            (_, Some(more)) => split.between[1] = Some(more),
            _ => return None,
        }
        Some(FarMembers::Split(split))
    }

    /// The greatest number for which the first conditions can hold that are asked of the variable in this slot.
    fn bound(&mut self, slot: usize, rest: &'m [Step]) -> Option<i128> {
        let mut conditions = Vec::new();
        for step in rest {
            let Step::Test(test) = step else { break };
            joined(test, &mut conditions);
        }
        for condition in conditions {
            let Term::Binary(operator, one, other) = &condition.term else { return None };
            let is_variable = |expr: &Expr| matches!(expr.term, Term::Slot(own) if own == slot);
            let (bound, less) = match operator {
                Operator::LessOrEqual | Operator::Equal | Operator::In if is_variable(one) => (other, 0),
                Operator::Less if is_variable(one) => (other, 1),
                Operator::GreaterOrEqual | Operator::Equal if is_variable(other) => (one, 0),
                Operator::Greater if is_variable(other) => (one, 1),
                _ => {
                    // What is asked first must have an answer for every number.
                    let is_plain = |expr: &Expr| matches!(expr.term, Term::Slot(_)) || expr.number().is_some();
                    if is_plain(one) && is_plain(other) { continue } else { return None }
                }
            };
            if bound.names(&|own| own == slot) {
                return None;
            }
            let Known(found) = self.value(bound)? else { continue };
            return match found {
                Value::Integer(last) => last.checked_sub(less),
                several => {
                    let members = members_of(&several, self.mover.meter()).ok()?;
                    members.iter().map(Value::as_integer).collect::<Option<Vec<_>>>()?.into_iter().max()
                }
            };
        }
        None
    }
}

/// A line and a number.
fn add(line: &Line, more: i128) -> FarValue {
    let more = line.more + more;
    if (line.x, line.part) == (0, 0) { Known(Value::Integer(more)) } else { Along(Line { more, ..*line }) }
}

/// The conditions that `and` joins, in order.
fn joined<'e>(condition: &'e Expr, into: &mut Vec<&'e Expr>) {
    match &condition.term {
        Term::And(one, other) => {
            joined(one, into);
            joined(other, into);
        }
        _ => into.push(condition),
    }
}

//! Runs compiled code for one position at a time. (`run_many` runs it for many at once.)

use super::couples;
use super::decisions::note;
use super::form::{Bailout, BoardOp, Code, LoopSource, StepCode, Ticker};
use super::frame_slice::FrameSlice;
use super::narrow::each_part;
use crate::game::{Builtin, LONGEST_LOOP, MOST_DIVIDED, Meter, Operator, Progression, divisors, of_words, on_words};
use crate::sorting::sort;

/// Why a loop over cases ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoopEnd {
    Bailout,
    /// The visitor has seen enough.
    Enough,
}

impl From<Bailout> for LoopEnd {
    fn from(_: Bailout) -> LoopEnd {
        LoopEnd::Bailout
    }
}

pub type Checked = Result<i64, Bailout>;

impl Code {
    /// The value of the code in a frame; 0 or 1 for a condition.
    pub fn value(&self, frame: &mut [i64]) -> Checked {
        match self {
            Code::Constant(n) => Ok(*n),
            Code::Slot(slot) => Ok(frame[*slot]),
            Code::Binary(operator, operands) => {
                let left = operands[0].operand(frame)?;
                let right = operands[1].operand(frame)?;
                binary(*operator, left, right)
            }
            Code::Not(_) | Code::And(_) | Code::Or(_) => self.holds(frame).map(i64::from),
            Code::If(parts) => {
                let branch = if parts[0].holds(frame)? { &parts[1] } else { &parts[2] };
                branch.value(frame)
            }
            Code::Board(op) => match &**op {
                BoardOp::Member(whole, index) => member_of(whole, index, frame),
                other => other.value(frame),
            },
            other => other.larger_value(frame),
        }
    }

    /// As [`Code::value`], for what takes longer. By itself, since all else would have to save more registers.
    #[inline(never)]
    fn larger_value(&self, frame: &mut [i64]) -> Checked {
        match self {
            Code::Negate(operand) => operand.value(frame)?.checked_neg().ok_or(Bailout),
            Code::Apply(function, arguments) => apply(*function, arguments, frame),
            Code::Let(first, arguments, body) => {
                for (index, argument) in arguments.iter().enumerate() {
                    frame[first + index] = argument.value(frame)?;
                }
                body.value(frame)
            }
            Code::Member(list, index) => member(list, index.value(frame)?),
            Code::Cell(rows, place) => {
                let row = rows.row(place[0].value(frame)?).ok_or(Bailout)?;
                member(row, place[1].value(frame)?)
            }
            Code::InList(list, wanted) => Ok(i64::from(list.binary_search(&wanted.value(frame)?).is_ok())),
            Code::Fold(function, steps, body) => fold(*function, steps, body, frame),
            shorter => shorter.value(frame),
        }
    }

    /// As [`Code::value`]. Nothing is called for what lies in the code or the frame, as most operands do.
    #[inline(always)]
    fn operand(&self, frame: &mut [i64]) -> Checked {
        match self {
            Code::Constant(n) => Ok(*n),
            Code::Slot(slot) => Ok(frame[*slot]),
            other => other.value(frame),
        }
    }

    /// Does a condition hold?
    pub fn holds(&self, frame: &mut [i64]) -> Result<bool, Bailout> {
        match self {
            Code::And(operands) => Ok(operands[0].holds(frame)? && operands[1].holds(frame)?),
            Code::Or(operands) => Ok(operands[0].holds(frame)? || operands[1].holds(frame)?),
            Code::Not(operand) => operand.holds(frame).map(|holds| !holds),
            other => other.operand(frame).map(|truth| truth != 0),
        }
    }
}

impl BoardOp {
    /// The result of the operation in a frame.
    #[inline(never)]
    pub fn value(&self, frame: &mut [i64]) -> Result<i64, Bailout> {
        match self {
            BoardOp::Length(whole) => Ok(FrameSlice::decode(whole.operand(frame)?).length.into()),
            BoardOp::Member(whole, index) => member_of(whole, index, frame),
            BoardOp::Noted(whole, index, notes) => {
                let (whole, index) = (FrameSlice::decode(whole.operand(frame)?), index.operand(frame)?);
                let member = member(whole.members(frame)?, index)?;
                note(index, *notes, frame).ok_or(Bailout)?;
                Ok(member)
            }
            BoardOp::Character(whole, index) => {
                let (whole, index) = (FrameSlice::decode(whole.value(frame)?), index.value(frame)?);
                let character = whole.part(index, Some(index))?;
                if character.length == 1 { Ok(character.encode()) } else { Err(Bailout) }
            }
            BoardOp::Part(whole, first, last) => {
                let (whole, first) = (FrameSlice::decode(whole.value(frame)?), first.value(frame)?);
                let last = last.as_ref().map(|last| last.value(frame)).transpose()?;
                whole.part(first, last).map(FrameSlice::encode)
            }
            BoardOp::Same(one, other) => {
                let (one, other) = (FrameSlice::decode(one.value(frame)?), FrameSlice::decode(other.value(frame)?));
                Ok(i64::from(one.members(frame)? == other.members(frame)?))
            }
            BoardOp::Occurs(part, whole) => {
                let (part, whole) = (FrameSlice::decode(part.value(frame)?), FrameSlice::decode(whole.value(frame)?));
                let (part, whole) = (part.members(frame)?, whole.members(frame)?);
                Ok(i64::from(part.is_empty() || whole.windows(part.len()).any(|window| window == part)))
            }
            BoardOp::Couple(one, other) => couples::couple(one.value(frame)?, other.value(frame)?).ok_or(Bailout),
            BoardOp::First(couple) => Ok(couples::numbers(couple.value(frame)?).0),
            BoardOp::Second(couple) => Ok(couples::numbers(couple.value(frame)?).1),
            BoardOp::Ordered(couple) => {
                Some(couple.value(frame)?).filter(|couple| couples::is_ordered(*couple)).ok_or(Bailout)
            }
            BoardOp::Built(built, buffer_slot) => built.built(frame, *buffer_slot),
        }
    }
}

/// The member of a list, or the byte of a text, in the frame.
#[inline(always)]
fn member_of(whole: &Code, index: &Code, frame: &mut [i64]) -> Checked {
    let (whole, index) = (FrameSlice::decode(whole.operand(frame)?), index.operand(frame)?);
    member(whole.members(frame)?, index)
}

pub fn member(list: &[i64], index: i64) -> Checked {
    usize::try_from(index).ok().and_then(|index| list.get(index)).copied().ok_or(Bailout)
}

/// An operator between two numbers.
#[inline(always)]
pub fn binary(operator: Operator, a: i64, b: i64) -> Checked {
    match operator {
        Operator::Add => a.checked_add(b).ok_or(Bailout),
        Operator::Subtract => a.checked_sub(b).ok_or(Bailout),
        Operator::Equal => Ok(i64::from(a == b)),
        Operator::Less => Ok(i64::from(a < b)),
        Operator::GreaterOrEqual => Ok(i64::from(a >= b)),
        _ => rarer(operator, a, b),
    }
}

/// The other operators.
#[inline(never)]
fn rarer(operator: Operator, a: i64, b: i64) -> Checked {
    on_words(operator, a, b).ok_or(Bailout)
}

/// All operators between numbers, for tests.
#[cfg(test)]
pub const OPERATORS: [Operator; 13] = [
    Operator::Add,
    Operator::Subtract,
    Operator::Multiply,
    Operator::Divide,
    Operator::Remainder,
    Operator::Power,
    Operator::Xor,
    Operator::Equal,
    Operator::Unequal,
    Operator::Less,
    Operator::LessOrEqual,
    Operator::Greater,
    Operator::GreaterOrEqual,
];

/// A function of numbers.
fn apply(function: Builtin, arguments: &[Code], frame: &mut [i64]) -> Checked {
    let (first, others) = arguments.split_first().ok_or(Bailout)?;
    let first = first.value(frame)?;
    if others.is_empty() {
        return joined(function, first, first);
    }
    others.iter().try_fold(first, |before, next| joined(function, before, next.value(frame)?))
}

/// The result of a function for two numbers; for one, it is given twice.
pub fn joined(function: Builtin, a: i64, b: i64) -> Checked {
    of_words(function, a, b).ok_or(Bailout)
}

fn fold(function: Builtin, steps: &[StepCode], body: &Code, frame: &mut [i64]) -> Checked {
    let mut result = match function {
        Builtin::All => Some(1),
        Builtin::Some | Builtin::Count | Builtin::Sum | Builtin::Nimsum => Some(0),
        _ => None,
    };
    let ended = each(steps, frame, &mut |frame| {
        let value = body.value(frame)?;
        result = match (function, result) {
            (Builtin::All, _) if value == 0 => Some(0),
            (Builtin::Some, _) if value != 0 => Some(1),
            (Builtin::All | Builtin::Some, _) => return Ok(()),
            (Builtin::Count, Some(count)) => Some(count + value),
            (Builtin::Sum, Some(sum)) => Some(sum.checked_add(value).ok_or(Bailout)?),
            (Builtin::Nimsum, Some(sum)) => Some(binary(Operator::Xor, sum, value)?),
            (_, Some(before)) => Some(joined(function, before, value)?),
            (_, None) => Some(value),
        };
        if matches!(function, Builtin::All | Builtin::Some) { Err(LoopEnd::Enough) } else { Ok(()) }
    });
    match ended {
        Err(LoopEnd::Bailout) => Err(Bailout),
        _ => result.ok_or(Bailout),
    }
}

/// The numbers of a range, at equal distances.
struct RangeRun {
    next: Option<i64>,
    end: i64,
    step: i64,
}

impl RangeRun {
    /// A loop too long to finish is left to the evaluator, which reports it with its place in the rule.
    #[inline]
    fn of(start: &Code, end: &Code, step: &Code, frame: &mut [i64]) -> Result<RangeRun, Bailout> {
        RangeRun::between(start.operand(frame)?, end.operand(frame)?, step.operand(frame)?)
    }

    #[inline]
    fn between(start: i64, end: i64, step: i64) -> Result<RangeRun, Bailout> {
        let length = u128::from(end.abs_diff(start));
        let is_too_long = || length >= LONGEST_LOOP && length / step as u128 >= LONGEST_LOOP;
        if step < 1 || start <= end && is_too_long() {
            return Err(Bailout);
        }
        Ok(RangeRun { next: Some(start), end, step })
    }

    fn progression(&self) -> Result<Progression, Bailout> {
        Progression::between(self.next.ok_or(Bailout)?, self.end, self.step).ok_or(Bailout)
    }
}

impl Iterator for RangeRun {
    type Item = i64;

    #[inline]
    fn next(&mut self) -> Option<i64> {
        let member = self.next.filter(|member| *member <= self.end)?;
        self.next = member.checked_add(self.step);
        Some(member)
    }
}

type FrameVisitor<'a> = dyn FnMut(&mut [i64]) -> Result<(), LoopEnd> + 'a;

/// Visits every case of the steps: every choice of the variables that passes the tests, with the frame set to it.
pub fn each(steps: &[StepCode], frame: &mut [i64], visit: &mut FrameVisitor) -> Result<(), LoopEnd> {
    let Some((step, rest)) = steps.split_first() else { return visit(frame) };
    match step {
        StepCode::Test(condition) => match condition.holds(frame)? {
            true => each(rest, frame, visit),
            false => Ok(()),
        },
        StepCode::For { slot, source: LoopSource::Range { start, end, step }, ticker }
            if let Some(StepCode::Test(_)) = rest.first() =>
        {
            let run = RangeRun::of(start, end, step, frame)?.progression()?;
            let tests = rest.iter().take_while(|step| step.test().is_some()).count();
            each_part(&rest[..tests], *slot, run, frame, &mut |part, is_sure, frame| {
                let steps = if is_sure { &rest[tests..] } else { rest };
                for lane in 0..part.count {
                    frame[*slot] = part.at(lane);
                    if lane.is_multiple_of(Ticker::TICK as usize) {
                        ticker.tick(
                            u32::try_from(part.count - lane).map_or(Ticker::TICK, |left| left.min(Ticker::TICK)),
                        )?;
                    }
                    each(steps, frame, visit)?;
                }
                Ok(())
            })
        }
        StepCode::For { slot, source, ticker } => {
            let mut turns = 0;
            each_member(source, frame, &mut |member, frame| {
                frame[*slot] = member;
                turns += 1;
                if turns == Ticker::TICK {
                    ticker.tick(std::mem::take(&mut turns))?;
                }
                each(rest, frame, visit)
            })?;
            Ok(ticker.tick(turns)?)
        }
    }
}

pub type MemberVisitor<'a> = dyn FnMut(i64, &mut [i64]) -> Result<(), LoopEnd> + 'a;

/// Visits the members of a source.
fn each_member(source: &LoopSource, frame: &mut [i64], visit: &mut MemberVisitor) -> Result<(), LoopEnd> {
    match source {
        LoopSource::Range { start, end, step } => {
            RangeRun::of(start, end, step, frame)?.try_for_each(|member| visit(member, frame))
        }
        LoopSource::Divisors { number, start, end } => {
            let (number, start, end) = (number.value(frame)?, start.value(frame)?, end.value(frame)?);
            if !(0..=MOST_DIVIDED).contains(&number.into()) || start < 1 {
                return Err(LoopEnd::Bailout);
            }
            if number == 0 {
                return RangeRun::between(start, end, 1)?.try_for_each(|member| visit(member, frame));
            }
            let all = divisors(number.unsigned_abs(), &Meter::default()).map_err(|_| Bailout)?;
            let mut all = all.into_iter().filter_map(|divisor| i64::try_from(divisor).ok());
            all.try_for_each(|divisor| if (start..=end).contains(&divisor) { visit(divisor, frame) } else { Ok(()) })
        }
        LoopSource::List(members) => members.iter().try_for_each(|member| visit(*member, frame)),
        LoopSource::One(one) => {
            let one = one.value(frame)?;
            visit(one, frame)
        }
        LoopSource::Members(list) => {
            let list = FrameSlice::decode(list.value(frame)?);
            (0..list.length as usize).try_for_each(|index| visit(list.members(frame)?[index], frame))
        }
        LoopSource::Row(rows, index) => {
            let index = index.value(frame)?;
            rows.row(index).ok_or(Bailout)?.iter().try_for_each(|member| visit(*member, frame))
        }
        LoopSource::UpTo(members, greatest) => {
            let greatest = greatest.value(frame)?;
            members.iter().take_while(|member| **member <= greatest).try_for_each(|member| visit(*member, frame))
        }
        LoopSource::Parts(parts) => parts.each(frame, visit),
        LoopSource::Chosen { members, distinct, least, greatest } => {
            let greatest = greatest.value(frame)?;
            // Evaluate all members before visiting any: one without a value is an error even if it would not be
            // visited.
            let mut chosen = Vec::with_capacity(members.len());
            for member in members {
                chosen.push(member.value(frame)?);
            }
            if *distinct {
                sort(&mut chosen);
                chosen.dedup();
            }
            let chosen = chosen.into_iter().filter(|member| (*least..=greatest).contains(member));
            chosen.into_iter().try_for_each(|member| visit(member, frame))
        }
    }
}

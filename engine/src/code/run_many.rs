//! Runs compiled code for many cases at once. Each case is a *lane*.
//!
//! Numbers that grow by the same step from lane to lane are kept as a line, which takes two numbers for any number of
//! lanes; all others are written out as a column, one number for each lane.

use super::form::{Bailout, Code};
use super::lanes::{Active, LaneArray, LaneError, Lanes, Passing, WIDTH};
use super::run_one::{Checked, binary, joined, member};
use crate::game::{Builtin, Operator};

/// A place in a grid below this means that a coordinate is negative: there is no such option.
pub const NO_OPTION: i64 = -(1 << 59);
/// What a coordinate too large for the grid adds to a place. A negative place that is not below [`NO_OPTION`] means
/// that the option exists but is not in the grid.
const OUTSIDE_GRID: i64 = -(1 << 40);

type LaneResult = Result<Lanes, LaneError>;

/// The state of the evaluation: the slots, with a number for each lane, and how many lanes there are.
#[derive(Default)]
pub struct LaneInterpreter {
    pub slots: Vec<Lanes>,
    pub count: usize,
    /// Where a result is a line only in parts of the lanes: return [`LaneError::Split`] instead of writing it out.
    pub splits: bool,
    spare: Vec<LaneArray>,
    frame: Vec<i64>,
}

impl LaneInterpreter {
    pub fn new(slots: usize) -> LaneInterpreter {
        LaneInterpreter { slots: vec![Lanes::same(0); slots], frame: vec![0; slots], ..LaneInterpreter::default() }
    }

    pub fn column(&mut self) -> LaneArray {
        self.spare.pop().unwrap_or_else(|| Box::new([0; WIDTH]))
    }

    /// Sets a slot.
    pub fn set(&mut self, slot: usize, lanes: Lanes) {
        let before = std::mem::replace(&mut self.slots[slot], lanes);
        self.done(before);
    }

    /// The lanes in which all conditions hold.
    pub fn passing<'c>(&mut self, tests: impl Iterator<Item = &'c Code>) -> Result<Passing, LaneError> {
        let mut passing = Passing::All;
        for test in tests {
            let truth = self.value(test, passing.mask())?;
            match (truth.uniform(), &mut passing) {
                (Some(0), _) => return Ok(Passing::None),
                (Some(_), _) => {}
                (None, Passing::Some(active)) => {
                    for (lane, counts) in active[..self.count].iter_mut().enumerate() {
                        *counts &= truth.at(lane);
                    }
                    self.done(truth);
                }
                (None, _) => passing = Passing::Some(self.written(truth)?),
            }
        }
        Ok(passing)
    }

    /// A copy of a column.
    pub fn copy_of(&mut self, column: &LaneArray) -> LaneArray {
        let mut copy = self.column();
        copy[..self.count].copy_from_slice(&column[..self.count]);
        copy
    }

    /// Takes back lanes that are no longer needed, to reuse their column.
    pub fn done(&mut self, lanes: Lanes) {
        if let Lanes::Column(column) = lanes {
            self.spare.push(column);
        }
    }

    /// The lanes as a column.
    pub fn written(&mut self, lanes: Lanes) -> Result<LaneArray, LaneError> {
        match lanes {
            Lanes::Column(column) => Ok(column),
            Lanes::Line { start, step } => {
                self.check_width()?;
                let mut column = self.column();
                let mut n = start;
                for lane in &mut column[..self.count] {
                    *lane = n;
                    n = n.wrapping_add(step);
                }
                Ok(column)
            }
        }
    }

    /// `Split` if there are too many lanes for a column.
    fn check_width(&self) -> Result<(), LaneError> {
        if self.count > WIDTH { Err(LaneError::Split(WIDTH)) } else { Ok(()) }
    }

    /// The value of code in each lane. `Bailout` if it has no value in a lane that matters. `Split` if there are more
    /// than [`WIDTH`] lanes and they must be written out, or as `splits` says.
    pub fn value(&mut self, code: &Code, active: Active) -> LaneResult {
        match code {
            Code::Constant(n) => Ok(Lanes::same(*n)),
            Code::Slot(slot) => match &self.slots[*slot] {
                Lanes::Line { start, step } => Ok(Lanes::Line { start: *start, step: *step }),
                Lanes::Column(_) => self.copied(*slot),
            },
            Code::Negate(operand) => {
                let operand = self.value(operand, active)?;
                self.binary(Operator::Subtract, Lanes::same(0), operand, active)
            }
            Code::Not(operand) => {
                let operand = self.value(operand, active)?;
                self.binary(Operator::Subtract, Lanes::same(1), operand, active)
            }
            Code::And(parts) => self.decided(&parts[0], &parts[1], 0, active),
            Code::Or(parts) => self.decided(&parts[0], &parts[1], 1, active),
            Code::If(parts) => self.chosen(parts, active),
            Code::Binary(operator, operands) => {
                let left = self.value(&operands[0], active)?;
                let right = self.value(&operands[1], active)?;
                self.binary(*operator, left, right, active)
            }
            Code::Apply(function, arguments) => self.applied(*function, arguments, active),
            Code::Let(first, arguments, body) => {
                for (index, argument) in arguments.iter().enumerate() {
                    let value = self.value(argument, active)?;
                    let old = std::mem::replace(&mut self.slots[first + index], value);
                    self.done(old);
                }
                self.value(body, active)
            }
            Code::Member(list, index) => {
                let index = self.value(index, active)?;
                self.each(index, active, |index| member(list, index))
            }
            Code::Cell(rows, place) => {
                let place = [self.value(&place[0], active)?, self.value(&place[1], active)?];
                let [line, index] = place;
                self.each_pair(line, index, active, |line, index| member(rows.row(line).ok_or(Bailout)?, index))
            }
            Code::InList(list, wanted) => {
                let wanted = self.value(wanted, active)?;
                self.each(wanted, active, |wanted| Ok(i64::from(list.binary_search(&wanted).is_ok())))
            }
            Code::Fold(..) | Code::Board(_) => self.one_by_one(code, active),
        }
    }

    fn copied(&mut self, slot: usize) -> LaneResult {
        let mut column = self.column();
        if let Lanes::Column(from) = &self.slots[slot] {
            column[..self.count].copy_from_slice(&from[..self.count]);
        }
        Ok(Lanes::Column(column))
    }

    /// `and`, `or`: the second operand matters only in lanes where the first is not `decisive`.
    fn decided(&mut self, first: &Code, second: &Code, decisive: i64, active: Active) -> LaneResult {
        let first = self.value(first, active)?;
        if let Some(truth) = first.uniform() {
            return if truth == decisive { Ok(first) } else { self.value(second, active) };
        }
        let mut first = self.written(first)?;
        let open = self.masked(active, |lane| first[lane] != decisive);
        let second = self.value(second, Some(&open))?;
        for lane in 0..self.count {
            first[lane] = if open[lane] != 0 { second.at(lane) } else { first[lane] };
        }
        self.done(second);
        self.spare.push(open);
        Ok(Lanes::Column(first))
    }

    fn chosen(&mut self, parts: &[Code; 3], active: Active) -> LaneResult {
        let condition = self.value(&parts[0], active)?;
        if let Some(truth) = condition.uniform() {
            return self.value(&parts[if truth != 0 { 1 } else { 2 }], active);
        }
        let mut condition = self.written(condition)?;
        let yes = self.masked(active, |lane| condition[lane] != 0);
        let no = self.masked(active, |lane| condition[lane] == 0);
        let then = self.value(&parts[1], Some(&yes))?;
        let otherwise = self.value(&parts[2], Some(&no))?;
        for lane in 0..self.count {
            condition[lane] = if condition[lane] != 0 { then.at(lane) } else { otherwise.at(lane) };
        }
        for lanes in [then, otherwise, Lanes::Column(yes), Lanes::Column(no)] {
            self.done(lanes);
        }
        Ok(Lanes::Column(condition))
    }

    /// The mask of the active lanes for which `holds` is true.
    fn masked(&mut self, active: Active, holds: impl Fn(usize) -> bool) -> LaneArray {
        let mut mask = self.column();
        for lane in 0..self.count {
            mask[lane] = i64::from(active.is_none_or(|active| active[lane] != 0) && holds(lane));
        }
        mask
    }

    fn applied(&mut self, function: Builtin, arguments: &[Code], active: Active) -> LaneResult {
        let Some((first, others)) = arguments.split_first() else { return Err(LaneError::Bailout) };
        let mut result = self.value(first, active)?;
        if others.is_empty() {
            return self.each(result, active, |n| joined(function, n, n));
        }
        for other in others {
            let other = self.value(other, active)?;
            result = match function {
                Builtin::Min | Builtin::Max => self.extreme(function, result, other, active)?,
                _ => self.each_pair(result, other, active, |a, b| joined(function, a, b))?,
            };
        }
        Ok(result)
    }

    fn extreme(&mut self, function: Builtin, a: Lanes, b: Lanes, active: Active) -> LaneResult {
        if let Some(difference) = self.difference(&a, &b) {
            match self.sign_change(difference, |n| n <= 0) {
                Ok(less) => return Ok(if less == (function == Builtin::Min) { a } else { b }),
                Err(lane) if self.splits => return Err(LaneError::Split(lane)),
                Err(_) => {}
            }
        }
        match function {
            Builtin::Min => self.each_pair(a, b, active, |a, b| Ok(a.min(b))),
            _ => self.each_pair(a, b, active, |a, b| Ok(a.max(b))),
        }
    }

    /// The difference of two lines as start and step; `None` if it overflows in a lane, or if one is a column.
    fn difference(&self, a: &Lanes, b: &Lanes) -> Option<(i64, i64)> {
        let (Lanes::Line { start, step }, Lanes::Line { start: other, step: pace }) = (a, b) else { return None };
        let line = (start.checked_sub(*other)?, step.checked_sub(*pace)?);
        self.fits(line)?;
        Some(line)
    }

    /// `None` if a line, given as start and step, may leave 64 bits in some lane.
    fn fits(&self, line: (i64, i64)) -> Option<()> {
        line.1.checked_mul(self.count.max(1) as i64)?.checked_add(line.0).map(|_| ())
    }

    /// For a condition that changes at most once along a line: whether it holds in all lanes or in none; else, as
    /// `Err`, the first lane where it differs from lane 0.
    fn sign_change(&self, line: (i64, i64), holds: impl Fn(i64) -> bool) -> Result<bool, usize> {
        let at = |lane: usize| line.0 + line.1 * lane as i64;
        let first = holds(line.0);
        if self.count <= 1 || holds(at(self.count - 1)) == first {
            return Ok(first);
        }
        let (mut same, mut other) = (0, self.count - 1);
        while other - same > 1 {
            let middle = same + (other - same) / 2;
            if holds(at(middle)) == first { same = middle } else { other = middle }
        }
        Err(other)
    }

    /// True if a line is at least 0 in all lanes, false if it is negative in all; `Split` at the lane where that
    /// changes.
    pub fn all_at_least_0(&self, start: i64, step: i64) -> Result<bool, LaneError> {
        self.fits((start, step)).ok_or(LaneError::Bailout)?;
        self.sign_change((start, step), |n| n >= 0).map_err(LaneError::Split)
    }

    pub fn binary(&mut self, operator: Operator, a: Lanes, b: Lanes, active: Active) -> LaneResult {
        if let (Some(a), Some(b)) = (a.uniform(), b.uniform()) {
            return Ok(Lanes::same(binary(operator, a, b)?));
        }
        if let Some(found) = self.lines(operator, &a, &b)? {
            return Ok(found);
        }
        match (operator, b.uniform()) {
            (Operator::Add, _) => self.checked(a, b, active, i64::overflowing_add),
            (Operator::Subtract, _) => self.checked(a, b, active, i64::overflowing_sub),
            (Operator::Multiply, _) => self.checked(a, b, active, i64::overflowing_mul),
            (Operator::Xor, _) => self.checked(a, b, active, |a, b| (a ^ b, (a | b) < 0)),
            (Operator::Divide, Some(divisor)) if divisor > 0 => self.divided(a, divisor),
            (Operator::Remainder, Some(divisor)) if divisor > 0 && divisor & (divisor - 1) == 0 => {
                self.each(a, None, |n| Ok(n & (divisor - 1)))
            }
            (Operator::Equal, _) => self.each_pair(a, b, None, |a, b| Ok(i64::from(a == b))),
            (Operator::Unequal, _) => self.each_pair(a, b, None, |a, b| Ok(i64::from(a != b))),
            (Operator::Less, _) => self.each_pair(a, b, None, |a, b| Ok(i64::from(a < b))),
            (Operator::LessOrEqual, _) => self.each_pair(a, b, None, |a, b| Ok(i64::from(a <= b))),
            (Operator::Greater, _) => self.each_pair(a, b, None, |a, b| Ok(i64::from(a > b))),
            (Operator::GreaterOrEqual, _) => self.each_pair(a, b, None, |a, b| Ok(i64::from(a >= b))),
            _ => self.each_pair(a, b, active, |a, b| binary(operator, a, b)),
        }
    }

    /// The result of an operator on two lines, where it is again a line; `None` if it is not, or may overflow.
    fn lines(&self, operator: Operator, a: &Lanes, b: &Lanes) -> Result<Option<Lanes>, LaneError> {
        let (Lanes::Line { start, step }, Lanes::Line { start: other, step: pace }) = (a, b) else { return Ok(None) };
        let line = |start: Option<i64>, step: Option<i64>| {
            let line = (start?, step?);
            self.fits(line).map(|_| Lanes::Line { start: line.0, step: line.1 })
        };
        let holds: fn(i64) -> bool = match operator {
            Operator::Add => return Ok(line(start.checked_add(*other), step.checked_add(*pace))),
            Operator::Subtract => return Ok(line(start.checked_sub(*other), step.checked_sub(*pace))),
            Operator::Multiply if *pace == 0 => return Ok(line(start.checked_mul(*other), step.checked_mul(*other))),
            Operator::Multiply if *step == 0 => return Ok(line(start.checked_mul(*other), pace.checked_mul(*start))),
            Operator::Less => |n| n < 0,
            Operator::LessOrEqual => |n| n <= 0,
            Operator::Greater => |n| n > 0,
            Operator::GreaterOrEqual => |n| n >= 0,
            Operator::Equal | Operator::Unequal => return self.equal_lines(operator == Operator::Equal, a, b),
            _ => return Ok(None),
        };
        let Some(difference) = self.difference(a, b) else { return Ok(None) };
        match self.sign_change(difference, holds) {
            Ok(truth) => Ok(Some(Lanes::same(i64::from(truth)))),
            Err(lane) if self.splits => Err(LaneError::Split(lane)),
            Err(_) => Ok(None),
        }
    }

    /// Are two lines equal, if that is the same in all lanes? They meet in at most one lane, or in all.
    fn equal_lines(&self, equal: bool, a: &Lanes, b: &Lanes) -> Result<Option<Lanes>, LaneError> {
        let Some(difference) = self.difference(a, b) else { return Ok(None) };
        for holds in [|n: i64| n < 0, |n: i64| n <= 0] {
            if let Err(lane) = self.sign_change(difference, holds) {
                return if self.splits { Err(LaneError::Split(lane)) } else { Ok(None) };
            }
        }
        Ok(Some(Lanes::same(i64::from((difference.0 == 0) == equal))))
    }

    /// An operator that may overflow. It is applied to all lanes without branches; then, `Bailout` if a lane that
    /// matters overflowed.
    fn checked(&mut self, a: Lanes, b: Lanes, active: Active, f: impl Fn(i64, i64) -> (i64, bool)) -> LaneResult {
        let mut first = self.written(a)?;
        let second = self.written(b)?;
        let mut overflowed = 0;
        let lanes = first[..self.count].iter_mut().zip(&second[..self.count]);
        match active {
            None => lanes.for_each(|(a, b)| {
                let (result, over) = f(*a, *b);
                overflowed |= i64::from(over);
                *a = result;
            }),
            Some(active) => lanes.zip(&active[..self.count]).for_each(|((a, b), active)| {
                let (result, over) = f(*a, *b);
                overflowed |= i64::from(over) & active;
                *a = result;
            }),
        }
        self.spare.push(second);
        if overflowed == 0 { Ok(Lanes::Column(first)) } else { Err(LaneError::Bailout) }
    }

    fn divided(&mut self, a: Lanes, divisor: i64) -> LaneResult {
        if divisor & (divisor - 1) == 0 {
            let shift = divisor.trailing_zeros();
            return self.each(a, None, |n| Ok(n >> shift));
        }
        let mut column = self.written(a)?;
        let lanes = &mut column[..self.count];
        let all = lanes.iter().fold(0, |all, n| all | n);
        if (0..1 << 31).contains(&all) && divisor < 1 << 16 {
            // n·⌈2^64/d⌉ / 2^64 is ⌊n/d⌋ while n·d < 2^64.
            let inverse = u64::MAX / divisor as u64 + 1;
            for n in lanes {
                *n = ((u128::from(inverse) * *n as u128) >> 64) as i64;
            }
        } else {
            lanes.iter_mut().for_each(|n| *n = n.div_euclid(divisor));
        }
        Ok(Lanes::Column(column))
    }

    fn each(&mut self, a: Lanes, active: Active, f: impl Fn(i64) -> Checked) -> LaneResult {
        if let Some(a) = a.uniform() {
            return Ok(Lanes::same(f(a)?));
        }
        let mut column = self.written(a)?;
        match active {
            None => {
                for n in &mut column[..self.count] {
                    *n = f(*n)?;
                }
            }
            Some(active) => {
                for lane in 0..self.count {
                    column[lane] = if active[lane] != 0 { f(column[lane])? } else { 0 };
                }
            }
        }
        Ok(Lanes::Column(column))
    }

    fn each_pair(&mut self, a: Lanes, b: Lanes, active: Active, f: impl Fn(i64, i64) -> Checked) -> LaneResult {
        if let Some(b) = b.uniform() {
            return self.each(a, active, |a| f(a, b));
        }
        if let Some(a) = a.uniform() {
            return self.each(b, active, |b| f(a, b));
        }
        let mut first = self.written(a)?;
        let second = self.written(b)?;
        for lane in 0..self.count {
            let counts = active.is_none_or(|active| active[lane] != 0);
            first[lane] = if counts { f(first[lane], second[lane])? } else { 0 };
        }
        self.spare.push(second);
        Ok(Lanes::Column(first))
    }

    fn one_by_one(&mut self, code: &Code, active: Active) -> LaneResult {
        self.check_width()?;
        let mut frame = std::mem::take(&mut self.frame);
        frame.resize(self.slots.len(), 0);
        let mut column = self.column();
        let mut result = Ok(());
        for lane in 0..self.count {
            if active.is_some_and(|active| active[lane] == 0) {
                continue;
            }
            for (slot, lanes) in frame.iter_mut().zip(&self.slots) {
                *slot = lanes.at(lane);
            }
            match code.value(&mut frame) {
                Ok(value) => column[lane] = value,
                Err(bailout) => result = Err(bailout),
            }
        }
        self.frame = frame;
        result?;
        Ok(Lanes::Column(column))
    }

    /// The place in the grid of the position with these coordinates, for each lane that matters; see [`NO_OPTION`] and
    /// `OUTSIDE_GRID` for positions outside. `None` if a coordinate is negative in all lanes. `Bailout` if a coordinate
    /// has no value. Where `splits` is set, also `Bailout` if a position lies beyond the grid, and `Split` where a line
    /// crosses 0.
    pub fn places(
        &mut self,
        coordinates: &[Code],
        active: Active,
        sizes: &[i64],
        strides: &[i64],
    ) -> Result<Option<Lanes>, LaneError> {
        let last = self.count as i64 - 1;
        let (mut start, mut slope) = (0, 0);
        let (mut nowhere, mut outside) = (false, false);
        let mut sum: Option<LaneArray> = None;
        for ((coordinate, size), stride) in coordinates.iter().zip(sizes).zip(strides) {
            let value = self.value(coordinate, active)?;
            if let Lanes::Line { start: from, step } = value {
                let is_inside = |n: Option<i64>| n.is_some_and(|n| (0..*size).contains(&n));
                if is_inside(Some(from)) && is_inside(step.checked_mul(last).and_then(|n| n.checked_add(from))) {
                    (start, slope) = (start + from * stride, slope + step * stride);
                    continue;
                }
                if self.splits {
                    if self.all_at_least_0(from, step)? {
                        outside = true
                    } else {
                        nowhere = true
                    }
                    continue;
                }
            }
            let mut column = self.written(value)?;
            let lanes = &mut column[..self.count];
            lanes.iter_mut().for_each(|n| *n = term(*n, *size, *stride));
            if let Some(others) = sum {
                lanes.iter_mut().zip(&others[..]).for_each(|(sum, n)| *sum += n);
                self.done(Lanes::Column(others));
            }
            sum = Some(column);
        }
        if nowhere || outside {
            sum.into_iter().for_each(|sum| self.done(Lanes::Column(sum)));
            return if nowhere { Ok(None) } else { Err(LaneError::Bailout) };
        }
        let Some(mut sum) = sum else { return Ok(Some(Lanes::Line { start, step: slope })) };
        let mut place = start;
        for sum in &mut sum[..self.count] {
            *sum += place;
            place += slope;
        }
        Ok(Some(Lanes::Column(sum)))
    }
}

/// What a coordinate adds to the place. With twice [`NO_OPTION`], a negative coordinate outweighs all others.
#[inline]
fn term(n: i64, size: i64, stride: i64) -> i64 {
    if n < 0 {
        2 * NO_OPTION
    } else if n >= size {
        OUTSIDE_GRID
    } else {
        n * stride
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::run_one::OPERATORS;

    /// Lines, and columns with this many numbers.
    fn operands(count: usize) -> Vec<Lanes> {
        let mut column: LaneArray = Box::new([0; WIDTH]);
        (0..).zip(&mut column[..count]).for_each(|(lane, n)| *n = (lane * 37 + 11) % 23 - 4);
        let mut natural = column.clone();
        natural.iter_mut().for_each(|n| *n = n.abs());
        let line = |start, step| Lanes::Line { start, step };
        let lines = [(0, 0), (7, 0), (8, 0), (-3, 0), (2, 1), (30, -1), (-5, 2), (i64::MAX - 9, 1)];
        lines.map(|(start, step)| line(start, step)).into_iter().chain([column, natural].map(Lanes::Column)).collect()
    }

    #[test]
    fn operators_on_lanes_agree_with_those_on_numbers() {
        let count = 9;
        let mut active = [1; WIDTH];
        active[4] = 0;
        for operator in OPERATORS {
            for (a, b) in operands(count).iter().flat_map(|a| operands(count).into_iter().map(move |b| (a.clone(), b)))
            {
                for active in [None, Some(&active)] {
                    let counts = |lane: &usize| active.is_none_or(|active| active[*lane] != 0);
                    let single: Result<Vec<i64>, Bailout> =
                        (0..count).filter(counts).map(|lane| binary(operator, a.at(lane), b.at(lane))).collect();
                    let mut interpreter = LaneInterpreter { count, ..LaneInterpreter::default() };
                    let Ok(lanes) = interpreter.binary(operator, a.clone(), b.clone(), active) else {
                        assert!(single.is_err() || a.uniform().is_some(), "{a:?} {operator:?} {b:?}");
                        continue;
                    };
                    let lanes: Vec<i64> = (0..count).filter(counts).map(|lane| lanes.at(lane)).collect();
                    assert_eq!(Ok(lanes), single, "{a:?} {operator:?} {b:?}");
                }
            }
        }
    }

    #[test]
    fn places_outside_a_grid_are_told_from_those_inside() {
        let mut interpreter = LaneInterpreter { count: 4, ..LaneInterpreter::default() };
        let mut column: LaneArray = Box::new([0; WIDTH]);
        column[..4].copy_from_slice(&[-1, 0, 2, 5]);
        interpreter.slots = vec![Lanes::Line { start: 0, step: 1 }, Lanes::Column(column)];
        let places = interpreter.places(&[Code::Slot(0), Code::Slot(1)], None, &[4, 5], &[5, 1]).unwrap().unwrap();
        let places: Vec<i64> = (0..4).map(|lane| places.at(lane)).collect();
        assert!(places[0] < NO_OPTION && (NO_OPTION..0).contains(&places[3]), "{places:?}");
        assert_eq!(places[1..3], [5, 12]);
    }
}

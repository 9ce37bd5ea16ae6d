//! Evaluates an expression of any kind. Sets, lists and comprehensions are evaluated in `gather.rs`, calls in
//! `calls.rs`, games and positions in `positions.rs`.

use std::ops::Range;
use std::sync::Arc;

use super::compiled::Run;
use super::gather::shapes;
use super::positions::{answer, is_valued, misere_form, one_heap};
use super::{Evaluated, Evaluator, Flow, LONGEST_LOOP};
use crate::game::eval_error::mismatch;
use crate::game::operators::{self, arithmetic, arithmetic64, compare, contains, join, nim_sum, slice_range};
use crate::game::value::{expected, integer, members_of, place, truth};
use crate::game::{
    AskedGame, Builtin, EvalError, EvalErrorKind, Expr, Halt, Meter, Operator, PositionQuestion, Set, Step, Sum,
    Summand, Term, Value, graphs, repeated,
};
use crate::nim::{Convention, Nimber};

impl<'a> Evaluator<'a> {
    /// The value of an expression in a frame.
    ///
    /// # Errors
    /// The first fault met, with its place.
    pub fn value(&mut self, expr: &'a Expr, frame: &mut [Value]) -> Evaluated<Value> {
        match &expr.term {
            Term::Constant(value) => Ok(value.clone()),
            Term::Slot(slot) => Ok(frame[*slot].clone()),
            Term::Binary(operator, left, right) => {
                if let (Some(Value::Integer(a)), Some(Value::Integer(b))) =
                    (at_hand(left, frame), at_hand(right, frame))
                    && let Some(result) = arithmetic64(*operator, *a, *b)
                {
                    return Ok(result);
                }
                if let Operator::Equal | Operator::Unequal = operator
                    && let (Some(left), Some(right)) = (misere_form(left), misere_form(right))
                {
                    // The forms may be longer than can be written.
                    let (left, right) = (self.position_of(left, frame)?, self.position_of(right, frame)?);
                    let equal = self.oracle.are_equal_in_misere(&left, &right).map_err(expr.here())?;
                    return Ok(Value::Bool(equal == (*operator == Operator::Equal)));
                }
                let first = self.value(left, frame)?;
                let second = self.value(right, frame)?;
                if let (Value::Integer(a), Value::Integer(b)) = (&first, &second)
                    && let Some(result) = arithmetic64(*operator, *a, *b)
                {
                    return Ok(result);
                }
                let result = self.binary(*operator, &first, &second);
                result.map_err(|kind| {
                    let at = at_fault(&kind, (left, &first), right).unwrap_or(expr).at;
                    EvalError::new(kind, at)
                })
            }
            Term::And(left, right) => Ok(Value::Bool(self.truth(left, frame)? && self.truth(right, frame)?)),
            Term::Or(left, right) => Ok(Value::Bool(self.truth(left, frame)? || self.truth(right, frame)?)),
            Term::Not(operand) => Ok(Value::Bool(!self.truth(operand, frame)?)),
            Term::If(condition, then, otherwise) => {
                let branch = if self.truth(condition, frame)? { then } else { otherwise };
                self.value(branch, frame)
            }
            Term::Negate(operand) => {
                let n = self.integer(operand, frame)?;
                n.checked_neg().map(Value::Integer).ok_or(EvalError::new(EvalErrorKind::Overflow, expr.at))
            }
            Term::Builtin(Builtin::Parts, arguments)
                if let [cells, Expr { term: Term::Constant(Value::List(rows)), .. }] = &arguments[..] =>
            {
                // That a constant is a graph was checked when it was written.
                let cells = self.value(cells, frame)?;
                graphs::components_of_graph(&cells, rows, self.oracle.meter()).map_err(expr.here())
            }
            Term::Builtin(function, arguments) => {
                let found = match arguments.len() {
                    // A few arguments fit on the stack and need no allocation.
                    few @ 0..=3 => {
                        let mut room = [const { Value::Bool(false) }; 3];
                        for (value, argument) in room.iter_mut().zip(arguments) {
                            *value = self.value(argument, frame)?;
                        }
                        self.apply(*function, &mut room[..few])
                    }
                    _ => {
                        let mut arguments = self.values(arguments, frame)?;
                        self.apply(*function, &mut arguments)
                    }
                };
                found.map_err(expr.here())
            }
            Term::Call(function, arguments) => self.call(*function, arguments, expr, frame),
            Term::Tuple(members) => Ok(Value::Tuple(self.values(members, frame)?.into())),
            Term::List(members) => {
                let members = self.values(members, frame)?;
                self.oracle.meter().list_of(members).map_err(expr.here())
            }
            Term::Set(members) => self.set(members, expr, frame),
            Term::Range { start, end, step } => {
                let (first, last, stride) = self.range(start, end.as_deref(), step.as_deref(), frame)?;
                Ok(Value::Set(Arc::new(Set::range(first, last, stride))))
            }
            Term::Except(from, without) => self.except(from, without, frame),
            Term::Between { set, least, greatest } => self.between(set, *least, greatest, frame),
            Term::Divisors { set, heap } => self.divisors(set, heap, frame),
            Term::Ways(rest, shape) => self.ways(rest, &[*shape], frame),
            Term::WaysInto { rest, into, likeness } => {
                let said = self.value(into, frame)?;
                let shapes = shapes(&said, *likeness, self.oracle.meter()).map_err(into.here())?;
                self.ways(rest, &shapes, frame)
            }
            Term::Rewritten(rewrite, board) => self.rewritten(rewrite, board, frame),
            Term::Index(base, index) => self.index(base, index, expr, frame),
            Term::Slice(base, start, end) => self.slice(base, start, end.as_deref(), expr, frame),
            Term::ListOf(steps, body) => self.list_of(steps, body, frame),
            Term::SetOf(steps, body) => self.set_of(steps, body, frame),
            Term::Fold(function, steps, body) => self.fold(*function, steps, body, expr, frame),
            Term::Connected { cells, slot, near } => self.connected(cells, *slot, near, frame),
            Term::Position(game, coordinates) => {
                let position = self.position(game, coordinates, expr, frame)?;
                Ok(Value::position(Sum::position(position)))
            }
            Term::Admitted(rule, coordinates) => {
                let coordinates = self.values(coordinates, frame)?;
                let admitted = self.admits_local(*rule, &coordinates).map_err(|fault| fault.placed(expr.at))?;
                Ok(Value::Bool(admitted))
            }
            Term::Exists(position) => match self.value(position, frame) {
                Ok(_) => Ok(Value::Bool(true)),
                Err(fault) => match *fault.kind {
                    EvalErrorKind::OutsideDomain { .. } => Ok(Value::Bool(false)),
                    _ => Err(fault),
                },
            },
            Term::Heaps(game, heaps) => self.heaps(game, heaps, expr, frame),
            Term::Compound(rule, parts) => self.compound(*rule, parts, expr, frame),
            Term::Star(size) => {
                let found = self.integer(size, frame)?;
                let size = u64::try_from(found)
                    .map_err(|_| EvalError::new(EvalErrorKind::StarSize { size: found }, size.at))?;
                Ok(Value::position(Sum::star(Nimber(size))))
            }
            Term::Sum(list) => self.sum(list, expr, frame),
            Term::Members(source) => match self.value(source, frame)? {
                one @ (Value::Integer(_) | Value::Text(_)) => Ok(Value::List(Arc::new([one]))),
                several => {
                    let members = members_of(&several, self.oracle.meter()).map_err(source.here())?;
                    Ok(Value::List(members.iter().cloned().collect()))
                }
            },
            Term::Ask { question, convention: Convention::Normal, subject }
                if let Some((game, heap)) = one_heap(*question, subject) =>
            {
                let size = self.integer(heap, frame)?;
                let value = self.oracle.heap_value(game, size).map_err(subject.here())?;
                Ok(answer(*question, value))
            }
            Term::Ask { question, convention, subject } => {
                let without_rows = if is_valued(*question) && !convention.is_misere() {
                    self.without_rows(subject, frame)?
                } else {
                    None
                };
                let sum = match without_rows {
                    Some(sum) => Arc::new(sum),
                    None => self.position_of(subject, frame)?,
                };
                self.oracle.ask(*question, *convention, &sum).map_err(subject.here())
            }
            Term::AskGame { question, convention, game, line, heaps, seconds } => {
                let line = match line {
                    Some((along, others)) => Some((*along, self.values(others, frame)?)),
                    None => None,
                };
                let heaps = heaps.as_deref().map(|bound| self.bound(bound, frame)).transpose()?;
                let seconds = seconds.as_deref().map(|bound| self.bound(bound, frame)).transpose()?;
                let game = self.game(game, frame)?;
                let asked = AskedGame { game, convention: *convention, line, heaps, seconds };
                self.oracle.ask_game(question, asked).map_err(expr.here())
            }
            Term::Made { rule, given } => {
                let given = given.iter().map(|slot| frame[*slot].clone()).collect();
                self.oracle.make(*rule, given).map_err(expr.here())
            }
        }
    }

    /// The value of a condition.
    ///
    /// # Errors
    /// As [`Evaluator::value`], and if it is neither true nor false.
    pub fn truth(&mut self, expr: &'a Expr, frame: &mut [Value]) -> Evaluated<bool> {
        let value = self.value(expr, frame)?;
        truth(&value).map_err(expr.here())
    }

    /// The value of an expression that should be a number.
    ///
    /// # Errors
    /// As [`Evaluator::value`], and if it is not a number.
    pub fn integer(&mut self, expr: &'a Expr, frame: &mut [Value]) -> Evaluated<i128> {
        if let Some(Value::Integer(n)) = at_hand(expr, frame) {
            return Ok(*n);
        }
        let value = self.value(expr, frame)?;
        integer(&value).map_err(expr.here())
    }

    /// The limit of a question about a game, in heaps or seconds: a number from 1 on.
    fn bound(&mut self, expr: &'a Expr, frame: &mut [Value]) -> Evaluated<u64> {
        let found = self.integer(expr, frame)?;
        u64::try_from(found)
            .ok()
            .filter(|bound| *bound > 0)
            .ok_or_else(|| EvalError::new(expected("a number from 1 on", &Value::Integer(found)), expr.at))
    }

    /// Visits every case that the steps reach. The first step is the outermost loop.
    ///
    /// # Errors
    /// A fault of a step, or of the visitor.
    pub fn each(
        &mut self,
        steps: &'a [Step],
        frame: &mut [Value],
        visit: &mut dyn FnMut(&mut Self, &mut [Value]) -> Evaluated<Flow>,
    ) -> Evaluated<Flow> {
        let Some((step, rest)) = steps.split_first() else {
            return visit(self, frame);
        };
        match step {
            Step::Test(condition) => match self.truth(condition, frame)? {
                true => self.each(rest, frame, visit),
                false => Ok(Flow::Continue(())),
            },
            Step::For { slot, source } => self.for_each(*slot, source, rest, frame, visit),
            Step::Unpack { slot, count, at } => {
                let members = match &frame[*slot] {
                    Value::Tuple(members) | Value::List(members) if members.len() == *count => members.clone(),
                    other => {
                        let kind = EvalErrorKind::Members { wanted: *count, found: other.brief(), kind: other.kind() };
                        return Err(EvalError::new(kind, *at));
                    }
                };
                frame[slot + 1..=slot + count].clone_from_slice(&members);
                self.each(rest, frame, visit)
            }
        }
    }

    fn for_each(
        &mut self,
        slot: usize,
        source: &'a Expr,
        rest: &'a [Step],
        frame: &mut [Value],
        visit: &mut dyn FnMut(&mut Self, &mut [Value]) -> Evaluated<Flow>,
    ) -> Evaluated<Flow> {
        if let Some(run) = self.run(source, frame)? {
            let mut limit = self.turn_limit(run);
            let mut next = Some(run.0);
            while let Some(n) = next.filter(|n| *n <= run.1) {
                self.turn(source, &mut limit)?;
                frame[slot] = Value::Integer(n);
                if self.each(rest, frame, visit)?.is_break() {
                    return Ok(Flow::Break(()));
                }
                next = n.checked_add(run.2);
            }
            return Ok(Flow::Continue(()));
        }
        if let Term::Rewritten(rewrite, board) = &source.term {
            return self.each_rewritten(rewrite, board, frame, &mut |this, text, frame| {
                frame[slot] = text;
                this.each(rest, frame, visit)
            });
        }
        let mut value = self.value(source, frame)?;
        if let Value::Set(set) = &value
            && set.is_endless()
            && let Some(last) = self.last_wanted(slot, rest, frame)
        {
            let meter = self.oracle.meter();
            let members = set.up_to(last, meter).map_err(|fault| fault.placed(source.at))?;
            value = meter.list_of(meter.collected(members.into_iter().map(Value::Integer))?)?;
        }
        let all = members_of(&value, self.oracle.meter()).map_err(|kind| match kind {
            EvalErrorKind::Expected { .. } => EvalError::new(expected("a range, a list or a set", &value), source.at),
            other => EvalError::new(other, source.at),
        })?;
        for member in all.iter() {
            self.tick(source)?;
            frame[slot] = member.clone();
            if self.each(rest, frame, visit)?.is_break() {
                return Ok(Flow::Break(()));
            }
        }
        Ok(Flow::Continue(()))
    }

    /// A number beyond which a variable cannot pass the tests that follow, as one of them bounds it: `k <= n`, `k*k < n`.
    fn last_wanted(&mut self, slot: usize, rest: &'a [Step], frame: &mut [Value]) -> Option<i128> {
        let mut conditions: Vec<&'a Expr> =
            rest.iter().map_while(|step| if let Step::Test(test) = step { Some(test) } else { None }).collect();
        while let Some(condition) = conditions.pop() {
            let (less, greatest) = match &condition.term {
                Term::And(one, other) => {
                    conditions.extend([&**one, &**other]);
                    continue;
                }
                Term::Binary(Operator::Less | Operator::LessOrEqual | Operator::Equal, less, greatest)
                | Term::Binary(Operator::Greater | Operator::GreaterOrEqual, greatest, less) => (less, greatest),
                _ => continue,
            };
            if less.is_at_least(slot) && !greatest.names(&|own| own == slot) {
                // Members below 0 are no more than 0, whatever is made of them.
                return self.integer(greatest, frame).ok().map(|last| last.max(0));
            }
        }
        None
    }

    /// For a loop in a rule of more than [`LONGEST_LOOP`] turns: how many turns are tried before it is an error,
    /// since the visitor may end it soon, and how many turns it would have. `None` for every other loop.
    pub(super) fn turn_limit(&self, (first, last, stride): Run) -> Option<(u32, u128)> {
        const TRIED: u32 = 1 << 18;
        if !self.in_rule || first > last {
            return None;
        }
        let turns = (last.abs_diff(first) / stride.unsigned_abs().max(1)).saturating_add(1);
        (turns > LONGEST_LOOP).then_some((TRIED, turns))
    }

    /// Counts a turn of a loop.
    pub(super) fn turn(&mut self, source: &'a Expr, limit: &mut Option<(u32, u128)>) -> Evaluated<()> {
        self.tick(source)?;
        if let Some((left, turns)) = limit {
            *left = left.checked_sub(1).ok_or(EvalError::new(EvalErrorKind::TooLong { turns: *turns }, source.at))?;
        }
        Ok(())
    }

    /// The numbers through which a variable runs, if its source is a range with an end.
    pub(super) fn run(&mut self, source: &'a Expr, frame: &mut [Value]) -> Evaluated<Option<Run>> {
        let Term::Range { start, end: Some(end), step } = &source.term else { return Ok(None) };
        let (first, last, stride) = self.range(start, Some(end), step.as_deref(), frame)?;
        Ok(Some((first, last.unwrap_or(first.saturating_sub(1)), stride)))
    }

    /// The values of a body in all cases, which must be numbers.
    pub(super) fn batch(&mut self, frame: &mut [Value], steps: &'a [Step], body: &'a Expr) -> Evaluated<Vec<i128>> {
        let mut found = Vec::new();
        let _ = self.each(steps, frame, &mut |this, frame| {
            let number = this.integer(body, frame)?;
            this.oracle.meter().push(&mut found, number)?;
            Ok(Flow::Continue(()))
        })?;
        Ok(found)
    }

    /// The value that the body would have without the conditions before it; `None` if the steps bind further
    /// variables, or if the body has no value.
    pub(super) fn untested(&mut self, frame: &mut [Value], steps: &'a [Step], body: &'a Expr) -> Option<i128> {
        let binds = steps.iter().any(|step| matches!(step, Step::For { .. }));
        if binds { None } else { self.integer(body, frame).ok() }
    }

    pub(super) fn values(&mut self, exprs: &'a [Expr], frame: &mut [Value]) -> Evaluated<Vec<Value>> {
        exprs.iter().map(|expr| self.value(expr, frame)).collect()
    }

    /// A copy of members: counts the work and asks for the room.
    fn copied(&self, members: &[Value], at: &Expr) -> Evaluated<Value> {
        if members.len() > 1 {
            let halted = |halt: Halt| EvalError::new(halt.into(), at.at);
            self.oracle.meter().spend(members.len()).map_err(halted)?;
            self.oracle.meter().charge_copy(members.len()).map_err(halted)?;
        }
        Ok(Value::List(members.into()))
    }

    fn binary(&mut self, operator: Operator, left: &Value, right: &Value) -> Result<Value, EvalErrorKind> {
        if let (Value::Integer(a), Value::Integer(b)) = (left, right)
            && let Some(result) = arithmetic(operator, *a, *b)
        {
            return result;
        }
        if let Some((left, right)) = self.as_numbers(operator, left, right)? {
            return self.binary(operator, &left, &right);
        }
        match operator {
            Operator::Equal => self.equal(left, right).map(Value::Bool),
            Operator::Unequal => self.equal(left, right).map(|equal| Value::Bool(!equal)),
            Operator::In => self.judge(|judge| contains(right, left, judge)).map(Value::Bool),
            Operator::NotIn => self.judge(|judge| contains(right, left, judge)).map(|inside| Value::Bool(!inside)),
            Operator::Less | Operator::LessOrEqual | Operator::Greater | Operator::GreaterOrEqual => {
                self.judge(|judge| compare(operator, left, right, judge))
            }
            Operator::Add => match (left, right) {
                (Value::Position(a), Value::Position(b)) => {
                    self.parts_copied(a.parts.len() + b.parts.len())?;
                    Ok(Value::position(a.plus(b)))
                }
                _ => Err(mismatch("+", left, right)),
            },
            Operator::Multiply => match (left, right) {
                (Value::Integer(copies), Value::Position(sum)) => {
                    let copies = u64::try_from(*copies).map_err(|_| EvalErrorKind::Copies)?;
                    self.parts_copied(sum.parts.len())?;
                    sum.times(copies).map(Value::position).ok_or(EvalErrorKind::Copies)
                }
                (Value::Integer(count), Value::Text(text)) | (Value::Text(text), Value::Integer(count)) => {
                    repeated::copies(*count, text, self.oracle.meter())
                }
                (Value::Integer(count), Value::List(members)) | (Value::List(members), Value::Integer(count)) => {
                    repeated::lists(*count, members, self.oracle.meter())
                }
                _ => Err(mismatch("*", left, right)),
            },
            Operator::Xor => nim_sum(left, right),
            Operator::Join => join(left, right, Self::LONGEST, self.oracle.meter()),
            other => Err(mismatch(other.sign(), left, right)),
        }
    }

    /// Both sides as Grundy values, where a position is compared with one, or nim-added to one or to a position: it
    /// stands for its own, since it can mean nothing else there.
    fn as_numbers(
        &mut self,
        operator: Operator,
        left: &Value,
        right: &Value,
    ) -> Result<Option<(Value, Value)>, EvalErrorKind> {
        use Operator::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, Unequal, Xor};
        let has_position = matches!((left, right), (Value::Position(_), _) | (_, Value::Position(_)));
        // Whether two positions are equal is asked of their sum.
        let are_meant = match operator {
            Equal | Unequal => std::mem::discriminant(left) != std::mem::discriminant(right),
            Less | LessOrEqual | Greater | GreaterOrEqual | Xor => true,
            _ => false,
        };
        if !has_position || !are_meant || !left.is_comparable(right) {
            return Ok(None);
        }
        Ok(Some((self.worth(left.clone())?, self.worth(right.clone())?)))
    }

    /// Counts the work of copying so many parts of sums, and asks for the room.
    fn parts_copied(&self, parts: usize) -> Result<(), EvalErrorKind> {
        let meter = self.oracle.meter();
        meter.spend(parts)?;
        if parts > Meter::STRIDE {
            meter.room(parts * size_of::<Summand>())?;
        }
        Ok(())
    }

    /// Are two values equal? Two positions are equal as games: if the second player wins their sum, and where the sum has no
    /// number, if they have the same Grundy value.
    fn equal(&mut self, left: &Value, right: &Value) -> Result<bool, EvalErrorKind> {
        match (left, right) {
            (Value::Position(a), Value::Position(b)) => {
                self.parts_copied(a.parts.len() + b.parts.len())?;
                let mut value = |sum: &Sum| self.oracle.ask(PositionQuestion::Grundy, Convention::Normal, sum);
                let sum = if a.binds() || b.binds() { None } else { value(&a.plus(b))?.as_integer() };
                match sum {
                    Some(sum) => Ok(sum == 0),
                    None => Ok(value(a)? == value(b)?),
                }
            }
            _ => self.judge(|judge| operators::equal(left, right, judge)),
        }
    }

    /// The first member, the last and the step of a range.
    pub(super) fn range(
        &mut self,
        start: &'a Expr,
        end: Option<&'a Expr>,
        step: Option<&'a Expr>,
        frame: &mut [Value],
    ) -> Evaluated<(i128, Option<i128>, i128)> {
        let first = self.integer(start, frame)?;
        let last = match end.map(|end| (end, self.integer(end, frame))) {
            // Nothing is up to the greatest of no numbers.
            Some((end, Err(fault))) if is_greatest(end) && matches!(*fault.kind, EvalErrorKind::Empty { .. }) => {
                return Ok((first, first.checked_sub(1), 1));
            }
            last => last.map(|(_, last)| last).transpose()?,
        };
        let stride = match step {
            None => 1,
            Some(step) => {
                let stride = self.integer(step, frame)?;
                if stride < 1 {
                    return Err(EvalError::new(EvalErrorKind::Step { step: stride }, step.at));
                }
                stride
            }
        };
        if last.is_some_and(|last| last.checked_sub(first).is_none()) {
            return Err(EvalError::new(EvalErrorKind::Overflow, start.at));
        }
        Ok((first, last, stride))
    }

    fn index(&mut self, base: &'a Expr, index: &'a Expr, expr: &'a Expr, frame: &mut [Value]) -> Evaluated<Value> {
        // What is at hand is not copied.
        let computed = if at_hand(base, frame).is_none() { Some(self.value(base, frame)?) } else { None };
        let at_index = index.at;
        let index = self.value(index, frame)?;
        let collection = computed.as_ref().or_else(|| at_hand(base, frame)).unwrap_or(&Value::None);
        let picked = match collection {
            Value::List(members) | Value::Tuple(members) => {
                place(&index, members.len()).map(|index| members[index].clone())
            }
            Value::Text(text) => {
                self.passed(text, expr)?;
                place(&index, text.chars().count()).map(|index| part(text, index..index + 1))
            }
            other => Err(expected("a list or a text", other)),
        };
        picked.map_err(|kind| match kind {
            EvalErrorKind::Index { .. } | EvalErrorKind::NoNumber { .. } => EvalError::new(kind, at_index),
            _ => EvalError::new(kind, expr.at),
        })
    }

    fn slice(
        &mut self,
        base: &'a Expr,
        start: &'a Expr,
        end: Option<&'a Expr>,
        expr: &'a Expr,
        frame: &mut [Value],
    ) -> Evaluated<Value> {
        let collection = self.value(base, frame)?;
        let first = self.integer(start, frame)?;
        let last = end.map(|end| self.integer(end, frame)).transpose()?;
        let fail = expr.here();
        match &collection {
            Value::List(members) => {
                let range = slice_range(first, last, members.len()).map_err(fail)?;
                self.copied(&members[range], expr)
            }
            Value::Text(text) => {
                self.passed(text, expr)?;
                Ok(part(text, slice_range(first, last, text.chars().count()).map_err(fail)?))
            }
            other => Err(EvalError::new(expected("a list or a text", other), base.at)),
        }
    }

    /// Counts the work of reading through a text.
    fn passed(&self, text: &str, at: &'a Expr) -> Evaluated<()> {
        self.oracle.meter().spend(text.len() / Meter::BYTES).map_err(at.here())
    }
}

/// The part of a text with these indices of characters.
fn part(text: &str, characters: Range<usize>) -> Value {
    if text.is_ascii() {
        return Value::text(&text[characters]);
    }
    Value::Text(text.chars().skip(characters.start).take(characters.len()).collect::<String>().into())
}

/// The value of a constant or a variable.
#[inline]
fn at_hand<'v>(expr: &'v Expr, frame: &'v [Value]) -> Option<&'v Value> {
    match &expr.term {
        Term::Constant(value) => Some(value),
        Term::Slot(slot) => Some(&frame[*slot]),
        _ => None,
    }
}

/// Is it the greatest of some numbers, or that and a number?
fn is_greatest(expr: &Expr) -> bool {
    match &expr.term {
        Term::Builtin(Builtin::Max, _) | Term::Fold(Builtin::Max, ..) => true,
        Term::Binary(Operator::Add | Operator::Subtract, one, other) => is_greatest(one) && other.number().is_some(),
        _ => false,
    }
}

/// The operand that causes an error, if it is one of the two.
fn at_fault<'e>(kind: &EvalErrorKind, (left, first): (&'e Expr, &Value), right: &'e Expr) -> Option<&'e Expr> {
    match kind {
        EvalErrorKind::NoNumber { value } => Some(if first == value { left } else { right }),
        EvalErrorKind::Divisor { .. } | EvalErrorKind::NegativePower => Some(right),
        EvalErrorKind::Copies => Some(left),
        EvalErrorKind::Mismatch { operation: "+", left: "a position", right: "a number" } => Some(right),
        EvalErrorKind::Mismatch { operation: "+", left: "a number", right: "a position" } => Some(left),
        EvalErrorKind::Mismatch { operation: "in" | "not in", .. } => Some(right),
        _ => None,
    }
}

//! Compiles `parts`, the connected components of a list, and moves conditions on the members of a list into the loop
//! over that list, where their answers are cached.

use std::sync::Arc;

use super::{Compiler, rows_in};
use crate::code::flat::{FlatCoordinates, Kind};
use crate::code::form::{Code, Filtered, LoopSource, PairTest, Parts, StepCode};
use crate::code::reads::slots_read;
use crate::game::{Builtin, Expr, Operator, Term, Value};

impl Compiler<'_> {
    /// `parts(cells, near)`
    pub fn parts(&mut self, source: &Expr) -> Option<(Parts, Kind)> {
        let ((cells, kind), slot, near, vertices) = match &source.term {
            Term::Connected { cells, slot, near } => {
                let cells = self.board_code(cells)?;
                let slot = slot + self.shift;
                self.bind(slot, cells.1.member()?);
                self.bind(slot + 1, cells.1.member()?);
                (cells, slot, self.truth(near)?, None)
            }
            Term::Builtin(Builtin::Parts, arguments) => {
                let [cells, graph] = &arguments[..] else { return None };
                let rows = graph.listed()?;
                let cells = self.board_code(cells).filter(|(_, kind)| *kind == Kind::List)?;
                let (slot, other) = (self.slot(Kind::Number), self.slot(Kind::Number));
                let near = self.in_row(rows, Code::Slot(slot), Code::Slot(other))?;
                (cells, slot, near, Some(i64::try_from(rows.len()).ok()?))
            }
            _ => return None,
        };
        kind.member()?;
        if slots_read(std::slice::from_ref(&near))?.iter().any(|read| !(slot..slot + 2).contains(read)) {
            return None;
        }
        let buffer_slot = self.slots;
        self.slots += FlatCoordinates::LONGEST;
        Some((Parts { cells, vertices, near, slot, pairs: Arc::default(), buffer_slot }, kind))
    }

    /// Is a number in a row of a constant list of rows?
    pub(super) fn in_row(&mut self, rows: &[Value], row: Code, member: Code) -> Option<Code> {
        let source = LoopSource::Row(rows_in(rows)?, row);
        let slot = self.slot(Kind::Number);
        let same = Code::Binary(Operator::Equal, Box::new([Code::Slot(slot), member]));
        Some(Code::Fold(Builtin::Some, vec![self.run_through(slot, source)], Box::new(same)))
    }

    /// Where a variable runs through a list, the conditions right after it that depend only on it and on at most one
    /// other number become part of the source ([`LoopSource::Filtered`]). Each is then evaluated once for each pair of
    /// numbers.
    pub fn filter_sources(&self, steps: Vec<StepCode>) -> Vec<StepCode> {
        let mut kept: Vec<StepCode> = Vec::with_capacity(steps.len());
        for step in steps.into_iter().flat_map(StepCode::apart) {
            let last = kept.iter_mut().rfind(|step| step.test().is_none());
            if let (Some(test), Some(StepCode::For { slot, source, .. })) = (step.test(), last)
                && divides(test, *slot, source)
            {
                continue;
            }
            match (step, kept.last_mut()) {
                (StepCode::Test(test), Some(StepCode::For { slot, source, .. })) => {
                    let beyond = self.filter_by(test, *slot, source);
                    kept.extend(beyond.map(StepCode::Test));
                }
                (step, _) => kept.push(step),
            }
        }
        kept
    }

    /// Makes a condition part of the source of a variable; returns what cannot become part of it.
    fn filter_by(&self, test: Code, member: usize, source: &mut LoopSource) -> Option<Code> {
        if !matches!(source, LoopSource::Members(_) | LoopSource::Filtered(_)) {
            return Some(test);
        }
        match self.pair_test(test, member) {
            Err(test) => Some(test),
            Ok(pair) => {
                add_filter(source, member, pair);
                None
            }
        }
    }

    /// The condition as a [`PairTest`], if it depends only on a member and on at most one other number; else `Err` with
    /// the condition unchanged.
    fn pair_test(&self, test: Code, member: usize) -> Result<PairTest, Code> {
        let Some(mut read) = slots_read(std::slice::from_ref(&test)) else { return Err(test) };
        read.remove(&member);
        let other = read.pop_first();
        let is_number = |slot| matches!(self.kind_of(slot), Kind::Number | Kind::Couple);
        if !read.is_empty() || !other.is_none_or(is_number) {
            return Err(test);
        }
        Ok(PairTest { test, other, pairs: Arc::default() })
    }
}

/// Makes the condition that a variable divides a number part of its source, if it is that.
fn divides(test: &Code, variable: usize, source: &mut LoopSource) -> bool {
    if let Code::Binary(Operator::Equal, sides) = test
        && let [Code::Binary(Operator::Remainder, both), Code::Constant(0)] = &**sides
        && let [number, Code::Slot(divisor)] = &**both
        && *divisor == variable
        && slots_read(std::slice::from_ref(number)).is_some_and(|read| !read.contains(&variable))
        && let LoopSource::Range { start, end, step: Code::Constant(1) } = source
    {
        *source = LoopSource::Divisors { number: number.clone(), start: start.clone(), end: end.clone() };
        return true;
    }
    false
}

/// Restricts the members that a source gives by one more condition.
fn add_filter(source: &mut LoopSource, member: usize, pair: PairTest) {
    match source {
        LoopSource::Filtered(filtered) => match filtered.tests.last_mut() {
            // Conditions on the same two numbers share one cache.
            Some(last) if last.other == pair.other => {
                let before = std::mem::replace(&mut last.test, Code::Constant(1));
                last.test = Code::And(Box::new([before, pair.test]));
            }
            _ => filtered.tests.push(pair),
        },
        LoopSource::Members(list) => {
            *source = LoopSource::Filtered(Box::new(Filtered { list: list.clone(), member, tests: vec![pair] }));
        }
        _ => {}
    }
}

//! Compiles two sources of loops: `parts`, the connected components of a list, and the divisors of a number.

use super::{Compiler, rows_in};
use crate::code::flat::{FlatCoordinates, Kind};
use crate::code::form::{Code, LoopSource, Parts, StepCode};
use crate::code::reads::slots_read;
use crate::game::{Builtin, Expr, Operator, Term, Value};
use crate::ledger::FastPath;

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
        Some((Parts { cells, vertices, near, slot, buffer_slot }, kind))
    }

    /// Is a number in a row of a constant list of rows?
    pub(super) fn in_row(&mut self, rows: &[Value], row: Code, member: Code) -> Option<Code> {
        let source = LoopSource::Row(rows_in(rows)?, row);
        let slot = self.slot(Kind::Number);
        let same = Code::Binary(Operator::Equal, Box::new([Code::Slot(slot), member]));
        Some(Code::Fold(Builtin::Some, vec![self.run_through(slot, source)], Box::new(same)))
    }

    /// The steps with conditions one by one, where a variable that must divide a number runs through its divisors.
    pub fn with_divisors(steps: Vec<StepCode>) -> Vec<StepCode> {
        let mut kept: Vec<StepCode> = Vec::with_capacity(steps.len());
        for step in steps.into_iter().flat_map(StepCode::apart) {
            let last = kept.iter_mut().rfind(|step| step.test().is_none());
            let is_source = match (step.test(), last) {
                (Some(test), Some(StepCode::For { slot, source, .. })) => divides(test, *slot, source),
                _ => false,
            };
            if !is_source {
                kept.push(step);
            }
        }
        kept
    }
}

/// Makes the condition that a variable divides a number part of its source, if it is that.
fn divides(test: &Code, variable: usize, source: &mut LoopSource) -> bool {
    if let Code::Binary(Operator::Equal, sides) = test
        && let [Code::Binary(Operator::Remainder, both), Code::Constant(0)] = &**sides
        && let [number, Code::Slot(divisor)] = &**both
        && *divisor == variable
        && !FastPath::Divisors.is_off()
        && slots_read(std::slice::from_ref(number)).is_some_and(|read| !read.contains(&variable))
        && let LoopSource::Range { start, end, step: Code::Constant(1) } = source
    {
        *source = LoopSource::Divisors { number: number.clone(), start: start.clone(), end: end.clone() };
        return true;
    }
    false
}

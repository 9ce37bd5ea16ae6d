//! Resolves connected parts of lists, and lists of some members of others.

use std::sync::Arc;

use super::{Compiler, rows_in};
use crate::game::{Builtin, Expr, Operator, Term, Value};
use crate::solve::explicit::code::{Code, Kept, Parts, Source, StepCode};
use crate::solve::explicit::key::{Kind, PositionKey};
use crate::solve::explicit::reads::slots_read;

impl Compiler<'_> {
    /// `parts(cells, near)`
    pub fn parts(&mut self, source: &Expr) -> Option<(Parts, Kind)> {
        let ((cells, kind), slot, near, vertices) = match &source.term {
            Term::Connected { cells, slot, near } => {
                let cells = self.built(cells)?;
                let slot = slot + self.shift;
                self.bind(slot, cells.1.member()?);
                self.bind(slot + 1, cells.1.member()?);
                (cells, slot, self.truth(near)?, None)
            }
            Term::Builtin(Builtin::Parts, arguments) => {
                let [cells, graph] = &arguments[..] else { return None };
                let Term::Constant(Value::List(rows)) = &graph.term else { return None };
                let cells = self.built(cells).filter(|(_, kind)| *kind == Kind::List)?;
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
        let room = self.slots;
        self.slots += PositionKey::LONGEST;
        Some((Parts { cells, vertices, near, slot, pairs: Arc::default(), room }, kind))
    }

    /// Is a number in a row of a constant list of rows?
    pub(super) fn in_row(&mut self, rows: &[Value], row: Code, member: Code) -> Option<Code> {
        let source = Source::Row(rows_in(rows)?, row);
        let slot = self.slot(Kind::Number);
        let same = Code::Binary(Operator::Equal, Box::new([Code::Slot(slot), member]));
        Some(Code::Fold(Builtin::Some, vec![self.run_through(slot, source)], Box::new(same)))
    }

    /// The members of a list that fulfil conditions, if these depend on one more number at most.
    pub fn kept(&self, steps: &[StepCode], number: &Code) -> Option<Kept> {
        let [StepCode::For { slot, source: Source::Members(list), .. }, tests @ ..] = steps else { return None };
        if !matches!(number, Code::Slot(shown) if shown == slot) {
            return None;
        }
        let test = |step: &StepCode| match step {
            StepCode::Test(test) => Some(test.clone()),
            StepCode::For { .. } => None,
        };
        let tests: Vec<Code> = tests.iter().map(test).collect::<Option<_>>()?;
        let mut read = slots_read(&tests)?;
        read.remove(slot);
        let other = read.pop_first();
        if !read.is_empty() || other.is_some_and(|other| !matches!(self.kind_of(other), Kind::Number | Kind::Couple)) {
            return None;
        }
        Some(Kept { list: list.clone(), member: *slot, other, tests, pairs: Arc::default() })
    }
}

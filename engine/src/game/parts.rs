//! The one walk over the parts of expressions, for looking at them and for changing them.

use super::{Expr, GameRef, Operator, Step, Term};

/// The same code with `&` and with `&mut`.
macro_rules! walk {
    ($each_part:ident, $part:ident $(, $mutable:ident)?) => {
        impl Step {
            /// The expression in a step.
            pub(crate) fn $part(&$($mutable)? self) -> Option<&$($mutable)? Expr> {
                match self {
                    Step::For { source: part, .. } | Step::Test(part) => Some(part),
                    Step::Unpack { .. } => None,
                }
            }
        }

        impl Expr {
            /// Visits the direct parts of an expression, those in its steps included.
            pub fn $each_part(&$($mutable)? self, visit: &mut dyn FnMut(&$($mutable)? Expr)) {
                match &$($mutable)? self.term {
                    Term::Constant(_) | Term::Slot(_) | Term::Made { .. } => {}
                    Term::Negate(one)
                    | Term::Not(one)
                    | Term::Star(one)
                    | Term::Exists(one)
                    | Term::Sum(one)
                    | Term::Members(one)
                    | Term::Ways(one, _)
                    | Term::Rewritten(_, one)
                    | Term::Ask { subject: one, .. } => visit(one),
                    Term::And(one, other)
                    | Term::Or(one, other)
                    | Term::Binary(_, one, other)
                    | Term::Except(one, other)
                    | Term::Index(one, other)
                    | Term::WaysInto { rest: one, into: other, .. }
                    | Term::Between { set: one, greatest: other, .. }
                    | Term::Divisors { set: one, heap: other }
                    | Term::Connected { cells: one, near: other, .. } => {
                        visit(one);
                        visit(other);
                    }
                    Term::If(condition, then, otherwise) => {
                        visit(condition);
                        visit(then);
                        visit(otherwise);
                    }
                    Term::Builtin(_, parts)
                    | Term::Call(_, parts)
                    | Term::Tuple(parts)
                    | Term::List(parts)
                    | Term::Set(parts)
                    | Term::Compound(_, parts)
                    | Term::Admitted(_, parts) => parts.into_iter().for_each(visit),
                    Term::Range { start, end, step } => {
                        visit(start);
                        end.into_iter().chain(step).for_each(|part| visit(part));
                    }
                    Term::Slice(list, from, to) => {
                        visit(list);
                        visit(from);
                        to.into_iter().for_each(|to| visit(to));
                    }
                    Term::ListOf(steps, body) | Term::SetOf(steps, body) | Term::Fold(_, steps, body) => {
                        steps.into_iter().filter_map(Step::$part).for_each(&mut *visit);
                        visit(body);
                    }
                    Term::Position(game, coordinates) => {
                        if let GameRef::Value(game) = game {
                            visit(game);
                        }
                        coordinates.into_iter().for_each(visit);
                    }
                    Term::Heaps(game, heaps) => {
                        if let GameRef::Value(game) = game {
                            visit(game);
                        }
                        visit(heaps);
                    }
                    Term::AskGame { game, line, heaps, seconds, .. } => {
                        if let GameRef::Value(game) = game {
                            visit(game);
                        }
                        line.into_iter().for_each(|(_, others)| others.into_iter().for_each(&mut *visit));
                        heaps.into_iter().chain(seconds).for_each(|part| visit(part));
                    }
                }
            }
        }
    };
}

walk!(each_part, part);
walk!(each_part_mut, part_mut, mut);

impl Expr {
    /// Does it name one of these slots?
    pub fn names(&self, wanted: &dyn Fn(usize) -> bool) -> bool {
        if let Term::Slot(slot) = self.term {
            return wanted(slot);
        }
        let mut found = false;
        self.each_part(&mut |part| found = found || part.names(wanted));
        found
    }

    /// Is it at least as large as this variable wherever that is not below 0?
    pub fn is_at_least(&self, slot: usize) -> bool {
        let joins = |one: &Expr, other: &Expr| {
            one.is_at_least(slot) && (other.number().is_some_and(|number| number >= 1) || other.is_at_least(slot))
        };
        match &self.term {
            Term::Slot(own) => *own == slot,
            Term::Binary(Operator::Power, base, exponent) => joins(base, exponent),
            Term::Binary(Operator::Add | Operator::Multiply, one, other) => joins(one, other) || joins(other, one),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::game::{
        At, Builtin, Compound, Directions, Ends, Likeness, MovesIn, Operator, PositionQuestion, Rewrite, Shape, Turned,
    };
    use crate::nim::Convention;

    /// A term of every kind that has parts. All parts are constants.
    fn terms() -> Vec<Term> {
        let part = || Expr::of(0, At::default());
        let one = || Box::new(part());
        let two = || vec![part(), part()];
        let game = || GameRef::Value(one());
        let steps = || vec![Step::For { slot: 0, source: part() }, Step::Test(part())];
        let across = Directions { turned: Turned::AsWritten, mirrored: false };
        let rewrite = Arc::new(Rewrite::new("..", "##", across).unwrap());
        let (shape, likeness) = (Shape::exactly(2, Likeness::Any), Likeness::Any);
        let line = Some((0, two()));
        vec![
            Term::Negate(one()),
            Term::Not(one()),
            Term::And(one(), one()),
            Term::Or(one(), one()),
            Term::If(one(), one(), one()),
            Term::Binary(Operator::Add, one(), one()),
            Term::Builtin(Builtin::Min, two()),
            Term::Call(0, two()),
            Term::Tuple(two()),
            Term::List(two()),
            Term::Set(two()),
            Term::Range { start: one(), end: Some(one()), step: Some(one()) },
            Term::Except(one(), one()),
            Term::Between { set: one(), least: 1, greatest: one() },
            Term::Divisors { set: one(), heap: one() },
            Term::Ways(one(), shape),
            Term::WaysInto { rest: one(), into: one(), likeness },
            Term::Rewritten(rewrite, one()),
            Term::Index(one(), one()),
            Term::Slice(one(), one(), Some(one())),
            Term::ListOf(steps(), one()),
            Term::SetOf(steps(), one()),
            Term::Fold(Builtin::All, steps(), one()),
            Term::Connected { cells: one(), slot: 0, near: one() },
            Term::Position(game(), two()),
            Term::Admitted(0, two()),
            Term::Heaps(game(), one()),
            Term::Compound(Compound { moves_in: MovesIn::All, ends: Ends::Long }, two()),
            Term::Star(one()),
            Term::Exists(one()),
            Term::Sum(one()),
            Term::Members(one()),
            Term::Ask { question: PositionQuestion::Grundy, convention: Convention::Normal, subject: one() },
            Term::AskGame {
                question: "period",
                convention: Convention::Normal,
                game: game(),
                line,
                heaps: Some(one()),
                seconds: Some(one()),
            },
        ]
    }

    #[test]
    fn every_part_is_visited_and_can_be_changed() {
        for term in terms() {
            let mut whole = Expr { term, at: At::default() };
            let parts = format!("{whole:?}").matches("Expr {").count() - 1;
            let mut visited = 0;
            whole.each_part(&mut |_| visited += 1);
            assert_eq!(visited, parts, "{whole:?}");
            whole.each_part_mut(&mut |part| part.term = Term::Slot(0));
            assert!(!format!("{whole:?}").contains("Constant"), "{whole:?}");
        }
    }
}

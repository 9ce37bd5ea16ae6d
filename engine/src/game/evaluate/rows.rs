//! Rows of heaps, such as `Nim[1..10^16]`: questions that the nim-sum decides do not list them.

use std::sync::Arc;

use super::{Evaluated, Evaluator};
use crate::game::{
    Expr, Game, LARGEST_COORDINATE, Operator, Position, PositionPart, Ruleset, Set, Step, Sum, Term, Value,
};
use crate::nim::NumberRow;

impl<'a> Evaluator<'a> {
    /// Are questions about the values of a position with a row of so many heaps answered without listing them? Those with
    /// fewer take no time.
    const LISTED: u64 = 1 << 10;
    /// A position with a long row of heaps, with a nim-heap in place of each row; `None` if it has none.
    pub(super) fn without_rows(&mut self, subject: &'a Expr, frame: &mut [Value]) -> Evaluated<Option<Sum>> {
        let Some(parts) = self.parts_with_rows(subject, Self::LISTED, frame)? else { return Ok(None) };
        self.oracle.without_rows(&parts).map(Some).map_err(subject.here())
    }

    /// The parts of a position that has a row of more than `most` heaps; `None` if it has none.
    ///
    /// # Errors
    /// A fault of the expression.
    pub fn parts_with_rows(
        &mut self,
        subject: &'a Expr,
        most: u64,
        frame: &mut [Value],
    ) -> Evaluated<Option<Vec<PositionPart>>> {
        if !self.has_long_row(subject, most, frame)? {
            return Ok(None);
        }
        let mut parts = Vec::new();
        self.add_parts(subject, most, frame, &mut parts)?;
        Ok(Some(parts))
    }

    fn has_long_row(&mut self, subject: &'a Expr, most: u64, frame: &mut [Value]) -> Evaluated<bool> {
        match &subject.term {
            Term::Binary(Operator::Add, left, right) => {
                Ok(self.has_long_row(left, most, frame)? || self.has_long_row(right, most, frame)?)
            }
            Term::Heaps(_, heaps) => {
                for list in joined(heaps) {
                    if self.row(list, most, frame)?.is_some() {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            _ => Ok(false),
        }
    }

    fn add_parts(
        &mut self,
        subject: &'a Expr,
        most: u64,
        frame: &mut [Value],
        parts: &mut Vec<PositionPart>,
    ) -> Evaluated<()> {
        match &subject.term {
            Term::Binary(Operator::Add, left, right) => {
                self.add_parts(left, most, frame, parts)?;
                self.add_parts(right, most, frame, parts)
            }
            Term::Heaps(game, heaps) => {
                let game = self.game_of(game, 1, subject, frame)?;
                for list in joined(heaps) {
                    let row = match self.row(list, most, frame)? {
                        Some(row) if self.is_summed(&game, row, subject)? => Some(row),
                        _ => None,
                    };
                    parts.push(match row {
                        Some(row) => PositionPart::Row(game.clone(), row),
                        None => PositionPart::Sum(Arc::new(self.listed_heaps(&game, list, subject, frame)?)),
                    });
                }
                Ok(())
            }
            _ => {
                parts.push(PositionPart::Sum(self.position_of(subject, frame)?));
                Ok(())
            }
        }
    }

    /// Is the nim-sum of a row known without listing it?
    fn is_summed(&mut self, game: &Arc<Game>, row: NumberRow, subject: &'a Expr) -> Evaluated<bool> {
        if let Ruleset::Heap(_) = game.ruleset {
            return Ok(true);
        }
        let is_summed = self.oracle.sums_row(game, row).map_err(subject.here())?;
        if let (true, Some(last)) = (is_summed, row.last()) {
            let position = Position::at(game, last);
            self.oracle.admit(&position).map_err(subject.here())?;
        }
        Ok(is_summed)
    }

    /// The heaps that a list of heaps stands for, if it is a range of more than `most`.
    fn row(&mut self, list: &'a Expr, most: u64, frame: &mut [Value]) -> Evaluated<Option<NumberRow>> {
        let source = match &list.term {
            // A range among other members of a list.
            Term::ListOf(steps, body) => match (&steps[..], &body.term) {
                ([Step::For { slot, source }], Term::Slot(member)) if member == slot => source,
                _ => return Ok(None),
            },
            _ => list,
        };
        if !matches!(source.term, Term::Range { .. } | Term::Slot(_)) && source.set().is_none() {
            return Ok(None);
        }
        let Value::Set(set) = self.value(source, frame)? else { return Ok(None) };
        let Set::Range { start, end: Some(end), step } = *set else { return Ok(None) };
        if set.size_bound() <= u128::from(most) || start < 0 || end > LARGEST_COORDINATE {
            return Ok(None);
        }
        let row = |first, step, count| Some(NumberRow { first, step, count });
        let number = |n: i128| u64::try_from(n).ok();
        let count = u64::try_from(set.size_bound()).ok();
        Ok(number(start).zip(number(step)).zip(count).and_then(|((first, step), count)| row(first, step, count)))
    }
}

/// The lists that a list is joined from.
fn joined(list: &Expr) -> Vec<&Expr> {
    match &list.term {
        Term::Binary(Operator::Join, before, last) => {
            let mut lists = joined(before);
            lists.extend(joined(last));
            lists
        }
        _ => vec![list],
    }
}

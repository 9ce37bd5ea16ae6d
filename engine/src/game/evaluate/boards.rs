//! Evaluates the terms about boards: the connected parts of a list of cells, and the boards that a rewriting rule makes.

use super::{Evaluated, Evaluator, Flow};
use crate::game::value::{expected, members_of};
use crate::game::{Board, EvalError, EvalErrorKind, Expr, Rewrite, Value, graphs};

/// A visitor of the resulting boards, as texts; it also gets the frame.
type TextVisitor<'a, E> = &'a mut dyn FnMut(&mut E, Value, &mut [Value]) -> Evaluated<Flow>;

impl<'a> Evaluator<'a> {
    /// The connected parts of the list `cells`. For each pair of members, `near` is evaluated with the two in `slot`
    /// and the slot after it.
    pub(super) fn connected(
        &mut self,
        cells: &'a Expr,
        slot: usize,
        near: &'a Expr,
        frame: &mut [Value],
    ) -> Evaluated<Value> {
        let value = self.value(cells, frame)?;
        let meter = self.oracle.meter().clone();
        let members = members_of(&value, &meter).map_err(cells.here())?;
        let components = graphs::components(members.len(), &meter, &mut |one, other| {
            self.tick(near)?;
            frame[slot] = members[one].clone();
            frame[slot + 1] = members[other].clone();
            self.truth(near, frame)
        })?;
        graphs::component_lists(&members, components, &meter).map_err(cells.here())
    }

    /// The boards that the rule makes of a board, as a list of texts.
    pub(super) fn rewritten(&mut self, rewrite: &Rewrite, board: &'a Expr, frame: &mut [Value]) -> Evaluated<Value> {
        let mut found = Vec::new();
        let _ = self.each_rewritten(rewrite, board, frame, &mut |this, text, _| {
            if found.len() >= Self::LONGEST {
                return Err(EvalError::new(EvalErrorKind::TooLarge { limit: Self::LONGEST }, board.at));
            }
            this.oracle.meter().push(&mut found, text).map_err(board.here())?;
            Ok(Flow::Continue(()))
        })?;
        self.oracle.meter().list_of(found).map_err(board.here())
    }

    /// Visits the boards that the rule makes of a board, as texts, one by one: for a large board, a list of them
    /// might not fit into memory.
    pub(super) fn each_rewritten(
        &mut self,
        rewrite: &Rewrite,
        board: &'a Expr,
        frame: &mut [Value],
        visit: TextVisitor<'_, Self>,
    ) -> Evaluated<Flow> {
        let value = self.value(board, frame)?;
        let Value::Text(text) = &value else {
            return Err(EvalError::new(expected("a text", &value), board.at));
        };
        let meter = self.oracle.meter().clone();
        meter
            .spend(text.len())
            .and_then(|()| meter.room(text.len().saturating_mul(Board::COST)))
            .map_err(board.here())?;
        let read = Board::read(text).map_err(|ragged| EvalError::new(EvalErrorKind::Ragged(ragged), board.at))?;
        for made in rewrite.made_of(&read) {
            self.tick(board)?;
            let Some(made) = made else { continue };
            meter.spend(read.cells.len()).map_err(board.here())?;
            if visit(self, Value::text(&made.text()), frame)?.is_break() {
                return Ok(Flow::Break(()));
            }
        }
        Ok(Flow::Continue(()))
    }
}

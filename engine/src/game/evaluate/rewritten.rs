//! What boards become under rules that rewrite them.

use super::evaluator::{Evaluated, Evaluator, Flow};
use crate::game::arguments::expected;
use crate::game::{Board, EvalError, EvalErrorKind, Expr, Rewrite, Value, gathered};

/// What looks at a text that a board became, with the frame.
type TextVisitor<'a, E> = &'a mut dyn FnMut(&mut E, Value, &mut [Value]) -> Evaluated<Flow>;

impl Evaluator<'_> {
    /// What a board becomes, as a list of texts.
    pub(super) fn rewritten(&mut self, rewrite: &Rewrite, board: &Expr, frame: &mut [Value]) -> Evaluated<Value> {
        let mut found = Vec::new();
        let _ = self.each_rewritten(rewrite, board, frame, &mut |this, text, _| {
            if found.len() >= Self::LONGEST {
                return Err(EvalError::new(EvalErrorKind::TooLarge { limit: Self::LONGEST }, board.at));
            }
            gathered::push(&mut found, text, this.oracle.meter()).map_err(board.here())?;
            Ok(Flow::Continue(()))
        })?;
        gathered::listed(found, self.oracle.meter()).map_err(board.here())
    }

    /// Visits what a board becomes, one text after the other: of a large board, all together would not fit.
    pub(super) fn each_rewritten(
        &mut self,
        rewrite: &Rewrite,
        board: &Expr,
        frame: &mut [Value],
        visit: TextVisitor<'_, Self>,
    ) -> Evaluated<Flow> {
        /// Bytes of a cell, and of what is made of it while it is read.
        const CELL: usize = 2 * size_of::<char>();
        let value = self.value(board, frame)?;
        let Value::Text(text) = &value else {
            return Err(EvalError::new(expected("a text", &value), board.at));
        };
        let meter = self.oracle.meter().clone();
        meter.spend(text.len()).and_then(|()| meter.room(text.len().saturating_mul(CELL))).map_err(board.here())?;
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

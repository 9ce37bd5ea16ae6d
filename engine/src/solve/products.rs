//! Values of products of games, by the values of their factors.

use super::{SolveError, Solved, Solver};
use crate::game::Position;
use crate::nim::Nimber;

impl Solver {
    /// The value of a position of a product, which is the nim-product of the values in its factors (Tartan theorem, see
    /// [`Game::product`](crate::game::Game::product)); `None` for other positions.
    pub(super) fn product_value(&mut self, position: &Position) -> Solved<Option<Nimber>> {
        let factors = position.factors();
        if factors.is_empty() || self.written.is_definition_only() {
            return Ok(None);
        }
        let value = |factor| self.searched_value(factor);
        match factors.iter().map(value).try_fold(Nimber(1), |product, value| Ok(product.product(value?))) {
            // The theorem is one of play that ends: otherwise the rule itself is looked at.
            Err(SolveError::Cycle(_)) => Ok(None),
            found => found.map(Some),
        }
    }
}

//! Values of positions in a finite graph of moves, in which play may come back.
//!
//! A [`LoopyGraph`] holds positions of single components as vertices, each with its options: vertices, or sums of vertices.
//! The strongly connected parts of the graph are valued one after the other, those that play reaches last first
//! ([`strong`]), and inside a part by retrograde analysis ([`label`]). This takes a time linear in the moves, apart from
//! a factor of the largest value in a part.

mod graph;
mod label;
mod move_lists;
mod outcomes;
mod strong;
#[cfg(test)]
mod tests;

use crate::limits::{Budget, SolveError, Solved};

pub use self::graph::{LoopyGraph, MoveEnd, VertexSum};
pub use self::move_lists::MoveLists;
pub use self::outcomes::{Length, Remoteness, decide};

impl LoopyGraph {
    /// Values all vertices. `growth` has the error for a vertex from which it is reached once more, beside something
    /// that has moves: its positions are endlessly many.
    ///
    /// # Errors
    /// That of `growth`, and those of the budget. The graph is then to be asked nothing about the vertices without
    /// values.
    pub fn value_all(&mut self, growth: &dyn Fn(u32) -> SolveError, budget: &Budget) -> Solved<()> {
        let before = self.valued();
        self.open_values(budget)?;
        let valued = strong::each_part(self, before, budget, &mut |graph, part| graph.value_part(part, growth, budget));
        if valued.is_err() {
            self.close_values(before);
        }
        valued
    }
}

//! Evaluates `parts(cells, near)`: the connected components of a list, where an expression decides adjacency.

use super::evaluator::{Evaluated, Evaluator};
use crate::game::arguments::members_of;
use crate::game::{Expr, Value, connected};

impl Evaluator<'_> {
    /// For each pair of members, `near` is evaluated with the two in `slot` and the slot after it.
    pub(super) fn connected(
        &mut self,
        cells: &Expr,
        slot: usize,
        near: &Expr,
        frame: &mut [Value],
    ) -> Evaluated<Value> {
        let value = self.value(cells, frame)?;
        let meter = self.oracle.meter().clone();
        let members = members_of(&value, &meter).map_err(cells.here())?;
        let components = connected::components(members.len(), &meter, &mut |one, other| {
            self.tick(near)?;
            frame[slot] = members[one].clone();
            frame[slot + 1] = members[other].clone();
            self.truth(near, frame)
        })?;
        connected::component_lists(&members, components, &meter).map_err(cells.here())
    }
}

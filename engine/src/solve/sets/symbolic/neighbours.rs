//! Which members of a ground set are neighbours, by a graph or by a condition.

use super::{Found, Symbol, SymbolicEvaluator, Unrecognised};
use crate::game::{Expr, Value, checked_graph};
use crate::solve::sets::guard::{Guard, Index};
use crate::sorting;

impl SymbolicEvaluator<'_> {
    /// For each member of the ground set those that are its neighbours by a condition on two slots, in either order.
    pub(super) fn relation(&mut self, slot: usize, near: &Expr, frame: &mut Vec<Symbol>) -> Found<Vec<Vec<Index>>> {
        let members = self.whole.clone();
        self.neighbours(&mut |this, one, other| {
            frame[slot] = members[usize::from(one)].0.clone();
            frame[slot + 1] = members[usize::from(other)].0.clone();
            match this.truth(near, frame)? {
                Guard::Known(holds) => Ok(holds),
                _ => Err(Unrecognised),
            }
        })
    }

    /// For each member of the ground set, which must be vertices of a graph, those that are its neighbours.
    pub(super) fn graph(&mut self, graph: &Value) -> Found<Vec<Vec<Index>>> {
        let rows = checked_graph(graph, self.mover.meter()).map_err(|_| Unrecognised)?;
        let ground = self.ground;
        self.neighbours(&mut |_, one, other| {
            let vertex = |member: Index| {
                let vertex = ground[usize::from(member)].as_integer().and_then(|vertex| usize::try_from(vertex).ok());
                vertex.filter(|vertex| *vertex < rows.len()).ok_or(Unrecognised)
            };
            let (here, there) = (vertex(one)?, vertex(other)?);
            match &rows[here] {
                Value::List(row) => Ok(row.iter().any(|vertex| vertex.as_integer() == Some(there as i128))),
                _ => Err(Unrecognised),
            }
        })
    }

    fn neighbours(
        &mut self,
        is_near: &mut dyn FnMut(&mut Self, Index, Index) -> Found<bool>,
    ) -> Found<Vec<Vec<Index>>> {
        let count = self.whole.len();
        let mut near = vec![Vec::new(); count];
        for one in 0..count {
            for other in 0..one {
                self.step(1)?;
                let [here, there] = [one, other].map(|member| Index::try_from(member).unwrap_or(Index::MAX));
                if is_near(self, here, there)? || is_near(self, there, here)? {
                    near[one].push(there);
                    near[other].push(here);
                }
            }
        }
        // Each needs only know its own vertex.
        if count == 1 {
            is_near(self, 0, 0)?;
        }
        near.iter_mut().for_each(|neighbours| sorting::sort(neighbours));
        Ok(near)
    }
}

//! Positions that list vertices of a graph which their rule names: the graph is drawn, and what a move takes is marked.

use grundy_engine::game::{Component, Position, Sum, Value};
use grundy_engine::solve::Move;

use crate::show::document::VertexGraph;

/// The graph of a component, with the vertices that are left; `None` for other components.
pub fn graph(component: &Component) -> Option<VertexGraph> {
    let Component::Position(position) = component else { return None };
    let near = position.graph()?;
    let mut left = vec![false; near.len()];
    mark(position, &mut left)?;
    let taken = vec![false; near.len()];
    Some(VertexGraph { near, left, taken })
}

/// The graph of a component, with what a move takes from it. `None` unless it leaves vertices of the
/// same graph, or nothing.
pub fn of_move(step: &Move) -> Option<VertexGraph> {
    let mut drawn = graph(&step.from)?;
    let mut kept = vec![false; drawn.left.len()];
    for part in &step.to.parts {
        match &part.component {
            // Nothing is left.
            Component::Star(0) => {}
            Component::Star(_) => return None,
            Component::Position(position) => {
                position.graph().filter(|near| *near == drawn.near)?;
                mark(position, &mut kept)?;
            }
        }
    }
    drawn.taken = drawn.left.iter().zip(&kept).map(|(left, kept)| *left && !kept).collect();
    Some(drawn)
}

/// The graphs of a sum, each once: components on the same graph are one picture.
pub fn of_sum(sum: &Sum) -> Vec<VertexGraph> {
    let mut drawn: Vec<VertexGraph> = Vec::new();
    for found in sum.parts.iter().filter_map(|part| graph(&part.component)) {
        match drawn.iter_mut().find(|known| known.near == found.near) {
            Some(known) => known.left.iter_mut().zip(&found.left).for_each(|(known, found)| *known |= found),
            None => drawn.push(found),
        }
    }
    drawn
}

/// Marks the vertices that a position lists.
fn mark(position: &Position, marks: &mut [bool]) -> Option<()> {
    let [Value::List(left)] = &*position.coordinates else { return None };
    for vertex in &**left {
        let Value::Integer(vertex) = vertex else { return None };
        *marks.get_mut(usize::try_from(*vertex).ok()?)? = true;
    }
    Some(())
}

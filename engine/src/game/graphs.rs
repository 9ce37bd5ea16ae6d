//! The connected components of a list (`parts` in the language), under a relation between its members or as vertices of a
//! graph. A graph is a list: for each vertex 0, 1, 2, … the list of its neighbours.

use rustc_hash::FxHashMap;

use super::value::{expected, members_of, place};
use super::{EvalErrorKind, Halt, Meter, Value};
use crate::sorting;

/// The connected components of `count` items, each as its indices in ascending order; the components are ordered by
/// their first index. Two items are adjacent if `near` holds for them in at least one order.
pub(super) fn components<E: From<Halt>>(
    count: usize,
    meter: &Meter,
    near: &mut dyn FnMut(usize, usize) -> Result<bool, E>,
) -> Result<Vec<Vec<usize>>, E> {
    meter.room(2 * count * size_of::<usize>())?;
    let mut unmet: Vec<usize> = (0..count).collect();
    let mut found = Vec::new();
    while let Some(first) = unmet.first().copied() {
        unmet.remove(0);
        let (mut component, mut waiting) = (Vec::new(), vec![first]);
        // The least item waiting comes first. `code/parts.rs` does the same, so that both evaluate `near`
        // for the same pairs in the same order.
        while let Some(least) = (0..waiting.len()).min_by_key(|index| waiting[*index]) {
            let here = waiting.swap_remove(least);
            component.push(here);
            meter.spend(unmet.len() + waiting.len() + 1)?;
            let mut beyond = Vec::with_capacity(unmet.len());
            for other in unmet {
                let is_near = near(here, other)? || near(other, here)?;
                (if is_near { &mut waiting } else { &mut beyond }).push(other);
            }
            unmet = beyond;
        }
        sorting::sort(&mut component);
        found.push(component);
    }
    Ok(found)
}

/// The list of components, each as the list of the members with its indices.
pub(super) fn component_lists(cells: &[Value], components: Vec<Vec<usize>>, meter: &Meter) -> Result<Value, Halt> {
    let mut lists = Vec::new();
    for component in components {
        let members = meter.collected(component.into_iter().map(|index| cells[index].clone()))?;
        meter.push(&mut lists, meter.list_of(members)?)?;
    }
    meter.list_of(lists)
}

/// A value as a graph whose edges have no direction.
///
/// # Errors
/// `Expected`; `NoVertex` for the first neighbour that is no vertex; `OneWayEdge` for the first vertex that is not in the
/// list of its neighbour.
pub fn checked_graph<'v>(graph: &'v Value, meter: &Meter) -> Result<&'v [Value], EvalErrorKind> {
    let Value::List(rows) = graph else {
        return Err(expected("a graph or a function of two arguments", graph));
    };
    let mut edges: Vec<(usize, usize)> = Vec::new();
    for (vertex, row) in rows.iter().enumerate() {
        let row = members_of(row, meter)?;
        meter.spend(row.len() + 1)?;
        for neighbour in row.iter() {
            meter.push(&mut edges, (vertex, vertex_of(neighbour, rows, Some(vertex))?))?;
        }
    }
    sorting::sort(&mut edges);
    match edges.iter().find(|(vertex, neighbour)| edges.binary_search(&(*neighbour, *vertex)).is_err()) {
        Some(&(vertex, neighbour)) => Err(EvalErrorKind::OneWayEdge { vertex, neighbour }),
        None => Ok(rows),
    }
}

/// A value as a vertex of a graph with these rows; `beside`: the vertex of which it is a neighbour.
fn vertex_of(vertex: &Value, rows: &[Value], beside: Option<usize>) -> Result<usize, EvalErrorKind> {
    let missing = |vertex| EvalErrorKind::NoVertex { vertex, beside, vertices: rows.len() };
    place(vertex, rows.len()).map_err(|kind| match kind {
        EvalErrorKind::Index { index, .. } => missing(index),
        other => other,
    })
}

/// The connected components of the subgraph on some vertices of a graph, given by the lists of neighbours.
pub(super) fn components_of_graph(cells: &Value, rows: &[Value], meter: &Meter) -> Result<Value, EvalErrorKind> {
    let cells = members_of(cells, meter)?;
    let vertex = |cell: &Value| vertex_of(cell, rows, None);
    let mut places: FxHashMap<i128, Vec<usize>> = FxHashMap::default();
    meter.room(cells.len() * (size_of::<i128>() + 2 * size_of::<Vec<usize>>()))?;
    for (index, cell) in cells.iter().enumerate() {
        meter.spend(1)?;
        places.entry(vertex(cell)? as i128).or_default().push(index);
    }
    let mut parents: Vec<usize> = (0..cells.len()).collect();
    for (index, cell) in cells.iter().enumerate() {
        let row = members_of(&rows[vertex(cell)?], meter)?;
        meter.spend(row.len() + 1)?;
        for other in row.iter().filter_map(|vertex| places.get(&vertex.as_integer()?)).flatten() {
            let (one, other) = (find_root(&mut parents, index), find_root(&mut parents, *other));
            // The least index becomes the root, so that the components are ordered by their first index.
            parents[one.max(other)] = one.min(other);
        }
    }
    let mut components: Vec<Vec<usize>> = vec![Vec::new(); cells.len()];
    for index in 0..cells.len() {
        let first = find_root(&mut parents, index);
        components[first].push(index);
    }
    components.retain(|component| !component.is_empty());
    Ok(component_lists(&cells, components, meter)?)
}

/// The root of an index in a union-find forest, given by the parent of each index; the path to the root is halved.
fn find_root(parents: &mut [usize], mut index: usize) -> usize {
    while parents[index] != index {
        parents[index] = parents[parents[index]];
        index = parents[index];
    }
    index
}

//! Functions about graphs: those that give them, such as `cycle` and `petersen`, and the connected components of a list
//! (`parts` in the language), under a relation between its members or as vertices of a graph. A graph is a list: for each
//! vertex 0, 1, 2, … the list of its neighbours. Those of the functions are in ascending order.

use rustc_hash::FxHashMap;

use super::value::{expected, integer, members_of, place};
use super::{Builtin, EvalErrorKind, Halt, Meter, Value, metered};
use crate::sorting;

/// The most vertices and entries in the lists of neighbours, together.
const LARGEST: i128 = 1_000_000;

/// A graph that is not built yet: the number of vertices, an upper bound for the sum of their degrees, and a function
/// from a vertex to its neighbours in any order.
type Graph = (i128, i128, Box<dyn Fn(i128) -> Vec<i128>>);

impl Builtin {
    /// The graph of these sizes; `None` if this function does not give graphs.
    pub(super) fn graph(self, sizes: &[Value], meter: &Meter) -> Option<Result<Value, EvalErrorKind>> {
        let size = |place: usize| sizes.get(place).map_or(Ok(0), integer);
        if !self.is_graph() {
            return None;
        }
        let described = size(0).and_then(|n| Ok(self.described(n, size(1)?)));
        let refused = |why| EvalErrorKind::WrongArgument { function: self.name(), why };
        Some(described.and_then(|described| {
            let (vertices, neighbours, of) = described.map_err(refused)?;
            if vertices.saturating_add(neighbours) > LARGEST {
                return Err(refused("gives graphs of at most 1,000,000 vertices and neighbours"));
            }
            let mut rows = Vec::new();
            for vertex in 0..vertices {
                let mut row = of(vertex);
                sorting::sort(&mut row);
                let row = metered::collected(row.into_iter().map(Value::Integer), meter)?;
                metered::push(&mut rows, metered::into_list(row, meter)?, meter)?;
            }
            Ok(metered::into_list(rows, meter)?)
        }))
    }

    /// The description of a graph of sizes n and k, which may be too large to be built; `Err` says why the sizes are
    /// wrong.
    fn described(self, n: i128, k: i128) -> Result<Graph, &'static str> {
        let sized = |least: i128, why| if n < least { Err(why) } else { Ok(()) };
        let times = |a: i128, b: i128| a.saturating_mul(b);
        Ok(match self {
            Builtin::Path => {
                sized(0, "needs a number ≥ 0")?;
                let near = move |v| [v - 1, v + 1].into_iter().filter(|w| (0..n).contains(w)).collect();
                (n, times(2, n), Box::new(near))
            }
            Builtin::Cycle => {
                sized(3, "needs a number ≥ 3")?;
                (n, times(2, n), Box::new(move |v| vec![(v + n - 1) % n, (v + 1) % n]))
            }
            Builtin::Grid => {
                if n < 0 || k < 0 {
                    return Err("needs numbers ≥ 0");
                }
                let below = times(n, k);
                let near = move |v: i128| {
                    let beside = [(v >= k, v - k), (v % k > 0, v - 1), (v % k < k - 1, v + 1), (v + k < below, v + k)];
                    beside.into_iter().filter(|(is_there, _)| *is_there).map(|(_, w)| w).collect()
                };
                (below, times(4, below), Box::new(near))
            }
            Builtin::Complete => {
                sized(0, "needs a number ≥ 0")?;
                (n, times(n, n), Box::new(move |v| (0..n).filter(|w| *w != v).collect()))
            }
            Builtin::Star => {
                sized(0, "needs a number ≥ 0")?;
                let near = move |v| if v == 0 { (1..=n).collect() } else { vec![0] };
                (n.saturating_add(1), times(2, n), Box::new(near))
            }
            Builtin::Petersen => {
                sized(3, "needs a first number ≥ 3")?;
                if k < 1 || k >= n - k {
                    return Err("needs a second number from 1 on, less than half of the first");
                }
                let near = move |v| {
                    let (ring, step, other) = if v < n { (0, 1, v + n) } else { (n, k, v - n) };
                    let place = v - ring;
                    vec![ring + (place + step) % n, ring + (place + n - step) % n, other]
                };
                (times(2, n), times(6, n), Box::new(near))
            }
            Builtin::Hypercube => {
                sized(0, "needs a number ≥ 0")?;
                let corners = u32::try_from(n).ok().and_then(|n| 1i128.checked_shl(n)).filter(|corners| *corners > 0);
                let corners = corners.unwrap_or(i128::MAX);
                (corners, times(n, corners), Box::new(move |v| (0..n).map(|bit| v ^ (1 << bit)).collect()))
            }
            _ => return Err("gives no graph"),
        })
    }
}

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
        let members = metered::collected(component.into_iter().map(|index| cells[index].clone()), meter)?;
        metered::push(&mut lists, metered::into_list(members, meter)?, meter)?;
    }
    metered::into_list(lists, meter)
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
            metered::push(&mut edges, (vertex, vertex_of(neighbour, rows, Some(vertex))?), meter)?;
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

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(function: Builtin, sizes: &[i128]) -> Result<Value, EvalErrorKind> {
        let sizes: Vec<Value> = sizes.iter().map(|n| Value::Integer(*n)).collect();
        function.apply(&sizes, &Meter::default())
    }

    #[test]
    fn graphs_by_name() {
        let cases: [(Builtin, &[i128], &str); 14] = [
            (Builtin::Path, &[0], "[]"),
            (Builtin::Path, &[1], "[[]]"),
            (Builtin::Path, &[3], "[[1], [0, 2], [1]]"),
            (Builtin::Cycle, &[3], "[[1, 2], [0, 2], [0, 1]]"),
            (Builtin::Cycle, &[4], "[[1, 3], [0, 2], [1, 3], [0, 2]]"),
            (Builtin::Grid, &[2, 3], "[[1, 3], [0, 2, 4], [1, 5], [0, 4], [1, 3, 5], [2, 4]]"),
            (Builtin::Grid, &[0, 5], "[]"),
            (Builtin::Grid, &[5, 0], "[]"),
            (Builtin::Complete, &[3], "[[1, 2], [0, 2], [0, 1]]"),
            (Builtin::Star, &[0], "[[]]"),
            (Builtin::Star, &[3], "[[1, 2, 3], [0], [0], [0]]"),
            (
                Builtin::Petersen,
                &[5, 2],
                "[[1, 4, 5], [0, 2, 6], [1, 3, 7], [2, 4, 8], [0, 3, 9], [0, 7, 8], [1, 8, 9], [2, 5, 9], [3, 5, 6], [4, 6, 7]]",
            ),
            (Builtin::Hypercube, &[0], "[[]]"),
            (Builtin::Hypercube, &[2], "[[1, 2], [0, 3], [0, 3], [1, 2]]"),
        ];
        for (function, sizes, expected) in cases {
            assert_eq!(graph(function, sizes).unwrap().to_string(), expected, "{function:?}{sizes:?}");
        }
    }

    #[test]
    fn what_is_no_size_of_a_graph_is_refused_before_anything_is_built() {
        let huge = i128::MAX;
        let wrong: [(Builtin, &[i128]); 16] = [
            (Builtin::Path, &[-1]),
            (Builtin::Path, &[huge]),
            (Builtin::Cycle, &[2]),
            (Builtin::Cycle, &[huge]),
            (Builtin::Grid, &[-1, 3]),
            (Builtin::Grid, &[huge, huge]),
            (Builtin::Complete, &[1001]),
            (Builtin::Complete, &[huge]),
            (Builtin::Star, &[huge]),
            (Builtin::Petersen, &[5, 0]),
            (Builtin::Petersen, &[4, 2]),
            (Builtin::Petersen, &[huge, huge - 1]),
            (Builtin::Petersen, &[2, 1]),
            (Builtin::Hypercube, &[-1]),
            (Builtin::Hypercube, &[127]),
            (Builtin::Hypercube, &[huge]),
        ];
        for (function, sizes) in wrong {
            let refused = matches!(graph(function, sizes), Err(EvalErrorKind::WrongArgument { .. }));
            assert!(refused, "{function:?}{sizes:?}");
        }
        assert!(matches!(
            Builtin::Path.apply(&[Value::text("a")], &Meter::default()),
            Err(EvalErrorKind::Expected { .. })
        ));
    }
}

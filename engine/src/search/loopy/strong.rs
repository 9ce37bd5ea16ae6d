//! The strongly connected parts of a graph of moves, each after all that are reached from it (Tarjan 1972), without recursion.

use std::ops::Range;

use super::graph::{LoopyGraph, MoveEnd};
use crate::limits::{Budget, Solved};

/// A vertex on the way from the first one.
struct Open {
    vertex: u32,
    /// The earliest vertex of the same part that is known to be reached.
    low: u32,
    /// The places of the options that are still to be looked at, and in the first, if it is a sum, the next vertex.
    options: Range<usize>,
    place: usize,
}

/// When each vertex was met: 0 if not yet, [`VisitMarks::DONE`] if its part is complete.
struct VisitMarks {
    /// The number of the first vertex; those before it have been dealt with.
    first: usize,
    met: Vec<u32>,
}

impl VisitMarks {
    const DONE: u32 = u32::MAX;

    fn met(&self, vertex: u32) -> u32 {
        (vertex as usize).checked_sub(self.first).map_or(Self::DONE, |place| self.met[place])
    }
}

/// Visits the parts of the vertices from `first` on; those before it reach none of these.
pub(super) fn each_part(
    graph: &mut LoopyGraph,
    first: usize,
    budget: &Budget,
    visit: &mut dyn FnMut(&mut LoopyGraph, &[u32]) -> Solved<()>,
) -> Solved<()> {
    let count = graph.len() - first;
    budget.room((count * size_of::<u32>()) as u64)?;
    let mut marks = VisitMarks { first, met: vec![0; count] };
    let (mut time, mut way, mut waiting) = (0, Vec::new(), Vec::new());
    for place in 0..count {
        #[expect(clippy::cast_possible_truncation, reason = "there are fewer than 2^31 vertices")]
        let start = (first + place) as u32;
        if marks.met(start) != 0 {
            continue;
        }
        enter(graph, start, &mut time, &mut marks, &mut way, &mut waiting, budget)?;
        while let Some(open) = way.last_mut() {
            match next_vertex(graph, open) {
                Some(next) => match marks.met(next) {
                    0 => enter(graph, next, &mut time, &mut marks, &mut way, &mut waiting, budget)?,
                    VisitMarks::DONE => {}
                    met => open.low = met.min(open.low),
                },
                None => {
                    let (vertex, low) = (open.vertex, open.low);
                    way.pop();
                    if let Some(before) = way.last_mut() {
                        before.low = low.min(before.low);
                    }
                    if low == marks.met(vertex) {
                        let begin = waiting.iter().rposition(|waiting| *waiting == vertex).unwrap_or(0);
                        visit(graph, &waiting[begin..])?;
                        for member in waiting.drain(begin..) {
                            marks.met[member as usize - first] = VisitMarks::DONE;
                        }
                    }
                }
            }
        }
    }
    Ok(())
}

fn enter(
    graph: &LoopyGraph,
    vertex: u32,
    time: &mut u32,
    marks: &mut VisitMarks,
    way: &mut Vec<Open>,
    waiting: &mut Vec<u32>,
    budget: &Budget,
) -> Solved<()> {
    *time += 1;
    if time.is_multiple_of(1 << 10) {
        budget.check()?;
    }
    marks.met[vertex as usize - marks.first] = *time;
    budget.meter().push(waiting, vertex)?;
    let open = Open { vertex, low: *time, options: graph.places(vertex), place: 0 };
    budget.meter().push(way, open)?;
    Ok(())
}

/// The next vertex that is reached from an open one.
fn next_vertex(graph: &LoopyGraph, open: &mut Open) -> Option<u32> {
    loop {
        let option = open.options.clone().next()?;
        match graph.option_at(option) {
            MoveEnd::Vertex(vertex) => {
                open.options.start += 1;
                return Some(vertex);
            }
            MoveEnd::Sum(sum) => {
                if let Some((vertex, _)) = sum.vertices.get(open.place) {
                    open.place += 1;
                    return Some(*vertex);
                }
                open.options.start += 1;
                open.place = 0;
            }
        }
    }
}

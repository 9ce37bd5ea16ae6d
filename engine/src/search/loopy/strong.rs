//! The strongly connected parts of a graph of moves, each after all that are reached from it (Tarjan 1972), without recursion.

use super::graph::{LoopyGraph, MoveEnd};
use crate::game::metered;
use crate::limits::{Budget, Solved};

/// A vertex on the way from the first one.
struct Open {
    vertex: u32,
    /// The next option to be looked at, and in it, if it is a sum, the next vertex.
    option: usize,
    place: usize,
}

/// What is known of a vertex.
struct VisitMarks {
    /// The number of the first vertex; those before it have been dealt with.
    first: usize,
    /// When each vertex was met: 0 if not yet, [`VisitMarks::DONE`] if its part is complete.
    met: Vec<u32>,
    /// The earliest vertex of the same part that is known to be reached.
    low: Vec<u32>,
}

impl VisitMarks {
    const DONE: u32 = u32::MAX;

    fn met(&self, vertex: u32) -> u32 {
        (vertex as usize).checked_sub(self.first).map_or(Self::DONE, |place| self.met[place])
    }

    fn lower(&mut self, vertex: u32, to: u32) {
        let low = &mut self.low[vertex as usize - self.first];
        *low = to.min(*low);
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
    budget.room((2 * count * size_of::<u32>()) as u64)?;
    let mut marks = VisitMarks { first, met: vec![0; count], low: vec![0; count] };
    let (mut time, mut way, mut waiting) = (0, Vec::new(), Vec::new());
    for place in 0..count {
        #[expect(clippy::cast_possible_truncation, reason = "there are fewer than 2^31 vertices")]
        let start = (first + place) as u32;
        if marks.met(start) != 0 {
            continue;
        }
        enter(start, &mut time, &mut marks, &mut way, &mut waiting, budget)?;
        while let Some(open) = way.last_mut() {
            let vertex = open.vertex;
            match next_vertex(graph, open) {
                Some(next) => match marks.met(next) {
                    0 => enter(next, &mut time, &mut marks, &mut way, &mut waiting, budget)?,
                    VisitMarks::DONE => {}
                    met => marks.lower(vertex, met),
                },
                None => {
                    way.pop();
                    let low = marks.low[vertex as usize - first];
                    if let Some(before) = way.last() {
                        marks.lower(before.vertex, low);
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
    let place = vertex as usize - marks.first;
    (marks.met[place], marks.low[place]) = (*time, *time);
    metered::push(waiting, vertex, budget.meter())?;
    metered::push(way, Open { vertex, option: 0, place: 0 }, budget.meter())?;
    Ok(())
}

/// The next vertex that is reached from an open one.
fn next_vertex(graph: &LoopyGraph, open: &mut Open) -> Option<u32> {
    let options = graph.listed(open.vertex);
    loop {
        match graph.end(*options.get(open.option)?) {
            MoveEnd::Vertex(vertex) => {
                open.option += 1;
                return Some(vertex);
            }
            MoveEnd::Sum(sum) => {
                if let Some((vertex, _)) = sum.vertices.get(open.place) {
                    open.place += 1;
                    return Some(*vertex);
                }
                (open.option, open.place) = (open.option + 1, 0);
            }
        }
    }
}

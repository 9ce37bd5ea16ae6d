//! Play that may never end: values, outcomes and moves of positions from which it can come back.
//!
//! Where a search meets a position for a second time, the question is handed over to this room. It lists all positions
//! that are reached (`explore`) as a [`LoopyGraph`], which values them. A component from which play always ends is valued
//! as everywhere. The value of a sum is the sum of the values, see [`crate::nim::GrundyValue`].

mod answer;
mod explore;
mod positions;

use rustc_hash::FxHashMap;

use self::positions::VertexPositions;

use super::SolveError;
use crate::game::{Position, Ruleset};
use crate::limits::Solved;
use crate::nim::Nimber;
use crate::search::LoopyGraph;

/// The positions from which play may never end, and all that are reached from them.
#[derive(Debug, Default)]
pub struct Draws {
    pub graph: LoopyGraph,
    positions: VertexPositions,
    /// The vertex from which each was reached first.
    parents: Vec<u32>,
    /// How play came back where a search met a position for a second time, the last time it did.
    pub(super) last_loop: Option<SolveError>,
}

impl Draws {
    /// How many positions are known.
    pub fn count(&self) -> usize {
        self.positions.len()
    }

    /// The rulesets of the known positions.
    pub fn rulesets(&self) -> impl Iterator<Item = &Ruleset> {
        self.positions.rulesets()
    }

    /// The value of a known position, if it is a nimber.
    pub fn value(&self, position: &Position) -> Option<Solved<Nimber>> {
        self.known(position).map(|vertex| self.nimber(position, vertex))
    }

    fn nimber(&self, position: &Position, vertex: u32) -> Solved<Nimber> {
        let value = self.graph.value(vertex);
        value.nimber().ok_or_else(|| SolveError::Infinite(Box::new((position.clone(), value))))
    }

    /// May play from a known position never end?
    pub fn comes_back(&self, position: &Position) -> Option<bool> {
        self.known(position).map(|vertex| self.graph.comes_back(vertex))
    }

    fn known(&self, position: &Position) -> Option<u32> {
        match position.compound_in_order() {
            Some(ordered) => self.positions.vertex(&ordered),
            None => self.positions.vertex(position),
        }
    }

    /// A shortest way of play that comes back, the nearest to a vertex: the position to which it comes back first and
    /// last.
    fn way_back(&self, start: u32) -> Vec<Position> {
        let way = |from: u32, is_end: &dyn Fn(u32) -> bool| -> Option<Vec<u32>> {
            let (mut before, mut queue) = (FxHashMap::default(), vec![from]);
            let mut next = 0;
            while let Some(vertex) = queue.get(next).copied() {
                next += 1;
                for reached in self.graph.reached(vertex) {
                    if is_end(reached) {
                        let mut way = vec![reached, vertex];
                        while let Some(vertex) = way.last().and_then(|last| before.get(last)) {
                            way.push(*vertex);
                        }
                        way.reverse();
                        return Some(way);
                    }
                    if reached != from && !before.contains_key(&reached) {
                        before.insert(reached, vertex);
                        queue.push(reached);
                    }
                }
            }
            None
        };
        let nearest = match self.graph.is_on_cycle(start) {
            true => Some(start),
            false => way(start, &|vertex| self.graph.is_on_cycle(vertex)).and_then(|way| way.last().copied()),
        };
        let round = nearest.and_then(|nearest| way(nearest, &|vertex| vertex == nearest)).unwrap_or_default();
        round.into_iter().filter_map(|vertex| self.positions.position(vertex as usize)).collect()
    }
}

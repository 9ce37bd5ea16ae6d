//! Positions in which play may come back, as a graph: vertices with their options, and their values.

use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::limits::{Budget, SolveError, Solved};
use crate::nim::{GrundyValue, Nimber};

/// A sum of vertices and of a nim-heap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VertexSum {
    /// Each vertex with the number of its copies.
    pub vertices: Box<[(u32, u64)]>,
    /// The value of all that is no vertex.
    pub rest: Nimber,
    /// Are there moves in what is no vertex?
    pub rest_has_moves: bool,
}

/// What a move leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveEnd<'g> {
    /// A single vertex.
    Vertex(u32),
    /// Anything else.
    Sum(&'g VertexSum),
}

/// Vertices with their options, and their values.
#[derive(Debug, Default)]
pub struct LoopyGraph {
    /// Where the options of each vertex end in `ends`.
    last: Vec<usize>,
    /// The options: vertices, or with [`Self::SUM`] the indices of sums.
    ends: Vec<u32>,
    sums: Vec<VertexSum>,
    /// The nimber of each valued vertex, or with [`Self::INFINITE`] the index of the nimbers beside ∞, or with [`Self::OPEN`] the
    /// place of a vertex without a value in its part.
    values: Vec<u64>,
    /// When each vertex was valued: later than all that are reached from it and from which it is not reached, and later
    /// than what its value rests on.
    stages: Vec<u32>,
    /// What is known of play from each valued vertex: [`Self::ON_CYCLE`] and [`Self::COMES_BACK`].
    play: Vec<u8>,
    /// The nimbers beside ∞, each list once.
    nimbers: Vec<Arc<[Nimber]>>,
    indices: FxHashMap<Arc<[Nimber]>, u64>,
    stage: u32,
}

impl LoopyGraph {
    const SUM: u32 = 1 << 31;
    const INFINITE: u64 = 1 << 63;
    /// Two bits, both set.
    const OPEN: u64 = 3 << 62;
    /// Play can come back to the vertex; play from the vertex can come back to some vertex.
    const ON_CYCLE: u8 = 1;
    const COMES_BACK: u8 = 2;

    /// How many vertices have their options.
    pub fn len(&self) -> usize {
        self.last.len()
    }

    /// How many vertices are valued: these are the first ones.
    pub fn valued(&self) -> usize {
        self.values.len()
    }

    /// How many moves there are.
    #[cfg(test)]
    pub fn moves(&self) -> usize {
        self.ends.len()
    }

    /// Adds an option to the vertex that will be the next one.
    ///
    /// # Errors
    /// There is no room, or there are 2^31 sums.
    pub fn add_option(&mut self, end: MoveEnd, budget: &Budget) -> Solved<()> {
        let end = match end {
            MoveEnd::Vertex(vertex) => vertex,
            MoveEnd::Sum(sum) => {
                let index = u32::try_from(self.sums.len()).ok().filter(|index| *index < Self::SUM);
                budget.meter().push(&mut self.sums, sum.clone())?;
                index.ok_or(SolveError::Overflow)? | Self::SUM
            }
        };
        Ok(budget.meter().push(&mut self.ends, end)?)
    }

    /// Forgets the options that were added to the vertex that will be the next one. None of them is a sum.
    pub fn begin_vertex_again(&mut self) {
        self.ends.truncate(self.last.last().copied().unwrap_or(0));
    }

    /// Ends the options of the next vertex. Returns its number.
    ///
    /// # Errors
    /// There is no room, or there are 2^31 vertices.
    pub fn end_vertex(&mut self, budget: &Budget) -> Solved<u32> {
        let vertex = u32::try_from(self.last.len()).ok().filter(|vertex| *vertex < Self::SUM);
        budget.meter().push(&mut self.last, self.ends.len())?;
        vertex.ok_or(SolveError::Overflow)
    }

    /// The options of a vertex.
    pub fn options(&self, vertex: u32) -> impl Iterator<Item = MoveEnd<'_>> + Clone {
        self.listed(vertex).iter().map(|end| self.end(*end))
    }

    /// Has a vertex no moves?
    pub fn is_ended(&self, vertex: u32) -> bool {
        self.listed(vertex).is_empty()
    }

    pub(super) fn listed(&self, vertex: u32) -> &[u32] {
        &self.ends[self.places(vertex)]
    }

    /// Where the options of a vertex stand among all options.
    pub(super) fn places(&self, vertex: u32) -> Range<usize> {
        let vertex = vertex as usize;
        let first = if vertex == 0 { 0 } else { self.last[vertex - 1] };
        first..self.last[vertex]
    }

    /// The option at a place.
    pub(super) fn option_at(&self, place: usize) -> MoveEnd<'_> {
        self.end(self.ends[place])
    }

    pub(super) fn end(&self, end: u32) -> MoveEnd<'_> {
        if end & Self::SUM == 0 { MoveEnd::Vertex(end) } else { MoveEnd::Sum(&self.sums[(end & !Self::SUM) as usize]) }
    }

    /// Forgets the vertices without values, and their options: after an error.
    pub fn forget_unvalued(&mut self) {
        let valued = self.valued();
        self.last.truncate(valued);
        let ends = self.last.last().copied().unwrap_or(0);
        self.ends.truncate(ends);
        let sums = self.ends.iter().filter(|end| **end & Self::SUM != 0).map(|end| (*end & !Self::SUM) as usize + 1);
        let sums = sums.max().unwrap_or(0);
        self.sums.truncate(sums);
    }

    /// The value of a valued vertex.
    pub fn value(&self, vertex: u32) -> GrundyValue {
        self.kept_value(self.values[vertex as usize])
    }

    fn kept_value(&self, value: u64) -> GrundyValue {
        if value & Self::INFINITE == 0 {
            GrundyValue::Nimber(Nimber(value))
        } else {
            GrundyValue::Infinite(self.nimbers[usize::try_from(value & !Self::INFINITE).unwrap_or_default()].clone())
        }
    }

    /// The value of a sum of valued vertices.
    pub fn sum_value(&self, sum: &VertexSum) -> GrundyValue {
        let values = sum.vertices.iter().map(|(vertex, copies)| self.value(*vertex).times(*copies));
        values.fold(GrundyValue::Nimber(sum.rest), |total, value| &total + &value)
    }

    /// When a vertex was valued. Who wins a sum of values 0 and answers each move so that the value is 0 again can also make
    /// the stages fall: some stages of the sum then give way to smaller ones, and play ends.
    pub fn stage(&self, vertex: u32) -> u32 {
        self.stages[vertex as usize]
    }

    /// Can play come back to a valued vertex?
    pub fn is_on_cycle(&self, vertex: u32) -> bool {
        self.play[vertex as usize] & Self::ON_CYCLE != 0
    }

    /// May play from a valued vertex never end?
    pub fn comes_back(&self, vertex: u32) -> bool {
        self.play[vertex as usize] & Self::COMES_BACK != 0
    }

    /// The vertices that a move from this one can lead to, alone or in a sum.
    pub fn reached(&self, vertex: u32) -> impl Iterator<Item = u32> {
        self.options(vertex).flat_map(|end| {
            let (one, several) = match end {
                MoveEnd::Vertex(vertex) => (Some(vertex), &[][..]),
                MoveEnd::Sum(sum) => (None, &sum.vertices[..]),
            };
            one.into_iter().chain(several.iter().map(|(vertex, _)| *vertex))
        })
    }

    /// Notes whether play comes back to the vertices of a part, or from them to others.
    pub(super) fn note_play(&mut self, part: &[u32], is_cycle: bool) {
        let beyond = || part.iter().any(|vertex| self.reached(*vertex).any(|next| self.comes_back(next)));
        let play = match is_cycle {
            true => Self::ON_CYCLE | Self::COMES_BACK,
            false if beyond() => Self::COMES_BACK,
            false => 0,
        };
        part.iter().for_each(|vertex| self.play[*vertex as usize] = play);
    }

    /// Makes room for the values of all vertices.
    pub(super) fn open_values(&mut self, budget: &Budget) -> Solved<()> {
        let count = self.len();
        let more = count - self.valued();
        budget.room((more * (size_of::<u64>() + size_of::<u32>() + 1)) as u64)?;
        self.values.resize(count, u64::MAX);
        self.stages.resize(count, 0);
        self.play.resize(count, 0);
        Ok(())
    }

    /// Forgets the values of all but the first vertices.
    pub(super) fn close_values(&mut self, count: usize) {
        self.values.truncate(count);
        self.stages.truncate(count);
        self.play.truncate(count);
    }

    fn next_stage(&mut self) -> u32 {
        self.stage += 1;
        self.stage
    }

    /// Keeps the place of a vertex in its part, until it has a value.
    pub(super) fn set_place(&mut self, vertex: u32, place: u32) {
        self.values[vertex as usize] = Self::OPEN | u64::from(place);
    }

    /// The value of a vertex, or else its place in its part.
    #[expect(clippy::cast_possible_truncation, reason = "a place has 32 bits")]
    pub(super) fn value_or_place(&self, vertex: u32) -> Result<GrundyValue, u32> {
        let value = self.values[vertex as usize];
        if value & Self::OPEN == Self::OPEN { Err(value as u32) } else { Ok(self.kept_value(value)) }
    }

    pub(super) fn set_value(&mut self, vertex: u32, value: u64) {
        self.values[vertex as usize] = value;
        self.stages[vertex as usize] = self.next_stage();
    }

    /// Values a vertex by ∞ with these nimbers, in ascending order.
    pub(super) fn set_infinite(&mut self, vertex: u32, nimbers: &[Nimber], budget: &Budget) -> Solved<()> {
        let index = match self.indices.get(nimbers) {
            Some(index) => *index,
            None => {
                let (nimbers, index) = (Arc::<[Nimber]>::from(nimbers), self.nimbers.len() as u64);
                budget.meter().push(&mut self.nimbers, nimbers.clone())?;
                budget.meter().insert(&mut self.indices, nimbers, index)?;
                index
            }
        };
        self.set_value(vertex, index | Self::INFINITE);
        Ok(())
    }

    pub(super) fn is_valued(&self, vertex: u32) -> bool {
        self.values.get(vertex as usize).is_some_and(|value| value & Self::OPEN != Self::OPEN)
    }
}

//! The values of the positions of one strongly connected part, by retrograde analysis.
//!
//! A position has the value n if n is the least number that is no value of its options, and each of its options without
//! a number has itself an option of value n, by which the move is taken back. What never gets a number is ∞, with the
//! numbers of its options. The order in which numbers are given is irrelevant (Fraenkel and Yesha 1986), so they are given
//! in ascending order: all 0 first.

use super::graph::{LoopyGraph, MoveEnd, VertexSum};
use super::move_lists::MoveLists;
use crate::limits::{Budget, SolveError, Solved};
use crate::nim::{GrundyValue, Nimber};
use crate::sorting;

/// A part with its own numbering of its vertices.
struct StrongPart<'p> {
    members: &'p [u32],
    /// The moves inside the part: for each vertex where its options end, and these.
    ends: MoveLists,
    /// The same the other way round: for each vertex those from which it is reached. Empty until a vertex has a number.
    starts: MoveLists,
    /// The values of options outside of the part, each with the vertex: nimbers in ascending order, and others.
    nimbers: Vec<(Nimber, u32)>,
    infinite: Vec<(u32, GrundyValue)>,
}

/// What is known of a vertex while the positions of value n are looked for. All of it is asked together, and the vertices come in no
/// order, so that it stands together.
#[derive(Clone, Copy)]
struct VertexState {
    /// The nimber that was given; [`NONE`] if none was.
    given: u32,
    /// The last number that was found to be the value of an option; [`NONE`] if none was.
    option: u32,
    /// How many options have neither a number nor an option of value n. Known of the active ones.
    open: u32,
    /// Are all numbers below n values of its options?
    active: bool,
}

/// No number.
const NONE: u32 = u32::MAX;
/// So many vertices or moves are looked at between two questions to the budget.
const PIECE: usize = 1 << 12;

impl VertexState {
    /// Can the value still be n, or can n be the value of an option?
    fn is_without(&self, n: u32) -> bool {
        self.given == NONE && self.option != n
    }
}

/// What is known while the positions of value n are looked for.
struct Round {
    states: Vec<VertexState>,
    /// Vertices that get the value n, in this order.
    queue: Vec<u32>,
    /// Has any vertex got a number?
    any_given: bool,
}

impl LoopyGraph {
    /// Values the vertices of a part, from which only valued vertices and those of the part are reached.
    pub(super) fn value_part(
        &mut self,
        members: &[u32],
        growth: &dyn Fn(u32) -> SolveError,
        budget: &Budget,
    ) -> Solved<()> {
        if let [only] = members
            && self.value_at_once(*only, budget)?
        {
            self.note_play(members, false);
            return Ok(());
        }
        self.note_play(members, true);
        let mut part = self.part(members, growth, budget)?;
        budget.room((members.len() * (size_of::<VertexState>() + size_of::<u32>())) as u64)?;
        let count = members.len();
        let state = VertexState { given: NONE, option: NONE, open: 0, active: true };
        let mut round = Round { states: vec![state; count], queue: Vec::new(), any_given: false };
        #[expect(clippy::cast_possible_truncation, reason = "there are fewer than 2^31 vertices")]
        let mut active: Vec<u32> = (0..count as u32).collect();
        let (mut n, mut seen) = (0, 0);
        while !active.is_empty() {
            budget.check()?;
            part.give(n, &active, &mut seen, &mut round, budget)?;
            for vertex in &round.queue {
                self.set_value(members[*vertex as usize], n.into());
            }
            round.any_given |= !round.queue.is_empty();
            round.queue.clear();
            active.retain(|vertex| {
                let state = &mut round.states[*vertex as usize];
                state.active = state.given == NONE && state.option == n;
                state.active
            });
            // NONE is no number.
            n = n.checked_add(1).filter(|n| *n != NONE).ok_or(SolveError::Overflow)?;
        }
        part.each_infinite(&round, budget, &mut |vertex, nimbers| self.set_infinite(members[vertex], nimbers, budget))
    }

    /// Values a vertex whose options are all valued; false if it is its own option.
    fn value_at_once(&mut self, vertex: u32, budget: &Budget) -> Solved<bool> {
        let (mut nimbers, mut infinite) = (Vec::new(), Vec::new());
        for end in self.options(vertex) {
            match self.end_value(end) {
                None => return Ok(false),
                Some(GrundyValue::Nimber(nimber)) => nimbers.push(nimber),
                Some(other) => infinite.push(other),
            }
        }
        sorting::sort(&mut nimbers);
        nimbers.dedup();
        let least = (0..).zip(&nimbers).find(|(n, nimber)| *n != nimber.0);
        let least = Nimber(least.map_or(nimbers.len() as u64, |(n, _)| n));
        if infinite.iter().all(|value| has(value, least)) {
            self.set_value(vertex, least.0);
            return Ok(true);
        }
        self.set_infinite(vertex, &nimbers, budget)?;
        Ok(true)
    }

    /// The value of what a move leads to; `None` if it reaches back to vertices that are not valued yet.
    fn end_value(&self, end: MoveEnd) -> Option<GrundyValue> {
        match end {
            MoveEnd::Vertex(vertex) => self.value_or_place(vertex).ok(),
            MoveEnd::Sum(sum) => {
                let known = sum.vertices.iter().all(|(vertex, _)| self.is_valued(*vertex));
                known.then(|| self.sum_value(sum))
            }
        }
    }

    /// The vertex to which alone play goes on, from a sum that reaches back: all else in it has no moves. `None` if
    /// something has.
    fn alone(&self, sum: &VertexSum) -> Option<u32> {
        let mut live = sum.vertices.iter().filter(|(vertex, _)| !self.is_ended(*vertex));
        match (live.next(), live.next()) {
            (Some((vertex, 1)), None) if !sum.rest_has_moves => Some(*vertex),
            _ => None,
        }
    }

    fn part<'p>(
        &mut self,
        members: &'p [u32],
        growth: &dyn Fn(u32) -> SolveError,
        budget: &Budget,
    ) -> Solved<StrongPart<'p>> {
        let moves: usize = members.iter().map(|vertex| self.listed(*vertex).len()).sum();
        // The places of the moves, and how many a vertex has, are kept in 32 bits.
        u32::try_from(moves).map_err(|_| SolveError::Overflow)?;
        budget.room((2 * (moves + members.len()) * size_of::<u32>()) as u64)?;
        (0..).zip(members).for_each(|(place, vertex)| self.set_place(*vertex, place));
        let mut part = StrongPart {
            members,
            ends: MoveLists { last: Vec::with_capacity(members.len()), ends: Vec::with_capacity(moves) },
            starts: MoveLists::default(),
            nimbers: Vec::new(),
            infinite: Vec::new(),
        };
        let mut last = 0;
        for (place, vertex) in (0..).zip(members) {
            if place % (1 << 10) == 0 {
                budget.check()?;
            }
            for end in self.options(*vertex) {
                let inside = match (end, self.end_value_or_place(end)) {
                    (_, Ok(GrundyValue::Nimber(nimber))) => {
                        part.nimbers.push((nimber, place));
                        continue;
                    }
                    (_, Ok(value)) => {
                        part.infinite.push((place, value));
                        continue;
                    }
                    (MoveEnd::Vertex(_), Err(inside)) => inside,
                    (MoveEnd::Sum(sum), Err(_)) => {
                        let alone = self.alone(sum).ok_or_else(|| growth(*vertex))?;
                        self.value_or_place(alone)
                            .err()
                            .ok_or(SolveError::Internal("a part reaches back to no vertex"))?
                    }
                };
                part.ends.ends.push(inside);
                last += 1;
            }
            part.ends.last.push(last);
        }
        sorting::sort(&mut part.nimbers);
        part.nimbers.dedup();
        Ok(part)
    }

    /// As [`LoopyGraph::end_value`], with the place of a single vertex that has no value.
    fn end_value_or_place(&self, end: MoveEnd) -> Result<GrundyValue, u32> {
        match end {
            MoveEnd::Vertex(vertex) => self.value_or_place(vertex),
            MoveEnd::Sum(_) => self.end_value(end).ok_or(NONE),
        }
    }
}

/// Are the nimbers of ∞ known to hold this one?
fn has(value: &GrundyValue, nimber: Nimber) -> bool {
    matches!(value, GrundyValue::Infinite(nimbers) if nimbers.binary_search(&nimber).is_ok())
}

impl StrongPart<'_> {
    /// Gives the number n to the active vertices that have it. `seen` counts the nimbers of options outside that were
    /// looked at. The vertices are in the queue of the round, in order.
    fn give(&mut self, n: u32, active: &[u32], seen: &mut usize, round: &mut Round, budget: &Budget) -> Solved<()> {
        let mut any_option = false;
        while let Some((nimber, vertex)) = self.nimbers.get(*seen).filter(|(nimber, _)| nimber.0 <= n.into()) {
            if nimber.0 == n.into() {
                round.states[*vertex as usize].option = n;
                any_option = true;
            }
            *seen += 1;
        }
        for (done, vertex) in active.iter().enumerate() {
            if done % PIECE == 0 {
                budget.check()?;
            }
            let options = self.ends.of(*vertex as usize);
            let open = match round.any_given || any_option {
                true => options.iter().filter(|end| round.states[**end as usize].is_without(n)).count(),
                false => options.len(),
            };
            round.states[*vertex as usize].open = u32::try_from(open).map_err(|_| SolveError::Overflow)?;
        }
        for (vertex, value) in &self.infinite {
            let open = &mut round.states[*vertex as usize].open;
            *open = open.checked_add(u32::from(!has(value, Nimber(n.into())))).ok_or(SolveError::Overflow)?;
        }
        for vertex in active {
            round.give_if_due(*vertex, n);
        }
        if !round.queue.is_empty() && self.starts.last.is_empty() {
            self.starts = self.ends.turned_round(budget)?;
        }
        let (mut next, starts) = (0, &self.starts);
        while let Some(vertex) = round.queue.get(next).copied() {
            next += 1;
            if next % (1 << 10) == 0 {
                budget.check()?;
            }
            for before in starts.of(vertex as usize) {
                let state = &mut round.states[*before as usize];
                if !state.is_without(n) {
                    continue;
                }
                state.option = n;
                for waiting in starts.of(*before as usize) {
                    let open = &mut round.states[*waiting as usize].open;
                    *open = open.saturating_sub(1);
                    round.give_if_due(*waiting, n);
                }
            }
        }
        Ok(())
    }

    /// Visits the vertices without a number, by their places, with the numbers of their options in ascending order.
    fn each_infinite(
        mut self,
        round: &Round,
        budget: &Budget,
        visit: &mut dyn FnMut(usize, &[Nimber]) -> Solved<()>,
    ) -> Solved<()> {
        sorting::sort_by_key(&mut self.nimbers, |(_, vertex)| *vertex);
        let (mut next, mut nimbers) = (0, Vec::new());
        for (vertex, place) in (0..).zip(0..self.members.len()) {
            if place % PIECE == 0 {
                budget.check()?;
            }
            if round.states[place].given != NONE {
                continue;
            }
            nimbers.clear();
            if round.any_given {
                let inside = self.ends.of(place).iter().map(|end| round.states[*end as usize].given);
                nimbers.extend(inside.filter(|given| *given != NONE).map(|given| Nimber(given.into())));
            }
            while let Some((nimber, of)) = self.nimbers.get(next).filter(|(_, of)| *of <= vertex) {
                nimbers.extend((*of == vertex).then_some(*nimber));
                next += 1;
            }
            sorting::sort(&mut nimbers);
            nimbers.dedup();
            visit(place, &nimbers)?;
        }
        Ok(())
    }
}

impl Round {
    /// Gives a vertex the number n if it is active, no option has it, and no option is open.
    fn give_if_due(&mut self, vertex: u32, n: u32) {
        let state = &mut self.states[vertex as usize];
        if state.active && state.open == 0 && state.is_without(n) {
            state.given = n;
            self.queue.push(vertex);
        }
    }
}

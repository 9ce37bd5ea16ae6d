//! The values of the positions of one strongly connected part, by retrograde analysis.
//!
//! A position has the value n if n is the least number that is no value of its options, and each of its options without
//! a number has itself an option of value n, by which the move is taken back. What never gets a number is ∞, with the
//! numbers of its options. The order in which numbers are given is irrelevant (Fraenkel and Yesha 1986), so they are given
//! in ascending order: all 0 first.

use super::graph::{LoopyGraph, MoveEnd, VertexSum};
use crate::limits::{Budget, SolveError, Solved};
use crate::nim::{GrundyValue, Nimber};
use crate::sorting;

/// A part with its own numbering of its vertices.
struct StrongPart<'p> {
    members: &'p [u32],
    /// The moves inside the part: for each vertex where its options end, and these.
    ends: (Vec<usize>, Vec<u32>),
    /// The same the other way round: for each vertex those from which it is reached.
    starts: (Vec<usize>, Vec<u32>),
    /// The values of options outside of the part, each with the vertex: nimbers in ascending order, and others.
    nimbers: Vec<(Nimber, u32)>,
    infinite: Vec<(u32, GrundyValue)>,
}

/// What is known while the positions of value n are looked for.
struct Round {
    /// The nimbers given so far; [`Round::NONE`] if none.
    given: Vec<u64>,
    /// The last number that was found to be the value of an option; [`Round::NONE`] if none was.
    option: Vec<u64>,
    /// How many options have neither a number nor an option of value n. Known of the active ones.
    open: Vec<usize>,
    /// Are all numbers below n values of its options?
    active: Vec<bool>,
    /// Vertices that get the value n, in this order.
    queue: Vec<u32>,
}

impl Round {
    const NONE: u64 = u64::MAX;
}

fn around(list: &(Vec<usize>, Vec<u32>), vertex: usize) -> &[u32] {
    let first = if vertex == 0 { 0 } else { list.0[vertex - 1] };
    &list.1[first..list.0[vertex]]
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
        let part = self.part(members, growth, budget)?;
        budget.room((members.len() * (3 * size_of::<u64>() + size_of::<u32>() + 1)) as u64)?;
        let count = members.len();
        let mut round = Round {
            given: vec![Round::NONE; count],
            option: vec![Round::NONE; count],
            open: vec![0; count],
            active: vec![true; count],
            queue: Vec::new(),
        };
        #[expect(clippy::cast_possible_truncation, reason = "there are fewer than 2^31 vertices")]
        let mut active: Vec<u32> = (0..count as u32).collect();
        let (mut n, mut seen) = (0, 0);
        while !active.is_empty() {
            budget.check()?;
            part.give(n, &active, &mut seen, &mut round, budget)?;
            for vertex in &round.queue {
                self.set_value(members[*vertex as usize], n);
            }
            round.queue.clear();
            active.retain(|vertex| {
                let vertex = *vertex as usize;
                round.active[vertex] = round.given[vertex] == Round::NONE && round.option[vertex] == n;
                round.active[vertex]
            });
            n += 1;
        }
        for (vertex, nimbers) in part.nimbers_of_infinite(&round) {
            self.set_infinite(members[vertex as usize], nimbers, budget)?;
        }
        Ok(())
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
        self.set_infinite(vertex, nimbers, budget)?;
        Ok(true)
    }

    /// The value of what a move leads to; `None` if it reaches back to vertices that are not valued yet.
    fn end_value(&self, end: MoveEnd) -> Option<GrundyValue> {
        match end {
            MoveEnd::Vertex(vertex) => self.is_valued(vertex).then(|| self.value(vertex)),
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
        budget.room((2 * (moves * size_of::<u32>() + members.len() * size_of::<usize>())) as u64)?;
        // A vertex without a value has no stage, but a place in the part.
        (0..).zip(members).for_each(|(place, vertex)| self.set_place(*vertex, place));
        let mut part = StrongPart {
            members,
            ends: (Vec::with_capacity(members.len()), Vec::with_capacity(moves)),
            starts: (vec![0; members.len()], Vec::new()),
            nimbers: Vec::new(),
            infinite: Vec::new(),
        };
        for (place, vertex) in (0..).zip(members) {
            if place % (1 << 10) == 0 {
                budget.check()?;
            }
            for end in self.options(*vertex) {
                let inside = match (self.end_value(end), end) {
                    (Some(GrundyValue::Nimber(nimber)), _) => {
                        part.nimbers.push((nimber, place));
                        continue;
                    }
                    (Some(value), _) => {
                        part.infinite.push((place, value));
                        continue;
                    }
                    (None, MoveEnd::Vertex(vertex)) => vertex,
                    (None, MoveEnd::Sum(sum)) => self.alone(sum).ok_or_else(|| growth(*vertex))?,
                };
                part.ends.1.push(self.stage(inside));
            }
            part.ends.0.push(part.ends.1.len());
        }
        sorting::sort(&mut part.nimbers);
        part.nimbers.dedup();
        part.turn_round();
        Ok(part)
    }
}

/// Are the nimbers of ∞ known to hold this one?
fn has(value: &GrundyValue, nimber: Nimber) -> bool {
    matches!(value, GrundyValue::Infinite(nimbers) if nimbers.binary_search(&nimber).is_ok())
}

impl StrongPart<'_> {
    /// Lists the moves the other way round.
    fn turn_round(&mut self) {
        let StrongPart { ends, starts, members, .. } = self;
        for end in &ends.1 {
            starts.0[*end as usize] += 1;
        }
        let mut total = 0;
        for count in &mut starts.0 {
            // Where the list of each begins; filling it in moves this to where it ends.
            let first = total;
            total += *count;
            *count = first;
        }
        starts.1 = vec![0; total];
        for (start, vertex) in (0..).zip(0..members.len()) {
            for end in around(ends, vertex) {
                let place = &mut starts.0[*end as usize];
                starts.1[*place] = start;
                *place += 1;
            }
        }
    }

    /// Gives the number n to the active vertices that have it. `seen` counts the nimbers of options outside that were
    /// looked at. The vertices are in the queue of the round, in order.
    fn give(&self, n: u64, active: &[u32], seen: &mut usize, round: &mut Round, budget: &Budget) -> Solved<()> {
        while let Some((_, vertex)) = self.nimbers.get(*seen).filter(|(nimber, _)| nimber.0 <= n) {
            if self.nimbers[*seen].0.0 == n {
                round.option[*vertex as usize] = n;
            }
            *seen += 1;
        }
        for vertex in active {
            let options = around(&self.ends, *vertex as usize).iter().map(|end| *end as usize);
            let open = options.filter(|end| round.given[*end] == Round::NONE && round.option[*end] != n).count();
            round.open[*vertex as usize] = open;
        }
        for (vertex, value) in &self.infinite {
            round.open[*vertex as usize] += usize::from(!has(value, Nimber(n)));
        }
        for vertex in active {
            round.give_if_due(*vertex, n);
        }
        let mut next = 0;
        while let Some(vertex) = round.queue.get(next).copied() {
            next += 1;
            if next % (1 << 10) == 0 {
                budget.check()?;
            }
            for before in around(&self.starts, vertex as usize) {
                let before = *before as usize;
                if round.given[before] != Round::NONE || round.option[before] == n {
                    continue;
                }
                round.option[before] = n;
                for waiting in around(&self.starts, before) {
                    let open = &mut round.open[*waiting as usize];
                    *open = open.saturating_sub(1);
                    round.give_if_due(*waiting, n);
                }
            }
        }
        Ok(())
    }

    /// The numbers of the options of each vertex without a number.
    fn nimbers_of_infinite(mut self, round: &Round) -> impl Iterator<Item = (u32, Vec<Nimber>)> {
        sorting::sort_by_key(&mut self.nimbers, |(_, vertex)| *vertex);
        let (mut next, mut vertices) = (0, (0..).zip(0..self.members.len()));
        std::iter::from_fn(move || {
            let (vertex, place) = vertices.by_ref().find(|(_, place)| round.given[*place] == Round::NONE)?;
            let inside = around(&self.ends, place).iter().map(|end| round.given[*end as usize]);
            let mut nimbers: Vec<Nimber> = inside.filter(|given| *given != Round::NONE).map(Nimber).collect();
            while let Some((nimber, of)) = self.nimbers.get(next).filter(|(_, of)| *of <= vertex) {
                nimbers.extend((*of == vertex).then_some(*nimber));
                next += 1;
            }
            Some((vertex, nimbers))
        })
    }
}

impl Round {
    /// Gives a vertex the number n if it is active, no option has it, and no option is open.
    fn give_if_due(&mut self, vertex: u32, n: u64) {
        let place = vertex as usize;
        let is_free = self.active[place] && self.given[place] == Self::NONE && self.option[place] != n;
        if is_free && self.open[place] == 0 {
            self.given[place] = n;
            self.queue.push(vertex);
        }
    }
}

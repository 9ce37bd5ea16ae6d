//! The solver's answers about sums from which play may never end.

use crate::game::{Component, Position, Ruleset, Sum, Summand};
use crate::limits::Solved;
use crate::nim::{GrundyValue, Nimber};
use crate::solve::{NeedsEnd, SolveError, Solver};

impl Solver {
    /// Where play from a sum may never end: a way of play that comes back, the position to which it does first and last.
    /// `None` if play ends.
    ///
    /// # Errors
    /// `SolveError::Cycle` for a game that says that it ends; why the computation stopped.
    pub fn way_back(&mut self, sum: &Sum) -> Result<Option<Vec<Position>>, SolveError> {
        for part in &sum.parts {
            if let Some(vertex) = self.loopy_vertex(&part.component)? {
                return Ok(Some(self.draws.way_back(vertex)));
            }
        }
        Ok(None)
    }

    /// May play from a sum never end?
    ///
    /// # Errors
    /// As [`Solver::way_back`].
    pub fn may_never_end(&mut self, sum: &Sum) -> Result<bool, SolveError> {
        for part in sum.parts.iter().filter(|part| part.copies > 0) {
            if self.loopy_vertex(&part.component)?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// `SolveError::Endless` if play from a sum may never end.
    pub(in crate::solve) fn refuse_endless(&mut self, needs: NeedsEnd, sum: &Sum) -> Solved<()> {
        match self.may_never_end(sum)? {
            true => Err(SolveError::Endless(Box::new((needs, sum.clone())))),
            false => Ok(()),
        }
    }

    /// How play came back where a question met a position for a second time, or grew without end, since this was asked last; `None` if
    /// none did.
    /// What is known of such positions is forgotten.
    pub fn take_loop_met(&mut self) -> Option<SolveError> {
        self.forget_draws().last_loop
    }

    /// The vertex of a component from which play may never end; `None` if play ends.
    pub(in crate::solve) fn loopy_vertex(&mut self, component: &Component) -> Solved<Option<u32>> {
        let Component::Position(position) = component else { return Ok(None) };
        if let Some(known) = self.draws.known(position) {
            return Ok(Some(known).filter(|vertex| self.draws.graph.comes_back(*vertex)));
        }
        match self.refuse_loops(component) {
            Err(SolveError::Cycle(path)) => self
                .hand_over(position, path)
                .map(|vertex| Some(vertex).filter(|found| self.draws.graph.comes_back(*found))),
            found => found.map(|()| None),
        }
    }

    /// The value of a compound.
    pub(in crate::solve) fn explored_value(&mut self, position: &Position) -> Solved<Nimber> {
        let vertex = self.explore(position, &[])?;
        self.draws.nimber(position, vertex)
    }

    /// Values a position from which a search found a way back. `SolveError::Cycle` if its game says that it ends.
    fn hand_over(&mut self, position: &Position, path: Vec<Position>) -> Solved<u32> {
        self.draws.last_loop = Some(SolveError::Cycle(path.clone()));
        if path.iter().any(|position| position.game.ruleset.must_end()) {
            return Err(SolveError::Cycle(path));
        }
        self.explore(position, &path)
    }

    /// The value of a sum from which play may never end.
    ///
    /// # Errors
    /// Why the computation stopped.
    pub fn loopy_value(&mut self, sum: &Sum) -> Result<GrundyValue, SolveError> {
        let mut total = GrundyValue::Nimber(Nimber::ZERO);
        for part in &sum.parts {
            total = &total + &self.loopy_part_value(part)?;
        }
        Ok(total)
    }

    /// The value of all copies of a part.
    pub(in crate::solve) fn loopy_part_value(&mut self, part: &Summand) -> Solved<GrundyValue> {
        Ok(self.loopy_component_value(&part.component)?.times(part.copies))
    }

    /// The value of one component, from which play may never end.
    ///
    /// # Errors
    /// Why the computation stopped.
    pub fn loopy_component_value(&mut self, component: &Component) -> Result<GrundyValue, SolveError> {
        if let Some(vertex) = self.loopy_vertex(component)? {
            return Ok(self.draws.graph.value(vertex));
        }
        match self.component_value(component) {
            Err(SolveError::Infinite(found)) => Ok(found.1),
            found => found.map(GrundyValue::Nimber),
        }
    }

    /// The nimber that is the value of a position, which a search has found, or else this room.
    pub(in crate::solve) fn nimber_of(&mut self, position: &Position, found: Solved<Nimber>) -> Solved<Nimber> {
        let Err(SolveError::Cycle(path)) = found else { return found };
        let vertex = self.hand_over(position, path)?;
        self.draws.nimber(position, vertex)
    }

    /// Hands a sum over to this room, after a search has found a way back.
    ///
    /// # Errors
    /// `SolveError::Cycle` for a game that says that it ends; why the computation stopped.
    pub fn explore_all(&mut self, sum: &Sum, path: Vec<Position>) -> Result<(), SolveError> {
        for part in &sum.parts {
            if let Component::Position(position) = &part.component
                && !matches!(position.game.ruleset, Ruleset::Heap(_))
                && (sum.parts.len() == 1
                    || matches!(self.refuse_loops_within(&part.component, None), Err(SolveError::Cycle(_))))
            {
                self.hand_over(position, path.clone())?;
            }
        }
        Ok(())
    }
}

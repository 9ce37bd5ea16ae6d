//! The outcome of a sum and its winning moves in normal play, with as few values as possible.
//!
//! Searching for a value may take long, while one option that loses is enough to decide who wins. So the largest
//! summand that must be searched is not valued: the search only asks whether it has the nim-sum of all others.

use std::sync::Arc;

use super::own::OwnGames;
use super::situation::{Move, MovesFound};
use super::written::WrittenGames;
use super::{SolveError, Solver};
use crate::game::{Component, Position, Ruleset, Sum, Summand};
use crate::nim::{Convention, Nimber, Outcome};
use crate::search::growth::size;
use crate::sorting::sort_by_key;

impl Solver {
    /// The most steps of a search for a value that is only shown. If they are not enough, only the winner is searched
    /// for.
    const STEP_LIMIT: u64 = 6_000;

    /// The outcome in normal play. `SolveError::Cycle` where play may come back.
    pub(super) fn searched_outcome(&mut self, sum: &Sum) -> Result<Outcome, SolveError> {
        if let Some(is_lost) = self.marked(sum, true)? {
            return Ok(if is_lost { Outcome::P } else { Outcome::N });
        }
        sum.parts.iter().try_for_each(|part| self.refuse_loops(&part.component))?;
        match self.has_value(sum, Nimber::ZERO, true)? {
            Some(true) => Ok(Outcome::P),
            Some(false) => Ok(Outcome::N),
            None => Err(SolveError::Internal("a search ended without the outcome it was for")),
        }
    }

    /// Is a single position lost, where that is marked without values? `None` for other sums, and where nothing has marked
    /// it and that is not to be done now.
    fn marked(&mut self, sum: &Sum, may_mark: bool) -> Result<Option<bool>, SolveError> {
        let [Summand { component: Component::Position(position), copies: 1 }] = &sum.parts[..] else { return Ok(None) };
        let Ruleset::Written(system, rule) = &position.game.ruleset else { return Ok(None) };
        if !may_mark {
            return Ok(self.written.marked(position));
        }
        if self.left_out_sums.may_find(system, *rule)
            || self.boards.heaps(position).is_some()
            || self.boards.answers(position, &self.budget)
        {
            return Ok(None);
        }
        self.written.mark(position, &self.budget)
    }

    /// `SolveError::Cycle` if play from a component may come back, as where its value is asked for. The search for the
    /// winner might end before it meets such a place. Where there are too many positions to look at all
    /// ([`WrittenGames::FEW`]), only the search tells: what it finds rests on positions from which play was decided.
    pub(super) fn refuse_loops(&mut self, component: &Component) -> Result<(), SolveError> {
        self.refuse_loops_within(component, Some(WrittenGames::FEW))
    }

    /// The same with so many positions looked at, or all.
    pub(super) fn refuse_loops_within(&mut self, component: &Component, most: Option<u64>) -> Result<(), SolveError> {
        let Component::Position(position) = component else { return Ok(()) };
        if let Some(comes_back) = self.draws.comes_back(position) {
            return if comes_back { Err(SolveError::Cycle(Vec::new())) } else { Ok(()) };
        }
        if let Some((_, components)) = position.compound() {
            let mut parts = components.iter().flat_map(|component| &component.parts);
            return parts.try_for_each(|part| self.refuse_loops_within(&part.component, most));
        }
        let may_come_back = matches!(position.game.ruleset, Ruleset::Written(..) | Ruleset::Own(_))
            && !position.game.ruleset.binds()
            && self.boards.heaps(position).is_none()
            && !self.ends_by_search(position);
        if !may_come_back {
            return Ok(());
        }
        // Only positions from which play ends are marked.
        if self.written.has_distant_values(position, &self.budget)?
            && self.written.mark(position, &self.budget)?.is_some()
        {
            return Ok(());
        }
        let few = if position.own_number().is_some() { OwnGames::FEW } else { u64::MAX };
        let limit = most.map(|most| most.min(few)).filter(|_| self.is_searched(component));
        match self.within_limit(limit, |solver| solver.searched_value(position)) {
            Err(SolveError::Positions { .. }) => Ok(()),
            value => value.map(drop),
        }
    }

    /// The value of one copy of each part of a sum; `None` if a long search would be needed to find them.
    ///
    /// # Errors
    /// As [`Solver::position_value`].
    pub fn ready_values(&mut self, sum: &Sum) -> Result<Option<Vec<Nimber>>, SolveError> {
        if sum.as_compound().is_some() {
            return Ok(None);
        }
        if let [Summand { component: Component::Position(position), .. }] = &sum.parts[..]
            && self.written.has_distant_values(position, &self.budget)?
            && self.marked(sum, true)?.is_some()
        {
            return Ok(None);
        }
        let mut values = Vec::with_capacity(sum.parts.len());
        for part in &sum.parts {
            let limit = self.is_searched(&part.component).then_some(Self::STEP_LIMIT);
            match self.within_limit(limit, |solver| solver.component_value(&part.component)) {
                Err(SolveError::Positions { .. }) if limit.is_some() => return Ok(None),
                value => values.push(value?),
            }
        }
        Ok(Some(values))
    }

    /// A winning move, if there is one; `SolveError::Cycle` where play may come back. It is made in the first summand in which it makes
    /// the value smaller. Such a summand exists: one whose value has a 1 in the highest binary digit of the nim-sum, and by the mex
    /// rule it has an option with the value that is needed. Where a long search would be needed to find the values, it is any winning
    /// move that the search for the winner meets.
    pub(super) fn searched_winning_move(&mut self, sum: &Sum) -> Result<Option<Move>, SolveError> {
        if has_long_heap(sum) || self.ready_values(sum)?.is_some() {
            return self.move_by_values(sum);
        }
        if self.outcome(sum)? == Outcome::P {
            return Ok(None);
        }
        if let [Summand { component: component @ Component::Position(position), copies: 1 }] = &sum.parts[..]
            && let Some(to) = self.written.winning_option(position)
        {
            let made = Move::new(0, component, Arc::new(Sum::position(to)), Outcome::P);
            return Ok(Some(Move { total: Some(Nimber::ZERO.into()), ..made }));
        }
        // First only the moves of which it is known who wins; a search only if none of these wins.
        for may_search in [false, true] {
            let found = self.deciding_moves(sum, may_search, 1)?;
            if let Some(winner) = found.winners.into_iter().next() {
                return Ok(Some(winner));
            }
        }
        Err(SolveError::Internal("no move wins a position that is won"))
    }

    /// The moves of a sum and which of them win, without their values. At most `shown` of either kind are kept.
    ///
    /// # Errors
    /// As [`Solver::position_value`].
    pub fn decided_moves(&mut self, sum: &Sum, shown: usize) -> Result<MovesFound, SolveError> {
        self.refuse_binding(sum)?;
        if has_long_heap(sum) {
            return self.valued_moves(sum, shown);
        }
        if self.marked(sum, false)?.is_none() {
            sum.parts.iter().try_for_each(|part| self.refuse_loops(&part.component))?;
        }
        Ok(self.deciding_moves(sum, true, usize::MAX)?.cut(shown))
    }

    /// The moves of a sum, until `winners` of them win. If no search is allowed, a move of which it is not known
    /// whether it wins counts as losing.
    fn deciding_moves(&mut self, sum: &Sum, may_search: bool, winners: usize) -> Result<MovesFound, SolveError> {
        let wins =
            |solver: &mut Solver, after: &Sum| Ok(solver.has_value(after, Nimber::ZERO, may_search)? == Some(true));
        let mut found = self.moves_that(sum, winners, wins)?;
        found.winners.iter_mut().for_each(|made| made.total = Some(Nimber::ZERO.into()));
        Ok(found)
    }

    /// Does a sum have this value? `None` if only a search could tell, and none is allowed.
    fn has_value(&mut self, sum: &Sum, value: Nimber, may_search: bool) -> Result<Option<bool>, SolveError> {
        if let Some(compound) = sum.as_compound().filter(|_| value.is_zero()) {
            return self.compound(compound, Convention::Normal).map(|found| Some(found.outcome == Outcome::P));
        }
        if value.is_zero()
            && let Some(is_lost) = self.marked(sum, may_search)?
        {
            return Ok(Some(is_lost));
        }
        let mut rest = value;
        let mut searched: Vec<&Position> = Vec::new();
        for part in sum.parts.iter().filter(|part| part.copies > 0) {
            let is_odd = part.copies % 2 == 1;
            match &part.component {
                Component::Position(position) if self.is_searched(&part.component) => {
                    if let Some(far) = self.written.far_value(position, &self.budget)? {
                        rest ^= if is_odd { far } else { Nimber::ZERO };
                        continue;
                    }
                    let same = searched.iter().position(|other| *other == position);
                    match same.filter(|_| self.ends(position)) {
                        Some(same) if is_odd => drop(searched.swap_remove(same)),
                        _ if is_odd => searched.push(position),
                        _ if self.ends(position) => {}
                        _ => searched.extend([position; 2]),
                    }
                }
                other => {
                    let one = self.component_value(other)?;
                    rest ^= if is_odd { one } else { Nimber::ZERO };
                }
            }
        }
        // The largest position is not valued: it is only asked whether it has the nim-sum of all others.
        sort_by_key(&mut searched, |position| size(position));
        let Some(last) = searched.pop() else { return Ok(Some(rest.is_zero())) };
        let limit = (!may_search).then_some(0);
        match self.within_limit(limit, |solver| solver.last_has_value(&searched, last, rest, may_search)) {
            Err(SolveError::Positions { .. }) if !may_search => Ok(None),
            found => found,
        }
    }

    /// Is the nim-sum of `rest`, of the values of `others` and of that of `last` equal to 0? `None` if only a search
    /// could tell, and none is allowed.
    fn last_has_value(
        &mut self,
        others: &[&Position],
        last: &Position,
        mut rest: Nimber,
        may_search: bool,
    ) -> Result<Option<bool>, SolveError> {
        for position in others {
            rest ^= match self.value_by_search(position) {
                Some(value) => value?,
                None if may_search => self.written.decided_value(position, &self.budget)?,
                None => match self.written.known(position, &self.budget)?.value() {
                    Some(known) => Nimber(known),
                    None => return Ok(None),
                },
            };
        }
        match self.has_value_by_search(last, rest) {
            Some(found) => found.map(Some),
            None if may_search => self.written.has_value(last, rest, &self.budget).map(Some),
            None => Ok(self.written.known(last, &self.budget)?.is(rest.0)),
        }
    }

    /// Is it known without a search that play from a position ends? Elsewhere equal components are valued before they
    /// cancel: two of value ∞ do not.
    fn ends(&mut self, position: &Position) -> bool {
        position.game.ruleset.must_end() || self.ends_by_search(position)
    }

    /// Is the value of a component found by a search through its options, and not by a formula or by filling in a
    /// table?
    pub(super) fn is_searched(&mut self, component: &Component) -> bool {
        match component {
            Component::Position(position)
                if position.game.ruleset.binds() || matches!(position.game.ruleset, Ruleset::Compound(_)) =>
            {
                false
            }
            Component::Position(position) if self.boards.heaps(position).is_some() => false,
            Component::Position(position) => {
                matches!(position.game.ruleset, Ruleset::Own(_))
                    || self.ends_by_search(position)
                    || self.written.is_searched(position)
            }
            Component::Star(_) => false,
        }
    }
}

/// Is there a nim-heap among the parts with too many options to list?
pub(super) fn has_long_heap(sum: &Sum) -> bool {
    const LISTED: u64 = 1 << 16;
    sum.parts.iter().any(|part| matches!(part.component, Component::Star(size) if size > LISTED))
}

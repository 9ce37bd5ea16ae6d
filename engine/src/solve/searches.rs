//! The rooms that search positions of their own kind, asked as one: boards, subsets, games of Rust programs.

use super::Solver;
use crate::game::Position;
use crate::limits::Solved;
use crate::nim::Nimber;

impl Solver {
    /// Asks something for which no search may take more than so many positions, or steps: it ends with `SolveError::Positions`. `None`
    /// means no limit. What held before holds again afterwards.
    pub(super) fn within_limit<T>(&mut self, limit: Option<u64>, ask: impl FnOnce(&mut Solver) -> T) -> T {
        let before =
            (self.written.step_limit, self.boards.position_limit, self.sets.position_limit, self.own.position_limit);
        // Without a step nothing could be said of a written rule.
        self.written.step_limit = limit.filter(|limit| *limit > 0);
        (self.boards.position_limit, self.sets.position_limit, self.own.position_limit) = (limit, limit, limit);
        let found = ask(self);
        (self.written.step_limit, self.boards.position_limit, self.sets.position_limit, self.own.position_limit) =
            before;
        found
    }

    /// Is a position one of those from which play ends, and which are searched as boards or subsets?
    pub(super) fn ends_by_search(&mut self, position: &Position) -> bool {
        self.boards.answers(position, &self.budget) || self.sets.answers(position, &self.budget)
    }

    /// The value of a position; `None` if none of the rooms answers for it.
    pub(super) fn value_by_search(&mut self, position: &Position) -> Option<Solved<Nimber>> {
        let Solver { boards, sets, own, budget, .. } = self;
        let found = boards.value(position, budget).or_else(|| sets.value(position, budget));
        found.or_else(|| own.value(position, budget))
    }

    /// Is this the value of a position? `None` if none of the rooms answers for it. This is decided sooner than the value is found.
    pub(super) fn has_value_by_search(&mut self, position: &Position, value: Nimber) -> Option<Solved<bool>> {
        let Solver { boards, sets, own, budget, .. } = self;
        let found = boards.has_value(position, value, budget).or_else(|| sets.has_value(position, value, budget));
        found.or_else(|| own.has_value(position, value, budget))
    }
}

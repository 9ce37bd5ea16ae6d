//! From positions and sums to values, outcomes and moves.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::boards::Boards;
use super::explicit::{Explicit, PathCounts};
use super::heap::{Effort, Farther, HeapTable, PeriodFinding};
use super::heaps::Heaps;
use super::misere::Misere;
use super::{Budget, Limits, Signal, SolveError};
use crate::game::{Component, Game, Part, Places, Position, Ruleset, Sum};
use crate::nim::Nimber;

/// Fewer tables and addresses than this are not looked through for some to drop.
const FEWEST: usize = 1 << 10;

const NOT_HEAPS: SolveError = SolveError::Internal("a heap is asked of a game that is not one of heaps");

/// Everything computed so far, and the means to compute more. Nothing in it is ever stale: values belong to
/// rulesets, and rulesets never change.
pub struct Solver {
    pub(super) heaps: Heaps,
    pub(super) boards: Boards,
    pub(super) explicit: Explicit,
    pub(super) misere: Misere,
    pub(super) budget: Budget,
    /// Bytes taken for what is kept outside of the solver.
    lent: u64,
    /// Questions so far.
    now: u64,
    /// Has what is known about misère play been given up for the question at hand?
    misere_given_up: bool,
    /// When there are so many tables and addresses, those that nobody can reach are dropped.
    looked_through_at: usize,
}

impl Default for Solver {
    /// One that may use 1 GiB.
    fn default() -> Solver {
        Solver::new(Limits::default(), Arc::default())
    }
}

impl Solver {
    /// One that keeps to these limits, and stops when the signal says so.
    pub fn new(limits: Limits, signal: Arc<Signal>) -> Solver {
        Solver::within(Budget::new(limits, signal))
    }

    fn within(budget: Budget) -> Solver {
        Solver {
            heaps: Heaps::default(),
            boards: Boards::default(),
            explicit: Explicit::new(budget.meter().clone()),
            misere: Misere::default(),
            budget,
            lent: 0,
            now: 0,
            misere_given_up: false,
            looked_through_at: FEWEST,
        }
    }

    /// A new question begins: what is asked from now on is not given up for it. Tables of rulesets that nobody holds
    /// any more are dropped when there are many.
    pub fn begin(&mut self) {
        self.now += 1;
        self.misere_given_up = false;
        self.heaps.begin(self.now);
        self.boards.begin(self.now);
        self.explicit.begin(self.now);
        if self.count() >= self.looked_through_at {
            // What is known about misère play and about boards holds its rulesets itself.
            self.misere = Misere::default();
            self.boards.clear();
            self.explicit.sweep();
            self.heaps.sweep();
            self.recount();
            self.looked_through_at = 2 * self.count() + FEWEST;
        }
        // A search that ends where the memory does would find less than it could.
        if self.budget.free() < self.budget.limits().memory / 16 {
            self.give_up();
        }
    }

    /// Gives up tables that the question at hand has not asked, the least recently asked first, until half of the
    /// memory is free; then the rest. False if there is nothing to give up. Nothing is lost but time: whoever asks
    /// again gets the same answer.
    pub fn give_up(&mut self) -> bool {
        let mut idle: Vec<(u64, u64)> =
            self.heaps.idle().chain(self.boards.idle()).chain(self.explicit.idle()).collect();
        let is_misere = self.misere.len() > 0 && !self.misere_given_up;
        if idle.iter().all(|table| table.1 == 0) && !is_misere {
            return false;
        }
        idle.sort_unstable();
        let half = self.budget.limits().memory / 2;
        let mut free = self.budget.free();
        let enough = idle.iter().find(|table| {
            free += table.1;
            free >= half
        });
        let last = enough.or(idle.last()).map_or(0, |table| table.0);
        if is_misere {
            self.misere = Misere::default();
            self.misere_given_up = true;
        }
        self.heaps.give_up(last);
        self.boards.give_up(last);
        self.explicit.give_up(last);
        self.recount();
        true
    }

    /// Notes which texts the rules of all tables point into.
    pub fn mark(&self, places: &mut Places) {
        self.heaps.rulesets().for_each(|rules| places.heap_rules(rules));
        self.boards.rulesets().for_each(|ruleset| places.ruleset(ruleset));
        self.explicit.rulesets().for_each(|system| places.system(system));
        self.misere.rulesets().for_each(|ruleset| places.ruleset(ruleset));
    }

    fn count(&self) -> usize {
        self.heaps.count() + self.boards.count() + self.explicit.count() + self.misere.games()
    }

    /// What tables hold, and what is kept outside. No engine has borrowed anything between questions.
    fn recount(&mut self) {
        let tables = self.heaps.held() + self.boards.held() + self.explicit.held() + self.misere.held();
        self.budget.recount(tables + self.lent);
    }

    /// A solver that computes written rules by nothing but the definition: what all others are measured by.
    pub fn by_definition(limits: Limits, signal: Arc<Signal>) -> Solver {
        let solver = Solver::new(limits, signal);
        Solver { boards: Boards::plain(), explicit: Explicit::plain(solver.budget.meter().clone()), ..solver }
    }

    /// Does some work with a solver that has computed nothing yet, in the same budget. What comes out does not depend on what
    /// was asked before, as a search for a period does, which goes on where the last one ended.
    pub fn anew<T>(&mut self, work: impl FnOnce(&mut Solver) -> T) -> T {
        let taken = self.budget.taken();
        let done = work(&mut Solver::within(self.budget.clone()));
        self.budget.recount(taken);
        done
    }

    /// What its computations may use, and what they use.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Takes bytes for what is kept outside of the solver.
    ///
    /// # Errors
    /// `SolveError::Memory`.
    pub fn take(&mut self, bytes: u64) -> Result<(), SolveError> {
        self.budget.take(bytes)?;
        self.lent += bytes;
        Ok(())
    }

    /// Gives bytes back that were taken.
    pub fn give_back(&mut self, bytes: u64) {
        self.budget.give(bytes);
        self.lent = self.lent.saturating_sub(bytes);
    }

    /// From now on only so many more bytes may be taken. The limit until now, to be given back.
    pub fn limit_memory(&mut self, more: u64) -> Limits {
        let old = self.budget.limits();
        let used = old.memory - self.budget.free();
        self.budget.set_limits(Limits { memory: old.memory.min(used.saturating_add(more)) });
        old
    }

    /// Gives an earlier limit back.
    pub fn restore_memory(&mut self, limits: Limits) {
        self.budget.set_limits(limits);
    }

    /// The Grundy value of one position.
    ///
    /// # Errors
    /// Why it stopped; what was computed until then is kept.
    pub fn position_value(&mut self, position: &Position) -> Result<Nimber, SolveError> {
        if let Ruleset::Heap(rules) = &position.game.ruleset {
            return self.heaps.value(rules, position, &mut self.budget);
        }
        if let Some((game, heaps)) = self.boards.heaps(position) {
            return heaps.iter().map(|heap| self.heap_value(&game.ruleset, *heap)).collect();
        }
        if let Some(found) = self.boards.value(position, &self.budget) {
            return found;
        }
        self.explicit.value(position, &mut self.heaps, &mut self.budget)
    }

    /// The same where nothing else will be asked about the position: what a search for its value alone finds is not the
    /// values of all positions below it.
    ///
    /// # Errors
    /// As [`Solver::position_value`].
    pub fn single_value(&mut self, component: &Component) -> Result<Nimber, SolveError> {
        match component {
            Component::Position(position)
                if self.boards.heaps(position).is_none()
                    && !self.boards.answers(position, &self.budget)
                    && self.explicit.is_searched(position) =>
            {
                self.explicit.single_value(position, &mut self.heaps, &mut self.budget)
            }
            other => self.component_value(other),
        }
    }

    /// Is this a position at all: numbers from 0 to 2^63−1, and `where` holds?
    ///
    /// # Errors
    /// A fault of the condition, or an interruption.
    pub fn is_admitted(&self, position: &Position) -> Result<bool, SolveError> {
        position.is_admitted(self.budget.meter()).map_err(|fault| self.budget.left(fault, position.clone()))
    }

    /// The value of a heap of a heap ruleset.
    ///
    /// # Errors
    /// As [`Solver::position_value`]; `SolveError::Internal` for a ruleset that is not a heap ruleset.
    pub fn heap_value(&mut self, ruleset: &Ruleset, heap: u64) -> Result<Nimber, SolveError> {
        let (table, budget) = self.table(ruleset).ok_or(NOT_HEAPS)?;
        table.value(heap, budget)
    }

    /// The values of the heaps in a range, for a game of heaps.
    ///
    /// ```
    /// use grundy_engine::{Moves, Solver};
    ///
    /// let game = Moves::take([1, 2]).game("Take")?;
    /// let values: Vec<u64> = Solver::default().values(&game, 0..=5)?.into_iter().map(|value| value.0).collect();
    /// assert_eq!(values, [0, 1, 2, 0, 1, 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Solver::heap_value`].
    pub fn values(&mut self, game: &Game, heaps: RangeInclusive<u64>) -> Result<Vec<Nimber>, SolveError> {
        let (table, budget) = self.table(&game.ruleset).ok_or(NOT_HEAPS)?;
        table.values(*heaps.start(), *heaps.end(), budget)
    }

    /// The value of one copy of a component.
    ///
    /// # Errors
    /// As [`Solver::position_value`].
    pub fn component_value(&mut self, component: &Component) -> Result<Nimber, SolveError> {
        match component {
            Component::Star(k) => Ok(Nimber(*k)),
            Component::Position(position) => self.position_value(position),
        }
    }

    /// The nim-sum of the copies of a part: they cancel in pairs.
    ///
    /// # Errors
    /// As [`Solver::position_value`].
    pub fn part_value(&mut self, part: &Part) -> Result<Nimber, SolveError> {
        let one = self.component_value(&part.component)?;
        Ok(if part.copies % 2 == 1 { one } else { Nimber::ZERO })
    }

    /// The Grundy value of a sum: the nim-sum of its parts.
    ///
    /// # Errors
    /// As [`Solver::position_value`].
    pub fn value(&mut self, sum: &Sum) -> Result<Nimber, SolveError> {
        sum.parts.iter().map(|part| self.part_value(part)).collect()
    }

    /// The table of a heap ruleset, with the budget it is to be asked under.
    pub fn table(&mut self, ruleset: &Ruleset) -> Option<(&mut HeapTable, &mut Budget)> {
        match ruleset {
            Ruleset::Heap(rules) => Some((self.heaps.table(rules), &mut self.budget)),
            Ruleset::Explicit(..) => None,
        }
    }

    /// Makes ready for questions about most positions up to a highest one, as a table asks them.
    ///
    /// # Errors
    /// An interruption.
    pub fn expect(&mut self, highest: &Position) -> Result<(), SolveError> {
        self.explicit.expect(highest, &mut self.budget)
    }

    /// How the values of a ruleset are found, in a line.
    pub fn engine(&mut self, ruleset: &Ruleset) -> &'static str {
        match ruleset {
            Ruleset::Heap(rules) => self.heaps.table(rules).engine().why,
            Ruleset::Explicit(..) => self.boards.why(ruleset).unwrap_or_else(|| self.explicit.engine(ruleset)),
        }
    }

    /// How many parts of boards are known, and how many boards were looked at. For tests and benchmarks.
    pub fn board_counts(&self) -> (usize, u64) {
        self.boards.counts()
    }

    /// How much each way to the values of explicit rules has done so far. For tests and benchmarks.
    pub fn path_counts(&self) -> PathCounts {
        self.explicit.counts
    }

    /// What is known about the repetition of the values of a game of heaps; `None` for other games.
    ///
    /// # Errors
    /// As [`Solver::position_value`].
    pub fn period(&mut self, game: &Game) -> Result<Option<PeriodFinding>, SolveError> {
        self.period_within(&game.ruleset, Effort::USUAL)
    }

    /// The same with more patience, or less.
    ///
    /// # Errors
    /// As [`Solver::position_value`].
    pub fn period_within(&mut self, ruleset: &Ruleset, effort: Effort) -> Result<Option<PeriodFinding>, SolveError> {
        self.table(ruleset).map(|(table, budget)| table.period(effort, budget)).transpose()
    }

    /// The same for somebody who waits for it, longer each time; and whether asking again could find more.
    ///
    /// # Errors
    /// As [`Solver::position_value`].
    pub fn period_asked(&mut self, ruleset: &Ruleset) -> Result<Option<(PeriodFinding, Farther)>, SolveError> {
        let asked = |(table, budget): (&mut HeapTable, &mut Budget)| Ok((table.period_asked(budget)?, table.farther()));
        self.table(ruleset).map(asked).transpose()
    }
}

//! The [`Solver`]: values of positions and sums, periods of heap games, and the memory of all tables.
//!
//! Outcomes and winning moves in normal play are in `verdict` and `moves`, periods in `periods`, misère play is in
//! `misere`.

use crate::sorting;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::sync::Arc;

use super::binding::BindingGames;
use super::boards::Boards;
use super::by_ruleset::{ByRuleset, KnownGames};
use super::checks::Checks;
use super::compound::ForeclosedValues;
use super::draws::Draws;
use super::heap::{HeapTable, RowReader};
use super::misere::Misere;
use super::own::OwnGames;
use super::remoteness::Remotenesses;
use super::sets::Sets;
use super::simpler::SimplerGames;
use super::written::{LostPositions, StrategyCounts, WrittenGames};
use super::{Budget, Limits, Signal, SolveError};
use crate::game::{Component, Game, LeftOutSums, Places, Position, Ruleset, Sum, Summand};
use crate::nim::{Nimber, NumberRow};

/// Unused tables are not looked for while fewer tables and interned addresses than this are kept.
const FEWEST: usize = 1 << 10;

const NOT_HEAPS: SolveError = SolveError::Internal("a heap is asked of a game that is not one of heaps");

/// Computes values, periods, outcomes and moves, and remembers everything it has computed. Nothing in it is ever stale:
/// values belong to rulesets, and rulesets never change.
pub struct Solver {
    pub(super) boards: Boards,
    pub(super) sets: Sets,
    pub(super) own: OwnGames,
    pub(super) written: WrittenGames,
    pub(super) misere: Misere,
    pub(super) binding: BindingGames,
    pub(super) draws: Draws,
    /// How long play from whole sums lasts: the remotenesses in normal and in misère play, and the same of suspenses.
    pub(super) lengths: [Option<Remotenesses>; 4],
    /// The foreclosed values of components of compounds, in normal and in misère play.
    pub(super) foreclosed: [ForeclosedValues; 2],
    pub(super) checks: Checks,
    /// The simpler games of rules, where they are known.
    pub(super) simpler: ByRuleset<SimplerGames>,
    pub(super) budget: Budget,
    /// Sums that the rules of the positions asked about leave out, at most one for each game.
    pub left_out_sums: LeftOutSums,
    /// The number of the current question: it goes up with each [`Solver::begin`]. Tables remember which one asked
    /// them last.
    question_number: u64,
    /// Has the current question dropped what was known about misère play and about play that may never end?
    misere_given_up: bool,
    /// When the number of tables and addresses reaches this, those of rulesets that nobody holds any more are dropped.
    looked_through_at: usize,
}

impl Default for Solver {
    /// A solver that may use 1 GiB.
    fn default() -> Solver {
        Solver::new(Limits::default(), Arc::default())
    }
}

impl Solver {
    /// A solver that keeps to these limits, and stops when the signal says so.
    pub fn new(limits: Limits, signal: Arc<Signal>) -> Solver {
        Solver::within(Budget::new(limits, signal))
    }

    /// Another solver, which knows nothing of this one but shares its memory and its signal: both together keep to the limits.
    pub fn beside(&self) -> Solver {
        Solver::within(self.budget.beside())
    }

    fn within(budget: Budget) -> Solver {
        Solver {
            boards: Boards::default(),
            sets: Sets::default(),
            own: OwnGames::default(),
            written: WrittenGames::new(budget.meter().clone()),
            misere: Misere::default(),
            binding: BindingGames::default(),
            draws: Draws::default(),
            lengths: Default::default(),
            foreclosed: Default::default(),
            checks: Checks::default(),
            simpler: ByRuleset::default(),
            budget,
            left_out_sums: LeftOutSums::default(),
            question_number: 0,
            misere_given_up: false,
            looked_through_at: FEWEST,
        }
    }

    /// Lets a long computation use so many threads, the one that asks included; at first that is 1. The answers are the same
    /// for any number.
    pub fn use_threads(&mut self, threads: usize) {
        self.budget.set_threads(threads);
    }

    /// Begins a new question. [`Solver::give_up`] keeps the tables that are asked from now on. If there are many
    /// tables, those of rulesets that nobody holds any more are dropped.
    pub fn begin(&mut self) {
        self.question_number += 1;
        self.checks.begin(self.budget.steps());
        self.misere_given_up = false;
        let question_number = self.question_number;
        self.tables_mut().into_iter().for_each(|table| table.begin(question_number));
        self.boards.begin();
        self.sets.begin();
        self.own.begin();
        if self.count() >= self.looked_through_at {
            // The tables of misère play hold strong references to their rulesets, which hides whether anybody else holds them.
            self.misere = Misere::default();
            self.forget_draws();
            self.tables_mut().into_iter().for_each(KnownGames::sweep);
            self.looked_through_at = 2 * self.count() + FEWEST;
        }
        // Some searches end where the memory does: they would find less beside large old tables.
        if self.budget.free() < self.budget.limits().memory / 16 {
            self.give_up();
        }
    }

    /// Forgets what is known of play that may never end, and returns it.
    pub(super) fn forget_draws(&mut self) -> Draws {
        self.lengths = Default::default();
        self.foreclosed = Default::default();
        std::mem::take(&mut self.draws)
    }

    /// Drops tables that the current question has not asked, the least recently asked first, until half of the memory
    /// is free, or all of them if that is not enough. False if there was nothing to drop. Nothing is lost but time:
    /// the same question gets the same answer again.
    pub fn give_up(&mut self) -> bool {
        /// Tables are dropped in so many portions, and memory is measured after each.
        const PORTIONS: usize = 16;
        let mut idle: Vec<u64> = self.tables().into_iter().flat_map(KnownGames::idle).collect();
        let lengths = self.lengths.iter().flatten().map(Remotenesses::len).sum::<usize>();
        let is_misere = self.misere.len() + self.draws.count() + lengths > 0 && !self.misere_given_up;
        if idle.is_empty() && !is_misere {
            return false;
        }
        if is_misere {
            self.misere = Misere::default();
            self.forget_draws();
            self.misere_given_up = true;
        }
        // What stopped work has left behind does not count.
        self.budget.settle();
        sorting::sort(&mut idle);
        idle.dedup();
        for last in idle.chunks(idle.len() / PORTIONS + 1).filter_map(|questions| questions.last()) {
            self.tables_mut().into_iter().for_each(|table| table.give_up(*last));
            if self.budget.free() >= self.budget.limits().memory / 2 {
                break;
            }
        }
        true
    }

    /// Marks the source texts that the rules of all tables point into, so that they are kept.
    pub fn mark(&self, places: &mut Places) {
        self.tables().into_iter().for_each(|table| table.mark(places));
        self.misere.rulesets().for_each(|ruleset| places.ruleset(ruleset));
        self.draws.rulesets().for_each(|ruleset| places.ruleset(ruleset));
    }

    /// What is known of games, where what has not been asked for long can be forgotten. The rules of games are in it that are known
    /// to those behind it.
    fn tables(&self) -> [&dyn KnownGames; 6] {
        let Solver { boards, sets, own, simpler, binding, written, .. } = self;
        [&boards.games, &sets.games, &own.games, simpler, &binding.games, written]
    }

    fn tables_mut(&mut self) -> [&mut dyn KnownGames; 6] {
        let Solver { boards, sets, own, simpler, binding, written, .. } = self;
        [&mut boards.games, &mut sets.games, &mut own.games, simpler, &mut binding.games, written]
    }

    fn count(&self) -> usize {
        let known = self.tables().into_iter().map(KnownGames::count).sum::<usize>();
        known + self.misere.ruleset_count() + self.draws.rulesets().count()
    }

    /// A solver that computes written rules by the definition alone, as the mex of the options. Tests and benchmarks
    /// compare the faster methods with it.
    pub fn definition_only(limits: Limits, signal: Arc<Signal>) -> Solver {
        Solver::definition_within(Budget::new(limits, signal))
    }

    pub(super) fn definition_within(budget: Budget) -> Solver {
        Solver {
            boards: Boards::definition_only(),
            sets: Sets::definition_only(),
            written: WrittenGames::definition_only(budget.meter().clone()),
            checks: Checks::none(),
            ..Solver::within(budget)
        }
    }

    /// Does some work with a solver that has computed nothing yet, under the same budget. The result then does not
    /// depend on earlier questions, as that of a search for a period does, which goes on where the last one ended.
    pub fn anew<T>(&mut self, work: impl FnOnce(&mut Solver) -> T) -> T {
        let mut anew = Solver::within(self.budget.clone());
        let done = work(&mut anew);
        self.written.claims.append(&mut anew.written.claims);
        done
    }

    /// The budget of all its computations.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Limits the memory to what is used now and `more` bytes. Returns the old limit, for [`Solver::restore_memory`].
    pub fn limit_memory(&mut self, more: u64) -> Limits {
        let old = self.budget.limits();
        self.budget.set_limits(Limits { memory: old.memory.min(self.budget.used().saturating_add(more)) });
        old
    }

    /// Sets the limit to an earlier one again.
    pub fn restore_memory(&mut self, limits: Limits) {
        self.budget.set_limits(limits);
    }

    /// The Grundy value of one position.
    ///
    /// # Errors
    /// `SolveError::Infinite` if it has none, and why the computation stopped. What was computed until then is kept.
    pub fn position_value(&mut self, position: &Position) -> Result<Nimber, SolveError> {
        let value = match self.draws.value(position) {
            Some(known) => known?,
            None => {
                let found = self.searched_value(position);
                self.nimber_of(position, found)?
            }
        };
        self.checked(position, value)
    }

    /// The Grundy value of one position. `SolveError::Cycle` where play may come back.
    pub(super) fn searched_value(&mut self, position: &Position) -> Result<Nimber, SolveError> {
        if let Ruleset::Heap(rules) = &position.game.ruleset {
            return self.written.heaps.value(rules, position, &self.budget);
        }
        if let Ruleset::Compound(_) = position.game.ruleset {
            return self.explored_value(position);
        }
        if position.game.ruleset.binds() {
            return self.nimber_of_bound(position);
        }
        if let Some(value) = self.product_value(position)? {
            return Ok(value);
        }
        if let Some(found) = self.value_of_reduced(position) {
            return found;
        }
        if let Some((game, heaps)) = self.boards.heaps(position) {
            return heaps.iter().map(|heap| self.heap_value(&game.ruleset, *heap)).collect();
        }
        if let Some(found) = self.value_by_search(position) {
            return found;
        }
        if let Some(value) = self.written.far_value(position, &self.budget)? {
            return Ok(value);
        }
        self.written.value(position, &self.budget)
    }

    /// The value of a component about which nothing else will be asked. The search may then skip the values of most
    /// positions below it, which [`Solver::component_value`] computes and keeps.
    ///
    /// # Errors
    /// As [`Solver::position_value`].
    pub fn single_value(&mut self, component: &Component) -> Result<Nimber, SolveError> {
        match component {
            Component::Position(position)
                if !position.game.ruleset.binds()
                    && self.draws.value(position).is_none()
                    && self.boards.heaps(position).is_none()
                    && !self.ends_by_search(position)
                    && self.written.is_searched(position)
                    && self.reduced(position).is_empty() =>
            {
                let found = match self.written.far_value(position, &self.budget)? {
                    Some(value) => Ok(value),
                    None => self.written.single_value(position, &self.budget),
                };
                let value = self.nimber_of(position, found)?;
                self.checked(position, value)
            }
            other => self.component_value(other),
        }
    }

    /// The games on whose `same as` an answer rests since this was asked last: a claim of their authors, which is tried on some
    /// positions.
    pub fn take_claims(&mut self) -> BTreeSet<Arc<str>> {
        std::mem::take(&mut self.written.claims)
    }

    /// Is this a position of its game: are its numbers from 0 to 2^63−1, and does the condition after `where` hold? If
    /// it is, sums that are left out are looked for below it, see [`Solver::left_out_sums`].
    ///
    /// # Errors
    /// A fault of the condition, or an interruption.
    pub fn is_admitted(&mut self, position: &Position) -> Result<bool, SolveError> {
        let meter = self.budget.meter();
        let inside = position.is_admitted(meter).map_err(|fault| self.budget.left(fault, position.clone()))?;
        if inside {
            self.left_out_sums.look_below(position, meter);
        }
        Ok(inside)
    }

    /// The value of a heap of a heap ruleset.
    ///
    /// # Errors
    /// As [`Solver::position_value`]; `SolveError::Internal` for a ruleset that is not a heap ruleset.
    pub fn heap_value(&mut self, ruleset: &Ruleset, heap: u64) -> Result<Nimber, SolveError> {
        let (table, budget) = self.table(ruleset).ok_or(NOT_HEAPS)?;
        table.value(heap, budget)
    }

    /// The nim-sum of the values of heaps of these sizes, which may be very many, as those of 1 to 10^16 counters are. Of a
    /// written rule with one coordinate they must be such that [`Solver::sums_row`] holds.
    ///
    /// # Errors
    /// As [`Solver::heap_value`].
    pub fn row_value(&mut self, game: &Arc<Game>, heaps: NumberRow) -> Result<Nimber, SolveError> {
        self.read_row(game, heaps, |row| row.nim_sum())?.ok_or(NOT_HEAPS)
    }

    /// Can [`Solver::row_value`] answer without looking at each heap? For a written rule with one coordinate the values must be
    /// proved to repeat.
    ///
    /// # Errors
    /// An interruption.
    pub fn sums_row(&mut self, game: &Arc<Game>, heaps: NumberRow) -> Result<bool, SolveError> {
        Ok(matches!(game.ruleset, Ruleset::Heap(_)) || self.read_row(game, heaps, |row| row.nim_sum())?.is_some())
    }

    /// Reads the values of a row of heaps; `None` where [`Solver::sums_row`] does not hold.
    pub(super) fn read_row<T>(
        &mut self,
        game: &Arc<Game>,
        heaps: NumberRow,
        read: impl FnOnce(&mut RowReader) -> Result<T, SolveError>,
    ) -> Result<Option<T>, SolveError> {
        if let Some((table, budget)) = self.table(&game.ruleset) {
            return table.read_row(heaps, budget, read).map(Some);
        }
        self.written.read_row(game, heaps, &self.budget, read)
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
    pub fn part_value(&mut self, part: &Summand) -> Result<Nimber, SolveError> {
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

    /// The table of a heap ruleset, with the budget for its computations; `None` for other rulesets.
    pub fn table(&mut self, ruleset: &Ruleset) -> Option<(&mut HeapTable, &Budget)> {
        match ruleset {
            Ruleset::Heap(rules) => Some((self.written.heaps.table(rules), &self.budget)),
            _ => None,
        }
    }

    /// Announces questions about most positions whose coordinates are at most those of `highest`, as a table asks
    /// them. The values may then be computed together.
    ///
    /// # Errors
    /// An interruption.
    pub fn expect(&mut self, highest: &Position) -> Result<(), SolveError> {
        self.written.expect(highest, &self.budget)
    }

    /// The values of positions that differ from this one in a single coordinate, which runs through these numbers. They
    /// are read from the grid that [`Solver::expect`] has filled, and end before the first that is not there. All are
    /// positions that [`Solver::is_admitted`] admits.
    pub fn values_along(
        &mut self,
        position: &Position,
        axis: usize,
        numbers: impl Iterator<Item = i64>,
    ) -> impl Iterator<Item = Nimber> {
        let line = match &position.game.ruleset {
            Ruleset::Written(system, rule) if !self.left_out_sums.may_find(system, *rule) => {
                self.written.line(system, *rule, &position.coordinates, axis)
            }
            _ => None,
        };
        numbers.map_while(move |number| line.as_ref()?.value(number))
    }

    /// Which positions are lost in normal play, of all whose coordinates are at most those of `highest`, where so many
    /// of them are asked. They are found without values. `None` if its rule does not allow that, or if too few are asked;
    /// values are then found position by position.
    ///
    /// # Errors
    /// `SolveError::Memory` if there is no room for some bits for each position; an interruption.
    pub fn lost_positions(&mut self, highest: &Position, asked: u64) -> Result<Option<LostPositions>, SolveError> {
        let Ruleset::Written(system, rule) = &highest.game.ruleset else { return Ok(None) };
        if self.left_out_sums.may_find(system, *rule) {
            return Ok(None);
        }
        self.written.lost_positions(highest, asked, &self.budget)
    }

    /// One line that says how the values of a ruleset are found.
    pub fn engine(&mut self, ruleset: &Ruleset) -> &'static str {
        match ruleset {
            Ruleset::Heap(rules) => self.written.heaps.table(rules).engine().why,
            Ruleset::Compound(_) => {
                "positions that are played at once: all that are reached are listed, and valued together"
            }
            Ruleset::Own(_) => {
                "a game of one's own: all positions that are reached are valued, or only what decides is asked"
            }
            Ruleset::Written(..) if ruleset.binds() => {
                "moves that bind: for each position the set of the nim-heaps beside which who must move in it wins"
            }
            Ruleset::Written(..) if self.is_side_by_side(ruleset) => {
                "numbers that are played side by side: each is valued by itself, and the nim-sum decides"
            }
            Ruleset::Written(..) => {
                let why = self.boards.why(ruleset).or_else(|| self.sets.why(ruleset));
                why.unwrap_or_else(|| self.written.engine(ruleset))
            }
        }
    }

    /// How many parts of boards are in the tables, and how many boards were looked at. For tests and benchmarks.
    pub fn board_counts(&self) -> (usize, u64) {
        self.boards.counts()
    }

    /// How many subsets of ground sets are in the tables, and how many options were looked at. For tests and benchmarks.
    pub fn set_counts(&self) -> (usize, u64) {
        self.sets.counts()
    }

    /// How much work each method for written rules has done so far. For tests and benchmarks.
    pub fn strategy_counts(&self) -> StrategyCounts {
        StrategyCounts { sets: self.sets.counts().1, ..self.written.counts }
    }
}

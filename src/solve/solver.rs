//! From positions and sums to values, outcomes and moves.

use std::sync::Arc;

use super::heap::{Effort, Farther, HeapTable, PeriodFinding};
use super::heaps::Heaps;
use super::misere::Misere;
use super::written::Written;
use super::{Budget, Limits, Signal, Stop};
use crate::game::{Component, Part, Position, Ruleset, Sum};
use crate::nim::{Nimber, Outcome};

/// Everything computed so far, and the means to compute more. Nothing in it is ever stale: values belong to
/// rulesets, and rulesets never change.
pub struct Solver {
    pub(super) heaps: Heaps,
    pub(super) written: Written,
    pub(super) misere: Misere,
    pub(super) budget: Budget,
}

impl Solver {
    pub fn new(limits: Limits, signal: Arc<Signal>) -> Solver {
        let budget = Budget::new(limits, signal);
        Solver {
            heaps: Heaps::default(),
            written: Written::new(budget.go_on().clone()),
            misere: Misere::default(),
            budget,
        }
    }

    /// A solver that computes written rules by nothing but the definition: what all others are measured by.
    pub fn by_definition(limits: Limits, signal: Arc<Signal>) -> Solver {
        let solver = Solver::new(limits, signal);
        Solver { written: Written::plain(solver.budget.go_on().clone()), ..solver }
    }

    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Takes bytes for what is kept outside of the solver.
    ///
    /// # Errors
    /// `Stop::Memory`.
    pub fn take(&mut self, bytes: u64) -> Result<(), Stop> {
        self.budget.take(bytes)
    }

    /// Gives bytes back that were taken.
    pub fn give_back(&mut self, bytes: u64) {
        self.budget.give(bytes);
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
    pub fn position_value(&mut self, position: &Position) -> Result<Nimber, Stop> {
        if let Ruleset::Heap(rules) = &position.game.ruleset {
            return self.heaps.value(rules, position, &mut self.budget);
        }
        self.written.value(position, &mut self.heaps, &mut self.budget)
    }

    /// Is this a position at all: numbers from 0 to 2^63−1, and `where` holds?
    ///
    /// # Errors
    /// A fault of the condition, or an interruption.
    pub fn is_admitted(&self, position: &Position) -> Result<bool, Stop> {
        position.is_admitted(self.budget.go_on()).map_err(|fault| self.budget.left(fault, position.clone()))
    }

    /// The value of a heap of a heap ruleset.
    ///
    /// # Errors
    /// As [`Solver::position_value`]; `Stop::Internal` for a ruleset that is not a heap ruleset.
    pub fn heap_value(&mut self, ruleset: &Ruleset, heap: u64) -> Result<Nimber, Stop> {
        let (table, budget) =
            self.table(ruleset).ok_or(Stop::Internal("a heap is asked of a game that is not one of heaps"))?;
        table.value(heap, budget)
    }

    /// The value of one copy of a component.
    ///
    /// # Errors
    /// As [`Solver::position_value`].
    pub fn component_value(&mut self, component: &Component) -> Result<Nimber, Stop> {
        match component {
            Component::Star(k) => Ok(Nimber(*k)),
            Component::Position(position) => self.position_value(position),
        }
    }

    /// The nim-sum of the copies of a part: they cancel in pairs.
    ///
    /// # Errors
    /// As [`Solver::position_value`].
    pub fn part_value(&mut self, part: &Part) -> Result<Nimber, Stop> {
        let one = self.component_value(&part.component)?;
        Ok(if part.copies % 2 == 1 { one } else { Nimber::ZERO })
    }

    /// The Grundy value of a sum: the nim-sum of its parts.
    ///
    /// # Errors
    /// As [`Solver::position_value`].
    pub fn value(&mut self, sum: &Sum) -> Result<Nimber, Stop> {
        let mut total = Nimber::ZERO;
        for part in &sum.parts {
            total ^= self.part_value(part)?;
        }
        Ok(total)
    }

    /// The outcome in normal play.
    ///
    /// # Errors
    /// As [`Solver::position_value`].
    pub fn outcome(&mut self, sum: &Sum) -> Result<Outcome, Stop> {
        self.value(sum).map(Outcome::of)
    }

    /// The table of a heap ruleset, with the budget it is to be asked under.
    pub fn table(&mut self, ruleset: &Ruleset) -> Option<(&mut HeapTable, &mut Budget)> {
        match ruleset {
            Ruleset::Heap(rules) => Some((self.heaps.table(rules), &mut self.budget)),
            Ruleset::Written(..) => None,
        }
    }

    /// Makes ready for questions about most positions up to a highest one, as a table asks them.
    ///
    /// # Errors
    /// An interruption.
    pub fn expect(&mut self, highest: &Position) -> Result<(), Stop> {
        match &highest.game.ruleset {
            Ruleset::Heap(_) => Ok(()),
            Ruleset::Written(..) => self.written.expect(highest, &mut self.budget),
        }
    }

    /// How the values of a ruleset are found, in a line.
    pub fn engine(&mut self, ruleset: &Ruleset) -> &'static str {
        match ruleset {
            Ruleset::Heap(rules) => self.heaps.table(rules).engine().why,
            Ruleset::Written(..) => self.written.engine(ruleset),
        }
    }

    /// What is known about the repetition of the values of a heap ruleset; `None` for written rules.
    ///
    /// # Errors
    /// As [`Solver::position_value`].
    pub fn period(&mut self, ruleset: &Ruleset) -> Result<Option<PeriodFinding>, Stop> {
        match self.table(ruleset) {
            Some((table, budget)) => table.period(Effort::USUAL, budget).map(Some),
            None => Ok(None),
        }
    }

    /// The same for somebody who waits for it, longer each time; and whether asking again could find more.
    ///
    /// # Errors
    /// As [`Solver::position_value`].
    pub fn period_asked(&mut self, ruleset: &Ruleset) -> Result<Option<(PeriodFinding, Farther)>, Stop> {
        match self.table(ruleset) {
            Some((table, budget)) => table.period_asked(budget).map(|found| Some((found, table.farther()))),
            None => Ok(None),
        }
    }
}

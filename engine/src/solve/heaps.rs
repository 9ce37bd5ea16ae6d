//! The tables of all heap games met so far.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::heap::HeapTable;
use super::interned::Interned;
use super::{Budget, SolveError, Solved};
use crate::game::{HeapRules, Position};
use crate::nim::Nimber;

/// A table for each heap ruleset. Equal rulesets share one table, whatever their games are called.
#[derive(Default)]
pub struct Heaps {
    /// By the number of the ruleset. A number is never used again.
    tables: FxHashMap<usize, KnownTable>,
    next: usize,
    numbers: Interned<HeapRules>,
    /// The number of the current question, as in [`Solver`](super::Solver).
    question_number: u64,
}

struct KnownTable {
    table: HeapTable,
    /// The number of the question ([`Solver::begin`](super::Solver::begin)) that used it last.
    last_used: u64,
}

impl Heaps {
    /// The table of these rules.
    pub fn table(&mut self, rules: &Arc<HeapRules>) -> &mut HeapTable {
        let index = self.numbers.number(rules).unwrap_or(self.next);
        let entry = self.tables.entry(index).or_insert_with(|| {
            // The table gets a copy of the rules. The caller's rules are only held weakly, so that `sweep` can tell
            // when nobody else holds them any more.
            let table = HeapTable::new(Arc::new((**rules).clone()));
            self.numbers.insert(table.rules().clone(), rules, index);
            self.next += 1;
            KnownTable { table, last_used: self.question_number }
        });
        entry.last_used = self.question_number;
        &mut entry.table
    }

    /// The value of a position of a heap game.
    pub fn value(&mut self, rules: &Arc<HeapRules>, position: &Position, budget: &Budget) -> Solved<Nimber> {
        let Some(heap) = position.heap() else {
            return Err(SolveError::Internal("a position of a heap game is not a heap"));
        };
        self.table(rules).value(heap, budget)
    }

    pub fn rulesets(&self) -> impl Iterator<Item = &HeapRules> {
        self.numbers.contents().map(|rules| &**rules)
    }

    /// Begins a question, with its number.
    pub fn begin(&mut self, question_number: u64) {
        self.question_number = question_number;
    }

    /// How many rulesets and addresses of rulesets are known: see [`Interned::count`].
    pub fn count(&self) -> usize {
        self.numbers.count()
    }

    /// For each table that the current question has not asked, the last question that asked it.
    pub fn idle(&self) -> impl Iterator<Item = u64> {
        self.tables.values().map(|entry| entry.last_used).filter(|last| *last < self.question_number)
    }

    /// Drops all tables that no question after `last` has asked.
    pub fn give_up(&mut self, last: u64) {
        self.keep(|_, entry| entry.last_used > last);
    }

    /// Drops the tables of rules that nobody holds any more.
    pub fn sweep(&mut self) {
        let reached: FxHashSet<usize> = self.numbers.sweep().map(|(_, number)| number).collect();
        self.keep(|index, _| reached.contains(&index));
    }

    fn keep(&mut self, wanted: impl Fn(usize, &KnownTable) -> bool) {
        self.tables.retain(|index, entry| wanted(*index, entry));
        self.numbers.retain(|index| self.tables.contains_key(&index));
    }
}

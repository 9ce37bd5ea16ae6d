//! The tables of all heap games met so far.

use std::collections::HashSet;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::heap::HeapTable;
use super::interned::Interned;
use super::{Budget, SolveError, Solved};
use crate::game::{HeapRules, Position};
use crate::nim::Nimber;

/// A table for each heap ruleset: the memo belongs to the ruleset, not to the name.
#[derive(Default)]
pub struct Heaps {
    /// By number; no number comes again.
    tables: FxHashMap<usize, KnownTable>,
    next: usize,
    numbers: Interned<HeapRules>,
    /// Bytes that [`Heaps::value`] has taken in all.
    taken: i128,
    now: u64,
}

struct KnownTable {
    table: HeapTable,
    /// When it was asked last.
    asked: u64,
}

impl Heaps {
    /// The table of these rules.
    pub fn table(&mut self, rules: &Arc<HeapRules>) -> &mut HeapTable {
        let index = self.numbers.number(rules).unwrap_or(self.next);
        let entry = self.tables.entry(index).or_insert_with(|| {
            // It has rules of its own, so that it is seen when nobody else holds them any more.
            let table = HeapTable::new(Arc::new((**rules).clone()));
            self.numbers.insert(table.rules().clone(), rules, index);
            self.next += 1;
            KnownTable { table, asked: self.now }
        });
        entry.asked = self.now;
        &mut entry.table
    }

    /// The value of a position of a heap game.
    pub fn value(&mut self, rules: &Arc<HeapRules>, position: &Position, budget: &mut Budget) -> Solved<Nimber> {
        let Some(heap) = position.heap() else {
            return Err(SolveError::Internal("a position of a heap game is not a heap"));
        };
        let before = budget.taken();
        let value = self.table(rules).value(heap, budget);
        self.taken += i128::from(budget.taken()) - i128::from(before);
        value
    }

    /// Bytes that [`Heaps::value`] has taken in all. Only differences mean something.
    pub fn taken(&self) -> i128 {
        self.taken
    }

    /// Bytes of all tables.
    pub fn held(&self) -> u64 {
        self.tables.values().map(|entry| entry.table.held()).sum()
    }

    pub fn rulesets(&self) -> impl Iterator<Item = &HeapRules> {
        self.numbers.contents().map(|rules| &**rules)
    }

    /// A new question begins.
    pub fn begin(&mut self, now: u64) {
        self.now = now;
    }

    /// Tables, and addresses of rules.
    pub fn count(&self) -> usize {
        self.numbers.count()
    }

    /// The tables that the question at hand has not asked: when each was asked last, and how many bytes it holds.
    pub fn idle(&self) -> impl Iterator<Item = (u64, u64)> {
        self.tables.values().filter(|entry| entry.asked < self.now).map(|entry| (entry.asked, entry.table.held()))
    }

    /// Gives up all tables that were asked last at that time or before.
    pub fn give_up(&mut self, last: u64) {
        self.keep(|_, entry| entry.asked > last);
    }

    /// Drops the tables of rules that nobody holds any more.
    pub fn sweep(&mut self) {
        let reached: HashSet<usize> = self.numbers.sweep().map(|(_, number)| number).collect();
        self.keep(|index, _| reached.contains(&index));
    }

    fn keep(&mut self, wanted: impl Fn(usize, &KnownTable) -> bool) {
        self.tables.retain(|index, entry| wanted(*index, entry));
        self.numbers.retain(|index| self.tables.contains_key(&index));
    }
}

//! The tables of all heap games met so far.

use std::collections::HashSet;
use std::sync::{Arc, Weak};

use rustc_hash::FxHashMap;

use super::heap::HeapTable;
use super::{Budget, SolveError};
use crate::game::{HeapRules, Position};
use crate::nim::Nimber;

/// A table for each heap ruleset: the memo belongs to the ruleset, not to the name.
#[derive(Default)]
pub struct Heaps {
    /// By number; no number comes again.
    tables: FxHashMap<usize, KnownTable>,
    next: usize,
    /// By address first, since rules may hold a million amounts. As long as a weak pointer is kept, no address comes
    /// again.
    by_address: FxHashMap<usize, (usize, Weak<HeapRules>)>,
    by_content: FxHashMap<Arc<HeapRules>, usize>,
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
        let known = self.by_address.get(&Arc::as_ptr(rules).addr()).map(|known| known.0);
        let index = known.unwrap_or_else(|| self.met(rules));
        let now = self.now;
        // What an address is known under has a table.
        let own = || HeapTable::new(Arc::new((**rules).clone()));
        let entry = self.tables.entry(index).or_insert_with(|| KnownTable { table: own(), asked: now });
        entry.asked = now;
        &mut entry.table
    }

    /// The number of rules at an address that is new.
    fn met(&mut self, rules: &Arc<HeapRules>) -> usize {
        let index = match self.by_content.get(rules) {
            Some(index) => *index,
            None => {
                let index = self.next;
                self.next += 1;
                // It has rules of its own, so that it is seen when nobody else holds them any more.
                let table = HeapTable::new(Arc::new((**rules).clone()));
                self.by_content.insert(table.rules().clone(), index);
                self.tables.insert(index, KnownTable { table, asked: self.now });
                index
            }
        };
        self.by_address.insert(Arc::as_ptr(rules).addr(), (index, Arc::downgrade(rules)));
        index
    }

    /// The value of a position of a heap game.
    ///
    /// # Errors
    /// The budget.
    pub fn value(
        &mut self,
        rules: &Arc<HeapRules>,
        position: &Position,
        budget: &mut Budget,
    ) -> Result<Nimber, SolveError> {
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
        self.by_content.keys().map(|rules| &**rules)
    }

    /// A new question begins.
    pub fn begin(&mut self, now: u64) {
        self.now = now;
    }

    /// Tables, and addresses of rules.
    pub fn count(&self) -> usize {
        self.tables.len() + self.by_address.len()
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
        self.by_address.retain(|_, known| known.1.strong_count() > 0);
        let reached: HashSet<usize> = self.by_address.values().map(|known| known.0).collect();
        self.keep(|index, _| reached.contains(&index));
    }

    fn keep(&mut self, wanted: impl Fn(usize, &KnownTable) -> bool) {
        self.tables.retain(|index, entry| wanted(*index, entry));
        self.by_content.retain(|_, index| self.tables.contains_key(index));
        self.by_address.retain(|_, known| self.tables.contains_key(&known.0));
    }
}

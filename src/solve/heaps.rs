//! The tables of all heap games met so far.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::heap::HeapTable;
use super::{Budget, Stop};
use crate::game::{HeapRules, Position};
use crate::nim::Nimber;

/// A table for each heap ruleset: the memo belongs to the ruleset, not to the name.
#[derive(Default)]
pub struct Heaps {
    tables: Vec<HeapTable>,
    /// By address first, since rules may hold a million amounts; the rules are kept, so that no address comes again.
    by_address: FxHashMap<*const HeapRules, usize>,
    by_content: FxHashMap<Rc<HeapRules>, usize>,
    kept: Vec<Rc<HeapRules>>,
}

impl Heaps {
    /// The table of these rules.
    pub fn table(&mut self, rules: &Rc<HeapRules>) -> &mut HeapTable {
        if let Some(index) = self.by_address.get(&Rc::as_ptr(rules)) {
            return &mut self.tables[*index];
        }
        let next = self.tables.len();
        let index = *self.by_content.entry(rules.clone()).or_insert(next);
        if index == next {
            self.tables.push(HeapTable::new(rules.clone()));
        }
        self.kept.push(rules.clone());
        self.by_address.insert(Rc::as_ptr(rules), index);
        &mut self.tables[index]
    }

    /// The value of a position of a heap game.
    ///
    /// # Errors
    /// The budget.
    pub fn value(&mut self, rules: &Rc<HeapRules>, position: &Position, budget: &mut Budget) -> Result<Nimber, Stop> {
        match position.heap() {
            Some(heap) => self.table(rules).value(heap, budget),
            None => Err(Stop::Internal("a position of a heap game is not a heap")),
        }
    }
}

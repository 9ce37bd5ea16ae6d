//! A cache of what was computed for a name from all names that its definition reaches, kept until one of these is
//! redefined. `save` uses it, since what a definition reaches must mean the same again.

use std::collections::{BTreeSet, HashMap};

use super::uses::Uses;

/// Results by name, each kept until a definition it depends on changes. So a definition at the end of a long chain
/// does not walk through the whole chain again.
#[derive(Clone)]
pub struct Reached<T> {
    uses: Uses,
    found: HashMap<String, T>,
}

impl<T> Default for Reached<T> {
    fn default() -> Reached<T> {
        Reached { uses: Uses::default(), found: HashMap::new() }
    }
}

impl<T> Reached<T> {
    pub fn get(&self, name: &str) -> Option<&T> {
        self.found.get(name)
    }

    /// Keeps what was found for a name by looking at these other names.
    pub fn keep(&mut self, name: &str, looked_at: BTreeSet<String>, found: T) {
        self.uses.look(name, looked_at);
        self.found.insert(name.to_owned(), found);
    }

    /// The meaning of a name changes: results that depend on it are dropped.
    pub fn change(&mut self, name: &str) {
        let found = &mut self.found;
        self.uses.change(name, |next| {
            found.remove(next);
        });
    }
}

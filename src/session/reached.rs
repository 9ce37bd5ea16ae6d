//! What names reach through their definitions: `save` must see to it that all of that means the same again.

use std::collections::{BTreeSet, HashMap};

use super::uses::Uses;

/// What was found for names, as long as no definition on the way changes: what is defined upon many definitions does not
/// walk through them all again.
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

    /// Keeps what was found for a name by looking at these others.
    pub fn keep(&mut self, name: &str, looked_at: BTreeSet<String>, found: T) {
        self.uses.look(name, looked_at);
        self.found.insert(name.to_owned(), found);
    }

    /// Something else is now meant by a name.
    pub fn change(&mut self, name: &str) {
        let found = &mut self.found;
        self.uses.change(name, |next| {
            found.remove(next);
        });
    }
}

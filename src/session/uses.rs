//! A graph of which definitions mention which names, so that a change of a name reaches everything that depends on
//! it. A name is in the graph as long as something computed from its definition is kept.

use std::collections::{BTreeSet, HashMap};

/// Which definitions mention which names.
#[derive(Clone, Default)]
pub struct Uses {
    /// For each name, the names in the graph whose definitions mention it.
    users: HashMap<String, BTreeSet<String>>,
    /// For each name in the graph, the names that its definition mentions.
    used: HashMap<String, BTreeSet<String>>,
}

impl Uses {
    /// Puts a name into the graph, whose definition mentions these names.
    pub fn look(&mut self, name: &str, named: BTreeSet<String>) {
        self.leave(name);
        for other in &named {
            self.users.entry(other.clone()).or_default().insert(name.to_owned());
        }
        self.used.insert(name.to_owned(), named);
    }

    /// Whether a name is in the graph: nothing it depends on was redefined since it was put there.
    pub fn is_looked_into(&self, name: &str) -> bool {
        self.used.contains_key(name)
    }

    /// The meaning of a name changes: calls `drop` with it and with every name that depends on it, and removes
    /// these from the graph.
    pub fn change(&mut self, name: &str, mut drop: impl FnMut(&str)) {
        let mut waiting = vec![name.to_owned()];
        while let Some(next) = waiting.pop() {
            drop(&next);
            self.leave(&next);
            // A name is removed when it is visited, so circles come to an end.
            waiting.extend(self.users.get(&next).into_iter().flatten().cloned());
        }
    }

    /// Removes a name from the graph.
    fn leave(&mut self, name: &str) {
        for other in self.used.remove(name).unwrap_or_default() {
            if let Some(users) = self.users.get_mut(&other) {
                users.remove(name);
                if users.is_empty() {
                    self.users.remove(&other);
                }
            }
        }
    }
}

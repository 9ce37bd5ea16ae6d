//! A graph of which definitions mention which names, so that a change of a name reaches everything that depends on
//! it. A name is in the graph as long as something computed from its definition is kept.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

/// Which definitions mention which names.
#[derive(Clone, Default)]
pub struct DependencyGraph {
    /// For each name, the names in the graph whose definitions mention it.
    dependents: FxHashMap<String, BTreeSet<String>>,
    /// For each name in the graph, the names that its definition mentions.
    dependencies: FxHashMap<String, BTreeSet<String>>,
}

impl DependencyGraph {
    /// Puts a name into the graph, whose definition mentions these names.
    pub fn record(&mut self, name: &str, mentioned: BTreeSet<String>) {
        self.remove(name);
        for other in &mentioned {
            self.dependents.entry(other.clone()).or_default().insert(name.to_owned());
        }
        self.dependencies.insert(name.to_owned(), mentioned);
    }

    /// Whether a name is in the graph: nothing it depends on was redefined since it was put there.
    pub fn contains(&self, name: &str) -> bool {
        self.dependencies.contains_key(name)
    }

    /// The meaning of a name changes: calls `drop` with it and with every name that depends on it, and removes
    /// these from the graph.
    pub fn change(&mut self, name: &str, mut drop: impl FnMut(&str)) {
        let mut waiting = vec![name.to_owned()];
        while let Some(next) = waiting.pop() {
            drop(&next);
            self.remove(&next);
            // A name is removed when it is visited, so circles come to an end.
            waiting.extend(self.dependents.get(&next).into_iter().flatten().cloned());
        }
    }

    /// Removes a name from the graph.
    fn remove(&mut self, name: &str) {
        for other in self.dependencies.remove(name).unwrap_or_default() {
            if let Some(dependents) = self.dependents.get_mut(&other) {
                dependents.remove(name);
                if dependents.is_empty() {
                    self.dependents.remove(&other);
                }
            }
        }
    }
}

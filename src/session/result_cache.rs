//! A cache of what was computed for a name from all names that its definition reaches, kept until one of these is
//! redefined. `save` uses it, since what a definition reaches must mean the same again.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::dependency_graph::DependencyGraph;

/// Results by name, each kept until a definition it depends on changes. So a definition at the end of a long chain
/// does not walk through the whole chain again.
#[derive(Clone)]
pub struct ResultCache<T> {
    graph: DependencyGraph,
    results: FxHashMap<String, T>,
}

impl<T> Default for ResultCache<T> {
    fn default() -> ResultCache<T> {
        ResultCache { graph: DependencyGraph::default(), results: FxHashMap::default() }
    }
}

impl<T> ResultCache<T> {
    pub fn get(&self, name: &str) -> Option<&T> {
        self.results.get(name)
    }

    /// Keeps the result for a name, which depends on these other names.
    pub fn keep(&mut self, name: &str, dependencies: BTreeSet<String>, result: T) {
        self.graph.record(name, dependencies);
        self.results.insert(name.to_owned(), result);
    }

    /// The meaning of a name changes: results that depend on it are dropped.
    pub fn change(&mut self, name: &str) {
        let results = &mut self.results;
        self.graph.change(name, |next| {
            results.remove(next);
        });
    }
}

//! Which names were looked into for what is kept of others, so that a change reaches all that depends on it.

use std::collections::{BTreeSet, HashMap};

#[derive(Clone, Default)]
pub struct Uses {
    /// For each name, those that name it and have been looked into since it was last defined.
    users: HashMap<String, BTreeSet<String>>,
    /// What each that was looked into names.
    used: HashMap<String, BTreeSet<String>>,
}

impl Uses {
    /// What this name stands for was looked into, and names these.
    pub fn look(&mut self, name: &str, named: BTreeSet<String>) {
        self.leave(name);
        for other in &named {
            self.users.entry(other.clone()).or_default().insert(name.to_owned());
        }
        self.used.insert(name.to_owned(), named);
    }

    /// Has it been looked into since something it depends on was defined otherwise?
    pub fn is_looked_into(&self, name: &str) -> bool {
        self.used.contains_key(name)
    }

    /// Something else is now meant by a name: calls back with it and with all that depends on it, which have not been
    /// looked into from now on.
    pub fn change(&mut self, name: &str, mut drop: impl FnMut(&str)) {
        let mut waiting = vec![name.to_owned()];
        while let Some(next) = waiting.pop() {
            drop(&next);
            self.leave(&next);
            // Each of them leaves the list when it is looked at, so nothing is met twice.
            waiting.extend(self.users.get(&next).into_iter().flatten().cloned());
        }
    }

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

//! When the meaning of each name last changed. What was computed from a definition is kept with the time when that
//! began, and is checked when it is asked for: it counts as long as no name has changed since that its definition
//! reaches. So nothing has to know what depends on what. `undo` takes the last changes back.

use std::collections::{BTreeSet, btree_set};

use rustc_hash::FxHashMap;

/// The changes of the meanings of names.
#[derive(Clone, Default)]
pub struct Versions {
    /// How many changes there were.
    now: u64,
    /// When the names changed that definitions look up.
    changes: FxHashMap<String, u64>,
    /// When each name, or one that it reaches, last changed, as far as that was asked since the last change of a name
    /// that definitions look up.
    latest: FxHashMap<String, u64>,
}

/// Results by name, each with the time when it began to be computed.
#[derive(Clone)]
pub struct Dated<T>(FxHashMap<String, (u64, T)>);

/// A name on the way through all that a name reaches.
struct Reaching<'a> {
    name: &'a str,
    /// The names that it looks up and that are still to be visited.
    others: btree_set::Iter<'a, String>,
    /// When it or a name that was visited from it last changed.
    latest: u64,
    /// How many names were met before it.
    place: usize,
    /// The first place of a name that it leads back to.
    low: usize,
    /// How many names were left before it whose circle is still open.
    left: usize,
}

impl Versions {
    /// The time: it goes on with every change.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// The meaning of a name changes.
    pub fn change(&mut self, name: &str, is_looked_up: bool) {
        self.now += 1;
        if is_looked_up {
            self.changes.insert(name.to_owned(), self.now);
            self.latest.clear();
        } else {
            self.latest.remove(name);
        }
    }

    /// When a name, or one that it reaches, last changed. `looks_up` has the names that the definition of a name looks
    /// up. By Tarjan's algorithm (1972), without recursion: names that reach each other have the same answer.
    pub fn last_change<'a>(&mut self, name: &'a str, looks_up: impl Fn(&str) -> Option<&'a BTreeSet<String>>) -> u64 {
        static NONE: BTreeSet<String> = BTreeSet::new();
        if let Some(known) = self.latest.get(name) {
            return *known;
        }
        let mut path: Vec<Reaching> = Vec::new();
        let mut places: FxHashMap<&str, usize> = FxHashMap::default();
        let mut left: Vec<&str> = Vec::new();
        let mut next = Some(name);
        loop {
            if let Some(name) = next.take() {
                let others = looks_up(name).unwrap_or(&NONE).iter();
                let latest = self.changes.get(name).copied().unwrap_or(0);
                let place = places.len();
                places.insert(name, place);
                path.push(Reaching { name, others, latest, place, low: place, left: left.len() });
            }
            let Some(visit) = path.last_mut() else { return 0 };
            if let Some(other) = visit.others.next() {
                match (self.latest.get(other), places.get(&**other)) {
                    (Some(latest), _) => visit.latest = visit.latest.max(*latest),
                    (None, Some(place)) => visit.low = visit.low.min(*place),
                    (None, None) => next = Some(other),
                }
                continue;
            }
            let Some(Reaching { name, latest, place, low, left: begun, .. }) = path.pop() else { return 0 };
            left.push(name);
            if low == place {
                self.latest.extend(left.drain(begun..).map(|name| (name.to_owned(), latest)));
            }
            match path.last_mut() {
                None => return latest,
                Some(before) => {
                    before.latest = before.latest.max(latest);
                    before.low = before.low.min(low);
                }
            }
        }
    }
}

impl<T> Default for Dated<T> {
    fn default() -> Dated<T> {
        Dated(FxHashMap::default())
    }
}

impl<T> Dated<T> {
    /// The result for a name, unless that has changed since.
    pub fn get(&self, name: &str, last_change: u64) -> Option<&T> {
        self.0.get(name).filter(|(begun, _)| *begun >= last_change).map(|(_, result)| result)
    }

    /// Keeps the result for a name, and returns the one before it.
    pub fn keep(&mut self, name: &str, begun: u64, result: T) -> Option<T> {
        self.0.insert(name.to_owned(), (begun, result)).map(|(_, before)| before)
    }

    /// Drops the result for a name.
    pub fn remove(&mut self, name: &str) -> Option<T> {
        self.0.remove(name).map(|(_, result)| result)
    }

    /// Drops all results.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// All results, also those of names that have changed since.
    pub fn results(&self) -> impl Iterator<Item = &T> {
        self.0.values().map(|(_, result)| result)
    }
}

/// How many changes can be taken back.
const MOST: usize = 20;

/// The last changes, the newest last. Each holds the names that a statement has changed, with the definitions that they
/// had before.
#[derive(Clone)]
pub struct UndoLog<D>(Vec<Vec<(String, Option<D>)>>);

impl<D> UndoLog<D> {
    /// Notes a change. Those before the last few are forgotten.
    pub fn note(&mut self, change: Vec<(String, Option<D>)>) {
        if self.0.len() == MOST {
            self.0.remove(0);
        }
        self.0.push(change);
    }

    /// The last change, which is then no longer known.
    pub fn take(&mut self) -> Option<Vec<(String, Option<D>)>> {
        self.0.pop()
    }

    /// Forgets all changes.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The definitions that are kept.
    pub fn definitions(&self) -> impl Iterator<Item = &D> {
        self.0.iter().flatten().filter_map(|(_, earlier)| earlier.as_ref())
    }
}

impl<D> Default for UndoLog<D> {
    fn default() -> Self {
        UndoLog(Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Dice, tries};

    /// Of names that look each other up in all ways, with circles: the last change is that of the names reached.
    #[test]
    fn the_last_change_is_that_of_all_that_is_reached() {
        let mut dice = Dice::new(7);
        let mut below = |limit: u64| dice.below(limit);
        for _ in 0..tries(300) {
            let names: Vec<String> = (0..7).map(|n| format!("x{n}")).collect();
            let mut looked_up: FxHashMap<String, BTreeSet<String>> = FxHashMap::default();
            for name in &names {
                let others = (0..below(4)).map(|_| names[below(7) as usize].clone()).collect();
                looked_up.insert(name.clone(), others);
            }
            let mut versions = Versions::default();
            let mut changed: FxHashMap<String, u64> = FxHashMap::default();
            for time in 1..12 {
                let name = &names[below(7) as usize];
                versions.change(name, true);
                changed.insert(name.clone(), time);
                for _ in 0..below(4) {
                    let asked = &names[below(7) as usize];
                    let mut reached = BTreeSet::from([asked.clone()]);
                    let mut waiting = vec![asked.clone()];
                    while let Some(next) = waiting.pop() {
                        waiting
                            .extend(looked_up[&next].iter().filter(|other| reached.insert((*other).clone())).cloned());
                    }
                    let expected = reached.iter().filter_map(|name| changed.get(name)).max().copied().unwrap_or(0);
                    assert_eq!(versions.last_change(asked, |name| looked_up.get(name)), expected, "{looked_up:?}");
                }
            }
        }
    }

    /// `z` is met where `p` was before it on the way, whose circle is still open.
    #[test]
    fn a_circle_that_is_met_from_its_side_is_reached() {
        let others = |names: &str| names.split_whitespace().map(str::to_owned).collect::<BTreeSet<String>>();
        let looked_up = [("r", others("p z")), ("p", others("r x")), ("x", others("p")), ("z", others("x"))];
        let mut versions = Versions::default();
        versions.change("p", true);
        for name in ["r", "z"] {
            let looks_up = |asked: &str| looked_up.iter().find(|(name, _)| *name == asked).map(|(_, others)| others);
            assert_eq!(versions.last_change(name, looks_up), 1, "{name}");
        }
    }

    #[test]
    fn the_last_changes_are_known() {
        let mut log = UndoLog::default();
        for n in 0..MOST + 5 {
            log.note(vec![("x".to_owned(), Some(n))]);
        }
        assert_eq!(log.definitions().copied().collect::<Vec<_>>(), (5..MOST + 5).collect::<Vec<_>>());
        assert_eq!(log.take().unwrap(), [("x".to_owned(), Some(MOST + 4))]);
        log.clear();
        assert!(log.take().is_none());
    }
}

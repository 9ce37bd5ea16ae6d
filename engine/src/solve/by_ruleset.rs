//! What is known of games, by ruleset, so that what has not been asked for long can be forgotten.

use rustc_hash::FxHashMap;

use crate::game::{Places, Ruleset};

/// What is known of games, of which what has not been asked for long can be forgotten.
pub trait KnownGames {
    /// Begins a question, with its number.
    fn begin(&mut self, question_number: u64);

    /// How many games are known.
    fn count(&self) -> usize;

    /// For each game that the current question has not asked, the last question that asked it.
    fn idle(&self) -> Vec<u64>;

    /// Forgets the games that no question after `last` has asked.
    fn give_up(&mut self, last: u64);

    /// Forgets the games that nobody else holds.
    fn sweep(&mut self);

    /// Marks the source texts that the rules point into.
    fn mark(&self, places: &mut Places);
}

/// What is known of games, by ruleset, each with the question that asked for it last.
#[derive(Debug)]
pub struct ByRuleset<T> {
    known: FxHashMap<Ruleset, (T, u64)>,
    /// The number of the current question, as in [`Solver`](super::Solver).
    question_number: u64,
}

impl<T> Default for ByRuleset<T> {
    fn default() -> Self {
        ByRuleset { known: FxHashMap::default(), question_number: 0 }
    }
}

impl<T> ByRuleset<T> {
    /// What is known of a ruleset, made at the first question. `None` if it cannot be made.
    pub fn get(&mut self, ruleset: &Ruleset, make: impl FnOnce(&Ruleset) -> Option<T>) -> Option<&mut T> {
        if !self.known.contains_key(ruleset) {
            self.known.insert(ruleset.clone(), (make(ruleset)?, self.question_number));
        }
        let (known, last_used) = self.known.get_mut(ruleset)?;
        *last_used = self.question_number;
        Some(known)
    }

    pub fn all(&self) -> impl Iterator<Item = &T> {
        self.known.values().map(|(known, _)| known)
    }

    pub fn all_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.known.values_mut().map(|(known, _)| known)
    }
}

impl<T> KnownGames for ByRuleset<T> {
    fn begin(&mut self, question_number: u64) {
        self.question_number = question_number;
    }

    fn count(&self) -> usize {
        self.known.len()
    }

    fn idle(&self) -> Vec<u64> {
        self.known.values().map(|(_, last_used)| *last_used).filter(|last| *last < self.question_number).collect()
    }

    fn give_up(&mut self, last: u64) {
        let current = self.question_number;
        self.known.retain(|_, (_, last_used)| *last_used > last || *last_used >= current);
    }

    /// All of them, since what is known holds the rulesets as well, which hides whether anybody else does.
    fn sweep(&mut self) {
        self.known.clear();
    }

    fn mark(&self, places: &mut Places) {
        self.known.keys().for_each(|ruleset| places.ruleset(ruleset));
    }
}

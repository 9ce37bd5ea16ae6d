//! Games made from their definitions, kept as long as nothing they name is defined otherwise.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Weak};

use grundy_engine::game::{Game, Places, Ruleset, System};

use super::uses::Uses;
use crate::error::{Error, Meaning};
use crate::source::Span;

/// The games made so far, and what is being read at the moment.
#[derive(Clone, Default)]
pub struct Made {
    /// Each game, or what is wrong with its definition.
    games: HashMap<String, Result<Arc<Game>, Error>>,
    /// How many clauses the games that are kept have together.
    clauses: usize,
    uses: Uses,
    /// Systems by their content: equal ones are one, so that what shares parts is never walked through twice.
    systems: HashMap<u64, Vec<Weak<System>>>,
    /// At this many systems, those without another owner are dropped.
    sweep_at: usize,
    /// What is being read, the innermost last.
    reading: Vec<Step>,
}

/// A definition that is being read.
#[derive(Clone, Debug)]
struct Step {
    name: String,
    /// Where it was named.
    span: Span,
    /// Games and rules without a name must not be needed again before they have been read. Functions may.
    once: bool,
}

impl Made {
    /// Games of more clauses than this together are not kept.
    const MOST_CLAUSES: usize = 200_000;

    /// The game of this name, if it was made.
    pub fn get(&self, name: &str) -> Option<Result<Arc<Game>, Error>> {
        self.games.get(name).cloned()
    }

    pub fn is_made(&self, name: &str) -> bool {
        self.games.contains_key(name)
    }

    /// Keeps a game, or what is wrong with it.
    pub fn keep(&mut self, name: &str, made: Result<Arc<Game>, Error>) {
        // What is wrong may be due to the way it was come by. And what the library has changed meanwhile, by being
        // read, is made anew.
        if (made.is_err() && !self.reading.is_empty()) || !self.uses.is_looked_into(name) {
            return;
        }
        // A definition that was stopped, or had no room, may have more time or room when it is asked for again.
        if made.as_ref().is_err_and(|error| matches!(error.code(), "E0501" | "E0502" | "E0503")) {
            return;
        }
        self.clauses += made.as_ref().map_or(1, |game| clauses(game));
        if self.clauses > Self::MOST_CLAUSES {
            self.games.clear();
            self.clauses = made.as_ref().map_or(1, |game| clauses(game));
        }
        self.games.insert(name.to_owned(), made);
    }

    /// The definition of a name was looked into, and names these.
    pub fn look(&mut self, name: &str, named: &BTreeSet<String>) {
        self.uses.look(name, named.clone());
    }

    /// Something else is now meant by a name: what was made of it is made anew when it is asked for.
    pub fn change(&mut self, name: &str) {
        let (games, kept) = (&mut self.games, &mut self.clauses);
        self.uses.change(name, |next| {
            if let Some(Ok(game)) = games.remove(next) {
                *kept = kept.saturating_sub(clauses(&game));
            }
        });
    }

    /// The one system with this content.
    pub fn system(&mut self, system: System) -> Arc<System> {
        if self.systems.len() >= self.sweep_at {
            self.systems.retain(|_, known| {
                known.retain(|system| system.strong_count() > 0);
                !known.is_empty()
            });
            self.sweep_at = 2 * self.systems.len() + 64;
        }
        let known = self.systems.entry(system.fingerprint()).or_default();
        if let Some(same) = known.iter().filter_map(Weak::upgrade).find(|other| **other == system) {
            return same;
        }
        let system = Arc::new(system);
        known.push(Arc::downgrade(&system));
        system
    }

    /// Notes which texts the games point into, and what is wrong with some.
    pub fn mark(&self, places: &mut Places) {
        for made in self.games.values() {
            match made {
                Ok(game) => places.ruleset(&game.ruleset),
                Err(error) => {
                    let related = error.related.iter().map(|place| place.0.source.0);
                    places.texts.extend(related.chain([error.span.source.0]));
                }
            }
        }
    }

    /// A definition begins to be read that must not be needed before it has been read. If it is, the circle is the error.
    pub fn begin(&mut self, name: &str, span: Span) -> Result<(), Error> {
        if let Some(first) = self.reading.iter().position(|step| step.once && step.name == name) {
            return Err(circle(&self.reading[first..], span));
        }
        self.reading.push(Step { name: name.to_owned(), span, once: true });
        Ok(())
    }

    /// The same for a function, which may be read within itself.
    pub fn begin_function(&mut self, name: &str, span: Span) {
        self.reading.push(Step { name: name.to_owned(), span, once: false });
    }

    /// What was begun last has been read.
    pub fn end(&mut self) {
        self.reading.pop();
    }

    /// Is this game being read?
    pub fn is_being_read(&self, name: &str) -> bool {
        self.reading.iter().any(|step| step.once && step.name == name)
    }

    pub fn is_reading(&self) -> bool {
        !self.reading.is_empty()
    }
}

fn clauses(game: &Game) -> usize {
    match &game.ruleset {
        Ruleset::Heap(rules) => 1 + rules.clauses.len() + game.clauses.len(),
        Ruleset::Explicit(system, _) => 1 + system.rules.iter().map(|rule| rule.clauses.len()).sum::<usize>(),
    }
}

/// The error for a definition that is needed again at this place before it has been read.
fn circle(steps: &[Step], again: Span) -> Error {
    /// Longer circles are shown by their beginning.
    const SHOWN: usize = 6;
    let first = steps.first().map(|step| step.name.clone()).unwrap_or_default();
    let mut names: Vec<String> = steps.iter().map(|step| step.name.clone()).collect();
    names.push(first);
    let mut error = Error::new(Meaning::NeedsItself { names: names.clone() }, again);
    for (index, step) in steps.iter().enumerate().skip(1).take(SHOWN) {
        error = error.with(step.span, format!("{} needs {} here", names[index - 1], step.name));
    }
    error
}

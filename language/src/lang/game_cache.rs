//! The games that were made from definitions, which count until something they reach is redefined; and the definitions
//! being read, by which circular ones are found.

use std::sync::{Arc, Weak};

use grundy_engine::game::{Game, Places, Ruleset, System};
use rustc_hash::FxHashMap;

use crate::error::{Error, SemanticError};
use crate::lang::versions::Dated;
use crate::show::told::told;
use crate::source::Span;

/// The games made so far, and the definitions being read.
#[derive(Clone, Default)]
pub struct GameCache {
    /// Each game, or what is wrong with its definition.
    pub games: Dated<Result<Arc<Game>, Error>>,
    /// How many clauses the games that are kept have together.
    clauses: usize,
    /// Systems of rules by their fingerprint. Equal systems are one, so that what shares parts is never traversed
    /// twice.
    systems: FxHashMap<u64, Vec<Weak<System>>>,
    /// When there are this many fingerprints, systems without another owner are dropped.
    sweep_at: usize,
    /// The definitions being read, the innermost last.
    reading: Vec<Step>,
}

/// A definition that is being read.
#[derive(Clone, Debug)]
struct Step {
    /// The game or function.
    name: String,
    /// Where it was named.
    span: Span,
    /// Whether it is an error if the definition needs itself: so it is for games and rules without a name, not for
    /// functions.
    once: bool,
}

impl GameCache {
    /// If the games have more clauses than this together, all but the newest are dropped.
    const MOST_CLAUSES: usize = 200_000;

    /// Keeps a game that was begun at this time, or what is wrong with it.
    pub fn keep(&mut self, name: &str, begun: u64, made: Result<Arc<Game>, Error>) {
        // While other definitions are being read, an error may be due to them.
        if made.is_err() && !self.reading.is_empty() {
            return;
        }
        // A definition that was stopped, or had no room, may have more time or room when it is asked for again.
        if made.as_ref().is_err_and(|error| matches!(error.code(), "E0501" | "E0502" | "E0503")) {
            return;
        }
        self.remove(name);
        if self.clauses + clauses(&made) > Self::MOST_CLAUSES {
            self.games.clear();
            self.clauses = 0;
        }
        self.clauses += clauses(&made);
        self.games.keep(name, begun, made);
    }

    /// Drops the game of a name whose meaning changes.
    pub fn remove(&mut self, name: &str) {
        if let Some(made) = self.games.remove(name) {
            self.clauses -= clauses(&made);
        }
    }

    /// The shared system that is equal to this one.
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

    /// Notes which texts the games, and errors kept in place of games, point into.
    pub fn mark(&self, places: &mut Places) {
        for made in self.games.results() {
            match made {
                Ok(game) => places.ruleset(&game.ruleset),
                Err(error) => {
                    let related = error.related.iter().map(|place| place.0.source().0);
                    places.texts.extend(related.chain([error.span.source().0]));
                }
            }
        }
    }

    /// Begins to read a definition that must not need itself. If it is already being read, the error shows the
    /// circle.
    pub fn begin(&mut self, name: &str, span: Span) -> Result<(), Error> {
        if let Some(first) = self.reading.iter().position(|step| step.once && step.name == name) {
            return Err(circle(&self.reading[first..], span));
        }
        self.reading.push(Step { name: name.to_owned(), span, once: true });
        Ok(())
    }

    /// Begins to read a function, which may call itself.
    pub fn begin_function(&mut self, name: &str, span: Span) {
        self.reading.push(Step { name: name.to_owned(), span, once: false });
    }

    /// Ends the definition that was begun last.
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

/// How much a game counts towards `MOST_CLAUSES`.
fn clauses(made: &Result<Arc<Game>, Error>) -> usize {
    let Ok(game) = made else { return 1 };
    match &game.ruleset {
        Ruleset::Compound(_) | Ruleset::Own(_) => 1,
        Ruleset::Heap(rules) => 1 + rules.clauses.len() + game.clauses.len(),
        Ruleset::Written(system, _) => 1 + system.rules.iter().map(|rule| rule.clauses.len()).sum::<usize>(),
    }
}

/// The error for a definition that is needed again at this place before it has been read.
fn circle(steps: &[Step], again: Span) -> Error {
    /// At most this many steps of a circle are shown.
    const SHOWN: usize = 6;
    let first = steps.first().map(|step| step.name.clone()).unwrap_or_default();
    let mut names: Vec<String> = steps.iter().map(|step| step.name.clone()).collect();
    names.push(first);
    let mut error = Error::new(SemanticError::NeedsItself { names: names.clone() }, again);
    for (index, step) in steps.iter().enumerate().skip(1).take(SHOWN) {
        error =
            error.with(step.span, told!("{first} needs {second} here", first = &names[index - 1], second = &step.name));
    }
    error
}

//! Reads texts into a session, and drops texts that nothing points into any more.

use grundy_engine::game::Places;
use grundy_engine::solve::SolveError;

use crate::error::Error;
use crate::lang::session::Session;
use crate::source::{Source, SourceGuard, SourceId, Span};
use crate::syntax::ast::{Statement, StatementKind};

/// As long as there are fewer texts than this, unused ones are not dropped.
const MOST_KEPT: usize = 1 << 10;

/// The statements of a text, each a tree or an error. The text is kept as long as this value exists.
pub struct Statements {
    statements: Vec<Result<Statement, Error>>,
    source: SourceId,
    guard: SourceGuard,
}

/// Iterates over the statements of a text, and keeps the text until it is dropped.
pub struct IntoIter {
    statements: std::vec::IntoIter<Result<Statement, Error>>,
    _guard: SourceGuard,
}

impl std::ops::Deref for Statements {
    type Target = Vec<Result<Statement, Error>>;

    fn deref(&self) -> &Self::Target {
        &self.statements
    }
}

impl std::ops::DerefMut for Statements {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.statements
    }
}

impl IntoIterator for Statements {
    type Item = Result<Statement, Error>;
    type IntoIter = IntoIter;

    fn into_iter(self) -> IntoIter {
        IntoIter { statements: self.statements.into_iter(), _guard: self.guard }
    }
}

impl Iterator for IntoIter {
    type Item = Result<Statement, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        self.statements.next()
    }
}

impl Statements {
    /// A guard that keeps the text after the statements have been moved out.
    pub fn guard(&self) -> SourceGuard {
        self.guard.clone()
    }

    /// The text that the statements come from.
    pub fn source(&self) -> SourceId {
        self.source
    }
}

impl Session {
    /// Adds a text to the session and parses it; each statement is a tree or an error.
    pub fn read(&mut self, name: &str, text: &str) -> Statements {
        let (source, guard) = self.taken_in(name, text, 0);
        let mut read = crate::syntax::parse_while(source, text, |_, _| Ok(()));
        self.announced_names.extend(read.iter().flat_map(|(_, read)| read).filter_map(defined_name));
        self.verbs.test_advice_of_reading(self, &mut read, &mut || true);
        Statements { statements: read.into_iter().map(|(_, read)| read).collect(), source, guard }
    }

    /// Like [`Session::read`], for a text that may be long: reading can be interrupted, and then the last member is
    /// the error that says so. `lines` is the number of lines that stand before this text, for the line numbers in
    /// errors.
    pub fn read_long(&mut self, name: &str, text: &str, lines: usize) -> Statements {
        let (source, guard) = self.taken_in(name, text, lines);
        // If tables fill the memory, the solver drops some of them now.
        self.solver.begin();
        let budget = self.solver.budget();
        let meter = |span, bytes| budget.meter().room(bytes).map_err(|halt| Error::stopped(halt, span));
        let mut read = crate::syntax::parse_while(source, text, meter);
        self.announced_names.extend(read.iter().flat_map(|(_, read)| read).filter_map(defined_name));
        self.verbs.test_advice_of_reading(self, &mut read, &mut || budget.check().is_ok());
        let mut statements: Vec<_> = read.into_iter().map(|(_, read)| read).collect();
        let says_why = |read: &Result<Statement, Error>| read.as_ref().is_err_and(Error::is_stopped);
        if let Err(SolveError::Interrupted | SolveError::TimedOut) = budget.check()
            && !statements.last().is_some_and(says_why)
        {
            statements.extend(meter(Span::new(source, 0, 0), 0).err().map(Err));
        }
        statements.iter().flat_map(|read| read.as_ref().err()).for_each(|error| self.forget_stop(error));
        Statements { statements, source, guard }
    }

    /// Adds a text. If there are many, those that nothing points into are dropped first.
    fn taken_in(&mut self, name: &str, text: &str, lines: usize) -> (SourceId, SourceGuard) {
        if self.names.sources.len() >= self.sweep_sources_at {
            let places = self.places();
            self.names.sources.sweep(&places.texts);
            self.sweep_sources_at = 2 * self.names.sources.len() + MOST_KEPT;
        }
        self.names.sources.add_temporary(Source::new(name, text).after_lines(lines))
    }

    /// The texts that definitions, values and the solver's tables point into.
    fn places(&self) -> Places {
        let mut places = Places::default();
        self.names.mark(&mut places);
        self.solver.mark(&mut places);
        places
    }
}

/// The name a statement defines.
fn defined_name(statement: &Statement) -> Option<String> {
    match &statement.kind {
        StatementKind::Game(definition) => Some(definition.name.text.clone()),
        StatementKind::Let(definition) => Some(definition.name.text.clone()),
        StatementKind::Time(inner) => defined_name(inner),
        _ => None,
    }
}

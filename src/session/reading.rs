//! Texts taken into a session, and which of them are still pointed into.

use grundy_engine::game::Places;
use grundy_engine::solve::SolveError;

use super::Session;
use crate::error::Error;
use crate::source::{Pin, Source, SourceId, Span};
use crate::syntax::ast::{Statement, StatementKind};

/// Fewer texts than this are kept, whether anything points into them or not.
const MOST_KEPT: usize = 1 << 10;

/// The statements of a text, each a tree or an error. As long as they are there, so is their text.
pub struct Statements {
    statements: Vec<Result<Statement, Error>>,
    source: SourceId,
    pin: Pin,
}

/// One after the other.
pub struct IntoIter {
    statements: std::vec::IntoIter<Result<Statement, Error>>,
    _pin: Pin,
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
        IntoIter { statements: self.statements.into_iter(), _pin: self.pin }
    }
}

impl Iterator for IntoIter {
    type Item = Result<Statement, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        self.statements.next()
    }
}

impl Statements {
    /// Keeps the text, where the statements are taken apart.
    pub fn pin(&self) -> Pin {
        self.pin.clone()
    }

    /// The text that they are in.
    pub fn source(&self) -> SourceId {
        self.source
    }
}

impl Session {
    /// Takes a text into the session and splits it into statements; each is a tree or an error.
    pub fn read(&mut self, name: &str, text: &str) -> Statements {
        let (source, pin) = self.taken_in(name, text, 0);
        let mut read = crate::syntax::parse_while(source, text, |_, _| Ok(()));
        self.coming.extend(read.iter().flat_map(|(_, read)| read).filter_map(defined_name));
        self.settle_reading(&mut read, || true);
        Statements { statements: read.into_iter().map(|(_, read)| read).collect(), source, pin }
    }

    /// The same for a text that may be long, before which so many lines have been taken in: it can be interrupted, and the
    /// last member says so.
    pub fn read_long(&mut self, name: &str, text: &str, lines: usize) -> Statements {
        let (source, pin) = self.taken_in(name, text, lines);
        // Where tables have filled the memory, they make room.
        self.solver.begin();
        let budget = self.solver.budget();
        let meter = |span, bytes| budget.meter().room(bytes).map_err(|halt| Error::stopped(halt, span));
        let mut read = crate::syntax::parse_while(source, text, meter);
        self.coming.extend(read.iter().flat_map(|(_, read)| read).filter_map(defined_name));
        self.settle_reading(&mut read, || budget.check().is_ok());
        let mut statements: Vec<_> = read.into_iter().map(|(_, read)| read).collect();
        let says_why = |read: &Result<Statement, Error>| read.as_ref().is_err_and(Error::is_stopped);
        if let Err(SolveError::Interrupted | SolveError::TimedOut) = budget.check()
            && !statements.last().is_some_and(says_why)
        {
            statements.extend(meter(Span::new(source, 0, 0), 0).err().map(Err));
        }
        Statements { statements, source, pin }
    }

    /// Takes a text in. When there are many, those that nothing points into are dropped.
    fn taken_in(&mut self, name: &str, text: &str, lines: usize) -> (SourceId, Pin) {
        if self.names.sources.len() >= self.texts {
            let places = self.places();
            self.names.sources.sweep(&places.texts);
            self.texts = 2 * self.names.sources.len() + MOST_KEPT;
        }
        self.names.sources.add_for_a_time(Source::new(name, text).after_lines(lines))
    }

    /// What definitions, values and everything computed point into.
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

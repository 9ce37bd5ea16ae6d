//! A session with a fault, since none is known: `history` ends with it, and so does reading a text that says so.

use super::state::Service;
use crate::error::Error;
use crate::source::Span;
use crate::syntax::ast::Statement;
use grundy_session::lang::names::Answering;
use grundy_session::lang::session::{Reply, Session, Verbs};

struct Faulty(&'static dyn Verbs);

/// The comment whose reading is a fault.
pub const READ: &str = "# a fault";

impl Verbs for Faulty {
    fn answer(&self, session: &mut Session, statement: &Statement) -> Result<Reply, Error> {
        assert!(statement.verb() != "history", "made for a test");
        self.0.answer(session, statement)
    }

    fn answering(&self) -> Answering {
        self.0.answering()
    }

    fn with_law(&self, session: &mut Session, error: Error, statement: &Statement) -> Error {
        self.0.with_law(session, error, statement)
    }

    fn certain_reading(&self, _session: &Session, _error: &Error) -> Option<String> {
        None
    }

    fn with_tested_advice(&self, session: &Session, error: Error, statement: Span) -> Error {
        self.0.with_tested_advice(session, error, statement)
    }

    fn test_advice_of_reading(
        &self,
        session: &Session,
        read: &mut [(Span, Result<Statement, Error>)],
        goes_on: &mut dyn FnMut() -> bool,
    ) {
        let source = read.first().and_then(|(place, _)| session.sources().get(place.source()));
        assert!(!source.is_some_and(|source| source.text.contains(READ)), "made for a test");
        self.0.test_advice_of_reading(session, read, goes_on);
    }
}

pub fn make_faulty(service: &mut Service) {
    service.session.verbs = Box::leak(Box::new(Faulty(service.session.verbs)));
}

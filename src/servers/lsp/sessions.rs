//! The sessions that have the definitions of documents. They share the memory of the program and its clock, may read files as
//! the documents may, and write none: an editor only looks.

use std::path::PathBuf;
use std::time::Duration;

use grundy_engine::solve::Memory;

use super::document::OpenDocument;
use crate::host::DEFERRED_DROPS;
use crate::service::{Author, Heard, Nobody, Service};
use crate::syntax::ast::Statement;
use crate::syntax::occurrences::{NameMeaning, occurrences};

/// How long one statement may take.
const STATEMENT_TIME: Duration = Duration::from_millis(300);
/// The most sessions that are kept.
const MOST: usize = 8;

/// The sessions, the one that was used last first.
#[derive(Default)]
pub struct Sessions(Vec<DefinedSession>);

/// A session in which these definitions were run.
pub struct DefinedSession {
    path: Option<PathBuf>,
    texts: Vec<String>,
    pub service: Service,
}

/// A definition, and the names that it gives a meaning to.
struct DefiningText {
    text: String,
    names: Vec<String>,
}

impl Sessions {
    /// A session with the definitions of a document above a place, and whether all of them have been made: they have a time.
    /// It is like `service`, with which it shares memory and clock.
    pub fn at(&mut self, document: &OpenDocument, place: usize, service: &Service) -> (&mut DefinedSession, bool) {
        let definitions = definitions_before(document, place);
        let fits = |session: &DefinedSession| {
            let texts = &session.texts;
            session.path == document.path
                && texts.len() <= definitions.len()
                && texts.iter().zip(&definitions).all(|(text, definition)| *text == definition.text)
        };
        let fitting = (0..self.0.len()).filter(|&index| fits(&self.0[index]));
        let best = fitting.max_by_key(|&index| self.0[index].texts.len());
        let mut session = best.map(|index| self.0.remove(index)).unwrap_or_else(|| {
            let mut service = service.beside();
            service.guard.access = service.guard.access.only_reading();
            DefinedSession { path: document.path.clone(), texts: Vec::new(), service }
        });
        self.make_room();
        let is_whole = definitions.into_iter().skip(session.texts.len()).all(|definition| session.define(definition));
        self.0.insert(0, session);
        (&mut self.0[0], is_whole)
    }

    /// Gives up the sessions that were not used for the longest time, until there are few.
    fn make_room(&mut self) {
        let few = self.0.len().min(MOST - 1);
        self.0.drain(few..).for_each(give_up);
    }

    /// Gives up all of them but the last one of this document.
    pub fn keep_only(&mut self, document: &OpenDocument) {
        let kept = self.0.iter().position(|session| session.path == document.path).map(|index| self.0.remove(index));
        self.forget();
        self.0.extend(kept);
    }

    /// Gives up all of them.
    pub fn forget(&mut self) {
        self.0.drain(..).for_each(give_up);
    }
}

/// What it has computed is dropped where nobody waits for that.
fn give_up(session: DefinedSession) {
    DEFERRED_DROPS.set_aside(Box::new(session));
}

impl DefinedSession {
    /// Makes a definition. What cannot be made has no meaning from here on, and not an earlier one; `false` if the time of
    /// the request is up.
    fn define(&mut self, definition: DefiningText) -> bool {
        let mut is_made = true;
        self.run(&definition.text, &mut |heard| is_made &= !matches!(heard, Heard::Error { .. }));
        if self.service.clock().is_over() {
            return false;
        }
        if !is_made && !definition.names.is_empty() {
            self.run(&format!("forget {}", definition.names.join(", ")), &mut |_| {});
        }
        self.texts.push(definition.text);
        true
    }

    /// Runs a text as one of the document, and tells `hear` what it says. Errors do not end it.
    pub fn run(&mut self, text: &str, hear: &mut dyn FnMut(Heard<'_>)) {
        let DefinedSession { path, service, .. } = self;
        let clock = service.clock().clone();
        clock.with_statement_time(STATEMENT_TIME, || match path {
            Some(path) => {
                let before = service.guard.enter(path);
                let author = service.guard.author.clone();
                service.run_part(text, author, true, hear, &mut Nobody);
                service.guard.leave(before);
            }
            None => _ = service.run_part(text, Author::in_current_folder(), true, hear, &mut Nobody),
        });
    }
}

/// The statements above this place that define something.
fn definitions_before(document: &OpenDocument, place: usize) -> Vec<DefiningText> {
    let mut definitions: Vec<DefiningText> = Vec::new();
    let mut last = None;
    for statement in document.statements().filter(|statement| defines(statement)) {
        let range = statement.whole.range();
        if range.end > place {
            break;
        }
        let found = occurrences(statement).into_iter().filter(|found| found.meaning == NameMeaning::Defined);
        let names = found.map(|found| found.name.to_owned());
        match definitions.last_mut().filter(|_| last.as_ref() == Some(&range)) {
            // Several definitions may be one statement.
            Some(same) => same.names.extend(names),
            None => definitions.extend(
                document
                    .text()
                    .get(range.clone())
                    .map(|text| DefiningText { text: text.to_owned(), names: names.collect() }),
            ),
        }
        last = Some(range);
    }
    definitions
}

fn defines(statement: &Statement) -> bool {
    statement.defined().is_some() || matches!(statement.verb(), "load" | "forget")
}

//! A document of the editor, what is read of it, and the sessions that have its definitions.

use std::cell::OnceCell;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

use grundy_engine::solve::Limits;
use serde_json::Value;

use super::open_text::OpenText;
use crate::error::Error;
use crate::host::Host;
use crate::servers::clock::Clock;
use crate::service::{Author, Heard, Nobody, Service};
use crate::source::SourceId;
use crate::syntax::ast::{Statement, StatementKind};
use crate::syntax::parse;

/// A longer text is not read, in bytes.
pub const LONGEST_TEXT: usize = 1 << 22;
/// How long one statement may take.
pub const STATEMENT_TIME: Duration = Duration::from_millis(300);
/// The sessions that are kept for a document.
const KEPT: usize = 2;
/// The source of what is read here.
const SOURCE: SourceId = SourceId(0);

pub struct OpenDocument {
    pub open: OpenText,
    /// The file, if it has one.
    pub path: Option<PathBuf>,
    /// Whether it has changed since its mistakes were shown.
    pub is_changed: bool,
    /// The mistakes that were shown last.
    pub shown: Vec<Value>,
    read: OnceCell<Vec<Result<Statement, Error>>>,
    sessions: Vec<DefinedSession>,
}

/// A session in which these statements were run.
struct DefinedSession {
    texts: Vec<String>,
    service: Service,
}

impl OpenDocument {
    pub fn new(open: OpenText, path: Option<PathBuf>) -> OpenDocument {
        let sessions = Vec::new();
        OpenDocument { open, path, is_changed: true, shown: Vec::new(), read: OnceCell::new(), sessions }
    }

    pub fn text(&self) -> &str {
        self.open.text()
    }

    pub fn is_too_long(&self) -> bool {
        self.text().len() > LONGEST_TEXT
    }

    pub fn change(&mut self, changes: &[Value]) {
        changes.iter().for_each(|change| self.open.change(change));
        self.read = OnceCell::new();
        self.is_changed = true;
    }

    /// Its statements; none of a text that is too long.
    pub fn read(&self) -> &[Result<Statement, Error>] {
        self.read.get_or_init(|| if self.is_too_long() { Vec::new() } else { parse(SOURCE, self.text()) })
    }

    /// The statements that can be read.
    pub fn statements(&self) -> impl Iterator<Item = &Statement> {
        self.read().iter().flatten()
    }

    /// Who has written it: a script in its folder.
    pub fn author(&self) -> Author {
        let folder = self.path.as_deref().and_then(Path::parent);
        folder.map_or_else(Author::in_current_folder, |folder| Author::Script(folder.to_owned()))
    }

    /// A session that has the definitions above this place.
    pub fn session_at(&mut self, place: usize, host: &Host, clock: &Clock) -> &mut Service {
        let texts = self.definitions_before(place);
        let limits = host.service.limits();
        let author = self.author();
        let fits = |session: &DefinedSession| texts.starts_with(&session.texts);
        let best = (0..self.sessions.len())
            .filter(|&index| fits(&self.sessions[index]))
            .max_by_key(|&index| self.sessions[index].texts.len());
        let mut session = match best {
            Some(index) => self.sessions.remove(index),
            None => DefinedSession {
                texts: Vec::new(),
                service: Service::with_signal(limits, host.service.signal().clone()),
            },
        };
        for text in &texts[session.texts.len()..] {
            clock.within(STATEMENT_TIME, || run(&mut session.service, text, author.clone(), limits, &mut |_| {}));
        }
        session.texts = texts;
        self.sessions.insert(0, session);
        self.sessions.truncate(KEPT);
        &mut self.sessions[0].service
    }

    /// The statements above this place that define something.
    fn definitions_before(&self, place: usize) -> Vec<String> {
        let defines = |statement: &&Statement| {
            let kind = &statement.kind;
            matches!(
                kind,
                StatementKind::Game(_) | StatementKind::Let(_) | StatementKind::Load(_) | StatementKind::Forget(_)
            )
        };
        let mut ranges: Vec<Range<usize>> =
            self.statements().filter(defines).map(|found| found.whole.range()).collect();
        // Several definitions may be one statement.
        ranges.dedup();
        let above = ranges.into_iter().take_while(|range| range.end <= place);
        above.filter_map(|range| self.text().get(range)).map(str::to_owned).collect()
    }
}

/// Runs a text in a session, and tells `hear` what it says.
pub fn run(service: &mut Service, text: &str, author: Author, limits: Limits, hear: &mut dyn FnMut(Heard<'_>)) {
    service.run(text, author, limits, hear, &mut Nobody);
}

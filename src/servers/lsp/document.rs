//! A document of the editor, and what is read of it.

use std::cell::OnceCell;
use std::path::PathBuf;

use serde_json::Value;

use super::open_text::OpenText;
use crate::error::Error;
use crate::service::Service;
use crate::source::SourceId;
use crate::syntax::ast::Statement;
use crate::syntax::{parse, parse_while};

/// A longer text is not read, in bytes.
pub const LONGEST_TEXT: usize = 1 << 22;
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
}

impl OpenDocument {
    pub fn new(open: OpenText, path: Option<PathBuf>) -> OpenDocument {
        OpenDocument { open, path, is_changed: true, shown: Vec::new(), read: OnceCell::new() }
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

    /// Reads it while there is time and room; `false` if there is no more. What follows need not wait for it.
    pub fn is_read(&self, service: &Service) -> bool {
        if self.read.get().is_none() && !self.is_too_long() {
            let mut stopped = None;
            let read = parse_while(SOURCE, self.text(), Vec::new(), |span, bytes| {
                let stop = service.clock().stop_reason().or_else(|| service.session.room(bytes).err());
                stopped.clone_from(&stop);
                stop.map_or(Ok(()), |stop| Err(Error::stopped(stop, span)))
            });
            if stopped.is_none() {
                // It was not read before.
                let _ = self.read.set(read.into_iter().map(|(_, read)| read).collect());
            }
        }
        self.is_too_long() || self.read.get().is_some()
    }

    /// Forgets what was read, which may take many times as much as the text.
    pub fn forget(&mut self) {
        self.read.take();
    }

    /// Its statements; none of a text that is too long.
    pub fn read(&self) -> &[Result<Statement, Error>] {
        self.read.get_or_init(|| if self.is_too_long() { Vec::new() } else { parse(SOURCE, self.text()) })
    }

    /// The statements that can be read.
    pub fn statements(&self) -> impl Iterator<Item = &Statement> {
        self.read().iter().flatten()
    }
}

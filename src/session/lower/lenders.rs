//! Games whose moves are borrowed.

use std::collections::HashSet;

use crate::error::{Error, Meaning};
use crate::source::Span;

/// The games whose moves are being borrowed, one from the other, so that none borrows from itself; and those whose
/// moves have been borrowed already.
#[derive(Default)]
pub(super) struct Lenders {
    path: Vec<String>,
    /// Those on the path.
    open: HashSet<String>,
    done: HashSet<String>,
}

impl Lenders {
    pub fn begin(&mut self, name: &str) {
        self.path.push(name.to_owned());
        self.open.insert(name.to_owned());
    }

    /// All moves of the game that was begun last have been borrowed.
    pub fn end(&mut self) {
        let name = self.close();
        self.done.extend(name);
    }

    /// The same, where they were borrowed under a condition, and may be borrowed under another.
    pub fn end_some(&mut self) {
        self.close();
    }

    fn close(&mut self) -> Option<String> {
        self.path.pop().inspect(|name| {
            self.open.remove(name);
        })
    }

    /// All moves of this game have been borrowed at once.
    pub fn note(&mut self, name: &str) {
        self.done.insert(name.to_owned());
    }

    pub fn is_done(&self, name: &str) -> bool {
        self.done.contains(name)
    }

    /// Whether the moves of this game are not being borrowed already.
    pub fn check(&self, name: &str, span: Span) -> Result<(), Error> {
        if !self.open.contains(name) {
            return Ok(());
        }
        let mut names = self.path.clone();
        names.push(name.to_owned());
        Err(Error::new(Meaning::Circular { names }, span))
    }
}

//! Keeps track of *lenders*: the games whose moves a rule borrows.

use rustc_hash::FxHashSet;

use crate::error::{Error, SemanticError};
use crate::source::Span;

/// The games that are currently borrowing from each other, so that no game borrows from itself; and the games whose
/// moves have all been borrowed.
#[derive(Default)]
pub(crate) struct Lenders {
    /// The game that is being lowered, its current lender, that game's lender, and so on.
    path: Vec<String>,
    /// The games on the path.
    open: FxHashSet<String>,
    /// The games whose moves have been borrowed without a condition.
    done: FxHashSet<String>,
}

impl Lenders {
    /// The moves of this game are borrowed from now on.
    pub fn begin(&mut self, name: &str) {
        self.path.push(name.to_owned());
        self.open.insert(name.to_owned());
    }

    /// All moves of the game that was begun last have been borrowed, without a condition.
    pub fn end(&mut self) {
        let name = self.close();
        self.done.extend(name);
    }

    /// All moves of the game that was begun last have been borrowed under a condition: they may be borrowed again
    /// under another.
    pub fn end_some(&mut self) {
        self.close();
    }

    fn close(&mut self) -> Option<String> {
        self.path.pop().inspect(|name| {
            self.open.remove(name);
        })
    }

    /// All moves of this game have been borrowed, without `begin` and `end`.
    pub fn note(&mut self, name: &str) {
        self.done.insert(name.to_owned());
    }

    pub fn is_done(&self, name: &str) -> bool {
        self.done.contains(name)
    }

    /// An error if this game is on the path, so that it would borrow from itself.
    pub fn check(&self, name: &str, span: Span) -> Result<(), Error> {
        if !self.open.contains(name) {
            return Ok(());
        }
        let mut names = self.path.clone();
        names.push(name.to_owned());
        Err(Error::new(SemanticError::Circular { names }, span))
    }
}

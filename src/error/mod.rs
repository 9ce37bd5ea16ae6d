//! What was wrong, and where. A kind holds data; `Display` words it; `label` stands at the place; `hint` says what to do.

pub mod codes;
mod hint;
mod meaning;
mod number;
mod similar;
mod syntax;

pub use codes::{CodeExplanation, explain};
pub use hint::Hint;
pub use meaning::{Asserted, Forbidden, LoadLimit, Meaning, Wanted};
pub use number::{bytes, thousands};
pub use similar::{nearest, similar};
pub use syntax::{Fix, Habit, Syntax};

use std::fmt;

use grundy_engine::solve::SolveError;

use crate::source::Span;

/// An error with its place.
#[derive(Clone, Debug)]
pub struct Error {
    /// Boxed, since it can hold much and is rare.
    pub kind: Box<Kind>,
    pub span: Span,
    /// Further places that belong to it, such as a definition, with a word about each.
    pub related: Vec<(Span, String)>,
    /// What to do about it, where more is known than the kind can say.
    pub advice: Option<Box<Hint>>,
}

#[derive(Clone, Debug)]
pub enum Kind {
    /// The text is not a statement (E01xx).
    Syntax(Syntax),
    /// The statement means nothing, or cannot be answered (E02xx and above).
    Meaning(Meaning),
}

impl Error {
    pub fn new(kind: impl Into<Kind>, span: Span) -> Error {
        Error { kind: Box::new(kind.into()), span, related: Vec::new(), advice: None }
    }

    /// The same error with one more place.
    pub fn with(mut self, span: Span, word: impl Into<String>) -> Error {
        self.related.push((span, word.into()));
        self
    }

    /// The same error with words on what to do about it, which stand instead of what its kind would say.
    pub fn advise(mut self, text: impl Into<String>) -> Error {
        self.advice = Some(Box::new(Hint { text: text.into(), replacement: None }));
        self
    }

    /// The same, with the corrected text of a place.
    pub fn correct(mut self, text: impl Into<String>, at: Span, new: impl Into<String>) -> Error {
        self.advice = Some(Box::new(Hint { text: text.into(), replacement: Some((at, new.into())) }));
        self
    }

    /// Whether nothing is wrong but that somebody wanted to stop, or the time was up.
    pub fn is_stopped(&self) -> bool {
        let Kind::Meaning(Meaning::Stopped { stop, .. }) = &*self.kind else { return false };
        matches!(**stop, SolveError::Interrupted | SolveError::TimedOut)
    }

    /// The stable code, such as `E0102`; `help E0102` explains it.
    pub fn code(&self) -> &'static str {
        match &*self.kind {
            Kind::Syntax(kind) => kind.code(),
            Kind::Meaning(kind) => kind.code(),
        }
    }

    /// A few words under the caret; may be empty.
    pub fn label(&self) -> String {
        match &*self.kind {
            Kind::Syntax(kind) => kind.label(),
            Kind::Meaning(kind) => kind.label(),
        }
    }

    pub fn hint(&self) -> Option<Hint> {
        if let Some(advice) = &self.advice {
            return Some((**advice).clone());
        }
        match &*self.kind {
            Kind::Syntax(kind) => kind.hint(self.span),
            Kind::Meaning(kind) => kind.hint(self.span),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.kind {
            Kind::Syntax(kind) => kind.fmt(f),
            Kind::Meaning(kind) => kind.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl From<Syntax> for Kind {
    fn from(kind: Syntax) -> Kind {
        Kind::Syntax(kind)
    }
}

impl From<Meaning> for Kind {
    fn from(kind: Meaning) -> Kind {
        Kind::Meaning(kind)
    }
}

//! What was wrong, and where. A kind holds data; its wording says which texts of `codes.txt` word it: the message, a label
//! at the place, and what to do.

pub mod codes;
mod hint;
mod meaning;
mod number;
mod similar;
mod syntax;
mod wording;

pub use codes::{CodeExplanation, explain};
pub use hint::{Fix, Hint};
pub use meaning::{Asserted, DataFault, Forbidden, LoadLimit, Meaning, Wanted, is_leaving};
pub use number::{bytes, thousands};
pub use similar::{nearest, similar};
pub use syntax::{Habit, Syntax};
pub use wording::filled;

use std::fmt;

use grundy_engine::solve::SolveError;

use crate::source::Span;
use wording::Wording;

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

    /// That the solver stopped at this place, or did not begin.
    pub fn stopped(stop: impl Into<SolveError>, span: Span) -> Error {
        Error::new(Meaning::Stopped { stop: Box::new(stop.into()), reached: None, because: None }, span)
    }

    /// Why the solver stopped, if it did.
    pub fn stop(&self) -> Option<&SolveError> {
        match &*self.kind {
            Kind::Meaning(Meaning::Stopped { stop, .. }) => Some(stop),
            _ => None,
        }
    }

    /// Whether nothing is wrong but that somebody wanted to stop, or the time was up.
    pub fn is_stopped(&self) -> bool {
        matches!(self.stop(), Some(SolveError::Interrupted | SolveError::TimedOut))
    }

    pub fn is_interrupted(&self) -> bool {
        self.stop() == Some(&SolveError::Interrupted)
    }

    /// The stable code, such as `E0102`; `help E0102` explains it.
    pub fn code(&self) -> &'static str {
        self.kind.wording().code
    }

    /// A few words under the caret; may be empty.
    pub fn label(&self) -> String {
        self.kind.wording().label()
    }

    pub fn hint(&self) -> Option<Hint> {
        if let Some(advice) = &self.advice {
            return Some((**advice).clone());
        }
        let text = self.kind.wording().help();
        (!text.is_empty()).then(|| Hint { text, replacement: self.kind.replacement(self.span) })
    }
}

impl Kind {
    fn wording(&self) -> Wording {
        match self {
            Kind::Syntax(kind) => kind.wording(),
            Kind::Meaning(kind) => kind.wording(),
        }
    }

    /// The corrected text of a place, where it can be given; the error is at this one.
    fn replacement(&self, at: Span) -> Option<Fix> {
        match self {
            Kind::Syntax(kind) => kind.replacement(at),
            Kind::Meaning(kind) => kind.replacement(at),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.kind.wording().message())
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

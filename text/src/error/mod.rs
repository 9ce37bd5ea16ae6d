//! Errors as a user sees them. An [`Error`] is a [`Kind`], which holds only data, and a place in a source text. The
//! sentences are in `codes.txt`: the `Wording` of a kind selects its message, the label at the place, the help
//! and the correction, and fills in the data. An error is therefore two things: a row in a table (`syntax`, `syntax/habit`
//! or `semantic`), with its data and its code, and the words under this code.

pub mod codes;
mod semantic;
mod similar;
mod syntax;
mod table;
mod texts;
mod wording;

pub use codes::{CodeExplanation, explain};
pub use semantic::{
    Asserted, DataFault, Forbidden, LoadLimit, SemanticError, Uncertified, Uncoded, Wanted, is_leaving, way_of_play,
};
pub use similar::{nearest, similar};
pub use syntax::{Habit, SyntaxError};
pub use texts::{and_listed, bytes, clipped, counted, first_listed, or_listed, thousands};
pub use wording::{Fix, Hint};

use std::{fmt, slice};

use grundy_engine::game::Position;
use grundy_engine::solve::SolveError;

use crate::source::Span;
use crate::told::{Line, Tellable, quoted, told};
use wording::Wording;

/// An error with its place.
#[derive(Clone, Debug)]
pub struct Error {
    /// Boxed, since it can hold much and is rare.
    pub kind: Box<Kind>,
    pub span: Span,
    /// Further places that explain it, such as a definition, each with its label.
    pub related: Vec<(Span, Line)>,
    /// Help that replaces that of the kind, where more is known than the kind can say.
    pub advice: Option<Box<Hint>>,
}

#[derive(Clone, Debug)]
pub enum Kind {
    /// The text is not a statement (E01xx).
    Syntax(SyntaxError),
    /// The statement can be parsed, but has no meaning or cannot be answered (E02xx and above).
    Semantic(SemanticError),
}

/// A remark that is not an error.
#[derive(Clone, Debug)]
pub struct Notice {
    pub text: Line,
    /// Empty, at the beginning of a statement, for what is said of all of it.
    pub span: Option<Span>,
    /// Whether it is shown in scripts and pipes as well, and not only at the prompt.
    pub everywhere: bool,
    /// Whether it only says how a line is read.
    pub is_reading: bool,
}

impl Notice {
    pub fn new(text: impl Tellable, span: Option<Span>, everywhere: bool) -> Notice {
        Notice { text: text.into_line(), span, everywhere, is_reading: false }
    }

    /// Says what was meant.
    pub fn reading(statement: &str) -> Notice {
        Notice { is_reading: true, ..Notice::new(told!("Read as: {statement}", statement), None, true) }
    }

    /// In English.
    pub fn text(&self) -> String {
        quoted(&self.text)
    }
}

impl Error {
    pub fn new(kind: impl Into<Kind>, span: Span) -> Error {
        Error { kind: Box::new(kind.into()), span, related: Vec::new(), advice: None }
    }

    /// The same error with one more place in `related`, and its label.
    pub fn with(mut self, span: Span, word: impl Tellable) -> Error {
        self.related.push((span, word.into_line()));
        self
    }

    /// The same error with this help instead of that of its kind.
    pub fn advise(mut self, text: impl Tellable) -> Error {
        self.advice = Some(Box::new(Hint::new(text, None)));
        self
    }

    /// The same error with this help, and with the correction to replace the text at `at` by `new`.
    pub fn correct(mut self, text: impl Tellable, at: Span, new: impl Into<String>) -> Error {
        self.advice = Some(Box::new(Hint::new(text, Some((at, new.into())))));
        self
    }

    /// The error for a solver that stopped, or did not begin, when it was asked at this place.
    pub fn stopped(stop: impl Into<SolveError>, span: Span) -> Error {
        Error::new(SemanticError::Stopped { stop: Box::new(stop.into()), reached: None, because: None }, span)
    }

    /// Why the solver stopped, if that is what this error reports.
    pub fn stop(&self) -> Option<&SolveError> {
        match &*self.kind {
            Kind::Semantic(SemanticError::Stopped { stop, .. }) => Some(stop),
            _ => None,
        }
    }

    /// Where positions grow, so that only who wins may be known.
    pub fn growth(&self) -> Option<&[Position]> {
        match &*self.kind {
            Kind::Semantic(SemanticError::Fault { kind, at: Some(at) }) if kind.is_too_large() => {
                Some(slice::from_ref(at))
            }
            _ => self.stop()?.growth(),
        }
    }

    /// Whether the work was only interrupted by the user or ran out of time.
    pub fn is_stopped(&self) -> bool {
        matches!(self.stop(), Some(SolveError::Interrupted | SolveError::TimedOut))
    }

    /// Whether it reports a fault of this program, which nothing may hide.
    pub fn is_internal(&self) -> bool {
        matches!(self.stop(), Some(SolveError::Internal(_)))
            || matches!(*self.kind, Kind::Semantic(SemanticError::Broken { .. }))
    }

    pub fn is_interrupted(&self) -> bool {
        self.stop() == Some(&SolveError::Interrupted)
    }

    /// The stable code, such as `E0102`; `help E0102` explains it.
    pub fn code(&self) -> &'static str {
        self.kind.wording().code
    }

    /// The problem in a sentence, to be told in any language.
    pub fn message(&self) -> Line {
        self.kind.wording().message()
    }

    /// A few words under the caret; may be empty.
    pub fn label(&self) -> String {
        quoted(&self.label_words())
    }

    /// The further places, each with its label in English.
    pub fn related_texts(&self) -> impl Iterator<Item = (Span, String)> {
        self.related.iter().map(|(span, words)| (*span, quoted(words)))
    }

    pub fn label_words(&self) -> Line {
        self.kind.wording().label()
    }

    /// What to do about it: `advice`, or else the help of the kind, or an example where it has none.
    pub fn hint(&self) -> Option<Hint> {
        if let Some(advice) = &self.advice {
            return Some((**advice).clone());
        }
        let wording = self.kind.wording();
        let help = Some(wording.help()).filter(|help| !help.is_empty());
        let text = help.or_else(|| Some(codes::example(wording.code)?.into_line()))?;
        Some(Hint { text, replacement: wording.correction(self.span) })
    }
}

/// What a message shows of the text may go over several lines; a title is one.
pub fn in_one_line(message: &str) -> String {
    let lines = message.lines().enumerate();
    let trimmed = lines.map(|(number, line)| if number > 0 { line.trim() } else { line.trim_end() });
    trimmed.collect::<Vec<_>>().join(" ")
}

impl Kind {
    fn wording(&self) -> Wording {
        match self {
            Kind::Syntax(kind) => kind.wording(),
            Kind::Semantic(kind) => kind.wording(),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&in_one_line(&quoted(&self.message())))
    }
}

impl std::error::Error for Error {}

impl From<SyntaxError> for Kind {
    fn from(kind: SyntaxError) -> Kind {
        Kind::Syntax(kind)
    }
}

impl From<SemanticError> for Kind {
    fn from(kind: SemanticError) -> Kind {
        Kind::Semantic(kind)
    }
}

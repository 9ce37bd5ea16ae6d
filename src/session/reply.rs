//! The answer to a statement: a report, notices, and a request to the host.

use super::dialogue::Dialogue;
use super::report::Report;
use super::survey::Survey;
use crate::source::Span;
use crate::syntax::ast::{LetDefinition, Statement};

/// What running a statement gives back.
#[derive(Debug, Default)]
pub struct Reply {
    pub report: Option<Report>,
    /// Remarks beside the answer.
    pub notices: Vec<Notice>,
    /// Work that only the host can do, such as reading a file.
    pub request: Option<Request>,
}

impl Reply {
    pub(super) fn report(report: Report) -> Reply {
        Reply { report: Some(report), ..Reply::default() }
    }

    pub(super) fn request(request: Request) -> Reply {
        Reply { request: Some(request), ..Reply::default() }
    }
}

/// A remark that is not an error.
#[derive(Clone, Debug)]
pub struct Notice {
    pub text: String,
    pub span: Option<Span>,
    /// Whether it is shown in scripts and pipes as well, and not only at the prompt.
    pub everywhere: bool,
}

/// Something the session asks of the host, which alone may touch files, the terminal and the clock.
#[derive(Debug)]
pub enum Request {
    /// Run this file's statements in the session.
    Load { path: String, span: Span },
    /// Read the file that the body of this definition names, and hand its text to [`super::Session::define_data`].
    Read(Box<LetDefinition>),
    /// Open the text of a definition in the user's editor, and run what comes back.
    Edit { name: String, text: String, span: Span },
    /// Write this text.
    Save { path: String, text: String, span: Span },
    /// Write the reply's report into a file; the extension of the path says how.
    Write { path: String, span: Span },
    /// Answer the survey row by row.
    Survey(Box<Survey>),
    /// Run the statement and say how long it took.
    Time(Box<Statement>),
    /// Show the lines typed so far.
    History,
    /// Begin a dialogue, such as a game or a quiz: hand each further line to [`super::Session::step`].
    Dialogue(Box<Dialogue>),
    /// End the session.
    Quit,
}

/// A name that completion can offer.
#[derive(Clone, Debug)]
pub struct KnownName {
    pub name: String,
    pub kind: KnownNameKind,
    /// Defined by the user, not by the library.
    pub own: bool,
    /// One line about it: the beginning of the definition, or the library's description.
    pub line: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KnownNameKind {
    Game,
    Value,
    Function,
}

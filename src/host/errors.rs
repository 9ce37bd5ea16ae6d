//! Errors that come from outside: of files, of Ctrl-C and of the time limit.

use std::path::Path;

use grundy_engine::solve::SolveError;

use super::files;
use crate::error::{Error, Kind, Meaning};
use crate::source::Span;

/// What is wrong with a file that is named as seen from this folder.
pub fn file_error(path: &str, folder: &Path, problem: &str, span: Span) -> Error {
    let similar = files::similar(Path::new(path), folder);
    Error::new(Meaning::File { path: path.to_owned(), problem: problem.to_owned(), similar }, span)
}

/// Why a statement was stopped, if it was.
pub fn stop_of(error: &Error) -> Option<&SolveError> {
    match &*error.kind {
        Kind::Meaning(Meaning::Stopped { stop, .. }) => Some(stop),
        _ => None,
    }
}

/// That a statement was stopped, or did not begin.
pub fn stopped(stop: SolveError, span: Span) -> Error {
    Error::new(Meaning::Stopped { stop: Box::new(stop), reached: None, because: None }, span)
}

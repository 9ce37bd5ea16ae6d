//! Carries out `let edges = read "graph.csv"`: the host reads the file, and the session makes a value of its text.

use std::path::Path;

use grundy_engine::solve::SolveError;

use super::Host;
use super::files::{MAX_FILE_BYTES, ReadError, Readable, file_error, read_text, too_long};
use crate::error::{DataFault, Error, SemanticError};
use crate::session::{Reply, Separator};
use crate::syntax::ast::{ExprKind, LetDefinition};

impl Host {
    /// Reads the file that a definition names, within the time that the statement has left, and makes the definition.
    pub(super) fn data(&mut self, written: &LetDefinition) -> Result<Reply, Error> {
        let ExprKind::Read(path) = &written.body.kind else { return Ok(Reply::default()) };
        let (named, span) = (path.text.as_str(), path.span);
        let (folder, found) = self.found(named);
        let problem = |problem: &str| file_error(named, &folder, problem, span);
        if named.is_empty() {
            return Err(problem(""));
        }
        let Some(separator) = Separator::of(Path::new(named)) else {
            let (path, fault) = (named.to_owned(), DataFault::Format);
            return Err(Error::new(SemanticError::Data { path, fault, line: 0, column: 0 }, span));
        };
        self.may_read_data(&found, named, span)?;
        self.watch.go_on().map_err(|stop| Error::stopped(stop, span))?;
        let text = read_text(&found, Readable::RegularFiles, MAX_FILE_BYTES, || self.watch.stop_reason().is_none());
        let result = match text {
            Ok(text) => self.session.define_data(written, named, &text, separator),
            Err(ReadError::Problem(words)) => Err(problem(&words)),
            Err(ReadError::TooLong(most)) => Err(problem(&too_long("this file", most))),
            Err(ReadError::Stopped) => {
                Err(Error::stopped(self.watch.stop_reason().unwrap_or(SolveError::Interrupted), span))
            }
        };
        self.watch.end();
        result
    }
}

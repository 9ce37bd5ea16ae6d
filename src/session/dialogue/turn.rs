//! What a dialogue says to a line.

use grundy_engine::solve::SolveError;

use crate::error::{Error, Kind, Meaning};
use crate::session::Reply;
use crate::session::report::Report;

/// What is said to one line.
#[derive(Debug)]
pub struct Turn {
    /// One after the other.
    pub said: Vec<Result<Reply, Error>>,
    /// The dialogue has ended.
    pub over: bool,
}

impl Turn {
    pub(super) fn on(report: Report) -> Turn {
        Turn { said: vec![Ok(Reply::report(report))], over: false }
    }

    pub(super) fn over(report: Report) -> Turn {
        Turn { said: vec![Ok(Reply::report(report))], over: true }
    }

    /// An interruption ends the dialogue; after any other error it goes on as before.
    pub(super) fn wrong(error: Error) -> Turn {
        let interrupted =
            matches!(&*error.kind, Kind::Meaning(Meaning::Stopped { stop, .. }) if **stop == SolveError::Interrupted);
        Turn { said: vec![Err(error)], over: interrupted }
    }
}

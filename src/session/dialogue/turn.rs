//! What a dialogue says to a line.

use crate::error::Error;
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
        Turn { over: error.is_interrupted(), said: vec![Err(error)] }
    }
}

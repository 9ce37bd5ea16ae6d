//! The answer of a dialogue to one line.

use crate::error::Error;
use crate::session::Reply;
use crate::session::report::Report;

/// The answer to one line.
#[derive(Debug)]
pub struct Turn {
    /// The replies and errors, in the order in which they are shown.
    pub said: Vec<Result<Reply, Error>>,
    /// Whether the dialogue has ended.
    pub over: bool,
}

impl Turn {
    /// An answer after which the dialogue goes on.
    pub(super) fn on(report: Report) -> Turn {
        Turn { said: vec![Ok(Reply::report(report))], over: false }
    }

    /// An answer that ends the dialogue.
    pub(super) fn over(report: Report) -> Turn {
        Turn { said: vec![Ok(Reply::report(report))], over: true }
    }

    /// An interruption ends the dialogue; after any other error it goes on as before.
    pub(super) fn wrong(error: Error) -> Turn {
        Turn { over: error.is_interrupted(), said: vec![Err(error)] }
    }
}

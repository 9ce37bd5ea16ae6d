//! A session in memory, without the program around it: inputs go in, plain text comes out.

use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use grundy::error::Error;
use grundy::session::report::Report;
use grundy::session::{self, Reply, Request, Session};
use grundy::show::{Painter, Style, error, paint};
use grundy::syntax::ast::Statement;
use grundy_engine::solve::{Limits, Signal};

pub struct Played {
    pub session: Session,
    /// Columns of the screen.
    pub width: usize,
}

impl Played {
    pub fn new() -> Played {
        Played::of(session::new(Limits::default(), Arc::new(Signal::default())))
    }

    pub fn of(session: Session) -> Played {
        Played { session, width: 80 }
    }

    /// Everything the program would show for this input: answers and errors as plain text.
    pub fn answer(&mut self, input: &str) -> String {
        let mut out = String::new();
        for statement in self.session.read("<prompt>", input) {
            let reply = statement.and_then(|statement| self.session.run(&statement));
            out.push_str(&self.shown(reply).0);
        }
        out
    }

    /// An answer or an error as whole lines, and what the session asks of its host.
    pub fn shown(&self, reply: Result<Reply, Error>) -> (String, Option<Request>) {
        let (mut shown, request) = match reply {
            Ok(reply) => self.painted(reply),
            Err(wrong) => {
                (error::error_in(self.session.language, &wrong, self.session.sources(), Painter::Plain), None)
            }
        };
        if !shown.is_empty() && !shown.ends_with('\n') {
            shown.push('\n');
        }
        (shown, request)
    }

    /// Runs a script up to its first error, which is returned as it is shown.
    pub fn script(&mut self, name: &str, text: &str) -> Result<(), String> {
        for statement in self.session.read(name, text) {
            let ran = statement.and_then(|statement| self.reply(&statement));
            if let Err(wrong) = ran {
                return Err(error::error(&wrong, self.session.sources(), Painter::Plain));
            }
        }
        Ok(())
    }

    /// The answer to a statement as text, and what the session asks of its host.
    pub fn reply(&mut self, statement: &Statement) -> Result<(String, Option<Request>), Error> {
        let reply = self.session.run(statement)?;
        Ok(self.painted(reply))
    }

    fn painted(&self, reply: Reply) -> (String, Option<Request>) {
        let mut out = String::new();
        if let Some(told) = &reply.report {
            let told = told.clone().in_language(self.session.language);
            out.push_str(&paint(&told.document(), &Style { width: self.width, ascii: false }, Painter::Plain));
        }
        for notice in &reply.notices {
            out.push_str(&error::notice_in(self.session.language, notice, self.session.sources(), Painter::Plain));
        }
        match reply.request {
            Some(Request::Survey(survey)) if survey.to().is_none() => {
                let (table, ended) = survey.table();
                if ended.is_none() || !table.rows.is_empty() {
                    let told = Reply { report: Some(Report::new(table)), ..Reply::default() };
                    out.push_str(&self.painted(told).0);
                }
                out.push_str(&ended.map_or(String::new(), |wrong| self.shown(Err(wrong)).0));
                (out, None)
            }
            request => (out, request),
        }
    }
}

/// Does some work, with `signal` timed out after `time`.
pub fn timed<T>(signal: &Signal, time: Duration, work: impl FnOnce() -> T) -> T {
    let (done, over) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            if over.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                signal.time_out();
            }
        });
        let result = work();
        drop(done);
        result
    })
}

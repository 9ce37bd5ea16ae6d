//! A session in memory, without the program around it: inputs go in, plain text comes out.

use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use grundy::error::{Error, Notice};
use grundy::session::report::{Report, ShownSurvey};
use grundy::session::{self, Reply, Request, Session};
use grundy::show::{Language, Painter, Style, error, paint};
use grundy::syntax::ast::Statement;
use grundy_engine::solve::{Limits, Signal};

pub struct Played {
    pub session: Session,
    /// Columns of the screen.
    pub width: usize,
}

/// A piece of what the program shows for an input.
pub enum Told {
    Answer(Report),
    Notice(Notice),
    Error(Error),
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
            let told = Played::told(reply).0;
            let tables = told.iter().filter_map(|told| match told {
                Told::Answer(report) if report.kind() == "survey" => Some(report),
                _ => None,
            });
            tables.for_each(|table| self.session.keep_answer(table));
            out.push_str(&self.said(&told, self.session.language, self.width));
        }
        out
    }

    /// An answer or an error as whole lines, and what the session asks of its host.
    pub fn shown(&self, reply: Result<Reply, Error>) -> (String, Option<Request>) {
        let (told, request) = Played::told(reply);
        (self.said(&told, self.session.language, self.width), request)
    }

    /// What a reply tells, piece by piece, and what the session asks of its host.
    pub fn told(reply: Result<Reply, Error>) -> (Vec<Told>, Option<Request>) {
        let reply = match reply {
            Ok(reply) => reply,
            Err(wrong) => return (vec![Told::Error(wrong)], None),
        };
        let mut told: Vec<Told> = reply.report.into_iter().map(Told::Answer).collect();
        told.extend(reply.notices.into_iter().map(Told::Notice));
        match reply.request {
            Some(Request::Survey(survey)) if survey.to().is_none() => {
                let (table, ended) = survey.table();
                if ended.is_none() || !table.rows.is_empty() {
                    told.push(Told::Answer(Report::new(ShownSurvey(table))));
                }
                told.extend(ended.map(Told::Error));
                (told, None)
            }
            request => (told, request),
        }
    }

    /// What was told as whole lines in a language, on a screen of so many columns.
    pub fn said(&self, told: &[Told], language: Language, width: usize) -> String {
        self.painted(told, language, width, Painter::Plain)
    }

    /// The same, painted with this.
    pub fn painted(&self, told: &[Told], language: Language, width: usize, painter: Painter) -> String {
        let sources = self.session.sources();
        let mut said = String::new();
        for told in told {
            said.push_str(&match told {
                Told::Answer(report) => {
                    let document = report.clone().in_language(language).document();
                    paint(&document, &Style { width, ascii: false }, painter)
                }
                Told::Notice(notice) => error::notice_in(language, notice, sources, painter),
                Told::Error(wrong) => error::error_in(language, wrong, sources, painter),
            });
        }
        if !said.is_empty() && !said.ends_with('\n') {
            said.push('\n');
        }
        said
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
        Ok(self.shown(Ok(reply)))
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

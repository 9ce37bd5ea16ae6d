//! The meaning of the language: names, lowering, expressions, statements. A statement goes in, a `Reply` comes out;
//! nothing is printed, read or written here.

mod advice;
mod answers;
mod builtin;
mod check;
mod claims;
mod comparisons;
mod definitions;
pub mod dialogue;
mod endless;
mod evaluate;
mod explain;
mod free_names;
mod guide;
pub mod library;
mod lower;
mod made;
mod names;
mod periods;
mod pictures;
mod place;
mod preview;
mod proposal;
mod reached;
mod reading;
pub mod report;
mod saving;
mod sources;
mod tables;
mod uses;

use std::collections::HashSet;
use std::sync::Arc;

use grundy_engine::game::Value;
use grundy_engine::solve::{Limits, Signal, SolveError, Solver};
pub use guide::{TOPICS, Topic};

use names::Names;
pub use reading::Statements;
use report::Report;

use crate::error::{Error, Kind, Meaning};
use crate::source::{SourceId, Sources, Span};
use crate::syntax::ast::{Statement, StatementKind};

/// What running a statement gives back.
#[derive(Debug, Default)]
pub struct Reply {
    pub report: Option<Report>,
    /// Things worth saying beside the answer.
    pub notices: Vec<Notice>,
    /// What only the outside can do.
    pub request: Option<Request>,
}

impl Reply {
    fn report(report: Report) -> Reply {
        Reply { report: Some(report), ..Reply::default() }
    }

    fn request(request: Request) -> Reply {
        Reply { request: Some(request), ..Reply::default() }
    }
}

/// A remark that is not an error.
#[derive(Clone, Debug)]
pub struct Notice {
    pub text: String,
    pub span: Option<Span>,
    /// Is it said in scripts and pipes as well, and not only to somebody at the prompt?
    pub everywhere: bool,
}

/// Something the session asks of `main`, who alone may touch the outside.
#[derive(Debug)]
pub enum Request {
    /// Run this file's statements in the session.
    Load {
        path: String,
        span: Span,
    },
    /// Write this text.
    Save {
        path: String,
        text: String,
        span: Span,
    },
    /// Write the reply's report into a file; the extension of the path says how.
    Write {
        path: String,
        span: Span,
    },
    /// Run the statement and say how long it took.
    Time(Box<Statement>),
    History,
    /// Go on line by line: hand each to [`Session::step`].
    Dialogue(Box<dialogue::Dialogue>),
    Quit,
}

/// What a line could go on with, for completion.
#[derive(Clone, Debug)]
pub struct Known {
    pub name: String,
    pub kind: KnownKind,
    /// Defined by the user, not by the library.
    pub own: bool,
    /// One line about it.
    pub line: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KnownKind {
    Game,
    Value,
    Function,
}

/// Definitions, and everything computed with them. Two sessions never meet.
pub struct Session {
    names: Names,
    solver: Solver,
    /// Whether the remark that `^` is no xor has been made.
    power_noted: bool,
    /// The seed of the last quiz; 0 before the first.
    quizzes: u64,
    tour: dialogue::Place,
    /// What the texts read so far are going to define.
    coming: HashSet<String>,
    /// Where the text of the last preview stands.
    previewed: Option<SourceId>,
    /// When there are so many texts, those that nothing points into are dropped.
    texts: usize,
}

impl Session {
    pub fn new(limits: Limits, signal: Arc<Signal>) -> Session {
        let solver = Solver::new(limits, signal);
        Session {
            names: Names::new(solver.budget().meter().clone()),
            solver,
            power_noted: false,
            quizzes: 0,
            tour: dialogue::Place::default(),
            coming: HashSet::new(),
            previewed: None,
            texts: 0,
        }
    }

    /// The texts the session has met.
    pub fn sources(&self) -> &Sources {
        &self.names.sources
    }

    /// Runs one statement. What was defined before stays, whatever happens. Where memory is wanting, tables that the
    /// statement does not ask are given up for it.
    ///
    /// # Errors
    /// What has no meaning in it, or why it cannot be answered.
    pub fn run(&mut self, statement: &Statement) -> Result<Reply, Error> {
        self.solver.begin();
        loop {
            match self.run_untried(statement) {
                Err(error) if is_out_of_memory(&error) && self.solver.give_up() => {}
                result => return result.map_err(|error| self.settled(error, statement.span)),
            }
        }
    }

    /// The same with the memory that is free, and with proposals that nobody has tried.
    fn run_untried(&mut self, statement: &Statement) -> Result<Reply, Error> {
        self.names.begin();
        let reply = self.reply(statement);
        if reply.as_ref().is_err_and(is_out_of_memory) {
            // The next question is to find room.
            self.names.forget_answers();
        }
        self.solver.give_back(self.names.forgotten());
        reply.map_err(|error| self.names.advised(error, statement))
    }

    fn reply(&mut self, statement: &Statement) -> Result<Reply, Error> {
        let span = statement.span;
        match &statement.kind {
            StatementKind::Game(definition) => self.define_game(definition),
            StatementKind::Let(definition) => self.define_value(definition),
            StatementKind::Ask(ask) => self.answer(ask, span),
            StatementKind::Explain { subject, misere, to } => {
                self.explain(subject, *misere).map(|reply| written(reply, to.as_ref()))
            }
            StatementKind::Table { game, ranges, misere, to } => {
                self.table(game, ranges, *misere, span).map(|reply| written(reply, to.as_ref()))
            }
            StatementKind::Values { game, range, to } => {
                self.values(game, range.as_ref()).map(|reply| written(reply, to.as_ref()))
            }
            StatementKind::Check(claim) => self.check_claim(claim, span),
            StatementKind::Assert(claim) => self.assert_claim(claim, span),
            StatementKind::Print(things) => self.print(things),
            StatementKind::Expression(expr) => self.show_value(expr),
            StatementKind::Games => Ok(self.games()),
            StatementKind::Show(name) => self.show(name.as_ref()),
            StatementKind::About(name) => self.about(name),
            StatementKind::Forget(names) => self.forget(names),
            StatementKind::Help(word) => self.help(word.as_deref(), span),
            StatementKind::Load(path) => Ok(Reply::request(Request::Load { path: path.text.clone(), span: path.span })),
            StatementKind::Save(path) => {
                let text = self.saved();
                Ok(Reply::request(Request::Save { path: path.text.clone(), text, span: path.span }))
            }
            StatementKind::Time(inner) => Ok(Reply::request(Request::Time(inner.clone()))),
            StatementKind::History => Ok(Reply::request(Request::History)),
            StatementKind::Quit => Ok(Reply::request(Request::Quit)),
            StatementKind::Plot { game, ranges, to } => {
                self.plot(game, ranges, span).map(|reply| written(reply, to.as_ref()))
            }
            StatementKind::Tree { position, to } => {
                self.tree(position, to.as_ref()).map(|reply| written(reply, to.as_ref()))
            }
            StatementKind::Play { position, misere, machine_first } => self.play(position, *misere, *machine_first),
            StatementKind::Quiz { game, seed } => self.quiz(game, *seed),
            StatementKind::Tour => Ok(self.tour()),
        }
    }

    /// Remembers a value as `ans`.
    fn answered(&mut self, value: Value) {
        self.names.answer_recipe = self.recipe(&value, None);
        self.names.answer = Some(value);
    }
}

fn is_out_of_memory(error: &Error) -> bool {
    let Kind::Meaning(Meaning::Stopped { stop, .. }) = &*error.kind else { return false };
    matches!(**stop, SolveError::Memory { .. })
}

/// The same reply, with its report to be written into a file if one is named.
fn written(mut reply: Reply, to: Option<&crate::syntax::ast::Path>) -> Reply {
    if let Some(path) = to {
        reply.request = Some(Request::Write { path: path.text.clone(), span: path.span });
    }
    reply
}

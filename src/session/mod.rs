//! The meaning of the language: names, lowering, expressions, statements. A statement goes in, a `Reply` comes out;
//! nothing is printed, read or written here.

mod advice;
mod answers;
mod builtin;
mod checked;
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
mod names;
mod periods;
mod pictures;
mod preview;
mod proposal;
pub mod report;
mod saving;
mod sources;
mod tables;

use std::collections::HashSet;
use std::sync::Arc;

pub use guide::{TOPICS, Topic};

use names::Names;
use report::Report;

use crate::error::{Error, Kind, Meaning};
use crate::game::Value;
use crate::solve::{Limits, Signal, Solver, Stop};
use crate::source::{Source, SourceId, Sources, Span};
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
}

impl Session {
    pub fn new(limits: Limits, signal: Arc<Signal>) -> Session {
        let solver = Solver::new(limits, signal);
        Session {
            names: Names::new(solver.budget().go_on().clone()),
            solver,
            power_noted: false,
            quizzes: 0,
            tour: dialogue::Place::default(),
            coming: HashSet::new(),
            previewed: None,
        }
    }

    /// Takes a text into the session and splits it into statements; each is a tree or an error.
    pub fn read(&mut self, name: &str, text: &str) -> Vec<Result<Statement, Error>> {
        self.read_after(name, text, 0)
    }

    /// The same for a text before which so many lines have been taken in.
    pub fn read_after(&mut self, name: &str, text: &str, lines: usize) -> Vec<Result<Statement, Error>> {
        let source = self.names.sources.add(Source::new(name, text).after_lines(lines));
        let mut read = crate::syntax::parse(source, text);
        self.coming.extend(read.iter().flatten().filter_map(defined_name));
        self.settle_reading(source, text, &mut read);
        read
    }

    /// The same for a text that may be long: whoever wishes to stop meanwhile is heard, and the last member says so.
    pub fn read_long(&mut self, name: &str, text: &str, lines: usize) -> Vec<Result<Statement, Error>> {
        let source = self.names.sources.add(Source::new(name, text).after_lines(lines));
        let budget = self.solver.budget();
        let mut read = crate::syntax::parse_while(source, text, |span| {
            budget.check().map_err(|stop| {
                Error::new(Meaning::Stopped { stop: Box::new(stop), reached: None, because: None }, span)
            })
        });
        self.coming.extend(read.iter().flatten().filter_map(defined_name));
        if budget.check().is_ok() {
            self.settle_reading(source, text, &mut read);
        }
        read
    }

    /// The texts the session has met.
    pub fn sources(&self) -> &Sources {
        &self.names.sources
    }

    /// Runs one statement. What was defined before stays, whatever happens.
    ///
    /// # Errors
    /// What has no meaning in it, or why it cannot be answered.
    pub fn run(&mut self, statement: &Statement) -> Result<Reply, Error> {
        self.run_untried(statement).map_err(|error| self.settled(error, statement.span))
    }

    /// The same, with proposals that nobody has tried.
    fn run_untried(&mut self, statement: &Statement) -> Result<Reply, Error> {
        self.names.begin();
        let reply = self.reply(statement);
        if let Err(error) = &reply
            && matches!(&*error.kind, Kind::Meaning(Meaning::Stopped { stop, .. }) if matches!(**stop, Stop::Memory { .. }))
        {
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

/// The name a statement defines.
fn defined_name(statement: &Statement) -> Option<String> {
    match &statement.kind {
        StatementKind::Game(definition) => Some(definition.name.text.clone()),
        StatementKind::Let(definition) => Some(definition.name.text.clone()),
        StatementKind::Time(inner) => defined_name(inner),
        _ => None,
    }
}

/// The same reply, with its report to be written into a file if one is named.
fn written(mut reply: Reply, to: Option<&crate::syntax::ast::Path>) -> Reply {
    if let Some(path) = to {
        reply.request = Some(Request::Write { path: path.text.clone(), span: path.span });
    }
    reply
}

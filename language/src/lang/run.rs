//! Reads texts into a session, runs their statements one by one, and drops texts that nothing points into any more. A
//! statement is handed to the verbs, and is tried again when memory runs out; sums that a rule leaves out among the options,
//! since one of their parts is not a position of its game, are noted.

use std::any::Any;

use grundy_engine::game::{LeftOut, Meter, Places, Position, Ruleset, Value, Violated};
use grundy_engine::solve::SolveError;
use serde::Serialize;

use crate::error::{Error, Notice};
use crate::lang::names::Names;
use crate::lang::session::{Reply, Request, Session};
use crate::lang::{advice, answers, evaluate};
use crate::show::language::known::Language;
use crate::show::report::{Report, Showable};
use crate::show::told::{Told, told};
use crate::source::{Source, SourceGuard, SourceId, Span, Text};
use crate::syntax::ast::Statement;
use crate::syntax::{Leniency, directive};

/// As long as there are fewer texts than this, unused ones are not dropped.
const MOST_KEPT: usize = 1 << 10;
/// Long texts are dropped earlier: after so many bytes of further texts.
const MOST_BYTES: usize = 1 << 22;

/// The statements of a text, each a tree or an error. The text is kept as long as this value exists.
pub struct Statements {
    statements: Vec<Result<Statement, Error>>,
    source: SourceId,
    guard: SourceGuard,
}

/// Iterates over the statements of a text, and keeps the text until it is dropped.
pub struct IntoIter {
    statements: std::vec::IntoIter<Result<Statement, Error>>,
    _guard: SourceGuard,
}

impl std::ops::Deref for Statements {
    type Target = Vec<Result<Statement, Error>>;

    fn deref(&self) -> &Self::Target {
        &self.statements
    }
}

impl std::ops::DerefMut for Statements {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.statements
    }
}

impl IntoIterator for Statements {
    type Item = Result<Statement, Error>;
    type IntoIter = IntoIter;

    fn into_iter(self) -> IntoIter {
        IntoIter { statements: self.statements.into_iter(), _guard: self.guard }
    }
}

impl Iterator for IntoIter {
    type Item = Result<Statement, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        self.statements.next()
    }
}

impl Statements {
    /// A guard that keeps the text after the statements have been moved out.
    pub fn guard(&self) -> SourceGuard {
        self.guard.clone()
    }

    /// The text that the statements come from.
    pub fn source(&self) -> SourceId {
        self.source
    }
}

impl Session {
    /// Adds a text to the session and parses it; each statement is a tree or an error.
    pub fn read(&mut self, name: &str, text: &str) -> Statements {
        let (source, guard) = self.taken_in(name, text, 0);
        let mut read = crate::syntax::parse_while(source, text, self.names.asking(), |_, _| Ok(()));
        self.announce(&read);
        self.verbs.test_advice_of_reading(self, &mut read, &mut || true);
        Statements { statements: read.into_iter().map(|(_, read)| read).collect(), source, guard }
    }

    /// Reads the text of these statements again behind a place, where these words, which could ask, are names.
    pub fn read_again(&self, guard: &SourceGuard, behind: Span, asking: Vec<&'static str>) -> Statements {
        let source = behind.source();
        let text = self.names.sources.get(source).map_or("", |source| &source.text);
        let meter = self.solver.budget().meter();
        let metered = |span, bytes| meter.room(bytes).map_err(|halt| Error::stopped(halt, span));
        let statements = crate::syntax::parse_while(source, text, asking, metered).into_iter();
        let statements = statements.filter(|(place, _)| place.start() >= behind.end()).map(|(_, read)| read).collect();
        Statements { statements, source, guard: guard.clone() }
    }

    /// Notes what a text will define when it is run.
    fn announce(&mut self, read: &[(Span, Result<Statement, Error>)]) {
        let defined = read.iter().flat_map(|(_, read)| read).filter_map(|read| read.untimed().defined());
        self.announced_names.extend(defined.map(|name| name.text.clone()));
    }

    /// Like [`Session::read`], for a text that may be long: reading can be interrupted, and then the last member is
    /// the error that says so. `lines` is the number of lines that stand before this text, for the line numbers in
    /// errors.
    pub fn read_long(&mut self, name: &str, text: &str, lines: usize) -> Statements {
        let (source, guard) = self.taken_in(name, text, lines);
        // If tables fill the memory, the solver drops some of them now.
        self.solver.begin();
        let budget = self.solver.budget().clone();
        let meter = |span, bytes| budget.meter().room(bytes).map_err(|halt| Error::stopped(halt, span));
        let mut read = crate::syntax::parse_while(source, text, self.names.asking(), meter);
        self.announce(&read);
        self.verbs.test_advice_of_reading(self, &mut read, &mut || budget.check().is_ok());
        let mut statements: Vec<_> = read.into_iter().map(|(_, read)| read).collect();
        let says_why = |read: &Result<Statement, Error>| read.as_ref().is_err_and(Error::is_stopped);
        if let Err(SolveError::Interrupted | SolveError::TimedOut) = budget.check()
            && !statements.last().is_some_and(says_why)
        {
            statements.extend(meter(Text::new(source, text).place(0), 0).err().map(Err));
        }
        statements.iter().flat_map(|read| read.as_ref().err()).for_each(|error| self.forget_stop(error));
        Statements { statements, source, guard }
    }

    /// Adds a text. If there are many, those that nothing points into are dropped first. From now on answers are told in the
    /// language that the text asks for, if it does and the program has words in it.
    fn taken_in(&mut self, name: &str, text: &str, lines: usize) -> (SourceId, SourceGuard) {
        if let Some(language) = directive::language(text).and_then(Language::with_code) {
            self.language = language;
        }
        self.unswept_bytes += text.len();
        if self.names.sources.len() >= self.sweep_sources_at || self.unswept_bytes >= MOST_BYTES {
            let places = self.places();
            self.names.sources.sweep(&places.texts);
            self.sweep_sources_at = 2 * self.names.sources.len() + MOST_KEPT;
            self.unswept_bytes = text.len();
        }
        self.names.sources.add_temporary(Source::new(name, text).after_lines(lines))
    }

    /// The texts that definitions, values and the solver's tables point into.
    fn places(&self) -> Places {
        let mut places = Places::default();
        self.names.mark(&mut places);
        self.solver.mark(&mut places);
        places
    }
}

impl Session {
    /// Runs one statement. An error leaves earlier definitions as they were. When memory runs out, solver tables
    /// that this statement has not used are dropped and the statement is run again.
    ///
    /// # Errors
    /// The statement has no meaning, or the solver stopped before it had an answer.
    pub fn run(&mut self, statement: &Statement) -> Result<Reply, Error> {
        self.solver.begin();
        loop {
            match self.run_untried(statement) {
                Err(error) if is_out_of_memory(&error) && self.solver.give_up() => {}
                result => {
                    let result = result.map_err(|error| self.verbs.with_law(self, error, statement));
                    let result = result.map_err(|error| self.verbs.with_tested_advice(self, error, statement.span));
                    let caveats = self.names.caveats.take(&self.solver.take_claims(), statement.span);
                    let mut reply = self.reported(result)?;
                    reply.notices.extend(caveats);
                    reply.notices.extend(self.left_out_notices());
                    return Ok(reply);
                }
            }
        }
    }

    /// Runs a statement once: no tables are dropped when memory runs out, and the corrections that an error
    /// proposes are not tested (see `proposal.rs`).
    pub fn run_untried(&mut self, statement: &Statement) -> Result<Reply, Error> {
        let reply = self.reply(statement);
        if reply.as_ref().is_err_and(is_out_of_memory) {
            // Cached answers of functions are dropped, so that the next run has more memory.
            self.names.forget_answers();
        }
        reply.map_err(|error| advice::out_of_library(&self.names, advice::advised(&self.names, error, statement)))
    }

    /// Answers a statement. If it names a file with `to`, the reply asks the host to write the report into it.
    fn reply(&mut self, statement: &Statement) -> Result<Reply, Error> {
        let mut reply = self.verbs.answer(self, statement)?;
        if let Some(report) = &reply.report {
            self.keep_answer(report);
        }
        let noted = |leniency: &Leniency| {
            let text = leniency.note.clone()?;
            Some(Notice::new(text, Some(leniency.span), true))
        };
        reply.notices.extend(statement.lenient.iter().filter_map(noted));
        // A reply that already has a request, such as that of `survey`, leaves the writing to the request.
        if let Some(path) = statement.to().filter(|_| reply.request.is_none()) {
            reply.request = Some(Request::Write { path: path.text.clone(), span: path.span });
        }
        Ok(reply)
    }

    /// An answer, in the language of the session.
    pub fn told(&self, answer: impl Showable + Serialize + Any) -> Report {
        Report::new(answer).in_language(self.language)
    }

    /// Remembers the value of an answer that has one. If too many values would be made for that, it is only counted.
    pub fn keep_answer(&mut self, report: &Report) {
        if let Some((size, make)) = report.value() {
            let made = (size <= answers::MOST_MADE).then(make);
            self.keep_value(made);
        }
    }

    /// Remembers a value that was answered; one that is not known is only counted.
    pub fn keep_value(&mut self, value: Option<Value>) {
        let is_short = |value: &Value| {
            let mut room = answers::LONGEST;
            evaluate::fits(value, &mut room, self.solver.budget().meter()).unwrap_or(false)
        };
        let is_long = value.as_ref().is_some_and(|value| !is_short(value));
        let answer = value.map(|value| {
            let recipe = self.recipe(&value, None);
            (value, recipe)
        });
        let mut answers = std::mem::take(&mut self.names.answers);
        answers.add(answer, is_long);
        self.names.set_answers(answers);
    }

    /// Remembers a value as `ans`, and as the next one that was answered.
    pub fn set_ans(&mut self, value: Value) {
        self.keep_value(Some(value));
    }
}

fn is_out_of_memory(error: &Error) -> bool {
    matches!(error.stop(), Some(SolveError::Memory { .. }))
}

impl Session {
    /// The notes on what the last statement has found: one for each game, at the first question about it.
    fn left_out_notices(&mut self) -> Vec<Notice> {
        let found = self.solver.left_out_sums.take();
        let meter = self.solver.budget().meter();
        found.iter().map(|found| notice(found, &self.names, meter)).collect()
    }
}

fn notice(found: &LeftOut, names: &Names, meter: &Meter) -> Notice {
    let LeftOut { from, option, outside, at } = found;
    let why = why_outside(outside, names, meter);
    let text = told!(
        "{from} has no move to {option}, since {why}; a sum is an option only if all its parts are positions",
        from = from.to_string(),
        option = option.to_string(),
        why
    );
    Notice::new(text, Some((*at).into()), true)
}

/// Why these are not the coordinates of a position of the game.
fn why_outside(outside: &Position, names: &Names, meter: &Meter) -> Told {
    let x = outside.to_string();
    if let Ok(Some(Violated { at, stated, .. })) = outside.violated(meter)
        && (stated.is_some() || outside.below_zero().is_none())
    {
        let written = names.text(at.into()).trim();
        return match stated.is_some() {
            true => told!("`{written}` does not hold for {x}", written, x),
            false => told!("`where {written}` does not hold for {x}", written, x),
        };
    }
    match (&outside.game.ruleset, outside.below_zero()) {
        (Ruleset::Written(system, index), Some(place)) => {
            told!("{name} is below 0 in {x}", name = &*system.rules[*index].coordinates[place], x)
        }
        (Ruleset::Heap(_), Some(_)) => told!("the heap is below 0 in {x}", x),
        _ => told!("{x} is not a position", x),
    }
}

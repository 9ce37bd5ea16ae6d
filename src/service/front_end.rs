//! What becomes of a statement and of the requests of a session, the same for every front end: the prompt and scripts
//! (`host`), the web page (`web/engine`), and programs that only want answers (`cells.rs`).

use std::borrow::Cow;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use grundy_engine::solve::SolveError;

use super::faults::{Fault, Standing, guarded};
use super::files::{extension, file_error};
use super::guard::{Author, Output, Writable, WriteTarget, marked};
use super::state::Service;
#[cfg(not(target_family = "wasm"))]
use super::unfinished_files::{UnfinishedFiles, WriteError};
use crate::error::{DataFault, Error, Notice, SemanticError};
use crate::session::dialogue::{Dialogue, Turn};
use crate::session::report::ShownSurvey;
use crate::session::report::Surveyed;
use crate::session::{self, Reply, Request, Separator, Statements, Survey, SurveyTable};
use crate::show;
use crate::show::certificate;
use crate::show::lists::SurveyCell;
use crate::show::report::Report;
use crate::show::row_format::{RowFormat, RowWriter};
use crate::show::rows::RowField;
use crate::show::told::told;
use crate::source::Span;
use crate::syntax::ast::{LetDefinition, Statement};
use crate::syntax::{directive, transcript};

/// Whether a run goes on with the next statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    On,
    /// `quit`, or the reader of the output has gone (broken pipe).
    Quit,
    /// After an error, where errors end the run.
    Stop,
}

/// Writes the content of a file, in pieces.
pub type FileContent<'a> = &'a mut dyn FnMut(&mut dyn io::Write) -> io::Result<()>;

/// A front end: it shows what a session says, and gives it what only the outside has. What is the same for all of them is
/// provided.
pub trait FrontEnd: Sized {
    fn service(&self) -> &Service;

    fn service_mut(&mut self) -> &mut Service;

    /// Shows an answer to the statement at `span`. Returns whether the run goes on.
    fn answer(&mut self, report: &Report, span: Span) -> Flow;

    /// Shows an error. Returns whether the run goes on.
    fn report_error(&mut self, error: &Error) -> Flow;

    /// Runs what was surely meant by a statement with an error, where that is not only told. `None` if it is not sure.
    fn run_certain(&mut self, _error: &Error) -> Option<Flow> {
        None
    }

    /// Shows a remark.
    fn notice(&mut self, notice: &Notice);

    /// Shows some lines.
    fn line(&mut self, text: &str);

    /// Begins a dialogue; `opening` is what is said first.
    fn dialogue(&mut self, dialogue: Dialogue, opening: Option<&Report>) -> Flow;

    /// Writes a file of this name. If somebody has to agree, they are asked.
    fn put(&mut self, path: &str, content: FileContent, output: Output, span: Span) -> Flow;

    /// Shows what was typed so far.
    fn history(&mut self);

    /// The time in seconds, from any moment on.
    fn seconds(&self) -> f64;

    /// Says how long a statement took.
    fn took(&mut self, seconds: f64);

    /// Notes that the statement at this place is being answered.
    fn begins(&mut self, _span: Span) {}

    /// Whether the run goes on where nothing went wrong.
    fn going_on(&self) -> Flow {
        Flow::On
    }

    /// `quit`.
    fn quit(&mut self) -> Flow {
        Flow::Quit
    }

    /// Whether it shows remarks that explain, and not only those that every reader needs.
    fn explains(&self) -> bool {
        true
    }

    /// Whether errors end a script.
    fn keeps_going(&self) -> bool {
        false
    }

    /// Whether texts are transcripts, whatever they begin with.
    fn reads_transcripts(&self) -> bool {
        false
    }

    /// Whether a text that is typed is not run at all if a part of it cannot be read, and the next one is waited for.
    fn is_typed(&self) -> bool {
        false
    }

    /// Whether an answer that is written into a file is shown as well.
    fn shows_what_it_writes(&self, _report: &Report) -> bool {
        false
    }

    /// Says that a file was written.
    fn wrote(&mut self, _path: &str) {}

    /// A computation begins, and the time of its statement.
    ///
    /// # Errors
    /// Why it must not.
    fn begin(&mut self) -> Result<(), SolveError> {
        self.service().clock().begin()
    }

    /// Another part of a computation begins, within the time of the same statement.
    ///
    /// # Errors
    /// Why it must not.
    fn go_on(&mut self) -> Result<(), SolveError> {
        self.service().clock().go_on()
    }

    /// The computation has ended.
    fn end(&mut self) {
        self.service().clock().end();
    }

    /// Why the computation at hand, or the next one, should stop.
    fn stop_reason(&self) -> Option<SolveError> {
        self.service().clock().stop_reason()
    }

    /// The error that the run was stopped, if it was and `error` does not say so: it is reported instead of `error`. A file may
    /// hold very many statements that cannot be read, and they do not look at the signal. That the time is up counts only
    /// while a file is loaded.
    fn stopped_instead(&self, error: &Error) -> Option<Error> {
        let is_loading = self.service().clock().loads() > 0;
        let stop = self.stop_reason().filter(|stop| is_loading || *stop == SolveError::Interrupted)?;
        (!error.is_stopped()).then(|| Error::stopped(stop, error.span))
    }

    /// Runs a statement and shows its answer, or the error.
    fn statement(&mut self, statement: Result<Statement, Error>) -> Flow {
        let span = statement.as_ref().map_or_else(|error| error.span, |statement| statement.span);
        let standing = self.service().standing();
        guarded(|| self.answer_statement(statement, span)).unwrap_or_else(|fault| self.broken(standing, fault, span))
    }

    /// A fault of the program has ended an answer. The session goes on from where it stood.
    fn broken(&mut self, standing: Standing, fault: Fault, span: Span) -> Flow {
        self.service_mut().recover(standing);
        self.report_error(&Error::new(SemanticError::Broken { what: fault.0 }, span))
    }

    fn answer_statement(&mut self, statement: Result<Statement, Error>, span: Span) -> Flow {
        let whole = statement.as_ref().map_or(Span::NOWHERE, |statement| statement.whole);
        self.begins(whole);
        let is_expected = self.expects_failure(whole);
        let outer = std::mem::replace(&mut self.service_mut().expects_failure, is_expected);
        let reply = statement.and_then(|statement| self.run(&statement));
        let holds = reply.as_ref().is_ok_and(|reply| !reply.report.as_ref().is_some_and(|report| report.fails()));
        let flow = match reply {
            Ok(reply) => self.reply(reply, span),
            Err(error) => {
                let error = self.stopped_instead(&error).unwrap_or(error);
                self.run_certain(&error).unwrap_or_else(|| self.report_error(&error))
            }
        };
        self.service_mut().expects_failure = outer;
        match is_expected && holds {
            true => self.report_error(&Error::new(SemanticError::NoFailure, span)),
            false => flow,
        }
    }

    /// Whether a directive above the statement at this place says that it fails.
    fn expects_failure(&self, whole: Span) -> bool {
        let source = self.service().session.sources().get(whole.source());
        source.is_some_and(|source| directive::expects_failure(&source.text, whole.start()))
    }

    /// Runs a statement within its limits. It shows nothing.
    ///
    /// # Errors
    /// Those of [`crate::session::Session::run`], and that it was stopped.
    fn run(&mut self, statement: &Statement) -> Result<Reply, Error> {
        self.begin().map_err(|stop| Error::stopped(stop, statement.span))?;
        let result = self.service_mut().session.run(statement);
        self.end();
        // The request came after the statement had looked at the signal for the last time.
        if result.is_ok() && self.stop_reason() == Some(SolveError::Interrupted) {
            return Err(Error::stopped(SolveError::Interrupted, statement.span));
        }
        result
    }

    /// Shows a reply, and carries out its request.
    fn reply(&mut self, mut reply: Reply, span: Span) -> Flow {
        let language = self.service().session.language;
        reply.report = reply.report.map(|report| report.in_language(language));
        for notice in &reply.notices {
            if self.explains() || notice.everywhere {
                self.notice(notice);
            }
        }
        match (reply.request, &reply.report) {
            (Some(request), report) => self.request(request, report.as_ref(), span),
            (None, Some(report)) => self.answer(report, span),
            (None, None) => self.going_on(),
        }
    }

    /// Carries out a request of the session; `report` is the answer that came with it, and `span` is where its statement
    /// stands.
    fn request(&mut self, request: Request, report: Option<&Report>, span: Span) -> Flow {
        match request {
            Request::Write { path, span: place } => match report {
                Some(report) => {
                    if self.shows_what_it_writes(report) {
                        self.answer(report, span);
                    }
                    self.write_report(report, &path, place)
                }
                None => Flow::On,
            },
            Request::Dialogue(dialogue) => self.dialogue(*dialogue, report),
            Request::Survey(survey) => self.survey(*survey),
            Request::Read(written) => match self.data(&written) {
                Ok(reply) => self.reply(reply, written.span),
                Err(error) => self.report_error(&error),
            },
            Request::Load { path, span } => self.load(&path, span),
            Request::Edit { name, text, span } => self.edit(&name, &text, span),
            Request::Save { path, text, span } => self.save(&path, &text, span),
            Request::Time(statement) => {
                let begun = self.seconds();
                let flow = self.statement(Ok(*statement));
                self.begins(span);
                self.took(self.seconds() - begun);
                flow
            }
            Request::History => {
                self.history();
                Flow::On
            }
            Request::Quit => self.quit(),
        }
    }

    /// Writes a report into a file, in the format that its name stands for.
    fn write_report(&mut self, report: &Report, path: &str, span: Span) -> Flow {
        match file_format(report, path, span) {
            Ok(format) => self.put(path, &mut |out| show::file::write(report, &format, out), Output::Answer, span),
            Err(error) => self.report_error(&error),
        }
    }

    /// Carries out `edit`: opens the text of a definition in an editor.
    fn edit(&mut self, name: &str, _text: &str, span: Span) -> Flow {
        let problem = "only a prompt at a terminal opens an editor".to_owned();
        self.report_error(&Error::new(SemanticError::NoEditor { name: name.to_owned(), problem }, span))
    }

    /// Carries out `save`. A mark in the file tells a later `save` that it may replace it.
    fn save(&mut self, path: &str, text: &str, span: Span) -> Flow {
        let marked = marked(text);
        self.put(path, &mut |out| out.write_all(marked.as_bytes()), Output::Definitions, span)
    }

    /// The place to write to; `None` if the user does not want the file there to be replaced.
    ///
    /// # Errors
    /// Why the current statement may not write this file.
    fn may_write(&mut self, named: &str, output: Output, span: Span) -> Result<Option<Writable>, Error> {
        match self.service().guard.may_write(named, output, span)? {
            WriteTarget::At(place) => Ok(Some(place)),
            WriteTarget::Asks { place, question, is_input } => match self.confirms(&question) {
                Some(agrees) => Ok(agrees.then_some(place)),
                None if is_input => {
                    Err(Error::new(SemanticError::NotReplaced { path: named.to_owned(), is_input }, span))
                }
                None => Ok(Some(place)),
            },
        }
    }

    /// Says that a file, or a definition, was not replaced.
    fn left_as_it_was(&mut self, what: &str) {
        let told = self.service().session.language.words(told!("{what} is left as it was.", what));
        self.line(&told);
    }

    /// Asks whether a file is to be replaced; `None` if nobody can be asked.
    fn confirms(&mut self, _question: &str) -> Option<bool> {
        None
    }

    /// Writes a file piece by piece, as a whole or not at all.
    #[cfg(not(target_family = "wasm"))]
    fn put_whole(
        &mut self,
        path: &str,
        content: FileContent,
        output: Output,
        span: Span,
        unfinished_files: &UnfinishedFiles,
    ) -> Flow {
        let target = match self.may_write(path, output, span) {
            Ok(Some(target)) => target,
            Ok(None) => {
                self.left_as_it_was(path);
                return Flow::On;
            }
            Err(error) => return self.report_error(&error),
        };
        // A long answer is made while it is written, within the time that is left.
        if let Err(stop) = self.go_on() {
            return self.report_error(&Error::stopped(stop, span));
        }
        let stop = self.stop_reasons();
        let written = unfinished_files.replace(&target, |out| content(out), || stop().is_none());
        let stop = stop().unwrap_or(SolveError::Interrupted);
        self.end();
        match written {
            Ok(()) => {
                self.wrote(path);
                Flow::On
            }
            Err(WriteError::Stopped) => self.report_error(&Error::stopped(stop, span)),
            Err(WriteError::Problem(problem)) => self.report_error(&file_error(path, Path::new(""), &problem, span)),
        }
    }

    /// Answers with the table of a survey, whose value is then the last one.
    fn table(&mut self, table: SurveyTable, span: Span) -> Flow {
        let table = self.service().session.told(ShownSurvey(table));
        self.service_mut().session.keep_answer(&table);
        self.answer(&table, span)
    }

    /// Answers a survey row by row on this thread: as a table, or into a file.
    fn survey(&mut self, survey: Survey) -> Flow {
        let span = survey.span;
        let Some(path) = survey.to().cloned() else {
            let (table, error) = survey.table();
            let flow = match error.is_some() && table.rows.is_empty() {
                true => Flow::On,
                false => self.table(table, span),
            };
            return error.map_or(flow, |error| self.report_error(&error));
        };
        let writer = match row_writer(&path.text, path.span, &survey.columns) {
            Ok(writer) => writer,
            Err(error) => return self.report_error(&error),
        };
        let (mut text, mut rows, mut failed) = (writer.headings(), 0, 0);
        let mut add = |row: Vec<SurveyCell>| {
            writer.add(&mut text, &row.iter().map(RowField::from).collect::<Vec<_>>());
            rows += 1;
            failed += row.iter().filter(|cell| cell.is_failed()).count() as u64;
            ControlFlow::Continue(())
        };
        let ended = Arc::new(survey).each_row(&mut add).err();
        // The rows that are there outlast what has ended the survey.
        if ended.is_none() || rows > 0 {
            match self.put(&path.text, &mut |out| out.write_all(text.as_bytes()), Output::Answer, path.span) {
                Flow::On => {
                    _ = self.answer(&self.service().session.told(Surveyed { path: path.text, rows, failed }), span)
                }
                end => return end,
            }
        }
        ended.map_or(Flow::On, |error| self.report_error(&error))
    }

    /// Reads the file that a definition names, within the time that the statement has left, and makes the definition.
    ///
    /// # Errors
    /// The statement may not read the file, or it cannot be read.
    fn data(&mut self, written: &LetDefinition) -> Result<Reply, Error> {
        let Some((path, _)) = written.body.data() else { return Ok(Reply::default()) };
        let (named, span) = (path.text.as_str(), path.span);
        if named.is_empty() {
            return Err(file_error(named, Path::new(""), "", span));
        }
        let Some(separator) = Separator::of(Path::new(named)) else {
            let (path, fault) = (named.to_owned(), DataFault::Format);
            return Err(Error::new(SemanticError::Data { path, fault, line: 0, column: 0 }, span));
        };
        self.go_on().map_err(|stop| Error::stopped(stop, span))?;
        let text = self.service().guard.data(named, span, || self.stop_reason());
        let result = text
            .and_then(|text| session::define_data(&mut self.service_mut().session, written, named, &text, separator));
        self.end();
        result
    }

    /// Runs a script that a statement names.
    fn load(&mut self, path: &str, span: Span) -> Flow {
        self.service_mut().guard.begin_load();
        self.service().clock().begin_load();
        let flow = match self.script(path, span) {
            Ok((found, text)) => self.run_loaded(&found, path, &text, span),
            Err(error) => self.report_error(&error),
        };
        let is_late = self.stop_reason() == Some(SolveError::TimedOut);
        self.service().clock().end_load();
        // The time limit holds for the whole `load`, so that the rest of the file with it is not run either. Only
        // behind the outermost `load` can a script that goes on after errors do so.
        match flow {
            Flow::Stop if is_late && self.keeps_going() && self.stop_reason().is_none() => Flow::On,
            flow => flow,
        }
    }

    /// The place and the text of the script that a statement names.
    ///
    /// # Errors
    /// The statement may not load it, or it cannot be read.
    fn script(&mut self, path: &str, span: Span) -> Result<(PathBuf, String), Error> {
        let stop = self.stop_reasons();
        self.service_mut().guard.script(path, span, stop)
    }

    /// Tells, whenever it is called, why the computation at hand should stop.
    fn stop_reasons(&self) -> impl Fn() -> Option<SolveError> + use<Self> {
        let clock = self.service().clock().clone();
        move || clock.stop_reason()
    }

    fn run_loaded(&mut self, found: &Path, path: &str, text: &str, span: Span) -> Flow {
        self.run_inside(found, |front_end| {
            if extension(found) != "cgt"
                && let Ok(statements) = front_end.read(path, text, 0)
                && let Some(Err(error)) = statements.iter().find(|statement| statement.is_err())
                && let Some(error) = front_end.without_quoting(found, path, error, span)
            {
                return front_end.report_error(&error);
            }
            front_end.run_text(path, text)
        })
    }

    /// The error to report instead of `error` in a file that does not look like a script: its content, whatever it
    /// is, is not shown. `None` if `error` may be shown.
    fn without_quoting(&self, found: &Path, path: &str, error: &Error, span: Span) -> Option<Error> {
        if extension(found) == "cgt" || error.is_stopped() {
            return None;
        }
        let source = self.service().session.sources().get(error.span.source())?;
        let line = source.line_column(error.span.start()).0;
        Some(Error::new(SemanticError::NotAScript { path: path.to_owned(), line }, span))
    }

    /// Parses a text as a whole. If it has syntax errors, it is run only by a front end that keeps going.
    fn run_text(&mut self, name: &str, text: &str) -> Flow {
        let statements = match self.read(name, &self.typed_in(text), 0) {
            Ok(statements) => statements,
            Err(error) => return self.report_error(&error),
        };
        if statements.iter().any(Result::is_err) && !self.keeps_going() {
            for error in statements.iter().filter_map(|statement| statement.as_ref().err()) {
                if let Some(stop) = self.stop_reason() {
                    return self.report_error(&Error::stopped(stop, error.span));
                }
                self.report_error(error);
            }
            return if self.is_typed() && !self.service().guard.is_in_script() { Flow::On } else { Flow::Stop };
        }
        self.all(statements)
    }

    /// Runs these statements, up to one that ends the run. What a file that was loaded has given the name of a word that can ask,
    /// such as `value`, is that name in what follows.
    fn all(&mut self, statements: Statements) -> Flow {
        let (guard, mut asking) = (statements.guard(), self.service().session.names.asking());
        let mut rest = statements.into_iter();
        while let Some(statement) = rest.next() {
            let loaded =
                statement.as_ref().ok().filter(|read| read.untimed().loaded().is_some()).map(|read| read.whole);
            match self.statement(statement) {
                Flow::On => {}
                end => return end,
            }
            let session = &self.service().session;
            if let Some(loaded) = loaded.filter(|_| session.names.asking() != asking) {
                asking = session.names.asking();
                rest = session.read_again(&guard, loaded, asking.clone()).into_iter();
            }
        }
        Flow::On
    }

    /// The statements in a text: of a transcript, what was typed; otherwise all of it.
    fn typed_in<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let is_transcript = self.reads_transcripts() || transcript::is_transcript(text);
        if is_transcript { transcript::inputs(text).into() } else { text.into() }
    }

    /// Parses a text that has `lines` lines above it in its source. Requests to stop are heard.
    ///
    /// # Errors
    /// Reading was stopped.
    fn read(&mut self, name: &str, text: &str, lines: usize) -> Result<Statements, Error> {
        self.begin().map_err(|stop| Error::stopped(stop, Span::NOWHERE))?;
        let standing = self.service().standing();
        let statements = guarded(|| self.service_mut().session.read_long(name, text, lines));
        self.end();
        let statements = statements.map_err(|fault| {
            self.service_mut().recover(standing);
            Error::new(SemanticError::Broken { what: fault.0 }, Span::NOWHERE)
        })?;
        match statements.last() {
            Some(Err(error)) if error.is_stopped() => Err(error.clone()),
            _ => Ok(statements),
        }
    }

    /// The next line of a dialogue, behind `prompt`; `None` at the end of the lines, or if the user leaves.
    fn next_line(&mut self, _prompt: &str, _dialogue: &Dialogue) -> Option<String> {
        None
    }

    /// Whether somebody leaves a dialogue where its lines end, and is told so.
    fn is_left_by_somebody(&self) -> bool {
        true
    }

    /// A line of a dialogue was answered.
    fn stepped(&mut self, _dialogue: &Dialogue) {}

    /// Conducts a dialogue until it ends, or nobody says more.
    fn converse(&mut self, mut dialogue: Dialogue) -> Flow {
        let prompt = format!("{}> ", dialogue.name());
        let begun = self.seconds();
        let mut flow = Flow::On;
        while flow == Flow::On && self.going_on() == Flow::On {
            // A request that comes after the next line stops the answer to that line.
            self.service().clock().forget_stop();
            let Some(line) = self.next_line(&prompt, &dialogue) else {
                if self.is_left_by_somebody() || dialogue.is_exam() {
                    let turn = dialogue.leave(&self.service().session);
                    flow = self.say_all(turn);
                }
                break;
            };
            if self.begin().is_err() {
                break;
            }
            dialogue.tell_time(self.seconds() - begun);
            let standing = self.service().standing();
            let turn = guarded(|| self.service_mut().session.step(&mut dialogue, &line));
            self.end();
            let turn = match turn {
                Ok(turn) => turn,
                // What the dialogue has come to is not known.
                Err(fault) => return self.broken(standing, fault, Span::NOWHERE),
            };
            self.stepped(&dialogue);
            let is_over = turn.over;
            flow = self.say_all(turn);
            if is_over {
                break;
            }
        }
        flow
    }

    /// Shows what a dialogue has said. An error does not end it, whether a user types its lines or not.
    fn say_all(&mut self, turn: Turn) -> Flow {
        let mut flow = Flow::On;
        for said in turn.said {
            match said {
                Ok(reply) => flow = self.reply(reply, Span::NOWHERE),
                Err(error) => _ = self.report_error(&error),
            }
        }
        flow
    }

    /// Runs something as a part of the script `path`: paths are relative to its folder, and its author is that
    /// script.
    fn run_inside(&mut self, path: &Path, run: impl FnOnce(&mut Self) -> Flow) -> Flow {
        let before = self.service_mut().guard.enter(path);
        let language = self.service().session.language;
        let flow = run(self);
        self.service_mut().session.language = language;
        self.service_mut().guard.leave(before);
        flow
    }

    /// Runs something with this author.
    fn run_as(&mut self, author: Author, run: impl FnOnce(&mut Self) -> Flow) -> Flow {
        let before = std::mem::replace(&mut self.service_mut().guard.author, author);
        let flow = run(self);
        self.service_mut().guard.author = before;
        flow
    }
}

/// The format in which a report is written into a file of this name.
///
/// # Errors
/// The report cannot be written so; the error names the formats that work.
pub fn file_format(report: &Report, path: &str, span: Span) -> Result<String, Error> {
    let name = Path::new(path).file_name().unwrap_or_default().to_string_lossy();
    let extension = show::file::format(report, &name);
    match show::file::check(report, &extension) {
        Ok(()) => certificate::certifiable(report.certificate(), &extension, &name)
            .map(|()| extension)
            .map_err(|(why, heaps)| Error::new(SemanticError::NoCertificate { why, heaps }, span)),
        Err(_) if extension == show::file::B_FILE => Err(Error::new(SemanticError::NoBFile, span)),
        Err(known) => Err(unknown_format(extension, known, span)),
    }
}

/// Writes the rows of a survey under these headings into a file of this name.
///
/// # Errors
/// There is no such format.
pub fn row_writer(path: &str, span: Span, headings: &[String]) -> Result<RowWriter, Error> {
    let extension = extension(Path::new(path));
    let format = RowFormat::of(&extension).map_err(|known| unknown_format(extension, known, span))?;
    Ok(RowWriter::new(format, headings))
}

fn unknown_format(extension: String, known: Vec<&str>, span: Span) -> Error {
    let known = known.into_iter().map(str::to_owned).collect();
    Error::new(SemanticError::UnknownFormat { extension, known }, span)
}

//! Running scripts: files, code from the command line, standard input.

use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};

use rustc_hash::FxHashSet;

use grundy_engine::solve::SolveError;

use super::author::{Author, Output};
use super::files::{MAX_FILE_BYTES, ReadError, Readable, extension, file_error, read_bytes, read_text, utf8};
use super::input::Input;
use super::load_limits::LoadUsage;
use super::text_between::{PlacedStatement, split_script};
use super::{ExitStatus, Flow, Host};
use crate::error::{Error, LoadLimit, SemanticError, SyntaxError};
use crate::session::{Request, Statements};
use crate::source::{SourceGuard, Span};
use crate::syntax::ast::{Expr, ExprKind, LetDefinition, Statement, StatementKind};
use crate::syntax::transcript;

impl Host {
    /// Runs a script file; `-` is standard input.
    pub fn run_file(&mut self, path: &Path) -> Flow {
        if path == Path::new("-") {
            return self.standard_input();
        }
        self.with_text(path, Host::run_text).unwrap_or(Flow::Stop)
    }

    /// Runs the user's `init.cgt`. It may use any file, as typed statements may.
    pub fn run_init_file(&mut self, path: &Path) {
        self.with_text(path, |host, name, text| host.run_as(Author::User, |host| host.run_text(name, text)));
    }

    /// Writes a script file into the page, as seen from its own folder; `-` is standard input.
    pub(super) fn write_file_page(&mut self, path: &Path) -> Flow {
        self.with_text(path, Host::write_script_page).unwrap_or(Flow::Stop)
    }

    /// Runs something with the name and the text of a script that the command line names, as seen from its own
    /// folder; `None` if it cannot be read.
    fn with_text(&mut self, path: &Path, run: impl FnOnce(&mut Host, &str, &str) -> Flow) -> Option<Flow> {
        match self.read_named(path) {
            (name, Ok(text)) => Some(self.run_inside(path, |host| run(host, &name, &text))),
            (name, Err(problem)) => {
                self.file_error(&name, &problem, Span::NOWHERE);
                None
            }
        }
    }

    /// Makes the definitions of the command line, each `NAME=VALUE`. Only errors are printed.
    pub fn define(&mut self, definitions: &[String]) -> Flow {
        for definition in definitions {
            let read = self.read("<--let>", &format!("let {definition}"), 0);
            let defined = read.and_then(only).and_then(|statement| match self.run(&statement)?.request {
                Some(Request::Read(written)) => self.data(&written).map(|_| ()),
                _ => Ok(()),
            });
            if let Err(error) = defined
                && self.report_error(&error) != Flow::On
            {
                return Flow::Stop;
            }
        }
        Flow::On
    }

    /// Parses a text as a whole. If it has syntax errors, it is run only with `--keep-going`.
    pub fn run_text(&mut self, name: &str, text: &str) -> Flow {
        let statements = match self.read(name, &self.typed_in(text), 0) {
            Ok(statements) => statements,
            Err(error) => return self.report_error(&error),
        };
        if statements.iter().any(Result::is_err) && !self.settings.keep_going {
            for error in statements.iter().filter_map(|statement| statement.as_ref().err()) {
                self.report_error(error);
            }
            return if self.settings.interactive && self.loading.is_empty() { Flow::On } else { Flow::Stop };
        }
        self.all(statements)
    }

    /// The statements in a text: of a transcript, what was typed; otherwise all of it.
    pub(super) fn typed_in<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let is_transcript = self.settings.transcript || transcript::is_transcript(text);
        if is_transcript { transcript::inputs(text).into() } else { text.into() }
    }

    /// Parses a text that has `lines` lines above it in its source. Ctrl-C and the time limit stop it.
    pub(super) fn read(&mut self, name: &str, text: &str, lines: usize) -> Result<Statements, Error> {
        self.watch.begin().map_err(|stop| Error::stopped(stop, Span::NOWHERE))?;
        let statements = self.session.read_long(name, text, lines);
        self.watch.end();
        match statements.last() {
            Some(Err(error)) if error.is_stopped() => Err(error.clone()),
            _ => Ok(statements),
        }
    }

    fn all(&mut self, statements: Statements) -> Flow {
        for statement in statements {
            match self.statement(statement) {
                Flow::On => {}
                end => return end,
            }
        }
        Flow::On
    }

    /// Runs standard input statement by statement as it arrives, so that another program can drive it.
    pub fn standard_input(&mut self) -> Flow {
        self.run_as(Host::author_of_input(), Host::statements_of_input)
    }

    fn statements_of_input(&mut self) -> Flow {
        loop {
            let taken = self.input().taken;
            let (Some(text), problem) = self.input().statements() else { return Flow::On };
            let mut flow = match self.read("<stdin>", &text, taken) {
                Ok(statements) => self.all(statements),
                Err(error) => self.report_error(&error),
            };
            if let (Flow::On, Some(problem)) = (flow, problem) {
                flow = self.file_error("<stdin>", &problem, Span::NOWHERE);
            }
            if flow != Flow::On {
                return flow;
            }
        }
    }

    /// Standard input. A dialogue reads on where the statements have stopped.
    pub(super) fn input(&mut self) -> &mut Input {
        self.input.get_or_insert_with(|| Input::new(self.settings.transcript))
    }

    /// Reports every error in a script and the files it loads, and runs nothing. `-` is standard input.
    pub fn check_file(&mut self, path: &Path) {
        self.with_text(path, |host, name, text| {
            host.check_text(name, text);
            Flow::On
        });
    }

    /// Reports every error in a text and the files it loads, and runs nothing.
    pub fn check_text(&mut self, name: &str, text: &str) {
        let mut seen = FxHashSet::default();
        let mut guards = Vec::new();
        let (statements, mut errors) = self.gathered(name, text, &mut seen, &mut guards);
        errors.extend(self.session.check(&statements));
        errors.sort_by_key(|error| (error.span.source.0, error.span.start));
        for error in &errors {
            self.report_error(error);
        }
    }

    /// The statements of a text, with those of a file it loads in place of the `load`, and the errors in them. `seen`
    /// are the files loaded so far; `guards` keep all the texts.
    fn gathered(
        &mut self,
        name: &str,
        text: &str,
        seen: &mut FxHashSet<PathBuf>,
        guards: &mut Vec<SourceGuard>,
    ) -> (Vec<Statement>, Vec<Error>) {
        let mut statements = Vec::new();
        let mut errors = Vec::new();
        let text = &*self.typed_in(text);
        let read = self.session.read(name, text);
        let source = read.source();
        guards.push(read.guard());
        let (placed, behind) = split_script(text, read, source);
        for PlacedStatement { statement, between, .. } in placed {
            errors.extend(self.errors_between(between, source));
            if let Ok(statement) = &statement {
                errors.extend(self.may_use_its_file(statement).err());
            }
            match statement.map(untimed) {
                Err(error) => errors.push(error),
                Ok(Statement { kind: StatementKind::Load(path), .. }) => {
                    match self.read_for_load(&path.text, path.span) {
                        Err(error) => errors.push(error),
                        // A file that is loaded twice is checked only once.
                        Ok((found, _)) if !seen.insert(absolute(&found)) => {}
                        Ok((found, text)) => {
                            let mut inner = (Vec::new(), Vec::new());
                            self.run_inside(&found, |host| {
                                inner = host.gathered(&path.text, &text, seen, guards);
                                Flow::On
                            });
                            let fault = inner
                                .1
                                .first()
                                .and_then(|error| self.without_quoting(&found, &path.text, error, path.span));
                            errors.extend(fault.map_or(inner.1, |error| vec![error]));
                            statements.extend(inner.0);
                        }
                    }
                }
                Ok(statement) => statements.push(statement),
            }
        }
        errors.extend(self.errors_between(behind, source));
        (statements, errors)
    }

    /// May this statement read or write the file that it names?
    fn may_use_its_file(&self, statement: &Statement) -> Result<(), Error> {
        match &statement.kind {
            StatementKind::Time(inner) => self.may_use_its_file(inner),
            StatementKind::Let(LetDefinition { body: Expr { kind: ExprKind::Read(path), .. }, .. }) => {
                self.may_read_data(&self.found(&path.text).1, &path.text, path.span)
            }
            StatementKind::Save(path) => self.may_name(&path.text, Output::Definitions, path.span),
            kind => kind.to().map_or(Ok(()), |path| self.may_name(&path.text, Output::Answer, path.span)),
        }
    }

    pub(super) fn load(&mut self, path: &str, span: Span) -> Flow {
        if self.loading.is_empty() {
            self.load_usage = LoadUsage::default();
        }
        self.watch.begin_load();
        let flow = match self.read_for_load(path, span) {
            Ok((found, text)) => self.run_loaded(&found, path, &text, span),
            Err(error) => self.report_error(&error),
        };
        let is_late = self.watch.stop_reason() == Some(SolveError::TimedOut);
        self.watch.end_load();
        // The time limit holds for the whole `load`, so that the rest of the file with it is not run either. Only
        // behind the outermost `load` can a script that goes on after errors do so.
        match flow {
            Flow::Stop if is_late && self.settings.keep_going && self.watch.stop_reason().is_none() => Flow::On,
            flow => flow,
        }
    }

    fn run_loaded(&mut self, found: &Path, path: &str, text: &str, span: Span) -> Flow {
        self.run_inside(found, |host| {
            if extension(found) != "cgt"
                && let Ok(statements) = host.read(path, text, 0)
                && let Some(Err(error)) = statements.iter().find(|statement| statement.is_err())
                && let Some(error) = host.without_quoting(found, path, error, span)
            {
                return host.report_error(&error);
            }
            host.run_text(path, text)
        })
    }

    /// The error to report instead of `error` in a file that does not look like a script: its content, whatever it
    /// is, is not shown. `None` if `error` may be shown.
    fn without_quoting(&self, found: &Path, path: &str, error: &Error, span: Span) -> Option<Error> {
        if extension(found) == "cgt" || error.is_stopped() {
            return None;
        }
        let line = self.session.sources().get(error.span.source)?.line_column(error.span.start as usize).0;
        Some(Error::new(SemanticError::NotAScript { path: path.to_owned(), line }, span))
    }

    /// The path of the file of a `load`, and its text. The path is relative to the file with the `load`, or else to
    /// the working directory.
    fn read_for_load(&mut self, path: &str, span: Span) -> Result<(PathBuf, String), Error> {
        let (folder, found) = self.found(path);
        self.may_read(&found, path, span)?;
        if self.loading.contains(&absolute(&found)) {
            return Err(Error::new(SemanticError::LoadCircle { path: path.to_owned() }, span));
        }
        let limit = |limit| Error::new(SemanticError::LoadLimit { path: path.to_owned(), limit }, span);
        let left = self.load_usage.bytes_left(self.loading.len()).map_err(limit)?;
        match read_text(&found, Readable::RegularFiles, left, || self.watch.stop_reason().is_none()) {
            Ok(text) => {
                self.load_usage.add(&text);
                self.remember_input(&found);
                Ok((found, text))
            }
            Err(ReadError::Problem(problem)) => Err(file_error(path, &folder, &problem, span)),
            Err(ReadError::TooLong(_)) => Err(limit(LoadLimit::Bytes(MAX_FILE_BYTES))),
            Err(ReadError::Stopped) => {
                Err(Error::stopped(self.watch.stop_reason().unwrap_or(SolveError::Interrupted), span))
            }
        }
    }

    /// The folder of the current file, and the path of the file that is `named`: in that folder if it exists there,
    /// or else in the working directory.
    pub(super) fn found(&self, named: &str) -> (PathBuf, PathBuf) {
        let folder = self.loading.last().and_then(|file| file.parent()).unwrap_or(Path::new("")).to_owned();
        let beside = Some(folder.join(named)).filter(|path| path.exists());
        (folder, beside.unwrap_or_else(|| PathBuf::from(named)))
    }

    /// Runs something as a part of the script `path`: paths are relative to its folder, and its author is that
    /// script.
    pub(super) fn run_inside(&mut self, path: &Path, run: impl FnOnce(&mut Host) -> Flow) -> Flow {
        let is_input = path == Path::new("-");
        if self.loading.is_empty() {
            self.load_usage = LoadUsage::default();
        }
        self.loading.push(absolute(path));
        let author = if is_input { Host::author_of_input() } else { Host::author_of(path) };
        let flow = self.run_as(author, run);
        self.loading.pop();
        flow
    }

    /// Runs something with this author.
    fn run_as(&mut self, author: Author, run: impl FnOnce(&mut Host) -> Flow) -> Flow {
        let before = std::mem::replace(&mut self.author, author);
        let flow = run(self);
        self.author = before;
        flow
    }

    /// The name, for messages, and the text of a script that the command line names; `-` is standard input.
    pub(super) fn read_named(&mut self, path: &Path) -> (String, Result<String, String>) {
        if path == Path::new("-") {
            return ("<stdin>".to_owned(), standard_input_whole());
        }
        self.remember_input(path);
        let text = read_text(path, Readable::Anything, MAX_FILE_BYTES, || true);
        (path.to_string_lossy().into_owned(), text.map_err(ReadError::in_words))
    }

    /// Notes how the run has ended: it has failed if it was stopped.
    pub fn ended(&mut self, flow: Flow) {
        if flow == Flow::Stop {
            self.exit_status = self.exit_status.max(ExitStatus::Failure);
        }
    }
}

/// The statement, or the one behind `time`.
fn untimed(mut statement: Statement) -> Statement {
    while let StatementKind::Time(inner) = statement.kind {
        statement = *inner;
    }
    statement
}

fn standard_input_whole() -> Result<String, String> {
    utf8(read_bytes(io::stdin().lock(), MAX_FILE_BYTES, || true).map_err(ReadError::in_words)?)
}

fn absolute(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// The statement of a text that must hold exactly one.
fn only(statements: Statements) -> Result<Statement, Error> {
    let mut statements = statements.into_iter();
    let first = statements.next().unwrap_or_else(|| Err(unexpected("nothing", Span::NOWHERE)))?;
    match statements.next() {
        None => Ok(first),
        Some(second) => Err(unexpected("a second statement", second?.span)),
    }
}

fn unexpected(found: &str, span: Span) -> Error {
    Error::new(SyntaxError::Unexpected { found: found.to_owned(), expected: "one value".to_owned() }, span)
}

//! Running scripts: files, code from the command line, standard input. `--check` also tells which lenient forms a script uses,
//! and `--fix` writes the house form in their place.

use std::io;
use std::path::{Path, PathBuf};

use grundy_engine::sorting::sort_by_key;
use rustc_hash::FxHashSet;

use super::input::Input;
use super::text_between::{PlacedStatement, size_to_split, split_script};
use super::{ExitStatus, Host};
use crate::cli::{RunArguments, ScriptArgument};
use crate::error::{Error, SyntaxError, clipped};
use crate::service::files::{MAX_FILE_BYTES, ReadError, Readable, file_error, read_bytes, read_text, utf8};
use crate::service::{Author, Flow, FrontEnd, Output, absolute};
use crate::session::{self, Notice, Request, Statements};
use crate::show::told::{Told, told};
use crate::source::{SourceGuard, SourceId, Span, Text};
use crate::syntax::ast::{FileName, Statement};
use crate::syntax::{Leniency, house_form, in_house_form, parse, words};

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

    /// Goes through the scripts and the code of the command line, or else through standard input, until one of them does not go on. Each
    /// has a name and a text, is seen from its own folder, and may be a file.
    pub(super) fn each_script(
        &mut self,
        run: &RunArguments,
        mut each: impl FnMut(&mut Host, &str, &str, Option<&Path>) -> Flow,
    ) -> Flow {
        for script in &*run.scripts_or_input() {
            let flow = match script {
                ScriptArgument::Code(code) => each(self, "<code>", code, None),
                ScriptArgument::File(path) => {
                    let read = self.with_text(path, |host, name, text| each(host, name, text, Some(path)));
                    read.unwrap_or(Flow::Stop)
                }
            };
            if flow != Flow::On {
                return flow;
            }
        }
        Flow::On
    }

    /// Runs something with the name and the text of a script that the command line names, as seen from its own
    /// folder; `None` if it cannot be read.
    pub(super) fn with_text(&mut self, path: &Path, run: impl FnOnce(&mut Host, &str, &str) -> Flow) -> Option<Flow> {
        match self.read_named(path) {
            (name, Ok(text)) => Some(self.run_inside(path, |host| run(host, &name, &text))),
            (name, Err(problem)) => {
                let error = file_error(&name, Path::new(""), &problem, Span::NOWHERE);
                let error = match is_code(&name) && !path.exists() {
                    true => error.advise(told!("to run this as code, write: grundy -e '{name}'", name)),
                    false => error,
                };
                self.report_error(&error);
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

    /// Runs standard input statement by statement as it arrives, so that another program can drive it.
    pub fn standard_input(&mut self) -> Flow {
        self.run_as(Author::in_current_folder(), Host::statements_of_input)
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

    /// Reports every error in a text and the files it loads, and runs nothing. The time limit holds for all of it.
    pub fn check_text(&mut self, name: &str, text: &str) {
        self.watch.begin_load();
        let (errors, notices) = self.errors_of(name, text);
        self.show_findings(&errors, &notices);
        self.watch.end_load();
    }

    /// The errors in a text that may stand in a file, and in the files it loads, and the notes on its lenient forms. Nothing is
    /// run. The time limit holds for all of it.
    pub fn checked(&mut self, path: Option<&Path>, name: &str, text: &str) -> (Vec<Error>, Vec<Notice>) {
        self.watch.begin_load();
        let mut found = Default::default();
        let check = |host: &mut Host| {
            found = host.errors_of(name, text);
            Flow::On
        };
        match path {
            Some(path) => self.run_inside(path, check),
            None => self.run_as(Author::in_current_folder(), check),
        };
        self.watch.end_load();
        found
    }

    /// The path and the text of a script that one at `from` loads by this name; `None` if it may not, or cannot be read.
    pub fn loaded_script(&mut self, from: Option<&Path>, name: &str) -> Option<(PathBuf, String)> {
        let mut found = None;
        let read = |host: &mut Host| {
            found = host.script(name, Span::NOWHERE).ok();
            Flow::On
        };
        match from {
            Some(from) => self.run_inside(from, read),
            None => self.run_as(Author::in_current_folder(), read),
        };
        found
    }

    /// Shows errors and notes while there is time.
    fn show_findings(&mut self, errors: &[Error], notices: &[Notice]) {
        for error in errors {
            if !error.is_stopped() && self.is_stopped_at(error.span) {
                return;
            }
            self.report_error(error);
        }
        for notice in notices {
            if self.is_stopped_at(notice.span.unwrap_or(Span::NOWHERE)) {
                return;
            }
            self.notice(notice);
        }
    }

    /// Whether the time is up, which is then reported at this place.
    fn is_stopped_at(&mut self, span: Span) -> bool {
        let stop = self.watch.stop_reason();
        if let Some(stop) = &stop {
            self.report_error(&Error::stopped(stop.clone(), span));
        }
        stop.is_some()
    }

    /// The errors in a text and the files it loads, and the notes on their lenient forms.
    fn errors_of(&mut self, name: &str, text: &str) -> (Vec<Error>, Vec<Notice>) {
        let mut seen = FxHashSet::default();
        let mut guards = Vec::new();
        let (statements, mut errors) = self.gathered(name, text, &mut seen, &mut guards);
        if !errors.last().is_some_and(Error::is_stopped) {
            errors.extend(match self.watch.go_on() {
                Ok(()) => session::check(&mut self.service.session, &statements),
                Err(stop) => vec![Error::stopped(stop, Span::NOWHERE)],
            });
        }
        let notices = match errors.last().is_some_and(Error::is_stopped) {
            true => Ok(Vec::new()),
            false => self.lenient_forms(&statements),
        };
        self.watch.end();
        let notices = notices.unwrap_or_else(|stop| {
            errors.push(stop);
            Vec::new()
        });
        // What stopped the check is said last.
        sort_by_key(&mut errors, |error| (error.is_stopped(), error.span.source().0, error.span.start()));
        (errors, notices)
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
        let read = match self.read(name, text, 0).and_then(|read| {
            self.watch.go_on().map_err(|stop| Error::stopped(stop, Span::NOWHERE))?;
            Ok(read)
        }) {
            Ok(read) => read,
            Err(error) => return (statements, vec![error]),
        };
        let whole = Text::new(read.source(), text);
        let (guard, mut asking) = (read.guard(), self.service.session.names.asking());
        guards.push(guard.clone());
        let is_stopped = read.last().is_some_and(|last| last.as_ref().is_err_and(|error| error.stop().is_some()));
        let room = self.room_to_split(text, &read);
        if is_stopped || room.is_err() {
            errors.extend(read.into_iter().filter_map(Result::err));
            errors.extend(room.err().filter(|_| !is_stopped));
            return (statements, errors);
        }
        let (placed, behind) = split_script(whole, read);
        let mut read_again = None;
        for PlacedStatement { statement, between, extent, .. } in placed {
            let statement = read_again.as_mut().and_then(Iterator::next).unwrap_or(statement);
            match self.errors_between(between, whole) {
                Ok(found) => errors.extend(found),
                Err(stop) => {
                    errors.push(Error::stopped(stop, whole.place(extent.start)));
                    return (statements, errors);
                }
            }
            if let Ok(statement) = &statement {
                errors.extend(self.may_use_its_file(statement).err());
            }
            let loaded = statement.as_ref().ok().and_then(|read| read.untimed().loaded()).cloned();
            match (statement, loaded) {
                (Err(error), _) => errors.push(error),
                (Ok(_), Some(path)) => {
                    match self.script(&path.text, path.span) {
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
                            let before = asking.len();
                            asking.extend(inner.0.iter().filter_map(|read| words::that_may_ask(&read.defined()?.text)));
                            if asking.len() > before {
                                let again = self.service.session.read_again(&guard, path.span, asking.clone());
                                read_again = Some(again.into_iter());
                            }
                            statements.extend(inner.0);
                            if errors.last().is_some_and(Error::is_stopped) {
                                return (statements, errors);
                            }
                        }
                    }
                }
                (Ok(statement), None) => statements.push(statement.untimed().clone()),
            }
        }
        match self.errors_between(behind, whole) {
            Ok(found) => errors.extend(found),
            Err(stop) => errors.push(Error::stopped(stop, whole.place(text.len()))),
        }
        (statements, errors)
    }

    /// An error if there is no room to split a text into its statements.
    pub(super) fn room_to_split(&self, text: &str, statements: &Statements) -> Result<(), Error> {
        let (bytes, at) = (size_to_split(text, statements.len()), Text::new(statements.source(), text).place(0));
        self.service.session.room(bytes).map_err(|stop| Error::stopped(stop, at))
    }

    /// May this statement read or write the file that it names?
    fn may_use_its_file(&self, statement: &Statement) -> Result<(), Error> {
        let (statement, guard) = (statement.untimed(), &self.service.guard);
        if let Some((path, _)) = statement.definition().and_then(|written| written.body.data()) {
            return guard.may_read_data(&guard.found(&path.text).1, &path.text, path.span);
        }
        let named = |path: &FileName, output| guard.may_name(&path.text, output, path.span);
        let saved = statement.instruction().filter(|instruction| instruction.verb == "save");
        match saved.and_then(|instruction| instruction.file.as_ref()) {
            Some(path) => named(path, Output::Definitions),
            None => statement.to().map_or(Ok(()), |path| named(path, Output::Answer)),
        }
    }

    /// The name, for messages, and the text of a script that the command line names; `-` is standard input.
    pub(super) fn read_named(&mut self, path: &Path) -> (String, Result<String, String>) {
        if path == Path::new("-") {
            return ("<stdin>".to_owned(), standard_input_whole());
        }
        self.service.guard.remember_input(path);
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

/// Whether the name of a script is a statement, which somebody wants to run.
fn is_code(name: &str) -> bool {
    let is_name = |letter: char| letter.is_alphanumeric() || matches!(letter, '.' | '_' | '-' | '/' | '\\');
    let statements = parse(SourceId::default(), name);
    !name.contains('\'') && !name.chars().all(is_name) && !statements.is_empty() && statements.iter().all(Result::is_ok)
}

fn standard_input_whole() -> Result<String, String> {
    utf8(read_bytes(io::stdin().lock(), MAX_FILE_BYTES, || true).map_err(ReadError::in_words)?)
}

/// The statement of a text that must hold exactly one.
fn only(statements: Statements) -> Result<Statement, Error> {
    let mut statements = statements.into_iter();
    let first = statements.next().unwrap_or_else(|| Err(unexpected(told!("nothing"), Span::NOWHERE)))?;
    match statements.next() {
        None => Ok(first),
        Some(second) => Err(unexpected(told!("a second statement"), second?.span)),
    }
}

fn unexpected(found: Told, span: Span) -> Error {
    Error::new(SyntaxError::Unexpected { found, expected: told!("one value") }, span)
}

/// The most characters of a statement that a note shows.
const SHOWN: usize = 200;

impl Host {
    /// A note for each statement with lenient forms: how it is written in the house form.
    ///
    /// # Errors
    /// If the time is up.
    pub(super) fn lenient_forms(&self, statements: &[Statement]) -> Result<Vec<Notice>, Error> {
        let mut notices = Vec::new();
        for (statement, mut forms) in statements.iter().zip(session::lenient_forms(&self.service.session, statements)) {
            if let Some(stop) = self.watch.stop_reason() {
                return Err(Error::stopped(stop, statement.span));
            }
            // A note may stand at what is in the house form already.
            let sources = self.service.session.sources();
            let is_told = |form: &&Leniency| sources.slice(form.span) != form.house;
            forms.extend(statement.lenient.iter().filter(is_told).cloned());
            notices.extend(self.told_in_house_form(statement, &forms));
        }
        Ok(notices)
    }

    /// The note on a statement with these lenient forms; `None` if it has none.
    fn told_in_house_form(&self, statement: &Statement, forms: &[Leniency]) -> Option<Notice> {
        if forms.is_empty() {
            return None;
        }
        let source = self.service.session.sources().get(statement.span.source())?;
        // A sign behind a statement, such as `?`, belongs to no part of it.
        let span = forms.iter().fold(statement.span, |span, form| span.to(form.span));
        let house = house_form(Text::new(span.source(), &source.text), span, forms);
        let line = house.split_whitespace().collect::<Vec<_>>().join(" ");
        let text = told!("in the house form this is `{line}`", line = clipped(&line, SHOWN));
        Some(Notice::new(text, Some(statement.span), true))
    }

    /// Writes the house form of a script into its file. What cannot be read stays as it is.
    pub fn fix_file(&mut self, path: &Path) {
        let (name, text) = self.read_named(path);
        let fixed = text.and_then(|text| self.fixed(&text));
        let written = match fixed {
            Ok(None) => Ok(()),
            Ok(Some(fixed)) => self
                .replace_script(path, &fixed)
                .map(|()| self.remark(told!("{name} is now in the house form", name = &name))),
            Err(problem) => Err(problem),
        };
        if let Err(problem) = written {
            self.report_error(&file_error(&name, Path::new(""), &problem, Span::NOWHERE));
        }
    }

    /// The house form of a text; `None` if it is that already.
    ///
    /// # Errors
    /// Why it is not written, in words.
    fn fixed(&self, text: &str) -> Result<Option<String>, String> {
        if self.typed_in(text) != text {
            return Err("a transcript stays as it was typed".to_owned());
        }
        let whole = Text::new(Span::NOWHERE.source(), text);
        let read = parse(whole.source(), text);
        let forms: Vec<Leniency> =
            session::lenient_forms(&self.service.session, read.iter().flatten()).flatten().collect();
        let named = house_form(whole, whole.whole(), &forms);
        match in_house_form(&named) {
            Some(house) if house == text => Ok(None),
            Some(house) => Ok(Some(house)),
            None => Err("its house form would mean something else, so that it is left as it was".to_owned()),
        }
    }
}

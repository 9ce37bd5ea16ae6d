//! Running scripts: files, code from the command line, standard input.

use std::borrow::Cow;
use std::collections::HashSet;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::files::{in_words, read_text, utf8};
use super::input::Input;
use super::{Door, Ending, Flow, file_error};
use crate::error::{Error, Meaning};
use crate::source::Span;
use crate::syntax::ast::{Statement, StatementKind};
use crate::syntax::transcript;

impl Door {
    /// Runs a script file; `-` is standard input.
    pub fn file(&mut self, path: &Path) -> Flow {
        if path == Path::new("-") {
            return self.standard_input();
        }
        match read_text(path) {
            Ok(text) => self.inside(path, |door| door.whole(&path.to_string_lossy(), &text)),
            Err(problem) => {
                self.file_error(&path.to_string_lossy(), &problem, Span::NOWHERE);
                Flow::Stop
            }
        }
    }

    /// Writes a script file into the page, as seen from its own folder; `-` is standard input.
    pub(super) fn lesson_file(&mut self, path: &Path) -> Flow {
        let (name, read) = named(path);
        match read {
            Ok(text) => self.inside(path, |door| door.lesson(&name, &text)),
            Err(problem) => {
                self.file_error(&name, &problem, Span::NOWHERE);
                Flow::Stop
            }
        }
    }

    /// Parses a text as a whole and runs it only if all of it can be read.
    pub fn whole(&mut self, name: &str, text: &str) -> Flow {
        let statements = self.session.read(name, &self.typed_in(text));
        if statements.iter().any(Result::is_err) && !self.settings.keep_going {
            for error in statements.iter().filter_map(|statement| statement.as_ref().err()) {
                self.wrong(error);
            }
            return if self.settings.interactive && self.loading.is_empty() { Flow::On } else { Flow::Stop };
        }
        self.all(statements)
    }

    /// The script in a text: of a transcript, what was typed.
    pub(super) fn typed_in<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let is_transcript = self.settings.transcript || transcript::is_transcript(text);
        if is_transcript { transcript::inputs(text).into() } else { text.into() }
    }

    fn all(&mut self, statements: Vec<Result<Statement, Error>>) -> Flow {
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
        loop {
            let taken = self.input().taken;
            let (text, problem) = self.input().statements();
            let text = match text {
                None => return Flow::On,
                Some(text) => text,
            };
            let statements = self.session.read_after("<stdin>", &text, taken);
            let mut flow = self.all(statements);
            if let (Flow::On, Some(problem)) = (flow, problem) {
                flow = self.file_error("<stdin>", &problem, Span::NOWHERE);
            }
            if flow != Flow::On {
                return flow;
            }
        }
    }

    /// Standard input, of which a dialogue reads on where the statements stopped.
    pub(super) fn input(&mut self) -> &mut Input {
        self.input.get_or_insert_with(|| Input::new(self.settings.transcript))
    }

    /// Says everything that is wrong with a script and the files it loads, and runs nothing. `-` is standard input.
    pub fn check_file(&mut self, path: &Path) {
        let (name, read) = named(path);
        match read {
            Ok(text) => {
                self.inside(path, |door| {
                    door.check_text(&name, &text);
                    Flow::On
                });
            }
            Err(problem) => {
                self.file_error(&name, &problem, Span::NOWHERE);
            }
        }
    }

    /// The same for a text.
    pub fn check_text(&mut self, name: &str, text: &str) {
        let mut seen = HashSet::new();
        let (statements, mut errors) = self.gathered(name, text, &mut seen);
        errors.extend(self.session.check(&statements));
        errors.sort_by_key(|error| (error.span.source.0, error.span.start));
        for error in &errors {
            self.wrong(error);
        }
    }

    /// The statements of a text, those of a file it loads in place of the `load`; and what cannot be read.
    fn gathered(&mut self, name: &str, text: &str, seen: &mut HashSet<PathBuf>) -> (Vec<Statement>, Vec<Error>) {
        let mut statements = Vec::new();
        let mut errors = Vec::new();
        for statement in self.session.read(name, &self.typed_in(text)) {
            match statement {
                Err(error) => errors.push(error),
                Ok(Statement { kind: StatementKind::Load(path), .. }) => match self.loaded(&path.text, path.span) {
                    Err(error) => errors.push(error),
                    // Loaded twice, it is still wrong only once.
                    Ok((found, _)) if !seen.insert(absolute(&found)) => {}
                    Ok((found, text)) => {
                        self.loading.push(absolute(&found));
                        let inner = self.gathered(&path.text, &text, seen);
                        self.loading.pop();
                        statements.extend(inner.0);
                        errors.extend(inner.1);
                    }
                },
                Ok(statement) => statements.push(statement),
            }
        }
        (statements, errors)
    }

    pub(super) fn load(&mut self, path: &str, span: Span) -> Flow {
        match self.loaded(path, span) {
            Ok((found, text)) => self.inside(&found, |door| door.whole(path, &text)),
            Err(error) => self.wrong(&error),
        }
    }

    /// Where the file of a `load` is, and its text: relative to the file that says so, or else to the working
    /// directory.
    fn loaded(&self, path: &str, span: Span) -> Result<(PathBuf, String), Error> {
        let folder = self.loading.last().and_then(|file| file.parent()).unwrap_or(Path::new(""));
        let beside = Some(folder.join(path)).filter(|path| path.exists());
        let found = beside.unwrap_or_else(|| PathBuf::from(path));
        if self.loading.contains(&absolute(&found)) {
            return Err(Error::new(Meaning::LoadCircle { path: path.to_owned() }, span));
        }
        match read_text(&found) {
            Ok(text) => Ok((found, text)),
            Err(problem) => Err(file_error(path, folder, &problem, span)),
        }
    }

    fn inside(&mut self, path: &Path, run: impl FnOnce(&mut Door) -> Flow) -> Flow {
        self.loading.push(absolute(path));
        let flow = run(self);
        self.loading.pop();
        flow
    }

    /// How a run ends that stopped like this.
    pub fn ended(&mut self, flow: Flow) {
        if flow == Flow::Stop {
            self.ending = self.ending.max(Ending::Wrong);
        }
    }
}

/// What a script is called, and its text; `-` is standard input.
fn named(path: &Path) -> (String, Result<String, String>) {
    match path == Path::new("-") {
        true => ("<stdin>".to_owned(), standard_input_whole()),
        false => (path.to_string_lossy().into_owned(), read_text(path)),
    }
}

fn standard_input_whole() -> Result<String, String> {
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes).map_err(|error| in_words(&error))?;
    utf8(bytes)
}

fn absolute(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

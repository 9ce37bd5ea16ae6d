//! `--html FILE`: scripts become one page, with their prose, their statements, and the answers.

use std::collections::BTreeMap;
use std::io::Write;
use std::ops::Range;
use std::path::Path;
use std::{fs, io};

use grundy_engine::solve::SolveError;

use super::pictures::{PictureReader, Pictures};
use super::text_between::{PlacedStatement, TextBetween, split_script};
use super::{ExitStatus, Host, Watch};
use crate::cli::RunArguments;
use crate::error::{Error, SemanticError};
use crate::service::files;
use crate::service::unfinished_files::WriteError;
use crate::service::{Flow, FrontEnd, Service, Writable};
use crate::session::dialogue::Dialogue;
use crate::show::document::{Line, Role};
use crate::show::handout::{self, Filling, Form, Handout, StatementSettings};
use crate::show::phrase::piece;
use crate::show::report::Report;
use crate::source::{Span, Text};
use crate::syntax::ast::Statement;
use crate::syntax::directive::Directives;
use crate::syntax::{self, TokenKind};

/// Writes a page, with the pictures that it shows.
type WritesPage<'a> = &'a dyn Fn(&Pictures, &mut dyn Write) -> io::Result<()>;

impl Host {
    /// Runs the scripts of the command line, and writes them with their answers into the page; `-` is standard
    /// output.
    pub fn hand_out(&mut self, run: &RunArguments, page: &Path) -> Flow {
        let filling = if run.hide_answers { Filling::Blank } else { Filling::Full };
        run.script_files().for_each(|file| self.service.guard.remember_input(file));
        if let Err(error) = self.service.guard.may_write_page(page) {
            return self.report_error(&error);
        }
        let first = run.script_files().find_map(|file| file.file_stem());
        let name = first.map_or_else(|| "Handout".to_owned(), |name| name.to_string_lossy().into_owned());
        let form = if run.slides { Form::Slides } else { Form::Page };
        self.handout = Some(Handout::new(&name, filling, form));
        self.service.session.is_on_page = true;
        let flow = self.each_script(run, |host, name, text, _| host.write_script_page(name, text));
        let Some(handout) = self.handout.take() else { return flow };
        // An interrupted run must not replace a whole page by half of one.
        if self.exit_status == ExitStatus::Interrupted {
            return flow;
        }
        // The scripts may have loaded this file, which must not be overwritten then.
        if let Err(error) = self.service.guard.may_write_page(page) {
            return self.report_error(&error);
        }
        let whole = handout.page();
        match self.put_page(page, &|pictures, out| pictures.write(&whole, out)) {
            Flow::On => flow,
            end => end,
        }
    }

    /// Writes the page into a file, a device or a pipe, as the command line says, and reports what goes wrong.
    pub(super) fn put_page(&mut self, path: &Path, page: WritesPage) -> Flow {
        match self.write_page(path, page) {
            Ok(()) => self.going_on(),
            Err(problem) => {
                self.file_error(&path.to_string_lossy(), &problem, Span::NOWHERE);
                Flow::Stop
            }
        }
    }

    fn write_page(&mut self, path: &Path, page: WritesPage) -> Result<(), String> {
        let problem = |error: io::Error| files::in_words(&error);
        if path == Path::new("-") {
            return self.page_written(page(&self.pictures, &mut io::stdout().lock()));
        }
        if path.is_dir() {
            return Err("this is a directory".to_owned());
        }
        // Something other than a regular file, such as /dev/stdout, cannot be replaced, only written to.
        if path.exists() && !path.is_file() {
            let opened = fs::OpenOptions::new().write(true).open(path);
            return self.page_written(opened.and_then(|mut file| page(&self.pictures, &mut file)));
        }
        let target = Writable::named_by_no_statement(files::resolved(path).map_err(problem)?);
        let written = self.watch.unfinished_files().replace(&target, |mut out| page(&self.pictures, &mut out), || true);
        written.map_err(WriteError::in_words)
    }

    /// How writing into a pipe has ended. That its reader has gone is no problem: as with answers, nothing more is wanted.
    fn page_written(&mut self, written: io::Result<()>) -> Result<(), String> {
        match written {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.output_gone = Some(ExitStatus::Success);
                Ok(())
            }
            written => written.map_err(|error| files::in_words(&error)),
        }
    }

    /// Writes a script into the page, from its first line to its last, with the answers to its statements.
    fn write_script_page(&mut self, name: &str, text: &str) -> Flow {
        let text = &*self.typed_in(text);
        let statements = match self.read(name, text, 0) {
            Ok(statements) => statements,
            Err(error) => return self.report_error(&error),
        };
        if let Err(error) = self.room_to_split(text, &statements) {
            return self.report_error(&error);
        }
        let (script, _guard) = (Text::new(statements.source(), text), statements.guard());
        // As anywhere, a script with a mistake is not run; but all of it is shown, with every mistake in its place.
        let runs = self.settings.keep_going || statements.iter().all(Result::is_ok);
        let (placed, behind) = split_script(script, statements);
        for PlacedStatement { between, statement, written, rest, .. } in placed {
            match self.write_between(&between, script) {
                Flow::On => {}
                Flow::Stop => return self.stop_page("The script stopped here."),
                Flow::Quit => return Flow::Quit,
            }
            let settings = self.statement_settings(&between.directives);
            let shown = format!("{}{written}{rest}", between.comments);
            match self.page_statement(statement, &shown, settings, runs) {
                Flow::On => {}
                Flow::Stop => return self.stop_page("The script stopped here."),
                Flow::Quit => return Flow::Quit,
            }
        }
        match self.write_between(&behind, script) {
            Flow::On => {}
            Flow::Stop => return self.stop_page("The script stopped here."),
            Flow::Quit => return Flow::Quit,
        }
        if runs { Flow::On } else { self.stop_page("Nothing was run, because the script has syntax errors.") }
    }

    /// How the page shows a statement with these directives above it.
    fn statement_settings(&self, directives: &Directives) -> StatementSettings {
        let usual = self.handout.as_ref().map_or(Filling::Full, Handout::filling);
        let filling = match directives.answer {
            Some(true) => Filling::Full,
            Some(false) => Filling::Blank,
            None => usual,
        };
        let is_hidden = directives.code == Some(false);
        StatementSettings { filling, is_hidden, lines: directives.lines, half_points: directives.half_points }
    }

    /// What a page shows of a dialogue: all questions of a quiz, and the beginning of any other.
    pub(super) fn print_dialogue(&mut self, dialogue: &Dialogue, opening: Option<&Report>) -> Flow {
        let sheet = dialogue.sheet();
        sheet.as_ref().or(opening).into_iter().for_each(|report| self.report(report));
        Flow::On
    }

    fn stop_page(&mut self, why: &str) -> Flow {
        self.line(why);
        Flow::Stop
    }

    fn page_statement(
        &mut self,
        statement: Result<Statement, Error>,
        shown: &str,
        settings: StatementSettings,
        runs: bool,
    ) -> Flow {
        let Some(handout) = &mut self.handout else { return Flow::On };
        // A part of the statement above goes on with it.
        if !shown.is_empty() {
            handout.statement(&colored(shown), settings);
        }
        if !runs {
            if let Err(error) = statement {
                self.report_error(&error);
            }
            return Flow::On;
        }
        let is_claim = statement.as_ref().is_ok_and(|read| read.verb() == "assert");
        let flow = self.statement(statement);
        if let Some(handout) = &mut self.handout {
            // An assertion often states the very answer that is asked for, so it is taken out where answers are
            // hidden.
            if is_claim && settings.filling == Filling::Blank {
                handout.withdraw();
            }
            handout.end_statement();
        }
        flow
    }

    /// Writes the prose into the page, within the limits of a statement, and reports errors in it and in the
    /// directives. The page shows the wrong text as it was written.
    fn write_between(&mut self, between: &TextBetween, script: Text) -> Flow {
        between.wrong.iter().for_each(|error| self.complain(error));
        if let (Some(handout), Some(lang)) = (&mut self.handout, &between.directives.lang) {
            handout.language(lang);
        }
        if between.prose.trim().is_empty() {
            return Flow::On;
        }
        let written = self.watch.begin().and_then(|()| self.write_prose(between, script));
        self.watch.end();
        match written {
            Ok(()) => Flow::On,
            Err(stop) => self.report_error(&Error::stopped(stop, between.place(0..between.prose.len(), script))),
        }
    }

    fn write_prose(&mut self, between: &TextBetween, script: Text) -> Result<(), SolveError> {
        let (pictures, mut wrong) = self.pictures_in(between, script)?;
        if let Some(handout) = &mut self.handout {
            let goes_on = || Host::may_go_on(&self.watch, &self.service).is_ok();
            for (part, problem) in handout.prose(&between.prose, &pictures, &goes_on) {
                wrong.push(Error::new(SemanticError::Formula { problem }, between.place(part, script)));
            }
        }
        for error in &wrong {
            Host::may_go_on(&self.watch, &self.service)?;
            self.complain(error);
        }
        Host::may_go_on(&self.watch, &self.service)
    }

    /// Whether there is still time and memory for what is done beside the session.
    fn may_go_on(watch: &Watch, service: &Service) -> Result<(), SolveError> {
        watch.stop_reason().map_or_else(|| service.session.check_limits(), Err)
    }

    /// The pictures in the prose, as addresses by the names used there, and the errors in others.
    fn pictures_in(
        &mut self,
        between: &TextBetween,
        script: Text,
    ) -> Result<(BTreeMap<String, String>, Vec<Error>), SolveError> {
        let mut pictures = BTreeMap::new();
        let mut wrong = Vec::new();
        let named = handout::pictures(&between.prose, &|| Host::may_go_on(&self.watch, &self.service).is_ok());
        for (part, named) in named {
            Host::may_go_on(&self.watch, &self.service)?;
            let reader = PictureReader {
                guard: &self.service.guard,
                is_shown: self.handout.is_some(),
                goes_on: &|| self.watch.stop_reason().is_none(),
            };
            match self.pictures.address(&named, between.place(part, script), &reader) {
                Ok(address) => _ = pictures.insert(named, address),
                Err(error) => {
                    // Where the same picture was named before, it stands as it was written too.
                    pictures.remove(&named);
                    wrong.push(error);
                }
            }
        }
        Ok((pictures, wrong))
    }

    /// All errors between two statements that a page would report: in directives, pictures and formulas.
    pub(super) fn errors_between(&mut self, between: TextBetween, script: Text) -> Result<Vec<Error>, SolveError> {
        let (pictures, mut wrong) = self.pictures_in(&between, script)?;
        let goes_on = || Host::may_go_on(&self.watch, &self.service).is_ok();
        for (part, problem) in handout::wrong_formulas(&between.prose, &pictures, &goes_on) {
            wrong.push(Error::new(SemanticError::Formula { problem }, between.place(part, script)));
        }
        wrong.extend(between.wrong);
        Host::may_go_on(&self.watch, &self.service)?;
        Ok(wrong)
    }

    /// Reports an error that does not keep a page from being written.
    pub(super) fn complain(&mut self, error: &Error) {
        self.exit_status = self.exit_status.max(ExitStatus::Failure);
        self.print_error(error);
    }
}

/// The lines of some code, coloured by the kinds of its tokens.
pub(super) fn colored(code: &str) -> Vec<Line> {
    let mut lines: Vec<Line> = vec![Line::new()];
    let mut end = 0;
    let tokens = syntax::tokens(code);
    let ranges = tokens.iter().map(|token| (token.range.clone(), role(token.kind)));
    for (range, role) in ranges.chain([(code.len()..code.len(), Role::Plain)]) {
        add(&mut lines, &code[end.min(range.start)..range.start], Role::Plain);
        add(&mut lines, slice(code, &range), role);
        end = range.end;
    }
    lines
}

fn slice<'t>(text: &'t str, range: &Range<usize>) -> &'t str {
    text.get(range.clone()).unwrap_or_default()
}

/// Adds a text that may hold line ends.
fn add(lines: &mut Vec<Line>, text: &str, role: Role) {
    for (index, part) in text.split('\n').enumerate() {
        if index > 0 {
            lines.push(Line::new());
        }
        if let Some(line) = lines.last_mut().filter(|_| !part.is_empty()) {
            line.push(piece(role, part));
        }
    }
}

fn role(kind: TokenKind) -> Role {
    match kind {
        TokenKind::Verb => Role::Heading,
        TokenKind::Keyword => Role::Code,
        TokenKind::Number => Role::Name,
        TokenKind::Text => Role::Nimber,
        TokenKind::Error => Role::Error,
        TokenKind::Comment => Role::Muted,
        _ => Role::Plain,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_keeps_every_sign() {
        for code in ["game S = take <1,2>\n  | 3 # é", "", "winner \"x", "\n\n"] {
            let text: Vec<String> =
                colored(code).iter().map(|line| line.iter().map(|piece| piece.text.as_str()).collect()).collect();
            assert_eq!(text.join("\n"), code);
        }
    }
}

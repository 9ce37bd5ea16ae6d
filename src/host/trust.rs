//! Which files a statement may use. A statement that is typed may use any. A script may come from a stranger: it uses only
//! files below its own folder and the current one, and replaces only files of its own kind. SECURITY.md has the promises.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use grundy_engine::solve::SolveError;
use rustyline::DefaultEditor;

use super::author::{Author, Output};
use super::files::{NOT_REGULAR, beginning, extension, file_error, resolved};
use super::unfinished_files::WriteError;
use super::{FileAccess, Flow, Host};
use crate::error::{Error, Forbidden, SemanticError};
use crate::render::visible;
use crate::session::Separator;
use crate::session::report::Report;
use crate::source::Span;

/// The extension of scripts.
const SCRIPT: &str = "cgt";
/// The second line of every script that `save` writes.
const MARK: &str = "# saved by grundy";
/// The most characters of a file name that a question shows.
const SHOWN: usize = 200;

impl Host {
    /// The author of a script file: its folder, without links.
    pub(super) fn author_of(path: &Path) -> Author {
        let folder = resolved(path).ok().and_then(|path| path.parent().map(Path::to_owned));
        Author::Script(folder.unwrap_or_default())
    }

    /// The author of standard input: a script in the current folder.
    pub(super) fn author_of_input() -> Author {
        Author::Script(PathBuf::new())
    }

    /// From now on statements come from standard input. At a terminal they are typed, and may use any file.
    pub fn take_author_of_input(&mut self) {
        self.author = if io::stdin().is_terminal() { Author::User } else { Host::author_of_input() };
    }

    /// Whether the current statement may load the file at `found`, which it calls `named`.
    pub(super) fn may_read(&self, found: &Path, named: &str, span: Span) -> Result<(), Error> {
        let Some(place) = self.restricted_place(found, named, span)? else { return Ok(()) };
        let is_script = extension(&place) == SCRIPT || says_grundy(&beginning(&place));
        match place.is_file() && !is_script {
            true => Err(forbidden(named, Forbidden::NotAScript, span)),
            false => Ok(()),
        }
    }

    /// Whether the current statement may read the file of data at `found`. A link of another name must not pass off any
    /// file as data.
    pub(super) fn may_read_data(&self, found: &Path, named: &str, span: Span) -> Result<(), Error> {
        let Some(place) = self.restricted_place(found, named, span)? else { return Ok(()) };
        match place.is_file() && Separator::of(&place).is_none() {
            true => Err(forbidden(named, Forbidden::NotData, span)),
            false => Ok(()),
        }
    }

    /// Whether the current statement may read the picture at `found`. That it is one, its content tells.
    pub(super) fn may_read_picture(&self, found: &Path, named: &str, span: Span) -> Result<(), Error> {
        self.restricted_place(found, named, span).map(drop)
    }

    /// Where the file at `found` really lies, if the current statement may not read every file; `None` if it may.
    fn restricted_place(&self, found: &Path, named: &str, span: Span) -> Result<Option<PathBuf>, Error> {
        self.files_are_allowed(named, span)?;
        let Some(folder) = self.restricted_folder() else { return Ok(None) };
        let place = resolved(found).unwrap_or_default();
        is_around(&place, folder).map_err(|why| forbidden(named, why, span))?;
        Ok(Some(place))
    }

    /// Carries out `save`. A mark in the file tells a later `save` that it may replace it.
    pub(super) fn save(&mut self, path: &str, text: &str, span: Span) -> Flow {
        let marked = text.replacen('\n', &format!("\n{MARK}\n"), 1);
        self.write(path, |out| out.write_all(marked.as_bytes()), Output::Definitions, span)
    }

    /// Writes a file piece by piece.
    pub(super) fn write(
        &mut self,
        path: &str,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
        output: Output,
        span: Span,
    ) -> Flow {
        let target = match self.may_write(path, output, span) {
            Ok(Some(target)) => target,
            Ok(None) => {
                self.line(&format!("{path} is left as it was."));
                return Flow::On;
            }
            Err(error) => return self.report_error(&error),
        };
        // A long answer is made while it is written, within the time that is left.
        if let Err(stop) = self.watch.go_on() {
            return self.report_error(&Error::stopped(stop, span));
        }
        let watch = &self.watch;
        let written = watch.unfinished_files().replace(&target, write, || watch.stop_reason().is_none());
        let stop = watch.stop_reason().unwrap_or(SolveError::Interrupted);
        watch.end();
        match written {
            Ok(()) => {
                if self.settings.interactive || self.settings.json {
                    self.report(&Report::Wrote { path: path.to_owned() });
                }
                Flow::On
            }
            Err(WriteError::Stopped) => self.report_error(&Error::stopped(stop, span)),
            Err(WriteError::Problem(problem)) => self.file_error(path, &problem, span),
        }
    }

    /// Whether the current statement may write a file of this name, whatever is there already.
    pub(super) fn may_name(&self, named: &str, output: Output, span: Span) -> Result<(), Error> {
        self.files_are_allowed(named, span)?;
        let Some(folder) = self.restricted_folder().filter(|_| !named.is_empty()) else { return Ok(()) };
        let place = resolved(Path::new(named)).unwrap_or_default();
        is_around(&place, folder).map_err(|why| forbidden(named, why, span))?;
        if output == Output::Definitions && extension(Path::new(named)) != SCRIPT {
            return Err(forbidden(named, Forbidden::NotNamedAsScript, span));
        }
        Ok(())
    }

    /// The resolved path to write to; `None` if the user does not want the file there to be replaced.
    pub(super) fn may_write(&mut self, named: &str, output: Output, span: Span) -> Result<Option<PathBuf>, Error> {
        self.may_name(named, output, span)?;
        let problem = |problem: &str| file_error(named, Path::new(""), problem, span);
        let path = Path::new(named);
        if named.is_empty() {
            return Err(problem(""));
        }
        let target = resolved(path);
        let target = target.map_err(|_| problem("there is no such folder"))?;
        match fs::metadata(&target) {
            Ok(found) if found.is_dir() => return Err(problem("this is a directory")),
            Ok(found) if !found.is_file() => return Err(problem(NOT_REGULAR)),
            Ok(_) => {}
            Err(_) if target.is_symlink() => return Err(problem("this is a link to a file that does not exist")),
            Err(_) => return Ok(Some(target)),
        }
        let is_foreign = match output {
            Output::Definitions => beginning(&target).lines().nth(1) != Some(MARK),
            Output::Answer => extension(&target) != extension(path),
        };
        if !is_foreign || self.settings.file_access == FileAccess::All {
            return Ok(Some(target));
        }
        let is_input = self.inputs.contains(&target);
        if self.restricted_folder().is_none() && self.settings.interactive && io::stdin().is_terminal() {
            return Ok(self.confirms(&question(named, output)).then_some(target));
        }
        if self.restricted_folder().is_some() || is_input {
            return Err(Error::new(SemanticError::NotReplaced { path: named.to_owned(), is_input }, span));
        }
        Ok(Some(target))
    }

    /// Asks the user at the terminal. No answer means no.
    fn confirms(&mut self, question: &str) -> bool {
        let answer = match &mut self.lines {
            Some(lines) => lines.next_line(question, &["yes", "no"]),
            None => DefaultEditor::new().and_then(|mut editor| editor.readline(question)).ok(),
        };
        answer.is_some_and(|answer| ["y", "yes"].contains(&&*answer.trim().to_lowercase()))
    }

    fn files_are_allowed(&self, named: &str, span: Span) -> Result<(), Error> {
        match self.settings.file_access {
            FileAccess::None => Err(Error::new(SemanticError::NoFiles { path: named.to_owned() }, span)),
            _ => Ok(()),
        }
    }

    /// The folder of the current script, if it may not use every file.
    fn restricted_folder(&self) -> Option<&Path> {
        match &self.author {
            Author::Script(folder) if self.settings.file_access != FileAccess::All => Some(folder),
            _ => None,
        }
    }

    /// Whether the page may be written here: by mistake, the command line may name a script.
    pub(super) fn may_write_page(&self, page: &Path) -> Result<(), Error> {
        let named = page.to_string_lossy().into_owned();
        if page == Path::new("-") {
            return Ok(());
        }
        let Ok(place) = resolved(page) else { return Ok(()) };
        if self.inputs.contains(&place) || extension(&place) == SCRIPT {
            return Err(Error::new(SemanticError::PageIsScript { path: named }, Span::NOWHERE));
        }
        let is_page = || ["html", "htm", "xhtml"].contains(&&*extension(&place)) || is_html(&beginning(&place));
        if place.is_file() && !is_page() {
            return Err(Error::new(SemanticError::NotReplaced { path: named, is_input: false }, Span::NOWHERE));
        }
        Ok(())
    }

    /// Remembers that this file has been read as a script.
    pub(super) fn remember_input(&mut self, path: &Path) {
        if let Ok(path) = resolved(path) {
            self.inputs.insert(path);
        }
    }
}

/// Is this file below the folder of a script or the current one, and not hidden there?
fn is_around(place: &Path, folder: &Path) -> Result<(), Forbidden> {
    let current = resolved(Path::new(".")).unwrap_or_default();
    let mut why = Forbidden::Outside;
    for root in [folder, &current] {
        // An empty path means that the folder is not known; every path would be below it.
        if root.as_os_str().is_empty() {
            continue;
        }
        let Ok(below) = place.strip_prefix(root) else { continue };
        if !below.components().any(|part| part.as_os_str().to_string_lossy().starts_with('.')) {
            return Ok(());
        }
        why = Forbidden::Hidden;
    }
    Err(why)
}

fn forbidden(named: &str, why: Forbidden, span: Span) -> Error {
    Error::new(SemanticError::ForbiddenFile { path: named.to_owned(), why }, span)
}

/// Whether a text begins with a `#!` line that names grundy.
fn says_grundy(text: &str) -> bool {
    text.lines().next().is_some_and(|line| line.starts_with("#!") && line.contains("grundy"))
}

fn is_html(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start().to_ascii_lowercase();
    text.starts_with("<!doctype html") || text.starts_with("<html")
}

fn question(named: &str, output: Output) -> String {
    let shown: String = visible::text(named).chars().take(SHOWN).collect();
    match output {
        Output::Definitions => format!("{shown} exists and was not saved by grundy. Replace it? [y/N] "),
        Output::Answer => format!("{shown} is a link to a file of another kind. Replace that? [y/N] "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_around_a_script() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        for (place, expected) in [
            ("a.csv", Ok(())),
            ("sub/a.csv", Ok(())),
            (".a.csv", Err(Forbidden::Hidden)),
            (".git/a.csv", Err(Forbidden::Hidden)),
            ("sub/.a/b.csv", Err(Forbidden::Hidden)),
        ] {
            assert_eq!(is_around(&root.join(place), &root), expected, "{place}");
        }
        assert_eq!(is_around(root.parent().unwrap(), &root), Err(Forbidden::Outside));
        assert_eq!(is_around(Path::new(""), &root), Err(Forbidden::Outside));
        assert_eq!(is_around(&root.join("a.csv"), Path::new("")), Err(Forbidden::Outside));
        // The current folder is allowed to every script.
        assert_eq!(is_around(&resolved(Path::new("x.csv")).unwrap(), &root), Ok(()));
    }

    #[test]
    fn scripts_and_pages_are_known_by_their_beginning() {
        assert!(says_grundy("#!/usr/bin/env grundy\n") && says_grundy("#!/opt/grundy -q"));
        assert!(!says_grundy("#!/bin/sh\ngrundy") && !says_grundy("root:x:0:0\n#!grundy"));
        assert!(is_html("\u{feff}<!DOCTYPE html>\n<html>") && !is_html("# <html>"));
    }
}

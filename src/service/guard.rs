//! The guard of files: which files a statement may use. A statement that is typed may use any. A script may come from a
//! stranger: it uses only files below its own folder and the current one, and replaces only files of its own kind.
//! SECURITY.md has the promises.

use std::fs;
use std::ops::Deref;
use std::path::{Path, PathBuf};

use grundy_engine::solve::SolveError;
use rustc_hash::FxHashSet;

use super::files::{
    LoadUsage, MAX_FILE_BYTES, NOT_REGULAR, ReadError, Readable, beginning, extension, file_error, read_text, resolved,
    too_long,
};
use crate::error::{Error, Forbidden, LoadLimit, SemanticError};
use crate::session::Separator;
use crate::show::code::CodeLanguage;
use crate::show::visible;
use crate::source::Span;

/// Who wrote the statements that are run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Author {
    /// At the prompt, on the command line, or in their `init.cgt`.
    User,
    /// A script in this folder, which a stranger may have written. The path is empty for standard input, and if the
    /// folder is not known.
    Script(PathBuf),
}

/// What a statement writes into a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// The definitions, by `save`.
    Definitions,
    /// An answer, by `to`.
    Answer,
}

/// Which files statements may use, the fewest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FileAccess {
    /// None at all (`--safe`).
    None,
    /// Scripts read those below their own folder and the current one; nothing is written, whoever asks. It is for those who
    /// only look.
    ReadOnly,
    /// Scripts use those below their own folder and the current one; what is typed uses any (`guard.rs`).
    Restricted,
    /// Any (`--allow-files`).
    All,
}

impl FileAccess {
    /// The same without writing.
    pub fn only_reading(self) -> FileAccess {
        self.min(FileAccess::ReadOnly)
    }
}

/// The extension of scripts.
const SCRIPT: &str = "cgt";
/// The second line of every script that `save` writes.
const MARK: &str = "# saved by grundy";
/// The most characters of a file name that a question shows.
const SHOWN: usize = 200;

/// Who wrote the statements that are run, which scripts they are in, and which files they may use.
#[derive(Debug)]
pub struct FileGuard {
    pub access: FileAccess,
    pub author: Author,
    /// The scripts being run, the innermost last.
    running: Vec<PathBuf>,
    /// How much the current statement or script has loaded, which is limited.
    load_usage: LoadUsage,
    /// The resolved paths of all scripts that have been read. Pages and answers must not overwrite them.
    inputs: FxHashSet<PathBuf>,
}

/// The place of a file that may be written. Nothing is written without one, and for what a statement names only the guard
/// gives one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Writable(PathBuf);

impl Writable {
    /// A file that no statement names: the command line does, or it is one of the program itself. The path has no link in it.
    pub fn named_by_no_statement(path: PathBuf) -> Writable {
        Writable(path)
    }
}

impl Deref for Writable {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.0
    }
}

/// A file that may be written.
#[derive(Debug, PartialEq, Eq)]
pub enum WriteTarget {
    At(Writable),
    /// It replaces a file of another kind, so that a user who is there is asked this question first. If nobody is, a file
    /// that was read as a script is left alone.
    Asks {
        place: Writable,
        question: String,
        is_input: bool,
    },
}

impl FileGuard {
    pub fn new(access: FileAccess, author: Author) -> FileGuard {
        let (running, load_usage, inputs) = Default::default();
        FileGuard { access, author, running, load_usage, inputs }
    }

    /// Enters a script: paths are relative to its folder, and its author wrote what is run. Returns the author before it,
    /// for [`FileGuard::leave`]. `-` is standard input.
    pub fn enter(&mut self, script: &Path) -> Author {
        self.begin_load();
        self.running.push(absolute(script));
        let author = if script == Path::new("-") { Author::in_current_folder() } else { Author::of(script) };
        std::mem::replace(&mut self.author, author)
    }

    /// Leaves the script that was entered last.
    pub fn leave(&mut self, before: Author) {
        self.running.pop();
        self.author = before;
    }

    /// Who wrote what is run, and how many scripts are being run, one inside the other.
    pub fn place(&self) -> (Author, usize) {
        (self.author.clone(), self.running.len())
    }

    /// Leaves the scripts that were entered since it was at this place.
    pub fn go_back(&mut self, author: Author, scripts: usize) {
        self.running.truncate(scripts);
        self.author = author;
    }

    /// Whether a script is being run, and nothing that was typed or came through a pipe.
    pub fn is_in_script(&self) -> bool {
        !self.running.is_empty()
    }

    /// A statement that loads files begins, unless one is under way.
    pub fn begin_load(&mut self) {
        if self.running.is_empty() {
            self.load_usage = LoadUsage::default();
        }
    }

    /// The folder of the current script, and the path of the file that is `named`: in that folder if it exists there,
    /// or else in the working directory.
    pub fn found(&self, named: &str) -> (PathBuf, PathBuf) {
        let folder = self.running.last().and_then(|file| file.parent()).unwrap_or(Path::new("")).to_owned();
        let beside = Some(folder.join(named)).filter(|path| path.exists());
        (folder, beside.unwrap_or_else(|| PathBuf::from(named)))
    }

    /// The path of the file of a `load`, and its text. The path is relative to the file with the `load`, or else to
    /// the working directory. `stop` tells why reading should stop.
    ///
    /// # Errors
    /// The statement may not load this file, it cannot be read, it loads itself, or it is more than may be loaded.
    pub fn script(
        &mut self,
        path: &str,
        span: Span,
        stop: impl Fn() -> Option<SolveError>,
    ) -> Result<(PathBuf, String), Error> {
        let (folder, found) = self.found(path);
        self.may_read(&found, path, span)?;
        if self.running.contains(&absolute(&found)) {
            return Err(Error::new(SemanticError::LoadCircle { path: path.to_owned() }, span));
        }
        let limit = |limit| Error::new(SemanticError::LoadLimit { path: path.to_owned(), limit }, span);
        let left = self.load_usage.bytes_left(self.running.len()).map_err(limit)?;
        match read_text(&found, Readable::RegularFiles, left, || stop().is_none()) {
            Ok(text) => {
                self.load_usage.add(&text);
                self.remember_input(&found);
                Ok((found, text))
            }
            Err(ReadError::Problem(problem)) => Err(file_error(path, &folder, &problem, span)),
            Err(ReadError::TooLong(_)) => Err(limit(LoadLimit::Bytes(MAX_FILE_BYTES))),
            Err(ReadError::Stopped) => Err(Error::stopped(stop().unwrap_or(SolveError::Interrupted), span)),
        }
    }

    /// The text of a file of data.
    ///
    /// # Errors
    /// The statement may not read this file, or it cannot be read.
    pub fn data(&self, named: &str, span: Span, stop: impl Fn() -> Option<SolveError>) -> Result<String, Error> {
        let (folder, found) = self.found(named);
        let problem = |problem: &str| file_error(named, &folder, problem, span);
        self.may_read_data(&found, named, span)?;
        match read_text(&found, Readable::RegularFiles, MAX_FILE_BYTES, || stop().is_none()) {
            Ok(text) => Ok(text),
            Err(ReadError::Problem(words)) => Err(problem(&words)),
            Err(ReadError::TooLong(most)) => Err(problem(&too_long("this file", most))),
            Err(ReadError::Stopped) => Err(Error::stopped(stop().unwrap_or(SolveError::Interrupted), span)),
        }
    }

    /// Whether the current statement may load the file at `found`, which it calls `named`.
    fn may_read(&self, found: &Path, named: &str, span: Span) -> Result<(), Error> {
        let Some(place) = self.restricted_place(found, named, span)? else { return Ok(()) };
        let is_script = extension(&place) == SCRIPT || says_grundy(&beginning(&place));
        match place.is_file() && !is_script {
            true => Err(forbidden(named, Forbidden::NotAScript, span)),
            false => Ok(()),
        }
    }

    /// Whether the current statement may read the file of data at `found`. A link of another name must not pass off any
    /// file as data.
    ///
    /// # Errors
    /// Why it may not.
    pub fn may_read_data(&self, found: &Path, named: &str, span: Span) -> Result<(), Error> {
        let Some(place) = self.restricted_place(found, named, span)? else { return Ok(()) };
        match place.is_file() && Separator::of(&place).is_none() {
            true => Err(forbidden(named, Forbidden::NotData, span)),
            false => Ok(()),
        }
    }

    /// Whether the current statement may read the picture at `found`. That it is one, its content tells.
    ///
    /// # Errors
    /// Why it may not.
    pub fn may_read_picture(&self, found: &Path, named: &str, span: Span) -> Result<(), Error> {
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

    /// Whether the current statement may list the files in this folder. Names are no contents, but those of other folders
    /// are nothing to a script.
    pub fn may_list(&self, folder: &Path) -> bool {
        match self.access {
            FileAccess::None => false,
            _ => self
                .restricted_folder()
                .is_none_or(|own| resolved(folder).is_ok_and(|place| is_around(&place, own).is_ok())),
        }
    }

    /// Whether the current statement may write a file of this name when it is run by somebody who may write, whatever is there
    /// already.
    ///
    /// # Errors
    /// Why it may not.
    pub fn may_name(&self, named: &str, output: Output, span: Span) -> Result<(), Error> {
        self.files_are_allowed(named, span)?;
        let Some(folder) = self.restricted_folder().filter(|_| !named.is_empty()) else { return Ok(()) };
        let place = resolved(Path::new(named)).unwrap_or_default();
        is_around(&place, folder).map_err(|why| forbidden(named, why, span))?;
        if output == Output::Definitions && extension(Path::new(named)) != SCRIPT {
            return Err(forbidden(named, Forbidden::NotNamedAsScript, span));
        }
        Ok(())
    }

    /// The place to write to, and whether the user is to be asked.
    ///
    /// # Errors
    /// Why the current statement may not write this file.
    pub fn may_write(&self, named: &str, output: Output, span: Span) -> Result<WriteTarget, Error> {
        self.may_name(named, output, span)?;
        if self.access == FileAccess::ReadOnly {
            return Err(Error::new(SemanticError::NoFiles { path: named.to_owned(), only_read: true }, span));
        }
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
            Err(_) => return Ok(WriteTarget::At(Writable(target))),
        }
        let is_link_to_others = output == Output::Answer && extension(&target) != extension(path);
        let is_foreign = match output {
            Output::Definitions => beginning(&target).lines().nth(1) != Some(MARK),
            Output::Answer => is_link_to_others || is_own_program(&target),
        };
        if !is_foreign || self.access == FileAccess::All {
            return Ok(WriteTarget::At(Writable(target)));
        }
        let is_input = self.inputs.contains(&target);
        match self.restricted_folder() {
            Some(_) => Err(Error::new(SemanticError::NotReplaced { path: named.to_owned(), is_input }, span)),
            None => Ok(WriteTarget::Asks {
                place: Writable(target),
                question: question(named, is_link_to_others),
                is_input,
            }),
        }
    }

    fn files_are_allowed(&self, named: &str, span: Span) -> Result<(), Error> {
        match self.access {
            FileAccess::None => {
                Err(Error::new(SemanticError::NoFiles { path: named.to_owned(), only_read: false }, span))
            }
            _ => Ok(()),
        }
    }

    /// The folder of the current script, if it may not use every file.
    fn restricted_folder(&self) -> Option<&Path> {
        match &self.author {
            Author::Script(folder) if self.access != FileAccess::All => Some(folder),
            _ => None,
        }
    }

    /// Whether the page may be written here: by mistake, the command line may name a script.
    ///
    /// # Errors
    /// Why it may not.
    pub fn may_write_page(&self, page: &Path) -> Result<(), Error> {
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

    /// The files that have been read as scripts, without links.
    pub fn inputs(&self) -> impl Iterator<Item = &PathBuf> {
        self.inputs.iter()
    }

    /// Remembers that this file has been read as a script.
    pub fn remember_input(&mut self, path: &Path) {
        if let Ok(path) = resolved(path) {
            self.inputs.insert(path);
        }
    }
}

impl Author {
    /// The author of a script file: its folder, without links.
    pub fn of(script: &Path) -> Author {
        let folder = resolved(script).ok().and_then(|path| path.parent().map(Path::to_owned));
        Author::Script(folder.unwrap_or_default())
    }

    /// The author of what comes through a pipe: a script in the current folder.
    pub fn in_current_folder() -> Author {
        Author::Script(PathBuf::new())
    }
}

/// A script as it is saved, with the mark that tells a later `save` that it may be replaced.
pub fn marked(script: &str) -> String {
    script.replacen('\n', &format!("\n{MARK}\n"), 1)
}

pub fn absolute(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
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

/// Whether this is a program that somebody wrote: a function is written only over one that was written here.
fn is_own_program(target: &Path) -> bool {
    let language = CodeLanguage::of(&target.to_string_lossy());
    language.is_some_and(|language| !language.is_written_here(&beginning(target)))
}

fn question(named: &str, is_link_to_others: bool) -> String {
    let shown: String = visible::text(named).chars().take(SHOWN).collect();
    match is_link_to_others {
        false => format!("{shown} exists and was not saved by grundy. Replace it? [y/N] "),
        true => format!("{shown} is a link to a file of another kind. Replace that? [y/N] "),
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

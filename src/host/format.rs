//! `grundy fmt`: scripts in even form, written back, printed, or compared with what they are.

use std::io::Write;
use std::ops::Range;
use std::path::Path;

use super::{ExitStatus, Host};
use crate::error::Error;
use crate::service::files::file_error;
use crate::service::unfinished_files::WriteError;
use crate::service::{FileAccess, FrontEnd, Writable, guarded};
use crate::show::visible;
use crate::source::{Span, Text};
use crate::syntax;

/// The lines of a diff around each change.
const CONTEXT: usize = 3;

impl Host {
    /// Writes each of these scripts in even form, or, if it is only to `check`, prints what would change. `-`, or no name at
    /// all, is standard input, whose form is printed.
    pub fn format_files(&mut self, files: &[impl AsRef<Path>], check: bool) {
        if files.is_empty() {
            self.format_file(Path::new("-"), check);
        }
        for file in files {
            let standing = self.service.standing();
            if let Err(fault) = guarded(|| self.format_file(file.as_ref(), check)) {
                self.broken(standing, fault, Span::NOWHERE);
            }
            if self.watch.stop_reason().is_some() {
                return;
            }
        }
    }

    fn format_file(&mut self, path: &Path, check: bool) {
        let (name, text) = self.read_named(path);
        let formatted = match text {
            Ok(text) if *self.typed_in(&text) != text => Err("a transcript stays as it was typed".to_owned()),
            Ok(text) => match self.formatted(&name, &text) {
                Ok(formatted) => Ok((text, formatted)),
                Err(stop) => {
                    self.report_error(&stop);
                    return;
                }
            },
            Err(problem) => Err(problem),
        };
        let done = formatted.and_then(|(text, formatted)| match (check, path == Path::new("-")) {
            (true, _) => {
                self.print_changes(&name, &text, &formatted);
                Ok(())
            }
            (false, true) => {
                self.print_text(&formatted);
                Ok(())
            }
            (false, false) if text == formatted => Ok(()),
            (false, false) => self.replace_script(path, &formatted),
        });
        if let Err(problem) = done {
            self.report_error(&file_error(&name, Path::new(""), &problem, Span::NOWHERE));
        }
    }

    /// A text in even form. The errors of statements that cannot be read, and so stay as they are, are reported.
    ///
    /// # Errors
    /// It was stopped.
    fn formatted(&mut self, name: &str, text: &str) -> Result<String, Error> {
        let read = self.read(name, text, 0)?;
        let (whole, _guard) = (Text::new(read.source(), text), read.guard());
        let statements: Vec<_> = read.into_iter().collect();
        for error in statements.iter().filter_map(|read| read.as_ref().err()) {
            // What was not read for want of memory cannot be written either.
            if error.stop().is_some() {
                return Err(error.clone());
            }
            self.report_error(error);
        }
        let watch = &self.watch;
        syntax::format(text, &statements, |at| match watch.stop_reason() {
            Some(stop) => Err(Error::stopped(stop, whole.place(at))),
            None => Ok(()),
        })
    }

    /// Prints the lines that change, and notes that there are any.
    fn print_changes(&mut self, name: &str, text: &str, formatted: &str) {
        if text == formatted {
            return;
        }
        self.exit_status = self.exit_status.max(ExitStatus::Failure);
        let name = visible::lines(name);
        let mut diff = format!("--- {name}\n+++ {name} (formatted)\n");
        let (old, new): (Vec<&str>, Vec<&str>) =
            (text.split_inclusive('\n').collect(), formatted.split_inclusive('\n').collect());
        hunks(&old, &new).into_iter().for_each(|lines| add_hunk(&mut diff, &old, &new, lines));
        self.print_text(&diff);
    }

    /// Prints a text as it is; at a terminal without signs that would steer it.
    fn print_text(&mut self, text: &str) {
        let text = if self.settings.at_terminal_out { visible::lines(text) } else { text.into() };
        self.write_answer(false, |out| write!(out, "{text}"));
    }

    /// Replaces the file of a script as a whole, or leaves the old one as it was.
    ///
    /// # Errors
    /// Why it was not written, in words.
    pub(super) fn replace_script(&self, path: &Path, text: &str) -> Result<(), String> {
        if self.settings.file_access < FileAccess::Restricted {
            return Err("with `--safe` no file is written: ask with `--check` what would change".to_owned());
        }
        let files = self.watch.unfinished_files().clone();
        // A link goes on pointing to the file.
        let target = Writable::named_by_no_statement(path.canonicalize().unwrap_or_else(|_| path.to_owned()));
        files.replace(&target, |out| out.write_all(text.as_bytes()), || true).map_err(WriteError::in_words)
    }
}

/// The ranges of lines in which some differ, with lines around them. Both texts have the same number of lines, since line ends
/// stay where they are.
fn hunks(old: &[&str], new: &[&str]) -> Vec<Range<usize>> {
    let mut hunks: Vec<Range<usize>> = Vec::new();
    for changed in (0..old.len()).filter(|&line| old.get(line) != new.get(line)) {
        let around = changed.saturating_sub(CONTEXT)..(changed + CONTEXT + 1).min(old.len());
        match hunks.last_mut().filter(|last| around.start <= last.end) {
            Some(last) => last.end = around.end,
            None => hunks.push(around),
        }
    }
    hunks
}

/// Adds a part of a diff in the unified format: in each run of changed lines the old ones stand before the new ones.
fn add_hunk(diff: &mut String, old: &[&str], new: &[&str], lines: Range<usize>) {
    let (begin, count) = (lines.start + 1, lines.len());
    diff.push_str(&format!("@@ -{begin},{count} +{begin},{count} @@\n"));
    let mut add = |sign: char, line: &str| {
        diff.push(sign);
        diff.push_str(line);
        if !line.ends_with('\n') {
            diff.push_str("\n\\ No newline at end of file\n");
        }
    };
    let mut line = lines.start;
    while line < lines.end {
        let changed = (line..lines.end).take_while(|&line| old.get(line) != new.get(line)).count();
        if changed == 0 {
            add(' ', old[line]);
            line += 1;
            continue;
        }
        old[line..line + changed].iter().for_each(|old| add('-', old));
        new.iter().skip(line).take(changed).for_each(|new| add('+', new));
        line += changed;
    }
}

//! `--check` tells which lenient forms a script uses, and `--fix` writes the house form in their place.

use std::path::Path;

use super::Host;
use crate::error::Error;
use crate::service::FrontEnd;
use crate::service::files::file_error;
use crate::service::unfinished_files::WriteError;
use crate::session::Notice;
use crate::source::{SourceId, Span};
use crate::syntax::ast::Statement;
use crate::syntax::{Leniency, house_form, parse, print};

/// The most characters of a statement that a note shows.
const SHOWN: usize = 200;

impl Host {
    /// A note for each statement with lenient forms: how it is written in the house form.
    pub(super) fn lenient_forms(&self, statements: &[Statement]) -> Vec<Notice> {
        let notice = |statement: &Statement| {
            let source = self.service.session.sources().get(statement.span.source)?;
            // A sign behind a statement, such as `?`, belongs to no part of it.
            let span = statement.lenient.iter().fold(statement.span, |span, form| span.to(form.span));
            let house = house_form(&source.text, span, &statement.lenient);
            let line = house.split_whitespace().collect::<Vec<_>>().join(" ");
            let shown: String = line.chars().take(SHOWN).collect();
            let more = if shown.len() < line.len() { "…" } else { "" };
            let text = format!("in the house form this is `{shown}{more}`");
            Some(Notice { text, span: Some(statement.span), everywhere: true })
        };
        statements.iter().filter(|statement| !statement.lenient.is_empty()).filter_map(notice).collect()
    }

    /// Writes the house form of a script into its file. What cannot be read stays as it is.
    pub fn fix_file(&mut self, path: &Path) {
        let (name, text) = self.read_named(path);
        let fixed = text.and_then(|text| self.fixed(&text));
        let written = match fixed {
            Ok(None) => Ok(()),
            Ok(Some(fixed)) => {
                let files = self.watch.unfinished_files().clone();
                // A link goes on pointing to the file.
                let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
                let written = files.replace(&target, |out| out.write_all(fixed.as_bytes()), || true);
                written.map(|()| self.remark(&format!("{name} is now in the house form"))).map_err(
                    |error| match error {
                        WriteError::Problem(problem) => problem,
                        WriteError::Stopped => "it was stopped".to_owned(),
                    },
                )
            }
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
        let source = SourceId(u32::MAX);
        let read = parse(source, text);
        let mut forms: Vec<Leniency> = read.iter().flatten().flat_map(|statement| statement.lenient.clone()).collect();
        forms.extend(read.windows(2).filter_map(|pair| joint(text, pair)));
        if forms.is_empty() {
            return Ok(None);
        }
        let fixed = house_form(text, Span::new(source, 0, text.len()), &forms);
        match mean_the_same(&read, &parse(source, &fixed)) {
            true => Ok(Some(fixed)),
            false => Err("its house form would mean something else, so that it is left as it was".to_owned()),
        }
    }
}

/// What stands between two definitions on a line, `n1 = 4, n2 = 3`, where the house form has a semicolon.
fn joint(text: &str, pair: &[Result<Statement, Error>]) -> Option<Leniency> {
    let [Ok(first), Ok(second)] = pair else { return None };
    let between = Span { start: first.span.end, end: second.span.start, ..first.span };
    let is_joint = text.get(between.range())?.chars().all(|sign| matches!(sign, ',' | ' ' | '\t'));
    is_joint.then(|| Leniency::new(between, "; "))
}

/// Whether two texts have the same statements, and none of the second has a lenient form.
fn mean_the_same(before: &[Result<Statement, Error>], after: &[Result<Statement, Error>]) -> bool {
    let are_same = |pair: (&Result<Statement, Error>, &Result<Statement, Error>)| match pair {
        (Ok(before), Ok(after)) => after.lenient.is_empty() && print::statement(before) == print::statement(after),
        (before, after) => before.is_err() && after.is_err(),
    };
    before.len() == after.len() && before.iter().zip(after).all(are_same)
}

//! `--check` tells which lenient forms a script uses, and `--fix` writes the house form in their place.

use std::path::Path;

use super::Host;
use crate::error::{Error, clipped};
use crate::service::FrontEnd;
use crate::service::files::file_error;
use crate::service::unfinished_files::WriteError;
use crate::session::{self, Notice};
use crate::source::{SourceId, Span};
use crate::syntax::ast::Statement;
use crate::syntax::{Leniency, house_form, in_house_form, parse};

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
            forms.extend_from_slice(&statement.lenient);
            notices.extend(self.told_in_house_form(statement, &forms));
        }
        Ok(notices)
    }

    /// The note on a statement with these lenient forms; `None` if it has none.
    fn told_in_house_form(&self, statement: &Statement, forms: &[Leniency]) -> Option<Notice> {
        if forms.is_empty() {
            return None;
        }
        let source = self.service.session.sources().get(statement.span.source)?;
        // A sign behind a statement, such as `?`, belongs to no part of it.
        let span = forms.iter().fold(statement.span, |span, form| span.to(form.span));
        let house = house_form(&source.text, span, forms);
        let line = house.split_whitespace().collect::<Vec<_>>().join(" ");
        let text = format!("in the house form this is `{}`", clipped(&line, SHOWN));
        Some(Notice { text, span: Some(statement.span), everywhere: true })
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
        let forms: Vec<Leniency> =
            session::lenient_forms(&self.service.session, read.iter().flatten()).flatten().collect();
        let named = house_form(text, Span::new(source, 0, text.len()), &forms);
        match in_house_form(&named) {
            Some(house) if house == text => Ok(None),
            Some(house) => Ok(Some(house)),
            None => Err("its house form would mean something else, so that it is left as it was".to_owned()),
        }
    }
}

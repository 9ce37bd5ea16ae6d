//! Errors and remarks as the program shows them, and what becomes of the line that an error proposes: told, run at once, or
//! offered in the next input of the prompt.

use super::{Corrections, Host, KeptAnswer, eprint_line, width};
use crate::error::{Error, Notice};
use crate::service::{Flow, FrontEnd};
use crate::session;
use crate::show::document::{Block, Document};
use crate::show::error::{self, AtPrompt};
use crate::show::phrase::plain;
use crate::show::told::Tellable;
use crate::show::{self, json, paint};
use crate::source::Span;
use crate::syntax::transcript::PROMPT_SOURCE;

impl Host {
    /// Prints an error; a corrected line is kept for the next input.
    pub(super) fn print_error(&mut self, error: &Error) {
        if self.settings.json {
            return self.print_error_text(self.json_line(json::error(error, self.service.session.sources())));
        }
        let proposal = self.correction(error);
        let is_offered =
            proposal.is_some() && self.settings.corrections == Corrections::Offered && self.proposal.is_none();
        let (language, sources) = (self.service.session.language, self.service.session.sources());
        let at = AtPrompt { columns: width(), is_below: self.is_typed_last(error.span), is_offered };
        let document = match self.settings.corrections {
            Corrections::Told => error::document(language, error, sources),
            _ => error::at_prompt(language, error, sources, &at),
        };
        if is_offered {
            self.proposal = proposal;
        }
        self.print_remarks(document);
    }

    /// Prints a remark on standard error.
    pub fn remark(&mut self, text: impl Tellable) {
        self.print_notice(&Notice::new(text, None, false));
    }

    pub(super) fn print_notice(&mut self, notice: &Notice) {
        let (language, sources) = (self.service.session.language, self.service.session.sources());
        match self.settings.json {
            true => self.print_error_text(self.json_line(json::notice(notice, sources))),
            false => self.print_remarks(error::noted(language, notice, sources)),
        }
    }

    /// Prints some lines on standard error.
    pub(super) fn print_remark_lines(&mut self, text: &str) {
        self.print_remarks(Document { blocks: text.lines().map(|line| Block::Line(vec![plain(line)])).collect() });
    }

    /// Prints a document on standard error, or keeps it while a lesson is presented.
    fn print_remarks(&mut self, document: Document) {
        if let Some(kept) = &mut self.kept {
            return kept.push(KeptAnswer(document));
        }
        // At a terminal it is broken at words.
        let width = if self.settings.at_terminal_err { width() } else { usize::MAX };
        let text = paint(&document, &show::Style { width, ascii: false }, self.settings.painter_err());
        self.print_error_text(text);
    }

    /// Prints text on standard error. With requests, all that is said comes on standard output, in its order.
    fn print_error_text(&mut self, text: String) {
        self.typed_last = None;
        match self.frames.is_some() {
            true => self.say_frame(&text),
            false => eprint_line(&text),
        }
    }

    /// Whether a place is in the line that was typed, and nothing has been printed below it.
    fn is_typed_last(&self, place: Span) -> bool {
        let source = self.service.session.sources().get(place.source());
        let is_typed =
            |typed: &String| source.is_some_and(|source| &*source.name == PROMPT_SOURCE && *source.text == **typed);
        self.typed_last.as_ref().is_some_and(is_typed)
    }

    /// The statement of the last input as an error corrects it. `None` in scripts.
    fn correction(&self, error: &Error) -> Option<String> {
        let (place, _) = error.hint()?.replacement?;
        let source = self.service.session.sources().get(place.source())?;
        let is_typed = &*source.name == PROMPT_SOURCE && !self.service.guard.is_in_script();
        let corrects = is_typed && self.settings.corrections != Corrections::Told && !self.settings.json;
        // Of a long script, all statements would be looked for at each error.
        if !corrects {
            return None;
        }
        session::corrected(&self.service.session, error).map(|corrected| corrected.statement)
    }

    /// Runs what was surely meant by a statement with an error. `None` if that is not sure.
    pub(super) fn run_certain(&mut self, error: &Error) -> Option<Flow> {
        let corrected = self.correction(error).filter(|_| !self.is_reading)?;
        session::certain_reading(&self.service.session, error)?;
        self.print_notice(&Notice::reading(&corrected));
        self.is_reading = true;
        let statements = self.service.session.read(PROMPT_SOURCE, &corrected);
        let flows = statements.into_iter().map(|statement| self.statement(statement));
        let flow = flows.last().unwrap_or(Flow::On);
        self.is_reading = false;
        Some(flow)
    }
}

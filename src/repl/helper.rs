//! What the editor asks about the line being typed: its colours, completions and hints.

use std::borrow::Cow;
use std::cell::Cell;
use std::sync::Arc;

use rustyline::completion::{Completer, Pair};
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hint, Hinter, HistoryHinter};
use rustyline::validate::Validator;
use rustyline::{Context, Helper};

use super::highlight;
use super::preview::{Preview, clipped};
use super::prompt_state::PromptState;
use crate::host::width;
use crate::service::{Offer, complete, words_beginning_with};
use crate::session::KnownName;
use crate::show::theme::Theme;
use crate::show::visible;

/// Answers everything the editor asks about a line.
pub struct PromptHelper {
    /// What is defined, as of the last statement.
    pub known: Vec<KnownName>,
    /// Whether names of files are completed.
    files: bool,
    /// The words of a dialogue, while one is on.
    pub words: Option<&'static [&'static str]>,
    history: HistoryHinter,
    /// `None` without colours, where it could not be told from what is typed.
    pub preview: Option<Preview>,
    state: Arc<PromptState>,
    /// The line was entered, and is drawn for the last time, without marks at the cursor.
    settled: Cell<bool>,
    theme: Theme,
}

impl PromptHelper {
    pub fn new(preview: Option<Preview>, state: Arc<PromptState>, files: bool, theme: Theme) -> PromptHelper {
        let (history, settled) = (HistoryHinter::new(), Cell::new(false));
        PromptHelper { known: Vec::new(), files, words: None, history, preview, state, settled, theme }
    }
}

/// What is shown dim: a preview of the answer below the line, or the rest of an earlier line that began the same way.
pub enum PromptHint {
    Answer(String),
    Rest(String),
}

impl Hint for PromptHint {
    fn display(&self) -> &str {
        match self {
            PromptHint::Answer(text) | PromptHint::Rest(text) => text,
        }
    }

    /// What is inserted if the user accepts the hint; an answer cannot be accepted.
    fn completion(&self) -> Option<&str> {
        match self {
            PromptHint::Answer(_) => None,
            PromptHint::Rest(text) => Some(text),
        }
    }
}

impl Helper for PromptHelper {}

/// Enter has its own handler; what it accepts is valid.
impl Validator for PromptHelper {}

impl Completer for PromptHelper {
    type Candidate = Pair;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        if let Some(letter) = self.state.take_letter() {
            return Ok((0, vec![Pair { display: letter.to_string(), replacement: letter.to_string() }]));
        }
        let before = &line[..at];
        if let Some(words) = self.words {
            let pair = |word: String| Pair { display: word.clone(), replacement: word };
            return Ok((0, words_beginning_with(words, before).into_iter().map(pair).collect()));
        }
        let (place, offers) = complete(line, at, &self.known, &|_| self.files);
        let room = width().saturating_sub(1);
        let (start, found) = (place.start, offers.into_iter().map(|offer| pair(offer, room)).collect());
        Ok((start, found))
    }
}

/// Columns a name takes in the list, before the line about it.
const NAMES: usize = 16;

/// What is offered, as the editor lists it in so many columns.
fn pair(offer: Offer, room: usize) -> Pair {
    let display = match &offer.about {
        Some(about) => clipped(&format!("{:NAMES$} {about}", offer.name), room),
        None => offer.name,
    };
    Pair { replacement: offer.text, display }
}

impl Hinter for PromptHelper {
    type Hint = PromptHint;

    fn hint(&self, line: &str, at: usize, context: &Context<'_>) -> Option<PromptHint> {
        let preview = self.preview.as_ref().filter(|_| self.words.is_none())?;
        let answer = preview.answer(line).map(|answer| PromptHint::Answer(format!("\n  {answer}")));
        // An entry of several lines would disturb the screen, and control characters could control the terminal.
        let shown = |hint: &String| visible::text(hint) == *hint;
        let rest = || self.history.hint(line, at, context).filter(shown).map(PromptHint::Rest);
        answer.or_else(rest)
    }
}

impl Highlighter for PromptHelper {
    fn highlight<'l>(&self, line: &'l str, at: usize) -> Cow<'l, str> {
        if self.words.is_some() {
            return Cow::Borrowed(line);
        }
        if self.state.proposes(line) && !self.settled.get() {
            return Cow::Owned(highlight::proposal(line, self.theme));
        }
        let cursor = (!self.settled.get()).then_some(at);
        Cow::Owned(highlight::colored(line, cursor, &self.known, self.theme))
    }

    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, _: bool) -> Cow<'b, str> {
        Cow::Owned(highlight::prompt(prompt))
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        Cow::Owned(highlight::hint(hint, self.theme))
    }

    fn highlight_char(&self, _: &str, _: usize, kind: CmdKind) -> bool {
        self.settled.set(kind == CmdKind::ForcedRefresh);
        true
    }
}

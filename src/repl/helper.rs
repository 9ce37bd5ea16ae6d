//! What the editor asks about the line being typed: its colours, completions and hints, and the preview, which is the answer to
//! a statement while it is typed.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::io::{self, Write};
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use grundy_engine::solve::{Limits, Signal};
use rustyline::completion::{Completer, Pair};
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hint, Hinter, HistoryHinter};
use rustyline::validate::Validator;
use rustyline::{Context, Helper};
use unicode_width::UnicodeWidthChar;

use super::keys::PromptState;
use crate::host::{Host, Watch, width};
use crate::service::{Offer, complete, words_beginning_with};
use crate::session::{self, KnownName, Session};
use crate::show;
use crate::show::document::{Role, Style};
use crate::show::terminal::Painter;
use crate::show::theme::Theme;
use crate::show::visible;
use crate::syntax::words::WORDS;
use crate::syntax::{Token, TokenKind, tokens};

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
            return Cow::Owned(colored_proposal(line, self.theme));
        }
        let cursor = (!self.settled.get()).then_some(at);
        Cow::Owned(colored(line, cursor, &self.known, self.theme))
    }

    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, _: bool) -> Cow<'b, str> {
        Cow::Owned(painted(prompt, BOLD))
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        Cow::Owned(dim_hint(hint, self.theme))
    }

    fn highlight_char(&self, _: &str, _: usize, kind: CmdKind) -> bool {
        self.settled.set(kind == CmdKind::ForcedRefresh);
        true
    }
}

const RESET: &str = "\x1b[0m";
const BOLD: &str = "1";
const DIM: &str = "2";
const ITALIC: &str = "3";
const UNDERLINED: &str = "4";

/// The line in colours. The bracket at the cursor and its partner are bold and underlined; an unknown name that is
/// used like a game or a function is red and underlined, unless it is still being typed.
fn colored(line: &str, cursor: Option<usize>, known: &[KnownName], theme: Theme) -> String {
    let tokens = tokens(line);
    let pair = cursor.and_then(|cursor| matching(&tokens, cursor));
    let mut out = String::with_capacity(line.len() * 2);
    let mut end = 0;
    for (index, token) in tokens.iter().enumerate() {
        out.push_str(&line[end..token.range.start]);
        let word = &line[token.range.clone()];
        let mut code = code(token.kind, theme);
        if is_unknown(line, &tokens, index, cursor, known) {
            code = joined(UNDERLINED, &theme.codes(Role::Bad));
        }
        if pair.as_ref().is_some_and(|pair| pair.contains(&index)) {
            code = format!("{BOLD};{UNDERLINED}");
        }
        out.push_str(&painted(word, &code));
        end = token.range.end;
    }
    out.push_str(&line[end..]);
    out
}

/// A corrected line that nobody has touched yet: in italics, and in the colour of what is right.
fn colored_proposal(line: &str, theme: Theme) -> String {
    painted(line, &joined(ITALIC, &theme.codes(Role::Good)))
}

/// A hint from the history, or the preview of an answer: grey, or dim in a theme without grey.
fn dim_hint(hint: &str, theme: Theme) -> String {
    let code = theme.codes(Role::Muted);
    painted(hint, if code.is_empty() { DIM } else { &code })
}

fn painted(text: &str, code: &str) -> String {
    if code.is_empty() { text.to_owned() } else { format!("\x1b[{code}m{text}{RESET}") }
}

fn code(kind: TokenKind, theme: Theme) -> String {
    match kind {
        TokenKind::Verb => joined(BOLD, &theme.codes(Role::Code)),
        TokenKind::Keyword => theme.codes(Role::Code),
        TokenKind::Number => theme.codes(Role::Name),
        TokenKind::Text => theme.codes(Role::Nimber),
        TokenKind::Error => joined(UNDERLINED, &theme.codes(Role::Bad)),
        TokenKind::Comment => theme.codes(Role::Muted),
        TokenKind::Name
        | TokenKind::Operator
        | TokenKind::Open
        | TokenKind::Close
        | TokenKind::Separator
        | TokenKind::Raw => String::new(),
    }
}

/// An attribute such as bold, and the colour if there is one.
fn joined(sign: &str, color: &str) -> String {
    if color.is_empty() { sign.to_owned() } else { format!("{sign};{color}") }
}

/// The tokens of the bracket at or before the cursor and of its partner.
fn matching(tokens: &[Token], cursor: usize) -> Option<[usize; 2]> {
    let is_bracket = |token: &Token| matches!(token.kind, TokenKind::Open | TokenKind::Close);
    let at = |place: &Range<usize>| place.start == cursor || place.end == cursor;
    let here = tokens.iter().position(|token| is_bracket(token) && at(&token.range))?;
    let mut open = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::Open => open.push(index),
            TokenKind::Close => {
                let opened = open.pop()?;
                if opened == here || index == here {
                    return Some([opened, index]);
                }
            }
            _ => {}
        }
    }
    None
}

/// Whether this token is a name before a bracket that neither the session nor this line defines.
fn is_unknown(line: &str, tokens: &[Token], index: usize, cursor: Option<usize>, known: &[KnownName]) -> bool {
    let token = &tokens[index];
    let word = |token: &Token| &line[token.range.clone()];
    if token.kind != TokenKind::Name || cursor == Some(token.range.end) {
        return false;
    }
    let is_called = tokens.get(index + 1).is_some_and(|next| {
        next.kind == TokenKind::Open && next.range.start == token.range.end && matches!(word(next), "(" | "[")
    });
    if !is_called {
        return false;
    }
    let name = word(token);
    let is_defined = |at: usize| {
        let before = at.checked_sub(1).and_then(|before| tokens.get(before)).map(word);
        let after = tokens.get(at + 1).map(word);
        matches!(before, Some("game" | "let" | "for" | "(" | ",")) || after == Some("in")
    };
    let in_line = (0..index + 1).any(|at| word(&tokens[at]) == name && is_defined(at));
    let is_word = WORDS.iter().any(|known| known.word == name);
    !in_line && !is_word && known.iter().all(|known| known.name != name)
}

/// How long a preview may take, so that typing stays smooth.
const TIME: Duration = Duration::from_millis(15);

/// Holds the session while a line is typed.
pub struct Preview {
    session: RefCell<Session>,
    watch: Watch,
    style: Style,
    /// The last line asked about, and in how many columns, with its answer: the editor asks several times.
    last: RefCell<(String, usize, Option<String>)>,
}

impl Preview {
    pub fn new(host: &Host) -> Preview {
        let empty = session::new(Limits::default(), Arc::new(Signal::default()));
        Preview {
            session: RefCell::new(empty),
            watch: host.watch.clone(),
            style: host.settings.style,
            last: RefCell::default(),
        }
    }

    /// Exchanges the sessions of the host and the preview: before a line is typed, and again after it.
    pub fn swap_session(&mut self, host: &mut Host) {
        std::mem::swap(self.session.get_mut(), &mut host.service.session);
        *self.last.get_mut() = (String::new(), 0, None);
    }

    /// The first line of the answer, if there is one soon enough.
    pub fn answer(&self, line: &str) -> Option<String> {
        let mut last = self.last.borrow_mut();
        let width = width();
        if last.0 != line || last.1 != width {
            *last = (line.to_owned(), width, self.compute_answer(line, width));
        }
        last.2.clone()
    }

    /// Clears the preview below a line that was given up. The cursor is in the row below the preview.
    pub fn clear(&self) {
        if self.last.borrow().2.is_some() {
            // If this fails, the answer stays, which does no harm.
            let mut out = io::stdout().lock();
            let _ = out.write_all(b"\x1b[A\x1b[2K").and_then(|()| out.flush());
        }
    }

    fn compute_answer(&self, line: &str, width: usize) -> Option<String> {
        if line.trim().is_empty() {
            return None;
        }
        let mut session = self.session.borrow_mut();
        // Any Ctrl-C is meant for the line, not for its preview.
        self.watch.forget_stop();
        let report = self.watch.within(Some(TIME), || session::preview(&mut session, line));
        self.watch.forget_stop();
        let report = report?;
        let style = Style { width, ..self.style };
        let text = show::paint(&report.document(), &style, Painter::Plain);
        let first = text.lines().next().unwrap_or("").trim_end();
        // That `3` has the value 3 need not be shown.
        (!first.is_empty() && first != line.trim()).then(|| clipped(first, style.width.saturating_sub(4)))
    }
}

/// A line cut off at so many columns, with `…` at its end if something is missing.
fn clipped(text: &str, columns: usize) -> String {
    let mut used = 0;
    let end = text.char_indices().find_map(|(at, c)| {
        used += c.width().unwrap_or(0);
        (used > columns).then_some(at)
    });
    match end {
        None => text.to_owned(),
        Some(end) => {
            let before = text[..end].char_indices().next_back().map_or(0, |(at, _)| at);
            format!("{}…", &text[..before])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::show::fit::bare;

    #[test]
    fn colours_change_no_letter() {
        for line in ["winner S(3)+S(4) == first", "game S = take <1,2,3> # three", "\"open", "⊕ ∑ é", ""] {
            assert_eq!(bare(&colored(line, Some(3), &[], Theme::Dark)), line);
        }
    }

    #[test]
    fn an_unknown_game_is_red_once_it_is_complete() {
        let red = format!("\x1b[{UNDERLINED};{}m", Theme::Light.codes(Role::Bad));
        assert!(colored("winner Foo(3)", Some(13), &[], Theme::Light).contains(&red));
        assert!(!colored("let f(x) = x", Some(12), &[], Theme::Light).contains(&red));
        assert!(!colored("winner Foo(", Some(10), &[], Theme::Light).contains(&red));
    }

    #[test]
    fn a_long_answer_is_clipped() {
        for (text, columns, expected) in [("abc", 3, "abc"), ("abcd", 3, "ab…"), ("⊕⊕⊕⊕", 2, "⊕…"), ("", 0, "")]
        {
            assert_eq!(clipped(text, columns), expected, "{text}");
        }
    }
}

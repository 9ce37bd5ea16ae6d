//! The scanner, which cuts a text into tokens and statements. It never fails: what is not a token of the language
//! becomes one of the kind `Error`. It also decides which `<` and `>` are the brackets of a set and which are
//! comparisons (`next_token`), and which line ends are inside a statement.

mod asking;
mod next_token;
#[cfg(test)]
mod tests;

use std::ops::Range;

use super::letters::{is_name_part, run};
use super::token::{Token, TokenKind, continues};
use super::words;

/// The most tokens of one statement. The grammar takes most of a second for so many, and cannot be interrupted.
pub(super) const MAX_TOKENS: usize = 300_000;

/// Whether Enter finishes what was typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completeness {
    /// Nothing is open.
    Complete,
    /// The next line belongs to it; `indent` is the column, from 0, to align that line at.
    Incomplete { indent: usize },
}

/// The tokens of a text, comments among them, for colouring. Never fails.
pub fn tokens(text: &str) -> Vec<Token> {
    scan(text).tokens
}

/// Whether a text, as typed so far, is finished.
pub fn complete(text: &str) -> Completeness {
    match scan(text).unfinished {
        None => Completeness::Complete,
        Some(indent) => Completeness::Incomplete { indent },
    }
}

/// What a scan finds.
pub(super) struct Scan {
    pub tokens: Vec<Token>,
    /// The tokens of each statement. Comments may stand inside.
    pub statements: Vec<Range<usize>>,
    /// The column to go on at, where the text ends inside a statement.
    pub unfinished: Option<usize>,
}

/// Cuts a text into tokens and statements, in one pass. It stops after a statement of more than `MAX_TOKENS` tokens.
pub(super) fn scan(text: &str) -> Scan {
    let mut scanner = Scanner::new(text, Vec::new());
    while scanner.run() {
        if scanner.tokens.len() - scanner.first > MAX_TOKENS {
            scanner.end_statement();
            break;
        }
        scanner.begin_piece();
    }
    scanner.done()
}

/// Like `scan`, but without the limit of `MAX_TOKENS`, behind definitions of the names `taken`, which are also words that can
/// ask, and so that it can be stopped: after each piece of the text, `meter` is called with the offset that has been reached
/// and the bytes that the next piece may need. An error of `meter` ends the scan and is returned.
pub(super) fn scan_while<E>(
    text: &str,
    taken: Vec<&'static str>,
    mut meter: impl FnMut(usize, usize) -> Result<(), E>,
) -> Result<Scan, E> {
    let mut scanner = Scanner::new(text, taken);
    while scanner.run() {
        meter(scanner.at, scanner.growth())?;
        scanner.begin_piece();
    }
    Ok(scanner.done())
}

/// A piece of the text ends after so many tokens or so many bytes, whichever comes first. Then `meter` is called.
const PIECE_TOKENS: usize = 1 << 12;
const PIECE_BYTES: usize = 1 << 16;

/// How often a bracket that is still open at the end of the text may be taken to end with its line (see `recover`).
/// Each time costs a pass over the rest of the text.
const RECOVERIES: usize = 32;

/// A bracket that is open, by the index of its token.
struct OpenBracket {
    token: usize,
    /// For a `<`: the index of the first `>` inside it that was taken for a comparison. It closes the `<` if no other
    /// `>` does.
    comparison_close: Option<usize>,
}

/// The end of a line: its offset, and how many tokens stand before it.
struct LineEnd {
    at: usize,
    tokens: usize,
}

#[derive(Default)]
struct Scanner<'t> {
    text: &'t str,
    at: usize,
    tokens: Vec<Token>,
    statements: Vec<Range<usize>>,
    unfinished: Option<usize>,
    /// The first token of the statement at hand.
    first: usize,
    /// The last token of the statement at hand that is not a comment.
    last: Option<usize>,
    /// Whether a value is expected next, rather than an operator.
    value: bool,
    open: Vec<OpenBracket>,
    /// How many of the open brackets are not `<`. Only these make a statement go on with the next line.
    non_angle_open: usize,
    /// The first line end after which the statement at hand goes on only because a bracket is open.
    line_break: Option<LineEnd>,
    recoveries: usize,
    /// Where the piece at hand ends, in tokens and in bytes.
    piece: (usize, usize),
    /// The first line end since the last token.
    line_end: Option<LineEnd>,
    /// The names defined so far that are also words which can ask.
    taken: Vec<&'static str>,
    /// Those of the statement at hand: its parameters, and what it goes through.
    own: Vec<&'static str>,
}

impl<'t> Scanner<'t> {
    fn new(text: &'t str, taken: Vec<&'static str>) -> Self {
        #[cfg(test)]
        super::work::count(super::work::Work::Scan);
        Scanner { text, taken, value: true, piece: (PIECE_TOKENS, PIECE_BYTES), ..Scanner::default() }
    }

    fn done(self) -> Scan {
        Scan { tokens: self.tokens, statements: self.statements, unfinished: self.unfinished }
    }

    fn begin_piece(&mut self) {
        self.piece = (self.tokens.len() + PIECE_TOKENS, self.at + PIECE_BYTES);
    }

    /// The bytes that the next piece may need: a full list of tokens moves to one of twice the size.
    fn growth(&self) -> usize {
        let room = self.tokens.capacity();
        if self.tokens.len() + PIECE_TOKENS > room { 2 * room * size_of::<Token>() } else { 0 }
    }

    fn is_piece_read(&self) -> bool {
        self.tokens.len() >= self.piece.0 || self.at >= self.piece.1
    }

    /// Scans one piece; `true` if there may be more.
    fn run(&mut self) -> bool {
        loop {
            self.skip_blanks();
            if self.at >= self.text.len() {
                if self.recover() {
                    // Scanning goes on at an earlier offset, so that a new piece begins there.
                    self.begin_piece();
                    return true;
                }
                self.finish();
                return false;
            }
            if self.is_piece_read() {
                return true;
            }
            if let Some(line_end) = self.line_end.take()
                && self.last.is_some()
                && !self.goes_on(line_end)
            {
                self.end_statement();
            }
            self.token();
        }
    }

    /// Skips blanks, line ends and comments, up to the end of the piece, and notes the place of the first line end.
    fn skip_blanks(&mut self) {
        while let Some(c) = self.rest().chars().next()
            && !self.is_piece_read()
        {
            // C's `#include "games.cgt"` is not a comment: only it says that the file is wanted.
            if c == '#' && !self.rest().starts_with("#include \"") {
                let length = self.rest().find('\n').unwrap_or(self.rest().len());
                self.push(TokenKind::Comment, length);
            } else if c == '\n' {
                let here = LineEnd { at: self.at, tokens: self.tokens.len() };
                self.line_end.get_or_insert(here);
                self.at += 1;
            } else if c.is_whitespace() || c == '\u{feff}' {
                self.at += c.len_utf8();
            } else {
                break;
            }
        }
    }

    /// Whether the statement at hand goes on with the line that begins here.
    fn goes_on(&mut self, line_end: LineEnd) -> bool {
        // Whatever is missing above, a definition that begins here is read.
        if continues(self.rest()) || self.wants_more() && !matches!(self.word(), "game" | "let") {
            return true;
        }
        if self.non_angle_open == 0 || words::begins_only_statements(self.word()) {
            return false;
        }
        self.line_break.get_or_insert(line_end);
        true
    }

    /// Whether the last token cannot be the last of a statement.
    fn wants_more(&self) -> bool {
        let Some(last) = self.last.and_then(|last| self.tokens.get(last)) else { return false };
        let is_first = || self.tokens[self.first..].iter().find(|token| token.kind != TokenKind::Comment) == Some(last);
        match (last.kind, &self.text[last.range.clone()]) {
            // No statement begins so, and none is made right by what follows.
            (TokenKind::Operator, "=" | ":=") if is_first() => false,
            (TokenKind::Operator, sign) => !matches!(sign, "<" | ">" | ".."),
            (TokenKind::Separator, sign) => sign == ",",
            (TokenKind::Keyword, word) => {
                matches!(word, "and" | "or" | "xor" | "not" | "in" | "except" | "then" | "else" | "becomes")
            }
            _ => false,
        }
    }

    /// If a bracket is open at the end of the text, ends the statement at `line_break` and goes back there to scan
    /// the rest again. `false` if there is nothing to scan again.
    fn recover(&mut self) -> bool {
        if self.non_angle_open == 0 || self.recoveries >= RECOVERIES {
            return false;
        }
        let Some(line_break) = self.line_break.take() else { return false };
        self.recoveries += 1;
        self.line_end = None;
        self.note_unfinished();
        self.tokens.truncate(line_break.tokens);
        self.open.retain(|opened| opened.token < line_break.tokens);
        for opened in &mut self.open {
            opened.comparison_close = opened.comparison_close.filter(|token| *token < line_break.tokens);
        }
        self.at = line_break.at;
        self.end_statement();
        true
    }

    fn finish(&mut self) {
        if self.last.is_some() && (self.non_angle_open > 0 || self.wants_more()) {
            self.note_unfinished();
        }
        self.end_statement();
    }

    fn end_statement(&mut self) {
        while let Some(opened) = self.open.pop() {
            self.close_by_comparison(&opened);
        }
        let significant = |token: &Token| token.kind != TokenKind::Comment;
        let tokens = &self.tokens[self.first..];
        if let (Some(first), Some(last)) = (tokens.iter().position(significant), tokens.iter().rposition(significant)) {
            self.statements.push(self.first + first..self.first + last + 1);
        }
        self.first = self.tokens.len();
        self.last = None;
        self.value = true;
        self.own.clear();
        self.non_angle_open = 0;
        self.line_break = None;
    }

    fn close_by_comparison(&mut self, opened: &OpenBracket) {
        if let Some(token) = opened.comparison_close {
            self.tokens[token].kind = TokenKind::Close;
        }
    }

    /// Remembers where to align the next line: after the innermost open bracket, or after the `=`.
    fn note_unfinished(&mut self) {
        if self.unfinished.is_some() {
            return;
        }
        let is_no_angle = |opened: &&OpenBracket| &self.text[self.tokens[opened.token].range.clone()] != "<";
        let bracket = self.open.iter().rev().find(is_no_angle).map(|opened| self.tokens[opened.token].range.end);
        let tokens = &self.tokens[self.first..];
        let defines = |token: &Token| matches!(&self.text[token.range.clone()], "=" | ":=");
        let body = || Some(tokens.get(tokens.iter().position(defines)? + 1)?.range.start);
        let place = bracket.or_else(body);
        self.unfinished = Some(place.map_or(4, |place| {
            let line = self.text[..place].rfind('\n').map_or(0, |newline| newline + 1);
            self.text[line..place].chars().count()
        }));
    }

    fn push(&mut self, kind: TokenKind, length: usize) {
        let range = self.at..self.at + length;
        self.at = range.end;
        self.value = matches!(kind, TokenKind::Operator | TokenKind::Open | TokenKind::Separator)
            || kind == TokenKind::Comment && self.value;
        if kind != TokenKind::Comment {
            self.last = Some(self.tokens.len());
        }
        self.tokens.push(Token { kind, range });
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn word(&self) -> &'t str {
        &self.rest()[..run(self.rest(), is_name_part)]
    }

    fn digit_at(&self, offset: usize) -> bool {
        self.text.as_bytes().get(self.at + offset).is_some_and(u8::is_ascii_digit)
    }
}

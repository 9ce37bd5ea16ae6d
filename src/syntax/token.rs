//! The scanner, which cuts a text into tokens and statements. It never fails: what is not a token of the language
//! becomes one of the kind `Error`. It also decides which `<` and `>` are the brackets of a set and which are
//! comparisons, and which line ends are inside a statement.

use std::ops::Range;

use super::letters::{code_length, hexadecimal_length, is_letter, is_name_part, run};
use super::words;

/// The most tokens of one statement. The grammar takes most of a second for so many, and cannot be interrupted.
pub(super) const MAX_TOKENS: usize = 300_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    pub kind: TokenKind,
    /// Bytes of the text.
    pub range: Range<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// A reserved word that is not a verb.
    Keyword,
    /// A reserved word that begins a statement or asks for a value.
    Verb,
    Name,
    /// A number, or the code of an octal or hexadecimal game.
    Number,
    Text,
    Operator,
    /// `(` `[` `{`, and `<` where it opens a set.
    Open,
    /// `)` `]` `}`, and `>` where it closes a set.
    Close,
    /// `,` and `;`
    Separator,
    /// The rest of the line after `help`, whatever it is.
    Raw,
    Comment,
    /// What is not a token of the language: `&&`, `1e6`, `“`, a text without its end.
    Error,
}

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

/// What kind of token a word is.
fn kind_of_word(word: &str) -> TokenKind {
    match words::find(word).filter(|_| !words::is_contextual(word)).map(|found| found.group) {
        Some(group) if group.is_verb() => TokenKind::Verb,
        Some(group) if group.is_reserved() => TokenKind::Keyword,
        _ if word == words::ACCENTED => TokenKind::Keyword,
        _ => TokenKind::Name,
    }
}

/// Whether a text begins with blanks and then a game. Before such a text, a contextual keyword such as `losing` is a
/// verb.
fn begins_game(text: &str) -> bool {
    let rest = text.trim_start_matches([' ', '\t']);
    let word = &rest[..run(rest, is_name_part)];
    let begins_rule = word == "misere" || word == words::ACCENTED || words::begins_clause(word);
    rest.len() < text.len() && rest.starts_with(is_letter) && (begins_rule || kind_of_word(word) == TokenKind::Name)
}

/// Whether no statement begins like this text, with `|` or `then` for example, so that a line that begins like this
/// continues the statement above it.
pub(super) fn continues(text: &str) -> bool {
    let word = &text[..run(text, is_name_part)];
    text.starts_with('|') && !text.starts_with("||") || words::only_continues(word)
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
    let mut scanner = Scanner::new(text);
    while scanner.run() {
        if scanner.tokens.len() - scanner.first > MAX_TOKENS {
            scanner.end_statement();
            break;
        }
        scanner.begin_piece();
    }
    scanner.done()
}

/// Like `scan`, but without the limit of `MAX_TOKENS`, and so that it can be stopped: after each piece of the text,
/// `meter` is called with the offset that has been reached and the bytes that the next piece may need. An error of
/// `meter` ends the scan and is returned.
pub(super) fn scan_while<E>(text: &str, mut meter: impl FnMut(usize, usize) -> Result<(), E>) -> Result<Scan, E> {
    let mut scanner = Scanner::new(text);
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

/// Operators, longest first.
const OPERATORS: &[&str] =
    &[":=", "==", "!=", "<=", ">=", "++", "..", "+", "-", "*", "/", "%", "^", "=", "|", "<", ">", "⊕", "≤", "≥", "≠"];

/// Signs of other languages, which are errors here and are answered with advice.
const FOREIGN: &[&str] = &["...", "…", "**", "&&", "||", "//", "=>", "->", "=<", "<>", "&", "!", "~"];

/// A bracket that is open, by the index of its token.
struct Opened {
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
    open: Vec<Opened>,
    /// How many of the open brackets are not `<`. Only these make a statement go on with the next line.
    non_angle_open: usize,
    /// The first line end after which the statement at hand goes on only because a bracket is open.
    line_break: Option<LineEnd>,
    recoveries: usize,
    /// Where the piece at hand ends, in tokens and in bytes.
    piece: (usize, usize),
    /// The first line end since the last token.
    line_end: Option<LineEnd>,
}

impl<'t> Scanner<'t> {
    fn new(text: &'t str) -> Self {
        Scanner { text, value: true, piece: (PIECE_TOKENS, PIECE_BYTES), ..Scanner::default() }
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
            if c == '#' {
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
        self.non_angle_open = 0;
        self.line_break = None;
    }

    /// Remembers where to align the next line: after the innermost open bracket, or after the `=`.
    fn note_unfinished(&mut self) {
        if self.unfinished.is_some() {
            return;
        }
        let is_no_angle = |opened: &&Opened| &self.text[self.tokens[opened.token].range.clone()] != "<";
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

    fn token(&mut self) {
        let Some(c) = self.rest().chars().next() else { return };
        match c {
            ',' => self.push(TokenKind::Separator, 1),
            ';' => {
                self.end_statement();
                self.push(TokenKind::Separator, 1);
                self.first = self.tokens.len();
                self.last = None;
                self.value = true;
            }
            '"' => self.quoted(),
            '(' | '[' | '{' => self.opening(),
            ')' | ']' | '}' => self.closing(),
            _ if is_letter(c) => self.named(),
            _ if c.is_ascii_digit() || c == '.' && self.digit_at(1) => self.number(),
            _ => self.sign(c),
        }
    }

    fn named(&mut self) {
        let word = self.word();
        let starts_statement = self.last.is_none();
        let is_verb = starts_statement && words::is_contextual(word) && begins_game(&self.rest()[word.len()..]);
        let kind = if is_verb { TokenKind::Verb } else { kind_of_word(word) };
        self.push(kind, word.len());
        self.value = match kind {
            TokenKind::Name => self.begins_set(word),
            _ => !matches!(word, "any" | "true" | "false" | "first" | "second"),
        };
        match word {
            "help" if starts_statement => self.raw(),
            "octal" | "hex" => self.code_behind_word(),
            _ => {}
        }
    }

    /// Whether a `<` behind this name opens a set: behind `mex`, and behind the `turn` of a rule.
    fn begins_set(&self, name: &str) -> bool {
        let turns = || {
            let before = self.tokens.len().checked_sub(2).and_then(|index| self.tokens.get(index));
            let begins = before.is_some_and(|before| {
                let word = &self.text[before.range.clone()];
                before.kind == TokenKind::Verb || matches!(word, "=" | ":=" | "|" | "(" | "[" | "," | "misere")
            });
            let set = self.rest().split('\n').next().and_then(|line| line.split_once('>'));
            // Anything else compares a name.
            let compares = |members: &str| {
                let brackets = members.chars().try_fold(0_u32, |open, c| match c {
                    '(' => open.checked_add(1),
                    ')' => open.checked_sub(1),
                    _ => Some(open),
                });
                brackets != Some(0) || ["=", " and ", " or "].iter().any(|sign| members.contains(sign))
            };
            begins && set.is_some_and(|(members, _)| !compares(members))
        };
        (name == "mex" || name == "turn" && turns()) && self.rest().trim_start().starts_with('<')
    }

    /// The rest of the line after `help`: up to a comment or a `;`, unless that is what is asked about.
    fn raw(&mut self) {
        let line = self.rest().split('\n').next().unwrap_or_default();
        let begin = line.len() - line.trim_start().len();
        let asked = line.trim();
        let Some(first) = asked.chars().next() else { return };
        let behind = asked[first.len_utf8()..].find([';', '#']).map_or(asked.len(), |end| first.len_utf8() + end);
        self.at += begin;
        self.push(TokenKind::Raw, asked[..behind].trim_end().len());
    }

    fn code_behind_word(&mut self) {
        let begin = self.rest().len() - self.rest().trim_start_matches([' ', '\t']).len();
        let length = code_length(&self.rest()[begin..]);
        if length > 0 {
            self.at += begin;
            self.push(TokenKind::Number, length);
        }
    }

    fn number(&mut self) {
        let rest = self.rest();
        let digits = run(rest, |c| c.is_ascii_digit() || c == '_').max(hexadecimal_length(rest));
        let fraction = rest[digits..].starts_with('.') && rest[digits + 1..].starts_with(|c: char| c.is_ascii_digit());
        if fraction {
            return self.push(TokenKind::Number, code_length(rest));
        }
        let length = run(rest, is_name_part);
        let kind = if length > digits { TokenKind::Error } else { TokenKind::Number };
        self.push(kind, length);
    }

    /// A text in quotes; it ends with its line.
    fn quoted(&mut self) {
        let mut escaped = false;
        for (offset, c) in self.rest().char_indices().skip(1) {
            match c {
                '\n' => return self.push(TokenKind::Error, offset),
                '"' if !escaped => return self.push(TokenKind::Text, offset + 1),
                _ => escaped = c == '\\' && !escaped,
            }
        }
        self.push(TokenKind::Error, self.rest().len());
    }

    fn opening(&mut self) {
        self.open.push(Opened { token: self.tokens.len(), comparison_close: None });
        self.non_angle_open += 1;
        self.push(TokenKind::Open, 1);
    }

    fn closing(&mut self) {
        while let Some(opened) = self.open.pop() {
            if &self.text[self.tokens[opened.token].range.clone()] != "<" {
                self.non_angle_open -= 1;
                break;
            }
            self.close_by_comparison(&opened);
        }
        self.push(TokenKind::Close, 1);
    }

    fn close_by_comparison(&mut self, opened: &Opened) {
        if let Some(token) = opened.comparison_close {
            self.tokens[token].kind = TokenKind::Close;
        }
    }

    fn sign(&mut self, c: char) {
        let rest = self.rest();
        if c == '<' && self.value && !rest.starts_with("<=") {
            self.open.push(Opened { token: self.tokens.len(), comparison_close: None });
            return self.push(TokenKind::Open, 1);
        }
        if c == '>' && (!rest.starts_with(">=") || rest.starts_with(">==")) {
            return self.greater();
        }
        if let Some(length) = foreign_text(rest) {
            return self.push(TokenKind::Error, length);
        }
        let foreign = FOREIGN.iter().find(|sign| rest.starts_with(**sign) && !rest.starts_with("!="));
        if let Some(sign) = foreign.filter(|sign| !(self.value && **sign == "<>")) {
            return self.push(TokenKind::Error, sign.len());
        }
        match OPERATORS.iter().find(|sign| rest.starts_with(**sign)) {
            Some(sign) => self.push(TokenKind::Operator, sign.len()),
            None => self.push(TokenKind::Error, c.len_utf8()),
        }
    }

    /// A `>` closes the innermost bracket if that is a `<`. Where a value follows on the same line, it is taken for a
    /// comparison, unless no later `>` closes the `<`.
    fn greater(&mut self) {
        let token = self.tokens.len();
        let compares = !self.value && self.value_follows(1);
        let kind = match self.open.last_mut() {
            Some(opened) if &self.text[self.tokens[opened.token].range.clone()] == "<" => {
                if compares {
                    opened.comparison_close.get_or_insert(token);
                    TokenKind::Operator
                } else {
                    self.open.pop();
                    TokenKind::Close
                }
            }
            _ => TokenKind::Operator,
        };
        self.push(kind, 1);
    }

    /// Whether a value begins after the next `skip` bytes, on the same line.
    fn value_follows(&self, skip: usize) -> bool {
        let rest = self.rest()[skip..].trim_start_matches([' ', '\t']);
        let Some(c) = rest.chars().next() else { return false };
        if is_letter(c) {
            let word = &rest[..run(rest, is_name_part)];
            return match word {
                "not" => !rest[3..].trim_start().starts_with("in"),
                "if" => false,
                "any" | "true" | "false" | "first" | "second" => true,
                _ => kind_of_word(word) != TokenKind::Keyword,
            };
        }
        c.is_ascii_digit() || matches!(c, '"' | '(' | '[' | '{' | '<' | '-' | '*') && !rest.starts_with("<=")
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

/// The length in bytes of a text in quotation marks of another keyboard, which ends on its line: a `#` in it begins no
/// comment.
fn foreign_text(text: &str) -> Option<usize> {
    /// Longer texts are not looked for, so that many marks which open nothing take no longer than other signs.
    const LONGEST: usize = 500;
    let opening = text.chars().next()?;
    let closing: &[char] = match opening {
        '“' => &['”'],
        '„' => &['“', '”'],
        '«' => &['»'],
        '「' => &['」'],
        '『' => &['』'],
        '〝' => &['〞'],
        _ => return None,
    };
    let inside = text.char_indices().skip(1).take(LONGEST).take_while(|(_, c)| *c != '\n');
    let mut ends = inside.filter(|(_, c)| closing.contains(c));
    ends.next().map(|(offset, c)| offset + c.len_utf8())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::{is_unfinished, statements};

    /// The tokens of a text as a row of letters.
    fn kinds(text: &str) -> String {
        let letter = |token: &Token| match token.kind {
            TokenKind::Keyword => 'k',
            TokenKind::Verb => 'v',
            TokenKind::Name => 'n',
            TokenKind::Number => '1',
            TokenKind::Text => 't',
            TokenKind::Operator => '+',
            TokenKind::Open => '(',
            TokenKind::Close => ')',
            TokenKind::Separator => ',',
            TokenKind::Raw => 'r',
            TokenKind::Comment => '#',
            TokenKind::Error => '!',
        };
        tokens(text).iter().map(letter).collect()
    }

    #[test]
    fn a_long_text_is_read_in_pieces() {
        for line in ["f(1)\n", "\n", "#\n", "   \u{feff}", "(\n", "let x = \"a text\"; x\n"] {
            let text = line.repeat((1 << 18) / line.len());
            let mut pieces = vec![0];
            let scan = scan_while(&text, |at, _| {
                pieces.push(at);
                Ok::<(), ()>(())
            });
            assert!(scan.is_ok() && pieces.len() >= 4, "{line:?}: {pieces:?}");
            let longest = pieces.windows(2).map(|two| two[1].saturating_sub(two[0])).max();
            assert!(longest < Some(2 * PIECE_BYTES), "{line:?}: {pieces:?}");
            // After an error, `meter` is not called again.
            let mut asked = 0;
            let stopped = scan_while(&text, |at, _| {
                asked += 1;
                Err(at)
            });
            assert_eq!((stopped.err(), asked), (Some(pieces[1]), 1), "{line:?}");
        }
    }

    #[test]
    fn tokens_are_what_they_look_like() {
        for row in crate::syntax::rows(include_str!("tokens.txt")) {
            let (text, expected) = row.rsplit_once(" ⇒ ").unwrap();
            assert_eq!(kinds(text), expected, "{text}");
        }
        assert_eq!(kinds("#!/usr/bin/env grundy\ntour"), "#v");
    }

    #[test]
    fn a_text_falls_into_statements() {
        for (text, expected) in [
            ("", vec![]),
            ("# nothing\n\n", vec![]),
            ("a; b;\nc\n", vec!["a", "b", "c"]),
            ("a # one\n# two\nb", vec!["a", "b"]),
            ("f(1,\n2)\nb", vec!["f(1,\n2)", "b"]),
            ("a +\nb\nc", vec!["a +\nb", "c"]),
            ("a and\nb", vec!["a and\nb"]),
            ("let x =\n3", vec!["let x =\n3"]),
            ("game S = a\n | b\n# c\n | d\ne", vec!["game S = a\n | b\n# c\n | d", "e"]),
            ("take <1,2>\nb", vec!["take <1,2>", "b"]),
            ("a <\nb", vec!["a <", "b"]),
            ("1..\nb", vec!["1..", "b"]),
            // An open bracket ends where only a statement can begin, or, at the end of the text, with its line.
            ("winner S(3\ngame S = a", vec!["winner S(3", "game S = a"]),
            ("winner S(3\nwinner S(4)\nb", vec!["winner S(3", "winner S(4)", "b"]),
            ("f(1; b", vec!["f(1", "b"]),
            ("\"a\nb", vec!["\"a", "b"]),
        ] {
            let found: Vec<&str> = statements(text).into_iter().map(|range| &text[range]).collect();
            assert_eq!(found, expected, "{text:?}");
        }
    }

    #[test]
    fn an_unfinished_text_says_where_to_go_on() {
        for (text, expected) in [
            ("", None),
            ("winner S(3)", None),
            ("winner S(", Some(9)),
            ("winner S(3,\n  [4", Some(3)),
            ("game S = take <1> |", Some(9)),
            ("game S =", Some(4)),
            ("a +", Some(4)),
            ("a <", None),
            ("\"a", None),
            ("a # (", None),
            ("help (", None),
            ("=", None),
            ("a)", None),
        ] {
            let expected = expected.map_or(Completeness::Complete, |indent| Completeness::Incomplete { indent });
            assert_eq!(complete(text), expected, "{text:?}");
            assert_eq!(is_unfinished(text), expected != Completeness::Complete, "{text:?}");
        }
    }

    /// Every line with a bracket that is never closed costs at most a few passes.
    #[test]
    fn many_wrong_lines_are_no_slower_than_right_ones() {
        let started = std::time::Instant::now();
        for line in ["f(1\n", "[\n", "(\n\n\n", "<1 > 2\n", "\"\n", "#(\n", "|\n", "f(\n# c\n"] {
            let scanned = scan(&line.repeat(10_000));
            assert!(scanned.tokens.len() >= 10_000, "{line:?}");
        }
        assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
    }
}

//! What is checked before the grammar is tried: single tokens, brackets that do not match, statements that are too
//! long, and nesting that would overflow the stack.

use super::habits::{self, instead};
use super::scan::MAX_TOKENS;
use super::spellings::instead_of_character;
use super::token::TokenKind;
use super::view::View;
use crate::error::{Error, SyntaxError};
use crate::source::Span;
use crate::told::told;

/// The deepest nesting of brackets, conditions (`if`) and `time`.
const MAX_NESTING: usize = 256;
/// The most operators on the path from the root of a tree to a leaf. A tree of this depth can still be walked and
/// dropped on the stack of an ordinary thread.
const MAX_OPERATORS: usize = 4000;

/// The most bytes of a word, number or code. The grammar cannot be interrupted, so its input is limited.
const MAX_WORD_BYTES: usize = 100_000;
/// The most bytes of a text in quotation marks.
const MAX_TEXT_BYTES: usize = 4_000_000;

/// Checks every token of a statement. Returns how deep its tree may be, or the first error.
pub(super) fn check(view: &View) -> Result<usize, Box<Error>> {
    let mut walk = Walk { view, levels: vec![BracketLevel::default()], ifs: 0, operators: 0, deepest: 0 };
    for index in 0..view.tokens.len() {
        walk.token(index)?;
    }
    if view.tokens.len() > MAX_TOKENS {
        return Err(too_long("words and signs in one statement", MAX_TOKENS, view.span(MAX_TOKENS)));
    }
    walk.finish()?;
    Ok(walk.deepest)
}

fn too_long(what: &'static str, limit: usize, place: Span) -> Box<Error> {
    Box::new(Error::new(SyntaxError::TooLong { what, limit }, place))
}

/// What is open directly inside a bracket, or in the statement itself.
#[derive(Default)]
struct BracketLevel {
    /// The index of the opening bracket; 0, without a meaning, for the statement itself.
    open: usize,
    /// Every `if` without its `else` so far.
    ifs: usize,
    operators: usize,
    /// How many of the `operators` are brackets after the operand at hand, as in `h[0][1]`.
    suffixes: usize,
}

/// The state of the check. `ifs` and `operators` are the sums over all levels.
struct Walk<'v, 't> {
    view: &'v View<'t>,
    levels: Vec<BracketLevel>,
    ifs: usize,
    operators: usize,
    deepest: usize,
}

impl Walk<'_, '_> {
    fn token(&mut self, index: usize) -> Result<(), Box<Error>> {
        let word = self.view.word(index);
        let start = self.view.span(index).start();
        // The error points at a word where it becomes too long, and at a text where it begins.
        let (what, limit, at) = match self.view.kind(index) {
            Some(TokenKind::Text) => ("bytes in one text", MAX_TEXT_BYTES, start),
            _ => ("digits or letters in a row", MAX_WORD_BYTES, start + MAX_WORD_BYTES),
        };
        if word.len() > limit {
            return Err(too_long(what, limit, self.view.place(at..at + 1)));
        }
        match self.view.kind(index) {
            Some(TokenKind::Error) if self.is_duration(index) => {}
            Some(TokenKind::Error) if self.is_move(index) => self.forget(),
            Some(TokenKind::Error) if self.continues_list(index) => {}
            Some(TokenKind::Error) => return Err(Box::new(wrong_token(self.view, index))),
            Some(TokenKind::Open) => self.open(index),
            Some(TokenKind::Close) => self.close(index)?,
            Some(TokenKind::Separator) if self.groups_digits(index) => {
                let fix = Some((self.view.span(index), "_".to_owned()));
                let kind = SyntaxError::UnknownCharacter { character: ',', instead: Some("_"), fix };
                return Err(Box::new(Error::new(kind, self.view.span(index))));
            }
            Some(TokenKind::Separator) => self.forget(),
            Some(TokenKind::Operator) if word == "|" => self.forget(),
            Some(TokenKind::Operator) => self.operator(),
            Some(TokenKind::Keyword) => self.keyword(word),
            Some(TokenKind::Verb) if word == "time" => self.keyword("if"),
            _ => {}
        }
        self.measure(index)
    }

    /// `1,000`, which is one number: no list has the member `000`.
    fn groups_digits(&self, index: usize) -> bool {
        let Some(before) = index.checked_sub(1) else { return false };
        let (span, group) = (self.view.span(index), self.view.word(index + 1));
        let is_close = self.view.span(before).end() == span.start() && self.view.span(index + 1).start() == span.end();
        let is_start =
            matches!(self.view.word(before).len(), 1..=3) && self.view.kind(before) == Some(TokenKind::Number);
        is_close
            && is_start
            && group.starts_with('0')
            && group.len() == 3
            && group.bytes().all(|byte| byte.is_ascii_digit())
    }

    /// `for 30s`
    fn is_duration(&self, index: usize) -> bool {
        let seconds = self.view.word(index).strip_suffix('s');
        index > 0
            && self.view.word(index - 1) == "for"
            && seconds.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
    }

    /// `{1, 2, ...}`, `{1, 3, ..., 9}`
    fn continues_list(&self, index: usize) -> bool {
        let (before, behind) = (self.view.word(index.wrapping_sub(1)), index + 1);
        matches!(self.view.word(index), "..." | "…")
            && self.levels.len() > 1
            && before == ","
            && (self.view.kind(behind) == Some(TokenKind::Close) || self.view.word(behind) == ",")
    }

    /// `Nim(6) -> Nim(5)`: an arrow between two things that may be positions, in a statement that begins with neither a verb
    /// nor a definition.
    fn is_move(&self, index: usize) -> bool {
        let view = self.view;
        let is_arrow = |index: usize| matches!(view.word(index), "->" | "→");
        is_arrow(index)
            && self.levels.len() == 1
            && matches!(view.kind(index.wrapping_sub(1)), Some(TokenKind::Close | TokenKind::Name | TokenKind::Number))
            && (matches!(view.kind(0), Some(TokenKind::Name | TokenKind::Number | TokenKind::Open))
                || matches!(view.word(0), "*" | "octal" | "hex"))
            && index + 1 < view.tokens.len()
            && (0..view.tokens.len()).filter(|&index| is_arrow(index)).count() == 1
    }

    fn keyword(&mut self, word: &str) {
        match word {
            "if" => {
                self.ifs += 1;
                self.top().ifs += 1;
            }
            "else" => {
                self.operator();
                if self.top().ifs > 0 {
                    self.top().ifs -= 1;
                    self.ifs -= 1;
                }
            }
            "and" | "or" | "xor" | "not" | "in" | "except" | "step" => self.operator(),
            _ => {}
        }
    }

    /// Counts an operator of this level. The brackets after the operand before it, `suffixes`, do not count any
    /// more.
    fn operator(&mut self) {
        let suffixes = std::mem::take(&mut self.top().suffixes);
        self.operators = self.operators + 1 - suffixes;
        self.top().operators = self.top().operators + 1 - suffixes;
    }

    /// A new member or clause begins, so that nothing of this level is open any more.
    fn forget(&mut self) {
        let (ifs, operators) = (self.top().ifs, self.top().operators);
        (self.top().ifs, self.top().operators, self.top().suffixes) = (0, 0, 0);
        self.ifs -= ifs;
        self.operators -= operators;
    }

    fn open(&mut self, index: usize) {
        // A bracket right after a closing one is one more operation on the same operand, as in `h[0][1]`.
        if index > 0 && self.view.kind(index - 1) == Some(TokenKind::Close) {
            self.operators += 1;
            self.top().operators += 1;
            self.top().suffixes += 1;
        }
        self.levels.push(BracketLevel { open: index, ..BracketLevel::default() });
    }

    fn close(&mut self, index: usize) -> Result<(), Box<Error>> {
        let close = first_char(self.view.word(index));
        let span = self.view.span(index);
        if self.levels.len() == 1 {
            return Err(Box::new(Error::new(SyntaxError::Unopened { close, expected: None }, span)));
        }
        let open = self.top().open;
        let expected = partner(self.view.word(open));
        if expected != close {
            let kind = SyntaxError::Unopened { close, expected: Some(expected) };
            return Err(Box::new(Error::new(kind, span).with(self.view.span(open), told!("opened here"))));
        }
        self.forget();
        self.levels.pop();
        Ok(())
    }

    /// Records how deep the tree is at this token, and checks the limits.
    fn measure(&mut self, index: usize) -> Result<(), Box<Error>> {
        let nesting = self.levels.len() - 1 + self.ifs;
        self.deepest = self.deepest.max(nesting + self.operators);
        let kind = if nesting > MAX_NESTING {
            SyntaxError::TooDeep { limit: MAX_NESTING }
        } else if self.operators > MAX_OPERATORS {
            SyntaxError::TooManyOperators { limit: MAX_OPERATORS }
        } else {
            return Ok(());
        };
        Err(Box::new(Error::new(kind, self.view.span(index))))
    }

    fn finish(&mut self) -> Result<(), Box<Error>> {
        if self.levels.len() == 1 {
            return Ok(());
        }
        let closing: String = self.levels[1..].iter().rev().map(|level| partner(self.view.word(level.open))).collect();
        let open = self.top().open;
        let end = self.view.span(self.view.tokens.len());
        let kind = SyntaxError::Unclosed { open: first_char(self.view.word(open)), closing };
        Err(Box::new(Error::new(kind, end).with(self.view.span(open), told!("opened here"))))
    }

    /// The innermost level; the statement's own is never popped.
    fn top(&mut self) -> &mut BracketLevel {
        let last = self.levels.len() - 1;
        &mut self.levels[last]
    }
}

fn first_char(word: &str) -> char {
    word.chars().next().unwrap_or(' ')
}

fn partner(open: &str) -> char {
    match open {
        "(" => ')',
        "[" => ']',
        "{" => '}',
        _ => '>',
    }
}

/// The error for a token of the kind `Error`.
fn wrong_token(view: &View, index: usize) -> Error {
    let word = view.word(index);
    let first = first_char(word);
    let span = match view.span(index) {
        // Of a whole text, only the mark at its beginning is unknown.
        span if first != '"' && instead_of_character(first) == Some("\"") => {
            view.place(span.start()..span.start() + first.len_utf8())
        }
        span => span,
    };
    if let Some(error) = path_without_quotes(view, index) {
        return error;
    }
    if let Some(error) = habits::of_token(view, index) {
        return error;
    }
    let kind = match word {
        "->" | "=>" | "→" | "⇒" if is_between_texts(view, index) => {
            SyntaxError::Foreign { found: word.into(), instead: "`becomes`" }
        }
        "**" => SyntaxError::DoubleStar,
        "..." | "…" => SyntaxError::Ellipsis,
        _ if first == '"' => SyntaxError::UnterminatedText,
        _ if first.is_ascii_digit() => number_and_letters(word),
        _ => match foreign(view, index) {
            Some(instead) => SyntaxError::Foreign { found: word.into(), instead },
            None => SyntaxError::UnknownCharacter {
                character: first,
                instead: instead_of_character(first),
                fix: respelt(view, index),
            },
        },
    };
    Error::new(kind, span)
}

/// `".." -> "##"`
fn is_between_texts(view: &View, index: usize) -> bool {
    let is_text = |index: Option<usize>| index.and_then(|index| view.kind(index)) == Some(TokenKind::Text);
    is_text(index.checked_sub(1)) && is_text(Some(index + 1))
}

/// `1e6`, `2n`, `2O`
fn number_and_letters(word: &str) -> SyntaxError {
    let is_round = |letter| matches!(letter, 'O' | 'o');
    let digits = word.find(|c: char| !c.is_ascii_digit() && c != '_').unwrap_or(word.len());
    let (number, name) = word.split_at(digits);
    let exponent = name.strip_prefix(['e', 'E']).filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    match exponent.filter(|rest| rest.bytes().all(|b| b.is_ascii_digit())) {
        Some(exponent) => SyntaxError::Scientific { base: number.into(), exponent: exponent.into() },
        None if name.chars().all(is_round) => {
            SyntaxError::Misspelt { word: word.into(), similar: word.replace(is_round, "0") }
        }
        None => SyntaxError::MissingTimes { number: number.into(), name: name.into() },
    }
}

/// What to write instead of a sign of another language, in backquotes if it can be typed as it stands.
fn foreign(view: &View, index: usize) -> Option<&'static str> {
    let defines = matches!(view.word(0), "let" | "game") && (0..index).all(|i| !matches!(view.word(i), "=" | ":="));
    let before = index.checked_sub(1).and_then(|before| view.kind(before));
    let behind_value = matches!(before, Some(TokenKind::Number | TokenKind::Name | TokenKind::Close));
    let joins_positions = before == Some(TokenKind::Close)
        && view.word(index + 1).starts_with(char::is_uppercase)
        && matches!(view.word(index + 2), "(" | "[");
    match view.word(index) {
        "&" | "&&" | "||" if joins_positions => {
            Some("a sum of positions as `S(3) + S(4)`; conditions are joined by words")
        }
        "&" if !behind_comparison(view, index) => {
            Some("the word `and` between two conditions, and `bitand(A, B)` for the bits of two numbers")
        }
        "=>" | "->" if defines => Some("`=`"),
        "||" if view.word(0) == "game" && !behind_comparison(view, index) => Some("`|`"),
        "!" if behind_value => Some("the product out; the set of all factorials is called factorials"),
        sign => instead("foreign", sign),
    }
}

/// Whether a comparison stands before a sign, as far as its brackets reach.
fn behind_comparison(view: &View, index: usize) -> bool {
    let outside = |at: &usize| !matches!(view.kind(*at), Some(TokenKind::Open | TokenKind::Separator));
    let mut before = (0..index).rev().take_while(outside);
    before.any(|at| matches!(view.word(at), "==" | "!=" | "<" | "<=" | ">" | ">=" | "≤" | "≥" | "≠" | "in" | "not"))
}

/// The correction that replaces this unknown character, and all later ones of the statement, by signs of the
/// language.
fn respelt(view: &View, index: usize) -> Option<(Span, String)> {
    instead_of_character(first_char(view.word(index)))?;
    if view.word(index).starts_with('\'') {
        // A later `'` may be part of a name token, so the text is taken up to the next `'` on the line.
        let start = view.span(index).start();
        let line = view.text[start + 1..].lines().next()?;
        let length = line.find('\'')?;
        let span = view.place(start..start + length + 2);
        return Some((span, format!("\"{}\"", &line[..length])));
    }
    let last = (index..view.tokens.len()).rev().find(|&last| view.kind(last) == Some(TokenKind::Error))?;
    let span = view.spans(index, last);
    let mut respelt = String::new();
    let mut is_in_text = false;
    for c in view.at(span).chars() {
        match instead_of_character(c) {
            Some("\"") => {
                is_in_text = !is_in_text;
                respelt.push('"');
            }
            Some(instead) if !is_in_text => respelt.push_str(instead),
            _ => respelt.push(c),
        }
    }
    Some((span, respelt))
}

/// `to file.csv`, `load games.cgt`: the error for a file's name without quotation marks, at or before this token.
pub(super) fn path_without_quotes(view: &View, index: usize) -> Option<Error> {
    let names_file = |word: usize| match view.word(word) {
        "load" | "save" => word == 0,
        "read" => matches!(view.word(word.wrapping_sub(1)), "=" | ":=") && view.kind(word + 1) == Some(TokenKind::Name),
        // In `period S to 1000` the number says how far to look.
        "to" => word > 1 && view.word(word - 1) != "up" && view.kind(word + 1) != Some(TokenKind::Number),
        _ => false,
    };
    let first = (1..=index).find(|&first| names_file(first - 1))?;
    if view.word(first).starts_with('"') || first >= view.tokens.len() {
        return None;
    }
    let span = view.spans(first, view.tokens.len() - 1);
    let path = view.at(span).trim_matches(is_quote).to_owned();
    // `save my games to mine.cgt` is a sentence.
    if path.split_whitespace().any(|word| matches!(word, "to" | "as" | "in" | "into" | "from")) {
        return None;
    }
    let word = view.word(first - 1).to_owned();
    Some(Error::new(SyntaxError::PathQuotes { path, word }, span))
}

/// Whether a character is a quotation mark, or a bracket that is used as one.
pub(super) fn is_quote(c: char) -> bool {
    matches!(c, '"' | '`') || matches!(instead_of_character(c), Some("\"" | "<" | ">"))
}

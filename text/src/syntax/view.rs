//! Access to the tokens of one statement by index: their words, kinds and places.

use std::ops::Range;

use super::token::{Token, TokenKind};
use crate::source::{Span, Text};

/// The tokens of one statement, without comments, and the text they come from.
pub struct View<'t> {
    /// What is read.
    pub text: &'t str,
    /// What was written, in which all places lie. It is as long as what is read, and may be spelt otherwise.
    pub original: Text<'t>,
    pub tokens: &'t [Token],
}

impl<'t> View<'t> {
    /// Tokens of a text that is read as it was written.
    pub fn new(original: Text<'t>, tokens: &'t [Token]) -> View<'t> {
        View { text: original.as_str(), original, tokens }
    }

    /// The text of a token; empty beyond the last.
    pub fn word(&self, index: usize) -> &'t str {
        self.tokens.get(index).map_or("", |token| &self.text[token.range.clone()])
    }

    pub fn kind(&self, index: usize) -> Option<TokenKind> {
        self.tokens.get(index).map(|token| token.kind)
    }

    /// The place of a token; beyond the last, the place after it.
    pub fn span(&self, index: usize) -> Span {
        self.place(self.tokens.get(index).map_or(self.end()..self.end(), |token| token.range.clone()))
    }

    /// The place from one token to another, both included.
    pub fn spans(&self, first: usize, last: usize) -> Span {
        self.span(first).to(self.span(last))
    }

    /// The place of these bytes.
    pub fn place(&self, bytes: Range<usize>) -> Span {
        self.original.span(bytes)
    }

    /// What is read at a place.
    pub fn at(&self, place: Span) -> &'t str {
        Text::new(place.source(), self.text).at(place)
    }

    /// The text from one token up to another, which is not included.
    pub fn written(&self, first: usize, end: usize) -> &'t str {
        match (self.tokens.get(first), end.checked_sub(1).and_then(|last| self.tokens.get(last))) {
            (Some(from), Some(to)) if first < end => &self.text[from.range.start..to.range.end],
            _ => "",
        }
    }

    /// The whole text with `new` in place of the tokens `first..end`, trimmed.
    pub fn replaced(&self, first: usize, end: usize, new: &str) -> String {
        let start = self.tokens.get(first).map_or(self.text.len(), |token| token.range.start);
        let stop = end.checked_sub(1).and_then(|last| self.tokens.get(last)).map_or(start, |token| token.range.end);
        let stop = stop.max(start);
        let text = format!("{}{new}{}", &self.text[..start], &self.text[stop..]);
        text.trim().to_owned()
    }

    /// Whether the statement makes a definition.
    pub fn defines(&self) -> bool {
        matches!(self.word(0), "game" | "let")
    }

    /// The index of the first `=` or `:=`, which stands between a name and its definition.
    pub fn define(&self) -> Option<usize> {
        (0..self.tokens.len()).find(|&index| self.is_define(index))
    }

    pub fn is_define(&self, index: usize) -> bool {
        matches!(self.word(index), "=" | ":=")
    }

    pub fn start(&self) -> usize {
        self.tokens.first().map_or(0, |token| token.range.start)
    }

    pub fn end(&self) -> usize {
        self.tokens.last().map_or(0, |token| token.range.end)
    }
}

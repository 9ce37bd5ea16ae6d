//! Access to the tokens of one statement by index: their words, kinds and places.

use super::token::{Token, TokenKind};
use crate::source::{SourceId, Span};

/// The tokens of one statement, without comments, and the text they come from.
pub struct View<'t> {
    pub source: SourceId,
    pub text: &'t str,
    pub tokens: &'t [Token],
}

impl<'t> View<'t> {
    /// The text of a token; empty beyond the last.
    pub fn word(&self, index: usize) -> &'t str {
        self.tokens.get(index).map_or("", |token| &self.text[token.range.clone()])
    }

    pub fn kind(&self, index: usize) -> Option<TokenKind> {
        self.tokens.get(index).map(|token| token.kind)
    }

    /// The place of a token; beyond the last, the place after it.
    pub fn span(&self, index: usize) -> Span {
        match self.tokens.get(index) {
            Some(token) => Span::new(self.source, token.range.start, token.range.end),
            None => Span::new(self.source, self.end(), self.end()),
        }
    }

    /// The place from one token to another, both included.
    pub fn spans(&self, first: usize, last: usize) -> Span {
        self.span(first).to(self.span(last))
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

//! The tokens of one statement, and their places.

use super::token::{Token, TokenKind};
use crate::source::{SourceId, Span};

/// The tokens of one statement, comments left out, in the text they come from.
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

    /// The place of a token; beyond the last, the place behind it.
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

    pub fn start(&self) -> usize {
        self.tokens.first().map_or(0, |token| token.range.start)
    }

    pub fn end(&self) -> usize {
        self.tokens.last().map_or(0, |token| token.range.end)
    }
}

//! A statement as its tokens, with what is needed to look at them and to write something else in their place.

use std::ops::Range;

use crate::syntax::token::{self, TokenKind};

/// Tokens beyond which a statement is no phrase.
const LONGEST: usize = 200;

/// A token with its text.
pub struct PhraseToken<'t> {
    pub word: &'t str,
    pub kind: TokenKind,
    pub range: Range<usize>,
}

/// A statement's tokens, comments left out.
pub struct Phrase<'t> {
    pub text: &'t str,
    pub pieces: Vec<PhraseToken<'t>>,
}

impl<'t> Phrase<'t> {
    pub fn new(text: &'t str) -> Option<Phrase<'t>> {
        let tokens = token::tokens(text);
        let pieces: Vec<PhraseToken> = tokens
            .iter()
            .filter(|token| token.kind != TokenKind::Comment)
            .map(|token| PhraseToken { word: &text[token.range.clone()], kind: token.kind, range: token.range.clone() })
            .collect();
        (pieces.len() <= LONGEST && !pieces.is_empty()).then_some(Phrase { text, pieces })
    }

    pub fn word(&self, index: usize) -> &'t str {
        self.pieces.get(index).map_or("", |piece| piece.word)
    }

    /// The text from one token up to another, which is not included.
    pub fn written(&self, first: usize, end: usize) -> &'t str {
        match (self.pieces.get(first), end.checked_sub(1).and_then(|last| self.pieces.get(last))) {
            (Some(from), Some(to)) if first < end => &self.text[from.range.start..to.range.end],
            _ => "",
        }
    }

    /// The whole text with something else in the place of these tokens.
    pub fn replaced(&self, first: usize, end: usize, new: &str) -> String {
        let start = self.pieces.get(first).map_or(self.text.len(), |piece| piece.range.start);
        let stop = end.checked_sub(1).and_then(|last| self.pieces.get(last)).map_or(start, |piece| piece.range.end);
        let stop = stop.max(start);
        let text = format!("{}{new}{}", &self.text[..start], &self.text[stop..]);
        text.trim().to_owned()
    }
}

//! Whole phrases that people write otherwise: as a sentence, as in a textbook, as in another language. A phrase is found
//! by its tokens and rewritten; whether the result is a statement is for others to find out.

mod pattern;
mod rules;
mod statements;
mod table;

use pattern::{Found, Piece};
use table::Scope;

use super::token::{self, TokenKind};
use super::words;

/// Tokens beyond which a statement is no phrase.
const LONGEST: usize = 200;

/// A statement's tokens, with what is needed to look at them.
struct Phrase<'t> {
    text: &'t str,
    pieces: Vec<Piece<'t>>,
}

impl<'t> Phrase<'t> {
    fn new(text: &'t str) -> Option<Phrase<'t>> {
        let tokens = token::tokens(text);
        let pieces: Vec<Piece> = tokens
            .iter()
            .filter(|token| token.kind != TokenKind::Comment)
            .map(|token| Piece { word: &text[token.range.clone()], kind: token.kind, range: token.range.clone() })
            .collect();
        (pieces.len() <= LONGEST && !pieces.is_empty()).then_some(Phrase { text, pieces })
    }

    fn word(&self, index: usize) -> &'t str {
        self.pieces.get(index).map_or("", |piece| piece.word)
    }

    /// The text from one token up to another, which is not included.
    fn written(&self, first: usize, end: usize) -> &'t str {
        match (self.pieces.get(first), end.checked_sub(1).and_then(|last| self.pieces.get(last))) {
            (Some(from), Some(to)) if first < end => &self.text[from.range.start..to.range.end],
            _ => "",
        }
    }

    /// The whole text with something else in the place of these tokens.
    fn replaced(&self, first: usize, end: usize, new: &str) -> String {
        let start = self.pieces.get(first).map_or(self.text.len(), |piece| piece.range.start);
        let stop = end.checked_sub(1).and_then(|last| self.pieces.get(last)).map_or(start, |piece| piece.range.end);
        let stop = stop.max(start);
        let text = format!("{}{new}{}", &self.text[..start], &self.text[stop..]);
        text.trim().to_owned()
    }

    fn scope(&self) -> Scope {
        if self.word(0).eq_ignore_ascii_case("game") { Scope::Rule } else { Scope::Question }
    }
}

/// What a statement may have meant, the surest first.
pub fn rewritten(text: &str) -> Vec<String> {
    let Some(phrase) = Phrase::new(text) else { return Vec::new() };
    let mut found = Vec::new();
    found.extend(statements::rewritten(&phrase));
    found.extend(rules::rewritten(&phrase));
    for row in table::ROWS.iter().filter(|row| row.scope == Scope::Any || row.scope == phrase.scope()) {
        for pattern in row.patterns.split(" / ") {
            if let Some(Found { first, end, captures }) = pattern::find(&phrase, pattern) {
                found.push(phrase.replaced(first, end, &pattern::filled(row.instead, &captures)));
            }
        }
    }
    found.retain(|new| new != text.trim() && !new.is_empty());
    found
}

/// Whether a word is written as a reserved one, but for its capitals.
fn in_other_letters(word: &str) -> Option<String> {
    let lower = word.to_lowercase();
    (lower != word && words::is_reserved(&lower)).then_some(lower)
}

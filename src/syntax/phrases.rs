//! Rewrites statements that newcomers phrase differently: as a sentence, as in a textbook, as in another language. A
//! phrase is recognised by its tokens. Whether the rewritten text is a statement, and the right one, is not checked
//! here: `session::proposal` runs it.

mod pattern;
mod rules;
mod statements;
mod table;

use pattern::Found;
pub use table::is_understood;

use super::token::{self, Token, TokenKind};
use super::view::View;
use crate::source::SourceId;

/// A statement of more tokens is not taken for a phrase.
const MAX_PHRASE_TOKENS: usize = 200;

/// Statements that this one may have been meant as, the surest first.
pub fn rewritten(text: &str) -> Vec<String> {
    let tokens: Vec<Token> = token::tokens(text).into_iter().filter(|token| token.kind != TokenKind::Comment).collect();
    if tokens.is_empty() || tokens.len() > MAX_PHRASE_TOKENS {
        return Vec::new();
    }
    let phrase = View { source: SourceId::default(), text, tokens: &tokens };
    let mut found = Vec::new();
    found.extend(statements::rewritten(&phrase));
    found.extend(rules::rewritten(&phrase));
    for row in table::rows_for(&phrase) {
        for pattern in row.patterns.split(" / ") {
            if let Some(Found { first, end, captures }) = pattern::find(&phrase, pattern) {
                found.push(phrase.replaced(first, end, &pattern::filled(&row.instead, &captures)));
            }
        }
    }
    found.retain(|new| new != text.trim() && !new.is_empty());
    found
}

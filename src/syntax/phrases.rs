//! Whole phrases that people write otherwise: as a sentence, as in a textbook, as in another language. A phrase is found
//! by its tokens and rewritten; whether the result is a statement is for others to find out.

mod pattern;
mod rules;
mod statements;
mod table;

use pattern::Found;

use super::token::{self, Token, TokenKind};
use super::view::View;
use crate::source::SourceId;

/// Tokens beyond which a statement is no phrase.
const LONGEST: usize = 200;

/// What a statement may have meant, the surest first.
pub fn rewritten(text: &str) -> Vec<String> {
    let tokens: Vec<Token> = token::tokens(text).into_iter().filter(|token| token.kind != TokenKind::Comment).collect();
    if tokens.is_empty() || tokens.len() > LONGEST {
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

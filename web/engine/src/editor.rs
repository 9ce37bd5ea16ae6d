//! What the page's editor asks: the tokens of a text, for its colours, and the words of the language.

use std::ops::Range;

use grundy::source::{CountedPlaces, Span};
use grundy::syntax::{self, TokenKind, words::WORDS};
use serde_json::{Value as Json, json};

use crate::directives;

/// All words of the language.
pub fn words() -> Json {
    let words = WORDS.iter().map(|word| json!({"word": word.word, "usage": word.usage(), "line": word.line()}));
    words.collect()
}

/// The tokens of a text, where its statements begin and end, which of them are hidden, and whether a statement is
/// unfinished at its end.
pub fn look(text: &str) -> Json {
    let units = CountedPlaces::in_utf16(text);
    let tokens: Vec<Json> = syntax::tokens(text)
        .iter()
        .map(|token| json!([units.at(token.range.start), units.at(token.range.end), kind(token.kind)]))
        .collect();
    let extents = syntax::statements(text);
    let places = |ranges: &[Range<usize>]| -> Json {
        let units = CountedPlaces::in_utf16(text);
        ranges.iter().map(|range| json!([units.at(range.start), units.at(range.end)])).collect()
    };
    let (statements, hidden) = (places(&extents), places(&directives::hidden(text, &extents)));
    json!({"tokens": tokens, "statements": statements, "hidden": hidden, "open": syntax::is_unfinished(text)})
}

/// Whether a text consists of statements that can be read, of which there is one at least.
pub fn reads(text: &str) -> bool {
    let statements = syntax::parse(Span::NOWHERE.source(), text);
    !statements.is_empty() && statements.iter().all(Result::is_ok)
}

/// The CSS class of a token, which is one of those that answers use.
fn kind(kind: TokenKind) -> &'static str {
    match kind {
        TokenKind::Verb => "verb",
        TokenKind::Keyword => "typed",
        TokenKind::Number => "name",
        TokenKind::Text => "nimber",
        TokenKind::Error => "bad",
        TokenKind::Comment => "muted",
        TokenKind::Open | TokenKind::Close => "bracket",
        TokenKind::Name | TokenKind::Operator | TokenKind::Separator | TokenKind::Raw => "",
    }
}

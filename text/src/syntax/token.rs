//! The tokens of a text, and what kind of token a word is.

use std::ops::Range;

use super::letters::{is_letter, is_name_part, run};
use super::words;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    pub kind: TokenKind,
    /// Bytes of the text.
    pub range: Range<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// A word of the grammar that is not a verb.
    Keyword,
    /// A word that begins a statement or asks for a value.
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

/// What kind of token a word is.
pub(super) fn kind_of_word(word: &str) -> TokenKind {
    match words::find(word).filter(|_| !words::is_contextual(word)).map(|found| found.group) {
        Some(group) if group.is_verb() => TokenKind::Verb,
        Some(group) if group.has_keywords() => TokenKind::Keyword,
        _ if word == words::ACCENTED => TokenKind::Keyword,
        _ => TokenKind::Name,
    }
}

/// Whether a text begins with blanks and then a game. Before such a text, a contextual keyword such as `losing` is a
/// verb.
pub(super) fn begins_game(text: &str) -> bool {
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

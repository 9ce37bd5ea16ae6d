//! Rewritings that a pattern of `table.txt` cannot express: quotation marks, heaps glued to their game, and a misspelt word by itself.

use crate::error::nearest;
use crate::syntax::spellings::instead_of_character;
use crate::syntax::token::TokenKind;
use crate::syntax::view::View;
use crate::syntax::words::{self, AsksAbout};

pub(super) fn statements_rewritten(phrase: &View) -> Vec<String> {
    [quoted, heap_in_name, alone].iter().filter_map(|rewrite| rewrite(phrase)).collect()
}

/// `“out.csv”`, `«out.csv»`, ``hi''`, `'out.csv'`
fn quoted(phrase: &View) -> Option<String> {
    let is_quote = |c: char| c != '\'' && instead_of_character(c) == Some("\"");
    let respelt = phrase.text.replace("''", "\"").replace("``", "\"").replace(is_quote, "\"");
    if respelt != phrase.text && respelt.matches('"').count().is_multiple_of(2) {
        return Some(respelt);
    }
    let first = phrase.text.find(" '").map(|at| at + 1)?;
    let length = phrase.text[first + 1..].find('\'')?;
    let inside = &phrase.text[first + 1..first + 1 + length];
    Some(format!("{}\"{inside}\"{}", &phrase.text[..first], &phrase.text[first + length + 2..]))
}

/// `winner S3`
fn heap_in_name(phrase: &View) -> Option<String> {
    let name = Some(phrase.word(1)).filter(|_| phrase.kind(1) == Some(TokenKind::Name))?;
    let base = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let heap = &name[base.len()..];
    let asks = words::asks_about(phrase.word(0)) == Some(AsksAbout::Position);
    let is_alone = matches!(phrase.word(2), "" | "+" | ")" | ",");
    (asks && is_alone && !base.is_empty() && !heap.is_empty())
        .then(|| phrase.replaced(1, 2, &format!("{base}({heap})")))
}

/// `qiut`, `hepl`
fn alone(phrase: &View) -> Option<String> {
    if phrase.tokens.len() > 1 || phrase.kind(0) != Some(TokenKind::Name) {
        return None;
    }
    nearest(phrase.word(0), ["quit", "help", "games", "tour", "history"], 1).map(str::to_owned)
}

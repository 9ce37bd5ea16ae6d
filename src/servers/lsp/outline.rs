//! What an editor shows of a document as a whole: its definitions, what can be folded, the kinds of its words, its even
//! form.

use serde_json::{Value, json};

use super::document::OpenDocument;
use crate::service::Clock;
use crate::syntax::ast::{Name, Statement};
use crate::syntax::{self, TokenKind};

/// The kinds of symbols, as the protocol numbers them.
const CLASS: u8 = 5;
const FUNCTION: u8 = 12;
const CONSTANT: u8 = 14;

/// The kinds of words, in the order of their numbers.
pub const TOKEN_TYPES: [&str; 7] = ["keyword", "function", "variable", "number", "string", "comment", "operator"];

/// The number of a kind among `TOKEN_TYPES`; `None` for what is not coloured.
fn token_type(kind: TokenKind) -> Option<usize> {
    match kind {
        TokenKind::Keyword => Some(0),
        TokenKind::Verb => Some(1),
        TokenKind::Name => Some(2),
        TokenKind::Number => Some(3),
        TokenKind::Text | TokenKind::Raw => Some(4),
        TokenKind::Comment => Some(5),
        TokenKind::Operator => Some(6),
        TokenKind::Open | TokenKind::Close | TokenKind::Separator | TokenKind::Error => None,
    }
}

/// What a statement defines, and the number of its kind.
fn defined(statement: &Statement) -> Option<(&Name, u8)> {
    let kind = match statement.definition() {
        Some(written) if written.parameters.is_some() => FUNCTION,
        Some(_) => CONSTANT,
        None => CLASS,
    };
    Some((statement.defined()?, kind))
}

pub fn symbols(document: &OpenDocument) -> Vec<Value> {
    let symbol = |statement: &Statement| {
        let (name, kind) = defined(statement)?;
        let whole = document.open.range(statement.whole.to(name.span).range());
        Some(
            json!({"name": name.text, "kind": kind, "range": whole, "selectionRange": document.open.range(name.span.range())}),
        )
    };
    document.statements().filter_map(symbol).collect()
}

/// Statements of several lines, and comments of several lines.
pub fn folding_ranges(document: &OpenDocument) -> Vec<Value> {
    let lines = |range: &std::ops::Range<usize>| (document.open.line(range.start), document.open.line(range.end));
    let fold = |(start, end): (usize, usize), kind: Option<&str>| {
        let mut fold = json!({"startLine": start, "endLine": end});
        if let Some(kind) = kind {
            fold["kind"] = kind.into();
        }
        fold
    };
    let statements = document.statements().map(|statement| lines(&statement.whole.range()));
    let mut folds: Vec<Value> = statements.filter(|(start, end)| start < end).map(|lines| fold(lines, None)).collect();
    folds.dedup();
    let mut group: Option<(usize, usize)> = None;
    let tokens = if document.is_too_long() { Vec::new() } else { syntax::tokens(document.text()) };
    for token in tokens.iter().filter(|token| token.kind == TokenKind::Comment) {
        let line = document.open.line(token.range.start);
        let stands_alone =
            document.text()[..token.range.start].rsplit('\n').next().is_some_and(|before| before.trim().is_empty());
        group = match group {
            Some((start, end)) if stands_alone && line == end + 1 => Some((start, line)),
            before => {
                folds.extend(before.filter(|(start, end)| start < end).map(|lines| fold(lines, Some("comment"))));
                stands_alone.then_some((line, line))
            }
        };
    }
    folds.extend(group.filter(|(start, end)| start < end).map(|lines| fold(lines, Some("comment"))));
    folds
}

/// The words of the document with their kinds, each by its distance from the one before.
pub fn semantic_tokens(document: &OpenDocument) -> Value {
    let mut data: Vec<usize> = Vec::new();
    let (mut line, mut column) = (0, 0);
    let tokens = if document.is_too_long() { Vec::new() } else { syntax::tokens(document.text()) };
    for token in tokens {
        let Some(kind) = token_type(token.kind) else { continue };
        let (begin, end) = (document.open.at(token.range.start), document.open.at(token.range.end));
        let [own_column, end_column] = [begin, end].map(|place| place.column(document.open.counting()));
        // A text without its end may go on to the next line.
        let (own_line, length) = (begin.line(), end_column.saturating_sub(own_column));
        if end.line() != own_line || length == 0 {
            continue;
        }
        let apart = if own_line == line { own_column - column } else { own_column };
        data.extend([own_line - line, apart, length, kind, 0]);
        (line, column) = (own_line, own_column);
    }
    json!({"data": data})
}

/// The edits that bring a document into even form. A transcript stays as it was typed.
pub fn formatting(document: &OpenDocument, clock: &Clock) -> Vec<Value> {
    let text = document.text();
    if document.is_too_long() || syntax::transcript::is_transcript(text) {
        return Vec::new();
    }
    let formatted = syntax::format(text, document.read(), |_| clock.stop_reason().map_or(Ok(()), Err));
    match formatted {
        Ok(formatted) if formatted != text => changed_lines(document, &formatted),
        _ => Vec::new(),
    }
}

/// An edit for each line that differs, where the number of lines is the same, and otherwise one for all.
fn changed_lines(document: &OpenDocument, formatted: &str) -> Vec<Value> {
    let text = document.text();
    let (old, new): (Vec<&str>, Vec<&str>) = (text.split('\n').collect(), formatted.split('\n').collect());
    if old.len() != new.len() {
        return vec![json!({"range": document.open.range(0..text.len()), "newText": formatted})];
    }
    let mut edits = Vec::new();
    let mut begin = 0;
    for (old, new) in old.iter().zip(new) {
        if *old != new {
            // The protocol counts both signs that end a line on some systems as one.
            let end = begin + old.trim_end_matches('\r').len();
            edits.push(json!({"range": document.open.range(begin..end), "newText": new.trim_end_matches('\r')}));
        }
        begin += old.len() + 1;
    }
    edits
}

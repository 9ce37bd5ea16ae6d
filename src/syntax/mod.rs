//! Text to tree; knows no game theory.
//!
//! `token` cuts a text into tokens and statements and settles which `<` and `>` are brackets; `check` finds
//! what is wrong with single tokens and with brackets; `habits` knows what other languages would say; `phrases` what people
//! would say in whole sentences; `parse` reads one statement with the grammar.

pub mod ast;
mod check;
mod habits;
mod parse;
mod phrases;
pub mod print;
pub mod token;
pub mod transcript;
pub mod words;

use std::ops::Range;

pub use phrases::rewritten;
pub use token::{Completeness, Token, TokenKind, complete, tokens};

use crate::error::Error;
use crate::source::{SourceId, Span};
use ast::Statement;

/// Every statement of a text, read by itself, so that each wrong one is reported. Spans are offsets into `text`.
pub fn parse(source: SourceId, text: &str) -> Vec<Result<Statement, Error>> {
    let scan = token::scan(text);
    scan.statements
        .iter()
        .map(|extent| parse::statement(source, text, &scan.tokens[extent.clone()], |_| Ok(())))
        .collect()
}

/// The same as long as it may go on, which is asked before each statement; the last member says why it may not. It is
/// asked again with the bytes that may be needed to read the statement.
pub fn parse_while(
    source: SourceId,
    text: &str,
    mut go_on: impl FnMut(Span, usize) -> Result<(), Error>,
) -> Vec<Result<Statement, Error>> {
    let scan = token::scan(text);
    let mut statements = Vec::with_capacity(scan.statements.len());
    for extent in &scan.statements {
        let tokens = &scan.tokens[extent.clone()];
        let place = tokens.first().map_or(0..0, |token| token.range.clone());
        let span = Span::new(source, place.start, place.end);
        if let Err(error) = go_on(span, 0) {
            statements.push(Err(error));
            break;
        }
        statements.push(parse::statement(source, text, tokens, |bytes| go_on(span, bytes)));
    }
    statements
}

/// Where the statements of a text stand, without the blanks and comments around them.
pub fn statements(text: &str) -> Vec<Range<usize>> {
    let scan = token::scan(text);
    let place = |extent: &Range<usize>| {
        let tokens = &scan.tokens[extent.clone()];
        Some(tokens.first()?.range.start..tokens.last()?.range.end)
    };
    scan.statements.iter().filter_map(place).collect()
}

/// Whether a text so far ends inside a statement, so that the next line belongs to it.
pub fn is_unfinished(text: &str) -> bool {
    complete(text) != Completeness::Complete
}

/// Whether no statement begins with what this line begins with, so that it belongs to the statement above it.
pub fn continues(line: &str) -> bool {
    token::continues(line.trim_start())
}

/// Whether this line begins a statement, whatever is open above it.
pub fn begins_statement(line: &str) -> bool {
    let line = line.trim_start();
    let end = line.find(|c: char| !c.is_alphanumeric()).unwrap_or(line.len());
    words::begins_only_statements(&line[..end])
}

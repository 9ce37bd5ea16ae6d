//! Text to tree; knows no game theory.
//!
//! `token` cuts a text into tokens and statements and settles which `<` and `>` are brackets; `check` finds
//! what is wrong with single tokens and with brackets; `habits` knows what other languages would say; `phrases` what people
//! would say in whole sentences; `parse` reads one statement with the grammar.

pub mod ast;
mod check;
pub mod directive;
mod growing;
mod habits;
mod letters;
mod parse;
mod phrases;
pub mod print;
pub mod token;
pub mod transcript;
mod view;
pub mod words;

use std::ops::Range;

pub use growing::GrowingText;
pub use phrases::rewritten;
pub use token::{Completeness, Token, TokenKind, complete, tokens};

/// The octal or hexadecimal code that a program wrote: `0.77`. `span` is where it was written.
///
/// # Errors
/// A digit that is none, or no point.
pub fn code(digits: &str, hexadecimal: bool, span: Span) -> Result<ast::Code, Error> {
    parse::code(digits, hexadecimal, span, false).map_err(|error| *error)
}

use crate::error::Error;
use crate::source::{SourceId, Span};
use ast::Statement;

/// Every statement of a text, read by itself, so that each wrong one is reported. Spans are offsets into `text`.
pub fn parse(source: SourceId, text: &str) -> Vec<Result<Statement, Error>> {
    parse_while(source, text, |_, _| Ok(())).into_iter().map(|(_, read)| read).collect()
}

/// The same with the place of each statement, as long as it may go on, which is asked every so often, with the bytes that
/// may be needed for what comes next; the last member says why it may not.
pub fn parse_while(
    source: SourceId,
    text: &str,
    mut meter: impl FnMut(Span, usize) -> Result<(), Error>,
) -> Vec<(Span, Result<Statement, Error>)> {
    // What has been reached is shown as a line, which may be as long as the text.
    let line_of = |at: usize| text[..at].rfind('\n').map_or(0, |end| end + 1);
    let reached = |at: usize| Span::new(source, at, at);
    let mut meter_at =
        |at, bytes| meter(reached(at), bytes).map_err(|error| Error { span: reached(line_of(at)), ..error });
    let scan = match token::scan_while(text, &mut meter_at) {
        Ok(scan) => scan,
        Err(error) => return vec![(error.span, Err(error))],
    };
    let mut statements = Vec::with_capacity(scan.statements.len());
    for extent in &scan.statements {
        let tokens = &scan.tokens[extent.clone()];
        let [first, ..] = tokens else { continue };
        let last = tokens.last().unwrap_or(first);
        let place = Span::new(source, first.range.start, last.range.end);
        let span = Span::new(source, first.range.start, first.range.end);
        if let Err(error) = meter(span, 0) {
            statements.push((place, Err(error)));
            break;
        }
        statements.push((place, parse::statement(source, text, tokens, |bytes| meter(span, bytes))));
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

/// How many brackets the line opens more than it closes. `<` is left out, which can be a comparison.
fn open_brackets(line: &str) -> i64 {
    let is_angle = |token: &Token| line[token.range.clone()].starts_with(['<', '>']);
    let count = |kind| tokens(line).iter().filter(|token| token.kind == kind && !is_angle(token)).count() as i64;
    count(TokenKind::Open) - count(TokenKind::Close)
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

/// The lines of a data file that are neither blank nor comments.
#[cfg(test)]
fn rows(file: &'static str) -> impl Iterator<Item = &'static str> + Clone {
    file.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_are_counted() {
        for (line, expected) in [("(a, [", 2), ("])", -2), ("take <1,2", 0), ("\"((\" # (", 0), ("", 0)] {
            assert_eq!(open_brackets(line), expected, "{line}");
        }
    }
}

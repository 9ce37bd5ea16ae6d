//! The parser: it turns text into syntax trees, and knows no game theory.
//!
//! `token` cuts a text into tokens and statements and decides which `<` and `>` are brackets. `check` finds errors in
//! single tokens and in the nesting of brackets. `parse` parses one statement with the grammar, and `print` writes
//! its tree as text again; `parts` is the walk over it. `habits` recognises notation of other languages in what cannot be parsed, and `phrases`
//! rewrites whole sentences of newcomers. `words` is the table of all words of the language.

pub mod ast;
mod check;
mod definitions;
pub mod directive;
mod format;
pub mod forms;
mod growing;
mod habits;
mod house;
mod lenient;
pub mod letters;
pub mod occurrences;
mod parse;
pub mod parts;
mod phrases;
pub mod print;
mod respell;
mod scan;
mod spellings;
pub mod token;
pub mod transcript;
mod view;
pub mod words;
#[cfg(test)]
pub(crate) mod work;

use std::ops::Range;

pub use format::format;
pub use growing::GrowingText;
pub use habits::has_own_meaning;
pub use house::in_house_form;
pub use lenient::{Leniency, house_form};
pub use letters::grouped_digits;
pub use phrases::{is_understood, rewritten};
pub use scan::{Completeness, complete, tokens};
pub use spellings::{in_a_line, narrow, spelling};
pub use token::{Token, TokenKind};

/// Parses an octal or hexadecimal code that an expression has computed, such as `0.77`. `span` is the place of that
/// expression.
///
/// # Errors
/// If a character is not a digit of such a code, or the point is missing.
pub fn code(digits: &str, hexadecimal: bool, span: Span) -> Result<ast::Code, Error> {
    parse::code(digits, hexadecimal, span, None).map_err(|error| *error)
}

use crate::error::Error;
use crate::source::{SourceId, Span, Text};
use ast::Statement;
use definitions::definitions;

/// Parses each statement of a text by itself, so that each wrong one is reported. Spans are offsets into `text`.
pub fn parse(source: SourceId, text: &str) -> Vec<Result<Statement, Error>> {
    parse_while(source, text, Vec::new(), |_, _| Ok(())).into_iter().map(|(_, read)| read).collect()
}

/// Like [`parse()`], with the place of each statement, below definitions of the names `taken` that are also words which can ask
/// ([`words::may_ask`]), and so that it can be stopped: `meter` is called at regular intervals with the place that has been reached and the bytes that the next part may need. If `meter` returns an
/// error, this error is the last member.
pub fn parse_while(
    source: SourceId,
    text: &str,
    taken: Vec<&'static str>,
    mut meter: impl FnMut(Span, usize) -> Result<(), Error>,
) -> Vec<(Span, Result<Statement, Error>)> {
    // The error of `meter` points at the beginning of the line: a line may be as long as the whole text.
    let line_of = |at: usize| text[..at].rfind('\n').map_or(0, |end| end + 1);
    let whole = Text::new(source, text);
    let mut meter_at =
        |at, bytes| meter(whole.place(at), bytes).map_err(|error| Error { span: whole.place(line_of(at)), ..error });
    let scan = match scan::scan_while(text, taken, &mut meter_at) {
        Ok(scan) => scan,
        Err(error) => return vec![(error.span, Err(error))],
    };
    let mut statements = Vec::with_capacity(scan.statements.len());
    let mut parser = parse::StatementParser::new(whole);
    for definition in scan.statements.iter().flat_map(|extent| definitions(text, &scan.tokens, extent)) {
        let [first, ..] = &scan.tokens[definition.extent.clone()] else { continue };
        let span = whole.span(first.range.clone());
        let place = whole.span(definition.place(&scan.tokens));
        if let Err(error) = meter(span, 0) {
            statements.push((place, Err(error)));
            break;
        }
        let tokens = definition.tokens(&scan.tokens);
        let mut room = |bytes| meter(span, bytes);
        if let Some((above, below)) = lines_apart(&mut parser, text, &tokens, &mut room) {
            statements.push((above.span, Ok(above)));
            statements.push((whole.span(below[0].range.start..place.end()), parser.statement(below, room)));
            continue;
        }
        let mut read = parser.statement(&tokens, room);
        if let Ok(statement) = &mut read {
            definition.keep_house_form(whole, &scan.tokens, statement);
        }
        statements.push((place, read));
    }
    statements
}

/// The statement above a line that begins in the first column as none does, such as `for`, and the tokens of that line, where both
/// together are no statement: each is meant by itself.
fn lines_apart<'k>(
    parser: &mut parse::StatementParser,
    text: &str,
    tokens: &'k [Token],
    room: &mut dyn FnMut(usize) -> Result<(), Error>,
) -> Option<(Statement, &'k [Token])> {
    let begins =
        |token: &Token| text[..token.range.start].ends_with('\n') && token::continues(&text[token.range.clone()]);
    let (above, below) = tokens.split_at(1 + tokens.get(1..)?.iter().position(begins)?);
    let read = parser.statement(above, &mut *room).ok()?;
    // Further options of a game may stand in the first column.
    let is_rule = read.game().is_some() && text[below[0].range.clone()].starts_with('|');
    (!is_rule && parser.statement(tokens, room).is_err()).then_some((read, below))
}

/// The places of the statements of a text, without the blanks and comments around them.
pub fn statements(text: &str) -> Vec<Range<usize>> {
    let scan = scan::scan(text);
    let mut parser = parse::StatementParser::new(Text::new(SourceId::default(), text));
    let mut places = Vec::with_capacity(scan.statements.len());
    for definition in scan.statements.iter().flat_map(|extent| definitions(text, &scan.tokens, extent)) {
        let place = definition.place(&scan.tokens);
        match lines_apart(&mut parser, text, &definition.tokens(&scan.tokens), &mut |_| Ok(())) {
            Some((above, below)) => places.extend([above.span.range(), below[0].range.start..place.end]),
            None => places.push(place),
        }
    }
    places
}

/// Whether a text so far ends inside a statement, so that the next line belongs to it.
pub fn is_unfinished(text: &str) -> bool {
    complete(text) != Completeness::Complete
}

/// How many more brackets the line opens than it closes. `<` and `>` are left out, since they can be comparisons.
fn open_brackets(line: &str) -> i64 {
    let is_angle = |token: &Token| line[token.range.clone()].starts_with(['<', '>']);
    let count = |kind| tokens(line).iter().filter(|token| token.kind == kind && !is_angle(token)).count() as i64;
    count(TokenKind::Open) - count(TokenKind::Close)
}

/// Whether this line continues the statement above it, since no statement begins like this: with `|` or `then`, for
/// example.
pub fn continues(line: &str) -> bool {
    token::continues(line.trim_start())
}

/// Whether this line begins a statement even if a bracket is open above it: its first word can stand nowhere else.
pub fn must_begin_statement(line: &str) -> bool {
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
    use super::work::WORK;
    use super::*;

    /// Before anything is tried, a line with a wrong word is scanned twice at most, and parsed twice.
    #[test]
    fn a_wrong_word_is_not_read_over_and_over() {
        let mut all = [0; 3];
        let lines = [
            "winer S(5)",
            "grundi S(5)",
            "values S 0..2O",
            "game R = tak <1,2>",
            "lossing S 0..9",
            "let x == 5",
            "winner S(3",
            "who wins S(5)",
            "WINER S(5)",
        ];
        for line in lines {
            WORK.set([0; 3]);
            assert!(parse(SourceId::default(), line)[0].is_err(), "{line}");
            let [scans, parses, lexemes] = WORK.get();
            assert!(
                scans <= 2 && parses <= 2 && lexemes == 0,
                "{line}: {scans} scans, {parses} parses, {lexemes} more"
            );
            all[0] += scans;
            all[1] += parses;
            assert!(crate::newcomers::about_import(line).is_none());
            assert_eq!(WORK.get()[2], 0, "{line} begins as no import");
        }
        assert_eq!(all, [9, 7, 0], "more, or less than here");
    }

    #[test]
    fn brackets_are_counted() {
        for (line, expected) in [("(a, [", 2), ("])", -2), ("take <1,2", 0), ("\"((\" # (", 0), ("", 0)] {
            assert_eq!(open_brackets(line), expected, "{line}");
        }
    }
}

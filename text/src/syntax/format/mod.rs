//! A text in even form: its blanks and indentation change, and nothing else. It works on tokens, since the tree has no
//! comments and no line ends.

mod between;
mod indentation;
mod lines;
#[cfg(test)]
mod tests;

use std::ops::Range;

use between::{Adjacent, Blanks};
use indentation::Indentation;
use lines::FormattedLines;

use super::ast::Statement;
use super::definitions::definitions;
use super::scan::{Scan, scan};
use super::token::{Token, TokenKind};
use super::{parse, print};
use crate::error::Error;
use crate::source::SourceId;

/// What some systems put before a text.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// A text in even form. `read` are the statements that `parse` has found in it. Its tokens, its line ends and its comments
/// stay, every statement keeps its meaning, and one that cannot be read stays as it is, byte for byte. To do so twice
/// changes nothing more. `meter` is called before each statement with its place.
///
/// # Errors
/// Those of `meter`.
pub fn format<E>(
    text: &str,
    read: &[Result<Statement, Error>],
    mut meter: impl FnMut(usize) -> Result<(), E>,
) -> Result<String, E> {
    let scan = scan(text);
    let mut formatter = Formatter { text, scan: &scan, read, lines: FormattedLines::default(), reached: 0 };
    let mut index = 0;
    for extent in &scan.statements {
        formatter.between(index..extent.start);
        meter(scan.tokens[extent.start].range.start)?;
        formatter.statement(extent);
        index = extent.end;
    }
    formatter.between(index..scan.tokens.len());
    Ok(formatter.finished())
}

struct Formatter<'t> {
    text: &'t str,
    scan: &'t Scan,
    /// The statements that are still to be written.
    read: &'t [Result<Statement, Error>],
    lines: FormattedLines<'t>,
    /// What stands before this offset is written.
    reached: usize,
}

impl<'t> Formatter<'t> {
    /// The comments and semicolons between two statements.
    fn between(&mut self, tokens: Range<usize>) {
        for token in &self.scan.tokens[tokens] {
            let gap = self.gap_before(token);
            let range = without_line_end(self.text, token);
            let word = &self.text[range.clone()];
            self.lines.new_lines(gap);
            match token.kind {
                TokenKind::Comment if self.lines.is_new() => {
                    // Prose and directives are the author's own text.
                    let is_prose = word.starts_with("##") || word.starts_with("#|");
                    let (indent, word) = if is_prose { (last_line(gap), word) } else { ("", word.trim_end()) };
                    self.lines.keep(indent);
                    self.lines.keep(word);
                }
                TokenKind::Comment => self.lines.comment(gap, word.trim_end()),
                _ => self.lines.push(word),
            }
            self.reached = range.end;
        }
    }

    fn statement(&mut self, extent: &Range<usize>) {
        let text = self.text;
        let tokens = &self.scan.tokens[extent.clone()];
        let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else { return };
        let gap = self.gap_before(first);
        self.lines.new_lines(gap);
        let written = &text[first.range.start..last.range.end];
        let (own, later) = self.read.split_at(definitions(text, &self.scan.tokens, extent).len().min(self.read.len()));
        self.read = later;
        let can_be_read = own.iter().all(Result::is_ok);
        let formatted = [Adjacent::Settled, Adjacent::AsWritten]
            .into_iter()
            .filter(|_| can_be_read)
            .map(|adjacent| statement_lines(text, tokens, adjacent))
            .find(|lines| means(lines, written, own));
        match formatted {
            Some(formatted) => {
                self.lines.push_blank();
                self.lines.append(formatted);
            }
            None => {
                self.lines.keep(last_line(gap));
                self.lines.keep_lines(written);
            }
        }
        self.reached = last.range.end;
    }

    /// The blanks and line ends before a token.
    fn gap_before(&self, token: &Token) -> &'t str {
        self.text.get(self.reached..token.range.start).unwrap_or_default()
    }

    fn finished(&mut self) -> String {
        self.lines.new_lines(&self.text[self.reached..]);
        let lines = std::mem::take(&mut self.lines).joined();
        if self.text.starts_with(BYTE_ORDER_MARK) { format!("{BYTE_ORDER_MARK}{lines}") } else { lines }
    }
}

/// The range of a token. A comment ends before the two signs that end a line on some systems.
fn without_line_end(text: &str, token: &Token) -> Range<usize> {
    let is_two = token.kind == TokenKind::Comment && text[token.range.clone()].ends_with('\r');
    token.range.start..token.range.end - usize::from(is_two)
}

/// What stands behind the last line end of a gap.
fn last_line(gap: &str) -> &str {
    gap.rsplit('\n').next().unwrap_or_default()
}

/// Whether these lines are the text that was written, or a text of the same meaning.
fn means(lines: &FormattedLines, written: &str, own: &[Result<Statement, Error>]) -> bool {
    let text = lines.clone().joined();
    let text = text.strip_suffix('\n').unwrap_or(&text);
    if text == written {
        return true;
    }
    let read = parse(SourceId(u32::MAX), text);
    let same = |pair: (&Result<Statement, Error>, &Result<Statement, Error>)| match pair {
        (Ok(read), Ok(own)) => print::statement(read) == print::statement(own),
        _ => false,
    };
    read.len() == own.len() && read.iter().zip(own).all(same)
}

/// The lines of a statement that can be read. Comments may stand inside.
fn statement_lines<'t>(text: &'t str, tokens: &[Token], adjacent: Adjacent) -> FormattedLines<'t> {
    let blanks = Blanks::of(text, tokens, adjacent);
    let mut indentation = Indentation::default();
    let mut lines = FormattedLines::default();
    let mut reached = tokens.first().map_or(0, |token| token.range.start);
    for (index, token) in tokens.iter().enumerate() {
        let range = without_line_end(text, token);
        let word = &text[range.clone()];
        let gap = &text[reached..token.range.start];
        lines.new_lines(gap);
        if token.kind == TokenKind::Comment && !lines.is_new() {
            lines.comment(gap, word.trim_end());
        } else {
            if lines.is_new() && index > 0 {
                let next = tokens[index..].iter().find(|token| token.kind != TokenKind::Comment);
                let column = next.map_or(0, |next| indentation.of_line(&text[next.range.clone()], next.kind));
                lines.indent(column);
                indentation.begin_line(column, token.kind);
            } else if blanks.stands_before(index) {
                lines.push_blank();
            }
            if token.kind == TokenKind::Comment {
                lines.keep(word.trim_end());
            } else {
                let is_last = tokens.get(index + 1).is_none_or(|next| {
                    next.kind == TokenKind::Comment || text[token.range.end..next.range.start].contains('\n')
                });
                indentation.meet(word, token.kind, lines.column(), is_last);
                lines.push(word);
            }
        }
        reached = range.end;
    }
    lines
}

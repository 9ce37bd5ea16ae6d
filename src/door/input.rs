//! Standard input, cut into statements as they arrive.

use std::io::{self, BufRead, BufReader, StdinLock};

use super::files::{in_words, utf8};
use crate::syntax::{TokenKind, begins_statement, continues, is_unfinished, tokens};

/// So much is read at once: more than a pipe holds.
const BUFFER: usize = 1 << 17;
/// A text so short is looked through as a whole with every line.
const SHORT: usize = 4096;

pub struct Input {
    lines: BufReader<StdinLock<'static>>,
    /// How many lines have been taken so far.
    pub taken: usize,
    ended: bool,
}

impl Input {
    pub fn new() -> Input {
        Input { lines: BufReader::with_capacity(BUFFER, io::stdin().lock()), taken: 0, ended: false }
    }

    /// The next lines that hold whole statements, or all that is left; `None` at the end. With them what went wrong
    /// behind them.
    pub fn statements(&mut self) -> (Option<String>, Option<String>) {
        let mut text = String::new();
        let mut open = 0;
        while !self.ended {
            let line = match self.line() {
                Ok(line) => line,
                Err(problem) => return (Some(text), Some(problem)),
            };
            text.push_str(&line);
            open += brackets(&line);
            // Looking through a long text again with each of its lines would take forever.
            let surely_open = open > 0 && text.len() > SHORT && !begins_statement(&line);
            if !surely_open && !is_unfinished(&text) && !self.goes_on() {
                return (Some(text), None);
            }
        }
        ((!text.is_empty()).then_some(text), None)
    }

    /// The next line alone, for a dialogue; `None` at the end. What is no text is answered like any other nonsense.
    pub fn next_line(&mut self) -> Option<String> {
        match self.line() {
            Ok(line) if line.is_empty() => None,
            Ok(line) => Some(line),
            Err(_) if self.ended => None,
            Err(_) => Some(String::new()),
        }
    }

    fn line(&mut self) -> Result<String, String> {
        let mut bytes = Vec::new();
        let read = self.lines.read_until(b'\n', &mut bytes);
        self.ended = matches!(read, Ok(0) | Err(_));
        self.taken += 1;
        read.map_err(|error| in_words(&error))?;
        utf8(bytes).map_err(|_| "a line is not UTF-8 text".to_owned())
    }

    /// Whether the next line, if it is here already, belongs to the statement above it. Nobody is waited for.
    fn goes_on(&self) -> bool {
        let here = self.lines.buffer();
        let line = here.split(|byte| *byte == b'\n').next().unwrap_or(here);
        std::str::from_utf8(line).is_ok_and(continues)
    }
}

/// How many brackets the line opens more than it closes. `<` is left out, which can be a comparison.
fn brackets(line: &str) -> i64 {
    let is_angle = |token: &crate::syntax::Token| line[token.range.clone()].starts_with(['<', '>']);
    let count = |kind| tokens(line).iter().filter(|token| token.kind == kind && !is_angle(token)).count() as i64;
    count(TokenKind::Open) - count(TokenKind::Close)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_are_counted() {
        for (line, expected) in [("(a, [", 2), ("])", -2), ("take <1,2", 0), ("\"((\" # (", 0), ("", 0)] {
            assert_eq!(brackets(line), expected, "{line}");
        }
    }
}

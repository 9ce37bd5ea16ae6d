//! A text that comes line by line, and whether it ends inside a statement.

use super::{begins_statement, is_unfinished, open_brackets};

/// Looking through a text longer than this again with each further line would take forever.
const LONG: usize = 1024;

#[derive(Clone, Debug, Default)]
pub struct GrowingText {
    text: String,
    /// Where the last line begins.
    line: usize,
    /// Where the statement begins that the last line belongs to, as far as lines tell that begin one.
    begun: usize,
    /// How many brackets have been opened more than closed since then. `<` is left out, which can be a comparison.
    open: i64,
}

impl GrowingText {
    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn into_text(self) -> String {
        self.text
    }

    /// One more line, with the line end that is before or behind it.
    pub fn push(&mut self, line: &str) {
        self.line = self.text.len();
        if self.is_long() && begins_statement(line) {
            (self.begun, self.open) = (self.line, 0);
        }
        self.open += open_brackets(line);
        self.text.push_str(line);
    }

    pub fn clear(&mut self) {
        *self = GrowingText::default();
    }

    pub fn is_long(&self) -> bool {
        self.text.len() > LONG
    }

    /// Whether the text ends inside brackets, as far as is known.
    pub fn is_open(&self) -> bool {
        self.open > 0
    }

    /// Whether the text so far ends inside a statement, so that the next line belongs to it.
    pub fn is_unfinished(&self) -> bool {
        self.is_long() && self.last_line_leaves_open() || is_unfinished(&self.text[self.begun..])
    }

    /// Whether the last line finishes no statement, as far as it and the open brackets tell. True is sure, false is not.
    fn last_line_leaves_open(&self) -> bool {
        let line = &self.text[self.line..];
        is_unfinished(line) || !begins_statement(line) && (self.is_open() || line.trim().is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_lines_finish_nothing() {
        for (before, line, expected) in [
            ("", "2 *\n", true),
            ("", "\n", true),
            ("(\n", "# a remark\n", true),
            ("(\n", "2\n", true),
            ("", "2\n", false),
            ("(\n", "print 2 +\n", true),
            ("(\n", "print 2\n", false),
        ] {
            let mut text = GrowingText::default();
            text.push(before);
            text.push(line);
            assert_eq!(text.last_line_leaves_open(), expected, "{line}");
        }
    }

    #[test]
    fn a_long_text_is_looked_through_from_the_last_statement_that_begins() {
        let mut text = GrowingText::default();
        text.push(&"(in\n".repeat(2000));
        text.push("game S = take <1>\n");
        assert!(!text.is_unfinished());
        text.push("print (1,\n");
        assert!(text.is_unfinished() && text.is_open());
        text.push("2)\n");
        assert!(!text.is_unfinished() && !text.is_open());
    }
}

//! A text that comes line by line, and whether it ends inside a statement.

use super::{continues, is_unfinished, must_begin_statement, open_brackets};

/// In bytes. A longer text is not scanned as a whole again for each further line: that would take quadratic time.
const LONG: usize = 1024;

/// The lines so far. In a long text only what follows the last line that begins a statement is scanned.
#[derive(Clone, Debug, Default)]
pub struct GrowingText {
    text: String,
    /// Where the last line begins.
    line: usize,
    /// Where scanning begins, once the text is long: at the last line that certainly begins a statement, or that goes on
    /// with one that could have ended before it. At 0 before.
    begun: usize,
    /// How many more brackets have been opened than closed since there. `<` and `>` are left out, since they can be
    /// comparisons.
    open: i64,
}

impl GrowingText {
    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn into_text(self) -> String {
        self.text
    }

    /// Appends a line, which includes the line end before or after it.
    pub fn push(&mut self, line: &str) {
        self.line = self.text.len();
        if self.is_long() && (must_begin_statement(line) || continues(line) && self.is_whole()) {
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

    /// Whether the text ends inside brackets, judging by their number alone.
    pub fn is_open(&self) -> bool {
        self.open > 0
    }

    /// Whether the text so far ends inside a statement, so that the next line belongs to it.
    pub fn is_unfinished(&self) -> bool {
        self.is_long() && self.last_line_leaves_open() || is_unfinished(&self.text[self.begun..])
    }

    /// Whether no statement is left open, so that a further line is unfinished if it is so by itself.
    fn is_whole(&self) -> bool {
        !self.is_open() && !is_unfinished(&self.text[self.begun..])
    }

    /// Whether the last line leaves its statement unfinished, judging by this line and the number of open brackets
    /// alone. `true` is certain, `false` is not.
    fn last_line_leaves_open(&self) -> bool {
        let line = &self.text[self.line..];
        let says_nothing = || line.trim().is_empty() || line.trim_start().starts_with('#');
        is_unfinished(line) || !must_begin_statement(line) && (self.is_open() || says_nothing())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_lines_that_go_on_are_read_once() {
        let mut text = GrowingText::default();
        text.push("print [n for n in 0..5]\n");
        for _ in 0..2_000 {
            text.push("for n in 0..5\n");
            assert!(!text.is_unfinished() && text.text.len() - text.begun <= LONG + 20);
        }
        text.push("| (\n");
        assert!(text.is_unfinished());
        text.push("1)\n");
        assert!(!text.is_unfinished());
    }

    #[test]
    fn some_lines_finish_nothing() {
        for (before, line, expected) in [
            ("", "2 *\n", true),
            ("", "\n", true),
            ("not\n", "#| points: 2\n", true),
            ("not\n", "  ## prose\n", true),
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
            assert!(
                !expected || before.is_empty() || is_unfinished(text.text()) || must_begin_statement(line),
                "{line}"
            );
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

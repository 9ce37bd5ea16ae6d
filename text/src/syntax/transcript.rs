//! Transcripts: texts that contain what was typed at a prompt together with the answers.

use super::growing::GrowingText;
use super::{continues, must_begin_statement};

/// What stands before a line that was typed.
pub const PROMPT: &str = "> ";
/// The name of what is typed at the prompt, as errors show it.
pub const PROMPT_SOURCE: &str = "<prompt>";
/// What stands before a further line of the same statement.
const MORE: &str = ". ";

/// Whether a text is a transcript: its first line was typed at a prompt, opens a block of a document, or is what the program says first.
pub fn is_transcript(text: &str) -> bool {
    let first = text.lines().find(|line| !line.trim().is_empty());
    let says_version = |line: &str| line.strip_prefix("grundy ").is_some_and(|rest| rest.starts_with(char::is_numeric));
    let opens = |line: &str| line.trim_start().starts_with("```") || says_version(line);
    first.is_some_and(|line| behind(line, PROMPT).is_some() || opens(line))
}

/// Whether any line of a text was typed at a prompt.
pub fn has_inputs(text: &str) -> bool {
    text.lines().any(|line| behind(line, PROMPT).is_some())
}

/// Only what was typed: blanks stand in place of the prompts, and empty lines in place of answers, so that every
/// place in the text stays where it was.
pub fn inputs(text: &str) -> String {
    let mut transcript = Transcript::default();
    let lines: Vec<String> = text.split('\n').map(|line| transcript.line(line).unwrap_or_default()).collect();
    lines.join("\n")
}

/// Reads a transcript line by line.
#[derive(Clone, Debug, Default)]
pub struct Transcript {
    /// What was typed since the last prompt; empty after an answer.
    typed: GrowingText,
}

impl Transcript {
    /// What was typed in this line, with blanks in place of the prompt; `None` for an answer.
    pub fn line(&mut self, line: &str) -> Option<String> {
        let line = line.trim_end_matches(['\r', '\n']);
        if let Some(typed) = behind(line, PROMPT) {
            self.typed.clear();
            self.typed.push(&typed);
            return Some(typed);
        }
        if self.typed.text().is_empty() {
            return None;
        }
        match behind(line, MORE).or_else(|| self.goes_on(line).then(|| line.to_owned())) {
            Some(more) => {
                self.typed.push(&format!("\n{more}"));
                Some(more)
            }
            None => {
                self.typed.clear();
                None
            }
        }
    }

    /// How many bytes were typed since the last prompt.
    pub fn typed_so_far(&self) -> usize {
        self.typed.text().len()
    }

    /// Whether what was typed last is not a whole statement yet.
    pub fn is_unfinished(&self) -> bool {
        self.typed.is_unfinished()
    }

    /// Whether [`Transcript::line`] would take this line as typed, and not as an answer.
    pub fn takes(&self, line: &str) -> bool {
        let line = line.trim_end_matches(['\r', '\n']);
        let goes_on = || !self.typed.text().is_empty() && (behind(line, MORE).is_some() || self.goes_on(line));
        behind(line, PROMPT).is_some() || goes_on()
    }

    /// Whether a line without a mark continues what was typed. The prompt itself shows further lines indented and
    /// without a mark.
    fn goes_on(&self, line: &str) -> bool {
        let is_blank = line.trim().is_empty();
        // An error, and what was meant, are answers even where something was left open.
        let carets = line.trim_start().strip_prefix('^').map(|rest| rest.trim_start_matches('^'));
        let is_error = ["error", "Read as: "].iter().any(|begin| line.starts_with(begin))
            || carets.is_some_and(|label| label.split_whitespace().count() != 1);
        if self.typed.is_open() && self.typed.is_long() && must_begin_statement(line) {
            return false;
        }
        !is_blank && !is_error && (self.is_unfinished() || line.starts_with([' ', '|']) && continues(line))
    }
}

/// A text whose first line has the mark of a further line, with blanks in place of the mark.
pub fn without_mark(text: &str) -> Option<String> {
    behind(text, MORE)
}

/// The line with blanks in place of the mark; `None` if it does not begin with the mark.
fn behind(line: &str, mark: &str) -> Option<String> {
    let text = line.trim_start();
    let indent = line.len() - text.len();
    let is_marked = text.starts_with(mark) || text.trim_end() == mark.trim_end();
    is_marked.then(|| {
        format!("{}{}", " ".repeat((indent + mark.len()).min(line.len())), text.get(mark.len()..).unwrap_or(""))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_left_out_and_places_stay() {
        for (text, expected) in [
            (
                "> game S = take <1,2>\nS is a game\n> winner S(3)\nSecond player wins.\n",
                "  game S = take <1,2>\n\n  winner S(3)\n\n",
            ),
            // As the documents write it.
            (
                "> game W(a) =\n.   (a-1) |\n.   (a-2)\nW is a game\n. no\n",
                "  game W(a) =\n    (a-1) |\n    (a-2)\n\n\n",
            ),
            // As the prompt shows it.
            ("> game W(a) =\n    (a-1) |\n    (a-2)\nW is a game\n", "  game W(a) =\n    (a-1) |\n    (a-2)\n\n"),
            ("> game S = take <1>\n    | take <2>\nS is a game\n  | no\n", "  game S = take <1>\n    | take <2>\n\n\n"),
            ("> winner S(3\nerror[E0101]: `(` is never closed\n> 2 + 2", "  winner S(3\n\n  2 + 2"),
            ("> winner S(3\nRead as: winner S(3)\nFirst player wins.\n> 2 + 2", "  winner S(3\n\n\n  2 + 2"),
            ("> [1, 2\n        ^ `]` is missing here\n> 2 + 2", "  [1, 2\n\n  2 + 2"),
            ("> (2\n^ 3)\n5", "  (2\n^ 3)\n"),
            ("  > 2 + 2\n  4", "    2 + 2\n"),
            (">\n> \n.5", " \n  \n"),
        ] {
            assert_eq!(inputs(text), expected, "{text}");
        }
    }

    #[test]
    fn a_transcript_is_known_by_its_first_line() {
        for (text, expected) in [
            ("\n> 2 + 2\n4", true),
            ("```grundy\n> 2 + 2\n4\n```", true),
            ("2 + 2\n> 3", false),
            ("grundy 0.1.0 · impartial games\n> 3", true),
            (">= 3", false),
            ("", false),
        ] {
            assert_eq!(is_transcript(text), expected, "{text}");
        }
        assert!(has_inputs("grundy 0.1.0\n> 2 + 2"));
        assert!(!has_inputs("3 > 2"));
    }
}

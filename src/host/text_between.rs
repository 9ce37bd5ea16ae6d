//! The text between two statements of a script: prose (`##`), other comments (`#`) and directives (`#|`). Pages and
//! lessons are made from it.

use std::ops::Range;

use crate::error::{Error, SemanticError};
use crate::source::{Span, Text};
use crate::syntax;
use crate::syntax::ast::Statement;
use crate::syntax::directive::{Directives, MARK};

/// The text between two statements, by its kinds of lines.
#[derive(Debug, Default)]
pub struct TextBetween {
    /// The lines that begin with `##`, without it.
    pub prose: String,
    /// Where each line of the prose begins: in `prose`, and in the script.
    places: Vec<(usize, usize)>,
    /// Other comments directly above the statement that follows, each with its line end. Comments that a blank line
    /// or prose separates from the statement are notes of the author, and are left out.
    pub comments: String,
    pub directives: Directives,
    /// Errors in directives. The wrong lines are kept among the comments.
    pub wrong: Vec<Error>,
}

impl TextBetween {
    fn of(script: Text, range: Range<usize>) -> TextBetween {
        let mut between = TextBetween::default();
        let at_the_beginning = range.start == 0;
        let mut start = range.start;
        for (index, whole) in script.as_str()[range].split_inclusive('\n').enumerate() {
            // A byte order mark does not belong to the text.
            let line = whole.trim_start_matches('\u{feff}').trim_start();
            let begin = start + whole.len() - line.len();
            start += whole.len();
            let line = line.trim_end_matches(['\n', '\r']);
            if at_the_beginning && index == 0 && line.starts_with("#!") {
                continue;
            }
            if let Some(prose) = prose(line) {
                between.add_prose(prose, begin + line.len() - prose.len());
            } else if line.starts_with(MARK) {
                let line = line.trim_end();
                if let Err(error) = between.directives.add(script.piece(script.span(begin..begin + line.len()))) {
                    between.wrong.push(error);
                    between.add_comment(line);
                }
            } else if line.starts_with('#') {
                between.add_comment(line.trim_end());
            } else if index > 0 || at_the_beginning {
                between.comments.clear();
                between.prose.push('\n');
            }
        }
        between
    }

    /// The same text if no statement follows it: directives about a statement are then errors.
    fn without_statement(mut self) -> TextBetween {
        let last = self.directives.last_statement_directive;
        self.wrong.extend(last.map(|at| directive("alone", String::new(), at)));
        self
    }

    /// The place in the script of a part of `prose`.
    pub fn place(&self, part: Range<usize>, script: Text) -> Span {
        let place = |at: usize| {
            let line = self.places.partition_point(|(begin, _)| *begin <= at).checked_sub(1);
            line.and_then(|line| self.places.get(line)).map_or(0, |(begin, place)| place + (at - begin))
        };
        let start = place(part.start);
        let end = if part.end > part.start { place(part.end - 1) + 1 } else { start };
        script.span(start..end)
    }

    fn add_comment(&mut self, line: &str) {
        self.comments.push_str(line);
        self.comments.push('\n');
    }

    fn add_prose(&mut self, prose: &str, place: usize) {
        self.comments.clear();
        // `---` draws a line or begins a slide. A blank line keeps it from making the line above a heading.
        if prose.trim() == "---" {
            self.prose.push('\n');
        }
        self.places.push((self.prose.len(), place));
        self.prose.push_str(prose);
        self.prose.push('\n');
    }
}

/// A statement of a script, with what stands above it and beside it.
pub struct PlacedStatement<'t> {
    pub between: TextBetween,
    pub statement: Result<Statement, Error>,
    /// The range of the statement in the script, in bytes.
    pub extent: Range<usize>,
    /// The statement as it is written; nothing for a part of one that is shown already: `(a, b) = (1, 2)` makes two
    /// definitions.
    pub written: &'t str,
    /// The comment behind the statement on its last line, with the blanks before it; otherwise empty.
    pub rest: &'t str,
}

/// The bytes that [`split_script`] needs for a text of so many statements: those of the result, and about eight for each
/// byte of the text, which is cut into words once more.
pub fn size_to_split(text: &str, statements: usize) -> usize {
    8 * text.len() + statements * size_of::<PlacedStatement>()
}

/// The statements of a text, each with what stands above and beside it, and what stands behind the last.
pub fn split_script(
    script: Text<'_>,
    statements: impl IntoIterator<Item = Result<Statement, Error>>,
) -> (Vec<PlacedStatement<'_>>, TextBetween) {
    let text = script.as_str();
    let mut found = Vec::new();
    let mut end = 0;
    for (statement, extent) in statements.into_iter().zip(syntax::statements(text)) {
        let mut between = TextBetween::of(script, end..extent.start);
        let rest = rest_of_line(text, extent.end);
        end = extent.end + rest.len();
        let whole = statement.as_ref().map_or(extent.clone(), |statement| statement.whole.range());
        let is_part = whole.start <= extent.start && extent.end <= whole.end && whole != extent;
        let (written, shown) = match is_part {
            true if whole.start < extent.start => ("", ""),
            true => (&text[whole.clone()], rest_of_line(text, whole.end)),
            false => (&text[extent.clone()], rest),
        };
        let beside = rest.trim_start_matches([' ', '\t', ';']);
        if beside.starts_with(MARK) {
            let at = script.span(end - beside.len()..end);
            between.wrong.push(directive("beside", String::new(), at));
        }
        if let (Some(at), Some(word)) = (between.directives.hide_at, never_hidden(&statement)) {
            between.wrong.push(directive("never", word.to_owned(), at));
        }
        between.wrong.extend(statement.as_ref().ok().and_then(|read| between.directives.fault_above(read)));
        found.push(PlacedStatement { between, statement, extent, written, rest: shown });
    }
    (found, TextBetween::of(script, end..text.len()).without_statement())
}

/// The first word of a statement whose answer is never hidden; `None` for other statements.
fn never_hidden(statement: &Result<Statement, Error>) -> Option<&'static str> {
    let verb = statement.as_ref().ok()?.verb();
    matches!(verb, "print" | "help" | "about").then_some(verb)
}

/// The rest of the line behind a statement if only a comment is there; otherwise empty.
fn rest_of_line(text: &str, end: usize) -> &str {
    let rest = text[end..].split('\n').next().unwrap_or_default();
    let comment = rest.trim_start_matches([' ', '\t', ';', '\r']);
    if comment.starts_with('#') { rest.trim_end() } else { "" }
}

/// The error for a directive; `fault` selects its wording.
fn directive(fault: &'static str, value: String, at: Span) -> Error {
    Error::new(SemanticError::Directive { fault, name: String::new(), value }, at)
}

/// The prose in a line that begins with `##` and a blank, or is just `##`; `None` for other lines.
fn prose(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("##")?;
    if rest.trim().is_empty() { Some(&rest[rest.len()..]) } else { rest.strip_prefix(' ') }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::SourceId;

    fn script(text: &str) -> Text<'_> {
        Text::new(SourceId(0), text)
    }

    fn between(text: &str) -> TextBetween {
        TextBetween::of(script(text), 0..text.len())
    }

    #[test]
    fn prose_and_comments_between_statements() {
        let text =
            "#!/usr/bin/env grundy\n# mine\n\n## # Nim\n##\n##  code\n# mine\n\n  ## more\n# why\n##no\n#### ruler\n";
        let found = between(text);
        assert_eq!(found.prose.trim_start(), "# Nim\n\n code\n\nmore\n");
        assert_eq!(found.comments, "# why\n##no\n#### ruler\n");
        let behind = TextBetween::of(script("1\n#! no beginning"), 1..17);
        assert_eq!(behind.comments, "#! no beginning\n");
    }

    #[test]
    fn a_comment_behind_a_statement_stays_with_it() {
        for (text, expected) in [
            ("a # b\r\nc", " # b"),
            ("a # b \nc", " # b"),
            ("a;  b # c", ""),
            ("a ; # b", " ; # b"),
            ("a\n# b", ""),
            ("a", ""),
        ] {
            assert_eq!(rest_of_line(text, 1), expected, "{text}");
        }
    }

    #[test]
    fn places_of_the_prose_are_those_of_the_text() {
        let text = "\u{feff}## é $a$\r\n##\n  ## ---\n   ## b $c$\n\n## d";
        let found = between(text);
        for part in ["$a$", "$c$", "---", "d"] {
            let at = found.prose.find(part).unwrap();
            let place = found.place(at..at + part.len(), script(text));
            assert_eq!(&text[place.range()], part);
        }
        assert_eq!(found.prose, "é $a$\n\n\n---\nb $c$\n\nd\n");
    }

    #[test]
    fn directives_are_taken_out_and_wrong_ones_stay() {
        let found = between("# a\n#| answer: hide\n#| wrong\n# b\n");
        assert_eq!((found.comments.as_str(), found.wrong.len()), ("# a\n#| wrong\n# b\n", 1));
        assert_eq!(found.directives.answer, Some(false));
        assert_eq!(found.without_statement().wrong.len(), 2);
        assert!(between("#| lang: zh\n").without_statement().wrong.is_empty());
    }
}

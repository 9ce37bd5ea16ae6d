//! Tables and worksheets in Markdown, and text in code blocks of Markdown.

use std::fmt::Write as _;
use std::io;

use crate::show::document::{Line, Worksheets};
use crate::show::phrase::{answers_title, filled_in, points_text, sheet_title};
use crate::show::plain_table::PlainTable;
use crate::show::told::told;
use crate::show::visible;

/// Writes a table of texts in GitHub's Markdown. Markup in a cell is escaped, so that it can contain neither HTML nor a link.
///
/// # Errors
/// The errors of `out`.
pub fn table(mut table: PlainTable, out: &mut dyn io::Write) -> io::Result<()> {
    let named: Vec<String> = table.headings.into_iter().map(|(heading, _)| heading).collect();
    out.write_all(headings(&named).as_bytes())?;
    table.rows.try_for_each(|row| {
        let row: Vec<String> = row.into_iter().map(|cell| cell.text).collect();
        out.write_all(line(&row).as_bytes())
    })
}

/// The row of headings, and the rule below it.
pub fn headings(headings: &[String]) -> String {
    format!("{}|{}\n", line(headings), " --- |".repeat(headings.len()))
}

/// A row of a table.
pub fn line(row: &[impl AsRef<str>]) -> String {
    format!("| {} |\n", row.iter().map(|cell| escaped(cell.as_ref())).collect::<Vec<_>>().join(" | "))
}

/// A text in which nothing is markup.
pub fn escaped(cell: &str) -> String {
    let mut escaped = String::with_capacity(cell.len());
    let mut before = ' ';
    for c in visible::lines(cell).chars() {
        match c {
            '\\' | '|' | '*' | '`' => escaped.extend(['\\', c]),
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '\n' => escaped.push_str("<br>"),
            // A list in brackets can only become a link by what follows it.
            '(' | '[' | ':' if before == ']' => escaped.extend(['\\', c]),
            c => escaped.push(c),
        }
        before = c;
    }
    escaped
}

/// A text as it would be typed, between more backticks than are in it.
pub fn code(text: &str) -> String {
    let ticks = fence(text.as_bytes(), 1);
    let blank = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{ticks}{blank}{}{blank}{ticks}", visible::text(text))
}

/// More backticks than stand in a row in this text, and at least so many.
fn fence(text: &[u8], least: usize) -> String {
    let ticks = text.split(|byte| *byte != b'`').map(<[u8]>::len).max().unwrap_or(0);
    "`".repeat((ticks + 1).max(least))
}

/// A text of up to this many bytes is held until its end, so that a fence can be chosen.
const LONG: usize = 1 << 18;

/// Writes a text unchanged as a code block, between fences that are longer than any in it. A long text is not held
/// for that: it is indented instead, line by line as it is made, since no line of it can end an indented block.
///
/// # Errors
/// The errors of `text` and of `out`.
pub fn verbatim(text: impl FnOnce(&mut dyn io::Write) -> io::Result<()>, out: &mut dyn io::Write) -> io::Result<()> {
    let mut block = CodeBlock { held: Vec::new(), is_indented: false, begins_line: true, out };
    text(&mut block)?;
    if block.is_indented {
        return Ok(());
    }
    let fence = fence(&block.held, 3);
    writeln!(block.out, "{fence}text")?;
    block.out.write_all(&block.held)?;
    writeln!(block.out, "{fence}")
}

/// A writer of a code block.
struct CodeBlock<'o> {
    /// The text so far, while it is short enough for fences.
    held: Vec<u8>,
    /// Whether the text was too long for fences.
    is_indented: bool,
    /// Whether the next byte begins a line.
    begins_line: bool,
    out: &'o mut dyn io::Write,
}

impl CodeBlock<'_> {
    fn indented(&mut self, bytes: &[u8]) -> io::Result<()> {
        for line in bytes.split_inclusive(|byte| *byte == b'\n') {
            if std::mem::replace(&mut self.begins_line, line.ends_with(b"\n")) && line != b"\n" {
                self.out.write_all(b"    ")?;
            }
            self.out.write_all(line)?;
        }
        Ok(())
    }
}

impl io::Write for CodeBlock<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.is_indented && self.held.len() + bytes.len() <= LONG {
            self.held.extend_from_slice(bytes);
            return Ok(bytes.len());
        }
        self.is_indented = true;
        let held = std::mem::take(&mut self.held);
        self.indented(&held)?;
        self.indented(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The sheets as Markdown.
pub fn worksheets(worksheets: &Worksheets) -> String {
    let mut text = String::new();
    // Writing to a `String` cannot fail.
    let mut put = |line: String| {
        let _ = writeln!(text, "{line}\n");
    };
    for sheet in &worksheets.sheets {
        put(format!("# {}: {}", sheet_title(sheet), plainly(&sheet.subject)));
        if !sheet.rule.is_empty() {
            put(format!("```text\n{}\n```", sheet.rule));
        }
        let [name, date, marks] = filled_in(sheet);
        let room = |letters: usize| "\\_".repeat(letters);
        put(format!("{name}: {} {date}: {} {marks}: {} / {}", room(10), room(6), room(3), sheet.points()));
        for exercise in &sheet.exercises {
            put(format!("{}. {} ({})", exercise.number, plainly(&exercise.text), points_text(exercise)));
            for [heaps, values] in exercise.tables() {
                put(format!("{}{}", indented(&headings(&heaps)), indented(&line(&values)).trim_end()));
            }
            let choices: Vec<String> =
                exercise.lettered().map(|(letter, line)| format!("{letter}) {}", plainly(line))).collect();
            if !choices.is_empty() {
                put(format!("   {}", choices.join(", ")));
            }
        }
    }
    put(format!("# {}", answers_title(worksheets)));
    for sheet in &worksheets.sheets {
        let points = sheet.language.words(told!("{n} point[s]", n = sheet.points()));
        put(format!("## {} ({points})", sheet_title(sheet)));
        for exercise in &sheet.exercises {
            put(format!("{}. {}", exercise.number, plainly(&exercise.solution)));
        }
    }
    put(format!("Made with {}.", code(&worksheets.made_by)));
    format!("{}\n", text.trim_end())
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("   {line}\n")).collect()
}

fn plainly(line: &Line) -> String {
    line.iter().map(|piece| escaped(&piece.text)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::show::row_format::RowFormat;
    use crate::show::rows::{RowField, Rows};

    #[test]
    fn a_cell_holds_no_markup() {
        for (cell, expected) in [
            ("<script>&lt;", "&lt;script>&amp;lt;"),
            ("[a](javascript:x)", "[a]\\(javascript:x)"),
            ("[1, 2]", "[1, 2]"),
            ("`a` \u{1b}", "\\`a\\` \\\\u{1b}"),
        ] {
            assert_eq!(escaped(cell), expected);
        }
    }

    #[test]
    fn code_does_not_leave_its_backticks() {
        for (text, expected) in [("a", "`a`"), ("a`b", "``a`b``"), ("``", "``` `` ```"), ("\u{1b}", "`\\u{1b}`")] {
            assert_eq!(code(text), expected);
        }
    }

    #[test]
    fn a_text_does_not_leave_its_fence() {
        for (text, expected) in [("a\n", "```text\na\n```\n"), ("````\n<b>\n", "`````text\n````\n<b>\n`````\n")] {
            let mut bytes = Vec::new();
            verbatim(|out| text.chars().try_for_each(|c| write!(out, "{c}")), &mut bytes).unwrap();
            assert_eq!(String::from_utf8(bytes).unwrap(), expected);
        }
    }

    #[test]
    fn a_long_text_is_made_once_and_written_as_it_is_made() {
        let line = "```` <b>\n";
        let mut bytes = Vec::new();
        let mut made = 0;
        let text = |out: &mut dyn io::Write| {
            (0..LONG).try_for_each(|_| {
                made += 1;
                out.write_all(line.as_bytes())
            })
        };
        verbatim(text, &mut bytes).unwrap();
        assert_eq!(made, LONG);
        assert_eq!(bytes.len(), (line.len() + 4) * LONG);
        assert!(bytes.chunks(line.len() + 4).all(|chunk| chunk == b"    ```` <b>\n"));
    }

    #[test]
    fn bars_and_stars_are_escaped() {
        let row = [RowField::Text("*2".into()), RowField::Integer(1)];
        let mut bytes = Vec::new();
        RowFormat::Markdown.write(Rows::new(&["a|b", "n"], [row].into_iter()), &mut bytes).unwrap();
        assert_eq!(String::from_utf8(bytes).unwrap(), "| a\\|b | n |\n| --- | --- |\n| \\*2 | 1 |\n");
    }
}

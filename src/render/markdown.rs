//! Cells as a Markdown table.

use std::io;

use super::csv::Cells;
use super::visible;

/// A table of GitHub's Markdown. What would be markup in a cell is escaped: it can hold neither HTML nor a link.
///
/// # Errors
/// Those of what is written to.
pub fn markdown(mut cells: Cells, out: &mut dyn io::Write) -> io::Result<()> {
    let line =
        |row: &[String]| format!("| {} |\n", row.iter().map(|cell| escaped(cell)).collect::<Vec<_>>().join(" | "));
    let rule = format!("|{}\n", " --- |".repeat(cells.headings.len()));
    out.write_all((line(&cells.headings) + &rule).as_bytes())?;
    cells.rows.try_for_each(|row| out.write_all(line(&row).as_bytes()))
}

fn escaped(cell: &str) -> String {
    let mut escaped = String::with_capacity(cell.len());
    let mut before = ' ';
    for c in cell.chars() {
        match c {
            '\\' | '|' | '*' | '`' => escaped.extend(['\\', c]),
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '\n' => escaped.push_str("<br>"),
            // A list alone is no link.
            '(' | '[' | ':' if before == ']' => escaped.extend(['\\', c]),
            c => escaped.push_str(&visible::text(c.encode_utf8(&mut [0; 4])).replace('\\', "\\\\")),
        }
        before = c;
    }
    escaped
}

/// A text as it stands, whatever it holds. It is asked for twice, so that it is never held as a whole.
///
/// # Errors
/// Those of the text, and of what is written to.
pub fn verbatim(text: impl Fn(&mut dyn io::Write) -> io::Result<()>, out: &mut dyn io::Write) -> io::Result<()> {
    let mut ticks = Ticks::default();
    text(&mut ticks)?;
    let fence = "`".repeat((ticks.longest + 1).max(3));
    writeln!(out, "{fence}text")?;
    text(out)?;
    writeln!(out, "{fence}")
}

/// Counts how many backticks follow one another at the most.
#[derive(Default)]
struct Ticks {
    run: usize,
    longest: usize,
}

impl io::Write for Ticks {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for byte in bytes {
            self.run = if *byte == b'`' { self.run + 1 } else { 0 };
            self.longest = self.longest.max(self.run);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn a_text_does_not_leave_its_fence() {
        for (text, expected) in [("a\n", "```text\na\n```\n"), ("````\n<b>\n", "`````text\n````\n<b>\n`````\n")] {
            let mut bytes = Vec::new();
            verbatim(|out| text.chars().try_for_each(|c| write!(out, "{c}")), &mut bytes).unwrap();
            assert_eq!(String::from_utf8(bytes).unwrap(), expected);
        }
    }

    #[test]
    fn bars_and_stars_are_escaped() {
        let row = vec!["*2".into(), "1".into()];
        let cells = Cells { headings: vec!["a|b".into(), "n".into()], rows: Box::new([row].into_iter()) };
        let mut bytes = Vec::new();
        markdown(cells, &mut bytes).unwrap();
        assert_eq!(String::from_utf8(bytes).unwrap(), "| a\\|b | n |\n| --- | --- |\n| \\*2 | 1 |\n");
    }
}

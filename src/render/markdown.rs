//! Cells as a Markdown table.

use super::csv::Cells;
use super::visible;

/// A table of GitHub's Markdown. What would be markup in a cell is escaped: it can hold neither HTML nor a link.
pub fn markdown(cells: Cells) -> String {
    let line =
        |row: &[String]| format!("| {} |\n", row.iter().map(|cell| escaped(cell)).collect::<Vec<_>>().join(" | "));
    let rule = format!("|{}\n", " --- |".repeat(cells.headings.len()));
    let rows: String = cells.rows.map(|row| line(&row)).collect();
    format!("{}{rule}{rows}", line(&cells.headings))
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

/// A text as it stands, whatever it holds.
pub fn verbatim(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat((longest + 1).max(3));
    format!("{fence}text\n{text}{fence}\n")
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
        assert_eq!(verbatim("a\n"), "```text\na\n```\n");
        assert_eq!(verbatim("````\n<b>\n"), "`````text\n````\n<b>\n`````\n");
    }

    #[test]
    fn bars_and_stars_are_escaped() {
        let row = vec!["*2".into(), "1".into()];
        let cells = Cells { headings: vec!["a|b".into(), "n".into()], rows: Box::new([row].into_iter()) };
        assert_eq!(markdown(cells), "| a\\|b | n |\n| --- | --- |\n| \\*2 | 1 |\n");
    }
}

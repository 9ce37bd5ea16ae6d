//! Cells as a Markdown table.

use std::io;

use super::csv::Cells;

/// A table of GitHub's Markdown; `|` and line ends inside a cell are escaped.
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
    cell.replace('\\', "\\\\").replace('|', "\\|").replace('*', "\\*").replace('\n', "<br>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_and_stars_are_escaped() {
        let row = vec!["*2".into(), "1".into()];
        let cells = Cells { headings: vec!["a|b".into(), "n".into()], rows: Box::new([row].into_iter()) };
        let mut bytes = Vec::new();
        markdown(cells, &mut bytes).unwrap();
        assert_eq!(String::from_utf8(bytes).unwrap(), "| a\\|b | n |\n| --- | --- |\n| \\*2 | 1 |\n");
    }
}

//! Cells as a Markdown table.

use super::csv::Cells;

/// A table of GitHub's Markdown; `|` and line ends inside a cell are escaped.
pub fn markdown(cells: Cells) -> String {
    let line =
        |row: &[String]| format!("| {} |\n", row.iter().map(|cell| escaped(cell)).collect::<Vec<_>>().join(" | "));
    let rule = format!("|{}\n", " --- |".repeat(cells.headings.len()));
    let rows: String = cells.rows.map(|row| line(&row)).collect();
    format!("{}{rule}{rows}", line(&cells.headings))
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
        assert_eq!(markdown(cells), "| a\\|b | n |\n| --- | --- |\n| \\*2 | 1 |\n");
    }
}

//! Cells as comma-separated values, RFC 4180, with `\n` at the end of lines.

/// The rows of a file that machines read, the headings first.
#[derive(Debug, Default, PartialEq)]
pub struct Cells {
    pub headings: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

/// A heading line, then the rows.
pub fn csv(cells: &Cells) -> String {
    let mut text = String::new();
    for row in std::iter::once(&cells.headings).chain(&cells.rows) {
        let fields: Vec<String> = row.iter().map(|field| quoted(field)).collect();
        text.push_str(&fields.join(","));
        text.push('\n');
    }
    text
}

/// A field with a comma, a quote or a line end stands in quotes, and its quotes are doubled.
/// So does one with blanks at its ends, which some readers trim.
fn quoted(field: &str) -> String {
    let special = field.contains([',', '"', '\n', '\r']) || field.trim() != field;
    if special { format!("\"{}\"", field.replace('"', "\"\"")) } else { field.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_break_a_line_is_quoted() {
        let cells = Cells {
            headings: vec!["n".into(), "a, b".into()],
            rows: vec![vec!["1".into(), "say \"no\"".into()], vec!["".into(), "x\ny".into()]],
        };
        assert_eq!(csv(&cells), "n,\"a, b\"\n1,\"say \"\"no\"\"\"\n,\"x\ny\"\n");
    }
}

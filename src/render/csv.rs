//! Rows as comma-separated values (RFC 4180), but with `\n` at the end of lines.

use std::io;

use super::rows::{Cells, text};

/// Writes the line of headings, then the rows.
///
/// # Errors
/// The errors of `out`.
pub fn csv(cells: Cells, out: &mut dyn io::Write) -> io::Result<()> {
    let mut line = String::new();
    add_row(&mut line, &cells.headings);
    out.write_all(line.as_bytes())?;
    for row in cells.rows {
        line.clear();
        add_row(&mut line, &row.iter().map(|field| text(field).into_owned()).collect::<Vec<_>>());
        out.write_all(line.as_bytes())?;
    }
    Ok(())
}

/// Adds a line of these fields.
pub fn add_row(text: &mut String, fields: &[String]) {
    for (index, field) in fields.iter().enumerate() {
        text.push_str(if index > 0 { "," } else { "" });
        add_quoted(text, field);
    }
    text.push('\n');
}

/// Adds a field. A field with a comma, a quote or a line end is put between quotes, and its own quotes are doubled.
/// So is a field with a blank at either end, which some readers would trim.
fn add_quoted(text: &mut String, field: &str) {
    let special = field.contains([',', '"', '\n', '\r']) || field.trim() != field;
    if special {
        text.extend(["\"", &field.replace('"', "\"\""), "\""]);
    } else {
        text.push_str(field);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value as Json;

    use super::*;

    #[test]
    fn what_would_break_a_line_is_quoted() {
        let cells = Cells {
            headings: vec!["n".into(), "a, b".into()],
            rows: Box::new([["1", "say \"no\""], ["", "x\ny"]].into_iter().map(|row| row.map(Json::from).to_vec())),
        };
        let mut bytes = Vec::new();
        csv(cells, &mut bytes).unwrap();
        assert_eq!(String::from_utf8(bytes).unwrap(), "n,\"a, b\"\n1,\"say \"\"no\"\"\"\n,\"x\ny\"\n");
    }
}

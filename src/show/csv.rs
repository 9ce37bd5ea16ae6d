//! Rows as comma-separated values (RFC 4180), but with `\n` at the end of lines.

use std::io;

use crate::show::rows::{RowField, Rows};

/// Writes the line of headings, then the rows.
///
/// # Errors
/// The errors of `out`.
pub fn csv(rows: Rows, out: &mut dyn io::Write) -> io::Result<()> {
    let mut headings = String::new();
    add_row(&mut headings, &rows.headings);
    out.write_all(headings.as_bytes())?;
    rows.write_lines(out, |text, row| {
        for (index, field) in row.iter().enumerate() {
            text.push_str(if index > 0 { "," } else { "" });
            add_field(text, field);
        }
        text.push('\n');
        Ok(())
    })
}

/// Adds a line of these fields.
pub fn add_row(text: &mut String, fields: &[String]) {
    for (index, field) in fields.iter().enumerate() {
        text.push_str(if index > 0 { "," } else { "" });
        add_quoted(text, field);
    }
    text.push('\n');
}

fn add_field(text: &mut String, field: &RowField) {
    match field {
        RowField::Null => {}
        RowField::Integer(number) => match u64::try_from(*number) {
            // A shorter type is written sooner.
            Ok(number) => text.push_str(itoa::Buffer::new().format(number)),
            Err(_) => text.push_str(itoa::Buffer::new().format(*number)),
        },
        other => add_quoted(text, &other.text()),
    }
}

/// Adds a field. A field with a comma, a quote or a line end is put between quotes, and its own quotes are doubled.
/// So is a field with a blank at either end, which some readers would trim.
fn add_quoted(text: &mut String, field: &str) {
    let is_word = field.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if !is_word && (field.contains([',', '"', '\n', '\r']) || field.trim() != field) {
        text.extend(["\"", &field.replace('"', "\"\""), "\""]);
    } else {
        text.push_str(field);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_break_a_line_is_quoted() {
        let rows = [["1", "say \"no\""], ["", "x\ny"]].map(|row| row.map(|text| RowField::Text(text.into())));
        let mut bytes = Vec::new();
        csv(Rows::new(&["n", "a, b"], rows.into_iter()), &mut bytes).unwrap();
        assert_eq!(String::from_utf8(bytes).unwrap(), "n,\"a, b\"\n1,\"say \"\"no\"\"\"\n,\"x\ny\"\n");
    }

    #[test]
    fn all_rows_of_a_long_table_are_written() {
        let numbers = [0, 7, i128::MIN, i128::MAX].into_iter().cycle().take(1 << 14);
        let mut bytes = Vec::new();
        csv(Rows::new(&["n"], numbers.clone().map(|number| [RowField::Integer(number)])), &mut bytes).unwrap();
        let lines: String = numbers.map(|number| format!("{number}\n")).collect();
        assert_eq!(String::from_utf8(bytes).unwrap(), format!("n\n{lines}"));
    }
}

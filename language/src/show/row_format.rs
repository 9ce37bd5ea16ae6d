//! Rows as comma-separated values (RFC 4180, but with `\n` at the end of lines), as JSON Lines, where each row is an object
//! on a line of its own, and as Markdown: those of an answer, and those of a file that grows row by row.

use std::io;

use crate::show::rows::{RowField, Rows};
use crate::show::visible::Escapes;
use crate::show::{exact_json, markdown};

/// So many bytes are gathered before they are written.
const PIECE: usize = 1 << 14;

/// A format of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowFormat {
    Csv,
    JsonLines,
    Markdown,
}

impl RowFormat {
    /// The formats, each with the extension of its files.
    const EXTENSIONS: [(&str, RowFormat); 3] =
        [("csv", RowFormat::Csv), ("jsonl", RowFormat::JsonLines), ("md", RowFormat::Markdown)];

    /// The format of files with this extension.
    ///
    /// # Errors
    /// All extensions, if this is not one of them.
    pub fn of(extension: &str) -> Result<RowFormat, Vec<&'static str>> {
        let known = RowFormat::EXTENSIONS.iter().find(|row| row.0 == extension);
        known.map(|row| row.1).ok_or_else(|| RowFormat::EXTENSIONS.iter().map(|row| row.0).collect())
    }

    /// Writes rows, many at once. Hidden characters are written as they are.
    ///
    /// # Errors
    /// The errors of `out`.
    pub fn write(self, mut rows: Rows, out: &mut dyn io::Write) -> io::Result<()> {
        if let Some(objects) = rows.objects.filter(|_| self == RowFormat::JsonLines) {
            return objects.iter().try_for_each(|object| writeln!(out, "{}", exact_json::text(object)));
        }
        let writer = RowWriter::new(self, &rows.headings);
        let mut text = String::with_capacity(2 * PIECE);
        writer.put_headings(&mut text);
        let mut row = Vec::new();
        while rows.next(&mut row) {
            writer.put(&mut text, &row);
            if text.len() >= PIECE {
                out.write_all(text.as_bytes())?;
                text.clear();
            }
        }
        out.write_all(text.as_bytes())
    }
}

/// Writes rows one by one.
#[derive(Clone, Debug)]
pub struct RowWriter {
    format: RowFormat,
    headings: Vec<String>,
    /// For JSON, the columns in their order, each with its name and the sign before it. Of two with the same name, the last
    /// stays.
    members: Vec<(usize, String)>,
}

impl RowWriter {
    pub fn new(format: RowFormat, headings: &[String]) -> RowWriter {
        let is_last = |column: &usize| !headings[column + 1..].contains(&headings[*column]);
        let columns = (0..headings.len()).filter(|column| format == RowFormat::JsonLines && is_last(column));
        let name = |(place, column): (usize, usize)| {
            (column, format!("{}{}:", if place > 0 { ',' } else { '{' }, exact_json::text(&headings[column])))
        };
        RowWriter { format, headings: headings.to_vec(), members: columns.enumerate().map(name).collect() }
    }

    /// What stands before the rows, without hidden characters.
    pub fn headings(&self) -> String {
        let mut text = String::new();
        self.put_headings(&mut text);
        self.escapes().lines(&text).into_owned()
    }

    /// Adds a row with its line end, without hidden characters.
    pub fn add(&self, text: &mut String, row: &[RowField]) {
        let mut line = String::new();
        self.put(&mut line, row);
        text.push_str(&self.escapes().lines(&line));
    }

    /// How hidden characters are written.
    fn escapes(&self) -> Escapes {
        match self.format {
            RowFormat::JsonLines => Escapes::Json,
            RowFormat::Csv | RowFormat::Markdown => Escapes::Text,
        }
    }

    fn put_headings(&self, text: &mut String) {
        match self.format {
            RowFormat::Csv => put_csv(text, &self.headings, |text, heading| add_quoted(text, heading)),
            RowFormat::JsonLines => {}
            RowFormat::Markdown => text.push_str(&markdown::headings(&self.headings)),
        }
    }

    fn put(&self, text: &mut String, row: &[RowField]) {
        match self.format {
            RowFormat::Csv => put_csv(text, row, add_csv_field),
            RowFormat::JsonLines => {
                for (column, name) in &self.members {
                    text.push_str(name);
                    add_json_field(text, row.get(*column).unwrap_or(&RowField::Null));
                }
                text.push_str(if self.members.is_empty() { "{}\n" } else { "}\n" });
            }
            RowFormat::Markdown => {
                text.push_str(&markdown::line(&row.iter().map(RowField::text).collect::<Vec<_>>()));
            }
        }
    }
}

/// Adds a line of these fields.
fn put_csv<T>(text: &mut String, fields: &[T], add: impl Fn(&mut String, &T)) {
    for (index, field) in fields.iter().enumerate() {
        text.push_str(if index > 0 { "," } else { "" });
        add(text, field);
    }
    text.push('\n');
}

fn add_csv_field(text: &mut String, field: &RowField) {
    match field {
        RowField::Null => {}
        RowField::Integer(number) => add_integer(text, *number),
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

fn add_json_field(text: &mut String, field: &RowField) {
    match field {
        RowField::Null => text.push_str("null"),
        RowField::Bool(value) => text.push_str(if *value { "true" } else { "false" }),
        RowField::Integer(number) => exact_json::add_number(text, *number),
        RowField::Text(typed) => text.push_str(&exact_json::text(typed)),
        RowField::Value(value) => text.push_str(&exact_json::text(value)),
        RowField::Json(value) => text.push_str(&exact_json::text(value)),
    }
}

fn add_integer(text: &mut String, number: i128) {
    match u64::try_from(number) {
        // A shorter type is written sooner.
        Ok(number) => text.push_str(itoa::Buffer::new().format(number)),
        Err(_) => text.push_str(itoa::Buffer::new().format(number)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_break_a_line_is_quoted() {
        let rows = [["1", "say \"no\""], ["", "x\ny"]].map(|row| row.map(|text| RowField::Text(text.into())));
        let mut bytes = Vec::new();
        RowFormat::Csv.write(Rows::new(&["n", "a, b"], rows.into_iter()), &mut bytes).unwrap();
        assert_eq!(String::from_utf8(bytes).unwrap(), "n,\"a, b\"\n1,\"say \"\"no\"\"\"\n,\"x\ny\"\n");
    }

    #[test]
    fn all_rows_of_a_long_table_are_written() {
        let numbers = [0, 7, i128::MIN, i128::MAX].into_iter().cycle().take(1 << 14);
        let mut bytes = Vec::new();
        let rows = Rows::new(&["n"], numbers.clone().map(|number| [RowField::Integer(number)]));
        RowFormat::Csv.write(rows, &mut bytes).unwrap();
        let lines: String = numbers.map(|number| format!("{number}\n")).collect();
        assert_eq!(String::from_utf8(bytes).unwrap(), format!("n\n{lines}"));
    }

    #[test]
    fn members_are_in_the_order_of_the_columns_and_each_name_stands_once() {
        let row = [1, 2, 3].map(RowField::Integer);
        let mut bytes = Vec::new();
        RowFormat::JsonLines.write(Rows::new(&["n", "a", "n"], [row].into_iter()), &mut bytes).unwrap();
        assert_eq!(String::from_utf8(bytes).unwrap(), "{\"a\":2,\"n\":3}\n");
    }
}

//! Rows as comma-separated values (RFC 4180, but with `\n` at the end of lines), as JSON Lines, where each row is an object
//! on a line of its own, and as Markdown. Files in these formats can grow row by row.

use std::io;

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::show::lists::SurveyCell;
use crate::show::markdown;
use crate::show::rows::{RowField, Rows};
use crate::show::visible::Escapes;

/// A file format in which rows can be written one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowFormat {
    Csv,
    /// One object per line.
    JsonLines,
    Markdown,
}

impl RowFormat {
    /// The formats, each with the extension of its files.
    pub(crate) const EXTENSIONS: [(&str, RowFormat); 3] =
        [("csv", RowFormat::Csv), ("jsonl", RowFormat::JsonLines), ("md", RowFormat::Markdown)];

    /// The format of files with this extension.
    ///
    /// # Errors
    /// All extensions, if this is not one of them.
    pub fn of(extension: &str) -> Result<RowFormat, Vec<&'static str>> {
        let known = RowFormat::EXTENSIONS.iter().find(|row| row.0 == extension);
        known.map(|row| row.1).ok_or_else(|| RowFormat::EXTENSIONS.iter().map(|row| row.0).collect())
    }

    /// What is written before the rows.
    pub fn headings(self, columns: &[String]) -> String {
        let mut text = String::new();
        match self {
            RowFormat::Csv => add_row(&mut text, columns),
            RowFormat::JsonLines => {}
            RowFormat::Markdown => text = markdown::headings(columns),
        }
        self.escapes().lines(&text).into_owned()
    }

    /// How hidden characters are written.
    fn escapes(self) -> Escapes {
        match self {
            RowFormat::JsonLines => Escapes::Json,
            RowFormat::Csv | RowFormat::Markdown => Escapes::Text,
        }
    }

    /// Adds a row with its line end.
    pub fn add(self, text: &mut String, columns: &[String], row: &[SurveyCell]) {
        let texts = || row.iter().map(SurveyCell::text).collect::<Vec<_>>();
        let mut line = String::new();
        match self {
            RowFormat::Csv => add_row(&mut line, &texts()),
            RowFormat::Markdown => line = markdown::line(&texts()),
            RowFormat::JsonLines => {
                // Every cell can be serialised.
                line = serde_json::to_string(&Object { columns, row }).unwrap_or_default();
                line.push('\n');
            }
        }
        text.push_str(&self.escapes().lines(&line));
    }
}

/// A row as an object, whose members are the columns in their order.
struct Object<'a> {
    columns: &'a [String],
    row: &'a [SurveyCell],
}

impl Serialize for Object<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(Some(self.columns.len()))?;
        for (column, cell) in self.columns.iter().zip(self.row) {
            object.serialize_entry(column, cell)?;
        }
        object.end()
    }
}

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
            add_csv_field(text, field);
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

fn add_csv_field(text: &mut String, field: &RowField) {
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

/// Writes the rows. The members of an object are in alphabetical order; of two with the same name, the last stays.
///
/// # Errors
/// The errors of `out`.
pub fn json_lines(rows: Rows, out: &mut dyn io::Write) -> io::Result<()> {
    if let Some(objects) = rows.objects {
        return objects.iter().try_for_each(|object| writeln!(out, "{}", serde_json::to_string(object)?));
    }
    let mut columns: Vec<usize> = (0..rows.headings.len()).collect();
    columns.sort_by_key(|column| (&rows.headings[*column], std::cmp::Reverse(*column)));
    columns.dedup_by_key(|column| &rows.headings[*column]);
    let name = |(place, column): (usize, &usize)| {
        let comma = if place > 0 { "," } else { "" };
        Ok((*column, format!("{comma}{}:", serde_json::to_string(&rows.headings[*column])?)))
    };
    let columns: Vec<(usize, String)> = columns.iter().enumerate().map(name).collect::<io::Result<_>>()?;
    rows.write_lines(out, |text, row| {
        text.push('{');
        for (column, name) in &columns {
            text.push_str(name);
            add_json_field(text, row.get(*column).unwrap_or(&RowField::Null))?;
        }
        text.push_str("}\n");
        Ok(())
    })
}

fn add_json_field(text: &mut String, field: &RowField) -> io::Result<()> {
    match field {
        RowField::Null => text.push_str("null"),
        RowField::Bool(value) => text.push_str(if *value { "true" } else { "false" }),
        RowField::Integer(number) => text.push_str(itoa::Buffer::new().format(*number)),
        RowField::Text(typed) => text.push_str(&serde_json::to_string(typed)?),
        RowField::Value(value) => text.push_str(&serde_json::to_string(value)?),
        RowField::Json(json) => text.push_str(&serde_json::to_string(json)?),
    }
    Ok(())
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

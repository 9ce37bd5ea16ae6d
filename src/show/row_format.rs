//! File formats that can grow row by row.

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::show::survey_cell::SurveyCell;
use crate::show::visible::Escapes;
use crate::show::{csv, markdown};

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
            RowFormat::Csv => csv::add_row(&mut text, columns),
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
            RowFormat::Csv => csv::add_row(&mut line, &texts()),
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

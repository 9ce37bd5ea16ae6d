//! Rows as JSON Lines: each row is an object on a line of its own.

use std::io;

use crate::show::rows::{RowField, Rows};

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
            add_field(text, row.get(*column).unwrap_or(&RowField::Null))?;
        }
        text.push_str("}\n");
        Ok(())
    })
}

fn add_field(text: &mut String, field: &RowField) -> io::Result<()> {
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

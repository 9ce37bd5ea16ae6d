//! Tables as texts in cells, for files that people read, such as Markdown and LaTeX.

use grundy_engine::game::Value;
use grundy_engine::nim::{Outcome, PositionValue};

use crate::show::document::{Align, Block, ColumnTable, CrossTable, Document, Line};
use crate::show::phrase::text_of;
use crate::show::rows::{RowField, Rows};

/// The text of a cell, and whether it is a P-position between others.
pub struct TableCell {
    pub text: String,
    pub is_lost: bool,
}

/// Columns under their headings; the rows are made one by one.
pub struct PlainTable<'a> {
    pub headings: Vec<(String, Align)>,
    pub rows: Box<dyn Iterator<Item = Vec<TableCell>> + 'a>,
}

/// The table of a document that is a table; `None` for any other.
pub fn of_document(document: &Document) -> Option<PlainTable<'_>> {
    document.blocks.iter().find_map(|block| match block {
        Block::CrossTable(table) => Some(of_cross_table(table)),
        Block::Table(table) if table.caption.is_some() => Some(of_columns(table)),
        _ => None,
    })
}

fn of_columns(table: &ColumnTable) -> PlainTable<'_> {
    let headings = table.columns.iter().map(|(heading, align)| (text_of(heading), *align)).collect();
    let cell = |line: &Line| TableCell { text: text_of(line), is_lost: false };
    PlainTable { headings, rows: Box::new(table.rows.iter().map(move |row| row.iter().map(cell).collect())) }
}

/// A table of these rows. A column is aligned to the right if its first cell is a number.
pub fn of_rows(mut rows: Rows<'_>) -> PlainTable<'_> {
    let mut row = Vec::new();
    let mut has_row = rows.next(&mut row);
    let side = |index: usize| match row.get(index).is_some_and(RowField::is_number) {
        true => Align::Right,
        false => Align::Left,
    };
    let headings = rows.headings.iter().enumerate().map(|(index, heading)| (heading.clone(), side(index))).collect();
    let made = std::iter::from_fn(move || {
        let cell = |field: &RowField| TableCell { text: field.text().into_owned(), is_lost: false };
        let cells = has_row.then(|| row.iter().map(cell).collect());
        has_row = has_row && rows.next(&mut row);
        cells
    });
    PlainTable { headings, rows: Box::new(made) }
}

/// One coordinate down and one across. P-positions stand in brackets.
pub fn of_cross_table(table: &CrossTable) -> PlainTable<'_> {
    let (down, right) = (&table.down, &table.right);
    let corner = format!("{}\\{}", down.name, right.name);
    let members = right.members.iter().map(ToString::to_string);
    let headings = [corner].into_iter().chain(members).map(|heading| (heading, Align::Right)).collect();
    let row = move |(member, cells): (&Value, Vec<Option<PositionValue>>)| {
        let first = TableCell { text: member.to_string(), is_lost: false };
        let cells = cells.into_iter().map(|cell| match cell {
            None => TableCell { text: "·".to_owned(), is_lost: false },
            Some(cell) if cell.outcome == Outcome::P => TableCell { text: format!("[{}]", cell.text()), is_lost: true },
            Some(cell) => TableCell { text: cell.text(), is_lost: false },
        });
        [first].into_iter().chain(cells).collect()
    };
    let rows = table.cells.rows(right.members.len().max(1)).map(|cells| cells.collect());
    PlainTable { headings, rows: Box::new(down.members.iter().zip(rows).map(row)) }
}

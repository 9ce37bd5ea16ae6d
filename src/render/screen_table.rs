//! Tables for files that people read, such as Markdown and LaTeX. They have the columns of the screen if the report
//! is a table there, and otherwise those of `rows.rs`.

use grundy_engine::game::Value;
use grundy_engine::nim::Outcome;

use super::document::{Align, Block, Line, Style};
use super::grid::content;
use super::rows::{self, Rows};
use super::table;
use crate::session::report::{Cell, Grid, Report};

/// The text of a cell, and whether the cell of a grid is a P-position.
pub struct TableCell {
    pub text: String,
    pub is_lost: bool,
}

/// Columns under their headings; the rows are made one by one.
pub struct ScreenTable<'a> {
    pub headings: Vec<(String, Align)>,
    pub rows: Box<dyn Iterator<Item = Vec<TableCell>> + 'a>,
}

/// The report as a table; `None` if it is not a table and has no rows.
pub fn screen_table(report: &Report) -> Option<ScreenTable<'_>> {
    match report {
        Report::Grid(report) | Report::Heat(report) => grid(report),
        Report::Table(report) => {
            let document = table::table(report, &Style { width: usize::MAX, ascii: false });
            document.blocks.into_iter().find_map(|block| match block {
                Block::Table { columns, rows } => Some(lines(&columns, Box::new(rows.into_iter()))),
                Block::LongTable { columns, rows } => {
                    let made = (0..rows.count).map(move |index| (rows.make)(index));
                    Some(lines(&columns, Box::new(made)))
                }
                _ => None,
            })
        }
        _ => rows::rows(report).map(of_rows),
    }
}

fn lines<'a>(columns: &[(Line, Align)], rows: Box<dyn Iterator<Item = Vec<Line>> + 'a>) -> ScreenTable<'a> {
    let text = |line: &Line| line.iter().map(|piece| piece.text.as_str()).collect::<String>();
    let headings = columns.iter().map(|(heading, align)| (text(heading), *align)).collect();
    let cell = move |line: &Line| TableCell { text: text(line), is_lost: false };
    ScreenTable { headings, rows: Box::new(rows.map(move |row| row.iter().map(cell).collect())) }
}

/// A table of these rows. A column is aligned to the right if its first cell is a number.
fn of_rows(mut rows: Rows<'_>) -> ScreenTable<'_> {
    let mut row = Vec::new();
    let mut has_row = rows.next(&mut row);
    let side = |index: usize| match row.get(index).is_some_and(rows::Field::is_number) {
        true => Align::Right,
        false => Align::Left,
    };
    let headings = rows.headings.iter().enumerate().map(|(index, heading)| (heading.clone(), side(index))).collect();
    let made = std::iter::from_fn(move || {
        let cells = has_row
            .then(|| row.iter().map(|field| TableCell { text: field.text().into_owned(), is_lost: false }).collect());
        has_row = has_row && rows.next(&mut row);
        cells
    });
    ScreenTable { headings, rows: Box::new(made) }
}

/// A grid with one coordinate down and one across. P-positions stand in brackets.
fn grid(report: &Grid) -> Option<ScreenTable<'_>> {
    let (down, right) = (report.axes.get(report.down)?, report.axes.get(report.right)?);
    let corner = format!("{}\\{}", down.name, right.name);
    let members = right.members.iter().map(ToString::to_string);
    let headings = [corner].into_iter().chain(members).map(|heading| (heading, Align::Right)).collect();
    let row = move |(member, cells): (&Value, Vec<Option<Cell>>)| {
        let first = TableCell { text: member.to_string(), is_lost: false };
        let cells = cells.into_iter().map(|cell| match cell {
            None => TableCell { text: "·".to_owned(), is_lost: false },
            Some(cell) if cell.outcome == Outcome::P => {
                TableCell { text: format!("[{}]", content(&cell)), is_lost: true }
            }
            Some(cell) => TableCell { text: content(&cell), is_lost: false },
        });
        [first].into_iter().chain(cells).collect()
    };
    let rows = report.cells.rows(right.members.len().max(1)).map(|cells| cells.collect());
    Some(ScreenTable { headings, rows: Box::new(down.members.iter().zip(rows).map(row)) })
}

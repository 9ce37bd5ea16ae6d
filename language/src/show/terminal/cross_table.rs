//! Values over two coordinates, one down and one across. P-positions stand in brackets. What is too wide is cut into
//! parts, one below the other.

use std::io;

use grundy_engine::game::Value;
use grundy_engine::nim::{Outcome, PositionValue};

use crate::show::document::{CrossTable, Line, Role, Style, Visit};
use crate::show::phrase::{heading, muted, piece, plain};
use crate::show::terminal::paragraph::broken;

/// Lays out the table, and passes its lines on one by one.
///
/// # Errors
/// The first error of `visit`.
pub fn each_line(table: &CrossTable, style: &Style, visit: &mut Visit) -> io::Result<()> {
    let (down, right) = (&table.down, &table.right);
    let title = [&table.title[..], &[plain("; ")], &table.marked].concat();
    broken(style, Line::new(), &title, 0).iter().try_for_each(&mut *visit)?;
    if down.members.is_empty() || right.members.is_empty() {
        return visit(&vec![muted("no positions in the range")]);
    }
    let corner = format!("{}\\{}", down.name, right.name);
    let label =
        down.members.iter().map(|m| m.to_string().chars().count()).chain([corner.chars().count()]).max().unwrap_or(1);
    let columns = right.members.len();
    let width = cell_width(table);
    let fits = (style.width.saturating_sub(label + 3) / (width + 1)).clamp(1, columns);
    for start in (0..columns).step_by(fits) {
        if start > 0 {
            visit(&Line::new())?;
        }
        let end = (start + fits).min(columns);
        let headings = right.members[start..end].iter().map(|m| format!("{:>width$} ", m.to_string()));
        visit(&vec![heading(format!("{corner:>label$}")), muted(" │ "), heading(headings.collect::<String>())])?;
        visit(&vec![muted(format!("{}─┼─{}", "─".repeat(label), "─".repeat((end - start) * (width + 1))))])?;
        for (row, member) in down.members.iter().enumerate() {
            let shown = (row * columns + start..row * columns + end).map(|place| table.cells.get(place));
            visit(&row_line(member, shown, label, width))?;
        }
    }
    Ok(())
}

/// The width of a cell without the column for its closing bracket: it fits the widest content with an opening
/// bracket, and the widest heading with a blank.
fn cell_width(table: &CrossTable) -> usize {
    let cells = table.cells.iter().flatten().map(|cell| cell.text().len() + 1);
    let headings = table.right.members.iter().map(|member| member.to_string().chars().count() + 1);
    cells.chain(headings).max().unwrap_or(2)
}

/// A row of the table. Each cell takes `width` columns, and one more for the closing bracket.
fn row_line(member: &Value, cells: impl Iterator<Item = Option<PositionValue>>, label: usize, width: usize) -> Line {
    let mut line = vec![heading(format!("{:>label$}", member.to_string())), muted(" │ ")];
    for cell in cells {
        match cell {
            None => line.push(muted(format!("{:>width$} ", "·"))),
            Some(cell) if cell.outcome == Outcome::P => {
                line.push(piece(Role::Good, format!("{:>width$}]", format!("[{}", cell.text()))));
            }
            Some(cell) => line.push(piece(Role::Nimber, format!("{:>width$} ", cell.text()))),
        }
    }
    line
}

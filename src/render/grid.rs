//! `table W 0..8, 0..8`: a table over two coordinates, one down and one across. P-positions stand in brackets.

use grundy_engine::game::Value;
use grundy_engine::nim::Outcome;

use super::document::{Document, Line, Role, Style};
use super::heat::title;
use super::listing::paragraph;
use super::phrase::{heading, muted, piece, plain};
use crate::session::report::{Cell, Grid};

pub fn grid(report: &Grid, style: &Style) -> Document {
    let mut document = Document::new(style);
    let (Some(down), Some(right)) = (report.axes.get(report.down), report.axes.get(report.right)) else {
        return document;
    };
    let marked = vec![plain("; P-positions in "), piece(Role::Good, "[brackets]"), plain(".")];
    paragraph(&mut document, [title(report), marked].concat());
    if down.members.is_empty() || right.members.is_empty() {
        document.line(vec![muted("no positions in the range")]);
        return document;
    }
    let corner = format!("{}\\{}", down.name, right.name);
    let label =
        down.members.iter().map(|m| m.to_string().chars().count()).chain([corner.chars().count()]).max().unwrap_or(1);
    let columns = right.members.len();
    let width = cell_width(report, &right.members);
    let fits = (style.width.saturating_sub(label + 3) / (width + 1)).clamp(1, columns);
    for start in (0..columns).step_by(fits) {
        if start > 0 {
            document.blank();
        }
        let end = (start + fits).min(columns);
        let headings = right.members[start..end].iter().map(|m| format!("{:>width$} ", m.to_string()));
        let mut first: Vec<Line> =
            vec![vec![heading(format!("{corner:>label$}")), muted(" │ "), heading(headings.collect::<String>())]];
        first.push(vec![muted(format!("{}─┼─{}", "─".repeat(label), "─".repeat((end - start) * (width + 1))))]);
        let (members, cells) = (down.members.clone(), report.cells.clone());
        document.lines(first.len() + members.len(), move |index| match index.checked_sub(first.len()) {
            None => first[index].clone(),
            Some(row) => {
                let shown = (row * columns + start..row * columns + end).map(|place| cells.get(place));
                grid_row(&members[row], shown, label, width)
            }
        });
    }
    document
}

/// The value of a position; in misère play its outcome.
pub fn content(cell: &Cell) -> String {
    cell.value.map_or_else(|| cell.outcome.to_string(), |value| value.to_string())
}

/// The width of a cell without the column for its closing bracket: it fits the widest content with an opening
/// bracket, and the widest heading with a blank.
fn cell_width(report: &Grid, right: &[Value]) -> usize {
    let cells = report.cells.iter().flatten().map(|cell| content(&cell).len() + 1);
    let headings = right.iter().map(|member| member.to_string().chars().count() + 1);
    cells.chain(headings).max().unwrap_or(2)
}

/// A row of the table. Each cell takes `width` columns, and one more for the closing bracket.
fn grid_row(member: &Value, cells: impl Iterator<Item = Option<Cell>>, label: usize, width: usize) -> Line {
    let mut line = vec![heading(format!("{:>label$}", member.to_string())), muted(" │ ")];
    for cell in cells {
        match cell {
            None => line.push(muted(format!("{:>width$} ", "·"))),
            Some(cell) if cell.outcome == Outcome::P => {
                line.push(piece(Role::Good, format!("{:>width$}]", format!("[{}", content(&cell)))));
            }
            Some(cell) => line.push(piece(Role::Nimber, format!("{:>width$} ", content(&cell)))),
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::render::samples::{assert_sample, field, shown, shown_ascii};
    use crate::session::report::{Cell, Grid, Report};

    /// Two heaps of Nim, as if (2, 1) were not a position.
    fn grid(down: u64, right: u64) -> Grid {
        let mut grid = field(down, right);
        let missing = 2 * (right as usize + 1) + 1;
        grid.cells = grid.cells.iter().enumerate().map(|(index, cell)| cell.filter(|_| index != missing)).collect();
        grid
    }

    #[test]
    fn p_positions_stand_in_brackets() {
        assert_sample(&shown_ascii(&Report::Grid(grid(2, 3))), "grid: p positions stand in brackets");
    }

    #[test]
    fn misere_play_shows_outcomes() {
        let mut report = grid(0, 1);
        report.misere = true;
        report.cells = report.cells.iter().map(|cell| cell.map(|cell| Cell { value: None, ..cell })).collect();
        let text = shown(&Report::Grid(report), 100);
        assert!(
            text.starts_with("Outcomes in misère play of Nim(a, b, c = 0), a down, b across; P-positions"),
            "{text}"
        );
        assert!(text.ends_with("\n  0 │ [P] N\n"), "{text}");
    }

    #[test]
    fn wide_grids_are_cut_into_blocks() {
        let text = shown(&Report::Grid(grid(3, 60)), 60);
        assert!(text.lines().all(|line| line.chars().count() <= 60), "{text}");
        let headings: Vec<&str> = text.lines().filter(|line| line.starts_with("a\\b")).collect();
        assert!(
            headings.len() > 1 && headings[0].starts_with("a\\b │   0   1") && headings[1].contains(" 20 "),
            "{text}"
        );
    }

    #[test]
    fn an_empty_range() {
        let mut report = grid(0, 0);
        report.axes[1].members = Arc::new([]);
        report.cells = Default::default();
        assert!(shown(&Report::Grid(report), 80).ends_with("no positions in the range\n"));
    }
}

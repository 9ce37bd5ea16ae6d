//! Boards as rows of cells: a board by itself, a board before and after a move, or a board with numbered rows and columns.

use grundy_engine::game::Board;

use crate::show::document::{Boards, Line, Role, Style};
use crate::show::phrase::{muted, piece, plain, width};

/// Stands between the board before a move and the board after it.
const ARROW: &str = "  →  ";

/// The lines of a drawing; empty if they would be wider than the style allows.
pub fn lines(boards: &Boards, style: &Style) -> Vec<Line> {
    let Boards { before, after, numbered } = boards;
    let rows: Vec<Line> = match (after, numbered) {
        (Some(after), _) => (0..before.height()).map(|row| row_of_move(boards, after, row)).collect(),
        (None, true) => numbered_rows(before),
        (None, false) => {
            let row = |row| [vec![plain("  ")], cells(before, row, |_| Role::Plain)].concat();
            (0..before.height()).map(row).collect()
        }
    };
    let fits = rows.iter().all(|row| width(row) <= style.width);
    if fits { rows } else { Vec::new() }
}

fn row_of_move(boards: &Boards, after: &Board, row: usize) -> Line {
    let is_middle = row == (after.height() - 1) / 2;
    let arrow = muted(if is_middle { ARROW.to_owned() } else { " ".repeat(ARROW.chars().count()) });
    let changed = |cell| if boards.changes(cell) { Role::Good } else { Role::Plain };
    [vec![plain("  ")], cells(&boards.before, row, |_| Role::Plain), vec![arrow], cells(after, row, changed)].concat()
}

/// A board with the numbers of its columns above it and those of its rows at its left.
fn numbered_rows(board: &Board) -> Vec<Line> {
    let digits = |number: usize| number.to_string().len();
    let (label, wide) = (digits(board.height()), digits(board.width));
    let numbers: String = (1..=board.width).map(|column| format!(" {column:>wide$}")).collect();
    let mut lines = vec![vec![muted(format!("  {:label$} {numbers}", ""))]];
    for (row, cells) in board.cells.chunks(board.width).enumerate() {
        let cells: String = cells.iter().map(|cell| format!(" {:>wide$}", cell)).collect();
        lines.push(vec![muted(format!("  {:>label$} ", row + 1)), plain(cells)]);
    }
    lines
}

/// The cells of a row with blanks between them, each in its role.
fn cells(board: &Board, row: usize, role: impl Fn(usize) -> Role) -> Line {
    let first = row * board.width;
    let mut line = Line::new();
    for cell in first..first + board.width {
        if cell > first {
            line.push(plain(" "));
        }
        line.push(piece(role(cell), board.cells[cell]));
    }
    line
}

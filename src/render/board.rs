//! Positions of games on boards, drawn as rows of cells: a board by itself, a board before and after a move, or a board
//! with numbered rows and columns.

use grundy_engine::game::{Board, Component, Sum, Summand, Value};

use super::document::{Block, Boards, Document, Line, Role, Style};
use super::phrase::{muted, name, piece, plain};
use crate::session::report::{Advice, Explanation, Move, Moves, Report, Winner};

/// Boards with more rows are not drawn.
const TALLEST: usize = 24;
/// The boards of a sum of more components than this are not drawn.
const MOST_BOARDS: usize = 4;
/// Stands between the board before a move and the board after it.
const ARROW: &str = "  →  ";

/// The board of a component whose only coordinate is a text of several rows; `None` for other components, and for
/// boards of more than `TALLEST` rows.
pub fn board(component: &Component) -> Option<Board> {
    let Component::Position(position) = component else { return None };
    let [Value::Text(text)] = &*position.coordinates else { return None };
    if !text.contains(Board::ROW_END) {
        return None;
    }
    Board::read(text).ok().filter(|board| board.width > 0 && board.height() <= TALLEST)
}

/// The board of a sum that has a single component.
pub fn single_board(sum: &Sum) -> Option<Board> {
    match &sum.parts[..] {
        [Summand { copies: 1, component }] => board(component),
        _ => None,
    }
}

/// Whether a position is a single board that is drawn.
pub fn is_drawn(sum: &Sum) -> bool {
    single_board(sum).is_some()
}

/// The boards before and after a move; `None` unless both are boards of the same size.
fn of_move(step: &Move) -> Option<Boards> {
    let before = board(&step.from)?;
    let after =
        single_board(&step.to).filter(|after| after.width == before.width && after.height() == before.height())?;
    Some(Boards { before, after: Some(after), numbered: false })
}

/// The position that a report is about, and the winning move it names; `None` for reports that are not drawn as
/// boards.
pub fn position_and_move(report: &Report) -> Option<(&Sum, Option<&Move>)> {
    Some(match report {
        Report::Winner(Winner { sum, winning, .. }) => (sum, winning.as_ref()),
        Report::Moves(Moves { sum, shown, .. }) => (sum, shown.first().filter(|step| step.wins)),
        Report::Explanation(Explanation { sum, advice: Advice::Play(winning), .. }) => (sum, Some(winning)),
        Report::Explanation(Explanation { sum, .. }) => (sum, None),
        _ => return None,
    })
}

/// The boards that are drawn for a report: those before and after the winning move, or else the board asked about.
pub fn boards_of(report: &Report) -> Option<Boards> {
    match position_and_move(report)? {
        (_, Some(step)) => of_move(step),
        (sum, None) => Some(Boards { before: single_board(sum)?, after: None, numbered: false }),
    }
}

/// Adds the boards before and after a move, if it is made on a board.
pub fn draw_move(document: &mut Document, step: &Move) {
    document.blocks.extend(of_move(step).map(Block::Boards));
}

/// Adds the board of a component, if it has one.
pub fn draw(document: &mut Document, component: &Component) {
    let boards = |before| Block::Boards(Boards { before, after: None, numbered: false });
    document.blocks.extend(board(component).map(boards));
}

/// Adds the boards of a position with numbered rows and columns, by which the user can name a move. The boards of a
/// sum stand one below the other, each under its name.
pub fn draw_numbered(document: &mut Document, sum: &Sum) {
    if sum.parts.len() > MOST_BOARDS {
        return;
    }
    for part in &sum.parts {
        let Some(before) = board(&part.component) else { continue };
        if sum.parts.len() > 1 {
            document.line(vec![plain("  "), name(part)]);
        }
        document.blocks.push(Block::Boards(Boards { before, after: None, numbered: true }));
    }
}

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
    let fits = rows.iter().all(|row| super::phrase::width(row) <= style.width);
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

/// The alternative text of boards, for readers who cannot see them.
pub fn alt_text(boards: &Boards) -> String {
    let rows = |board: &Board| board.text().replace(Board::ROW_END, ", ");
    match &boards.after {
        Some(after) => format!("Rows before the move: {}. After it: {}.", rows(&boards.before), rows(after)),
        None => format!("Rows: {}.", rows(&boards.before)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::painter::{Painter, paint};
    use crate::render::samples::assert_text;

    fn drawn(before: &str, after: Option<&str>, numbered: bool, width: usize, painter: Painter) -> String {
        let mut document = Document::new(&Style { width, ascii: false });
        let read = |text: &str| Board::read(text).unwrap();
        document.blocks.push(Block::Boards(Boards { before: read(before), after: after.map(read), numbered }));
        paint(&document, painter)
    }

    #[test]
    fn boards_are_rows_of_cells() {
        assert_text(&drawn("../.#", None, false, 80, Painter::Plain), "  . .\n  . #\n");
        let step = drawn(".../...", Some("##./..."), false, 80, Painter::Plain);
        assert_text(&step, "  . . .  →  # # .\n  . . .     . . .\n");
        assert_text(&drawn("ab/cd", None, true, 80, Painter::Plain), "     1 2\n  1  a b\n  2  c d\n");
        let wide = drawn("abcdefghij/..........", None, true, 80, Painter::Plain);
        assert_text(wide.lines().nth(1).unwrap(), "  1   a  b  c  d  e  f  g  h  i  j");
    }

    #[test]
    fn what_a_move_changes_is_marked_at_a_terminal_and_nothing_is_too_wide() {
        let step = drawn("./.", Some("./#"), false, 80, Painter::Terminal(crate::render::Theme::Dark));
        assert!(step.contains("1;38;5;114m#"), "{step:?}");
        assert_eq!(drawn("...../.....", None, false, 8, Painter::Plain), "");
    }
}

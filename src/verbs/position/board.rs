//! Positions of games on boards, drawn as rows of cells: a board by itself, a board before and after a move, or a board
//! with numbered rows and columns.

use grundy_engine::game::{Board, Component, Sum, Summand, Value};

use crate::show::document::{Block, Boards, Document};
use crate::show::phrase::{name, plain};
use crate::verbs::position::data::Move;

/// Boards with more rows are not drawn.
const TALLEST: usize = 24;
/// The boards of a sum of more components than this are not drawn.
const MOST_BOARDS: usize = 4;
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
pub fn of_move(step: &Move) -> Option<Boards> {
    let before = board(&step.from)?;
    let after =
        single_board(&step.to).filter(|after| after.width == before.width && after.height() == before.height())?;
    Some(Boards { before, after: Some(after), numbered: false })
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

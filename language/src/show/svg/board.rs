//! Boards: the cells before a move and after it, what the move changes marked.

use grundy_engine::game::Board;

use crate::show::document::Boards;
use crate::show::svg::drawing::{
    Anchor, Filling, LETTER, LOST, MUTED, ON_LOST, PAPER, Picture, Placement, RULE, Svg, TEXT, heading_width,
};

const CELL: f64 = 28.0;
const MARGIN: f64 = 14.0;
/// Between two boards, for the arrow.
const BETWEEN: f64 = 56.0;

/// The picture of a position on a board, or of a move on it.
pub fn boards(shown: &Boards, heading: &str, place: Placement, filling: Filling) -> Svg {
    let mut drawn = shown.clone();
    if filling == Filling::Blank {
        drawn.after = None;
    }
    let (wide, high) = (drawn.before.width as f64 * CELL, drawn.before.height() as f64 * CELL);
    let top = MARGIN + place.title_height();
    let both = if drawn.after.is_some() { 2.0 * wide + BETWEEN } else { wide };
    let width = (both + 2.0 * MARGIN).max(heading_width(heading, place));
    let mut picture = Picture::new(place, (width, top + high + MARGIN), heading, &drawn.alt_text());
    picture.heading(place, (MARGIN, MARGIN + 10.0), heading);
    cells(&mut picture, &drawn.before, (MARGIN, top), |_| false);
    if let Some(after) = &drawn.after {
        let (x, y) = (MARGIN + wide, top + high / 2.0);
        arrow(&mut picture, (x, y));
        cells(&mut picture, after, (x + BETWEEN, top), |cell| drawn.changes(cell));
    }
    picture.finish()
}

/// From one board to the next.
fn arrow(picture: &mut Picture, (x, y): (f64, f64)) {
    let tip = x + BETWEEN - 10.0;
    picture.line(&format!("M{} {y}H{}", x + 10.0, tip - 6.0), MUTED, 2.0);
    picture.area(&format!("M{tip} {y}L{} {}L{} {}Z", tip - 9.0, y - 5.0, tip - 9.0, y + 5.0), MUTED);
}

fn cells(picture: &mut Picture, board: &Board, corner: (f64, f64), is_marked: impl Fn(usize) -> bool) {
    for (index, cell) in board.cells.iter().enumerate() {
        let (column, row) = ((index % board.width) as f64, (index / board.width) as f64);
        let place = (corner.0 + column * CELL, corner.1 + row * CELL);
        let (ground, ink) = if is_marked(index) { (LOST, ON_LOST) } else { (PAPER, TEXT) };
        picture.rectangle(place, (CELL, CELL), ground, &[("stroke", &RULE.color)]);
        let middle = (place.0 + CELL / 2.0, place.1 + CELL / 2.0 + LETTER / 3.0);
        picture.text(middle, Anchor::Middle, ink, &cell.to_string());
    }
}

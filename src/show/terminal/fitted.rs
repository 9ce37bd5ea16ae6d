//! What is put side by side as the width allows: pieces one after the other, columns of short lines, and drawings of
//! which the widest that fits is chosen.

use crate::show::document::{Line, Piece, Style};
use crate::show::phrase::{plain, width};

/// The most columns of short lines.
const MOST_COLUMNS: usize = 4;
/// There are so many lines in a column before another column is begun.
const LEAST_ROWS: usize = 4;

/// Pieces with blanks between them, as many in a line as fit. No piece is broken.
pub fn pieces(pieces: &[Piece], style: &Style) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let mut used = 0;
    for piece in pieces {
        let wide = width(std::slice::from_ref(piece));
        match lines.last_mut() {
            Some(line) if used + 1 + wide <= style.width => {
                line.extend([plain(" "), piece.clone()]);
                used += 1 + wide;
            }
            _ => {
                lines.push(vec![piece.clone()]);
                used = wide;
            }
        }
    }
    lines
}

/// Short lines side by side in columns, which are read downwards.
pub fn side_by_side(short: &[Line], style: &Style) -> Vec<Line> {
    let widest = short.iter().map(|line| width(line)).max().unwrap_or(0) + 2;
    let columns = (style.width / widest).clamp(1, MOST_COLUMNS).min(short.len().div_ceil(LEAST_ROWS).max(1));
    let rows = short.len().div_ceil(columns);
    let row = |row: usize| {
        let mut line = Line::new();
        for found in short.iter().skip(row).step_by(rows) {
            line.extend(found.iter().cloned());
            line.push(plain(" ".repeat(widest - width(found))));
        }
        line
    };
    (0..rows).map(row).collect()
}

/// The first of these drawings that fits, or else the last.
pub fn widest<'a>(drawings: &'a [Vec<Line>], style: &Style) -> &'a [Line] {
    let fits = |lines: &&Vec<Line>| lines.iter().all(|line| width_without_blanks(line) <= style.width);
    drawings.iter().find(fits).or(drawings.last()).map_or(&[], Vec::as_slice)
}

/// The width of a line without the blanks at its end.
fn width_without_blanks(line: &[Piece]) -> usize {
    let blanks = line.iter().rev().take_while(|piece| piece.text.trim_end().is_empty()).count();
    width(&line[..line.len() - blanks])
}

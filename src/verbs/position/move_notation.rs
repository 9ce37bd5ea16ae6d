//! How moves are written: `S(3) → S(1)`, and on a board by the cells that change: `row 1, columns 2–3: .. → ##`.

use std::ops::RangeInclusive;

use grundy_engine::game::{Board, Component, Sum, Summand};

use crate::show::document::{Piece, Role};
use crate::show::phrase::{piece, short_sum};
use crate::verbs::position::board::{board, single_board};
use crate::verbs::position::data::Move;

/// Changed cells that are not all in one row or column are only listed if there are at most this many.
const CELLS: usize = 3;

/// A move in the position `whole`. If that is a single board, the board is not named.
pub fn move_in(whole: &Sum, role: Role, step: &Move) -> Piece {
    piece(role, move_text(&step.from, &step.to, is_one(whole)))
}

/// Whether a position has a single component.
pub fn is_one(sum: &Sum) -> bool {
    matches!(&sum.parts[..], [Summand { copies: 1, .. }])
}

/// `S(3) → S(1)`, or what a move changes on a board, after the name of the board unless it is the only one
/// (`is_alone`).
pub fn move_text(from: &Component, to: &Sum, is_alone: bool) -> String {
    match changes(from, to) {
        Some(changes) if is_alone => changes,
        Some(changes) => format!("{from}, {changes}"),
        None => format!("{from} → {}", short_sum(to)),
    }
}

/// The cells of a board that a move changes, before and after it. `None` if there are no such boards, if their sizes
/// differ, or if too many cells change.
pub fn changes(from: &Component, to: &Sum) -> Option<String> {
    let before = board(from)?;
    let after = single_board(to).filter(|after| after.width == before.width && after.height() == before.height())?;
    let cells: Vec<(usize, usize)> = (0..before.cells.len())
        .filter(|cell| before.cells[*cell] != after.cells[*cell])
        .map(|cell| (cell / before.width, cell % before.width))
        .collect();
    let (first, last) = (*cells.first()?, *cells.last()?);
    let between = |row: RangeInclusive<usize>, column: RangeInclusive<usize>| {
        let text = |board: &Board| -> String {
            let cells = row.clone().flat_map(|row| column.clone().map(move |column| row * board.width + column));
            cells.map(|cell| board.cells[cell]).collect()
        };
        format!("{} → {}", text(&before), text(&after))
    };
    Some(if cells.iter().all(|cell| cell.0 == first.0) {
        let place = format!("row {}, {}", first.0 + 1, numbered("column", first.1, last.1));
        format!("{place}: {}", between(first.0..=first.0, first.1..=last.1))
    } else if cells.iter().all(|cell| cell.1 == first.1) {
        let place = format!("column {}, {}", first.1 + 1, numbered("row", first.0, last.0));
        format!("{place}: {}", between(first.0..=last.0, first.1..=first.1))
    } else if cells.len() <= CELLS {
        let one = |(row, column): &(usize, usize)| {
            format!("row {}, column {}: {}", row + 1, column + 1, between(*row..=*row, *column..=*column))
        };
        cells.iter().map(one).collect::<Vec<_>>().join("; ")
    } else {
        return None;
    })
}

/// `columns 2–3`, counted from 1.
fn numbered(what: &str, first: usize, last: usize) -> String {
    if first == last { format!("{what} {}", first + 1) } else { format!("{what}s {}–{}", first + 1, last + 1) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_engine::game::{Directions, Game, Rewrite, Turned};

    fn shown(before: &str, after: &str, is_alone: bool) -> String {
        let directions = Directions { turned: Turned::Down, mirrored: false };
        let game = Game::rewriting("Cram", vec![Rewrite::new("..", "##", directions).unwrap()]);
        let [Summand { component, .. }] = &game.board(before).parts[..] else { panic!() };
        move_text(component, &game.board(after), is_alone)
    }

    #[test]
    fn a_move_on_a_board_is_told_by_what_it_changes() {
        let cases = [
            (".../...", "##./...", "row 1, columns 1–2: .. → ##"),
            (".../...", "..#/..#", "column 3, rows 1–2: .. → ##"),
            ("X.O/...", "..X/...", "row 1, columns 1–3: X.O → ..X"),
            (".../...", ".../.#.", "row 2, column 2: . → #"),
            ("X./..", "../.X", "row 1, column 1: X → .; row 2, column 2: . → X"),
            // Texts of a single row are not drawn as boards, and a board that changes in too many cells is shown
            // whole.
            ("....", "##..", "Cram(\"....\") → Cram(\"##..\")"),
            ("../..", "##/##", "Cram(\"../..\") → Cram(\"##/##\")"),
        ];
        for (before, after, expected) in cases {
            assert_eq!(shown(before, after, true), expected);
        }
        assert_eq!(shown("../..", "#./#.", false), "Cram(\"../..\"), column 1, rows 1–2: .. → ##");
    }
}

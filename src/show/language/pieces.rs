//! The pieces of a line by the places of its text.

use crate::show::document::{Line, Piece, Role};
use crate::show::phrase;

/// The pieces of a line between two places of its text.
pub fn slice(line: &Line, from: usize, to: usize) -> Line {
    let mut at = 0;
    let cut = |piece: &Piece| {
        let (start, end) = (at, at + piece.text.len());
        at = end;
        let (from, to) = (from.max(start), to.min(end));
        (from < to).then(|| phrase::piece(piece.role, &piece.text[from - start..to - start]))
    };
    line.iter().filter_map(cut).collect()
}

/// The role of what stands at a place of a line.
pub fn role_at(line: &Line, place: usize) -> Role {
    let mut end = 0;
    let found = line.iter().find(|piece| {
        end += piece.text.len();
        place < end
    });
    found.or(line.last()).map_or(Role::Plain, |piece| piece.role)
}

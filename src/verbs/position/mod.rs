//! Questions about one position: `winner`, `grundy`, `outcome`, `moves`, `options`, and whether a move is good.

pub(crate) mod ask;
pub(crate) mod board;
pub(crate) mod board_picture;
pub(crate) mod data;
pub(crate) mod foreign_boards;
pub(crate) mod judge;
pub(crate) mod judged_move;
pub(crate) mod move_notation;
pub(crate) mod moves;
pub(crate) mod terms;
pub(crate) mod winner;

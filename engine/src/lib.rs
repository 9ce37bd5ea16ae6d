//! Impartial games: values, winning moves, periods with their proofs.

pub mod game;
pub mod nim;
pub mod solve;

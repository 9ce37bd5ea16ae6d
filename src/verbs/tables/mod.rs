//! `table`, `values`, `losing` and `winning`: many positions of one game.

pub(crate) mod ask;
pub(crate) mod by_outcome;
pub(crate) mod data;
pub(crate) mod grid;
pub(crate) mod positions;
pub(crate) mod table;
pub(crate) mod values;

//! `plot` and `tree`.

pub(crate) mod ask;
pub(crate) mod data;
pub(crate) mod plot;
pub(crate) mod tree;

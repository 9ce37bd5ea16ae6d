//! `check` and `assert`: whether a statement holds in all cases of a loop.

pub(crate) mod ask;
pub(crate) mod data;
pub(crate) mod endless;
pub(crate) mod words;

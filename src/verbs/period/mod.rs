//! `period` and `explain period`: when the values of a game repeat, and which theorem proves it.

pub(crate) mod ask;
pub(crate) mod data;
pub(crate) mod explanation;
pub(crate) mod proof;
pub(crate) mod words;

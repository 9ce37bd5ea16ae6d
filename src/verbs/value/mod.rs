//! An expression as a statement, and `print`.

pub(crate) mod data;
pub(crate) mod words;

//! `survey`: the statement and the words of its table. The rows are computed in [`crate::lang::survey`].

pub(crate) mod ask;
pub(crate) mod data;
pub(crate) mod words;

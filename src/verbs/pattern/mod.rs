//! `pattern`: laws that values follow as far as they were seen.

pub(crate) mod ask;
pub(crate) mod data;
pub(crate) mod formula;
pub(crate) mod laws;
pub(crate) mod lists;
pub(crate) mod words;

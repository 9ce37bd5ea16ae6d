//! The answers of the classroom, as data.

pub(crate) mod dialogues;
pub(crate) mod exercises;

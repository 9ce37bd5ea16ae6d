//! The words of those answers.

pub(crate) mod dialogue_help;
pub(crate) mod exercise;
pub(crate) mod heaps;
pub(crate) mod play;
pub(crate) mod quiz;
pub(crate) mod tour;
pub(crate) mod worksheet;

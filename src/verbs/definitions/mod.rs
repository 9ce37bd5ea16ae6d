//! Definitions: making, replacing, showing, taking back and reading them, and what is known of a name.

pub(crate) mod ask;
pub(crate) mod data;
pub(crate) mod help;
pub(crate) mod help_words;
pub(crate) mod read;
pub(crate) mod undo;
pub(crate) mod words;

//! Who wrote a statement, and what it writes: on these it depends which files it may use.

use std::path::PathBuf;

/// Who wrote the statements that are run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Author {
    /// The user: at the prompt, on the command line, or in the file that the prompt begins with.
    Typed,
    /// Anyone: a script in this folder.
    Script(PathBuf),
}

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// The definitions, by `save`.
    Definitions,
    /// An answer, by `to`.
    Answer,
}

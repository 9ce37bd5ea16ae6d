//! Who wrote a statement, and what it writes. On these it depends which files the statement may use (`trust.rs`).

use std::path::PathBuf;

/// Who wrote the statements that are run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Author {
    /// The user: at the prompt, on the command line, or in their `init.cgt`.
    Typed,
    /// A script in this folder, which a stranger may have written. The path is empty for standard input, and if the
    /// folder is not known.
    Script(PathBuf),
}

/// What a statement writes into a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// The definitions, by `save`.
    Definitions,
    /// An answer, by `to`.
    Answer,
}

//! Who wrote a statement, and what it writes. On these it depends which files the statement may use (`guard.rs`).

use std::path::PathBuf;

/// Who wrote the statements that are run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Author {
    /// At the prompt, on the command line, or in their `init.cgt`.
    User,
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

/// Which files statements may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileAccess {
    /// Scripts use those below their own folder and the current one; what is typed uses any (`guard.rs`).
    Restricted,
    /// Any (`--allow-files`).
    All,
    /// None at all (`--safe`).
    None,
}

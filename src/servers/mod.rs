//! Servers for other programs, over standard input and output: `grundy lsp` for editors, `grundy mcp` for language models.

mod clock;
pub mod lsp;
pub mod mcp;
mod remote_calls;

/// How long the check of a text may take that an editor has open.
pub const CHECK_TIME: std::time::Duration = std::time::Duration::from_secs(5);

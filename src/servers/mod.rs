//! Servers: for other programs, over standard input and output, `grundy lsp` for editors and `grundy mcp` for language models; for the
//! browsers of a classroom `grundy class`.

use std::io::{self, IsTerminal};

use crate::host::remark;

pub mod class;
pub mod lsp;
pub mod mcp;
mod remote_calls;

/// Says at a terminal that nobody types here: a program has to be at the other end.
fn remark_at_terminal(partner: &str) {
    if io::stdin().is_terminal() {
        remark(false, &format!("{partner} starts this and talks to it; Ctrl-D ends it"));
    }
}

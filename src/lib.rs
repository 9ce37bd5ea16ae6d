//! **grundy**: a small language, a prompt and a script runner for impartial games.
//!
//! Text goes in through [`syntax`], gets its meaning in [`session`], is answered by `grundy_engine` and shown by
//! [`render`]. ARCHITECTURE.md tells which room may use which.

pub mod cli;
pub mod error;
pub mod host;
pub mod render;
pub mod repl;
pub mod session;
pub mod source;
pub mod syntax;

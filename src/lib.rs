//! **grundy**: a small language, a prompt and a script runner for impartial games.
//!
//! Text goes in through [`syntax`], gets its meaning in [`session`], is answered by `grundy_engine` and shown by
//! [`render`]. ARCHITECTURE.md tells which room may use which. A web page is its own host: for it there is no command line.

#[cfg(not(target_family = "wasm"))]
pub mod cli;
pub mod error;
#[cfg(not(target_family = "wasm"))]
pub mod host;
pub mod render;
#[cfg(not(target_family = "wasm"))]
pub mod repl;
pub mod session;
pub mod source;
pub mod syntax;

//! **grundy**: a small language, a prompt and a script runner for impartial games.
//!
//! Text goes in through [`syntax`], gets its meaning in [`session`], is answered by `grundy_engine` and shown by
//! [`show`]. ARCHITECTURE.md says which module may use which. What every front end shares is [`service`]. A web page is
//! one of its own: for WebAssembly, `cli`, `host`, `repl` and `servers` are left out.

// No input may end the program. Where one of these stands all the same, an `expect` says why it is never reached.
#![cfg_attr(
    not(test),
    deny(
        clippy::expect_used,
        clippy::panic,
        clippy::todo,
        clippy::unimplemented,
        clippy::unreachable,
        clippy::unwrap_used
    )
)]

pub use grundy_session::{error, newcomers, session, show, source, syntax};

#[cfg(not(target_family = "wasm"))]
pub mod cli;
#[cfg(not(target_family = "wasm"))]
pub mod host;
#[cfg(not(target_family = "wasm"))]
pub mod repl;
#[cfg(not(target_family = "wasm"))]
pub mod servers;
pub mod service;

#[cfg(test)]
#[path = "../tests/common/dice.rs"]
#[expect(dead_code, reason = "the tests in `tests/` use more of it")]
mod dice;

#[cfg(test)]
#[global_allocator]
static ALLOCATOR: service::CountingAllocator = service::CountingAllocator;

//! What the text of **grundy** means ([`lang`]), and how its answers are shown ([`show`]).

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

pub use grundy_text::{error, newcomers, source, syntax, told};

pub mod lang;
pub mod show;

#[cfg(test)]
#[path = "../../tests/common/dice.rs"]
#[expect(dead_code, reason = "the tests in `tests/` use more of it")]
mod dice;

#[cfg(test)]
#[global_allocator]
static ALLOCATOR: grundy_engine::solve::CountingAllocator = grundy_engine::solve::CountingAllocator;

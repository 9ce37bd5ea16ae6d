//! The text of **grundy**, a language for impartial games: [`syntax`] reads it, [`newcomers`] knows what those mean who do not know it
//! yet, [`error`] has all that can be wrong with it. It knows no game theory.

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

pub mod error;
pub mod newcomers;
pub mod source;
pub mod syntax;
pub mod told;

#[cfg(test)]
#[path = "../../tests/common/dice.rs"]
#[expect(dead_code, reason = "the tests in `tests/` use more of it")]
mod dice;

#[cfg(test)]
#[global_allocator]
static ALLOCATOR: grundy_engine::solve::CountingAllocator = grundy_engine::solve::CountingAllocator;

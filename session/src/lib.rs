//! A [`session`] of **grundy**, a language for impartial games: it answers statements by a table of verbs, and leads plays, quizzes and
//! lessons.

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

pub use grundy_language::{lang, show};
pub use grundy_text::{error, newcomers, source, syntax};

mod classroom;
#[cfg(test)]
mod of_language;
#[cfg(test)]
mod painted;
pub mod session;
mod verbs;

#[cfg(test)]
#[global_allocator]
static ALLOCATOR: grundy_engine::solve::CountingAllocator = grundy_engine::solve::CountingAllocator;

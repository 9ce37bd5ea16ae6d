//! Evaluates expressions.

mod calls;
mod connected;
mod evaluator;
mod gather;
mod image;
mod rewritten;
mod value;

pub use evaluator::Evaluator;
pub(crate) use evaluator::LONGEST_LOOP;

//! Evaluates expressions.

mod calls;
mod comprehension;
mod connected;
mod evaluator;
mod gather;
mod rewritten;
mod value;

pub use evaluator::Evaluator;
pub(crate) use evaluator::LONGEST_LOOP;

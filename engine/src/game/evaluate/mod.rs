//! Evaluates expressions.

mod boards;
mod calls;
mod comprehension;
mod evaluator;
mod gather;
mod value;

pub use evaluator::Evaluator;
pub(crate) use evaluator::LONGEST_LOOP;
pub(super) use gather::shapes;

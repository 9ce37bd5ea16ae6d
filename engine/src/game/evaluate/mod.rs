//! Evaluates expressions.

mod boards;
mod calls;
mod compiled;
mod comprehension;
mod evaluator;
mod gather;
mod gathered;
mod loops;
mod members;
mod value;

pub use compiled::{CompiledLoop, Declined, LoopCompiler, Numbers, Turns};
pub use evaluator::Evaluator;
pub(crate) use evaluator::LONGEST_LOOP;
pub(super) use gather::shapes;

//! Compiled expressions: whatever is made of numbers, conditions, and texts and lists of numbers is compiled once
//! (`compile`) to code over 64-bit numbers (`form`), which is run for one position (`run_one`), for many at once
//! (`run_many`), or over intervals (`bounds`). Code has no errors of its own and no places: where a number does not fit
//! or does not exist, it gives up with a `Bailout`, and the evaluator, which handles everything and knows
//! every place, says what is wrong.
//!
//! The *frame* is the memory of running code: one number for each variable (a *slot*), and behind these the members of
//! texts and lists. `linear` recognises what grows evenly along a variable.

#[cfg(test)]
mod agreement;
pub(crate) mod bounds;
pub(crate) mod build;
pub(crate) mod compile;
pub(crate) mod couples;
mod decisions;
pub(crate) mod flat;
pub(crate) mod form;
pub(crate) mod frame_slice;
pub(crate) mod intervals;
pub(crate) mod lanes;
pub(crate) mod linear;
mod loops;
pub(crate) mod narrow;
mod parts;
pub(crate) mod reads;
pub(crate) mod row_table;
pub(crate) mod run_many;
pub(crate) mod run_one;
mod walk;

pub use loops::Loops;

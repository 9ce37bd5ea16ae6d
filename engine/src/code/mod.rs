//! Compiled expressions: whatever is made of numbers, conditions, and texts and lists of numbers is compiled once
//! (`compile`) to code over 64-bit numbers (`form`), which is run for one position (`run_one`), for many at once
//! (`run_many`), or over intervals (`bounds`). Code has no errors of its own and no places: where a number does not fit
//! or does not exist, it gives up with a [`Bailout`](form::Bailout), and the evaluator, which handles everything and knows
//! every place, says what is wrong.
//!
//! The *frame* is the memory of running code: one number for each variable (a *slot*), and behind these the members of
//! texts and lists. `linear` recognises what grows evenly along a variable.

pub mod bounds;
pub mod build;
pub mod compile;
pub mod couples;
pub mod flat;
pub mod form;
pub mod frame_slice;
pub mod linear;
mod pairs;
mod parts;
mod reads;
pub mod run_many;
pub mod run_one;

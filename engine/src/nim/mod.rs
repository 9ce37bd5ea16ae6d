//! The mathematics of values: nimbers, mex, nim-sum, outcomes, periods. Knows no rules and no text.

mod column;
mod field;
mod mex;
mod nimber;
mod outcome;
mod period;

pub use column::Column;
pub use mex::{ByteMex, Mex, mex};
pub use nimber::Nimber;
pub use outcome::{Outcome, Side};
pub use period::Period;

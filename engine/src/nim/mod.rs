//! The mathematics of values: nimbers, mex, nim-sum, outcomes, periods. It depends on no other module: it knows
//! neither rules nor text.

mod column;
mod field;
mod mex;
mod nimber;
mod number;
mod outcome;
mod period;

pub use column::Column;
pub use mex::{ByteMex, Mex, mex};
pub use nimber::Nimber;
pub use number::{gcd, lcm};
pub(crate) use number::{is_prime, is_square};
pub use outcome::{Outcome, Side};
pub use period::Period;

//! The mathematics of values: nimbers, mex, nim-sum, outcomes, periods. It depends on no other module: it knows
//! neither rules nor text.

mod bound;
mod column;
mod field;
mod grundy_value;
mod mex;
mod nimber;
mod number;
mod number_row;
mod outcome;

pub use bound::{WinningSet, WinningUnion};
pub use column::Column;
pub use field::{Field, PositionValue};
pub use grundy_value::GrundyValue;
pub use mex::{ByteMex, Mex, mex};
pub use nimber::Nimber;
pub use number::{gcd, lcm};
pub(crate) use number::{is_prime, is_square};
pub use number_row::NumberRow;
pub use outcome::{Convention, Outcome, Side};

/// G(n + period) = G(n) + saltus for all n ≥ preperiod, and the preperiod is the least such number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Period {
    /// The index at which the first period begins.
    pub preperiod: u64,
    /// The length of a period, at least 1.
    pub period: u64,
    /// The rise from one period to the next: 0 for a periodic sequence, positive for an arithmetic periodic one.
    pub saltus: u64,
}

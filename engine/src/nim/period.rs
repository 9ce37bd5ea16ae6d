//! How a sequence of values repeats.

/// G(n + period) = G(n) + saltus for all n ≥ preperiod, and the preperiod is the least such number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Period {
    /// The first heap of the first period.
    pub preperiod: u64,
    /// At least 1.
    pub period: u64,
    /// 0 for a sequence that is periodic in the plain sense.
    pub saltus: u64,
}

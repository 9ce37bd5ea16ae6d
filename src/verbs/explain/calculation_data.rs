//! Calculations with plain numbers.

use grundy_engine::nim::Nimber;
use serde::Serialize;

/// A nim-sum of numbers.
#[derive(Clone, Debug, Serialize)]
pub struct NimSum {
    pub summands: Vec<Nimber>,
    pub value: Nimber,
}

/// The mex of numbers.
#[derive(Clone, Debug, Serialize)]
pub struct MexOf {
    /// In order, each once.
    pub members: Vec<Nimber>,
    /// Whether the set may have members besides these.
    pub more: bool,
    pub value: Nimber,
}

//! The answer of a survey that went into a file.

use serde::Serialize;

/// A survey that was written into a file.
#[derive(Clone, Debug, Serialize)]
pub struct Surveyed {
    pub path: String,
    pub rows: u64,
    /// How many cells could not be answered.
    pub failed: u64,
}

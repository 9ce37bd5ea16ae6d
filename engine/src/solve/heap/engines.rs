//! Which engines there are.

use super::engine::EngineKind;
use super::{bitmask, byteset, division, naive, sparse, splits, window};

/// All engines, the fastest first. The last one fits every ruleset, and is what the others are measured by.
pub static ENGINES: &[EngineKind] =
    &[bitmask::KIND, division::KIND, window::KIND, byteset::KIND, sparse::KIND, splits::KIND, naive::KIND];

/// The definition, which fits every ruleset.
pub(super) static DEFINITION: &EngineKind = &naive::KIND;

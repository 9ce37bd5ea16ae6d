//! The list of engines.

use super::engine::EngineKind;
use super::{bitmask, byteset, division, naive, sparse, splits, window};

/// All engines, the fastest first. The last one, the definition, fits every ruleset; tests compare the others with
/// it.
pub static ENGINES: &[EngineKind] =
    &[bitmask::KIND, division::KIND, window::KIND, byteset::KIND, sparse::KIND, splits::KIND, naive::KIND];

/// The engine that computes by the definition; it fits every ruleset.
pub(super) static DEFINITION: &EngineKind = &naive::KIND;

//! Places in texts.

use std::hash::{Hash, Hasher};

/// Where something was written: the number of a text, and a range of bytes in it. The engine never reads the text. It
/// only puts the place into errors, so that the caller can show where they occurred. All places compare as equal: the
/// same rule written in two places is one rule.
#[derive(Clone, Copy, Debug, Default)]
pub struct At {
    /// The number of the text, which the caller chooses.
    pub text: u32,
    /// The first byte.
    pub start: u32,
    /// One past the last byte. An empty range means that no place is known.
    pub end: u32,
}

impl At {
    /// Whether no place is known.
    pub fn is_empty(self) -> bool {
        self.start >= self.end
    }
}

impl PartialEq for At {
    fn eq(&self, _: &At) -> bool {
        true
    }
}

impl Eq for At {}

impl Hash for At {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl PartialOrd for At {
    fn partial_cmp(&self, other: &At) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for At {
    fn cmp(&self, _: &At) -> std::cmp::Ordering {
        std::cmp::Ordering::Equal
    }
}

//! How much a statement or a script may load.

use super::files::LONGEST;
use crate::error::LoadLimit;

/// How deeply loaded files may be nested.
const DEEPEST: usize = 64;
/// How many files may be loaded in all.
const MOST: u64 = 10_000;

/// What one statement or script has loaded.
#[derive(Clone, Copy, Debug, Default)]
pub struct Loaded {
    files: u64,
    bytes: u64,
}

impl Loaded {
    /// How many bytes the next file may have, if it is loaded from inside `depth` others.
    ///
    /// # Errors
    /// The limit that is reached.
    pub fn left(self, depth: usize) -> Result<u64, LoadLimit> {
        if depth >= DEEPEST {
            return Err(LoadLimit::Depth(DEEPEST as u64));
        }
        if self.files >= MOST {
            return Err(LoadLimit::Files(MOST));
        }
        Ok(LONGEST - self.bytes)
    }

    /// A file with this text has been loaded.
    pub fn add(&mut self, text: &str) {
        self.files += 1;
        self.bytes += text.len() as u64;
    }
}

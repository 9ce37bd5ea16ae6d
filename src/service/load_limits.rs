//! How much a statement or a script may load.

use super::files::MAX_FILE_BYTES;
use crate::error::LoadLimit;

/// How deeply loaded files may be nested.
const MAX_DEPTH: usize = 64;
/// How many files may be loaded in all.
const MAX_FILES: u64 = 10_000;

/// What one statement or script has loaded.
#[derive(Clone, Copy, Debug, Default)]
pub struct LoadUsage {
    files: u64,
    bytes: u64,
}

impl LoadUsage {
    /// How many bytes the next file may have, if it is loaded from inside `depth` others.
    ///
    /// # Errors
    /// The limit that is reached.
    pub fn bytes_left(self, depth: usize) -> Result<u64, LoadLimit> {
        if depth >= MAX_DEPTH {
            return Err(LoadLimit::Depth(MAX_DEPTH as u64));
        }
        if self.files >= MAX_FILES {
            return Err(LoadLimit::Files(MAX_FILES));
        }
        Ok(MAX_FILE_BYTES - self.bytes)
    }

    /// A file with this text has been loaded.
    pub fn add(&mut self, text: &str) {
        self.files += 1;
        self.bytes += text.len() as u64;
    }
}

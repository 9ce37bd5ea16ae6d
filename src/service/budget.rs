//! What a request may use.

use std::time::Duration;

use super::guard::FileAccess;

/// What a request may use; by default whatever its door allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    pub access: FileAccess,
    /// How long it may take, beside what its statements may; `None` if there is no limit.
    pub time: Option<Duration>,
    /// Bytes that the session may use until it is answered.
    pub memory: u64,
    /// The most bytes of an answer.
    pub bytes_out: usize,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { access: FileAccess::All, time: None, memory: u64::MAX, bytes_out: usize::MAX }
    }
}

impl Budget {
    /// What both allow.
    pub fn and(self, other: Budget) -> Budget {
        Budget {
            access: self.access.min(other.access),
            time: self.time.into_iter().chain(other.time).min(),
            memory: self.memory.min(other.memory),
            bytes_out: self.bytes_out.min(other.bytes_out),
        }
    }
}

//! What a request may use.

use std::time::Duration;

use serde_json::{Map, Value as Json};

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
    /// What a request says that it wants to use at most, among its other members. `null` is as if it were left out.
    ///
    /// # Errors
    /// One of these members is no bound.
    pub fn asked(object: &Map<String, Json>) -> Result<Budget, &'static str> {
        let mut budget = Budget::default();
        let count = |value: &Json, problem| value.as_u64().filter(|&count| count > 0).ok_or(problem);
        for (name, value) in object.iter().filter(|(_, value)| !value.is_null()) {
            match &**name {
                "files" => {
                    budget.access = match value.as_str() {
                        Some("none") => FileAccess::None,
                        Some("read") => FileAccess::ReadOnly,
                        Some("write") => FileAccess::All,
                        _ => return Err("its `files` is not \"none\", \"read\" or \"write\""),
                    };
                }
                "seconds" => {
                    let time = value.as_f64().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
                    budget.time = Some(time.ok_or("its `seconds` is not a number from 0 on")?);
                }
                "memory" => budget.memory = count(value, "its `memory` is not a number of bytes")?,
                "bytes" => {
                    let bytes = count(value, "its `bytes` is not a number of bytes")?;
                    budget.bytes_out = usize::try_from(bytes).unwrap_or(usize::MAX);
                }
                _ => {}
            }
        }
        Ok(budget)
    }

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

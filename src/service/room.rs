//! How much may be said to one request.

use super::cells::Heard;

/// The most errors that are said: each line of a text may be one.
const MOST_ERRORS: u32 = 100;

/// The room for what is said to a request.
#[derive(Debug)]
pub struct OutputRoom {
    most: usize,
    /// `None` once there is no more room.
    left: Option<usize>,
    /// How many errors were said.
    errors: u32,
    /// How often nothing was said for want of room.
    left_out: u64,
}

impl OutputRoom {
    /// OutputRoom for so many bytes.
    pub fn new(most: usize) -> OutputRoom {
        OutputRoom { most, left: Some(most), errors: 0, left_out: 0 }
    }

    /// The bytes that this may take; `None` if it is to be left out. An error that ends a text is always said.
    pub fn for_what(&mut self, heard: &Heard) -> Option<usize> {
        let room = match heard {
            Heard::Error { .. } => {
                self.errors += 1;
                (self.errors <= MOST_ERRORS).then(|| self.left.unwrap_or(0))
            }
            _ => self.left,
        };
        self.left_out += u64::from(room.is_none());
        room
    }

    /// Whether there is room for an error of so many bytes, which is then taken.
    pub fn for_bytes(&mut self, bytes: usize) -> bool {
        self.errors += 1;
        let fits = self.errors <= MOST_ERRORS && self.left.is_some_and(|left| bytes <= left);
        self.left_out += u64::from(!fits);
        self.take(if fits { bytes } else { 0 });
        fits
    }

    /// So many bytes were said.
    pub fn take(&mut self, bytes: usize) {
        self.left = self.left.and_then(|left| left.checked_sub(bytes));
    }

    /// A line of a dialogue begins, whose answer has room again.
    pub fn begin(&mut self) {
        (self.left, self.errors) = (Some(self.most), 0);
    }

    /// How often nothing was said for want of room.
    pub fn left_out(&self) -> u64 {
        self.left_out
    }

    /// That something was left out, in words; `None` if nothing was.
    pub fn what_is_left_out(&self) -> Option<String> {
        let (count, most) = (self.left_out, self.most / 1000);
        let words =
            || format!("{count} more answers or errors are left out here: what is said at once has at most {most} KB");
        (count > 0).then(words)
    }
}

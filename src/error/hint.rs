//! What to do about an error.

use crate::source::Span;

/// A place and what to write there instead.
pub type Fix = (Span, String);

/// What to do about an error.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    pub text: String,
    /// Text to put in place of a span, shown as the corrected line.
    pub replacement: Option<Fix>,
}

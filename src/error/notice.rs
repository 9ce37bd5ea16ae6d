//! Remarks that are not errors.

use crate::source::Span;
use std::fmt::Debug;

/// A remark that is not an error.
#[derive(Clone, Debug)]
pub struct Notice {
    pub text: String,
    pub span: Option<Span>,
    /// Whether it is shown in scripts and pipes as well, and not only at the prompt.
    pub everywhere: bool,
}

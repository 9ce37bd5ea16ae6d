//! Places in texts.

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

compared_as!(At, _ => std::marker::PhantomData::<()>);

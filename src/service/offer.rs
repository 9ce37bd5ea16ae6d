//! What completion offers.

/// What the text before the cursor could become.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// What is written instead.
    pub text: String,
    /// What is chosen: a name of the language, or that of a file.
    pub name: String,
    /// A line about it; `None` for a file.
    pub about: Option<String>,
}

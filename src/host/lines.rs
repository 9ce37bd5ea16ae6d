//! Lines that somebody types.

/// Where the lines of a dialogue come from, where somebody types them.
pub trait LineSource {
    /// The next line, typed behind this prompt, with these words to complete; `None` when the user goes away.
    fn next_line(&mut self, prompt: &str, words: &'static [&'static str]) -> Option<String>;
}

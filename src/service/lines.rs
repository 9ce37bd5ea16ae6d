//! The source of lines that a user types.

/// Where the lines of a dialogue come from if a user types them.
pub trait LineSource {
    /// The next line, typed behind `prompt`, with completion of `words`; `None` if the user leaves with Ctrl-C or
    /// Ctrl-D.
    fn next_line(&mut self, prompt: &str, words: &'static [&'static str]) -> Option<String>;
}

/// The words that begin with what is typed.
pub fn words_beginning_with(words: &[&str], typed: &str) -> Vec<String> {
    words.iter().filter(|word| word.starts_with(typed)).map(|word| (*word).to_owned()).collect()
}

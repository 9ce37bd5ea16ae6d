//! Places in a text: Python and Jupyter count characters, and the language counts bytes.

/// The place in bytes of a character; behind the last one, the end of the text.
pub fn byte_of(text: &str, character: usize) -> usize {
    text.char_indices().nth(character).map_or(text.len(), |(byte, _)| byte)
}

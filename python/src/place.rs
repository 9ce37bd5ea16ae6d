//! Places in a text: Python and Jupyter count characters, and the language counts bytes.

/// Converts places in bytes to characters. This is fast if places are asked for in increasing order.
pub struct CharPlaces<'t> {
    text: &'t str,
    byte: usize,
    character: usize,
}

impl CharPlaces<'_> {
    pub fn of(text: &str) -> CharPlaces<'_> {
        CharPlaces { text, byte: 0, character: 0 }
    }

    pub fn at(&mut self, byte: usize) -> usize {
        if byte < self.byte {
            (self.byte, self.character) = (0, 0);
        }
        self.character += self.text.get(self.byte..byte).unwrap_or_default().chars().count();
        self.byte = byte.min(self.text.len());
        self.character
    }
}

/// The place in bytes of a character; behind the last one, the end of the text.
pub fn byte_of(text: &str, character: usize) -> usize {
    text.char_indices().nth(character).map_or(text.len(), |(byte, _)| byte)
}

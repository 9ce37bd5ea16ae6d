//! Places as other programs count them.

/// Converts places in bytes to places in characters, or in units of UTF-16. This is fast if places are asked for in increasing
/// order.
pub struct CountedPlaces<'t> {
    text: &'t str,
    /// How much a character counts.
    width: fn(char) -> usize,
    byte: usize,
    counted: usize,
}

impl CountedPlaces<'_> {
    /// As Python counts.
    pub fn in_characters(text: &str) -> CountedPlaces<'_> {
        CountedPlaces { text, width: |_| 1, byte: 0, counted: 0 }
    }

    /// As JavaScript counts.
    pub fn in_utf16(text: &str) -> CountedPlaces<'_> {
        CountedPlaces { text, width: char::len_utf16, byte: 0, counted: 0 }
    }

    /// The place of a byte. Behind the end of the text it is that end.
    pub fn at(&mut self, byte: usize) -> usize {
        if byte < self.byte {
            (self.byte, self.counted) = (0, 0);
        }
        let between = self.text.get(self.byte..byte).unwrap_or_default();
        self.counted += between.chars().map(self.width).sum::<usize>();
        self.byte = byte.min(self.text.len());
        self.counted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_in_any_order() {
        let text = "aé𝄞b";
        let (mut characters, mut units) = (CountedPlaces::in_characters(text), CountedPlaces::in_utf16(text));
        for (byte, character, unit) in [(1, 1, 1), (3, 2, 2), (8, 4, 5), (7, 3, 4), (0, 0, 0), (8, 4, 5)] {
            assert_eq!((characters.at(byte), units.at(byte)), (character, unit));
        }
    }
}

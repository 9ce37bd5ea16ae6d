//! PlaceTable of a text as people and other programs count them: in lines and columns, in characters, in units of UTF-16.

/// How a program counts the places of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// In bytes of UTF-8.
    Utf8,
    /// In characters, as people and Python do.
    Characters,
    /// In units of UTF-16, as JavaScript does.
    Utf16,
}

impl Counting {
    fn width(self, character: char) -> usize {
        match self {
            Counting::Utf8 => character.len_utf8(),
            Counting::Characters => 1,
            Counting::Utf16 => character.len_utf16(),
        }
    }
}

/// What is counted before a place of a text.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    bytes: usize,
    characters: usize,
    utf16: usize,
}

impl Counts {
    fn of(self, counting: Counting) -> usize {
        match counting {
            Counting::Utf8 => self.bytes,
            Counting::Characters => self.characters,
            Counting::Utf16 => self.utf16,
        }
    }
}

/// A place of a text: its line, and what is counted before this line and before the place.
#[derive(Clone, Copy, Debug, Default)]
pub struct LinePlace {
    line: usize,
    line_start: Counts,
    here: Counts,
}

impl LinePlace {
    /// The number of its line, from 0.
    pub fn line(self) -> usize {
        self.line
    }

    /// What is counted before it in its line.
    pub fn column(self, counting: Counting) -> usize {
        self.offset(counting) - self.line_start.of(counting)
    }

    /// What is counted before it in the whole text.
    pub fn offset(self, counting: Counting) -> usize {
        self.here.of(counting)
    }

    /// The place behind these bytes, which may begin and end inside a character: it counts with the place of its first byte.
    fn behind(mut self, bytes: &[u8]) -> LinePlace {
        for byte in bytes {
            self.here.bytes += 1;
            self.here.characters += usize::from(byte & 0xc0 != 0x80);
            self.here.utf16 += usize::from(byte & 0xc0 != 0x80) + usize::from(*byte >= 0xf0);
            if *byte == b'\n' {
                self.line += 1;
                self.line_start = self.here;
            }
        }
        self
    }
}

/// The table of a text is made of blocks of this many bytes.
const BLOCK: usize = 512;

/// The table of the places of a text. To find a place takes as long in a long text, and in a long line, as in a short one.
#[derive(Clone, Debug)]
pub struct PlaceTable {
    /// The place of the beginning of each block.
    blocks: Vec<LinePlace>,
}

impl PlaceTable {
    pub fn of(text: &str) -> PlaceTable {
        let behind = text.as_bytes().chunks(BLOCK).scan(LinePlace::default(), |place, block| {
            *place = place.behind(block);
            Some(*place)
        });
        PlaceTable { blocks: std::iter::once(LinePlace::default()).chain(behind).collect() }
    }

    /// The place of a byte of this text. One beyond the end, or inside a character, is moved back to the nearest boundary.
    pub fn at(&self, text: &str, byte: usize) -> LinePlace {
        let byte = text.floor_char_boundary(byte);
        let block = byte / BLOCK;
        self.blocks
            .get(block)
            .map_or_else(LinePlace::default, |place| place.behind(&text.as_bytes()[block * BLOCK..byte]))
    }

    /// See [`Source::byte`](super::Source::byte).
    pub fn byte(&self, text: &str, line: usize, column: usize, counting: Counting) -> usize {
        let Some(line_start) = self.line_start(text, line) else { return text.len() };
        let sought = self.at(text, line_start).offset(counting).saturating_add(column);
        let block = self.blocks.partition_point(|place| (place.line(), place.offset(counting)) <= (line, sought));
        let from = text.floor_char_boundary(block.saturating_sub(1) * BLOCK).max(line_start);
        let mut left = sought - self.at(text, from).offset(counting);
        for (at, character) in text[from..].char_indices() {
            let rest = &text[from + at..];
            let width = counting.width(character);
            if left < width || character == '\n' || rest == "\r" || rest.starts_with("\r\n") {
                return from + at;
            }
            left -= width;
        }
        text.len()
    }

    /// Where a line begins; `None` if there are not so many.
    fn line_start(&self, text: &str, line: usize) -> Option<usize> {
        // In this block it begins, if it is not the first line.
        let Some(block) = self.blocks.partition_point(|place| place.line() < line).checked_sub(1) else {
            return Some(0);
        };
        let (from, ends) = (block * BLOCK, line - self.blocks.get(block)?.line());
        let mut line_ends = text.as_bytes().get(from..)?.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
        line_ends.nth(ends - 1).map(|(at, _)| from + at + 1)
    }
}

/// Converts the places of a text, in bytes, to how another program counts them.
pub struct CountedPlaces<'t> {
    text: &'t str,
    places: PlaceTable,
    counting: Counting,
}

impl CountedPlaces<'_> {
    /// As Python counts.
    pub fn in_characters(text: &str) -> CountedPlaces<'_> {
        CountedPlaces { text, places: PlaceTable::of(text), counting: Counting::Characters }
    }

    /// As JavaScript counts.
    pub fn in_utf16(text: &str) -> CountedPlaces<'_> {
        CountedPlaces { text, places: PlaceTable::of(text), counting: Counting::Utf16 }
    }

    /// The place of a byte. Behind the end of the text it is that end.
    pub fn at(&self, byte: usize) -> usize {
        self.places.at(self.text, byte).offset(self.counting)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WAYS: [Counting; 3] = [Counting::Utf8, Counting::Characters, Counting::Utf16];

    fn counted(text: &str, counting: Counting) -> usize {
        text.chars().map(|character| counting.width(character)).sum()
    }

    /// Texts with long and short lines, and characters of every length at every place of a block.
    fn texts() -> impl Iterator<Item = String> {
        const PARTS: [&str; 8] = ["a", "é", "⊕", "𝄞", "\n", "\r\n", "abc\n", "é𝄞"];
        let few = PARTS.iter().flat_map(|one| PARTS.map(|other| format!("{one}{other}")));
        let long = (0..5).flat_map(|before| PARTS.map(|part| "x".repeat(before) + &part.repeat(3 * BLOCK)));
        few.chain(long).chain([String::new(), format!("{}\n{}", "é⊕".repeat(BLOCK), "𝄞a\n".repeat(BLOCK))])
    }

    #[test]
    fn a_place_is_what_counting_the_text_gives() {
        for text in texts() {
            let places = PlaceTable::of(&text);
            for (byte, _) in text.char_indices().chain([(text.len(), ' ')]).step_by(7) {
                let (place, before) = (places.at(&text, byte), &text[..byte]);
                let line_start = before.rfind('\n').map_or(0, |end| end + 1);
                assert_eq!(place.line(), before.matches('\n').count());
                for counting in WAYS {
                    assert_eq!(place.offset(counting), counted(before, counting));
                    assert_eq!(place.column(counting), counted(&text[line_start..byte], counting));
                    let is_in_line_end = before.ends_with('\r') && text[byte..].starts_with('\n');
                    let back = places.byte(&text, place.line(), place.column(counting), counting);
                    assert_eq!(back, byte - usize::from(is_in_line_end), "{text:?}");
                }
            }
        }
    }

    #[test]
    fn places_that_are_not_there() {
        let text = "é𝄞\r\nb";
        let places = PlaceTable::of(text);
        assert_eq!([1, 3, 99].map(|byte| places.at(text, byte).offset(Counting::Characters)), [0, 1, 5]);
        let byte = |line, column| places.byte(text, line, column, Counting::Utf16);
        assert_eq!([byte(0, 2), byte(0, 4), byte(0, usize::MAX), byte(1, 9), byte(2, 0)], [2, 6, 6, 9, 9]);
    }
}

//! A text that is open in an editor: places in it, and edits.

use std::ops::Range;

use serde_json::{Value, json};

use crate::source::{Counting, LinePlace, Source};

#[derive(Clone, Debug)]
pub struct OpenText {
    source: Source,
    /// How the editor counts: in UTF-16, which every editor can, or in UTF-8.
    counting: Counting,
}

impl OpenText {
    pub fn new(text: &str, counting: Counting) -> OpenText {
        OpenText { source: Source::new("", text), counting }
    }

    pub fn text(&self) -> &str {
        &self.source.text
    }

    pub fn counting(&self) -> Counting {
        self.counting
    }

    /// The place of a byte. One beyond the end is the end.
    pub fn at(&self, byte: usize) -> LinePlace {
        self.source.place(byte)
    }

    /// The number of the line of a byte, from 0.
    pub fn line(&self, byte: usize) -> usize {
        self.at(byte).line()
    }

    pub fn range(&self, bytes: Range<usize>) -> Value {
        range(&self.source, bytes, self.counting)
    }

    /// The byte at a place as the protocol writes it. Behind the end of a line or of the text it is that end, and inside a
    /// character its beginning.
    pub fn byte(&self, place: &Value) -> usize {
        let number =
            |name: &str| place[name].as_u64().map_or(0, |number| usize::try_from(number).unwrap_or(usize::MAX));
        self.source.byte(number("line"), number("character"), self.counting)
    }

    /// Makes a change as the protocol tells it: of a range, or of the whole text.
    pub fn change(&mut self, change: &Value) {
        let new = change["text"].as_str().unwrap_or_default();
        let text = match &change["range"] {
            Value::Null => new.to_owned(),
            range => {
                let (start, end) = (self.byte(&range["start"]), self.byte(&range["end"]));
                let mut text = self.text().to_owned();
                text.replace_range(start..end.max(start), new);
                text
            }
        };
        *self = OpenText::new(&text, self.counting);
    }
}

/// A range of a text as the protocol writes it.
pub fn range(source: &Source, bytes: Range<usize>, counting: Counting) -> Value {
    json!({"start": place(source.place(bytes.start), counting), "end": place(source.place(bytes.end), counting)})
}

/// A place as the protocol writes it.
pub fn place(place: LinePlace, counting: Counting) -> Value {
    json!({"line": place.line(), "character": place.column(counting)})
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: usize, character: usize) -> Value {
        json!({"line": line, "character": character})
    }

    #[test]
    fn places_and_bytes() {
        let text = "aé𝄞b\r\nc";
        for (counting, columns) in [(Counting::Utf16, [0, 1, 2, 4, 5]), (Counting::Utf8, [0, 1, 3, 7, 8])] {
            let open = OpenText::new(text, counting);
            for (byte, column) in [0, 1, 3, 7, 8].into_iter().zip(columns) {
                assert_eq!(place(open.at(byte), counting), at(0, column));
                assert_eq!(open.byte(&at(0, column)), byte);
            }
            assert_eq!(open.byte(&at(0, 99)), 8);
            assert_eq!(open.byte(&at(1, 1)), 11);
            assert_eq!(open.byte(&at(9, 0)), 11);
            assert_eq!(place(open.at(99), counting), at(1, 1));
        }
        assert_eq!(OpenText::new("𝄞", Counting::Utf16).byte(&at(0, 1)), 0);
    }

    #[test]
    fn changes() {
        let mut open = OpenText::new("one\ntwo\n", Counting::Utf16);
        let mut change = |start, end, text: &str| {
            open.change(&json!({"range": {"start": start, "end": end}, "text": text}));
            open.text().to_owned()
        };
        assert_eq!(change(at(0, 1), at(1, 1), "é\n"), "oé\nwo\n");
        assert_eq!(change(at(7, 0), at(9, 9), "end"), "oé\nwo\nend");
        // A range that ends before it begins.
        assert_eq!(change(at(1, 1), at(0, 0), "-"), "oé\nw-o\nend");
        open.change(&json!({"text": "all"}));
        assert_eq!(open.text(), "all");
    }
}

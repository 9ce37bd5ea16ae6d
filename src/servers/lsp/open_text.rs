//! A text that is open in an editor: its lines, places in it, and edits.

use std::ops::Range;

use serde_json::{Value, json};

/// How the editor counts the characters of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// In bytes of UTF-8.
    Utf8,
    /// In units of UTF-16, which every editor can.
    Utf16,
}

#[derive(Clone, Debug)]
pub struct OpenText {
    text: String,
    /// Where each line begins.
    lines: Vec<usize>,
    counting: Counting,
}

impl OpenText {
    pub fn new(text: String, counting: Counting) -> OpenText {
        let lines = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        OpenText { text, lines, counting }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn counting(&self) -> Counting {
        self.counting
    }

    /// The number of the line of a byte, from 0.
    pub fn line(&self, byte: usize) -> usize {
        self.lines.partition_point(|begin| *begin <= byte).saturating_sub(1)
    }

    /// A place as the protocol writes it. A byte beyond the end is the end.
    pub fn place(&self, byte: usize) -> Value {
        let mut byte = byte.min(self.text.len());
        while !self.text.is_char_boundary(byte) {
            byte -= 1;
        }
        let line = self.line(byte);
        let before = &self.text[self.lines[line]..byte];
        let character = match self.counting {
            Counting::Utf8 => before.len(),
            Counting::Utf16 => before.encode_utf16().count(),
        };
        json!({"line": line, "character": character})
    }

    pub fn range(&self, bytes: Range<usize>) -> Value {
        json!({"start": self.place(bytes.start), "end": self.place(bytes.end)})
    }

    /// The byte at a place. Behind the end of a line or of the text it is that end, and inside a character its beginning.
    pub fn byte(&self, place: &Value) -> usize {
        let number =
            |name: &str| place[name].as_u64().map_or(0, |number| usize::try_from(number).unwrap_or(usize::MAX));
        let Some(&begin) = self.lines.get(number("line")) else { return self.text.len() };
        let line = self.text[begin..].split('\n').next().unwrap_or_default();
        let line = line.strip_suffix('\r').unwrap_or(line);
        let mut left = number("character");
        for (at, character) in line.char_indices() {
            let width = match self.counting {
                Counting::Utf8 => character.len_utf8(),
                Counting::Utf16 => character.len_utf16(),
            };
            if left < width {
                return begin + at;
            }
            left -= width;
        }
        begin + line.len()
    }

    /// Makes a change as the protocol tells it: of a range, or of the whole text.
    pub fn change(&mut self, change: &Value) {
        let new = change["text"].as_str().unwrap_or_default();
        let text = match &change["range"] {
            Value::Null => new.to_owned(),
            range => {
                let (start, end) = (self.byte(&range["start"]), self.byte(&range["end"]));
                let mut text = std::mem::take(&mut self.text);
                text.replace_range(start..end.max(start), new);
                text
            }
        };
        *self = OpenText::new(text, self.counting);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(line: usize, character: usize) -> Value {
        json!({"line": line, "character": character})
    }

    #[test]
    fn places_and_bytes() {
        let text = "aé𝄞b\r\nc";
        for (counting, columns) in [(Counting::Utf16, [0, 1, 2, 4, 5]), (Counting::Utf8, [0, 1, 3, 7, 8])] {
            let open = OpenText::new(text.to_owned(), counting);
            for (byte, column) in [0, 1, 3, 7, 8].into_iter().zip(columns) {
                assert_eq!(open.place(byte), place(0, column));
                assert_eq!(open.byte(&place(0, column)), byte);
            }
            assert_eq!(open.byte(&place(0, 99)), 8);
            assert_eq!(open.byte(&place(1, 1)), 11);
            assert_eq!(open.byte(&place(9, 0)), 11);
            assert_eq!(open.place(99), place(1, 1));
        }
        assert_eq!(OpenText::new("𝄞".to_owned(), Counting::Utf16).byte(&place(0, 1)), 0);
    }

    #[test]
    fn changes() {
        let mut open = OpenText::new("one\ntwo\n".to_owned(), Counting::Utf16);
        let mut change = |start, end, text: &str| {
            open.change(&json!({"range": {"start": start, "end": end}, "text": text}));
            open.text().to_owned()
        };
        assert_eq!(change(place(0, 1), place(1, 1), "é\n"), "oé\nwo\n");
        assert_eq!(change(place(7, 0), place(9, 9), "end"), "oé\nwo\nend");
        // A range that ends before it begins.
        assert_eq!(change(place(1, 1), place(0, 0), "-"), "oé\nw-o\nend");
        open.change(&json!({"text": "all"}));
        assert_eq!(open.text(), "all");
    }
}

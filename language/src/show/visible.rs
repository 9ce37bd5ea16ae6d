//! Makes hidden characters visible: those that control a terminal, turn the direction of a text, end its lines unseen or
//! take no room are shown as escapes, such as `\u{1b}`. Whatever comes from outside, be it a script, the name of a file,
//! data or typed text, goes through here before it is shown or written.

use std::borrow::Cow;
use std::io;

/// How a hidden character is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Escapes {
    /// As `\u{1b}`, in text.
    Text,
    /// As `\u001b`, inside the strings of JSON, whose readers get the character back.
    Json,
    /// As `\u{1b}`, in a text whose fields are divided by tabs, which stay.
    Tabbed,
}

impl Escapes {
    /// Several lines with their hidden characters as escapes. Line ends stay.
    pub fn lines(self, text: &str) -> Cow<'_, str> {
        escaped(text, None, |c| c == '\n', self)
    }

    /// Whether a control character is a part of the format.
    fn keeps(self, c: char) -> bool {
        c == '\n' || c == '\t' && self == Escapes::Tabbed
    }

    fn put(self, c: char, shown: &mut String) {
        match self {
            Escapes::Text | Escapes::Tabbed => shown.extend(["\\u{", &format!("{:x}", u32::from(c)), "}"]),
            Escapes::Json => {
                c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| shown.push_str(&format!("\\u{unit:04x}")));
            }
        }
    }
}

/// Whether a character is hidden wherever it stands: a control character, such as ESC, DEL and U+0080 to U+009F; a
/// separator of lines; one that turns the direction of a text; or one without any width. A tab is not hidden, and the
/// signs that choose the look of an emoji are not either.
fn is_hidden(c: char) -> bool {
    match c {
        '\t' => false,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' => true,
        '\u{180b}'..='\u{180f}' | '\u{200b}' | '\u{200e}' | '\u{200f}' => true,
        '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' => true,
        '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' => true,
        '\u{e0000}'..='\u{e0fff}' => true,
        c => c.is_control(),
    }
}

/// Whether a character joins its neighbours or keeps them apart, and has no width itself. Arabic and Indian scripts and
/// emoji need it between two of their signs; anywhere else it is hidden.
fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}')
}

/// Whether a character belongs to the scripts that use joiners, or is an emoji.
fn can_be_joined(c: char) -> bool {
    c >= '\u{600}' && !is_hidden(c) && !is_joiner(c)
}

/// A part of a line with its hidden characters as escapes. Line ends become escapes too.
pub fn text(text: &str) -> Cow<'_, str> {
    escaped(text, None, |_| false, Escapes::Text)
}

/// Several lines with their hidden characters as escapes. Line ends stay.
pub fn lines(text: &str) -> Cow<'_, str> {
    Escapes::Text.lines(text)
}

/// JSON with its hidden characters as escapes of JSON. Except for line ends, they only occur inside strings.
pub fn json(json: &str) -> Cow<'_, str> {
    Escapes::Json.lines(json)
}

/// The text, which follows the character `before`, with its hidden characters as escapes, except those that stay.
fn escaped(text: &str, before: Option<char>, stays: impl Fn(char) -> bool, escapes: Escapes) -> Cow<'_, str> {
    if is_plain(text.as_bytes(), stays('\n')) {
        return Cow::Borrowed(text);
    }
    let mut shown: Option<String> = None;
    let (mut before, mut characters) = (before, text.char_indices().peekable());
    while let Some((at, c)) = characters.next() {
        let hides = match is_joiner(c) {
            true => {
                let after = characters.peek().map(|(_, after)| *after);
                !(before.is_some_and(can_be_joined) && after.is_some_and(can_be_joined))
            }
            false => is_hidden(c) && !stays(c),
        };
        match (&mut shown, hides) {
            (None, false) => {}
            (Some(shown), false) => shown.push(c),
            (_, true) => escapes.put(c, shown.get_or_insert_with(|| text[..at].to_owned())),
        }
        before = Some(c);
    }
    shown.map_or(Cow::Borrowed(text), Cow::Owned)
}

/// Whether all bytes are signs of ASCII, blanks, or, if these stay, line ends. Eight bytes are looked at together: some
/// texts are files of millions of numbers.
fn is_plain(text: &[u8], ends_stay: bool) -> bool {
    const EACH: u64 = 0x0101_0101_0101_0101;
    const TOP: u64 = 0x80 * EACH;
    let (words, rest) = text.as_chunks();
    let are_plain = |word: &[u8; 8]| {
        let word = u64::from_le_bytes(*word);
        if word & TOP != 0 {
            return false;
        }
        // No sum goes beyond its byte, since all bytes are below 0x80. The top bit of a byte then says what is asked.
        let (is_from_blank, is_del) = (word + (0x80 - 0x20) * EACH, word + EACH);
        let is_end = if ends_stay { !((word ^ (0x0a * EACH)) + 0x7f * EACH) } else { 0 };
        (is_from_blank | is_end) & !is_del & TOP == TOP
    };
    let is_plain = |byte: &u8| (b' '..=b'~').contains(byte) || *byte == b'\n' && ends_stay;
    words.iter().all(are_plain) && rest.iter().all(is_plain)
}

/// A writer that passes text on with its hidden characters as escapes. Line ends stay. The text may come in parts of any
/// size.
pub struct VisibleWriter<'a> {
    out: &'a mut dyn io::Write,
    escapes: Escapes,
    /// The bytes that wait for what follows them: the beginning of a character, or a joiner and all behind it.
    held: Vec<u8>,
    /// The last character that was passed on.
    before: Option<char>,
}

impl VisibleWriter<'_> {
    pub fn new(out: &mut dyn io::Write, escapes: Escapes) -> VisibleWriter<'_> {
        VisibleWriter { out, escapes, held: Vec::new(), before: None }
    }

    /// Passes on what was held back. Nothing follows.
    ///
    /// # Errors
    /// Those of the writer behind it, and `InvalidData` for bytes that are not UTF-8.
    pub fn finish(mut self) -> io::Result<()> {
        let held = std::mem::take(&mut self.held);
        let text = std::str::from_utf8(&held).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
        self.pass_on(text)
    }

    fn pass_on(&mut self, text: &str) -> io::Result<()> {
        let shown = escaped(text, self.before, |c| self.escapes.keeps(c), self.escapes);
        self.before = text.chars().next_back().or(self.before);
        self.out.write_all(shown.as_bytes())
    }
}

impl io::Write for VisibleWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut held = std::mem::take(&mut self.held);
        let text = if held.is_empty() {
            bytes
        } else {
            held.extend_from_slice(bytes);
            &held
        };
        let whole = match std::str::from_utf8(text) {
            Ok(text) => text,
            Err(error) if error.error_len().is_none() => {
                std::str::from_utf8(&text[..error.valid_up_to()]).unwrap_or_default()
            }
            Err(error) => return Err(io::Error::new(io::ErrorKind::InvalidData, error)),
        };
        let certain = whole.trim_end_matches(is_joiner);
        let rest = text[certain.len()..].to_vec();
        self.pass_on(certain)?;
        self.held = rest;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// A source as it is shown, in which `\r\n` stays as a line end, and the mark of UTF-8 as its beginning. `None` if nothing
/// in it is hidden.
pub fn script(text: &str) -> Option<String> {
    let (mark, rest) = text.split_at(if text.starts_with(MARK) { MARK.len_utf8() } else { 0 });
    if matches!(lines(rest), Cow::Borrowed(_)) {
        return None;
    }
    let shown: Vec<Cow<str>> = rest.split("\r\n").map(lines).collect();
    let shown = format!("{mark}{}", shown.join("\r\n"));
    (shown != text).then_some(shown)
}

/// Some editors write it at the beginning of a file in UTF-8.
const MARK: char = '\u{feff}';

/// Where an offset of a text lies in the shown text.
pub fn offset(text: &str, offset: usize) -> usize {
    let end = text.floor_char_boundary(offset);
    // Between the two characters of `\r\n`, the first by itself would become an escape, but it is a part of the line
    // end.
    let is_cut = text[..end].ends_with('\r') && text[end..].starts_with('\n');
    // Whether a joiner stays depends on what follows it.
    let before = if is_cut { &text[..end - 1] } else { text[..end].trim_end_matches(is_joiner) };
    script(before).map_or(before.len(), |shown| shown.len()) + usize::from(is_cut)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    #[test]
    fn what_steers_a_terminal_is_an_escape() {
        for (hidden, shown) in [
            ("a\u{1b}[2Jb", "a\\u{1b}[2Jb"),
            ("\u{9b}31m", "\\u{9b}31m"),
            ("\u{7f}\u{0}", "\\u{7f}\\u{0}"),
            ("\u{202e}x\u{2066}\u{200f}", "\\u{202e}x\\u{2066}\\u{200f}"),
            ("a\tb é ⊕ 👩‍👩‍👧", "a\tb é ⊕ 👩‍👩‍👧"),
            ("a\nb", "a\\u{a}b"),
            ("a\u{2028}b\u{200b}c\u{feff}\u{2060}\u{ad}", "a\\u{2028}b\\u{200b}c\\u{feff}\\u{2060}\\u{ad}"),
            ("win\u{200d}ner \u{200c}", "win\\u{200d}ner \\u{200c}"),
            ("👩\u{200d}\u{200d}👧", "👩\\u{200d}\\u{200d}👧"),
            ("می\u{200c}خواهم ❤\u{fe0f}", "می\u{200c}خواهم ❤\u{fe0f}"),
            ("x\u{e0041}", "x\\u{e0041}"),
        ] {
            assert_eq!(text(hidden), shown);
        }
        assert_eq!(lines("a\n\u{1b}"), "a\n\\u{1b}");
    }

    #[test]
    fn plain_bytes_are_told_from_others_wherever_they_stand() {
        for (byte, place, ends_stay) in
            (0..=255).flat_map(|byte| (0..11).flat_map(move |place| [(byte, place, false), (byte, place, true)]))
        {
            let mut text = *b"~ {a-Z09}@!";
            text[place] = byte;
            let expected = (b' '..=b'~').contains(&byte) || byte == b'\n' && ends_stay;
            assert_eq!(is_plain(&text, ends_stay), expected, "{byte} {place}");
        }
    }

    #[test]
    fn characters_that_come_in_parts_stay_whole() {
        use io::Write;
        let text = "\"é\u{9b}⊕\u{202e}👩\u{200d}👧\u{200d}\"\n\u{e0041}";
        for (size, escapes) in (1..=6).flat_map(|size| [Escapes::Text, Escapes::Json].map(|escapes| (size, escapes))) {
            let mut written = Vec::new();
            let mut out = VisibleWriter::new(&mut written, escapes);
            text.as_bytes().chunks(size).for_each(|part| out.write_all(part).unwrap());
            out.finish().unwrap();
            assert_eq!(String::from_utf8(written).unwrap(), escapes.lines(text), "{size}");
        }
    }

    #[test]
    fn json_stays_json() {
        let hidden = "\u{1b}\u{7f}\u{9b}\u{202e}\u{e0041}\n\té";
        let written = serde_json::json!([hidden]).to_string();
        let shown = json(&written);
        assert!(!shown.contains(['\u{1b}', '\u{7f}', '\u{9b}', '\u{202e}', '\u{e0041}']), "{shown}");
        assert_eq!(serde_json::from_str::<Vec<String>>(&shown).unwrap(), [hidden]);
    }

    #[test]
    fn places_move_with_the_text() {
        let source = Source::new("t", "a\u{1b}b\r\nc\u{202e}d\rx");
        assert_eq!(script(&source.text).unwrap(), "a\\u{1b}b\r\nc\\u{202e}d\\u{d}x");
        for (index, expected) in [(0, 0), (1, 1), (2, 7), (3, 8), (4, 9), (5, 10), (9, 19), (10, 20), (99, 26)] {
            assert_eq!(offset(&source.text, index), expected, "{index}");
        }
        let joined = "\u{feff}👩\u{200d}👧\u{1b}x";
        assert_eq!(script(joined).unwrap(), "\u{feff}👩\u{200d}👧\\u{1b}x");
        assert_eq!([7, 10, 14, 15].map(|index| offset(joined, index)), [7, 7, 14, 20]);
    }
}

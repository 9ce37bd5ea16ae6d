//! Breaks lines of finished text at words where they are wider than the terminal. Lines of drawings stay whole.

use std::io;

use unicode_width::UnicodeWidthStr;

/// A line with one of these characters belongs to a drawing.
const DRAWN: &str = "│┤├┼└┬─";

/// A writer that passes an answer on line by line, with the lines broken as by [`text`].
pub struct Fitted<'a> {
    out: &'a mut dyn io::Write,
    width: usize,
    /// The beginning of a line whose end has not been written yet.
    line: Vec<u8>,
}

impl<'a> Fitted<'a> {
    pub fn new(out: &'a mut dyn io::Write, width: usize) -> Fitted<'a> {
        Fitted { out, width, line: Vec::new() }
    }
}

impl io::Write for Fitted<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.line.extend_from_slice(bytes);
        if let Some(end) = self.line.iter().rposition(|byte| *byte == b'\n') {
            let shown = text(&String::from_utf8_lossy(&self.line[..=end]), self.width);
            self.line.drain(..=end);
            self.out.write_all(shown.as_bytes())?;
        }
        Ok(bytes.len())
    }

    /// A line without its end is not passed on.
    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// The text of an answer with its lines broken where they are too long, except those of drawings. Every line ends with a line
/// feed. A broken line goes on two columns further in than it began; at most a third of the width.
pub fn text(text: &str, width: usize) -> String {
    let mut out = String::with_capacity(text.len());
    let is_drawn = |c: char| DRAWN.contains(c) || ('\u{2800}'..='\u{28ff}').contains(&c);
    for line in text.lines() {
        // Most lines are short, and counting bytes is enough.
        let plain = if line.len() <= width { String::new() } else { bare(line) };
        if plain.width() <= width || plain.contains(is_drawn) {
            out.push_str(line);
        } else {
            let begin = plain.len() - plain.trim_start().len();
            broken(&mut out, line, width, (begin + 2).min(width / 3));
        }
        out.push('\n');
    }
    out
}

fn broken(out: &mut String, line: &str, width: usize, indent: usize) {
    let (mut column, mut blanks, mut is_fresh) = (0, 0, true);
    for (index, word) in line.split(' ').enumerate() {
        blanks += usize::from(index > 0);
        if word.is_empty() {
            continue;
        }
        let length = bare(word).width();
        if !is_fresh && column + blanks + length > width {
            out.push('\n');
            out.push_str(&" ".repeat(indent));
            column = indent;
        } else {
            out.push_str(&" ".repeat(blanks));
            column += blanks;
        }
        out.push_str(word);
        column += length;
        (blanks, is_fresh) = (0, false);
    }
}

/// A line without the escape codes of its colours.
pub fn bare(line: &str) -> String {
    let mut out = String::new();
    let mut is_escape = false;
    for c in line.chars() {
        match c {
            '\x1b' => is_escape = true,
            'm' if is_escape => is_escape = false,
            c if !is_escape => out.push(c),
            _ => {}
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn lines_are_broken_at_words() {
        for (given, width, expected) in [
            ("short\nlines\n", 20, "short\nlines\n"),
            ("  Kayles(3) → Kayles(2)   value 2", 28, "  Kayles(3) → Kayles(2)\n    value 2\n"),
            ("help: some words of advice", 18, "help: some words\n  of advice\n"),
            ("averyveryverylongword and more", 10, "averyveryverylongword\n  and more\n"),
            ("\x1b[1mbold words\x1b[0m here", 10, "\x1b[1mbold words\x1b[0m\n  here\n"),
            ("3 ┤  •    •    •    •", 10, "3 ┤  •    •    •    •\n"),
        ] {
            assert_eq!(text(given, width), expected, "{given:?}");
            let mut written = Vec::new();
            let mut out = Fitted::new(&mut written, width);
            given.lines().flat_map(|line| line.bytes().chain(*b"\n")).for_each(|byte| out.write_all(&[byte]).unwrap());
            assert_eq!(String::from_utf8(written).unwrap(), expected, "{given:?}");
        }
    }
}

//! Writes XML, and HTML that is XML too. It is well-formed, whatever the texts and attributes contain.

use std::fmt::{Display, Write};

use crate::show::visible;

/// The markup written so far, and the names of the elements that are still open.
#[derive(Clone, Debug, Default)]
pub struct Markup {
    text: String,
    open: Vec<&'static str>,
}

/// The attributes of an element, in order.
pub type Attributes<'a> = &'a [(&'a str, &'a dyn Display)];

impl Markup {
    pub fn open(&mut self, name: &'static str, attributes: Attributes) {
        self.tag(name, attributes);
        self.text.push('>');
        self.open.push(name);
    }

    /// Opens an element whose content begins on a new line.
    pub fn open_line(&mut self, name: &'static str, attributes: Attributes) {
        self.open(name, attributes);
        self.end_line();
    }

    /// Closes the element that was opened last.
    pub fn close(&mut self) {
        if let Some(name) = self.open.pop() {
            self.text.push_str("</");
            self.text.push_str(name);
            self.text.push('>');
        }
    }

    /// Closes the element that was opened last, and ends the line.
    pub fn close_line(&mut self) {
        self.close();
        self.end_line();
    }

    /// An element with nothing in it.
    pub fn empty(&mut self, name: &'static str, attributes: Attributes) {
        self.tag(name, attributes);
        self.text.push_str("/>");
    }

    /// An element with a text in it.
    pub fn element(&mut self, name: &'static str, attributes: Attributes, text: &str) {
        self.open(name, attributes);
        self.text(text);
        self.close();
    }

    pub fn text(&mut self, text: &str) {
        self.text.push_str(&escaped(text));
    }

    pub fn end_line(&mut self) {
        self.text.push('\n');
    }

    /// Adds a text that is markup already, without escapes.
    pub fn put(&mut self, written: &str) {
        self.text.push_str(written);
    }

    /// Closes all open elements, and returns the markup.
    pub fn finish(mut self) -> String {
        while !self.open.is_empty() {
            self.close_line();
        }
        self.text
    }

    fn tag(&mut self, name: &str, attributes: Attributes) {
        self.text.push('<');
        self.text.push_str(name);
        for (attribute, value) in attributes {
            // Writing to a `String` cannot fail.
            let _ = write!(self.text, " {attribute}=\"{}\"", escaped(&value.to_string()));
        }
    }
}

/// Bytes as they stand in an address: all but letters, digits and a few signs as `%20`.
pub fn in_address(bytes: &[u8]) -> String {
    let written = |byte: &u8| match byte {
        b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => char::from(*byte).to_string(),
        byte => format!("%{byte:02X}"),
    };
    bytes.iter().map(written).collect()
}

/// A text with the special characters of XML as references. U+FFFE and U+FFFF, which XML 1.0 does not allow, become
/// U+FFFD, and hidden characters become escapes such as `\u{1b}`.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in visible::lines(text).chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_closed_in_their_order() {
        let mut markup = Markup::default();
        markup.open("a", &[("n", &3)]);
        markup.element("b", &[], "x");
        markup.empty("c", &[]);
        markup.open("d", &[]);
        assert_eq!(markup.finish(), "<a n=\"3\"><b>x</b><c/><d></d>\n</a>\n");
    }

    #[test]
    fn nothing_breaks_out_of_a_text_or_an_attribute() {
        let evil = "\"><script>&\u{1b}\u{0}\u{ffff}'";
        let mut markup = Markup::default();
        markup.open("a", &[("b", &evil)]);
        markup.text(evil);
        let text = markup.finish();
        let read = roxmltree::Document::parse(&text).unwrap();
        let root = read.root_element();
        let shown = "\"><script>&\\u{1b}\\u{0}\u{fffd}'";
        assert_eq!((root.attribute("b"), root.text()), (Some(shown), Some(shown)));
    }
}

//! Makes hidden characters visible: those that control a terminal or change the direction of text are shown as
//! escapes, such as `\u{1b}`. Whatever comes from outside, be it a script, the name of a file or typed text, goes
//! through here before it is shown.

use std::borrow::Cow;
use std::ops::Range;

use crate::error::Error;
use crate::source::{Source, SourceId, Sources, Span};

/// Whether a character is hidden: a control character, such as ESC, DEL and U+0080 to U+009F, or one that changes the
/// direction of text. A tab is not hidden.
fn is_hidden(c: char) -> bool {
    let turns = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    turns || (c.is_control() && c != '\t')
}

/// A part of a line with its hidden characters as escapes. Line ends become escapes too.
pub fn text(text: &str) -> Cow<'_, str> {
    escaped(text, is_hidden, |c| format!("\\u{{{c:x}}}"))
}

/// Several lines with their hidden characters as escapes. Line ends stay.
pub fn lines(text: &str) -> Cow<'_, str> {
    escaped(text, |c| is_hidden(c) && c != '\n', |c| format!("\\u{{{c:x}}}"))
}

/// The text with the characters for which `hides` holds replaced by what `written` makes of their numbers.
fn escaped(text: &str, hides: impl Fn(char) -> bool, written: impl Fn(u32) -> String) -> Cow<'_, str> {
    if !text.chars().any(&hides) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if hides(c) {
            shown.push_str(&written(c.into()));
        } else {
            shown.push(c);
        }
    }
    Cow::Owned(shown)
}

/// JSON with its hidden characters as escapes of JSON. Except for line ends, they only occur inside strings.
pub fn json(json: &str) -> Cow<'_, str> {
    // All hidden characters are below U+10000, so four digits are enough.
    escaped(json, |c| is_hidden(c) && c != '\n' && c != '\r', |c| format!("\\u{c:04x}"))
}

/// A source as it is shown, in which `\r\n` stays as a line end. `None` if nothing in it is hidden.
fn script(text: &str) -> Option<String> {
    let hides = |c: char| is_hidden(c) && c != '\n';
    if !text.chars().any(hides) {
        return None;
    }
    let shown: Vec<Cow<str>> = text.split("\r\n").map(lines).collect();
    let shown = shown.join("\r\n");
    (shown != text).then_some(shown)
}

/// The error, its sources as they are shown, and its spans moved to fit. `None` if nothing in these sources is
/// hidden.
pub fn error(error: &Error, sources: &Sources) -> Option<(Error, Sources)> {
    let correction = error.hint().and_then(|hint| hint.replacement);
    let spans = [error.span].into_iter().chain(error.related.iter().map(|(span, _)| *span));
    let mut ids: Vec<SourceId> = spans.chain(correction.map(|(span, _)| span)).map(|span| span.source).collect();
    ids.sort_unstable();
    ids.dedup();
    let mut shown: Option<(Error, Sources)> = None;
    for id in ids {
        let Some(source) = sources.get(id) else { continue };
        let Some(text) = script(&source.text) else { continue };
        let (error, sources) = shown.get_or_insert_with(|| (error.clone(), sources.clone()));
        error.advice = error.hint().map(Box::new);
        for (span, _) in &mut error.related {
            place(span, id, source);
        }
        if let Some((span, _)) = error.advice.as_mut().and_then(|hint| hint.replacement.as_mut()) {
            place(span, id, source);
        }
        place(&mut error.span, id, source);
        sources.replace(id, source.with_text(text));
    }
    shown
}

/// The same for a single span.
pub fn place_of(span: Span, sources: &Sources) -> Option<(Span, Sources)> {
    let source = sources.get(span.source)?;
    let text = script(&source.text)?;
    let mut shown = sources.clone();
    let mut moved = span;
    place(&mut moved, span.source, source);
    shown.replace(span.source, source.with_text(text));
    Some((moved, shown))
}

/// Moves a span of this source to where it lies in the shown text.
fn place(span: &mut Span, id: SourceId, source: &Source) {
    if span.source == id {
        let Range { start, end } = span.range();
        *span = Span::new(id, offset(&source.text, start), offset(&source.text, end));
    }
}

/// Where an offset of a text lies in the shown text.
fn offset(text: &str, offset: usize) -> usize {
    let mut end = offset.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    // Between the two characters of `\r\n`, the first by itself would become an escape, but it is a part of the line
    // end.
    let is_cut = text[..end].ends_with('\r') && text[end..].starts_with('\n');
    let before = if is_cut { &text[..end - 1] } else { &text[..end] };
    script(before).map_or(before.len(), |shown| shown.len()) + usize::from(is_cut)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_a_terminal_is_an_escape() {
        for (hidden, shown) in [
            ("a\u{1b}[2Jb", "a\\u{1b}[2Jb"),
            ("\u{9b}31m", "\\u{9b}31m"),
            ("\u{7f}\u{0}", "\\u{7f}\\u{0}"),
            ("\u{202e}x\u{2066}\u{200f}", "\\u{202e}x\\u{2066}\\u{200f}"),
            ("a\tb é ⊕ 👩‍👩‍👧", "a\tb é ⊕ 👩‍👩‍👧"),
            ("a\nb", "a\\u{a}b"),
        ] {
            assert_eq!(text(hidden), shown);
        }
        assert_eq!(lines("a\n\u{1b}"), "a\n\\u{1b}");
    }

    #[test]
    fn json_stays_json() {
        let hidden = "\u{1b}\u{7f}\u{9b}\u{202e}\n\té";
        let written = serde_json::json!([hidden]).to_string();
        let shown = json(&written);
        assert!(!shown.contains(['\u{1b}', '\u{7f}', '\u{9b}', '\u{202e}']), "{shown}");
        assert_eq!(serde_json::from_str::<Vec<String>>(&shown).unwrap(), [hidden]);
    }

    #[test]
    fn places_move_with_the_text() {
        let source = Source::new("t", "a\u{1b}b\r\nc\u{202e}d\rx");
        assert_eq!(script(&source.text).unwrap(), "a\\u{1b}b\r\nc\\u{202e}d\\u{d}x");
        for (index, expected) in [(0, 0), (1, 1), (2, 7), (3, 8), (4, 9), (5, 10), (9, 19), (10, 20), (99, 26)] {
            assert_eq!(offset(&source.text, index), expected, "{index}");
        }
    }
}

//! Characters that would steer a terminal, or turn the order of what is read, are shown as escapes: `\u{1b}`. Whatever
//! comes from outside, be it a script, the name of a file or what was typed, goes through here before it is shown.

use std::borrow::Cow;
use std::ops::Range;

use crate::error::Error;
use crate::source::{Source, SourceId, Sources, Span};

/// Control characters, among them ESC, DEL and U+0080 to U+009F, and those that change the direction of a text.
/// A tab is none.
fn is_hidden(c: char) -> bool {
    let turns = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    turns || (c.is_control() && c != '\t')
}

/// A piece of a line: the end of a line is shown as an escape as well.
pub fn text(text: &str) -> Cow<'_, str> {
    escaped(text, is_hidden, |c| format!("\\u{{{c:x}}}"))
}

/// Lines, whose ends stay.
pub fn lines(text: &str) -> Cow<'_, str> {
    escaped(text, |c| is_hidden(c) && c != '\n', |c| format!("\\u{{{c:x}}}"))
}

/// The text with its hidden characters written by their numbers.
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

/// JSON, in which such characters stand inside texts only, and are written as JSON writes them.
pub fn json(json: &str) -> Cow<'_, str> {
    // None of them lies beyond the first 65,536 characters.
    escaped(json, |c| is_hidden(c) && c != '\n' && c != '\r', |c| format!("\\u{c:04x}"))
}

/// A script as it is shown: `\r\n` ends a line.
fn script(text: &str) -> Option<String> {
    let hides = |c: char| is_hidden(c) && c != '\n';
    if !text.chars().any(hides) {
        return None;
    }
    let shown: Vec<Cow<str>> = text.split("\r\n").map(lines).collect();
    let shown = shown.join("\r\n");
    (shown != text).then_some(shown)
}

/// The texts that an error is about, and the error with its places in them, if something is hidden in one of them.
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
        sources.replace(id, Source { text: text.into(), ..source.clone() });
    }
    shown
}

/// The same for a place alone.
pub fn place_of(span: Span, sources: &Sources) -> Option<(Span, Sources)> {
    let source = sources.get(span.source)?;
    let text = script(&source.text)?;
    let mut shown = sources.clone();
    let mut moved = span;
    place(&mut moved, span.source, source);
    shown.replace(span.source, Source { text: text.into(), ..source.clone() });
    Some((moved, shown))
}

/// Where a place of a text is, when it is shown.
fn place(span: &mut Span, id: SourceId, source: &Source) {
    if span.source == id {
        let Range { start, end } = span.range();
        *span = Span::new(id, offset(&source.text, start), offset(&source.text, end));
    }
}

fn offset(text: &str, offset: usize) -> usize {
    let mut end = offset.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    // A line end that is cut in two is still one.
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

//! The lines of long texts around the places that an error is about: a text of many errors is not looked through again with
//! each of them.

use crate::error::Error;
use crate::source::{Source, SourceId, Sources, Span};

/// Shorter texts are left whole.
const LONG: usize = 4096;
/// Lines shown before the first place and behind the last, at the most.
const AROUND: usize = 3;

/// The error in the lines around its places, if one of its texts is long.
pub fn error(error: &Error, sources: &Sources) -> Option<(Error, Sources)> {
    let hint = error.hint();
    let correction = hint.as_ref().and_then(|hint| hint.replacement.as_ref()).map(|(span, _)| *span);
    let related = error.related.iter().map(|(span, _)| *span);
    let spans: Vec<Span> = [error.span].into_iter().chain(related).chain(correction).collect();
    let (cut, moved) = around(&spans, sources)?;
    let mut error = error.clone();
    error.advice = hint.map(Box::new);
    error.span = moved(error.span);
    error.related.iter_mut().for_each(|(span, _)| *span = moved(*span));
    if let Some((span, _)) = error.advice.as_mut().and_then(|hint| hint.replacement.as_mut()) {
        *span = moved(*span);
    }
    Some((error, cut))
}

/// The same for one place.
pub fn place(span: Span, sources: &Sources) -> Option<(Span, Sources)> {
    let (cut, moved) = around(&[span], sources)?;
    Some((moved(span), cut))
}

/// The texts of the places with the lines around them, and where each place is then.
fn around(spans: &[Span], sources: &Sources) -> Option<(Sources, impl Fn(Span) -> Span + use<>)> {
    let is_long = |span: &Span| sources.get(span.source).is_some_and(|source| source.text.len() > LONG);
    if !spans.iter().any(is_long) {
        return None;
    }
    let mut cut = Sources::default();
    let mut starts: Vec<(SourceId, u32)> = Vec::new();
    for span in spans {
        let Some(source) = sources.get(span.source).filter(|_| starts.iter().all(|(id, _)| *id != span.source)) else {
            continue;
        };
        let own = spans.iter().filter(|other| other.source == span.source);
        let first = own.clone().map(|span| span.start).min().unwrap_or(span.start);
        let last = own.map(|span| span.end).max().unwrap_or(span.end);
        let start = lines_before(&source.text, first as usize);
        let end = lines_behind(&source.text, last as usize);
        let lines = source.text[..start].matches('\n').count();
        let text = &source.text[start..end];
        cut.put(span.source, Source { text: text.into(), first_line: source.first_line + lines, ..source.clone() });
        // A text has at most 2^32 bytes: its places are numbers of 32 bits.
        starts.push((span.source, u32::try_from(start).unwrap_or(u32::MAX)));
    }
    let moved = move |span: Span| {
        let start = starts.iter().find(|(id, _)| *id == span.source).map_or(0, |(_, start)| *start);
        Span { start: span.start.saturating_sub(start), end: span.end.saturating_sub(start), ..span }
    };
    Some((cut, moved))
}

/// The start of the line a few lines before a place.
fn lines_before(text: &str, place: usize) -> usize {
    let before = &text.as_bytes()[..place.min(text.len())];
    let mut ends = before.iter().enumerate().rev().filter(|(_, byte)| **byte == b'\n');
    ends.nth(AROUND).map_or(0, |(end, _)| end + 1)
}

/// The end of the line a few lines behind a place, or a place that is far enough behind it.
fn lines_behind(text: &str, place: usize) -> usize {
    let place = place.min(text.len());
    let far = text.floor_char_boundary(place.saturating_add(LONG));
    let mut ends = text.as_bytes()[place..far].iter().enumerate().filter(|(_, byte)| **byte == b'\n');
    ends.nth(AROUND).map_or(far, |(end, _)| place + end + 1)
}

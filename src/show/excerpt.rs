//! Cuts long sources down to what is around the places of an error. Rendering works through the whole source that it
//! gets, which would be slow for a script with many errors that is long or has a long line.

use crate::error::Error;
use crate::source::{SourceId, Sources, Span};

/// Sources of up to this many bytes are left whole, and of others at most as many stay before the first place and
/// behind the last. That is far more than is shown of a line.
const LONG: usize = 4096;
/// At most this many lines are kept before the first place and after the last.
const AROUND: usize = 3;

/// The error, its sources cut down to what is around its places, and its spans moved to fit. `None` if all its
/// sources are short.
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

/// The same for a single span.
pub fn place(span: Span, sources: &Sources) -> Option<(Span, Sources)> {
    let (cut, moved) = around(&[span], sources)?;
    Some((moved(span), cut))
}

/// The sources of these spans, cut down to what is around them, and the function that moves a span into them.
/// `None` if all these sources are short.
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
        cut.put(span.source, source.part(start..end));
        // A source has at most 2^32 bytes, since spans have 32-bit offsets.
        starts.push((span.source, u32::try_from(start).unwrap_or(u32::MAX)));
    }
    let moved = move |span: Span| {
        let start = starts.iter().find(|(id, _)| *id == span.source).map_or(0, |(_, start)| *start);
        Span { start: span.start.saturating_sub(start), end: span.end.saturating_sub(start), ..span }
    };
    Some((cut, moved))
}

/// Where an excerpt begins: at the start of the line that is `AROUND` lines before a place. If that is further away than
/// `LONG` bytes, it is the start of a later line, or `LONG` bytes before the place if its own line begins there already.
fn lines_before(text: &str, place: usize) -> usize {
    let place = place.min(text.len());
    let far = text.floor_char_boundary(place.saturating_sub(LONG));
    let ends = text.as_bytes()[far..place].iter().enumerate().rev().filter(|(_, byte)| **byte == b'\n');
    let starts: Vec<usize> = ends.take(AROUND + 1).map(|(end, _)| far + end + 1).collect();
    if far == 0 && starts.len() <= AROUND { 0 } else { starts.last().map_or(far, |start| *start) }
}

/// Where an excerpt ends: after the line that is `AROUND` lines below a place, but at most `LONG` bytes after the
/// place.
fn lines_behind(text: &str, place: usize) -> usize {
    let place = place.min(text.len());
    let far = text.floor_char_boundary(place.saturating_add(LONG));
    let mut ends = text.as_bytes()[place..far].iter().enumerate().filter(|(_, byte)| **byte == b'\n');
    ends.nth(AROUND).map_or(far, |(end, _)| place + end + 1)
}

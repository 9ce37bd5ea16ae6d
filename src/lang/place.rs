//! Conversions between `Span`, a place in a text, and `At`, the form in which the engine keeps such a place.

use grundy_engine::game::At;

use crate::source::{SourceId, Span};

impl From<Span> for At {
    fn from(span: Span) -> At {
        At { text: span.source.0, start: span.start, end: span.end }
    }
}

impl From<At> for Span {
    fn from(at: At) -> Span {
        Span { source: SourceId(at.text), start: at.start, end: at.end }
    }
}

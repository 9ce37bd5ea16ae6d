//! Places in a text as the reader of the language keeps them.

use std::ops::Range;

use grundy_engine::game::At;

/// The number of a text among the [`Sources`](super::Sources) of a session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourceId(pub u32);

/// A half-open range of one text. It is made by a [`Text`] or from other spans of the same text, so that it never begins or
/// ends inside a character.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    source: SourceId,
    start: u32,
    end: u32,
}

/// A text with a number, or a piece of it: what makes spans, and tells what stands there.
#[derive(Clone, Copy, Debug)]
pub struct Text<'t> {
    source: SourceId,
    /// How many bytes of the whole text stand before this piece.
    start: usize,
    text: &'t str,
}

impl<'t> Text<'t> {
    pub fn new(source: SourceId, text: &'t str) -> Text<'t> {
        Text { source, start: 0, text }
    }

    pub fn source(self) -> SourceId {
        self.source
    }

    pub fn as_str(self) -> &'t str {
        self.text
    }

    /// The place of these bytes of the piece, with the whole of each character that they touch; an empty range lies before
    /// the character that it is in. What is beyond the end is left out.
    pub fn span(self, bytes: Range<usize>) -> Span {
        let start = self.text.floor_char_boundary(bytes.start);
        let end = if bytes.is_empty() { start } else { self.text.ceil_char_boundary(bytes.end) };
        // Of a longer text, the rest has no places.
        let offset = |byte: usize| u32::try_from(self.start + byte).unwrap_or(u32::MAX);
        Span { source: self.source, start: offset(start), end: offset(end) }
    }

    /// The empty place before a byte of the piece.
    pub fn place(self, byte: usize) -> Span {
        self.span(byte..byte)
    }

    /// The place of the piece.
    pub fn whole(self) -> Span {
        self.span(0..self.text.len())
    }

    /// What stands at a place of the whole text, as far as it is in this piece.
    pub fn at(self, span: Span) -> &'t str {
        &self.text[self.bytes(span)]
    }

    /// The piece at a place of the whole text, as far as it is in this one.
    pub fn piece(self, span: Span) -> Text<'t> {
        let bytes = self.bytes(span);
        Text { start: self.start + bytes.start, text: &self.text[bytes], ..self }
    }

    /// The piece with something else at a place of the whole text; `None` if that is not inside the piece.
    pub fn replaced(self, span: Span, new: &str) -> Option<String> {
        let bytes = self.bytes(span);
        let replaced = || [&self.text[..bytes.start], new, &self.text[bytes.end..]].concat();
        self.whole().contains(span).then(replaced)
    }

    /// The bytes of the piece at a place, which may have been made in another text.
    fn bytes(self, span: Span) -> Range<usize> {
        let byte = |place: usize| self.text.floor_char_boundary(place.saturating_sub(self.start));
        let start = byte(span.start());
        start..byte(span.end()).max(start)
    }
}

/// The engine keeps a place as numbers, and only hands it back.
impl From<Span> for At {
    fn from(Span { source, start, end }: Span) -> At {
        At { text: source.0, start, end }
    }
}

impl From<At> for Span {
    fn from(At { text, start, end }: At) -> Span {
        Span { source: SourceId(text), start, end }
    }
}

impl Span {
    /// A span that lies in no text: its number belongs to no source.
    pub const NOWHERE: Span = Span { source: SourceId(u32::MAX), start: 0, end: 0 };

    pub fn source(self) -> SourceId {
        self.source
    }

    /// The first byte.
    pub fn start(self) -> usize {
        self.start as usize
    }

    /// One past the last byte.
    pub fn end(self) -> usize {
        self.end as usize
    }

    pub fn range(self) -> Range<usize> {
        self.start()..self.end()
    }

    pub fn is_empty(self) -> bool {
        self.start >= self.end
    }

    /// The smallest span that contains both. If they lie in different texts, the result is `self`.
    pub fn to(self, other: Span) -> Span {
        if self.source != other.source {
            return self;
        }
        Span { source: self.source, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The empty place where it begins.
    pub fn beginning(self) -> Span {
        Span { end: self.start, ..self }
    }

    /// The empty place behind it.
    pub fn ending(self) -> Span {
        Span { start: self.end, ..self }
    }

    /// From where it begins to where `part` begins; empty if that is before it or in another text.
    pub fn before(self, part: Span) -> Span {
        self.beginning().to_later(part.beginning())
    }

    /// From where `part` ends to where it ends itself; empty if that is before `part` or in another text.
    pub fn behind(self, part: Span) -> Span {
        if part.source == self.source { part.ending().to_later(self.ending()) } else { self.ending() }
    }

    /// What stands between it and a later place; empty if nothing does.
    pub fn between(self, later: Span) -> Span {
        self.ending().to_later(later.beginning())
    }

    /// From an empty place to another.
    fn to_later(self, later: Span) -> Span {
        if self.source == later.source && self.start <= later.start { self.to(later) } else { self }
    }

    /// Whether both lie in one text, and `part` not outside.
    pub fn contains(self, part: Span) -> bool {
        self.source == part.source && self.start <= part.start && part.end <= self.end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Places of all kinds in texts of all kinds of characters.
    #[test]
    fn no_span_splits_a_character() {
        let written = "aé²⊕𝄞b";
        let text = Text::new(SourceId(0), written);
        let whole = |span: Span| {
            assert!(written.get(span.range()).is_some(), "{span:?}");
            assert_eq!(text.at(span), &written[span.range()]);
            assert_eq!(text.replaced(span, "").unwrap().len(), written.len() - span.range().len());
            assert_eq!(text.piece(span).whole(), span);
            span
        };
        let spans: Vec<Span> = (0..written.len() + 3)
            .flat_map(|start| (0..written.len() + 3).map(move |end| (start, end)))
            .map(|(start, end)| whole(text.span(start..end)))
            .collect();
        for &one in &spans {
            for &other in &spans {
                for made in [one.to(other), one.before(other), one.behind(other), one.between(other)] {
                    whole(made);
                }
                assert!(one.to(other).contains(one) && one.to(other).contains(other));
            }
            assert_eq!((text.at(one.beginning()), text.at(one.ending())), ("", ""));
        }
        assert_eq!(text.at(text.span(2..4)), "é²");
        assert_eq!(text.place(2).range(), 1..1);
        let piece = text.piece(text.span(1..8));
        assert_eq!((piece.as_str(), piece.at(text.span(0..4)), piece.at(piece.span(3..5))), ("é²⊕", "é²", "²⊕"));
        assert_eq!(piece.replaced(piece.span(2..4), "2").as_deref(), Some("é2⊕"));
        assert_eq!(piece.replaced(text.span(0..4), "2"), None);
        // In a text in which it was not made.
        assert_eq!(Text::new(SourceId(0), "⊕⊕").at(text.span(1..5)), "⊕");
    }

    #[test]
    fn places_before_behind_and_between() {
        let text = Text::new(SourceId(0), "f(n) = n + 1");
        let [whole, left, right] = [0..12, 7..8, 11..12].map(|bytes| text.span(bytes));
        assert_eq!(text.at(whole.before(left)), "f(n) = ");
        assert_eq!(text.at(whole.behind(left)), " + 1");
        assert_eq!(text.at(left.between(right)), " + ");
        assert_eq!(right.between(left), right.ending());
        let elsewhere = Text::new(SourceId(1), "f(n) = n + 1").span(7..8);
        assert_eq!(left.to(elsewhere), left);
        assert_eq!(
            [left.before(elsewhere), left.behind(elsewhere), left.between(elsewhere)],
            [left.beginning(), left.ending(), left.ending()]
        );
    }
}

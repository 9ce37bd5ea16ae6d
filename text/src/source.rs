//! Source texts and places in them: [`Source`] is a text with a name, [`Span`] a range of bytes in one text, and
//! [`Sources`] holds the texts of a session, so that a span can be turned back into what was written there.

pub mod blocks;
mod places;
mod span;

pub use places::{CountedPlaces, Counting, LinePlace, PlaceTable};
pub use span::{SourceId, Span, Text};

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, OnceLock, Weak};

use rustc_hash::FxHashSet;

/// A text with the name it is known by: a file's path, `<prompt>`, `<stdin>`, `<library>`.
#[derive(Clone, Debug)]
pub struct Source {
    pub name: Arc<str>,
    pub text: Arc<str>,
    /// The number of its first line in the longer text that it was cut from; 1 if it is a whole text.
    pub first_line: usize,
    /// How many characters stood before it in its first line, in the longer text that it was cut from.
    pub first_column: usize,
    /// The table of its places, made when the first is asked for.
    places: Arc<OnceLock<PlaceTable>>,
}

impl Source {
    pub fn new(name: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> Self {
        Self { name: name.into(), text: text.into(), first_line: 1, first_column: 0, places: Arc::default() }
    }

    /// The same text, with lines counted as if `lines` lines stood before it.
    pub fn after_lines(self, lines: usize) -> Self {
        Self { first_line: lines + 1, ..self }
    }

    /// A text that is shown in place of this one, under the same name and at the same place of a longer text.
    pub fn with_text(&self, text: impl Into<Arc<str>>) -> Self {
        let Self { first_line, first_column, .. } = *self;
        Self { first_line, first_column, ..Self::new(self.name.clone(), text) }
    }

    /// A part of the text, in which lines and columns keep their numbers. It has the whole of each character of the range.
    pub fn part(&self, range: Range<usize>) -> Self {
        let (first_line, column) = self.line_column(range.start);
        let text = Text::new(SourceId::default(), &self.text);
        Self { first_line, first_column: column - 1, ..self.with_text(text.at(text.span(range))) }
    }

    /// Line and column of a byte offset. Lines count from `first_line`, columns count characters from 1. An offset
    /// beyond the end, or inside a character, is moved back to the nearest character boundary.
    pub fn line_column(&self, offset: usize) -> (usize, usize) {
        let place = self.place(offset);
        let cut_off = if place.line() == 0 { self.first_column } else { 0 };
        (self.first_line + place.line(), cut_off + place.column(Counting::Characters) + 1)
    }

    /// The place of a byte in this text, whatever it was cut from.
    pub fn place(&self, byte: usize) -> LinePlace {
        self.places().at(&self.text, byte)
    }

    /// The byte in such a line and column, both from 0. Behind the end of a line or of the text it is that end, and inside a
    /// character its beginning.
    pub fn byte(&self, line: usize, column: usize, counting: Counting) -> usize {
        self.places().byte(&self.text, line, column, counting)
    }

    fn places(&self) -> &PlaceTable {
        self.places.get_or_init(|| PlaceTable::of(&self.text))
    }
}

/// The texts of a session, kept as long as a span may still point into them. Texts that were added with
/// [`Sources::add_temporary`] are dropped by [`Sources::sweep`].
#[derive(Clone, Debug, Default)]
pub struct Sources {
    texts: BTreeMap<SourceId, KeptText>,
    next: u32,
}

#[derive(Clone, Debug)]
struct KeptText {
    source: Source,
    /// Whether the [`SourceGuard`] of this text still exists; `None` if the text is kept for ever.
    guard: Option<Weak<()>>,
}

/// A guard: as long as it or a clone of it exists, [`Sources::sweep`] does not drop the text it was made for.
#[derive(Clone, Debug)]
pub struct SourceGuard(#[expect(dead_code, reason = "to be held is all it is for")] Arc<()>);

impl Sources {
    /// Adds a text that is kept for ever.
    pub fn add(&mut self, source: Source) -> SourceId {
        self.insert(source, None)
    }

    /// Adds a text that [`Sources::sweep`] may drop once its [`SourceGuard`] is gone and no span points into it any
    /// more.
    pub fn add_temporary(&mut self, source: Source) -> (SourceId, SourceGuard) {
        let guard = Arc::new(());
        (self.insert(source, Some(Arc::downgrade(&guard))), SourceGuard(guard))
    }

    fn insert(&mut self, source: Source, guard: Option<Weak<()>>) -> SourceId {
        let id = SourceId(self.next);
        // A number is never used again: a span in a text that was dropped shows nothing, and never another text.
        self.next += 1;
        self.texts.insert(id, KeptText { source, guard });
        id
    }

    /// How many texts there are.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// Drops every text whose [`SourceGuard`] is gone and whose number is not in `wanted`.
    pub fn sweep(&mut self, wanted: &FxHashSet<u32>) {
        self.texts.retain(|id, kept| {
            let is_held = kept.guard.as_ref().is_none_or(|guard| guard.strong_count() > 0);
            is_held || wanted.contains(&id.0)
        });
    }

    /// Drops a text that nothing will point into any more.
    pub fn remove(&mut self, id: SourceId) {
        self.texts.remove(&id);
    }

    /// Adds a text under a given number; it is kept for ever.
    pub fn put(&mut self, id: SourceId, source: Source) {
        self.next = self.next.max(id.0.saturating_add(1));
        self.texts.insert(id, KeptText { source, guard: None });
    }

    /// Replaces the text with this number, if there is one. Spans in the old text lose their meaning.
    pub fn replace(&mut self, id: SourceId, source: Source) {
        if let Some(kept) = self.texts.get_mut(&id) {
            kept.source = source;
        }
    }

    /// The text with this number, if it is still there.
    pub fn get(&self, id: SourceId) -> Option<&Source> {
        self.texts.get(&id).map(|kept| &kept.source)
    }

    /// The text under a span; empty if the span belongs to no text known here.
    pub fn slice(&self, span: Span) -> &str {
        self.piece(span).as_str()
    }

    /// The same, which makes spans.
    pub fn piece(&self, span: Span) -> Text<'_> {
        Text::new(span.source(), self.get(span.source()).map_or("", |source| &source.text)).piece(span)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_characters_from_one() {
        let source = Source::new("t", "aé\nb⊕c");
        for (offset, expected) in [(0, (1, 1)), (1, (1, 2)), (2, (1, 2)), (4, (2, 1)), (8, (2, 3)), (99, (2, 4))] {
            assert_eq!(source.line_column(offset), expected, "offset {offset}");
        }
    }

    #[test]
    fn parts_keep_their_lines_and_columns() {
        let text = "é\n".repeat(3000);
        let part = Source::new("t", &*text).after_lines(5).part(3 * 2000..text.len());
        assert_eq!((part.first_line, part.line_column(3)), (2006, (2007, 1)));
        let part = Source::new("t", "aé\néé").part(3..8).part(1..5);
        assert_eq!([0, 2].map(|offset| part.line_column(offset)), [(2, 1), (2, 2)]);
        assert_eq!(Source::new("t", "aéb").part(3..4).line_column(1), (1, 4));
    }

    #[test]
    fn a_text_stays_as_long_as_somebody_points_into_it() {
        let mut sources = Sources::default();
        let ever = sources.add(Source::new("library", "a"));
        let (held, guard) = sources.add_temporary(Source::new("t", "b"));
        let (wanted, _) = sources.add_temporary(Source::new("t", "c"));
        let (gone, _) = sources.add_temporary(Source::new("t", "d"));
        sources.sweep(&FxHashSet::from_iter([wanted.0]));
        assert_eq!([ever, held, wanted, gone].map(|id| sources.get(id).is_some()), [true, true, true, false]);
        drop(guard);
        sources.sweep(&FxHashSet::default());
        assert_eq!([ever, held, wanted, gone].map(|id| sources.get(id).is_some()), [true, false, false, false]);
        assert!(sources.add(Source::new("t", "e")) > gone);
    }
}

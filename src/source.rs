//! Source texts and places in them: [`Source`] is a text with a name, [`Span`] a range of bytes in one text, and
//! [`Sources`] holds the texts of a session, so that a span can be turned back into what was written there.

pub mod blocks;
mod counted;

pub use counted::CountedPlaces;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, OnceLock, Weak};

use rustc_hash::FxHashSet;

/// The number of a text among the [`Sources`] of a session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourceId(pub u32);

/// A half-open range of bytes in one text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    pub source: SourceId,
    pub start: u32,
    pub end: u32,
}

impl Span {
    /// A span that lies in no text: its number belongs to no source.
    pub const NOWHERE: Span = Span { source: SourceId(u32::MAX), start: 0, end: 0 };

    pub fn new(source: SourceId, start: usize, end: usize) -> Self {
        Self { source, start: start as u32, end: end as u32 }
    }

    /// The smallest span that contains both. If they lie in different texts, the result is `self`.
    pub fn to(self, other: Span) -> Span {
        if self.source != other.source {
            return self;
        }
        Span { source: self.source, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    pub fn is_empty(self) -> bool {
        self.start >= self.end
    }

    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// The lines and columns of a text are counted in blocks of this many bytes.
const BLOCK: usize = 4096;

/// How many lines end before a place, and how many characters stand between the last of these ends and the place.
#[derive(Clone, Copy, Debug, Default)]
struct Counted {
    ends: usize,
    characters: usize,
}

impl Counted {
    /// Behind these bytes, which may begin and end inside a character. It counts with the place of its first byte.
    fn behind(self, bytes: &[u8]) -> Self {
        let characters = |bytes: &[u8]| bytes.iter().filter(|byte| **byte & 0xc0 != 0x80).count();
        match bytes.iter().rposition(|byte| *byte == b'\n') {
            None => Self { characters: self.characters + characters(bytes), ..self },
            Some(last) => {
                let ends = bytes[..=last].iter().filter(|byte| **byte == b'\n').count();
                Self { ends: self.ends + ends, characters: characters(&bytes[last + 1..]) }
            }
        }
    }
}

/// A text with the name it is known by: a file's path, `<prompt>`, `<stdin>`, `<library>`.
#[derive(Clone, Debug)]
pub struct Source {
    pub name: Arc<str>,
    pub text: Arc<str>,
    /// The number of its first line in the longer text that it was cut from; 1 if it is a whole text.
    pub first_line: usize,
    /// How many characters stood before it in its first line, in the longer text that it was cut from.
    pub first_column: usize,
    /// What is counted before each block of the text. That is done once, when the first place is asked for: a script
    /// with many errors would otherwise be looked through with each of them.
    before_blocks: Arc<OnceLock<Vec<Counted>>>,
}

impl Source {
    pub fn new(name: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> Self {
        Self { name: name.into(), text: text.into(), first_line: 1, first_column: 0, before_blocks: Arc::default() }
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

    /// A part of the text, in which lines and columns keep their numbers. It must begin and end at character boundaries.
    pub fn part(&self, range: Range<usize>) -> Self {
        let (first_line, column) = self.line_column(range.start);
        Self { first_line, first_column: column - 1, ..self.with_text(&self.text[range]) }
    }

    /// Line and column of a byte offset. Lines count from `first_line`, columns count characters from 1. An offset
    /// beyond the end, or inside a character, is moved back to the nearest character boundary.
    pub fn line_column(&self, offset: usize) -> (usize, usize) {
        let (offset, text) = (self.floor(offset), self.text.as_bytes());
        let before_blocks = self.before_blocks.get_or_init(|| {
            let behind = text.chunks(BLOCK).scan(Counted::default(), |counted, block| {
                *counted = counted.behind(block);
                Some(*counted)
            });
            std::iter::once(Counted::default()).chain(behind).collect()
        });
        let block = offset / BLOCK;
        let Counted { ends, characters } = before_blocks[block].behind(&text[block * BLOCK..offset]);
        let cut_off = if ends == 0 { self.first_column } else { 0 };
        (self.first_line + ends, cut_off + characters + 1)
    }

    /// The text under a span, clamped to what exists.
    pub fn slice(&self, span: Span) -> &str {
        let start = self.floor(span.start as usize);
        let end = self.floor(span.end as usize).max(start);
        &self.text[start..end]
    }

    /// The last character boundary at or before an offset.
    fn floor(&self, offset: usize) -> usize {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
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
        self.get(span.source).map_or("", |source| source.slice(span))
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
    fn long_texts_are_counted_in_blocks() {
        let text = "é\n".repeat(BLOCK).split_at(2 * BLOCK).0.to_owned();
        let source = Source::new("t", &*text).after_lines(5);
        for offset in [0, 3, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK - 2, 2 * BLOCK] {
            let before = &text[..source.floor(offset)];
            assert_eq!(source.line_column(offset).0, before.matches('\n').count() + 6, "offset {offset}");
        }
        let part = source.part(3 * 2000..text.len());
        assert_eq!((part.first_line, part.line_column(3)), (2006, (2007, 1)));
        let text = format!("aé\n{}", "é".repeat(BLOCK));
        let source = Source::new("t", &*text);
        for offset in [0, 4, 6, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK, 2 * BLOCK + 4] {
            let column = text[..source.floor(offset)].rsplit('\n').next().unwrap().chars().count() + 1;
            assert_eq!(source.line_column(offset).1, column, "offset {offset}");
            let part = source.part(3..text.len()).part(1..text.len() - 3);
            assert_eq!(part.line_column(offset.saturating_sub(4)).1, column.max(1), "offset {offset}");
        }
    }

    #[test]
    fn a_slice_never_leaves_the_text() {
        let source = Source::new("t", "é");
        assert_eq!(source.slice(Span::new(SourceId(0), 1, 90)), "é");
        assert_eq!(source.slice(Span::new(SourceId(0), 5, 3)), "");
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

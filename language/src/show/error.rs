//! Errors and notices as documents, with the place that they are about: what is wrong, where, with one caret, and what was meant.
//! At a prompt that takes at most five rows.

use std::ops::Range;

use unicode_width::UnicodeWidthStr;

use crate::error::{Error, Notice, in_one_line};
use crate::show::document::{Block, Document, Line, Paragraph, Piece, Role, Style};
use crate::show::language::known::Language;
use crate::show::phrase::{muted, width};
use crate::show::terminal::{self, Painter, paint};
use crate::show::visible;
use crate::source::{Source, Sources, Span};
use crate::syntax;
use crate::syntax::transcript::PROMPT_SOURCE;
use crate::told::{Tellable, Told, piece, plain, quoted, told};

/// The most rows of an error at a prompt.
pub const ROWS: usize = 5;
/// Bytes of a line, on either side of a place in it, that are looked at to show it.
const LONG: usize = 4096;
/// The most columns of a line that are shown where the terminal does not set a width.
pub const COLUMNS: usize = 140;
/// Blanks that stand for a tab.
const TAB: &str = "    ";

/// The error as text: title with its code, place, the line with a caret, related places, what to do. It ends with a
/// newline. Spans that reach beyond their source are clamped, and those of unknown sources are left out.
pub fn error(error: &Error, sources: &Sources, painter: Painter) -> String {
    error_in(Language::ENGLISH, error, sources, painter)
}

/// The error in a language. What the language has no words for is English.
pub fn error_in(language: Language, error: &Error, sources: &Sources, painter: Painter) -> String {
    unwrapped(&document(language, error, sources), painter)
}

/// The notice as text, with its place if it has one. It ends with a newline.
pub fn notice(notice: &Notice, sources: &Sources, painter: Painter) -> String {
    notice_in(Language::ENGLISH, notice, sources, painter)
}

/// The notice in a language.
pub fn notice_in(language: Language, notice: &Notice, sources: &Sources, painter: Painter) -> String {
    unwrapped(&noted(language, notice, sources), painter)
}

/// The document as text whose lines are as long as they are.
pub fn unwrapped(document: &Document, painter: Painter) -> String {
    paint(document, &Style { width: usize::MAX, ascii: false }, painter)
}

/// The error as a document.
pub fn document(language: Language, error: &Error, sources: &Sources) -> Document {
    let parts = ErrorText::of(language, error, sources);
    let excerpt =
        Excerpt::of(error.span, COLUMNS, sources).map_or_else(Vec::new, |at| at.rows(&parts.label, Role::Error));
    let rows = excerpt.into_iter().map(Block::Line);
    let blocks = [parts.title].into_iter().chain(rows).chain(parts.notes).chain(parts.reading.map(Block::Line));
    Document { blocks: blocks.collect() }
}

/// What is wrong, and what to do about it as far as the statement as it was meant, which comes last, does not say so: for a page, which
/// marks the place.
pub fn said(language: Language, error: &Error, sources: &Sources) -> (Vec<String>, Option<String>) {
    let reading = reading(error, sources);
    let help = error.hint().map(|hint| in_words(language, hint.text));
    let help = help.filter(|help| reading.as_deref().is_none_or(|reading| says_more(help, reading)));
    ([in_words(language, error.message())].into_iter().chain(help).collect(), reading)
}

/// How an error is shown at a prompt.
pub struct AtPrompt {
    pub columns: usize,
    /// The wrong line is the last one on the screen, so that the caret stands below it.
    pub is_below: bool,
    /// The corrected line will stand in the next input.
    pub is_offered: bool,
}

/// The error as a document for a prompt, in at most five rows. What does not fit is told by `help` with its code.
pub fn at_prompt(language: Language, error: &Error, sources: &Sources, at: &AtPrompt) -> Document {
    let mut parts = ErrorText::of(language, error, sources);
    let style = Style { width: at.columns.saturating_sub(1), ascii: false };
    let place = Excerpt::of(error.span, style.width, sources);
    let mut rows = place.map_or_else(Vec::new, |place| place.rows(&parts.label, Role::Error));
    let title = terminal::lines(&parts.title, &style);
    match at.is_below {
        true => rows = rows.pop().into_iter().chain(title).collect(),
        false => drop(rows.splice(0..0, title)),
    }
    let reading = parts.reading.filter(|_| !at.is_offered);
    let note = parts.notes.pop().map_or_else(Vec::new, |note| terminal::lines(&note, &style));
    let room = ROWS.saturating_sub(rows.len() + usize::from(reading.is_some()));
    let is_cut = note.len() > room;
    rows.extend(note.into_iter().take(room));
    if let Some(last) = rows.last_mut().filter(|_| is_cut && room > 0) {
        last.push(plain("…"));
    }
    rows.extend(reading);
    Document { blocks: rows.into_iter().map(Block::Line).collect() }
}

/// The notice as a document. What is said of a whole statement has an empty place, or that of all that was typed, which is not drawn.
pub fn noted(language: Language, notice: &Notice, sources: &Sources) -> Document {
    let text = one_line(&quoted(&language.line(notice.text.clone())));
    let excerpt = notice.span.filter(|span| !span.is_empty()).and_then(|span| Excerpt::of(span, COLUMNS, sources));
    let rows = excerpt.filter(|at| !(at.is_typed() && at.is_all)).map_or_else(Vec::new, |at| at.rows("", Role::Help));
    let head = if notice.is_reading { Line::new() } else { head(language, told!("**note**: "), Role::Help) };
    let title = headed(head, plain(text));
    Document { blocks: [title].into_iter().chain(rows.into_iter().map(Block::Line)).collect() }
}

/// What is told of an error, but for its place.
struct ErrorText {
    title: Block,
    /// A few words behind the caret.
    label: String,
    /// Related places, and at the end what to do about it.
    notes: Vec<Block>,
    /// What was meant.
    reading: Option<Line>,
}

impl ErrorText {
    fn of(language: Language, error: &Error, sources: &Sources) -> ErrorText {
        let told = |words: Line| in_words(language, words);
        let (hint, reading) = (error.hint(), reading(error, sources));
        let reading = reading.as_deref();
        let code = head(language, told!("**error[{code}]**: ", code = error.code()), Role::Error);
        let label = told(error.label_words());
        let is_otherwise = reading.is_some_and(|reading| asks_otherwise(&error.label(), reading));
        let is_example = hint.as_ref().is_some_and(|hint| hint.text().starts_with("for "));
        let related =
            error.related.iter().filter_map(|(span, word)| related(*span, &told(word.clone()), error.span, sources));
        let help = hint.map(|hint| told(hint.text));
        let help = help.filter(|help| reading.is_none_or(|reading| says_more(help, reading)));
        let help = help.map(|help| headed(head(language, told!("  = **help**: "), Role::Help), plain(help)));
        ErrorText {
            title: headed(code, piece(Role::Heading, told(error.message()))),
            label: if is_otherwise { String::new() } else { label },
            notes: related.chain(help).collect(),
            reading: reading.map(|statement| match is_example {
                true => language.line(told!("For example: {statement}", statement).into_line()),
                false => language.line(Notice::reading(statement).text),
            }),
        }
    }
}

/// Words in a language, as a line.
fn in_words(language: Language, words: Line) -> String {
    one_line(&in_one_line(&quoted(&language.line(words))))
}

/// What an error, help or a note begins with.
fn head(language: Language, words: Told, strong: Role) -> Line {
    language.line(words.strong(strong).into_line())
}

/// What was meant by the line of an error: the statement in it with its correction. `None` if there is none.
fn reading(error: &Error, sources: &Sources) -> Option<String> {
    let (place, new) = error.hint()?.replacement?;
    let source = sources.get(place.source())?;
    let (line, place) = (line_around(&source.text, place.range()), clamp(&source.text, place.range()));
    let text = format!("{}{new}{}", &source.text[line.start..place.start], &source.text[place.end..line.end]);
    if text == source.text[line.clone()] {
        return None;
    }
    let changed = place.start - line.start..place.start - line.start + new.len();
    let holds = |statement: &Range<usize>| statement.start <= changed.start && changed.end <= statement.end;
    let statement = syntax::statements(&text).into_iter().find(holds).unwrap_or(0..text.len());
    let lines = text[statement].lines().map(str::trim).filter(|line| !line.is_empty());
    Some(visible::text(&lines.collect::<Vec<_>>().join(" ")).into_owned())
}

/// Whether a text quotes something that does not stand in the reading, and so says more than that.
fn says_more(text: &str, reading: &str) -> bool {
    text.split('`').skip(1).step_by(2).any(|quoted| !reading.contains(quoted))
}

/// Whether a label asks whether something else was meant.
fn asks_otherwise(label: &str, reading: &str) -> bool {
    label.starts_with("did you mean") && says_more(label, reading)
}

/// A place that has to do with an error, unless it is on the line that is shown anyway.
fn related(span: Span, word: &str, of: Span, sources: &Sources) -> Option<Block> {
    let source = sources.get(span.source())?;
    let line = line_around(&source.text, span.start()..span.start());
    if span.source() == of.source() && line.contains(&of.start()) {
        return None;
    }
    let at = Excerpt::of(span, COLUMNS, sources)?;
    let place = if at.is_typed() { String::new() } else { format!("{}: ", at.place()) };
    let text = format!("{}: {place}{}", one_line(word), visible::text(source.text[line].trim()));
    Some(headed(vec![plain("  = ")], plain(text)))
}

/// A text that is broken at words, below what it begins with.
fn headed(head: Line, text: Piece) -> Block {
    let indent = width(&head);
    Block::Paragraph(Paragraph { head, text: vec![text], indent, is_kept: true })
}

/// A line of a source, as it is shown, with a place in it.
struct Excerpt<'a> {
    source: &'a Source,
    start: usize,
    /// The line before the place, in it, and behind it.
    parts: [String; 3],
    /// The place is all of the text.
    is_all: bool,
    columns: usize,
}

impl<'a> Excerpt<'a> {
    /// `None` if the source is unknown.
    fn of(span: Span, columns: usize, sources: &'a Sources) -> Option<Excerpt<'a>> {
        let source = sources.get(span.source())?;
        let place = clamp(&source.text, span.range());
        let line = line_around(&source.text, place.start..place.start);
        let end = place.end.min(line.end);
        let shown =
            |range: Range<usize>| visible::text(source.text[range].trim_matches(['\u{feff}', '\r'])).replace('\t', TAB);
        let parts = [shown(line.start..place.start), shown(place.start..end), shown(end..line.end)];
        let is_all = source.text.trim() == source.text[place.clone()].trim();
        Some(Excerpt { source, start: place.start, parts, is_all, columns })
    }

    /// Whether it was typed at a prompt, where its place needs no name.
    fn is_typed(&self) -> bool {
        [PROMPT_SOURCE, "<tour>", "<play>"].contains(&&*self.source.name)
    }

    fn place(&self) -> String {
        let (line, column) = self.source.line_column(self.start);
        format!("{}:{line}:{column}", visible::text(&self.source.name))
    }

    /// The name of the place, the line, and the caret with its label.
    fn rows(self, label: &str, role: Role) -> Vec<Line> {
        let number = self.source.line_column(self.start).0.to_string();
        let (place, gutter, below) = match self.is_typed() {
            true => (None, "  ".to_owned(), "  ".to_owned()),
            false => {
                let blanks = " ".repeat(number.len());
                let place = vec![muted(format!("{blanks}--> ")), plain(self.place())];
                (Some(place), format!("{number} | "), format!("{blanks} | "))
            }
        };
        let room = self.columns.saturating_sub(gutter.width());
        let [before, marked, behind] = &self.parts;
        let is_long = [before, marked, behind].map(|part| part.width()).iter().sum::<usize>() > room;
        let before = if is_long { last_columns(before, room / 3) } else { before.clone() };
        let marked = if is_long { first_columns(marked, room.saturating_sub(before.width())) } else { marked.clone() };
        let left = room.saturating_sub(before.width() + marked.width());
        let behind = if is_long { first_columns(behind, left) } else { behind.clone() };
        let carets = "^".repeat(marked.width().max(1));
        let label = first_columns(label, room.saturating_sub(before.width() + carets.len() + 1));
        let line = vec![muted(gutter), plain(format!("{before}{marked}{}", behind.trim_end()))];
        let caret = vec![muted(below), plain(" ".repeat(before.width())), piece(role, format!("{carets} {label}"))];
        place.into_iter().chain([line, caret]).collect()
    }
}

/// A text of at most so many columns, with `…` where something is left out at its end.
fn first_columns(text: &str, columns: usize) -> String {
    if text.width() <= columns {
        return text.to_owned();
    }
    let mut shown = String::new();
    for sign in text.chars() {
        if shown.width() + sign.to_string().width() >= columns {
            break;
        }
        shown.push(sign);
    }
    format!("{shown}…")
}

/// The end of a text, of at most so many columns, behind `…`.
fn last_columns(text: &str, columns: usize) -> String {
    let reversed: String = text.chars().rev().collect();
    first_columns(&reversed, columns).chars().rev().collect()
}

/// The lines around a range, as far as they are not too long.
fn line_around(text: &str, range: Range<usize>) -> Range<usize> {
    let range = clamp(text, range);
    let from = text.floor_char_boundary(range.start.saturating_sub(LONG));
    let to = text.floor_char_boundary(range.end.saturating_add(LONG));
    let start = text[from..range.start].rfind('\n').map_or(from, |at| from + at + 1);
    start..text[range.end..to].find('\n').map_or(to, |at| range.end + at)
}

/// The nearest range of whole characters inside a text.
fn clamp(text: &str, range: Range<usize>) -> Range<usize> {
    let start = text.floor_char_boundary(range.start);
    start..text.floor_char_boundary(range.end).max(start)
}

/// A text for a title or a label: line ends and tabs become blanks, and hidden characters become escapes.
fn one_line(text: &str) -> String {
    visible::text(&text.replace(['\n', '\t'], " ")).into_owned()
}

//! Errors and notices with the place they are about, in the manner of rustc. Long sources are first cut down to what is around
//! the places: rendering works through the whole source that it gets, which would be slow for a script with many errors that
//! is long or has a long line.

use std::ops::Range;

use annotate_snippets::renderer::{Ansi256Color, Style};
use annotate_snippets::{AnnotationKind, Group, Level, Patch, Renderer, Snippet};

use crate::error::{Error, Hint, Notice, in_one_line};
use crate::show::document::{Line, Role};
use crate::show::language::known::Language;
use crate::show::terminal::Painter;
use crate::show::theme::Theme;
use crate::show::{fit, visible};
use crate::source::{Source, SourceId, Sources, Span, Text};
use crate::told::quoted;

/// The error as text: title with its code, place, the line with a caret, related places, what to do. It ends with a
/// newline. Spans that reach beyond their source are clamped, and those of unknown sources are left out.
pub fn error(error: &Error, sources: &Sources, painter: Painter) -> String {
    error_in(Language::English, error, sources, painter)
}

/// The error in a language. What the language has no words for is English.
pub fn error_in(language: Language, error: &Error, sources: &Sources, painter: Painter) -> String {
    let shown = moved(error, sources);
    let (error, sources) = shown.as_ref().map_or((error, sources), |(error, sources)| (error, sources));
    let text = with_hint(error, error.hint(), sources, painter, language);
    in_whole_lines(text, [error.span].into_iter().chain(error.related.iter().map(|(span, _)| *span)), sources)
}

/// The text of an error at these places. Where the beginning of a line was cut off, the column that stands above the
/// line becomes that in the whole line.
fn in_whole_lines(mut text: String, spans: impl Iterator<Item = Span>, sources: &Sources) -> String {
    let mut done = Vec::new();
    for span in spans {
        let Some(source) = sources.get(span.source()).filter(|source| source.first_column > 0) else { continue };
        let (line, column) = source.line_column(span.start());
        if line != source.first_line || done.contains(&span.source()) {
            continue;
        }
        let name = visible::text(&source.name);
        let written = format!("{name}:{line}:{}", column - source.first_column);
        let ends_with_it = |at: &usize| text[at + written.len()..].starts_with(['\n', '\u{1b}']);
        let found = text.match_indices(&written).map(|(at, _)| at).find(ends_with_it);
        if let Some(at) = found {
            text.replace_range(at..at + written.len(), &format!("{name}:{line}:{column}"));
            done.push(span.source());
        }
    }
    text
}

fn with_hint(error: &Error, hint: Option<Hint>, sources: &Sources, painter: Painter, language: Language) -> String {
    let told = |words: Line| one_line(&in_one_line(&quoted(&language.line(words))));
    let (title, label) = (told(error.message()), told(error.label_words()));
    let title = Level::ERROR.primary_title(title).id(error.code());
    let group = Group::with_title(title).elements(snippets(error, &label, sources));
    let mut groups = Vec::new();
    match &hint {
        None => groups.push(group),
        Some(hint) => match hint.replacement.as_ref().and_then(|(span, text)| suggestion(*span, text, sources)) {
            None => groups.push(group.element(Level::HELP.message(told(hint.text.clone())))),
            Some(patched) => {
                groups.push(group);
                groups.push(Level::HELP.secondary_title(told(hint.text.clone())).element(patched));
            }
        },
    }
    painted(&groups, painter)
}

/// The notice as text, with its place if it has one. It ends with a newline.
pub fn notice(notice: &Notice, sources: &Sources, painter: Painter) -> String {
    notice_in(Language::English, notice, sources, painter)
}

/// The notice in a language. What is said of a whole statement has an empty place, which is not drawn.
pub fn notice_in(language: Language, notice: &Notice, sources: &Sources, painter: Painter) -> String {
    let mut group =
        Group::with_title(Level::NOTE.primary_title(one_line(&quoted(&language.line(notice.text.clone())))));
    let span = notice.span.filter(|span| !span.is_empty());
    let shown = span.and_then(|span| instead(&[span], sources).map(|(sources, moved)| (moved(span), sources)));
    let (span, sources) = shown.as_ref().map_or((span, sources), |(span, sources)| (Some(*span), sources));
    if let Some((source, range)) = span.and_then(|span| clamp(span, sources)) {
        group = group.element(snippet_of(source).annotation(AnnotationKind::Primary.span(range)));
    }
    in_whole_lines(painted(&[group], painter), span.into_iter(), sources)
}

fn painted(groups: &[Group<'_>], painter: Painter) -> String {
    let renderer = match painter {
        Painter::Plain => Renderer::plain(),
        Painter::Terminal(theme) => styled(theme),
    };
    let mut text = renderer.render(groups);
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

/// A renderer with the colours of the theme. The default colours of annotate-snippets depend on the terminal, and
/// some are hard to read there.
fn styled(theme: Theme) -> Renderer {
    let role = |role: Role| {
        let style = Style::new().fg_color(theme.color(role).map(|color| Ansi256Color(color).into()));
        if Theme::is_bold(role) { style.bold() } else { style }
    };
    Renderer::styled()
        .error(role(Role::Error))
        .warning(role(Role::Warning))
        .info(role(Role::Help))
        .note(role(Role::Help))
        .help(role(Role::Help))
        .line_num(role(Role::Muted))
        .context(role(Role::Muted))
        .emphasis(role(Role::Heading))
        .addition(role(Role::Good))
        .removal(role(Role::Error))
}

/// The text of an error in a terminal of this width: sentences are broken at words. Lines of a source, with the marks
/// under them, stay whole.
pub fn fitted(text: &str, width: usize) -> String {
    fit::lines(text, width, |line| {
        let behind = line.trim_start().trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
        behind.starts_with(['|', '~', '+', '-', ':'])
    })
}

/// One snippet for each source in which the error has a place. The one with the error itself comes first.
fn snippets<'a>(
    error: &'a Error,
    label: &'a str,
    sources: &'a Sources,
) -> Vec<Snippet<'a, annotate_snippets::Annotation<'a>>> {
    let Some((source, range)) = clamp(error.span, sources) else { return Vec::new() };
    let mut primary = AnnotationKind::Primary.span(range);
    if !label.is_empty() {
        primary = primary.label(label);
    }
    let mut snippets = vec![(error.span.source(), snippet_of(source).annotation(primary))];
    for (span, word) in &error.related {
        let Some((source, range)) = clamp(*span, sources) else { continue };
        let place = AnnotationKind::Context.span(range).label(one_line(word));
        match snippets.iter().position(|(id, _)| *id == span.source()) {
            Some(index) => {
                let (id, snippet) = snippets.remove(index);
                snippets.insert(index, (id, snippet.annotation(place)));
            }
            None => snippets.push((span.source(), snippet_of(source).annotation(place))),
        }
    }
    snippets.into_iter().map(|(_, snippet)| snippet).collect()
}

fn snippet_of<T: Clone>(source: &Source) -> Snippet<'_, T> {
    Snippet::source(&*source.text).line_start(source.first_line).path(visible::text(&source.name))
}

/// The corrected line; `None` if the source is unknown, or the correction would change nothing.
fn suggestion<'a>(span: Span, text: &'a str, sources: &'a Sources) -> Option<Snippet<'a, Patch<'a>>> {
    let source = sources.get(span.source())?;
    let range = clamp_range(&source.text, span.range());
    if source.text.is_empty() || &source.text[range.clone()] == text {
        return None;
    }
    Some(snippet_of(source).patch(Patch::new(range, text)))
}

/// The source of a span, and the nearest range that annotate-snippets accepts. It panics on ranges outside of the
/// text, inside a character, or with the start after the end. `None` if the source is unknown.
fn clamp(span: Span, sources: &Sources) -> Option<(&Source, Range<usize>)> {
    let source = sources.get(span.source())?;
    Some((source, clamp_range(&source.text, span.range())))
}

fn clamp_range(text: &str, range: Range<usize>) -> Range<usize> {
    let start = text.floor_char_boundary(range.start);
    start..text.floor_char_boundary(range.end).max(start)
}

/// A text for a title or a label: line ends and tabs become blanks, and hidden characters become escapes.
fn one_line(text: &str) -> String {
    visible::text(&text.replace(['\n', '\t'], " ")).into_owned()
}

/// Sources of up to this many bytes are left whole, and of others at most as many stay before the first place and
/// behind the last. That is far more than is shown of a line.
const LONG: usize = 4096;
/// At most this many lines are kept before the first place and after the last.
const AROUND: usize = 3;

/// The error with its spans moved to where they lie in the texts that are shown instead of its sources, and these. `None` if the
/// sources are shown as they are.
fn moved(error: &Error, sources: &Sources) -> Option<(Error, Sources)> {
    let mut error = Error { advice: error.hint().map(Box::new), ..error.clone() };
    let correction = error.advice.as_mut().and_then(|hint| hint.replacement.as_mut()).map(|(span, _)| span);
    let related = error.related.iter_mut().map(|(span, _)| span);
    let spans: Vec<&mut Span> = [&mut error.span].into_iter().chain(related).chain(correction).collect();
    let (shown, moved) = instead(&spans.iter().map(|span| **span).collect::<Vec<_>>(), sources)?;
    spans.into_iter().for_each(|span| *span = moved(*span));
    Some((error, shown))
}

/// The texts that are shown instead of the sources of these spans, and the function that moves a span into them: what is around the
/// spans if one of the sources is long, and nothing hidden. `None` if these sources are shown as they are.
fn instead(spans: &[Span], sources: &Sources) -> Option<(Sources, impl Fn(Span) -> Span + use<>)> {
    let is_long = |span: &Span| sources.get(span.source()).is_some_and(|source| source.text.len() > LONG);
    let is_cut = spans.iter().any(is_long);
    let mut is_other = is_cut;
    let (mut shown, mut parts) = (Sources::default(), Vec::<(SourceId, usize, Source)>::new());
    for span in spans {
        let id = span.source();
        let Some(source) = sources.get(id).filter(|_| parts.iter().all(|(known, ..)| *known != id)) else { continue };
        let range = if is_cut { around(&source.text, spans.iter().filter(|span| span.source() == id)) } else { 0..0 };
        let part = if is_cut { source.part(range.clone()) } else { source.clone() };
        let visible = visible::script(&part.text).map(|text| part.with_text(text));
        is_other |= visible.is_some();
        shown.put(id, visible.unwrap_or_else(|| part.clone()));
        parts.push((id, range.start, part));
    }
    let own = shown.clone();
    let moved = move |span: Span| match (parts.iter().find(|(id, ..)| *id == span.source()), own.get(span.source())) {
        (Some((id, start, part)), Some(shown)) => {
            let inside = |place: usize| place.saturating_sub(*start);
            let place = Text::new(*id, &part.text).span(inside(span.start())..inside(span.end()));
            let offset = |place| if shown.text == part.text { place } else { visible::offset(&part.text, place) };
            Text::new(*id, &shown.text).span(offset(place.start())..offset(place.end()))
        }
        _ => span,
    };
    is_other.then_some((shown, moved))
}

/// What is around these spans of a text.
fn around<'s>(text: &str, spans: impl Iterator<Item = &'s Span> + Clone) -> Range<usize> {
    let first = spans.clone().map(|span| span.start()).min().unwrap_or(0);
    let last = spans.map(|span| span.end()).max().unwrap_or(0);
    lines_before(text, first)..lines_behind(text, last)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::{SemanticError, SyntaxError};
    use crate::source::SourceId;
    use crate::verbs::samples::{assert_sample, assert_text};

    fn sources(text: &str) -> (Sources, SourceId) {
        let mut sources = Sources::default();
        let id = sources.add(Source::new("<prompt>", text));
        (sources, id)
    }

    fn unknown(name: &str) -> SemanticError {
        SemanticError::Unknown { name: name.into(), wanted: crate::error::Wanted::Game, similar: Vec::new() }
    }

    fn span(id: SourceId, start: usize, end: usize) -> Span {
        Span::of_numbers([id.0, start as u32, end as u32])
    }

    #[test]
    fn the_line_with_a_caret() {
        let (sources, id) = sources("winner S(3)+T(4)");
        assert_sample(
            &with_hint(&Error::new(unknown("T"), span(id, 12, 13)), None, &sources, Painter::Plain, Language::English),
            "error: the line with a caret",
        );
    }

    #[test]
    fn an_empty_span_has_one_caret_and_characters_of_several_bytes_count_once() {
        let (sources, id) = sources("winner S(3)+é(4)");
        let end = Error::new(SyntaxError::UnexpectedEnd { expected: "a position".into() }, span(id, 17, 17));
        let text = with_hint(&end, None, &sources, Painter::Plain, Language::English);
        assert!(text.ends_with("1 | winner S(3)+é(4)\n  |                 ^ more is expected here\n"), "{text}");
        // From inside the é, and beyond the end.
        let text =
            with_hint(&Error::new(unknown("é"), span(id, 13, 90)), None, &sources, Painter::Plain, Language::English);
        assert!(text.contains(":1:13\n"), "{text}");
        assert!(text.ends_with("  |             ^^^^ not defined\n"), "{text}");
    }

    #[test]
    fn a_corrected_line_is_shown() {
        let (sources, id) = sources("winner S(3)+T(4)");
        let wrong = Error::new(unknown("T"), span(id, 12, 13));
        let hint = Hint::new("did you mean S?", Some((span(id, 12, 13), "S".into())));
        assert_sample(
            &with_hint(&wrong, Some(hint), &sources, Painter::Plain, Language::English),
            "error: a corrected line is shown",
        );
        let words = Hint::new("games lists all games", None);
        let text = with_hint(&wrong, Some(words), &sources, Painter::Plain, Language::English);
        assert!(text.ends_with("  = help: games lists all games\n"), "{text}");
    }

    #[test]
    fn a_place_far_along_a_line_is_shown_as_in_the_whole_line() {
        let words = "winner Nim(3) + é(4); ".repeat(1000);
        for (before, after) in [("", ""), ("one\ntwo\n", ""), ("one\n", "\nthree\nfour\n"), (&*words, "\n")] {
            let text = format!("{before}{words}{after}");
            let (sources, id) = sources(&text);
            for at in [0, 3, 4, 100, 3000, 4096, 5000, 12_000, text.len() - 9].map(|at| text.floor_char_boundary(at)) {
                let span = |from: usize, to: usize| {
                    span(id, text.floor_char_boundary(at + from), text.floor_char_boundary(at + to))
                };
                let wrong = Error::new(unknown("T"), span(2, 6)).with(span(0, 1), "here");
                for painter in [Painter::Plain, Painter::Terminal(Theme::Dark)] {
                    assert_eq!(
                        error(&wrong, &sources, painter),
                        with_hint(&wrong, wrong.hint(), &sources, painter, Language::English),
                        "{at} of {} {before:?} {after:?}",
                        text.len()
                    );
                }
            }
        }
    }

    #[test]
    fn related_places_stand_in_their_own_texts() {
        let (mut sources, id) = sources("winner T(3)");
        let file = sources.add(Source::new("a.cgt", "game S = take <1>\n"));
        let wrong = Error::new(unknown("T"), span(id, 7, 8)).with(span(file, 5, 6), "S is defined here");
        assert_sample(
            &with_hint(&wrong, None, &sources, Painter::Plain, Language::English),
            "error: related places stand in their own texts",
        );
    }

    #[test]
    fn without_a_known_text_the_title_is_said_alone() {
        let (sources, _) = sources("x");
        let wrong = Error::new(unknown("T"), span(SourceId(9), 0, 4)).with(span(SourceId(7), 0, 1), "there");
        assert_text(
            &with_hint(&wrong, None, &sources, Painter::Plain, Language::English),
            "error[E0201]: no game is called T\n",
        );
    }

    #[test]
    fn no_span_in_any_text_makes_it_panic() {
        for text in ["", "\n", "a", "é", "⊕é\n\r\n", "\ta\tb", "a\r\nb", "e\u{301}\u{200d}👩‍👩‍👧\n\n", "\u{0}\u{1b}[1m"]
        {
            let (sources, id) = sources(text);
            let reach = text.len() + 3;
            for (start, end) in (0..reach).flat_map(|start| (0..reach).map(move |end| (start, end))) {
                let place = span(id, start, end);
                let wrong = Error::new(unknown("é\n"), place).with(span(id, end, start), "a\nb");
                for replacement in ["", "S", "é\n"] {
                    let hint = Hint::new("try\nthis", Some((place, replacement.into())));
                    let shown = with_hint(&wrong, Some(hint), &sources, Painter::Plain, Language::English);
                    assert!(
                        shown.starts_with("error[E0201]: no game and no function is called é\n"),
                        "{text:?} {place:?}: {shown}"
                    );
                    assert!(shown.ends_with('\n'), "{text:?} {place:?}");
                }
                let remark = Notice::new("so", Some(place), false);
                assert!(notice(&remark, &sources, Painter::Terminal(Theme::Dark)).contains("so"));
            }
        }
    }

    #[test]
    fn nothing_hidden_is_painted() {
        let text = "print \"a\u{1b}[2J\u{9b}1m\u{7f}\u{202e}\" T(4)";
        let mut sources = Sources::default();
        let id = sources.add(Source::new("a\u{1b}b.cgt", text));
        let at = text.find('T').unwrap();
        let wrong = Error::new(unknown("T\u{1b}"), span(id, at, at + 1));
        assert_sample(&error(&wrong, &sources, Painter::Plain), "error: nothing hidden is painted");
        let remark = Notice::new("so\u{1b}", Some(span(id, at, at + 1)), false);
        assert!(!notice(&remark, &sources, Painter::Plain).contains('\u{1b}'));
    }

    #[test]
    fn colour_is_the_callers_choice() {
        let (sources, id) = sources("T(4)");
        let wrong = Error::new(unknown("T"), span(id, 0, 1));
        assert!(error(&wrong, &sources, Painter::Terminal(Theme::Dark)).contains("\u{1b}["));
        assert!(!error(&wrong, &sources, Painter::Plain).contains('\u{1b}'));
    }

    #[test]
    fn a_notice_has_a_place_or_none() {
        let (sources, id) = sources("2^3");
        let placed = Notice::new("^ is a power", Some(span(id, 1, 2)), false);
        assert_text(
            &notice(&placed, &sources, Painter::Plain),
            "note: ^ is a power\n --> <prompt>:1:2\n  |\n1 | 2^3\n  |  ^\n",
        );
        let bare = Notice::new("S was defined before", None, false);
        assert_text(&notice(&bare, &sources, Painter::Plain), "note: S was defined before\n");
    }
}

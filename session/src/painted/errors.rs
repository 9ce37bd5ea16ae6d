//! Tests of [`crate::show::error`] on answers of the verbs.

use crate::error::{Error, Notice};
use crate::error::{SemanticError, SyntaxError};
use crate::show::error::*;
use crate::show::language::known::Language;
use crate::show::terminal::Painter;
use crate::show::theme::Theme;
use crate::source::SourceId;
use crate::source::{Source, Sources, Span};
use crate::syntax::transcript::PROMPT_SOURCE;
use crate::verbs::samples::{assert_sample, assert_text};
use unicode_width::UnicodeWidthStr;

fn sources(name: &str, text: &str) -> (Sources, SourceId) {
    let mut sources = Sources::default();
    let id = sources.add(Source::new(name, text));
    (sources, id)
}

fn shown(wrong: &Error, sources: &Sources) -> String {
    error(wrong, sources, Painter::Plain)
}

fn unknown(name: &str) -> SemanticError {
    SemanticError::Unknown { name: name.into(), wanted: crate::error::Wanted::Game, similar: Vec::new() }
}

fn span(id: SourceId, start: usize, end: usize) -> Span {
    grundy_engine::game::At { text: id.0, start: start as u32, end: end as u32 }.into()
}

#[test]
fn the_line_with_a_caret() {
    let (sources, id) = sources("a.cgt", "winner S(3)+T(4)");
    assert_sample(&shown(&Error::new(unknown("T"), span(id, 12, 13)), &sources), "error: the line with a caret");
}

#[test]
fn an_empty_span_has_one_caret_and_characters_of_several_bytes_count_once() {
    let (sources, id) = sources(PROMPT_SOURCE, "winner S(3)+é(4)");
    let end = Error::new(SyntaxError::UnexpectedEnd { expected: "a position".into() }, span(id, 17, 17));
    let text = shown(&end, &sources);
    assert!(text.contains("  winner S(3)+é(4)\n                  ^ more is expected here\n"), "{text}");
    // From inside the é, and beyond the end.
    let text = shown(&Error::new(unknown("é"), span(id, 13, 90)), &sources);
    assert!(text.contains("\n              ^^^^ not defined\n"), "{text}");
}

#[test]
fn a_corrected_line_is_shown() {
    let (sources, id) = sources("a.cgt", "print 1; winner S(3)+T(4)");
    let wrong = Error::new(unknown("T"), span(id, 21, 22)).correct("did you mean S?", span(id, 21, 22), "S");
    assert_sample(&shown(&wrong, &sources), "error: a corrected line is shown");
    let words = Error::new(unknown("T"), span(id, 21, 22)).advise("games lists all games");
    assert!(shown(&words, &sources).ends_with("  = help: games lists all games\n"));
}

#[test]
fn a_prompt_takes_five_rows_at_most() {
    let (sources, id) = sources(PROMPT_SOURCE, "winner S(3)+T(4)");
    let long = "`S` and many other words that say at length what could be done about that, one after the other";
    for wrong in [
        Error::new(unknown("T"), span(id, 12, 13)).correct(long, span(id, 12, 13), "U"),
        Error::new(unknown(&"T".repeat(300)), span(id, 12, 13)).with(span(id, 0, 1), "here").advise(long),
    ] {
        for (columns, is_below, is_offered) in [20, 40, 80].into_iter().flat_map(|columns| {
            [(false, false), (true, false), (false, true), (true, true)]
                .map(|(below, offered)| (columns, below, offered))
        }) {
            let at = AtPrompt { columns, is_below, is_offered };
            let rows = at_prompt(Language::ENGLISH, &wrong, &sources, &at).blocks.len();
            assert!(rows <= ROWS.max(2 + 320 / columns), "{rows} rows of {columns} columns");
        }
    }
    let wrong = Error::new(unknown("T"), span(id, 12, 13)).correct("did you mean S?", span(id, 12, 13), "S");
    let at = AtPrompt { columns: 80, is_below: true, is_offered: true };
    let text = unwrapped(&at_prompt(Language::ENGLISH, &wrong, &sources, &at), Painter::Plain);
    assert_text(&text, "              ^ not defined\nerror[E0201]: no game is called T\n");
}

#[test]
fn a_place_far_along_a_line_is_shown_with_what_is_around_it() {
    let words = "winner Nim(3) + é(4); ".repeat(1000);
    for at in [0, 3, 4, 100, 3000, 4096, 5000, 12_000, words.len() - 9].map(|at| words.floor_char_boundary(at)) {
        let text = format!("one\n{words}\nthree\n");
        let (sources, id) = sources("a.cgt", &text);
        let shown = shown(&Error::new(unknown("T"), span(id, at + 4, at + 7)), &sources);
        let rows: Vec<&str> = shown.lines().collect();
        let column = words[..at].chars().count() + 1;
        assert_eq!(rows[1], format!(" --> a.cgt:2:{column}"));
        let carets = rows[3].find('^').unwrap();
        let marked: String = rows[2].chars().skip(carets).take(rows[3].matches('^').count()).collect();
        assert_eq!(marked, words[at..words.floor_char_boundary(at + 3)], "{shown}");
        assert!(rows[2].width() <= COLUMNS, "{shown}");
    }
}

#[test]
fn related_places_stand_in_their_own_texts() {
    let (mut sources, id) = sources(PROMPT_SOURCE, "winner T(3)");
    let file = sources.add(Source::new("a.cgt", "game S = take <1>\n"));
    let wrong = Error::new(unknown("T"), span(id, 7, 8)).with(span(file, 5, 6), "S is defined here");
    assert_sample(&shown(&wrong, &sources), "error: related places stand in their own texts");
}

#[test]
fn without_a_known_text_the_title_is_said_alone() {
    let (sources, _) = sources("a.cgt", "x");
    let wrong = Error::new(unknown("T"), span(SourceId(9), 0, 4)).with(span(SourceId(7), 0, 1), "there");
    assert_text(shown(&wrong, &sources).lines().next().unwrap_or_default(), "error[E0201]: no game is called T");
}

#[test]
fn no_span_in_any_text_makes_it_panic() {
    for text in ["", "\n", "a", "é", "⊕é\n\r\n", "\ta\tb", "a\r\nb", "e\u{301}\u{200d}👩‍👩‍👧\n\n", "\u{0}\u{1b}[1m"]
    {
        let (sources, id) = sources("a.cgt", text);
        let reach = text.len() + 3;
        for (start, end) in (0..reach).flat_map(|start| (0..reach).map(move |end| (start, end))) {
            let place = span(id, start, end);
            let wrong = Error::new(unknown("é\n"), place).with(span(id, end, start), "a\nb");
            for replacement in ["", "S", "é\n"] {
                let shown = shown(&wrong.clone().correct("try\nthis", place, replacement), &sources);
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
    let (sources, id) = sources("a.cgt", "T(4)");
    let wrong = Error::new(unknown("T"), span(id, 0, 1));
    assert!(error(&wrong, &sources, Painter::Terminal(Theme::Dark)).contains("\u{1b}["));
    assert!(!error(&wrong, &sources, Painter::Plain).contains('\u{1b}'));
}

#[test]
fn a_notice_has_a_place_or_none() {
    let (sources, id) = sources("a.cgt", "2^3");
    let placed = Notice::new("^ is a power", Some(span(id, 1, 2)), false);
    assert_text(&notice(&placed, &sources, Painter::Plain), "note: ^ is a power\n --> a.cgt:1:2\n1 | 2^3\n  |  ^\n");
    let bare = Notice::new("S was defined before", None, false);
    assert_text(&notice(&bare, &sources, Painter::Plain), "note: S was defined before\n");
}

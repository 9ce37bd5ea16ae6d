//! What texts are cut into.

use super::*;
use crate::syntax::{is_unfinished, statements};

/// The tokens of a text as a row of letters.
fn kinds(text: &str) -> String {
    let letter = |token: &Token| match token.kind {
        TokenKind::Keyword => 'k',
        TokenKind::Verb => 'v',
        TokenKind::Name => 'n',
        TokenKind::Number => '1',
        TokenKind::Text => 't',
        TokenKind::Operator => '+',
        TokenKind::Open => '(',
        TokenKind::Close => ')',
        TokenKind::Separator => ',',
        TokenKind::Raw => 'r',
        TokenKind::Comment => '#',
        TokenKind::Error => '!',
    };
    tokens(text).iter().map(letter).collect()
}

#[test]
fn a_long_text_is_read_in_pieces() {
    for line in ["f(1)\n", "\n", "#\n", "   \u{feff}", "(\n", "let x = \"a text\"; x\n"] {
        let text = line.repeat((1 << 18) / line.len());
        let mut pieces = vec![0];
        let scan = scan_while(&text, Vec::new(), |at, _| {
            pieces.push(at);
            Ok::<(), ()>(())
        });
        assert!(scan.is_ok() && pieces.len() >= 4, "{line:?}: {pieces:?}");
        let longest = pieces.windows(2).map(|two| two[1].saturating_sub(two[0])).max();
        assert!(longest < Some(2 * PIECE_BYTES), "{line:?}: {pieces:?}");
        // After an error, `meter` is not called again.
        let mut asked = 0;
        let stopped = scan_while(&text, Vec::new(), |at, _| {
            asked += 1;
            Err(at)
        });
        assert_eq!((stopped.err(), asked), (Some(pieces[1]), 1), "{line:?}");
    }
}

#[test]
fn tokens_are_what_they_look_like() {
    for row in crate::syntax::rows(include_str!("../tokens.txt")) {
        let (text, expected) = row.rsplit_once(" ⇒ ").unwrap();
        assert_eq!(kinds(text), expected, "{text}");
    }
    assert_eq!(kinds("#!/usr/bin/env grundy\ntour"), "#v");
}

#[test]
fn a_text_falls_into_statements() {
    for (text, expected) in [
        ("", vec![]),
        ("# nothing\n\n", vec![]),
        ("a; b;\nc\n", vec!["a", "b", "c"]),
        ("a # one\n# two\nb", vec!["a", "b"]),
        ("f(1,\n2)\nb", vec!["f(1,\n2)", "b"]),
        ("a +\nb\nc", vec!["a +\nb", "c"]),
        ("a and\nb", vec!["a and\nb"]),
        ("let x =\n3", vec!["let x =\n3"]),
        ("game S = a\n | b\n# c\n | d\ne", vec!["game S = a\n | b\n# c\n | d", "e"]),
        ("take <1,2>\nb", vec!["take <1,2>", "b"]),
        ("a <\nb", vec!["a <", "b"]),
        ("1..\nb", vec!["1..", "b"]),
        // An open bracket ends where only a statement can begin, or, at the end of the text, with its line.
        ("winner S(3\ngame S = a", vec!["winner S(3", "game S = a"]),
        ("winner S(3\nwinner S(4)\nb", vec!["winner S(3", "winner S(4)", "b"]),
        ("f(1; b", vec!["f(1", "b"]),
        ("\"a\nb", vec!["\"a", "b"]),
    ] {
        let found: Vec<&str> = statements(text).into_iter().map(|range| &text[range]).collect();
        assert_eq!(found, expected, "{text:?}");
    }
}

#[test]
fn an_unfinished_text_says_where_to_go_on() {
    for (text, expected) in [
        ("", None),
        ("winner S(3)", None),
        ("winner S(", Some(9)),
        ("winner S(3,\n  [4", Some(3)),
        ("game S = take <1> |", Some(9)),
        ("game S =", Some(4)),
        ("a +", Some(4)),
        ("a <", None),
        ("\"a", None),
        ("a # (", None),
        ("help (", None),
        ("=", None),
        ("a)", None),
    ] {
        let expected = expected.map_or(Completeness::Complete, |indent| Completeness::Incomplete { indent });
        assert_eq!(complete(text), expected, "{text:?}");
        assert_eq!(is_unfinished(text), expected != Completeness::Complete, "{text:?}");
    }
}

/// Every line with a bracket that is never closed costs at most a few passes.
#[test]
fn many_wrong_lines_are_no_slower_than_right_ones() {
    let started = std::time::Instant::now();
    for line in ["f(1\n", "[\n", "(\n\n\n", "<1 > 2\n", "\"\n", "#(\n", "|\n", "f(\n# c\n"] {
        let scanned = scan(&line.repeat(10_000));
        assert!(scanned.tokens.len() >= 10_000, "{line:?}");
    }
    assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
}

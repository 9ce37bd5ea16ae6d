//! Fuzzes the parser with any bytes: it gives statements, or errors with a place, and a statement that is printed
//! and parsed again is the same.
#![no_main]

use grundy::error::Error;
use grundy::session::{self, Session};
use grundy::show::error;
use grundy::source::SourceId;
use grundy::syntax::ast::Statement;
use grundy::syntax::{is_unfinished, parse, print, tokens, transcript};
use grundy_engine::solve::{Limits, Signal};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes).into_owned();
    // As much stack as the program has.
    std::thread::Builder::new().stack_size(1 << 28).spawn(move || reads(&text)).unwrap().join().unwrap();
});

fn reads(text: &str) {
    is_cut_into_tokens(text);
    is_unfinished(text);
    transcript::inputs(text);
    let mut session = session::new(Limits::default(), Signal::default().into());
    for read in session.read("<fuzz>", text) {
        match read {
            Ok(statement) => is_the_same_again(&statement),
            Err(wrong) => is_well_placed(&wrong, text, &session),
        }
    }
}

/// Asserts that the tokens are in order and cover everything but blanks.
fn is_cut_into_tokens(text: &str) {
    let is_blank = |part: &str| part.chars().all(|c| c.is_whitespace() || c == '\u{feff}');
    let mut end = 0;
    for token in tokens(text) {
        assert!(token.range.start < token.range.end, "{text:?}: {token:?}");
        assert!(is_blank(&text[end..token.range.start]), "{text:?}: {token:?}");
        end = token.range.end;
    }
    assert!(is_blank(&text[end..]), "{text:?}");
}

fn is_the_same_again(statement: &Statement) {
    let printed = print::statement(statement);
    match &parse(SourceId(0), &printed)[..] {
        [Ok(again)] => assert_eq!(shape(again), shape(statement), "{printed}"),
        again => panic!("{printed}\n{again:?}"),
    }
}

/// A syntax tree as text, without its places in the source.
fn shape(statement: &Statement) -> String {
    let written = format!("{statement:?}");
    let mut parts = written.split("Span { ");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |shape, part| shape + part.split_once('}').map_or(part, |(_, rest)| rest))
}

fn is_well_placed(wrong: &Error, text: &str, session: &Session) {
    assert!(text.get(wrong.span.range()).is_some(), "{wrong}");
    assert!(error::error(wrong, session.sources(), grundy::show::Painter::Plain).starts_with("error[E"));
}

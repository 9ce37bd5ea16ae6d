//! The reader takes any bytes: it gives statements or errors with a place, and what it understood is read again as the same.
#![no_main]

use grundy::error::Error;
use grundy::render::error;
use grundy::session::Session;
use grundy::syntax::ast::Statement;
use grundy::syntax::{is_unfinished, print, token, transcript};
use grundy_engine::solve::{Limits, Signal};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes).into_owned();
    // As much stack as the program has.
    std::thread::Builder::new().stack_size(1 << 28).spawn(move || reads(&text)).unwrap().join().unwrap();
});

fn reads(text: &str) {
    for token in token::tokens(text) {
        assert!(text.get(token.range).is_some());
    }
    is_unfinished(text);
    transcript::inputs(text);
    let mut session = Session::new(Limits::default(), Signal::default().into());
    for read in session.read("<fuzz>", text) {
        match read {
            Ok(statement) => is_the_same_again(&statement, &mut session),
            Err(wrong) => is_well_placed(&wrong, text, &session),
        }
    }
}

fn is_the_same_again(statement: &Statement, session: &mut Session) {
    let printed = print::statement(statement);
    let again = session.read("<printed>", &printed);
    let again: Vec<String> = again.iter().flatten().map(print::statement).collect();
    assert_eq!(again, [printed]);
}

fn is_well_placed(wrong: &Error, text: &str, session: &Session) {
    assert!(text.get(wrong.span.range()).is_some(), "{wrong}");
    assert!(error::error(wrong, session.sources(), false).starts_with("error[E"));
}

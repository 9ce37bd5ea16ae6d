//! Whole sessions, under small limits: every statement is answered or refused, and the session goes on.
#![no_main]

#[path = "../../tests/common/played.rs"]
#[allow(dead_code)]
mod played;

use std::sync::Arc;
use std::time::Duration;

use grundy::session::Session;
use grundy_engine::solve::{Limits, Signal};
use libfuzzer_sys::fuzz_target;
use played::{Played, timed};

const MEMORY: u64 = 10_000_000;
/// Time of one statement.
const TIME: Duration = Duration::from_millis(50);

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes).into_owned();
    // As much stack as the program has.
    std::thread::Builder::new().stack_size(1 << 28).spawn(move || answers(&text)).unwrap().join().unwrap();
});

fn answers(text: &str) {
    let signal = Arc::new(Signal::default());
    let mut played = Played { session: Session::new(Limits { memory: MEMORY }, signal.clone()) };
    for statement in played.session.read("<fuzz>", text) {
        signal.reset();
        let reply = statement.and_then(|statement| timed(&signal, TIME, || played.session.run(&statement)));
        let (shown, _) = played.shown(reply);
        assert!(!shown.contains("error[E0901]"), "{shown}");
    }
    signal.reset();
    assert_eq!(played.answer("print 40 + 2"), "42\n");
}

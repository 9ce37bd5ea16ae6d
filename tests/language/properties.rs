//! Property tests of the session: whatever is typed, it does not panic, and the definitions before it keep their
//! meaning. A failure shows the shrunk text.

use std::sync::Arc;
use std::time::{Duration, Instant};

use grundy::session::{self, Session};
use grundy::show::{Painter, Style, error, paint};
use grundy_engine::solve::{Limits, Signal};
use proptest::prelude::*;

use crate::common::clock::HANGS;
use crate::common::dice::tries;
use crate::common::played::timed;

/// The memory limit of a session in bytes, so small that no case is slow.
const MEMORY: u64 = 10_000_000;
/// The time limit of a random statement. It only keeps the cases short; nothing is asserted about it.
const TIME: Duration = Duration::from_millis(50);

/// Words and signs of the language, and some that look like them.
const WORDS: &[&str] = &[
    "game",
    "let",
    "take",
    "any",
    "then",
    "maybe",
    "split",
    "into",
    "equal",
    "unequal",
    "divide",
    "by",
    "from",
    "except",
    "octal",
    "hex",
    "where",
    "over",
    "for",
    "in",
    "if",
    "step",
    "else",
    "and",
    "or",
    "not",
    "xor",
    "to",
    "misere",
    "first",
    "second",
    "true",
    "false",
    "winner",
    "grundy",
    "outcome",
    "moves",
    "options",
    "explain",
    "period",
    "pattern",
    "table",
    "values",
    "check",
    "assert",
    "print",
    "games",
    "show",
    "about",
    "forget",
    "time",
    "help",
    "history",
    "mex",
    "sum",
    "min",
    "max",
    "length",
    "replace",
    "sort",
    "count",
    "all",
    "nimsum",
    "nimproduct",
    "primes",
    "squares",
    "divisors",
    "S",
    "T",
    "Nim",
    "Kayles",
    "W",
    "f",
    "x",
    "n",
    "a",
    "b",
    "i",
    "ans",
    "N",
    "P",
    "0",
    "1",
    "2",
    "3",
    "7",
    "10",
    "64",
    "1000000",
    "9223372036854775807",
    "170141183460469231731687303715884105727",
    ".77",
    "0.137",
    "1e6",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "<",
    ">",
    "=",
    ":=",
    "==",
    "!=",
    "<=",
    ">=",
    "+",
    "-",
    "*",
    "/",
    "%",
    "^",
    "**",
    "++",
    "..",
    "...",
    ",",
    ";",
    "|",
    "||",
    "&&",
    "!",
    "#",
    "\"",
    "\"a\"",
    "\\",
    "'",
    "_",
    "\n",
    " ",
    "⊕",
    "é",
    "∞",
    "\t",
    "\r",
    "\u{0}",
    "game S = take <1,2>",
    "game W(a, b) = take any from a | take any from b",
    "let f(n) = n + 1",
];

/// Runs a text as a prompt would, painting every answer and every error. Gives the errors.
fn run(session: &mut Session, signal: &Signal, time: Duration, text: &str) -> Vec<String> {
    let mut errors = Vec::new();
    for statement in session.read("<prompt>", text) {
        signal.reset();
        let ran = statement.and_then(|statement| timed(signal, time, || session.run(&statement)));
        match ran {
            Ok(reply) => {
                if let Some(told) = &reply.report {
                    paint(&told.document(), &Style { width: 80, ascii: false }, Painter::Plain);
                }
            }
            Err(wrong) => {
                let shown = error::error(&wrong, session.sources(), Painter::Plain);
                assert!(shown.starts_with("error[E"), "{shown}");
                errors.push(shown);
            }
        }
    }
    errors
}

/// Runs on a thread with a large stack, as the program does, since deep expressions need one.
fn with_stack(work: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(grundy::service::STACK).spawn(work).unwrap().join().unwrap();
}

fn session() -> (Session, Arc<Signal>) {
    let signal = Arc::new(Signal::default());
    (session::new(Limits { memory: MEMORY }, signal.clone()), signal)
}

const DEFINITIONS: &str = "game S = take <1,2,3>\nlet x = 41\nlet f(n) = n + x\n";

fn define(session: &mut Session, signal: &Signal) {
    assert_eq!(run(session, signal, HANGS, DEFINITIONS), [""; 0]);
}

/// The definitions are there and mean what they meant, whatever this text did.
fn assert_whole(session: &mut Session, signal: &Signal, after: &str) {
    let errors = run(session, signal, HANGS, "assert grundy S(7) == 3\nassert f(1) == 42");
    assert!(errors.is_empty(), "after {after:?}: {}", errors.join("\n"));
}

fn soup() -> impl Strategy<Value = String> {
    let word = prop_oneof![4 => Just(" "), 1 => Just("")];
    prop::collection::vec((prop::sample::select(WORDS), word), 0..24)
        .prop_map(|words| words.into_iter().map(|(word, blank)| format!("{word}{blank}")).collect())
}

/// Statements that mean something, with small mistakes in them.
fn nearly() -> impl Strategy<Value = String> {
    let right = prop::sample::select(
        &[
            "game T = take <1,2> then maybe split | octal 0.137 for k in 1..3 if n > 3",
            "game V(a, b) where a >= b over if b == 0 = (a - k*b, b) for k in 1..a/b | (b, a - b)",
            "winner S(3) + 2*S(4) + *2 if player 2 starts",
            "explain misere S(5) + Kayles(3)",
            "check grundy S(n) == n % 4 for n in 0..20 if even(n)",
            "table W(a, b) 0..4, 0..4",
            "values S 0..9 step 2",
            "print [f(n) + g for n in <1..9 step 2> except <3>], \"text\", {(a, b) for a in 1..3, b in a..3}",
            "let h = if x > 3 then [1, 2] ++ [3] else []",
            "game Flip(s) = (replace(s, i, \"--\")) for i in 0..length(s)-2 if s[i..i+1] == \"++\"",
            "moves Flip(\"++-++\") + Nim[3, 4, 5]",
        ][..],
    );
    (right, any::<prop::sample::Index>(), any::<prop::sample::Index>(), prop::sample::select(WORDS)).prop_map(
        |(text, at, end, word)| {
            let letters: Vec<char> = text.chars().collect();
            let (at, end) = (at.index(letters.len()), end.index(letters.len()).min(letters.len()));
            let end = if end >= at && end < at + 6 { end } else { at };
            let before: String = letters[..at].iter().collect();
            let behind: String = letters[end..].iter().collect();
            format!("{before}{word}{behind}")
        },
    )
}

fn holds(text: String) {
    with_stack(move || {
        let (mut session, signal) = session();
        define(&mut session, &signal);
        let begin = Instant::now();
        run(&mut session, &signal, TIME, &text);
        // Texts that define `S`, `x` or `f` anew, or forget them, mean to.
        let defines = ["game", "let", "forget", "="];
        if !defines.iter().any(|word| text.contains(word)) {
            assert_whole(&mut session, &signal, &text);
        }
        if begin.elapsed() > Duration::from_secs(5) {
            println!("{:?} took {:?}", text, begin.elapsed());
        }
    });
}

proptest! {
    #![proptest_config(ProptestConfig { cases: tries(250), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn soup_of_words_never_panics(text in soup()) {
        holds(text);
    }

    #[test]
    fn statements_with_mistakes_never_panic(text in nearly()) {
        holds(text);
    }

    #[test]
    fn letters_never_panic(text in "\\PC{0,60}") {
        holds(text);
    }

    #[test]
    fn bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
        holds(String::from_utf8_lossy(&bytes).into_owned());
    }

    #[test]
    fn what_is_previewed_changes_nothing(text in prop_oneof![soup(), nearly()]) {
        with_stack(move || {
            let (mut session, signal) = session();
            define(&mut session, &signal);
            timed(&signal, TIME, || session::preview(&mut session, &text));
            signal.reset();
            assert_whole(&mut session, &signal, &text);
        });
    }
}

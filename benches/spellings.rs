//! Benchmark of spellings: a rule and a question take as long however they are said. `cargo bench --bench spellings` asks each rule
//! in its ways, and fails if one takes more than one and a half times as long as the quickest; and each box of positions as one
//! question and one by one, which may take three times as long. An argument selects the rows whose names contain it.

#[path = "common/clock.rs"]
mod clock;

use std::process::ExitCode;
use std::sync::Arc;

use grundy::session;
use grundy::session::Session;
use grundy::session::report::PrintedValues;
use grundy_engine::solve::{Limits, Signal};

use clock::timed;

/// What is measured: a name, the ways to say it, each a definition and a question, and how many times as long one may take.
struct Row {
    name: &'static str,
    ways: &'static [(&'static str, &'static str)],
    most: f64,
}

/// The same rule in other words, and the question.
const fn rule(name: &'static str, ways: &'static [(&'static str, &'static str)]) -> Row {
    Row { name, ways, most: 1.5 }
}

/// One question about all positions, and the same heap by heap.
const fn questions(name: &'static str, ways: &'static [(&'static str, &'static str)]) -> Row {
    Row { name, ways, most: 3.0 }
}

const SUBTRACTIONS: &str = "print sum(grundy G(n) for n in 0..200000)";
const PASS: &str = "print grundy G(20000, 1)";
const SQUARES: &str = "print sum(grundy G(n) for n in 0..8000)";

const ROWS: &[Row] = &[
    rule(
        "take 1, 2 or 3",
        &[
            ("game G = take <1,2,3>", SUBTRACTIONS),
            ("game G = take 1..3", SUBTRACTIONS),
            ("game G(n) = (n-1) | (n-2) | (n-3)", SUBTRACTIONS),
            ("game G(n) = (n-k) for k in 1..3", SUBTRACTIONS),
            ("game G(n) = (n-k) for k in 1..3 if k in 1..9", SUBTRACTIONS),
            ("let few = [1, 2, 3]; game G(n) = (n-k) for k in few", SUBTRACTIONS),
        ],
    ),
    rule(
        "a pass, once",
        &[
            ("game G(n, pass in 0..1) = (n-k, pass) for k in 1..min(n, 4) | (n, 0) if pass == 1 and n > 0", PASS),
            (
                "game G(n, pass) where pass <= 1 = (n-k, pass) for k in 1..min(n, 4) | (n, 0) if pass == 1 and n > 0",
                PASS,
            ),
            (
                "game G(n, pass) where pass in 0..1 = (n-k, pass) for k in 1..min(n, 4) | (n, 0) if pass == 1 and n > 0",
                PASS,
            ),
            (
                "game G(n, pass) where pass in [0, 1] = (n-k, pass) for k in 1..min(n, 4) | (n, 0) if pass == 1 and n > 0",
                PASS,
            ),
            (
                "game G(n, pass in {0, 1}) = (n-k, pass) for k in 1..4 if k <= n | (n, 0) if pass in 1..1 and n in 1..",
                PASS,
            ),
        ],
    ),
    rule(
        "take a square, and not all",
        &[
            ("game G(n) = (n-k) for k in 1..n-1 if square(k)", SQUARES),
            ("game G(n) = (n-k) for k in 1..n-1 if k in squares", SQUARES),
            ("game G(n) = (n-k) for k in 1..n if square(k) and k < n", SQUARES),
            ("game G(n) = (n-k) for k in 1..n if k in squares and n-k in 1..", SQUARES),
        ],
    ),
    questions(
        "squares, a list of values",
        &[
            ("game G = take squares", "print sum(values G 0..100000)"),
            ("game G = take squares", "print sum(grundy G(n) for n in 0..100000)"),
        ],
    ),
    questions(
        "Grundy's game, a list of values",
        &[
            ("game G = split unequal", "print sum(values G 0..20000)"),
            ("game G = split unequal", "print sum(grundy G(n) for n in 0..20000)"),
        ],
    ),
];

/// Seconds of processor time for a question in a session of its own, and the answer.
fn asked(definition: &str, question: &str) -> (f64, String) {
    let mut session = session::new(Limits { memory: 4 << 30 }, Arc::new(Signal::default()));
    run(&mut session, definition);
    timed(|| run(&mut session, question))
}

fn run(session: &mut Session, text: &str) -> String {
    let mut told = String::new();
    for statement in session.read("<bench>", text) {
        let statement = statement.unwrap_or_else(|error| panic!("{text}: {error}"));
        let reply = session.run(&statement).unwrap_or_else(|error| panic!("{text}: {error}"));
        if let Some(PrintedValues(values)) = reply.answer() {
            told.extend(values.iter().map(ToString::to_string));
        }
    }
    told
}

fn main() -> ExitCode {
    let wanted = std::env::args().skip(1).find(|argument| !argument.starts_with("--")).unwrap_or_default();
    let mut is_kept = true;
    for row in ROWS.iter().filter(|row| row.name.contains(&wanted)) {
        let mut seconds = vec![f64::MAX; row.ways.len()];
        let mut answers = Vec::new();
        for _ in 0..3 {
            for (at, (definition, question)) in row.ways.iter().enumerate() {
                let (took, answer) = asked(definition, question);
                seconds[at] = seconds[at].min(took);
                answers.push(answer);
            }
        }
        assert!(answers.windows(2).all(|two| two[0] == two[1]), "{}: {answers:?}", row.name);
        let best = seconds.iter().copied().fold(f64::MAX, f64::min);
        println!("{}", row.name);
        for ((definition, question), took) in row.ways.iter().zip(&seconds) {
            let times = took / best;
            is_kept &= times <= row.most;
            let mark = if times <= row.most { ' ' } else { '!' };
            println!("{mark} {:9.3} ms {times:6.2} ×  {definition}; {question}", took * 1e3);
        }
    }
    if is_kept { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

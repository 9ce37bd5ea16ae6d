//! What a statement builds stays within the memory limit: lists, texts, sets and sums as well as tables. A long
//! answer is written with little memory beside the values it is made from. A failure names the statement and the
//! bytes it took.

use std::io;
use std::sync::Arc;
use std::time::Instant;

use grundy::error::{Kind, SemanticError};
use grundy::host::DEFERRED_DROPS;
use grundy::service::CountingAllocator;
use grundy::session;
use grundy::show::document::Style;
use grundy::show::exact_json::{LargeNumbers, Lines};
use grundy::show::json::Asked;
use grundy::show::{Painter, Theme, file, json, terminal};
use grundy_engine::solve::{Limits, Signal, SolveError};

use crate::beside_others;
use crate::common::clock::HANGS;
use crate::common::dice::{often, stride};

const LIMIT: usize = 50_000_000;
/// Bytes allowed beyond the limit for what the session does not count: names, texts, and what is built between two
/// checks of the budget.
const BESIDES: usize = 30_000_000;

/// Statements most of which would take far more than the limit if they were not stopped.
const HEAVY: &[&str] = &[
    "print length([k for k in 0..10^7])",
    "print length([[k, k, k] for k in 0..10^7])",
    "print length([(k, [k]) for k in 0..10^7])",
    "print length([\"a\" ++ \"b\" for k in 0..10^7])",
    "print length({k for k in 0..10^7})",
    "print length({(k, -k) for k in 0..10^7})",
    "print length({k*k for k in 0..10^7})",
    "print length({0..10^7} except squares)",
    "print 3 in ({0..10^7} except {5})",
    "print sort([10^7 - k for k in 0..10^7])[0]",
    "print reverse({0..10^7})[0]",
    "print nimsum({0..10^7})",
    "print mex({0..10^7})",
    "print length(letters(\"abcdefgh\", 20) ++ \"x\")",
    "print indices(letters(\"abcdefgh\", 20))[5]",
    "print sort(letters(\"ä\", 22))[5]",
    "print length([c for c in letters(\"abcdefgh\", 20)])",
    "print length([letters(\"abcdefgh\", 10) for k in 0..10^5])",
    "print length(long([1], 23))",
    "print replace(long([1], 23), 3, 1)[0]",
    "print grundy sum [Nim(k) for k in 0..10^7]",
    "print grundy Nim[{0..10^7}]",
    "print grundy (sum [Nim(k) for k in 0..10^5] + sum [Nim(k) for k in 0..10^6])",
    "grundy P(10^9)",
    "print 10^9 in {p*q for p in 1.., q in 1..p}",
    "let kept = [k for k in 0..10^7]",
    "let kept = [[k, k, k] for k in 0..10^7]",
    "let kept = table Wythoff 0..1200, 0..1200",
    "let kept = table misere Wythoff 0..1200, 0..1200",
    "print length([options Nim(1000) for k in 0..10^6])",
    "print [k for k in 0..10^6 for j in 0..k]",
];

const DEFINITIONS: &str = "let letters(t, n) = if n == 0 then t else letters(t ++ t, n-1)
let long(h, n) = if n == 0 then h else long(h ++ h, n-1)
game P = take primes then maybe split";

#[test]
fn what_is_built_stays_within_the_limit() {
    let _beside = beside_others();
    let before = CountingAllocator::in_use();
    let signal = Arc::new(Signal::measured(&DEFERRED_DROPS));
    let mut session = session::new(Limits { memory: LIMIT as u64 }, signal.clone());
    let mut refused = 0;
    for line in DEFINITIONS.lines().chain(HEAVY.iter().copied().step_by(stride())) {
        signal.reset();
        let Ok(statement) = session.read("line", line).remove(0) else { panic!("{line} cannot be read") };
        let begun = Instant::now();
        let own = signal.clone();
        let waiting = std::thread::spawn(move || {
            std::thread::park_timeout(HANGS);
            own.time_out();
        });
        CountingAllocator::take_peak();
        let ran = session.run(&statement).map(drop);
        let most = CountingAllocator::take_peak();
        waiting.thread().unpark();
        waiting.join().unwrap();
        let said = ran.map_err(|error| match &*error.kind {
            Kind::Semantic(SemanticError::Stopped { stop, .. }) if matches!(**stop, SolveError::Memory { .. }) => {
                refused += 1;
                "no memory".to_owned()
            }
            _ => error.to_string(),
        });
        println!("{:>5} MB {:?} {line}: {said:?}", most.saturating_sub(before) / 1_000_000, begun.elapsed());
        assert!(most.saturating_sub(before) < LIMIT + BESIDES, "{line} took {} bytes", most - before);
    }
    assert!(refused > often(HEAVY.len() / 2), "only {refused} were refused");
    // The memory of refused statements is free again.
    let statement = session.read("line", "print length([k for k in 0..10^5])").remove(0).unwrap();
    signal.reset();
    assert!(session.run(&statement).is_ok());
}

/// Loops that keep none of their values.
const STREAMS: &[&str] = &[
    "print sum(k*k % 7 for k in 0..10^6)",
    "print sum(k for k in {1..10^6} if odd(k))",
    "print sum(j*k for j in 0..1000, k in 0..1000)",
    "print sum(k^5 for k in 0..10^6)",
    "print count(k % 3 == 1 for k in 0..10^6)",
    "print length(k for k in 0..10^6)",
    "print mex(k % 1000 for k in 0..10^6)",
    "print max(k % 1000 for k in 0..10^6)",
    "print min(grundy Nim(k) for k in 0..10^5)",
    "print nimsum(k for k in 0..10^6)",
    "print gcd(6*k for k in 0..10^6)",
    "check all(k % 1000 < 1000 for k in 0..n) for n in 10^6..10^6+1",
    "check k*k % 4 != 2 for k in 0..10^6",
];

#[test]
fn a_loop_whose_values_are_not_kept_takes_no_memory() {
    let _beside = beside_others();
    let mut session = session::new(Limits { memory: LIMIT as u64 }, Arc::new(Signal::measured(&DEFERRED_DROPS)));
    for line in STREAMS {
        let before = CountingAllocator::in_use();
        let statement = session.read("line", line).remove(0).unwrap_or_else(|_| panic!("{line} cannot be read"));
        CountingAllocator::take_peak();
        session.run(&statement).unwrap_or_else(|error| panic!("{line}: {error}"));
        let most = CountingAllocator::take_peak().saturating_sub(before);
        assert!(most < 2_000_000, "{line} took {most} bytes");
    }
}

/// Long answers, each with the formats of the files they are written into.
const LONG: &[(&str, &[&str])] = &[
    ("values Nim 0..59999", &["csv", "json", "md", "txt"]),
    ("values Kayles 1..99999 step 2", &["csv", "txt"]),
    ("plot Nim 0..40000", &["csv", "json"]),
    ("table Nim 0..1000", &["csv", "json", "md", "txt"]),
    ("table misere Nim 0..3000", &["csv", "txt"]),
    ("table Wythoff 0..350, 0..350", &["csv", "json", "txt"]),
    ("print [k for k in 1..50000]", &["json", "md", "txt"]),
    ("[k for k in 1..50000]", &["json"]),
];
/// Bytes that writing a list may take. The whole text of each answer in `LONG` is larger, in every format.
const MEMBERS: usize = 300_000;
/// Bytes that writing a table may take: some rows, and the widths of all columns.
const ROWS: usize = 3_000_000;

#[test]
fn a_long_list_or_plot_is_never_held_as_a_whole() {
    are_never_held(LONG.iter().filter(|(line, _)| !line.starts_with("table")), MEMBERS);
}

#[test]
fn a_long_table_is_never_held_as_a_whole() {
    are_never_held(LONG.iter().filter(|(line, _)| line.starts_with("table")), ROWS);
}

fn are_never_held<'a>(answers: impl Iterator<Item = &'a (&'static str, &'static [&'static str])>, at_most: usize) {
    let _beside = beside_others();
    for (line, formats) in answers {
        let before = CountingAllocator::in_use();
        let signal = Arc::new(Signal::measured(&DEFERRED_DROPS));
        let mut session = session::new(Limits { memory: LIMIT as u64 }, signal);
        let statement = session.read("line", line).remove(0).unwrap_or_else(|_| panic!("{line} cannot be read"));
        CountingAllocator::take_peak();
        let reply = session.run(&statement).unwrap_or_else(|error| panic!("{line}: {error}"));
        let most = CountingAllocator::take_peak().saturating_sub(before);
        assert!(most < LIMIT + BESIDES, "{line} took {most} bytes");
        let shown = reply.report.unwrap();
        let style = Style { width: 80, ascii: true };
        let taken = |what: &str, write: &dyn Fn(&mut dyn io::Write) -> io::Result<()>| {
            let before = CountingAllocator::in_use();
            CountingAllocator::take_peak();
            write(&mut io::sink()).unwrap();
            let most = CountingAllocator::take_peak().saturating_sub(before);
            println!("{most:>9} bytes to write {line} as {what}");
            assert!(most < at_most, "{line} took {most} bytes to be written as {what}");
        };
        taken("an answer", &|out| terminal::write(&shown.document(), &style, Painter::Terminal(Theme::Dark), out));
        taken("a line of JSON", &|out| json::write(&shown, Asked::default(), Lines::One, LargeNumbers::AsTexts, out));
        for format in *formats {
            file::check(&shown, format).unwrap();
            taken(format, &|out| file::write(&shown, format, out));
        }
    }
}

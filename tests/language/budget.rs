//! A time-out or an interruption stops the work wherever it is: in single steps over long lists as well as in loops, in every
//! search over written rules, and in the preview of a line that is being typed. A failure names the statement that went on too
//! long.

use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use grundy::error::{Kind, SemanticError};
use grundy::session::{self, Session};
use grundy_engine::solve::{Limits, Signal, SolveError, Solver};

use crate::common::clock::{HANGS, worked};
use crate::common::games::{game, position};
use crate::common::played::Played;

const LIST: &str = "let big = [k*7919 % 10^7 for k in 0..2*10^6]
let letters(t, n) = if n == 0 then t else letters(t ++ t, n-1)
let text = letters(\"abcdefgh\", 20)
let accents = letters(\"äbcd\", 20)
let shared(h, n) = if n == 0 then h else shared([h, h], n-1)
let deep = [shared([k], 9) for k in 1..300]
";

/// Expressions that take long for a single k; `sum(… for k in 1..10^6)` asks each for a million of them.
const STEPS: &[&str] = &[
    "max(big)",
    "min(big ++ [k], big ++ [0])[0]",
    "sort(big)[0]",
    "reverse(big)[0]",
    "sum(big)",
    "nimsum(big)",
    "mex(big)",
    "gcd(big)",
    "count(big, k)",
    "replace(big, k, 1)[0]",
    "insert(big, k, 1)[0]",
    "remove(big, k)[0]",
    "length(big[k..])",
    "length(big ++ big)",
    "length([x for x in big])",
    "length({x for x in big})",
    "length({big, [k]})",
    "length({0..10^6} except {k})",
    "(if big ++ [1] == big ++ [2] then 1 else 0)",
    "(if big ++ [1] < big ++ [2] then 1 else 0)",
    "(if -k in big then 1 else 0)",
    "(if {x for x in big} == {k} then 1 else 0)",
    "length(divisors(2^49+k))",
    "(if prime(2^126+k) then 1 else 0)",
    "length(indices(text))",
    "length(sort(text))",
    "length(text ++ \"a\")",
    "count(text, \"hab\")",
    "(if accents[k] == \"a\" then 1 else 0)",
    "length(sort(deep))",
    "(if 10^14 + k in {n for n in 1..} then 1 else 0)",
];

fn session(definitions: &str) -> (Session, Arc<Signal>) {
    let signal = Arc::new(Signal::default());
    let mut session = session::new(Limits { memory: 4 << 30 }, signal.clone());
    for statement in session.read("list.cgt", definitions) {
        session.run(&statement.unwrap()).unwrap();
    }
    (session, signal)
}

/// Does some work, with `signal` timed out after `patience`. Returns the result, and how long the work went on after
/// that.
fn stopped<T>(signal: &Arc<Signal>, patience: Duration, work: impl FnOnce() -> T) -> (T, Duration) {
    signal.reset();
    let (done, over) = mpsc::channel::<()>();
    let asked = signal.clone();
    let begun = Instant::now();
    let waiting = std::thread::spawn(move || {
        if over.recv_timeout(patience) == Err(RecvTimeoutError::Timeout) {
            asked.time_out();
        }
    });
    let result = work();
    let late = begun.elapsed().saturating_sub(patience);
    drop(done);
    waiting.join().unwrap();
    (result, late)
}

/// Why a statement was stopped; `None` if it ended by itself.
fn why(session: &mut Session, line: &str) -> Option<SolveError> {
    let statement = session.read("line", line).remove(0).unwrap();
    let error = session.run(&statement).err()?;
    match &*error.kind {
        Kind::Semantic(SemanticError::Stopped { stop, .. }) => Some((**stop).clone()),
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn a_time_out_is_heard_inside_of_single_steps() {
    let (mut session, signal) = session(LIST);
    for step in STEPS {
        let line = format!("print sum({step} for k in 1..10^6)");
        let (stop, late) = stopped(&signal, Duration::from_millis(50), || why(&mut session, &line));
        assert_eq!(stop, Some(SolveError::TimedOut), "{line}");
        assert!(late < HANGS, "{line} went on for {late:?}");
        println!("{late:?} {step}");
    }
}

/// A graph of 10^7 vertices needs far longer than 0.1 s, whatever is asked of it, and the next question is answered.
#[test]
fn a_time_out_is_heard_on_a_large_graph() {
    let edges = "[(v*7+1) % 10^7, (v*5+2) % 10^7, (v+1) % 10^7]";
    let (mut session, signal) = session(&format!(
        "game Walk(v) where v < 10^7 = (w) for w in {edges}
game Down(v) = (w) for w in {edges} if w < v
game Bound(v) where v < 10^7 = (v+1) reply | (v+2) again
"
    ));
    for line in [
        "outcome Walk(1)",
        "winner misere Walk(1)",
        "remoteness Walk(1)",
        "explain Walk(1)",
        "winner Walk(1) + Nim(10^12)",
        "outcome all of Walk(1), Walk(2)",
        "values Down 0..10^7-1",
        "winner Bound(1)",
    ] {
        let (stop, late) = stopped(&signal, Duration::from_millis(100), || why(&mut session, line));
        assert_eq!(stop, Some(SolveError::TimedOut), "{line}");
        assert!(late < HANGS, "{line} went on for {late:?}");
        signal.reset();
        assert_eq!(why(&mut session, "grundy Nim(3) + *5"), None, "after {line}");
        println!("{late:?} {line}");
    }
}

#[test]
fn the_preview_of_a_line_ends_when_its_time_is_over() {
    let (mut session, signal) = session(LIST);
    for line in [
        "sum(length(divisors(2^49+k)) for k in 1..9999)",
        "sum(max(big) for k in 1..999999)",
        "shared([1], 30) == shared([1], 30) and max(big) == max(sort(big))",
        "sort(big ++ reverse(big) ++ sort(big))",
        "length({x for x in big}) + length({x+1 for x in big})",
        "big ++ big ++ big ++ big",
    ] {
        let (_, late) = stopped(&signal, Duration::from_millis(15), || session::preview(&mut session, line));
        assert!(late < HANGS, "{line} went on for {late:?}");
        println!("{late:?} {line}");
    }
}

#[test]
fn lists_that_share_their_parts_are_compared_and_told_at_once() {
    let (mut session, signal) = session("let shared(h, n) = if n == 0 then h else shared([h, h], n-1)");
    for (line, expected) in [
        ("shared([1], 40) == shared([1], 40)", Some("true")),
        ("shared([1], 40) < shared([2], 40)", Some("true")),
        ("shared([1], 40) in [shared([2], 40), shared([1], 40)]", Some("true")),
        ("length({shared([1], 40), shared([1], 40), shared([2], 40)})", Some("2")),
        ("sort([shared([2], 40), shared([1], 40)])[0] == shared([1], 40)", Some("true")),
        ("count([shared([2], 40), shared([1], 40)], shared([2], 40))", Some("1")),
        ("max([shared([2], 40), shared([1], 40)]) == shared([2], 40)", Some("true")),
        // Errors whose messages show the value.
        ("1 + shared([1], 40)", None),
        ("isqrt(shared([1], 40))", None),
        ("sum([shared([1], 40)])", None),
    ] {
        let statement = session.read("line", line).remove(0).unwrap();
        let (ran, _) = stopped(&signal, HANGS, || session.run(&statement));
        match expected {
            Some(expected) => {
                let report = ran.unwrap().report;
                let shown = report.as_ref().and_then(|report| report.get::<grundy::session::report::ShownValue>());
                let value = &shown.unwrap().value;
                assert_eq!(value.to_string(), expected, "{line}");
            }
            None => {
                let error = ran.unwrap_err();
                assert!(!matches!(&*error.kind, Kind::Semantic(SemanticError::Stopped { .. })), "{line}: {error}");
                assert!(error.to_string().len() < 1000, "{line}: {error}");
            }
        }
    }
}

#[test]
fn a_period_is_looked_for_about_a_second() {
    let rules = "game X = take powers(2) if n % 5 in {1,3,4} | take <246..> then maybe split | split into 3..
game Y = take squares then split into 2.. | take <3>
game Z = take primes then split unequal into 3..";
    for name in ["X", "Y", "Z"] {
        let (mut session, signal) = session(rules);
        let (stop, _) = stopped(&signal, HANGS, || why(&mut session, &format!("period {name}")));
        assert_eq!(stop, None, "{name}");
    }
}

/// Cutting a text of 8 MiB into statements takes seconds; a stop ends it before any statement is run.
#[test]
fn a_long_text_is_not_read_to_its_end() {
    for line in ["let x = [1, 2, (3)]\n", "# nothing\n", "(\n"] {
        let text = line.repeat((1 << 23) / line.len());
        for stop in [Signal::interrupt, Signal::time_out] {
            let signal = Arc::new(Signal::default());
            let mut session = session::new(Limits::default(), signal.clone());
            stop(&signal);
            let begun = Instant::now();
            let statements = session.read_long("<long>", &text, 0);
            let said = statements.last().unwrap().as_ref().unwrap_err();
            assert_eq!(statements.len(), 1, "{line:?}");
            assert!(matches!(*said.kind, Kind::Semantic(SemanticError::Stopped { .. })), "{line:?}: {said}");
            assert!(begun.elapsed() < HANGS, "{line:?} took {:?}", begun.elapsed());
        }
    }
}

/// What surely needs more memory than there is, or never ends, is refused before the work begins.
#[test]
fn what_is_hopeless_is_refused_at_once() {
    for (question, code) in [
        ("game S = take <1,2> | divide by <7>; winner misere S(10^9)", "E0503"),
        ("game S = take <1,2> | divide by <7>; winner misere S(8*10^6)", "E0503"),
        ("game S = take <2> then maybe split | divide by <7>; moves misere S(10^10)", "E0503"),
        ("winner misere octal 0.07(10^9)", "E0503"),
        ("game G(n) = (n-1) for k in 1..2^100 if k % 7 == 8; grundy G(5)", "E0337"),
        ("game G(n) = (n-1) for k in 1..10^17 if k % 7 == 8; grundy G(5)", "E0337"),
        ("game G(a, b) = (a-1, b) if some(k % 7 == 8 for k in 1..10^16); winner G(5, 5)", "E0337"),
    ] {
        let begun = Instant::now();
        let said = crate::common::Played::new().answer(question);
        assert!(said.contains(code), "{question}: {said}");
        assert!(begun.elapsed() < HANGS, "{question} took {:?}", begun.elapsed());
    }
    // What ends early is answered.
    for (question, expected) in [
        ("game S = take <1,2> | divide by <20000>; winner misere S(10^4)", "Second player wins"),
        ("game S = take <1,2>; winner misere S(10^9)", "Second player wins"),
        ("game G(n) = (n-k) for k in 1..n; grundy G(5)", "5"),
        ("game G(n) = (n-1) if some(k % 7 == 6 for k in 1..10^30); grundy G(5)", "1"),
    ] {
        let said = crate::common::Played::new().answer(question);
        assert!(said.contains(expected), "{question}: {said}");
    }
}

/// Ctrl-C and a time-out both stop an endless loop that the program cannot recognise as endless.
/// Rules and functions with loops that nobody lives to see the end of, each with a question that needs it.
const UNBOUNDED: &[(&str, &str)] = &[
    ("game E(n) = (n-1) if some(k < 0 for k in 1..10^17)", "grundy E(3)"),
    ("game E = take <k for k in 1..10^17 if k % 7 == 0>", "grundy E(3)"),
    ("game E(n in {k for k in 1..10^12 if k > 3}) = (n-1)", "grundy E(5)"),
    ("game E(a, b) where some(k < a for k in 1..10^17) = (a-1, b)", "grundy E(0, 3)"),
    ("game E(n) over if all(k > 0 for k in 1..10^10) = (n-1)", "grundy E(5)"),
    ("game E = take <1,2> if 2 in {k^2 for k in 1..10^16}", "grundy E(5)"),
    ("game E = divide by {d for d in 2..10^17 if d % 3 == 0}", "grundy E(5)"),
    ("game E = x becomes \".\" for x in [\"X\" for k in 1..10^15 if k > 10^14]", "grundy E(\"X\")"),
    ("let f(k) = k + sum(j for j in 1..10^17); game E(n) = (n-1) if f(1) > 0", "grundy E(5)"),
    ("game F = take <k for k in 1..10^17 if k % 7 == 0>; game E = F * F", "grundy E(1, 1)"),
    ("game E(k)(n) = take <j for j in 1..10^17 if j < k>", "grundy E(3)(5)"),
];

/// They are defined at once, and checked, and what they need is computed for the question.
#[test]
fn a_definition_computes_nothing_without_bound() {
    for (definition, question) in UNBOUNDED {
        let (mut session, signal) = session("");
        let begun = worked();
        let read: Vec<_> = session.read("line", definition).into_iter().map(Result::unwrap).collect();
        let wrong = session::check(&mut session, &read);
        assert!(wrong.is_empty(), "{definition}: {wrong:?}");
        read.iter().for_each(|statement| drop(session.run(statement).unwrap()));
        let work = worked() - begun;
        assert!(work < Duration::from_secs(5), "{definition} took {work:?}");
        let (stop, late) = stopped(&signal, Duration::from_millis(100), || why(&mut session, question));
        assert_eq!(stop, Some(SolveError::TimedOut), "{definition}; {question}");
        assert!(late < HANGS, "{question} went on for {late:?}");
    }
}

/// What can be seen at once is told at once, and what needs long is said to be left.
#[test]
fn a_definition_is_compared_with_base_cases_as_far_as_that_takes_no_time() {
    let mut played = Played::new();
    let left = "M(10000000) = 3 is not compared with the rule: ask `check grundy M(10000000) == 3`";
    assert!(played.answer("M(10000000) = 3\nM(n) = mex{M(n-2), M(n/3), M(n-17)}").contains(left));
    let left = "H(900000000000) = 5 is not compared";
    assert!(played.answer("H(900000000000) = 5; H(3) = 0\nH(n) = mex{H(n-2), H(n-1-n/2)}").contains(left));
}

#[test]
fn a_loop_of_a_rule_is_left() {
    let rule = "game G(n) = (n-1) for k in 1..10^14 if k^2 % 7 == 3";
    for stop in [Signal::interrupt, Signal::time_out] {
        let (mut session, signal) = session(rule);
        let statement = session.read("<test>", "grundy G(5)").remove(0).unwrap();
        let begun = Instant::now();
        let result = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(200));
                stop(&signal);
            });
            session.run(&statement).err()
        });
        let said = result.expect("it cannot have ended");
        assert!(matches!(*said.kind, Kind::Semantic(SemanticError::Stopped { .. })), "{said}");
        assert!(begun.elapsed() < HANGS, "it took {:?}", begun.elapsed());
    }
}

/// A request to stop is meant for the work at hand. Once that has said that it was stopped, nothing else is.
#[test]
fn a_time_out_is_over_when_it_was_reported() {
    // So many members that whoever adds them up looks whether to go on.
    let (mut session, signal) = session("let list = [k*k for k in 0..5000]");
    /// Does some work. Returns whether it was stopped.
    type Work = fn(&mut Session) -> bool;
    let works: [(&str, Work); 4] = [
        ("a statement", |session| why(session, "print sum(k for k in list)").is_some()),
        ("reading", |session| session.read_long("a", "print 1; print 2", 0).iter().any(Result::is_err)),
        ("checking", |session| {
            let statements: Vec<_> = session.read("a", "let k = sum(list)").into_iter().flatten().collect();
            !session::check(session, &statements).is_empty()
        }),
        ("a preview", |session| session::preview(session, "sum(list)").is_none()),
    ];
    for (what, work) in works {
        for request in [Signal::time_out, Signal::interrupt] {
            request(&signal);
            assert!(work(&mut session), "{what} does not hear");
            assert!(!work(&mut session), "{what} is stopped again");
        }
    }
}

/// What `E0332` and `docs/limits.md` say of the limits is what is refused.
#[test]
fn the_limits_of_lists_are_those_that_are_told() {
    let explained = include_str!("../../text/src/error/codes.txt").split("\nE0332:").nth(1).unwrap();
    let explained = explained.lines().find(|line| line.starts_with("text: ")).unwrap();
    let page = std::fs::read_to_string("docs/limits.md").unwrap();
    let mut played = Played::new();
    let mut limits = Vec::new();
    for line in [
        "[n for n in {1..10^9}]",
        "let m = [0 for n in 1..10^6]; [m for n in 1..60]",
        "survey [0 for k in 1..200000] as v for n in 1..1",
    ] {
        let said = played.answer(line);
        let limit =
            said.split("more than ").nth(1).and_then(|rest| rest.split(' ').next()).unwrap_or_else(|| panic!("{said}"));
        limits.push(limit.to_owned());
    }
    assert_eq!(limits, ["12,000,000", "50,000,000", "100,000"]);
    for limit in limits {
        assert!(explained.contains(&limit), "E0332 does not name {limit}");
        let is_told = page.lines().any(|row| row.contains(&format!("| {limit} |")) && row.contains("`E0332`"));
        assert!(is_told, "docs/limits.md does not name {limit}");
    }
}

/// Rules with a loop that runs practically for ever before it yields an option, in every part of a rule that can
/// have a loop.
const ENDLESS: [(&str, &[i128]); 9] = [
    ("game G(n) = (n-1) for k in 1..n if k^2 % 7 == 3", &[1 << 49]),
    ("game G(n) = (n-1) if some(k^2 % 7 == 3 for k in 1..n)", &[1 << 49]),
    ("game G(n) = (n-1) for i in 1..9999, j in 1..9999, k in 1..9999, l in 1..9999 if (i+j+k+l)^2 % 7 == 3", &[5]),
    ("game G(a, b) = (a-1, b) for k in 1..10^14 if k^2 % 7 == 3 | (a, b-1)", &[60, 60]),
    (
        "game G(a, b) = (a-1, b) for i in 1..99999, j in 1..99999, k in 1..99999 if (i+j+k)^2 % 7 == 3 | (a, b-1)",
        &[60, 60],
    ),
    ("game G(n) where all(k^2 % 7 != 3 for k in 1..n*10^13) = (n-1)", &[5]),
    ("game G(n) over if count(k^2 % 7 != 3 for k in 1..10^14) == n = (n-1)", &[5]),
    ("game H(s, n) = (s, n-1) for k in 1..10^14 if k^2 % 7 == 3\ngame G(n) = H([1, 2], n-1)", &[5]),
    ("game H(s, n) = (s, n-1)\ngame G(n) = H([k for k in 1..10^14 if k^2 % 7 == 3], n-1)", &[5]),
];

#[test]
fn loops_without_options_can_be_interrupted() {
    for (definitions, coordinates) in ENDLESS {
        for definition_only in [false, true] {
            let zeros = vec!["0"; coordinates.len()].join(", ");
            let (game, signal) = (game(definitions, &format!("G({zeros})")), Arc::new(Signal::default()));
            let mut solver = match definition_only {
                true => Solver::definition_only(Limits::default(), signal.clone()),
                false => Solver::new(Limits::default(), signal.clone()),
            };
            let begun = std::time::Instant::now();
            let other = signal.clone();
            let waiting = std::thread::spawn(move || {
                std::thread::sleep(std::time::Duration::from_millis(50));
                other.interrupt();
            });
            let start = position(&game, coordinates);
            assert_eq!(solver.position_value(&start), Err(SolveError::Interrupted), "{definitions}");
            assert!(begun.elapsed() < HANGS, "{definitions}: {:?}", begun.elapsed());
            waiting.join().unwrap();
        }
    }
}

#[test]
fn a_search_can_be_interrupted() {
    let game = game("game G(a, b) = (a-1, b) | (a, b-1) if a % 3 != 1 | (a-1, b+1)", "G(1, 1)");
    let signal = Arc::new(Signal::default());
    let mut solver = Solver::new(Limits::default(), signal.clone());
    signal.interrupt();
    assert_eq!(solver.position_value(&position(&game, &[3000, 3000])), Err(SolveError::Interrupted));
    signal.reset();
    assert!(solver.position_value(&position(&game, &[30, 30])).is_ok());
}

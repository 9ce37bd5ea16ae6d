//! Heavy statements under limits: without them, each would take minutes or gigabytes. A time-out must end it soon
//! after its time, and `--memory` must keep it within its memory. A failure lists the statements that did not obey,
//! and how they ended.
//!
//! `cargo test --release --test program -- --ignored --nocapture heavy` runs all of them and prints the tables of
//! docs/limits.md. `HEAVY=WORD` picks those that contain a word, `HEAVY_SECONDS=5` is how long each may take under
//! `--memory`, and `HEAVY_PROGRAM=FILE` measures another program.

mod measure;
mod statements;
mod tables;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use measure::{Limits, Measured, measure};
use statements::{Asked, KINDS, Kind, OTHERS, TEXTS, Text, VERBS};

/// A heavy statement, and how it is run.
pub struct Case {
    pub verb: &'static str,
    /// The kind of game; empty if the statement has a game of its own.
    pub kind: &'static str,
    pub definitions: &'static [&'static str],
    pub statement: String,
    pub flags: &'static [&'static str],
    pub typed: &'static str,
    pub text: Option<&'static Text>,
}

/// Every verb for every kind of game that it goes with, and the statements that are heavy in their own way.
pub fn cases() -> Vec<Case> {
    let mut cases: Vec<Case> =
        VERBS.iter().flat_map(|verb| KINDS.iter().filter_map(move |kind| asked(verb, kind))).collect();
    cases.extend(OTHERS.iter().map(|(verb, definitions, statement)| Case {
        verb,
        kind: "",
        definitions,
        statement: (*statement).to_owned(),
        flags: &[],
        typed: "",
        text: None,
    }));
    cases.extend(TEXTS.iter().map(|text| Case {
        verb: "long texts",
        kind: "",
        definitions: &[],
        statement: text.name.to_owned(),
        flags: &[],
        typed: "",
        text: Some(text),
    }));
    cases
}

fn asked(verb: &Asked, kind: &'static Kind) -> Option<Case> {
    let mut statement = verb.template.replace("{play}", kind.play);
    for (part, value) in [
        ("{position}", kind.position),
        ("{game}", kind.game),
        ("{cells}", kind.cells),
        ("{heaps}", kind.heaps),
        ("{range}", kind.range),
        ("{one}", kind.one),
        ("{all}", kind.all),
    ] {
        if statement.contains(part) && value.is_empty() {
            return None;
        }
        statement = statement.replace(part, value);
    }
    let Asked { name, flags, typed, .. } = *verb;
    Some(Case { verb: name, kind: kind.name, definitions: kind.definitions, statement, flags, typed, text: None })
}

/// Measures the cases, as many at once as there are processors.
fn measured(cases: &[&Case], limits: &Limits) -> Vec<Measured> {
    let next = AtomicUsize::new(0);
    let found: Vec<OnceLock<Measured>> = cases.iter().map(|_| OnceLock::new()).collect();
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(case) = cases.get(index) else { return };
                    let measured = measure(case, limits);
                    eprintln!("{measured} {} ({}) {}", case.verb, case.kind, case.statement);
                    found[index].set(measured).unwrap();
                }
            });
        }
    });
    found.into_iter().map(|measured| measured.into_inner().unwrap()).collect()
}

/// How late a time-out may be, in processor time of the program.
const LATE: Duration = Duration::from_millis(300);
const MEMORY: u64 = 200_000_000;
const MOST: u64 = 230_000_000;

#[test]
#[ignore = "takes half an hour"]
fn heavy_statements_stay_within_their_limits() {
    let all = cases();
    let word = std::env::var("HEAVY").unwrap_or_default();
    let chosen: Vec<&Case> =
        all.iter().filter(|case| format!("{} {} {}", case.verb, case.kind, case.statement).contains(&word)).collect();
    let late = measured(&chosen, &Limits { time: Duration::from_secs(1), memory: 2_000_000_000 });
    let seconds = std::env::var("HEAVY_SECONDS").map_or(20, |seconds| seconds.parse().unwrap());
    let large = measured(&chosen, &Limits { time: Duration::from_secs(seconds), memory: MEMORY });
    println!("{}", tables::tables(&chosen, &late, &large));
    let mut wrong = Vec::new();
    for ((case, late), large) in chosen.iter().zip(&late).zip(&large) {
        if late.late > LATE || large.peak > MOST || !late.ended_well() || !large.ended_well() {
            wrong.push(format!("{} ({}) {}: {late:?}, {large:?}", case.verb, case.kind, case.statement));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), chosen.len(), wrong.join("\n"));
}

/// The sample has every 19th case, so that verbs and kinds take turns.
const SAMPLE: usize = 19;

/// The bounds are wide, since the program is not optimised in this test, which looks for statements that do not end
/// at all.
#[test]
fn a_sample_of_heavy_statements_stays_within_its_limits() {
    let all = cases();
    assert!(all.len() >= 284, "{}", all.len());
    let sample: Vec<&Case> = all.iter().filter(|case| case.text.is_none()).step_by(SAMPLE).collect();
    let limits = Limits { time: Duration::from_millis(200), memory: 100_000_000 };
    for (case, measured) in sample.iter().zip(measured(&sample, &limits)) {
        let told = format!("{} ({}) {}: {measured:?}", case.verb, case.kind, case.statement);
        assert!(measured.ended_well(), "{told}");
        assert!(measured.late < Duration::from_secs(3), "{told}");
        assert!(measured.peak < limits.memory + 60_000_000, "{told}");
    }
}

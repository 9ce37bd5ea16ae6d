//! The table of fast paths in `engine/README.md`: for each the question for which it is the fastest, and the processor time of the answer
//! with the path and with it switched off. `cargo bench --bench ledger --features ledger`; a word selects the rows whose names contain
//! it. It fails if an answer depends on a path, or if a path has no row. What is less than twice as fast is named below the table.

#[path = "common/clock.rs"]
mod clock;
#[path = "ledger/rows.rs"]
mod rows;

use std::fs;
use std::path::Path;
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use grundy::session;
use grundy::session::Session;
use grundy::session::report::PrintedValues;
use grundy_engine::CountingAllocator;
use grundy_engine::ledger::FastPath;
use grundy_engine::solve::{Limits, Signal};

use clock::timed;
use rows::ROWS;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// A path with its name, where its code is (files and folders below `engine/src`, and items of them behind `#`), and what is asked:
/// in the words of the table, and as a script whose last line is the question.
struct Row {
    path: FastPath,
    name: &'static str,
    code: &'static [&'static str],
    asked: &'static [(&'static str, &'static str)],
}

const fn row(
    path: FastPath,
    name: &'static str,
    code: &'static [&'static str],
    asked: &'static [(&'static str, &'static str)],
) -> Row {
    Row { path, name, code, asked }
}

/// No answer is waited for longer.
const LONGEST: Duration = Duration::from_secs(20);

fn main() {
    let wanted = std::env::args().skip(1).find(|argument| !argument.starts_with("--")).unwrap_or_default();
    let rowless: Vec<_> = FastPath::ALL.iter().filter(|path| ROWS.iter().all(|row| row.path != **path)).collect();
    assert!(rowless.is_empty(), "without a row: {rowless:?}");
    println!("| path | lines | for | with | without |\n| --- | --- | --- | --- | --- |");
    let mut slight = Vec::new();
    for row in ROWS.iter().filter(|row| row.name.contains(&wanted)) {
        let (mut told, mut with, mut without, mut best) = (Vec::new(), Vec::new(), Vec::new(), 0f64);
        for (question, script) in row.asked {
            let (here, there) = (fastest(None, script), fastest(Some(row.path), script));
            let answer = here.as_ref().map(|(_, answer)| answer);
            assert!(answer.is_some(), "{script}: no answer");
            assert!(
                there.is_none() || there.as_ref().map(|(_, answer)| answer) == answer,
                "{script}: {there:?}, not {here:?}"
            );
            let seconds = |found: &Option<(f64, String)>| found.as_ref().map(|(seconds, _)| *seconds);
            let [here, there] = [&here, &there].map(seconds);
            best = best.max(there.unwrap_or(f64::INFINITY) / here.unwrap_or_default());
            told.push(*question);
            with.push(shown(here));
            without.push(shown(there));
        }
        let [told, with, without] = [told.join("; "), with.join(", "), without.join(", ")];
        println!(
            "| {} | {} | {told} | {with} | {without} |",
            row.name,
            row.code.iter().copied().map(lines).sum::<usize>()
        );
        if best < 2.0 {
            slight.push(row.name);
        }
    }
    println!("\nless than twice as fast: {}", if slight.is_empty() { "none".to_owned() } else { slight.join(", ") });
}

/// The least time in seconds of some runs of a script, each in a session of its own, and what it answers. `None` if that takes longer than
/// [`LONGEST`] or too much memory.
fn fastest(off: Option<FastPath>, script: &str) -> Option<(f64, String)> {
    FastPath::switch_off(off);
    let mut best = run(script)?;
    for _ in 0..if best.0 < 1.0 { 4 } else { 0 } {
        let again = run(script)?;
        assert_eq!(again.1, best.1, "{script}");
        best.0 = best.0.min(again.0);
    }
    FastPath::switch_off(None);
    Some(best)
}

fn run(script: &str) -> Option<(f64, String)> {
    let signal = Arc::new(Signal::measured(&ALLOCATOR));
    let mut session = session::new(Limits { memory: 2 << 30 }, Arc::clone(&signal));
    let (definitions, question) = script.rsplit_once('\n').unwrap_or(("", script));
    answer(&mut session, definitions)?;
    thread::scope(|scope| {
        let (done, waits) = mpsc::channel::<()>();
        scope.spawn(move || {
            if waits.recv_timeout(LONGEST) == Err(mpsc::RecvTimeoutError::Timeout) {
                signal.interrupt();
            }
        });
        let (seconds, told) = timed(|| answer(&mut session, question));
        drop(done);
        told.map(|told| (seconds, told))
    })
}

/// What is printed, and how many moves win where moves are asked for. `None` if time or memory is spent.
fn answer(session: &mut Session, text: &str) -> Option<String> {
    let mut told = String::new();
    for statement in session.read("<bench>", text) {
        let statement = statement.unwrap_or_else(|error| panic!("{text}: {error}"));
        let reply = session.run(&statement).map_err(|error| error.to_string());
        let reply = match reply {
            Ok(reply) => reply,
            Err(error) if error.contains("memory") || error.contains("nterrupted") || error.contains("topped") => {
                return None;
            }
            Err(error) => panic!("{text}: {error}"),
        };
        match reply.answer() {
            Some(PrintedValues(values)) => told.extend(values.iter().map(|value| format!("{value} "))),
            // Of a million moves some are shown: which ones is not said.
            None => told.extend(
                reply
                    .report
                    .map(|report| report.object().map(|answer| answer["winning"].to_string()).unwrap_or_default()),
            ),
        }
    }
    Some(told)
}

fn shown(seconds: Option<f64>) -> String {
    match seconds {
        None => format!("more than {} s", LONGEST.as_secs()),
        Some(seconds) if seconds < 0.01 => format!("{:.1} ms", seconds * 1e3),
        Some(seconds) if seconds < 1.0 => format!("{:.0} ms", seconds * 1e3),
        Some(seconds) => format!("{seconds:.1} s"),
    }
}

/// The lines of code of a file, a folder, or some items of a file, without blanks, comments and tests.
fn lines(code: &str) -> usize {
    let (file, item) = code.split_once('#').unwrap_or((code, ""));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("engine/src").join(file);
    if path.is_dir() {
        let names = fs::read_dir(&path).expect("a folder").map(|entry| entry.expect("a file").file_name());
        return names.filter(|name| name != "tests.rs").map(|name| lines(&format!("{file}/{}", name.display()))).sum();
    }
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
    let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let mut lines = text.lines().skip_while(|line| !line.contains(item)).peekable();
    let first = *lines.peek().unwrap_or_else(|| panic!("{code} is not there"));
    let indent = &first[..first.len() - first.trim_start().len()];
    let end = format!("{indent}}}");
    let mut is_over = false;
    let item_lines = lines.take_while(|line| {
        let goes_on = !is_over;
        is_over = !item.is_empty() && (line.starts_with(&end) || *line == first && line.ends_with([';', ',', '}']));
        goes_on
    });
    item_lines.filter(|line| !line.trim().is_empty() && !line.trim_start().starts_with("//")).count()
}

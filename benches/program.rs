//! Benchmark of the program as a whole: its start, a long script, the engine of the definition, a claim checked
//! case by case.
//!
//! `cargo bench --bench program`. Each figure is the best of five runs.

use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use grundy::session;
use grundy_engine::game::{Amounts, HeapRules};
use grundy_engine::solve::heap::{ENGINES, HeapTable};
use grundy_engine::solve::{Budget, Limits, Signal};

fn main() {
    print_row("start to the answer of -e 'winner Nim(3)'", "< 5 ms", best(start));
    print_row("20,000 statements, parsed and run", "< 1 s", best(long_script));
    print_row("take <1,2,3> to 10^6, plain engine", "< 50 ms", best(plain_engine));
    print_row("check grundy S(n) == n % 4 to 10^7, case by case", "", best(claim));
}

fn print_row(what: &str, wanted: &str, time: Duration) {
    println!("{what:52} {:10.3} ms   {wanted}", time.as_secs_f64() * 1e3);
}

fn best(run: fn() -> Duration) -> Duration {
    (0..5).map(|_| run()).min().unwrap_or_default()
}

fn start() -> Duration {
    let begun = Instant::now();
    let output = Command::new(env!("CARGO_BIN_EXE_grundy")).args(["-e", "winner Nim(3)"]).output().expect("it runs");
    assert!(output.status.success());
    begun.elapsed()
}

fn long_script() -> Duration {
    let mut script = String::from("game S = take <1,2,3>\n");
    for n in 0..10_000 {
        script.push_str(&format!("let x{n} = {n}*2\ngrundy S({n}) + S({})\n", n + 1));
    }
    run(&script)
}

fn plain_engine() -> Duration {
    let rules = Arc::new(HeapRules::taking(Amounts::finite(vec![1, 2, 3])).expect("a finite set"));
    let plain = ENGINES.last().expect("the definition");
    let mut table = HeapTable::with_engine(rules, plain).expect("it fits every ruleset");
    let begun = Instant::now();
    table.fill(1_000_001, &Budget::default()).expect("it is small");
    begun.elapsed()
}

/// The second variable `m` prevents an answer by the period, so that every case is tried.
fn claim() -> Duration {
    run("game S = take <1,2,3>\ncheck grundy S(n) == n % 4 for n in 0..10^7, m in 0..0")
}

fn run(script: &str) -> Duration {
    let mut session = session::new(Limits::default(), Arc::new(Signal::default()));
    let begun = Instant::now();
    for statement in session.read("bench", script) {
        session.run(&statement.expect("it can be read")).expect("it has an answer");
    }
    begun.elapsed()
}

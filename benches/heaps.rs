//! Benchmark of the values of heap games, compared with what a user would write in C++ instead.
//!
//! `cargo bench --bench heaps`, with `-- long` for the proofs that take up to a minute each. Times are CPU times,
//! so that other work on the machine does not count. The programs in `textbook/` are built with `g++` if there is
//! one.

#[path = "common/clock.rs"]
mod clock;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use grundy_engine::game::{Amounts, Family, HeapClause, HeapRules, Likeness, Set, Shape};
use grundy_engine::solve::heap::{ENGINES, Effort, HeapTable, PeriodFinding};
use grundy_engine::solve::{Budget, Limits, Signal};

use clock::timed;

fn main() {
    let long = std::env::args().any(|argument| argument == "long");
    let textbook = Textbook::build();
    println!("{:44} {:>11} {:>11} {:>9}   wanted", "", "here", "textbook", "ratio");
    subtraction(&textbook);
    endless(&textbook);
    codes(&textbook);
    proofs();
    single_heaps();
    if long {
        long_proofs();
    }
}

fn subtraction(textbook: &Textbook) {
    let heaps = 10_000_000;
    let rules = take(&[1, 2, 3]);
    let seconds = best(20, || fill(&mut table(&rules), heaps));
    let plain = textbook.run("naive_table", &["take123", "10000000"]);
    print_row("take <1,2,3> to 10^7, with the proof", seconds, plain, 1.0, ">= 1000 x");
    let twenty: Vec<u64> = (1..=20).map(|n| n * n / 3 + n).collect();
    for set in [&[1, 2, 3][..], &[2, 5, 9, 14, 31], &[7, 50, 333, 1000], &twenty] {
        let heaps = 2_000_000;
        let seconds = best(9, || fill(&mut alone("single bits", &take(set)), heaps));
        let list: Vec<String> = set.iter().map(u64::to_string).collect();
        let arguments: Vec<&str> = ["take", "2000000"].into_iter().chain(list.iter().map(String::as_str)).collect();
        let plain = textbook.run("naive_rules", &arguments);
        let name = format!("{} amounts up to {}, no period, 2*10^6", set.len(), set[set.len() - 1]);
        print_row(&name, seconds, plain, 1.0, ">= 30 x");
    }
    let seconds = best(9, || fill(&mut alone("definition", &rules), 1_000_000));
    print_row("take <1,2,3> by the definition, 10^6", seconds, None, 1.0, "< 50 ms");
}

fn endless(textbook: &Textbook) {
    for (name, family, heaps, shown, wanted) in [
        ("squares", Family::Squares, 1_000_000, "1000000", ">= 15 x"),
        ("primes", Family::Primes, 100_000, "100000", ">= 10 x"),
    ] {
        let amounts = Amounts::from_set(&Set::Family(family)).expect("a family");
        let rules =
            Arc::new(HeapRules { clauses: vec![clause(0, 1, Likeness::Any, amounts)], divisors: Amounts::none() });
        let seconds = best(2, || fill(&mut table(&rules), heaps));
        let plain = textbook.run("naive_rules", &[name, shown]);
        print_row(&format!("{name} to {heaps}"), seconds, plain, 1.0, wanted);
    }
}

fn codes(textbook: &Textbook) {
    // The textbook program is quadratic: it runs to 4,000, and its time is scaled.
    let (run, scale) = ("4000", 6.25);
    for digits in [&[0, 0, 7][..], &[0, 0, 0, 7], &[0, 6]] {
        let rules = code(digits);
        let seconds = best(9, || fill(&mut alone("splits", &rules), 10_000));
        let list: Vec<String> = digits.iter().map(u32::to_string).collect();
        let arguments: Vec<&str> = ["code", run].into_iter().chain(list.iter().map(String::as_str)).collect();
        let options: usize = digits.iter().filter(|digit| **digit & 4 != 0).count() * 25_000_000;
        let wanted = format!(">= 12 x; {:.3} ns an option, wanted 0.2", seconds * 1e9 / options as f64);
        print_row(
            &format!("{} to 10^4 by pairs", dotted(digits)),
            seconds,
            textbook.run("naive_rules", &arguments),
            scale,
            &wanted,
        );
    }
    let grundy = grundys_game();
    let seconds = best(9, || fill(&mut alone("splits", &grundy), 10_000));
    let wanted = format!(">= 12 x; {:.3} ns an option, wanted 0.2", seconds * 1e9 / 25e6);
    print_row("Grundy's game to 10^4 by pairs", seconds, textbook.run("naive_rules", &["grundy", run]), scale, &wanted);
    let seconds = best(2, || fill(&mut table(&code(&[0, 1, 6])), 100_000));
    print_row("0.16 to 10^5", seconds, textbook.run("naive_rules", &["code", run, "0", "1", "6"]), 625.0, ">= 500 x");
    let seconds = best(1, || fill(&mut table(&grundy), 1_000_000));
    print_row("Grundy's game to 10^6", seconds, None, 1.0, "<= 1 s");
}

fn proofs() {
    let kayles = code(&[0, 7, 7]);
    let seconds = best(50, || prove(&kayles, Effort::ENDLESS));
    print_row("Kayles, from nothing to the proof", seconds, None, 1.0, "<= 100 us");
    let mut proved = 0;
    let seconds = best(1, || {
        for number in 1..512 {
            for first in [0, 4] {
                let rules = code(&[first, number / 64, number / 8 % 8, number % 8]);
                proved += u32::from(prove(&rules, Effort { heaps: 2001, steps: u64::MAX }));
            }
        }
        proved += u32::from(prove(&code(&[4]), Effort { heaps: 2001, steps: u64::MAX }));
    });
    print_row(
        "all 1,023 codes 0.xyz, 4.xyz to n = 2000",
        seconds,
        None,
        1.0,
        &format!("<= 1.5 s; {proved} proved, wanted 671"),
    );
    let seconds = best(9, || assert!(prove(&code(&[0, 1, 6]), Effort::ENDLESS)));
    print_row("0.16, proof", seconds, None, 1.0, "<= 60 ms");
    let seconds = best(2, || assert!(prove(&code(&[0, 5, 6]), Effort::ENDLESS)));
    print_row("0.56, proof", seconds, None, 1.0, "");
}

fn single_heaps() {
    let rules = Arc::new(HeapRules { clauses: Vec::new(), divisors: Amounts::finite(vec![2, 3, 6]) });
    let far = 10u64.pow(18);
    let seconds = best(50, || assert!(table(&rules).value(far, &Budget::default()).is_ok()));
    print_row("divide by <2,3,6>, 10^18", seconds, None, 1.0, "<= 5 ms");
    let nim =
        Arc::new(HeapRules { clauses: vec![clause(0, 1, Likeness::Any, Amounts::any())], divisors: Amounts::none() });
    let seconds = best(50, || assert!(table(&nim).value(far, &Budget::default()).is_ok()));
    print_row("Nim, 10^18", seconds, None, 1.0, "at once");
}

fn long_proofs() {
    for (digits, wanted) in [
        (&[0, 3, 7, 6][..], "<= 2 s"),
        (&[0, 3, 5, 4], "<= 4 s"),
        (&[0, 1, 0, 4], "<= 25 s"),
        (&[0, 4, 5, 4], "<= 45 s"),
        (&[0, 0, 5, 4], "<= 50 s"),
    ] {
        let budget = Budget::new(Limits { memory: 1 << 30 }, Arc::new(Signal::default()));
        let search = || table(&code(digits)).period(Effort::ENDLESS, &budget).expect("no one stops it");
        let (seconds, found) = timed(search);
        let PeriodFinding::Proved(proof) = found else { panic!("{}: {found:?}", dotted(digits)) };
        let (preperiod, period) = (proof.period.preperiod, proof.period.period);
        let name = format!("{}, proof: {preperiod}, {period}", dotted(digits));
        print_row(&name, seconds, None, 1.0, wanted);
    }
}

fn print_row(name: &str, seconds: f64, textbook: Option<f64>, scale: f64, wanted: &str) {
    let here = format!("{:.3} ms", seconds * 1e3);
    match textbook.map(|other| other * scale) {
        Some(other) => {
            let there = format!("{:.1} ms", other * 1e3);
            println!("{name:44} {here:>11} {there:>11} {:>7.0} x   {wanted}", other / seconds);
        }
        None => println!("{name:44} {here:>11} {:>11} {:>9}   {wanted}", "", ""),
    }
}

/// The least time in seconds of `times` runs.
fn best<T>(times: usize, mut run: impl FnMut() -> T) -> f64 {
    (0..times).map(|_| timed(&mut run).0).fold(f64::INFINITY, f64::min)
}

fn table(rules: &Arc<HeapRules>) -> HeapTable {
    HeapTable::new(rules.clone())
}

/// A table with the engine of this name, without proofs.
fn alone(engine: &str, rules: &Arc<HeapRules>) -> HeapTable {
    let kind = ENGINES.iter().find(|kind| kind.name == engine).expect("there is such an engine");
    HeapTable::with_engine(rules.clone(), kind).expect("it fits")
}

fn fill(table: &mut HeapTable, heaps: u64) {
    table.fill(heaps + 1, &Budget::default()).expect("it is small");
}

fn prove(rules: &Arc<HeapRules>, effort: Effort) -> bool {
    let found = table(rules).period(effort, &Budget::default()).expect("no one stops it");
    matches!(found, PeriodFinding::Proved(_))
}

fn clause(least: u32, most: u32, likeness: Likeness, amounts: Amounts) -> HeapClause {
    HeapClause { shape: Shape { least, most: Some(most), likeness }, amounts }
}

fn take(amounts: &[u64]) -> Arc<HeapRules> {
    let clauses = vec![clause(0, 1, Likeness::Any, Amounts::finite(amounts.to_vec()))];
    Arc::new(HeapRules { clauses, divisors: Amounts::none() })
}

fn grundys_game() -> Arc<HeapRules> {
    let clauses = vec![clause(2, 2, Likeness::Unequal, Amounts::finite(vec![0]))];
    Arc::new(HeapRules { clauses, divisors: Amounts::none() })
}

fn code(digits: &[u32]) -> Arc<HeapRules> {
    let mut clauses = Vec::new();
    for heaps in 0..3 {
        let amounts =
            (0u64..).zip(digits).filter(|(amount, digit)| **digit >> heaps & 1 == 1 && (heaps > 1 || *amount > 0));
        let amounts: Vec<u64> = amounts.map(|(amount, _)| amount).collect();
        if !amounts.is_empty() {
            clauses.push(clause(heaps, heaps, Likeness::Any, Amounts::finite(amounts)));
        }
    }
    Arc::new(HeapRules { clauses, divisors: Amounts::none() })
}

fn dotted(digits: &[u32]) -> String {
    let list: Vec<String> = digits.iter().map(u32::to_string).collect();
    format!("{}.{}", list[0], list[1..].concat())
}

/// The C++ programs, if they could be built.
struct Textbook {
    folder: Option<PathBuf>,
}

impl Textbook {
    fn build() -> Textbook {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/textbook");
        let folder = std::env::temp_dir().join(format!("grundy-textbook-{}", std::process::id()));
        let built = std::fs::create_dir_all(&folder).is_ok()
            && ["naive_table", "naive_rules"].into_iter().all(|name| {
                let mut compiler = Command::new("g++");
                compiler.args(["-O2", "-std=c++17"]);
                compiler.arg(source.join(name).with_extension("cpp")).arg("-o").arg(folder.join(name));
                compiler.status().is_ok_and(|status| status.success())
            });
        if !built {
            println!("no g++: the textbook programs are left out");
        }
        Textbook { folder: built.then_some(folder) }
    }

    /// The time in seconds that a program reports; `None` if it cannot be run.
    fn run(&self, program: &str, arguments: &[&str]) -> Option<f64> {
        let output = Command::new(self.folder.as_ref()?.join(program)).args(arguments).output().ok()?;
        let printed = String::from_utf8(output.stdout).ok()?;
        printed.split("seconds=").nth(1)?.split(' ').next()?.parse().ok()
    }
}

impl Drop for Textbook {
    fn drop(&mut self) {
        if let Some(folder) = &self.folder {
            // If this fails, the files stay in the folder for temporary files, where they do no harm.
            let _ = std::fs::remove_dir_all(folder);
        }
    }
}

//! Benchmark of sizes: no run may become much slower an option because a value or a number crosses a constant of the
//! program. `cargo bench --bench cliffs` measures each engine at 1, 4 and 16 times the size at which it, or one before it,
//! changes its method, and fails if an option takes more than three times as long at a larger size. An argument selects
//! the rows whose names contain it.

#[path = "common/clock.rs"]
mod clock;

use std::process::ExitCode;
use std::sync::Arc;

use grundy::session;
use grundy::session::report::PrintedValues;
use grundy_engine::game::{Amounts, Component, Family, HeapClause, HeapRules, Likeness, Position, Set, Shape, Value};
use grundy_engine::solve::heap::{ENGINES, HeapTable};
use grundy_engine::solve::{Budget, Limits, Signal, Solver};

use clock::timed;

/// An option may take this many times as long at a larger size.
const MOST: f64 = 3.0;

/// What is measured: a name, three sizes, and how a size is run.
struct Row {
    name: &'static str,
    sizes: [u64; 3],
    run: fn(u64) -> Run,
}

/// What one size took.
struct Run {
    seconds: f64,
    /// How many options were looked at, or passed over because the method need not look at them.
    options: f64,
    /// Which engine answered.
    engine: &'static str,
}

const ROWS: &[Row] = &[
    growing("amounts without neighbours", 63, amounts),
    one_more("… one more than a word has bits", 63, amounts),
    growing("divisors", 63, divisors),
    growing("one number in eight, values from 256 on", 4000, one_in_eight),
    growing("powers of 2", 20_000, powers),
    growing("0.16, the sparse space from 4,096 on", 4096, sparse),
    growing("0.007…7, a number of sevens", 64, sevens),
    one_more("… one more", 64, sevens),
    growing("Lasker's Nim, values from 256 on", 1024, lasker),
    growing("splits into 2 to 16, 64, 256 heaps", 16, parts),
    growing("Wythoff", 500, wythoff),
    growing("Euclid, a table", 250, euclid),
    growing("Euclid, one position", 1000, euclid_alone),
    growing("written: take any, values from 253 on", 253, take_any),
    growing("written: squares, values from 61 on", 60_000, written_squares),
    one_more("vertices, one more than a word has bits", 64, vertices),
    one_more("… one more than two words have", 128, vertices),
    growing("diagrams of two rows, sets to 128 cells", 64, diagrams),
    growing("a table of Grundy's game", 1000, table),
];

/// The size at which the method changes, and 4 and 16 times that.
const fn growing(name: &'static str, size: u64, run: fn(u64) -> Run) -> Row {
    Row { name, sizes: [size, 4 * size, 16 * size], run }
}

/// The last size before the method changes, and the next two.
const fn one_more(name: &'static str, size: u64, run: fn(u64) -> Run) -> Row {
    Row { name, sizes: [size, size + 1, size + 2], run }
}

fn main() -> ExitCode {
    let wanted = std::env::args().skip(1).find(|argument| !argument.starts_with("--")).unwrap_or_default();
    println!("{:42} {:>12} {:>12} {:>12}   most times as long", "nanoseconds an option", "1", "4", "16");
    let rows = ROWS.iter().filter(|row| row.name.contains(&wanted));
    let steep = rows.filter(|row| measure(row) > MOST).count();
    if steep == 0 {
        return ExitCode::SUCCESS;
    }
    println!("{steep} rows rise by more than {MOST} times");
    ExitCode::FAILURE
}

/// Measures and prints a row: how many times as long an option takes as at some smaller size, at the most.
fn measure(row: &Row) -> f64 {
    let runs = row.sizes.map(|size| {
        let mut best = (row.run)(size);
        // Short runs are repeated, since other work disturbs them.
        for _ in 0..if best.seconds < 0.2 { 4 } else { 0 } {
            let again = (row.run)(size);
            best.seconds = best.seconds.min(again.seconds);
        }
        best
    });
    let cost = runs.each_ref().map(|run| run.seconds * 1e9 / run.options);
    let rise = (cost[1] / cost[0]).max(cost[2] / cost[0].min(cost[1]));
    let mut engines = runs.map(|run| run.engine).to_vec();
    engines.dedup();
    let shown = cost.map(|cost| format!("{cost:.4}"));
    let verdict = if rise > MOST { "STEEP" } else { "" };
    let [one, four, sixteen] = &shown;
    println!("{:42} {one:>12} {four:>12} {sixteen:>12}   {rise:5.2} {verdict:5} {}", row.name, engines.join(", "));
    rise
}

/// Fills in a table by the engine that is chosen for the rules, without proofs, which would end the work.
fn heaps(rules: HeapRules, heaps: u64, options: f64) -> Run {
    let rules = Arc::new(rules);
    let mut table = ENGINES.iter().find_map(|kind| HeapTable::with_engine(rules.clone(), kind)).expect("one fits");
    let (seconds, filled) = timed(|| table.fill(heaps, &budget()));
    filled.expect("it is small");
    Run { seconds, options, engine: table.engine().name }
}

fn budget() -> Budget {
    Budget::new(Limits { memory: 4 << 30 }, Arc::new(Signal::default()))
}

fn take(amounts: Amounts) -> HeapRules {
    HeapRules { clauses: vec![clause(0, 1, Likeness::Any, amounts)], divisors: Amounts::none() }
}

fn clause(least: u32, most: u32, likeness: Likeness, amounts: Amounts) -> HeapClause {
    HeapClause { shape: Shape { least, most: Some(most), likeness }, amounts }
}

fn amounts(count: u64) -> Run {
    let (amounts, until) = ((1..=count).map(|n| 3 * n + n % 2).collect(), 40_000_000 / count);
    heaps(take(Amounts::finite(amounts)), until, (until * count) as f64)
}

fn divisors(count: u64) -> Run {
    let until = 20_000_000 / count;
    let rules = HeapRules { clauses: Vec::new(), divisors: Amounts::finite((2..2 + count).collect()) };
    heaps(rules, until, (until * count) as f64)
}

fn one_in_eight(until: u64) -> Run {
    // A set without a pattern, as no two neighbours have the same remainders.
    let amounts: Vec<u64> = (1..until).filter(|n| n * n % 1_000_003 * 7919 % 8 == 3).collect();
    let options = amounts.iter().map(|amount| (until - amount) as f64).sum();
    heaps(take(Amounts::finite(amounts)), until, options)
}

fn powers(until: u64) -> Run {
    let powers = Amounts::from_set(&Set::Family(Family::Powers(2))).expect("a family");
    heaps(take(powers), until, until as f64 * (until as f64).log2())
}

fn sparse(until: u64) -> Run {
    let rules = HeapRules::coded(&[0, 1, 6]).expect("a code");
    heaps(rules, until, (until * until) as f64 / 4.0)
}

/// The two zeros keep the games alike: their values reach some 2,400 for 63 to 66 sevens. Without zeros, those of 64 sevens
/// alone stay below 288, and those of 63 and 65 reach 6,000, so that two games would be compared and not two methods.
fn sevens(digits: u64) -> Run {
    let code: Vec<u8> = (0..digits + 3).map(|digit| if digit < 3 { 0 } else { 7 }).collect();
    let until = 400_000 / digits.isqrt();
    let until = until.min(8192);
    heaps(HeapRules::coded(&code).expect("a code"), until, (until * until * digits) as f64 / 4.0)
}

fn lasker(until: u64) -> Run {
    let clauses =
        vec![clause(0, 1, Likeness::Any, Amounts::any()), clause(2, 2, Likeness::Any, Amounts::finite(vec![0]))];
    heaps(HeapRules { clauses, divisors: Amounts::none() }, until, (until * until) as f64 * 0.75)
}

/// The options are more than can be counted: what is compared is the time for each number of heaps and each first heap.
fn parts(most: u64) -> Run {
    let until = 600;
    let split = vec![clause(2, most as u32, Likeness::Any, Amounts::finite(vec![0]))];
    heaps(HeapRules { clauses: split, divisors: Amounts::none() }, until, (until * until * most) as f64 / 2.0)
}

const WYTHOFF: &str = "game G(a, b) = take any from a | take any from b | take any from a and b";
const EUCLID: &str =
    "game G(a, b) over if min(a, b) == 0 = (a - k*b, b) for k in 1..a/b | (a, b - k*a) for k in 1..b/a";

/// The position that the last statement prints.
fn printed(text: &str) -> Position {
    let mut session = session::new(Limits::default(), Arc::new(Signal::default()));
    let mut printed = None;
    for statement in session.read("bench", text) {
        let reply = session.run(&statement.expect("a statement")).expect("an answer");
        if let Some(PrintedValues(values)) = reply.answer()
            && let [Value::Position(sum)] = &values[..]
            && let Component::Position(position) = &sum.parts[0].component
        {
            printed = Some(position.clone());
        }
    }
    printed.expect("the last statement prints a position")
}

fn solver() -> Solver {
    Solver::new(Limits { memory: 4 << 30 }, Arc::new(Signal::default()))
}

/// The value of a position of a written rule, or with `all` those of all positions up to it.
fn written(definition: &str, coordinates: &[u64], all: bool, options: f64) -> Run {
    let ones = vec!["1"; coordinates.len()].join(", ");
    let coordinates = coordinates.iter().map(|n| Value::Integer((*n).into())).collect();
    let position = Position { coordinates, ..printed(&format!("{definition}\nprint G({ones})")) };
    let mut solver = solver();
    let (seconds, done) = timed(|| match all {
        true => solver.expect(&position),
        false => solver.position_value(&position).map(|_| ()),
    });
    done.expect("it is small");
    Run { seconds, options, engine: "written rule" }
}

/// The value of a position that is searched as a set; `options`, if they are not those that were listed.
fn set(text: &str, options: Option<f64>) -> Run {
    let position = printed(text);
    let mut solver = solver();
    let (seconds, value) = timed(|| solver.position_value(&position));
    value.expect("it is small");
    let (positions, listed) = solver.set_counts();
    assert!(positions > 0, "it is no set");
    Run { seconds, options: options.unwrap_or(listed as f64), engine: "sets" }
}

/// A path of vertices.
fn vertices(count: u64) -> Run {
    let last = count - 1;
    set(&format!("let kayles_graph = path({count})\nprint NodeKayles([0..{last}])"), None)
}

/// Rows of which each move cuts all from some row on.
fn diagrams(columns: u64) -> Run {
    set(&format!("print Chomp([{columns}, {columns}])"), Some((columns as f64).powi(3) / 2.0))
}

fn wythoff(size: u64) -> Run {
    written(WYTHOFF, &[size, size], false, 4.0 / 3.0 * (size as f64).powi(3))
}

fn euclid(size: u64) -> Run {
    // Each position (a, b) with a ≥ b > 0 has ⌊a/b⌋ options, and so has (b, a).
    let options: u64 = (1..=size).map(|a| 2 * (1..=a).map(|b| a / b).sum::<u64>()).sum();
    written(EUCLID, &[size, size], true, options as f64)
}

/// Only the positions (n, 1) are reached.
fn euclid_alone(size: u64) -> Run {
    written(EUCLID, &[size - 1, size], false, (size * size) as f64 / 2.0)
}

fn take_any(size: u64) -> Run {
    written("game G(n) = (n - k) for k in 1..n", &[size], false, (size * size) as f64 / 2.0)
}

fn written_squares(size: u64) -> Run {
    written("game G(n) = (n - k*k) for k in 1..isqrt(n)", &[size], false, (size as f64).powf(1.5) / 1.5)
}

/// The rows of `table`, without the text.
fn table(size: u64) -> Run {
    let mut session = session::new(Limits { memory: 4 << 30 }, Arc::new(Signal::default()));
    let mut seconds = 0.0;
    for statement in session.read("bench", &format!("table GrundysGame 0..{size}")) {
        let statement = statement.expect("a statement");
        let (more, reply) = timed(|| session.run(&statement).map(|_| ()));
        reply.expect("an answer");
        seconds += more;
    }
    Run { seconds, options: (size * size) as f64 / 4.0, engine: "table" }
}

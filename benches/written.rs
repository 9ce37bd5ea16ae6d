//! Rules of any shape against the clock: what a program in C++ after the textbook needs, where there is one, stands
//! beside. Give it as the first argument: the path of a program `naive_table GAME N`.

use std::process::Command;
use std::sync::Arc;
use std::time::Instant;

use grundy::game::{Component, Position, Value};
use grundy::session::Session;
use grundy::session::report::Report;
use grundy::solve::{Limits, Signal, Solver};

/// Name, definition, position asked for, and about how many options all positions below it have together.
const CASES: &[(&str, &str, &[i128], f64)] = &[
    ("Wythoff 300", WYTHOFF, &[299, 299], 3.0 * 300.0 * 300.0 * 150.0 * 0.89),
    ("Wythoff 1000", WYTHOFF, &[999, 999], 1.333e9),
    ("Wythoff 3000", WYTHOFF, &[2999, 2999], 36e9),
    ("M 10^7", "game G(n) over if n == 0 = (n-1) | (n/2) if even(n) | (n-5) if n % 4 == 3", &[10_000_000], 1.75e7),
    ("D' 10^7", "game G(n) over if n < 1 or n < 0 = (n/2) | (n/3) | (n/6)", &[10_000_000], 3e7),
    ("D' 10^18", "game G(n) over if n < 1 or n < 0 = (n/2) | (n/3) | (n/6)", &[1_000_000_000_000_000_000], 3036.0),
    ("Chomp 3x60", CHOMP, &[60, 60, 60], 3.534e6),
    ("Fib 2000", "game G(n, most) = (n-k, 2*k) for k in 1..min(n, most)", &[2000, 1999], 0.89e9),
    ("Euclid 1000", EUCLID, &[1000, 1000], 6.577e6),
    ("Euclid 999,1000 box", EUCLID, &[999, 1000], 6.577e6),
    ("Flip 24", FLIP, &[24], 1.0),
];

const WYTHOFF: &str = "game G(a, b) = take any from a | take any from b | take any from a and b";
const CHOMP: &str = "game G(a, b, c) where a >= b and b >= c = (i, min(i,b), min(i,c)) for i in 1..a-1 | \
                     (a, i, min(i,c)) for i in 0..b-1 | (a, b, i) for i in 0..c-1";
const EUCLID: &str =
    "game G(a, b) over if min(a, b) == 0 = (a - k*b, b) for k in 1..a/b | (a, b - k*a) for k in 1..b/a";
const FLIP: &str = "game G(s) = (replace(s, i, \"--\")) for i in 0..length(s)-2 if s[i..i+1] == \"++\"";

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let wanted = arguments.get(1).cloned().unwrap_or_default();
    for (name, definition, coordinates, options) in CASES {
        if !name.contains(&wanted) {
            continue;
        }
        let mut best = f64::MAX;
        let mut value = 0;
        for _ in 0..3 {
            let game = game(definition, coordinates.len(), *definition == FLIP);
            let coordinates = match coordinates {
                [length] if *definition == FLIP => [Value::text(&"+".repeat(*length as usize))].into(),
                numbers => numbers.iter().map(|n| Value::Integer(*n)).collect(),
            };
            let limits = Limits { memory: 4 << 30 };
            let mut solver = Solver::new(limits, Arc::new(Signal::default()));
            let begun = Instant::now();
            let position = Position { game, coordinates };
            value = solver.position_value(&position).expect("a value").0;
            best = best.min(begun.elapsed().as_secs_f64());
            if best > 1.0 {
                break;
            }
        }
        if name.starts_with("Euclid") || name.starts_with("Chomp") {
            table(name, definition, coordinates, *options);
        }
        println!("{name:20} G = {value:5} {:10.3} ms {:8.2} ns an option", best * 1e3, best * 1e9 / options);
    }
    if let Some(program) = arguments.first().filter(|program| !program.is_empty()) {
        for size in ["300", "1000"] {
            let said = Command::new(program).args(["wythoff", size]).output().expect("a program");
            print!("{}", String::from_utf8_lossy(&said.stdout));
        }
    }
}

/// All positions up to one, as a table asks for them: filled in first, then read.
fn table(name: &str, definition: &str, coordinates: &[i128], options: f64) {
    let game = game(definition, coordinates.len(), false);
    let mut solver = Solver::new(Limits { memory: 4 << 30 }, Arc::new(Signal::default()));
    let begun = Instant::now();
    let coordinates = coordinates.iter().map(|n| Value::Integer(*n)).collect();
    solver.expect(&Position { game, coordinates }).expect("no interruption");
    let seconds = begun.elapsed().as_secs_f64();
    println!("{name:14} table {:10.3} ms {:8.2} ns an option", seconds * 1e3, seconds * 1e9 / options);
}

fn game(definition: &str, arity: usize, text: bool) -> std::rc::Rc<grundy::game::Game> {
    let mut session = Session::new(Limits::default(), Arc::new(Signal::default()));
    let zeros = if text { "\"\"".to_owned() } else { vec!["1"; arity].join(", ") };
    for statement in session.read("bench", &format!("{definition}\nprint G({zeros})")) {
        let reply = session.run(&statement.expect("a statement")).expect("an answer");
        if let Some(Report::Printed(values)) = reply.report
            && let [Value::Position(sum)] = &values[..]
            && let Component::Position(position) = &sum.parts[0].component
        {
            return position.game.clone();
        }
    }
    unreachable!("the last statement prints a position")
}

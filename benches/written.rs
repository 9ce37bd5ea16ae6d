//! Benchmark of written rules: rules of any shape. If the first argument is the path of a C++ program that is
//! called as `naive_table GAME N` (see `textbook/`), its times are printed for comparison. The second argument
//! selects the rows whose names contain it.

#[path = "written/cases.rs"]
mod cases;

use std::process::Command;
use std::sync::Arc;
use std::time::Instant;

use grundy::session;
use grundy::session::report::PrintedValues;
use grundy_engine::game::{Component, Position, Value};
use grundy_engine::nim::Nimber;
use grundy_engine::solve::{Limits, Signal, SolveError, Solver};

use cases::{CASES, Start, Work};

impl Work {
    fn rate(self, seconds: f64) -> String {
        match self {
            Work::Options(count) => format!("{:8.2} ns an option", seconds * 1e9 / count),
            Work::Positions(count) => format!("{:8.0} ns a position", seconds * 1e9 / count),
        }
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let wanted = arguments.get(1).cloned().unwrap_or_default();
    for (name, definition, start, work) in CASES {
        if !name.contains(&wanted) {
            continue;
        }
        let mut best = f64::MAX;
        let mut value = 0;
        let begun_all = Instant::now();
        let mut runs = 0;
        while runs < 5 || begun_all.elapsed().as_secs_f64() < 0.5 {
            runs += 1;
            let game = game(definition, *start);
            let limits = Limits { memory: 4 << 30 };
            let mut solver = Solver::new(limits, Arc::new(Signal::default()));
            let begun = Instant::now();
            let position = Position { game, coordinates: start.coordinates() };
            value = solver.position_value(&position).expect("a value").0;
            best = best.min(begun.elapsed().as_secs_f64());
            if best > 1.0 {
                break;
            }
        }
        if ["Euclid 1000", "Chomp 3x60", "D' 10^7"].contains(name) {
            table(name, definition, *start, *work);
        }
        println!("{name:20} G = {value:5} {:10.3} ms {}", best * 1e3, work.rate(best));
    }
    single_values(&wanted);
    if let Some(program) = arguments.first().filter(|program| !program.is_empty()) {
        for size in ["300", "1000"] {
            let output = Command::new(program).args(["wythoff", size]).output().expect("a program");
            print!("{}", String::from_utf8_lossy(&output.stdout));
        }
    }
}

/// Times the value of a single large position, and the same with the values of all positions below it.
fn single_values(wanted: &str) {
    let node = "game G(left) = sum[(p) for p in parts([w for w in left if w != v and w not in g[v]], g)] for v in left";
    let arc = "game G(left) = sum[(p) for p in parts([w for w in left if w != u and w != v], g)] \
               for u in left, v in g[u] if u < v and v in left";
    for (name, graph, rule) in [("Node Kayles 6x6", "grid(6, 6)", node), ("Arc Kayles 5x5", "grid(5, 5)", arc)] {
        if !name.contains(wanted) {
            continue;
        }
        let game = game(&format!("let g = {graph}\n{rule}"), Start::Ones(0));
        let cells = if name.starts_with("Node") { 0..36 } else { 0..25 };
        let start = Component::Position(Position {
            game,
            coordinates: [Value::list(cells.map(Value::Integer).collect())].into(),
        });
        let timed = |ask: fn(&mut Solver, &Component) -> Result<Nimber, SolveError>| {
            let mut solver = Solver::new(Limits { memory: 4 << 30 }, Arc::new(Signal::default()));
            let begun = Instant::now();
            let value = ask(&mut solver, &start).expect("a value").0;
            (value, begun.elapsed().as_secs_f64() * 1e3)
        };
        let (single, all) = (timed(Solver::single_value), timed(Solver::component_value));
        println!("{name:20} G = {:5} {:10.3} ms, with all below {:10.3} ms", single.0, single.1, all.1);
    }
}

/// Times the values of all positions up to one, which are announced to the solver as for a table.
fn table(name: &str, definition: &str, start: Start, work: Work) {
    let mut best = f64::MAX;
    for _ in 0..20 {
        let game = game(definition, start);
        let mut solver = Solver::new(Limits { memory: 4 << 30 }, Arc::new(Signal::default()));
        let begun = Instant::now();
        solver.expect(&Position { game, coordinates: start.coordinates() }).expect("no interruption");
        best = best.min(begun.elapsed().as_secs_f64());
    }
    println!("{name:19} table      {:10.3} ms {}", best * 1e3, work.rate(best));
}

fn game(definition: &str, start: Start) -> Arc<grundy_engine::game::Game> {
    let mut session = session::new(Limits::default(), Arc::new(Signal::default()));
    for statement in session.read("bench", &format!("{definition}\nprint G({})", start.typed())) {
        let reply = session.run(&statement.expect("a statement")).expect("an answer");
        if let Some(PrintedValues(values)) = reply.answer()
            && let [Value::Position(sum)] = &values[..]
            && let Component::Position(position) = &sum.parts[0].component
        {
            return position.game.clone();
        }
    }
    unreachable!("the last statement prints a position")
}

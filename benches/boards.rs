//! Benchmark of boards whose positions fall apart into independent parts. For the value of Cram, the time of
//! `igsolve` (Beling), a program written for this game, is shown as well, if it can be found: it gives the value,
//! and knows that it is not 0 where one side is even and the other odd.
//!
//! `cargo bench --bench boards`, with `-- long` for what takes more than a second. Times are CPU times, so that
//! other work on the machine does not count.

#[path = "common/clock.rs"]
mod clock;

use std::process::Command;
use std::sync::Arc;
use std::time::Instant;

use grundy_engine::game::{Directions, Game, LibertyRule, Rewrite, Turned, strips};
use grundy_engine::{Outcome, PeriodFinding, Solver, Sum};

use clock::timed;

fn main() {
    let long = std::env::args().any(|argument| argument == "long");
    println!("{:34} {:>10} {:>10}   {:>12}   {:>10}", "", "here", "igsolve", "a board", "wanted");
    let cram = game("Cram", &[("..", "##", Turned::Down)]);
    for (width, height, wanted) in [(5, 5, "8 ms"), (4, 7, "40 ms"), (5, 6, "250 ms"), (5, 7, "3 s"), (4, 9, "3 s")] {
        if long || (width, height) != (5, 7) {
            winner(&format!("winner of Cram {width} x {height}"), &cram.board(&filled(width, height, ".")), wanted);
        }
    }
    for (width, height, wanted) in [(3, 10, "50 ms"), (3, 11, "200 ms"), (3, 12, "600 ms")] {
        winner(&format!("winner of Cram {width} x {height}"), &cram.board(&filled(width, height, ".")), wanted);
    }
    // Two words for each set of cells, and sixteen.
    for (width, height) in [(3, 22), (5, 30)] {
        winning_move(&format!("a move in Cram {width} x {height}"), &cram.board(&filled(width, height, ".")));
    }
    for (width, height, wanted) in [(4, 7, ""), (5, 6, "1 s"), (3, 12, ""), (4, 9, ""), (5, 7, "")] {
        if long || (width, height) != (5, 7) && (width, height) != (4, 9) {
            let beside = igsolve(width, height);
            value(
                &format!("value of Cram {width} x {height}"),
                &cram.board(&filled(width, height, ".")),
                beside,
                wanted,
            );
        }
    }
    let clobber = game("Clobber", &[("XO", ".X", Turned::All), ("OX", ".O", Turned::All)]);
    for (width, height) in [(4, 4), (3, 6), (4, 5)] {
        let board = clobber.board(&chequered(width, height));
        winner(&format!("winner of Clobber {width} x {height}"), &board, "");
        value(&format!("value of Clobber {width} x {height}"), &board, None, "");
    }
    let fission = game("Fission", &[(".X.", "X.X", Turned::Down)]);
    let board = [".....", "..X..", ".....", "...X.", "....."].join("/");
    value("value of Fission 5 x 5, two stones", &fission.board(&board), None, "");
    let put =
        |stone| Rewrite::new(".", stone, Directions { turned: Turned::AsWritten, mirrored: false }).expect("a rule");
    let nogo = Game::rewriting_where("NoGo", vec![put("X"), put("O")], &[LibertyRule::new("XO", ".")]);
    for (width, height) in [(1, 15), (3, 4)] {
        value(&format!("value of NoGo {width} x {height}"), &nogo.board(&filled(width, height, ".")), None, "1 s");
    }
    strips_to_200();
}

fn game(name: &str, rewrites: &[(&str, &str, Turned)]) -> Arc<Game> {
    let rewrite = |&(from, to, turned)| Rewrite::new(from, to, Directions { turned, mirrored: false }).expect("a rule");
    Game::rewriting(name, rewrites.iter().map(rewrite).collect())
}

fn filled(width: usize, height: usize, symbol: &str) -> String {
    vec![symbol.repeat(width); height].join("/")
}

fn chequered(width: usize, height: usize) -> String {
    let row = |row: usize| {
        (0..width).map(|column| if (row + column).is_multiple_of(2) { 'X' } else { 'O' }).collect::<String>()
    };
    (0..height).map(row).collect::<Vec<_>>().join("/")
}

fn winner(name: &str, board: &Sum, wanted: &str) {
    let (seconds, looked, outcome) = best(|solver| solver.outcome(board).expect("an outcome"));
    let outcome = if outcome == Outcome::P { "second" } else { "first" };
    print_row(&format!("{name}: {outcome}"), seconds, None, looked, wanted);
}

fn winning_move(name: &str, board: &Sum) {
    let (seconds, looked, found) = best(|solver| solver.winning_move(board).expect("an answer").is_some());
    print_row(&format!("{name}: {}", if found { "wins" } else { "none" }), seconds, None, looked, "");
}

fn value(name: &str, board: &Sum, beside: Option<f64>, wanted: &str) {
    let (seconds, looked, value) = best(|solver| solver.value(board).expect("a value"));
    print_row(&format!("{name}: {}", value.0), seconds, beside, looked, wanted);
}

/// Kayles, Dawson's Kayles and Treblecross, each as a rule about strips: the values of all strips to 200, and the
/// proof of a period, if there is one.
fn strips_to_200() {
    for (name, lengths) in [("Kayles", &[1, 2][..]), ("Dawson's Kayles", &[2]), ("Treblecross", &[3])] {
        let (from, to): (Vec<String>, Vec<String>) = lengths.iter().map(|n| (".".repeat(*n), "#".repeat(*n))).unzip();
        let pairs = from.iter().zip(&to).map(|(from, to)| (from.as_str(), to.as_str(), Turned::AsWritten));
        let game = game(name, &pairs.collect::<Vec<_>>());
        let is_proved = lengths != [3];
        let (seconds, _, period) = best(|solver| {
            for n in 0..=200 {
                solver.value(&game.board(&".".repeat(n))).expect("a value");
            }
            let (heaps, _) = strips(&game.ruleset).expect("strips are heaps");
            match is_proved.then(|| solver.period(&heaps)) {
                Some(Ok(Some(PeriodFinding::Proved(proof)))) => proof.period.period.to_string(),
                None => "unknown".into(),
                Some(other) => panic!("{other:?}"),
            }
        });
        print_row(&format!("strips to 200, {name}: period {period}"), seconds, None, 0, "10 ms");
    }
}

/// The least time in seconds of repeated runs, each with a new solver; how many boards were searched; and the
/// answer.
fn best<T>(run: impl Fn(&mut Solver) -> T) -> (f64, u64, T) {
    let begun_all = Instant::now();
    let mut least = f64::INFINITY;
    loop {
        let mut solver = Solver::default();
        let (seconds, found) = timed(|| run(&mut solver));
        least = least.min(seconds);
        if begun_all.elapsed().as_secs_f64() > 1.5 {
            return (least, solver.board_counts().1, found);
        }
    }
}

/// The least time in seconds that `igsolve` reports in three runs; `None` if it cannot be run.
fn igsolve(width: usize, height: usize) -> Option<f64> {
    let run = || {
        let sides = [height.to_string(), width.to_string()];
        let output = Command::new("igsolve").args(["cram", "-r", &sides[0], "-c", &sides[1]]).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        let time = text.lines().find_map(|line| line.strip_prefix("Calculation time: "))?;
        [("ms", 1e-3), ("µs", 1e-6), ("s", 1.0)]
            .into_iter()
            .find_map(|(unit, scale)| time.strip_suffix(unit)?.parse::<f64>().ok().map(|time| time * scale))
    };
    (0..3).filter_map(|_| run()).reduce(f64::min)
}

fn print_row(name: &str, seconds: f64, beside: Option<f64>, looked: u64, wanted: &str) {
    let beside = beside.map_or_else(String::new, |seconds| format!("{:.2} ms", seconds * 1e3));
    let each = if looked < 1_000 { String::new() } else { format!("{:.0} ns", seconds * 1e9 / looked as f64) };
    let wanted = if wanted.is_empty() { String::new() } else { format!("<= {wanted}") };
    println!("{name:34} {:>7.3} ms {beside:>10}   {each:>12}   {wanted:>10}", seconds * 1e3);
}

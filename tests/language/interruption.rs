//! Ctrl-C stops every search over written rules, and the solver can be asked again afterwards.

use std::sync::Arc;

use grundy_engine::solve::{Limits, Signal, SolveError, Solver};

use crate::common::clock::HANGS;
use crate::common::games::{game, position};

/// Rules with a loop that runs practically for ever before it yields an option, in every part of a rule that can
/// have a loop.
const ENDLESS: [(&str, &[i128]); 9] = [
    ("game G(n) = (n-1) for k in 1..n if k < 0", &[1 << 49]),
    ("game G(n) = (n-1) if some(k < 0 for k in 1..n)", &[1 << 49]),
    ("game G(n) = (n-1) for i in 1..9999, j in 1..9999, k in 1..9999, l in 1..9999 if i+j+k+l < 0", &[5]),
    ("game G(a, b) = (a-1, b) for k in 1..10^14 if k % 7 == 8 | (a, b-1)", &[60, 60]),
    ("game G(a, b) = (a-1, b) for i in 1..99999, j in 1..99999, k in 1..99999 if i+j+k < 0 | (a, b-1)", &[60, 60]),
    ("game G(n) where all(k > 0 for k in 1..n*10^13) = (n-1)", &[5]),
    ("game G(n) over if count(k > 0 for k in 1..10^14) == n = (n-1)", &[5]),
    ("game H(s, n) = (s, n-1) for k in 1..10^14 if k < 0\ngame G(n) = H([1, 2], n-1)", &[5]),
    ("game H(s, n) = (s, n-1)\ngame G(n) = H([k for k in 1..10^14 if k < 0], n-1)", &[5]),
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

//! Games by their definitions, and what a solver says of their positions.

use std::sync::Arc;

use grundy::session::report::Report;
use grundy_engine::game::{Component, Game, Position, Value};
use grundy_engine::nim::Nimber;
use grundy_engine::solve::{Limits, Signal, SolveError, Solver};

use super::played::Played;
use super::rules::Boards;

/// The game of this name after some definitions.
pub fn game(definitions: &str, position: &str) -> Arc<Game> {
    let mut played = Played::new();
    let mut found = None;
    for statement in played.session.read("<test>", &format!("{definitions}\nprint {position}")) {
        let statement = statement.unwrap_or_else(|error| panic!("{definitions}\n{error:?}"));
        let reply = played.session.run(&statement).unwrap_or_else(|error| panic!("{definitions}\n{error:?}"));
        if let Some(Report::Printed(values)) = reply.report
            && let [Value::Position(sum)] = &values[..]
            && let Component::Position(position) = &sum.parts[0].component
        {
            found = Some(position.game.clone());
        }
    }
    found.unwrap_or_else(|| panic!("no position: {definitions}"))
}

pub fn position(game: &Arc<Game>, coordinates: &[i128]) -> Position {
    Position { game: game.clone(), coordinates: coordinates.iter().map(|n| Value::Integer(*n)).collect() }
}

/// Errors are compared by their kind: which cycle is found first may differ.
pub fn told(result: Result<Nimber, SolveError>) -> String {
    match result {
        Ok(value) => value.to_string(),
        Err(SolveError::Fault { fault, position }) => format!("{:?} at {position:?}", fault.kind),
        Err(SolveError::Cycle(_)) => "cycle".to_owned(),
        Err(other) => format!("{other:?}"),
    }
}

pub fn fast() -> Solver {
    Solver::new(Limits::default(), Arc::new(Signal::default()))
}

pub fn plain() -> Solver {
    Solver::by_definition(Limits::default(), Arc::new(Signal::default()))
}

/// Compares every way to a value with the definition, for all positions of a box. The largest comes first, so that a search
/// has something to do.
pub fn compare(definitions: &str, game: &Arc<Game>, sizes: &[i128]) -> usize {
    let (mut fast, mut swept, mut plain) = (fast(), fast(), plain());
    let highest: Vec<i128> = sizes.iter().map(|size| size - 1).collect();
    swept.expect(&position(game, &highest)).unwrap();
    let count: i128 = sizes.iter().product();
    let mut compared = 0;
    for index in (0..count).rev() {
        let mut rest = index;
        let coordinates: Vec<i128> = sizes
            .iter()
            .map(|size| {
                let n = rest % size;
                rest /= size;
                n
            })
            .collect();
        let position = position(game, &coordinates);
        if !plain.is_admitted(&position).unwrap_or(true) {
            continue;
        }
        let expected = told(plain.position_value(&position));
        assert_eq!(told(fast.position_value(&position)), expected, "{position} of\n{definitions}");
        assert_eq!(told(swept.position_value(&position)), expected, "swept {position} of\n{definitions}");
        compared += 1;
    }
    compared
}

/// Compares the heaps below `to` of a game G with the positions of D, in which every option is written out.
pub fn compare_heaps(definitions: &str, to: u64) {
    let (heaps, written) = (game(definitions, "G(0)"), game(definitions, "D(0, 0)"));
    let (mut fast, mut plain) = (fast(), plain());
    let found = fast.heap_values(&heaps, 0..=to - 1).unwrap_or_else(|stop| panic!("{stop:?}\n{definitions}"));
    for (heap, found) in (0..).zip(found) {
        let expected = plain.position_value(&position(&written, &[heap, 0])).unwrap();
        assert_eq!(found, expected, "G({heap}) of\n{definitions}");
    }
}

/// What was compared of random rules over texts and lists.
#[derive(Debug, Default)]
pub struct Compared {
    /// Rules that are resolved to code.
    pub resolved: usize,
    /// Positions with a value, and those that lead to an error.
    pub known: usize,
    pub wrong: usize,
}

/// Compares so many positions of rules over texts or lists with the definition.
pub fn compare_boards(boards: &mut Boards, text: bool, positions: usize) -> Compared {
    let definitions = boards.rules(text);
    let game = game(&definitions, if text { "G(\"\")" } else { "G([])" });
    // Some grow for ever.
    let limits = Limits { memory: 1 << 20 };
    let mut fast = Solver::new(limits, Arc::new(Signal::default()));
    let mut plain = Solver::by_definition(limits, Arc::new(Signal::default()));
    let resolved = usize::from(fast.engine(&game.ruleset).starts_with("texts and lists"));
    let mut compared = Compared { resolved, ..Compared::default() };
    for _ in 0..positions {
        let start = Position { game: game.clone(), coordinates: [boards.start(text)].into() };
        if !plain.is_admitted(&start).unwrap_or(true) {
            continue;
        }
        let (found, expected) = (fast.position_value(&start), plain.position_value(&start));
        // What grows in a circle may fill the memory before it closes.
        let is_full =
            |told: &Result<_, SolveError>| matches!(told, Err(SolveError::Memory { .. } | SolveError::Grows(_)));
        if is_full(&expected) || (is_full(&found) && matches!(expected, Err(SolveError::Cycle(_)))) {
            continue;
        }
        let expected = told(expected);
        assert_eq!(told(found), expected, "{start} of\n{definitions}");
        *(if expected.parse::<u64>().is_ok() { &mut compared.known } else { &mut compared.wrong }) += 1;
    }
    compared
}

/// The game G of some definitions, through a position it admits. Most rules admit one of these.
pub fn admitted(definitions: &str, arity: usize) -> Option<Arc<Game>> {
    let mut played = Played::new();
    played.script("<test>", definitions).unwrap_or_else(|error| panic!("{definitions}\n{error}"));
    let all = ["0", "1", "2", "3", "4", "5", "6"];
    let shown = |n: &str, m: &str| format!("G({})", [n, m, m][..arity].join(", "));
    let tries = all.iter().flat_map(|n| all.iter().map(move |m| shown(n, m)));
    for position in tries {
        if played.script("<test>", &format!("print {position}")).is_ok() {
            return Some(game(definitions, &position));
        }
    }
    None
}

//! Comparisons of every engine with the definition, position by position.
//!
//! Here and in the tests that use this file, "the definition" is `Solver::definition_only`: each value is the mex of
//! the values of the options, with no faster engine. A failure names the position and the rules.

use std::collections::HashMap;
use std::sync::Arc;

use grundy::session::report::PrintedValues;
use grundy_engine::game::{Component, Game, Position, Sum, Summand, Value};
use grundy_engine::nim::{Nimber, Outcome, Period};
use grundy_engine::solve::{Effort, Limits, MovesFound, PeriodFinding, Signal, Situation, SolveError, Solver};

use super::dice::Dice;
use super::played::Played;
use super::rules::Boards;

/// The game to which a position belongs, after some definitions.
pub fn game(definitions: &str, position: &str) -> Arc<Game> {
    let mut played = Played::new();
    let mut found = None;
    for statement in played.session.read("<test>", &format!("{definitions}\nprint {position}")) {
        let statement = statement.unwrap_or_else(|error| panic!("{definitions}\n{error:?}"));
        let reply = played.session.run(&statement).unwrap_or_else(|error| panic!("{definitions}\n{error:?}"));
        if let Some(PrintedValues(values)) = reply.answer()
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

/// A value or an error as text that two solvers must agree on. Of a cycle, and of positions that grow, only the kind of error is
/// compared, since which are found first may differ.
pub fn told(result: Result<Nimber, SolveError>) -> String {
    match result {
        Ok(value) => value.to_string(),
        Err(SolveError::Fault { fault, position }) => format!("{:?} at {position:?}", fault.kind),
        Err(SolveError::Cycle(_)) => "cycle".to_owned(),
        Err(SolveError::Grows { .. }) => "Grows".to_owned(),
        Err(other) => format!("{other:?}"),
    }
}

pub fn fast() -> Solver {
    Solver::new(Limits::default(), Arc::new(Signal::default()))
}

pub fn definition_only() -> Solver {
    Solver::definition_only(Limits::default(), Arc::new(Signal::default()))
}

/// Compares the solver's values with the definition for all admitted positions of a box, and which are lost where that is
/// found without values, and returns how many there were: once for single positions, and once after a table of the whole box was asked for. The largest position
/// comes first, so that a search has something to do.
pub fn compare(definitions: &str, game: &Arc<Game>, sizes: &[i128]) -> usize {
    let (mut fast, mut swept, mut outcomes, mut definition) = (fast(), fast(), fast(), definition_only());
    let highest: Vec<i128> = sizes.iter().map(|size| size - 1).collect();
    swept.expect(&position(game, &highest)).unwrap();
    let count: i128 = sizes.iter().product();
    let lost = fast.lost_positions(&position(game, &highest), count.try_into().unwrap()).unwrap();
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
        let read: Vec<Nimber> = (0..sizes.len())
            .flat_map(|axis| {
                let number = i64::try_from(coordinates[axis]).ok();
                swept.values_along(&position, axis, number.into_iter()).collect::<Vec<_>>()
            })
            .collect();
        let numbers: Vec<i64> = coordinates.iter().map(|n| (*n).try_into().unwrap()).collect();
        let is_lost = lost.as_ref().map(|lost| lost.is_lost(&numbers));
        if !definition.is_admitted(&position).unwrap_or(true) {
            assert!(is_lost.flatten().is_none(), "an outcome without a position: {position} of\n{definitions}");
            assert!(read.is_empty(), "a value without a position: {position} of\n{definitions}");
            continue;
        }
        let expected = told(definition.position_value(&position));
        assert_eq!(told(fast.position_value(&position)), expected, "{position} of\n{definitions}");
        assert_eq!(told(swept.position_value(&position)), expected, "swept {position} of\n{definitions}");
        for value in read {
            assert_eq!(told(Ok(value)), expected, "read {position} of\n{definitions}");
        }
        if let Some(is_lost) = is_lost {
            assert_eq!(is_lost, Some(expected == "0"), "marked {position} of\n{definitions}");
            let outcome = if expected == "0" { Outcome::P } else { Outcome::N };
            assert_eq!(outcomes.outcome(Sum::position(position)), Ok(outcome), "outcome of\n{definitions}");
        }
        compared += 1;
    }
    compared
}

/// Compares the heaps below `to` of a game G with the positions of the game D, which has the same options written
/// out (see `HeapRules`).
pub fn compare_heaps(definitions: &str, to: u64) {
    let (heaps, written) = (game(definitions, "G(0)"), game(definitions, "D(0, 0)"));
    let (mut fast, mut definition) = (fast(), definition_only());
    let found = fast.values(&heaps, 0..=to - 1).unwrap_or_else(|stop| panic!("{stop:?}\n{definitions}"));
    for (heap, found) in (0..).zip(found) {
        let expected = definition.position_value(&position(&written, &[heap, 0])).unwrap();
        assert_eq!(found, expected, "G({heap}) of\n{definitions}");
    }
}

/// Whether a period of a game G is proved. If so, asserts for the heaps below `to` that the values have this period
/// and no shorter preperiod, and that a solver which has not looked for the period finds the same values.
pub fn compare_period(definitions: &str, to: u64) -> bool {
    let heaps = game(definitions, "G(0)");
    let (mut proving, mut plain) = (fast(), fast());
    let effort = Effort { heaps: to, steps: 1_000_000 };
    let found = proving.period_within(&heaps, effort).unwrap_or_else(|_| panic!("{definitions}"));
    let Some(PeriodFinding::Proved(proof)) = found else { return false };
    let Period { preperiod, period, saltus } = proof.period;
    let values = plain.values(&heaps, 0..=to - 1).unwrap();
    let repeats = |heap: u64| values[(heap + period) as usize].0 == values[heap as usize].0 + saltus;
    for heap in preperiod..to.saturating_sub(period) {
        assert!(repeats(heap), "{:?} at {heap} of\n{definitions}", proof.period);
    }
    if let Some(last) = preperiod.checked_sub(1).filter(|last| last + period < to) {
        assert!(!repeats(last), "{:?} begins before of\n{definitions}", proof.period);
    }
    for (heap, value) in (0..).zip(values) {
        assert_eq!(proving.heap_value(&heaps.ruleset, heap).unwrap(), value, "G({heap}) of\n{definitions}");
    }
    true
}

/// Compares the misère outcomes of `sums` random sums of small heaps of a game G with a plain search through the
/// positions of D, in which every option is written out.
pub fn compare_misere(definitions: &str, dice: &mut Dice, sums: usize) {
    let (heaps, written) = (game(definitions, "G(0)"), game(definitions, "D(0, 0)"));
    let (mut fast, mut known) = (fast(), HashMap::new());
    for _ in 0..sums {
        let mut sizes: Vec<i128> = (0..=dice.below(3)).map(|_| dice.below(7).into()).collect();
        sizes.sort_unstable();
        let parts = sizes.iter().map(|size| Component::Position(position(&heaps, &[*size])));
        let sum = Sum { parts: parts.map(|component| Summand { copies: 1, component }).collect() };
        let expected = if wins_misere(sizes, &written, &mut known) { Outcome::N } else { Outcome::P };
        assert_eq!(fast.outcome(Situation::misere(&sum)).unwrap(), expected, "misère {sum} of\n{definitions}");
    }
}

/// Whether the player to move wins the sum of these heaps in misère play. `sizes` is sorted.
fn wins_misere(sizes: Vec<i128>, written: &Arc<Game>, known: &mut HashMap<Vec<i128>, bool>) -> bool {
    if let Some(known) = known.get(&sizes) {
        return *known;
    }
    let mut moves = 0;
    let mut wins = false;
    for (index, size) in sizes.iter().enumerate() {
        let heap = Component::Position(position(written, &[*size, 0]));
        for option in definition_only().options(&Sum { parts: vec![Summand { copies: 1, component: heap }] }).unwrap() {
            let mut after = sizes.clone();
            after.remove(index);
            after.extend(option.parts.iter().flat_map(sizes_of));
            after.sort_unstable();
            moves += 1;
            wins = wins || !wins_misere(after, written, known);
        }
    }
    known.insert(sizes, wins || moves == 0);
    wins || moves == 0
}

/// The first coordinate of a part, once for each copy.
fn sizes_of(part: &Summand) -> impl Iterator<Item = i128> {
    let size = match &part.component {
        Component::Position(Position { coordinates, .. }) => match coordinates[0] {
            Value::Integer(size) => size,
            _ => panic!("no heap: {part:?}"),
        },
        Component::Star(_) => panic!("no heap: {part:?}"),
    };
    (0..part.copies).map(move |_| size)
}

/// How many random rules over texts and lists, and how many of their positions, were compared.
#[derive(Debug, Default)]
pub struct Compared {
    /// Rules that are compiled to the code for texts and lists.
    pub resolved: usize,
    /// Positions with a value, and those that lead to an error.
    pub known: usize,
    pub wrong: usize,
}

/// Makes a random rule over texts or lists and compares up to `positions` of its positions with the definition.
pub fn compare_boards(boards: &mut Boards, text: bool, positions: usize) -> Compared {
    let definitions = boards.rules(text);
    let game = game(&definitions, if text { "G(\"\")" } else { "G([])" });
    // The positions of some rules grow without end, so the memory is small.
    let limits = Limits { memory: 1 << 20 };
    let mut fast = Solver::new(limits, Arc::new(Signal::default()));
    let mut definition = Solver::definition_only(limits, Arc::new(Signal::default()));
    let resolved = usize::from(fast.engine(&game.ruleset).starts_with("texts and lists"));
    let mut compared = Compared { resolved, ..Compared::default() };
    let (mut decider, mut before) = (Solver::new(limits, Arc::new(Signal::default())), None);
    for _ in 0..positions {
        let start = Position { game: game.clone(), coordinates: [boards.start(text)].into() };
        if !definition.is_admitted(&start).unwrap_or(true) {
            continue;
        }
        let (found, expected) = (fast.position_value(&start), definition.position_value(&start));
        // A position whose cycle is long may run out of memory before the cycle is found.
        let is_full =
            |told: &Result<_, SolveError>| matches!(told, Err(SolveError::Memory { .. } | SolveError::Grows { .. }));
        let is_loopy = matches!(expected, Err(SolveError::Cycle(_) | SolveError::Infinite(_)));
        if is_full(&expected) || (is_full(&found) && is_loopy) {
            continue;
        }
        let expected = told(expected);
        assert_eq!(told(found), expected, "{start} of\n{definitions}");
        if let Ok(value) = expected.parse() {
            let now = (start, Nimber(value));
            compare_verdicts(&mut decider, &mut definition, &now, before.as_ref().unwrap_or(&now));
            before = Some(now);
        }
        *(if expected.parse::<u64>().is_ok() { &mut compared.known } else { &mut compared.wrong }) += 1;
    }
    compared
}

/// Asserts that the solver for outcomes agrees with the values: who wins the position beside nim-heaps and beside
/// another position, and which moves win.
fn compare_verdicts(
    decider: &mut Solver,
    definition: &mut Solver,
    now: &(Position, Nimber),
    other: &(Position, Nimber),
) {
    let (start, value) = now;
    let part = |component| Summand { copies: 1, component };
    let own = part(Component::Position(start.clone()));
    for k in (0..=value.0 + 1).rev() {
        let sum = Sum { parts: vec![own.clone(), part(Component::Star(k))] };
        assert_eq!(decider.outcome(&sum), Ok(Outcome::of(*value ^ Nimber(k))), "{sum}");
    }
    let both = Sum { parts: vec![part(Component::Position(other.0.clone())), own] };
    assert_eq!(decider.outcome(&both), Ok(Outcome::of(*value ^ other.1)), "{both}");
    let won = |found: MovesFound| (found.total, found.winning);
    assert_eq!(decider.decided_moves(&both, 3).map(won), definition.moves(&both, 3).map(won), "{both}");
}

/// The game G of some definitions, found through a small position that its `where` admits; `None` if it admits none of
/// those that are tried.
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

//! Reports of small games, built by hand, for the tests of what is shown.

use std::sync::Arc;

use grundy_engine::game::{
    Amounts, Binding, Component, Game, HeapRules, Likeness, Position, Ruleset, Shape, Sum, Value,
};
use grundy_engine::nim::{Convention, GrundyValue, Nimber, Outcome, PositionValue, mex};
use grundy_engine::solve::{CanContinue, Move, PeriodFinding};

use crate::lang::periods::PeriodReport;
use crate::show::document::{Figure, GameTree, Node, Others, Style};
use crate::show::lists::Axis;
use crate::show::report::Report;
use crate::show::terminal::{Painter, paint};
use crate::verbs::explain::data::{Advice, Derivation, DerivedOption, Explanation, Reached, Refutation};
use crate::verbs::plot::Plot;
use crate::verbs::position::data::{Analysis, ValuedSummand, Winner};
use crate::verbs::tables::answer::Grid;
use crate::verbs::tree::Tree;

/// `take <1,2,3>`, called S.
pub fn subtraction() -> Arc<Game> {
    heap_game("S", Amounts::finite(vec![1, 2, 3]), 1)
}

/// `take <1,2> then maybe split`.
pub fn kayles() -> Arc<Game> {
    heap_game("Kayles", Amounts::finite(vec![1, 2]), 2)
}

/// `take any`
pub fn nim() -> Arc<Game> {
    heap_game("Nim", Amounts::any(), 1)
}

fn heap_game(name: &str, amounts: Amounts, most: u32) -> Arc<Game> {
    let moves = (0..=most).map(|heaps| (Shape::exactly(heaps, Likeness::Any), amounts.clone())).collect();
    let rules = HeapRules::new(moves, Amounts::none()).expect("finite sets and all numbers have no faults");
    Arc::new(Game::new(name, Ruleset::Heap(Arc::new(rules))))
}

/// A heap of S.
pub fn heap(n: u64) -> Component {
    Component::Position(Position::at(&subtraction(), n))
}

pub fn sum(heaps: &[u64]) -> Sum {
    heaps.iter().fold(Sum::default(), |sum, n| sum.plus(&Sum::of(heap(*n))))
}

pub fn terms(heaps: &[u64]) -> Vec<ValuedSummand> {
    heaps.iter().map(|n| ValuedSummand { copies: 1, component: heap(*n), value: Nimber(n % 4) }).collect()
}

/// From a heap of S to a smaller one, in a position whose heaps have this nim-sum.
pub fn step(from: u64, to: u64, total: u64) -> Move {
    let total = Nimber(total ^ (from % 4) ^ (to % 4));
    Move {
        part: 0,
        from: heap(from),
        to: Sum::of(heap(to)).into(),
        binding: Binding::Free,
        value: Some(Nimber(to % 4).into()),
        total: Some(total.into()),
        outcome: Outcome::of(total),
        remoteness: None,
    }
}

pub fn total(heaps: &[u64]) -> u64 {
    heaps.iter().fold(0, |sum, n| sum ^ (n % 4))
}

pub fn outcome(heaps: &[u64]) -> Outcome {
    if total(heaps) == 0 { Outcome::P } else { Outcome::N }
}

/// What is known of heaps of S.
pub fn analysis(heaps: &[u64]) -> Analysis {
    Analysis {
        sum: sum(heaps),
        convention: Convention::Normal,
        outcome: outcome(heaps),
        terms: terms(heaps).into_iter().map(ValuedSummand::of_any_kind).collect(),
        value: Some(Nimber(total(heaps)).into()),
        wants_value: false,
        way_back: None,
        compound: None,
    }
}

pub fn winner(heaps: &[u64], winning: Option<(u64, u64)>) -> Winner {
    let best = winning.map(|(from, to)| step(from, to, total(heaps)));
    Winner { position: analysis(heaps), element: None, best, starts: None, strategy: None, periods: Vec::new() }
}

pub fn derivation(n: u64) -> Derivation {
    let options: Vec<DerivedOption> = (n.saturating_sub(3)..n)
        .rev()
        .map(|to| DerivedOption::new(Sum::of(heap(to)), terms(&[to]), Nimber(to % 4)))
        .collect();
    let mut values: Vec<Nimber> = options.iter().filter_map(|option| option.value.nimber()).collect();
    values.sort();
    values.dedup();
    let value = mex(values.iter().copied());
    let largest = values.last().copied().unwrap_or_default();
    let total = options.len() as u128;
    let reached = Some(Reached { values, more_values: false, largest });
    Derivation { component: heap(n), factors: Vec::new(), total, options, reached, set: None, value: value.into() }
}

pub fn explanation(heaps: &[u64], advice: Advice) -> Explanation {
    let mut different = heaps.to_vec();
    different.sort_unstable();
    different.dedup();
    let derivations = different.into_iter().map(derivation).collect();
    Explanation { position: analysis(heaps), derivations, advice, losing: None, misere_reason: None }
}

/// In a lost position of S: a move, and the answer to it.
pub fn reply(heaps: &[u64], tried: (u64, u64), answer: (u64, u64)) -> Refutation {
    let first = step(tried.0, tried.1, total(heaps));
    let between = first.total.as_ref().and_then(GrundyValue::nimber).map_or(0, |value| value.0);
    let mut after = heaps.to_vec();
    if let Some(changed) = after.iter_mut().find(|n| **n == tried.0) {
        *changed = tried.1;
    }
    Refutation { tried: first, after: sum(&after), answer: step(answer.0, answer.1, between) }
}

/// `plot S LOW..HIGH`, of a game whose values are these.
pub fn plot(heaps: std::ops::RangeInclusive<u64>, value: impl Fn(u64) -> Option<u64>) -> Plot {
    let entries = heaps.map(|n| (n as i64, value(n).map(Nimber))).collect();
    Plot { game: subtraction(), coordinates: vec![("n".into(), None)], entries, others: Others::default() }
}

/// A grid over two heaps of Nim up to these sizes, with a third heap of 0.
pub fn field(down: u64, right: u64) -> Grid {
    let axis = |name: &str, last: u64| Axis {
        name: name.into(),
        members: (0..=last).map(|n| Value::Integer(i128::from(n))).collect(),
        runs: last > 0,
    };
    let cell = |a: u64, b: u64| {
        Some(PositionValue { value: Some(Nimber(a ^ b).into()), outcome: if a == b { Outcome::P } else { Outcome::N } })
    };
    let cells = (0..=down).flat_map(|a| (0..=right).map(move |b| cell(a, b))).collect();
    let axes = vec![axis("a", down), axis("b", right), axis("c", 0)];
    Grid { game: nim(), convention: Convention::Normal, axes, down: 0, right: 1, cells }
}

/// `tree S(n)`
pub fn tree(n: u64) -> Tree {
    let node = |heap: u64| Node {
        position: sum(&[heap]),
        bound: None,
        value: Some(Nimber(heap % 4).into()),
        outcome: outcome(&[heap]),
        again: Vec::new(),
        is_above: false,
        options: (1..=3).filter(|taken| *taken <= heap).map(|taken| (n - heap + taken) as usize).collect(),
    };
    Tree { nodes: (0..=n).rev().map(node).collect() }
}

/// What is known of the period of a game, without exceptions and values.
pub fn period(game: Arc<Game>, finding: PeriodFinding) -> PeriodReport {
    let (exceptions, sample) = (Vec::new(), Vec::new());
    PeriodReport {
        game,
        finding,
        can_continue: CanContinue::No,
        exceptions,
        exception_count: 0,
        kinds: Vec::new(),
        published: None,
        sample,
        rule: None,
        checker: None,
    }
}

/// The figure of a report that is one.
pub fn figure(report: &Report) -> Figure {
    report.document().figure().cloned().expect("a figure")
}

/// The tree of a report that is one.
pub fn game_tree(report: &Tree) -> GameTree {
    match figure(&Report::new(report.clone())) {
        Figure::Tree(tree) => tree,
        other => panic!("{other:?}"),
    }
}

/// What a plain terminal of this width shows.
pub fn shown(report: &Report, width: usize) -> String {
    paint(&report.document(), &Style { width, ascii: false }, Painter::Plain)
}

/// What a plain terminal of 80 columns that knows ASCII only shows.
pub fn shown_ascii(report: &Report) -> String {
    paint(&report.document(), &Style { width: 80, ascii: true }, Painter::Plain)
}

/// Compares whole texts, and shows both where they differ.
pub fn assert_text(found: &str, expected: &str) {
    assert!(found == expected, "found:\n{found}\nexpected:\n{expected}\n{found:?}");
}

/// Compares with the text of this name in `samples.txt`.
pub fn assert_sample(found: &str, name: &str) {
    let texts = include_str!("samples.txt").split("\n\n== ");
    let text = texts.filter_map(|text| text.split_once('\n')).find(|text| text.0 == name).map(|text| text.1.trim_end());
    assert_text(found, &format!("{}\n", text.unwrap_or_else(|| panic!("samples.txt has no `{name}`"))));
}

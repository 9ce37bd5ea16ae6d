//! Tests of [`crate::show::tree`] on answers of the verbs.

use crate::show::document::Node;
use crate::show::tree::*;
use crate::verbs::samples::{assert_sample, game_tree, subtraction, sum, tree};
use crate::verbs::tree::Tree;
use grundy_engine::game::{Component, Position, Sum, Value};
use grundy_engine::nim::Outcome;

#[test]
fn a_move_tells_what_it_takes_from_one_heap() {
    for (from, to, amount) in [
        (&[7][..], &[4][..], Some(3)),
        (&[3], &[0], Some(3)),
        (&[2, 5], &[2, 1], Some(4)),
        (&[2, 2], &[2], Some(2)),
        // A move may leave two heaps.
        (&[7], &[2, 4], Some(1)),
        (&[7, 2], &[2, 3, 2], Some(2)),
        // Nothing is taken, more heaps than one change, or there is more than before.
        (&[7], &[3, 4], None),
        (&[3, 3], &[1, 1], None),
        (&[3], &[5], None),
    ] {
        assert_eq!(taken(&sum(from), &sum(to)), amount, "{from:?} → {to:?}");
    }
    let labels = |n| amounts(&game_tree(&tree(n))).concat().into_iter().flatten().collect::<Vec<_>>();
    assert_eq!(labels(2), ["−1", "−2", "−1"]);
    assert!(labels(20).is_empty());
}

#[test]
fn every_position_once_and_every_move() {
    assert_sample(&dot(&game_tree(&tree(2))), "dot: every position once and every move");
}

#[test]
fn quotes_and_backslashes_stay_inside_their_quotes() {
    let coordinates = std::sync::Arc::new([Value::text("a\"b\\")]);
    let position = Sum::of(Component::Position(Position { game: subtraction(), coordinates }));
    let shown = position.to_string();
    let value = Some(grundy_engine::nim::Nimber(1).into());
    let (options, again) = (Vec::new(), Vec::new());
    let node = Node { position, bound: None, value, outcome: Outcome::N, options, again, is_above: false };
    let text = dot(&game_tree(&Tree { nodes: [node].into() }));
    assert!(text.contains(&shown.replace('\\', "\\\\").replace('"', "\\\"")), "{shown}\n{text}");
}

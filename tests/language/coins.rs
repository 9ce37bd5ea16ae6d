//! Coin-turning games, whose values are found by nim-sums of coins: held against the definition, which lists every option, and
//! against what is published.

use std::sync::Arc;

use grundy_engine::game::{Game, Ruleset, row_of_coins};

use crate::common::Played;
use crate::common::dice::{Dice, often, tries};
use crate::common::games::{compare, fast, game, position};

const ENGINE: &str = "a coin-turning game";

/// A clause that turns coins, and whether the engine for these games knows it.
fn clause(dice: &mut Dice) -> (String, bool) {
    let (low, more) = (1 + dice.below(4), dice.below(4));
    let high = low + more;
    let guard = if dice.below(3) == 0 { format!(" if n >= {}", 1 + dice.below(3)) } else { String::new() };
    let (text, is_known) = match dice.below(11) {
        0 => (format!("turn {low}..{high} coins"), true),
        1 => (format!("turn <{low}, {}> coins", high + 2), true),
        2 => ("turn any coins".to_owned(), true),
        3 => (format!("turn any except <{low}> coins"), true),
        4 => (format!("turn {low}..{high} coins at most {} apart", 1 + dice.below(5)), true),
        5 => (format!("turn any coins at most {} apart", 1 + dice.below(5)), true),
        6 => (format!("turn {low}..{high} consecutive coins"), true),
        7 => ("turn any consecutive coins".to_owned(), true),
        8 => (format!("turn {} coins", 20 + low), true),
        9 => (format!("turn <n, n-{low}, n-{}>", low + 2), false),
        _ => (format!("turn <k..n> for k in {low}..n"), false),
    };
    (text + &guard, is_known)
}

fn is_known(game: &Arc<Game>) -> bool {
    fast().engine(&game.ruleset).starts_with(ENGINE)
}

#[test]
fn the_values_are_those_of_the_definition() {
    let mut dice = Dice::new(1401);
    let (mut compared, mut known) = (0, 0);
    for _ in 0..tries(140) {
        let mut clauses = vec![clause(&mut dice)];
        if dice.below(3) == 0 {
            clauses.push(clause(&mut dice));
        }
        let head = if dice.below(4) == 0 { format!("(n) where n >= {}", dice.below(3)) } else { String::new() };
        let rule: Vec<&str> = clauses.iter().map(|(text, _)| text.as_str()).collect();
        let definitions = format!("game T{head} = {}\n", rule.join(" | "));
        let game = game(&definitions, "T(9)");
        known += usize::from(is_known(&game));
        compared += compare(&definitions, &game, &[11]);
    }
    assert!(compared > often(1_300) && known > often(60), "{compared}, {known}");
}

#[test]
fn rules_that_are_written_out_are_the_same_games() {
    for (turned, written) in [
        ("turn 1..3 coins", "*0 | (a) for a in 0..n-1 | (a) + (b) for b in 1..n-1, a in 0..b-1"),
        ("turn 3 coins", "(a) + (b) for b in 0..n-1, a in 0..b-1"),
        ("turn 4 coins", "(a) + (b) + (c) for c in 2..n-1, b in 1..c-1, a in 0..b-1"),
        ("turn 3 coins at most 4 apart", "(a) + (b) for b in n-3..n-1, a in n-4..b-1"),
        ("turn any consecutive coins", "sum[(j) for j in i..n-1] for i in 0..n"),
        ("turn any coins", "sum[(j) for j in 0..n-1 if bit(m, j) == 1] for m in 0..2^n-1"),
    ] {
        let definitions = format!("game T = {turned}\ngame W(n) = {written}\n");
        let [turned, written] = ["T(5)", "W(5)"].map(|start| game(&definitions, start));
        let mut solver = fast();
        for n in 0..12 {
            let [one, other] = [&turned, &written].map(|game| solver.position_value(&position(game, &[n])).unwrap());
            assert_eq!(one, other, "{n} of {definitions}");
        }
        assert!(is_known(&turned), "{definitions}");
    }
    // Places from 1 on, and two ways to say so.
    let mut played = Played::new();
    played.answer("game FromOne(n) where n >= 1 = turn any consecutive coins");
    assert!(played.answer("check FromOne(n) == Ruler(n) for n in 1..200").contains("Holds"));
    played.answer("game Guarded = turn 1..2 coins if n > 0");
    assert!(played.answer("check Guarded(n) == TurningTurtles(n) for n in 0..200").contains("Holds"));
}

#[test]
fn winning_moves_win_and_are_moves() {
    let mut dice = Dice::new(77);
    let (mut solver, mut made) = (fast(), 0);
    for _ in 0..tries(60) {
        let (text, _) = clause(&mut dice);
        let game = game(&format!("game T = {text}\n"), "T(9)");
        for _ in 0..6 {
            let sum = game.heap(dice.below(12)).plus(&game.heap(dice.below(12))).plus(&game.heap(dice.below(9)));
            let Some(winning) = solver.winning_move(&sum).unwrap() else {
                assert!(solver.value(&sum).unwrap().is_zero(), "{sum} of {text}");
                continue;
            };
            let after = sum.after(winning.part, &winning.to);
            assert!(solver.value(&after).unwrap().is_zero(), "{sum} → {after} of {text}");
            let normal = |sum: &grundy_engine::game::Sum| sum.normal();
            let options = solver.options(&sum).unwrap();
            assert!(options.iter().any(|option| normal(option) == normal(&after)), "{sum} → {after} of {text}");
            made += 1;
        }
    }
    assert!(made > often(200), "{made}");
}

#[test]
fn mock_turtles_have_the_odious_numbers() {
    let mut played = Played::new();
    let claim = "check grundy MockTurtles(n) == 2*n + 1 - popcount(n) % 2 for n in 0..1000";
    assert!(played.answer(claim).contains("Holds"), "{}", played.answer(claim));
    let far = played.answer("winner MockTurtles(1000) + MockTurtles(731) + MockTurtles(505)");
    assert!(far.contains("Winning move"), "{far}");
    // One coin more adds a digit to the values: what is true of 2 and 3 coins is true of 4 and 5.
    let more = "check grundy Moebius(n) == 2*v + 1 - popcount(v) % 2 for n in 0..60, v in [if n == 0 then 0 else grundy (turn 1..4 coins)(n-1)]";
    assert!(played.answer(more).contains("Holds"), "{}", played.answer(more));
}

#[test]
fn mogul_plays_the_golay_code() {
    let values: Vec<u64> = {
        let game = game("", "Mogul(0)");
        let mut solver = fast();
        (0..=24).map(|n| solver.position_value(&position(&game, &[n])).unwrap().0).collect()
    };
    assert_eq!(values[24], 4096, "the values of 24 coins fill twelve bits");
    // Rows of 24 coins that are lost, by the number of heads: the weights of the extended Golay code.
    let mut weights = [0; 25];
    let mut sum = 0;
    let mut row = 0u32;
    weights[0] += 1;
    for step in 1u32..1 << 24 {
        // Each row differs from the one before in one coin.
        let coin = step.trailing_zeros();
        row ^= 1 << coin;
        sum ^= values[coin as usize];
        if sum == 0 {
            weights[row.count_ones() as usize] += 1;
        }
    }
    let found: Vec<(usize, i32)> = weights.into_iter().enumerate().filter(|(_, count)| *count > 0).collect();
    assert_eq!(found, [(0, 1), (8, 759), (12, 2576), (16, 759), (24, 1)]);
}

#[test]
fn what_turns_too_many_coins_is_refused_in_time() {
    let mut played = Played::new();
    assert_eq!(played.answer("game Huge = turn 10^9 coins"), "Huge is a game\n");
    assert!(played.answer("values Huge 0..50").contains("0 0 0"));
    assert!(played.answer("winner (turn any coins)(63) + (turn any coins)(5)").contains("Winning move"));
    assert!(played.answer("grundy (turn any coins)(64)").contains("E0504"));
    // Nor are the moves listed where there are too many.
    for question in ["moves Mogul(60)", "explain Mogul(60)", "options Mogul(60)", "table Mogul 60..60"] {
        assert!(played.answer(question).contains("E0505"), "{question}");
    }
}

#[test]
fn the_words_are_names_elsewhere() {
    let mut played = Played::new();
    for line in ["let turn = 5", "let coins = 3", "let apart = 2", "let consecutive = 1"] {
        assert!(!played.answer(line).contains("error"), "{line}");
    }
    assert_eq!(played.answer("turn < 6"), "true\n");
    assert_eq!(played.answer("turn -1"), "4\n");
    assert_eq!(played.answer("(turn < 6) == (coins > 2)"), "true\n");
    assert!(!played.answer("game turn(n) = (n-1)").contains("error"));
}

/// The first place of the row of coins of a game, if its moves turn coins.
fn row(definitions: &str) -> Option<u64> {
    match &game(definitions, "T(9)").ruleset {
        Ruleset::Written(system, index) => row_of_coins(&system.rules[*index], *index),
        _ => None,
    }
}

#[test]
fn a_row_of_coins_is_known_by_the_moves_of_its_rule() {
    for (rule, first) in [
        ("= turn 1..3 coins", Some(0)),
        ("= turn 1 coin | turn 3 coins", Some(0)),
        ("= turn any consecutive coins at most 3 apart", Some(0)),
        ("= turn <n, n-k, n-2*k> for k in 1..n/2", Some(0)),
        ("= turn <n, n-1> | turn 1 coin if n > 2", Some(0)),
        ("(n) = sum[(j) for j in i..n-1] for i in 1..n", Some(1)),
        ("(n) where n >= 2 = turn any coins", Some(2)),
        ("(n) = *0 | (a) for a in 0..n-1 | (a) + (b) for b in 1..n-1, a in 0..b-1", Some(0)),
        // A head that walks is a heap.
        ("= turn 2 coins", None),
        ("(n) = (a) for a in 2..n-1 if n > 4", None),
        ("= take <1,2> then maybe split", None),
        ("(n) = sum[(i) for i in a..a+k-1] for k in 2..n, a in 1..n if k*a + k*(k-1)/2 == n", None),
        ("(n) = (n/2) + (n/3) if n > 0", None),
        ("(n) = turn 1..3 coins | (n-1) + (n-1)", None),
    ] {
        assert_eq!(row(&format!("game T{rule}")), first, "{rule}");
    }
}

//! Names that are defined again, forgotten and asked about in random order: a session that has computed many things
//! gives the answers, notes and scripts of one that has computed nothing.

use super::saving::saved;
use crate::common::Played;
use crate::common::dice::Dice;

/// Statements that change what names mean. `#` stands for a game, `@` for a function, `$` for a value, and each is
/// replaced by one of a few names, some of which the library or the language also has.
const CHANGES: [&str; 22] = [
    "game # = take <1..$>",
    "game # = take <1,2> | #",
    "game # = # | take <$+3>",
    "game #(n) = (n-1) if @(n) | (n-2)",
    "game #(n) over if n < 2 = (n-1) + #(n/2) | (n-3)",
    "game #(n) over if n < 2 = (n-1) | #(n-2)",
    "game #(n) = (n-1) | (n-2)",
    "let @(n) = n % 3 == $",
    "let @(n) = n > 2 and @(n-1)",
    "let @(n) = grundy #(n) == $",
    "let @(n) = n > ans",
    "let $ = 1",
    "let $ = 2",
    "let $ = $ + 1",
    "let $ = length([1, 2])",
    "let w = #(4) + #(3)",
    "let v = [#, take <1..$>]",
    "forget #",
    "forget @",
    "forget $",
    "2",
    "3",
];
const QUESTIONS: [&str; 7] = [
    "values # 0..12",
    "print [@(k) for k in 0..6]",
    "print $",
    "show #",
    "print grundy w",
    "values v[1] 0..9",
    "games",
];
const GAMES: [&str; 5] = ["A", "B", "C", "Kayles", "Nim"];
const FUNCTIONS: [&str; 3] = ["f", "g", "even"];
const VALUES: [&str; 3] = ["x", "y", "P"];

fn drawn(dice: &mut Dice, patterns: &[&str]) -> String {
    let pattern = dice.pick(patterns);
    let mut line = String::new();
    for letter in pattern.chars() {
        match letter {
            '#' => line.push_str(dice.pick(&GAMES)),
            '@' => line.push_str(dice.pick(&FUNCTIONS)),
            '$' => line.push_str(dice.pick(&VALUES)),
            other => line.push(other),
        }
    }
    line
}

#[test]
fn a_session_answers_as_one_that_has_computed_nothing() {
    let (mut asked, mut differing) = (0, 0);
    for seed in 1..=10 {
        let mut dice = Dice::new(seed * 7919);
        let mut played = Played::new();
        let mut changes: Vec<String> = Vec::new();
        for _ in 0..24 {
            let change = drawn(&mut dice, &CHANGES);
            let reply = played.answer(&change);
            changes.push(change.clone());
            let fresh = || {
                let mut fresh = Played::new();
                let replies: Vec<String> = changes.iter().map(|change| fresh.answer(change)).collect();
                (fresh, replies)
            };
            let (mut other, replies) = fresh();
            assert_eq!(replies.last(), Some(&reply), "{changes:#?}");
            for _ in 0..2 {
                let question = drawn(&mut dice, &QUESTIONS);
                let answers = (played.answer(&question), fresh().0.answer(&question));
                assert_eq!(answers.0, answers.1, "{question} after {changes:#?}");
                asked += 1;
                differing += usize::from(!answers.0.starts_with("error"));
            }
            assert_eq!(saved(&mut played), saved(&mut other), "{changes:#?}");
        }
    }
    assert!(asked > 400 && differing > 160, "{asked} {differing}");
}

/// What a game was made from may change through a chain of other definitions, through `ans` and through the library.
#[test]
fn a_change_reaches_what_depends_on_it() {
    for (before, question, change, expected) in [
        (
            "let k = 2; let f(n) = n <= k; game S(n) = (n-m) for m in 1..5 if f(m)",
            "values S 0..5",
            "let k = 3",
            "0 1 2 3 0 1\n",
        ),
        ("let k = 2; game A = take <1..k>; game B = A | take <5>", "values B 0..5", "let k = 1", "0 1 0 1 0 1\n"),
        ("3; game S = take <1..ans>", "values S 0..5", "2", "0 1 2 0 1 2\n"),
        ("3; let f(n) = n + ans; game S = take <1..f(0)>", "values S 0..5", "2", "0 1 2 0 1 2\n"),
        ("game K = Kayles", "values K 0..4", "game Kayles = take <1,2>", "0 1 2 0 1\n"),
        ("game Kayles = take <1,2>; game K = Kayles", "values K 0..4", "forget Kayles", "0 1 2 3 1\n"),
    ] {
        let mut played = Played::new();
        played.answer(before);
        let first = played.answer(question);
        played.answer(change);
        let second = played.answer(question);
        assert_eq!(second, expected, "{before}");
        assert_ne!(first, second, "{before}");
    }
}

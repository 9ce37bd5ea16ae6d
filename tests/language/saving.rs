//! `save`: the script that it writes, loaded in a new session, gives the same definitions and answers.

use crate::common::Played;
use crate::common::dice::{Dice, tries};
use grundy::session::{self, KnownNameKind, Request};

/// The script that `save` would write.
pub(super) fn saved(played: &mut Played) -> String {
    let statement = played.session.read("<test>", "save \"x.cgt\"").remove(0).unwrap();
    match played.session.run(&statement).unwrap().request {
        Some(Request::Save { text, .. }) => text,
        other => panic!("{other:?}"),
    }
}

/// Questions about every definition of a session, with the answers.
fn told(played: &mut Played) -> Vec<String> {
    let mut known = session::known_names(&played.session);
    // An answer of the first session that a definition needs has a definition in the second one.
    known.retain(|known| known.own && !known.name.starts_with("out_"));
    known.sort_by(|a, b| a.name.cmp(&b.name));
    let mut told = Vec::new();
    for one in known {
        told.push(format!("{} {:?} {}", one.name, one.kind, one.line));
        let questions: &[&str] = match one.kind {
            KnownNameKind::Game => &["values # 0..12", "show #"],
            KnownNameKind::Function => &["print [#(k) for k in 0..5]", "show #"],
            KnownNameKind::Value => &["print #", "grundy #", "winner # + *1", "print 5 in #", "print # == *2"],
        };
        for question in questions {
            let question = question.replace('#', &one.name);
            // Of an error only the first line counts: the others show its place, which differs in the saved script.
            let answer = played.answer(&question);
            let first = if answer.starts_with("error") { answer.lines().next().unwrap_or("") } else { &answer };
            told.push(format!("{question}: {first}"));
        }
    }
    told
}

fn assert_saved(script: &[String]) {
    let mut first = Played::new();
    for line in script {
        first.answer(line);
    }
    let text = saved(&mut first);
    let mut second = Played::new();
    if let Err(error) = second.script("saved.cgt", &text) {
        panic!("{}\n--- saved as\n{text}\n--- cannot be loaded:\n{error}", script.join("\n"));
    }
    assert_eq!(told(&mut first), told(&mut second), "{}\n--- saved as\n{text}", script.join("\n"));
}

#[test]
fn what_a_value_was_is_kept() {
    for script in [
        "let x = 3|game S = take <1,2>|let r = S(x)|let x = 4",
        "game S = take <1,2>|S(5)|let d = ans|S(6)",
        "game S = take <1,2>|S(5)|2 + 3|let d = out 1|let f(n) = n + out 2|game S = take <1>|game T = take <1..ans 2>|7",
        "game S = take <1,2>|S(5)|game S = take <1>|let d = ans",
        "game S = take <1,2>|let r = S(5)|game S = take <1>|let q = r + S(1)",
        "game S = take <1,2>|let r = [S(5), Kayles(3)]|forget S",
        "let k = 2|let s = {n*k for n in 1..}|let k = 3",
        "let k = 2|let u = (take <1,k>)(5)|let k = 4",
        "let k = 2|game S(n) = (n-k)|let r = S(5)|let k = 3",
        "let r = Kayles(5)|game Kayles = take <1>|let q = Kayles(5)",
        "game S = take <1>|let o = outcome S(4)|let P = 3",
        "let max(a) = a|game G(n) = (max(n)-1)|let max(a, b) = a",
        "let a = 1|let a = a + 1|let b = a|forget a",
        "let f(n) = if n < 1 then 0 else g(n-1)|let g(n) = if n < 1 then 1 else f(n-1)|let s = {n+f(1) for n in 1..}|let g(n) = 7",
        "let h(n) = f(n)|let f(n) = if n < 1 then 0 else g(n-1)|let g(n) = if n < 1 then 1 else f(n-1)|let s = {n+h(1) for n in 1..}|let h(n) = 3|let f(n) = 4",
        "let s = squares|let squares = {1}|let t = squares",
    ] {
        assert_saved(&script.split('|').map(str::to_owned).collect::<Vec<_>>());
    }
}

#[test]
fn a_plain_session_is_saved_as_it_was_written() {
    let mut played = Played::new();
    played.answer("game S = take <1,2,3>\nlet x = 3 + 4\nlet f(n) = n + x\nlet r = S(x)");
    assert_eq!(
        saved(&mut played),
        "#!/usr/bin/env grundy\ngame S = take <1,2,3>\nlet x = 7\nlet f(n) = n + x\nlet r = S(7)\n"
    );
}

#[test]
fn random_sessions_are_the_same_again() {
    const NAMES: [&str; 9] = ["S", "T", "x", "y", "r", "f", "Kayles", "max", "squares"];
    const BODIES: [&str; 31] = [
        "3",
        "x + 1",
        "[x, y]",
        "S(x)",
        "T(3) + S(2)",
        "ans",
        "r",
        "r + S(1)",
        "{1, x}",
        "{n*x for n in 1..}",
        "squares",
        "{k for k in 1..9 if k in squares}",
        "outcome S(4)",
        "*2",
        "grundy S(5)",
        "f(3)",
        "max(2, 3)",
        "2*S(3)",
        "(take <1,x>)(4)",
        "Kayles(4) + *1",
        "\"a text\"",
        "options S(3)",
        "f(x)",
        "y except <2>",
        "[r, S(1)]",
        "take <1,x>",
        "[Kayles, take <2>]",
        "octal 0.77",
        "Nim(3)",
        "S(2) == *2",
        "(1, r)",
    ];
    const RULES: [&str; 9] = [
        "take <1,2>",
        "take <1,x>",
        "take squares",
        "take <1> then split",
        "T | take <3>",
        "S | take <4>",
        "take any",
        "Kayles | take <5>",
        "take y",
    ];
    const OPTIONS: [&str; 5] = ["(n-1)", "(n-x)", "(f(n)-1)", "(max(n-1, 0)) if n > 0", "S(n-1) | (n-2)"];
    let mut dice = Dice::new(0x5eed_2026);
    let pick = |dice: &mut Dice, all: &[&str]| all[dice.below(all.len() as u64) as usize].to_owned();
    for _ in 0..tries(120) {
        let script: Vec<String> = (0..4 + dice.below(12))
            .map(|_| {
                let name = pick(&mut dice, &NAMES);
                match dice.below(12) {
                    0..=4 => format!("let {name} = {}", pick(&mut dice, &BODIES)),
                    5..=6 => format!("game {name} = {}", pick(&mut dice, &RULES)),
                    7 => format!("game {name}(n) = {}", pick(&mut dice, &OPTIONS)),
                    8 => format!("let {name}(n) = {}", pick(&mut dice, &["n", "n + 1", "n + x", "max(n, 2)"])),
                    9 => format!("forget {name}"),
                    _ => pick(&mut dice, &BODIES),
                }
            })
            .collect();
        assert_saved(&script);
    }
}

//! Games as values: functions that return games, variables in rules, and how such games are shown and saved.

use crate::common::Played;

/// Rules that name the variables `a` and `b`.
const RULES: [&str; 6] = [
    "take <a,b>",
    "take <a..b> | split",
    "take {a*x for x in 1..b} then maybe split into 2..3",
    "divide by <b+1> | take <a>",
    "octal(\"0.\" ++ [\"07\", \"77\", \"137\", \"4\"][(a+b) % 4])",
    "take <x*b for x in 1..a> | take any except <b> if a > 2",
];

#[test]
fn a_rule_with_variables_is_the_rule_with_their_values() {
    for rule in RULES {
        let mut played = Played::new();
        let defined = played.answer(&format!("let T(a, b) = {rule}"));
        assert!(defined.contains("T is a function"), "{defined}");
        for (a, b) in [(1, 2), (2, 5), (3, 3), (4, 7)] {
            let mut typed = Played::new();
            typed.answer(&format!("let a = {a}"));
            typed.answer(&format!("let b = {b}"));
            typed.answer(&format!("game T = {rule}"));
            let expected = typed.answer("print [grundy T(m) for m in 0..40]");
            assert!(!expected.contains("error"), "{rule}: {expected}");
            let found = played.answer(&format!("print [grundy T({a}, {b})(m) for m in 0..40]"));
            assert_eq!(found, expected, "{rule} for {a} and {b}");
            // What is shown can be typed, and is the same game.
            let shown = played.answer(&format!("print T({a}, {b})"));
            let again = played.answer(&format!("print T({a}, {b}) == ({}), [({0})] == [T({a}, {b})]", shown.trim()));
            assert_eq!(again.trim(), "true true", "{shown}");
        }
    }
}

/// Scoping is lexical: a function or a game does not see the variables of the expression that uses it.
#[test]
fn variables_are_seen_only_where_they_are_written() {
    let mut played = Played::new();
    played.answer("let a = 10");
    played.answer("let f(x) = x + a");
    played.answer("game G = take <a>");
    assert_eq!(played.answer("print [(take <f(a)>) == (take <11>) for a in 1..1]").trim(), "[true]");
    assert_eq!(played.answer("print [(take <1> | G) == (take <1,10>) for a in 1..2]").trim(), "[true, true]");
    assert_eq!(
        played.answer("print [(take <x for x in 1..a>) == (take <1..a>) for a in 1..3, x in 7..7]").trim(),
        "[true, true, true]"
    );
    assert_eq!(
        played.answer("print [(take <1..k>)(n) for n in 3..4, k in 1..2]").trim(),
        "[(take <1..1>)(3), (take <1..2>)(3), (take <1..1>)(4), (take <1..2>)(4)]"
    );
}

#[test]
fn games_that_are_values_are_saved() {
    let mut played = Played::new();
    played.answer("let g = take <1,2>\nlet L = [Kayles, g, octal 0.137]\nlet T(k) = take <1..k> | split\nlet h = T(3)");
    let script = played.answer("show");
    let mut again = Played::new();
    again.answer(&script);
    for question in ["print [grundy G(9) for G in L]", "print g, h, T(2)", "period h", "print L[1] == g"] {
        assert_eq!(again.answer(question), played.answer(question), "{script}");
    }
}

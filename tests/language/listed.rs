//! `losing` and `winning` list exactly the positions whose `outcome` is P or N.

use crate::common::Played;

fn said(played: &mut Played, line: &str) {
    played.script("<test>", line).unwrap();
}

#[test]
fn the_lists_are_those_of_the_outcomes() {
    let heaps = ["take <1,2,3>", "take any then maybe split", "octal 0.137", "(n-1) | (n-3) | (n/2) if n > 0", "split"];
    let mut played = Played::new();
    for rule in heaps {
        said(&mut played, &format!("game S = {rule}"));
        for (verb, outcome) in [("losing", "P"), ("winning", "N")] {
            for (range, misere) in [("0..60", ""), ("3..50 step 7", ""), ("0..12", "misere ")] {
                said(&mut played, &format!("{verb} {misere}S {range}"));
                said(&mut played, &format!("assert ans == [n for n in {range} if outcome {misere}S(n) == {outcome}]"));
            }
        }
    }
    let boards = ["take any from a | take any from b | take any from a and b", "(a-1, b+1) if a > 0 | (a, b-2)"];
    for rule in boards {
        said(&mut played, &format!("game W(a, b) = {rule}"));
        for (verb, misere, outcome) in [("losing", "", "P"), ("winning", "", "N"), ("losing", "misere ", "P")] {
            said(&mut played, &format!("{verb} {misere}W 0..5, 2..6"));
            said(
                &mut played,
                &format!("assert ans == [(a, b) for a in 0..5, b in 2..6 if outcome {misere}W(a, b) == {outcome}]"),
            );
        }
    }
    said(&mut played, "game T(a, b, c) where a <= b = take any from a | take any from b | take any from c");
    said(&mut played, "losing T 0..4, 0..4, 0..4");
    said(&mut played, "assert ans == [(a, b, c) for a in 0..4, b in a..4, c in 0..4 if outcome T(a, b, c) == P]");
    said(&mut played, "losing T 1, 0..4, 2");
    said(&mut played, "assert ans == [(1, b, 2) for b in 1..4 if outcome T(1, b, 2) == P]");
}

#[test]
fn the_words_are_free_as_names() {
    let mut played = Played::new();
    said(&mut played, "game S = take <1,2>");
    said(&mut played, "let losing(n) = n % 3 == 0");
    said(&mut played, "let winning = {n for n in 0..9 if not losing(n)}");
    said(&mut played, "winning S 0..9");
    said(&mut played, "assert ans == [n for n in winning] and losing(6)");
}

/// What a parameter stands for, a number or a range, is known when the function is called.
#[test]
fn a_parameter_may_hold_a_range() {
    let mut played = Played::new();
    said(&mut played, "game S = take <1,2>");
    said(&mut played, "game W(a, b) = take any from a | take any from b");
    said(&mut played, "let f(r) = values W r, 3; let g(r, s) = losing W r, s; let h(r) = values S r");
    for claim in [
        "f(0..4) == [grundy W(n, 3) for n in 0..4]",
        "f([1, 3]) == [grundy W(1, 3), grundy W(3, 3)]",
        "f(2) == [grundy W(2, 3)]",
        "g(0..4, 0..3) == [(a, b) for a in 0..4, b in 0..3 if outcome W(a, b) == P]",
        "g(3, 0..9) == [(3, 3)]",
        "h(0..4) == values S 0..4",
        "[h(n) for n in 0..4] == [[grundy S(n)] for n in 0..4]",
    ] {
        said(&mut played, &format!("assert {claim}"));
    }
}

/// What is no range is the same mistake in the statement and in its value.
#[test]
fn what_is_no_range_is_said_in_the_same_words() {
    let mut played = Played::new();
    said(&mut played, "game S = take <1,2>; let q = \"a\"");
    for question in ["values S \"a\"", "values S true", "losing S q", "winning S false"] {
        for line in [question.to_owned(), format!("let v = {question}"), format!("print length({question})")] {
            let told = played.answer(&line);
            assert!(told.starts_with("error[E0309]: a range such as 0..20 is needed"), "{line}: {told}");
        }
    }
}

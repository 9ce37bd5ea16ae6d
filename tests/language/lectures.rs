//! The formulas of lectures, as they are printed, give their answers or are one correction away: `tests/lectures.txt`.

use crate::proposals::{after, answered};

/// What a line of a lecture must lead to.
enum Wanted<'l> {
    Answer(&'l str),
    Correction(&'l str, &'l str),
    Error(&'l str),
}

fn wanted(row: &str) -> (&str, Wanted<'_>) {
    if let Some((lines, rest)) = row.split_once(" ↵ ") {
        let (correction, answer) = rest.split_once(" ⇒ ").unwrap();
        return (lines, Wanted::Correction(correction, answer));
    }
    match row.split_once(" ✗ ") {
        Some((lines, error)) => (lines, Wanted::Error(error)),
        None => row.split_once(" ⇒ ").map(|(lines, answer)| (lines, Wanted::Answer(answer))).unwrap(),
    }
}

/// What is wrong with a row.
fn problem(row: &str) -> Option<String> {
    let (lines, wanted) = wanted(row);
    let mut lines: Vec<String> = lines.split(" · ").map(str::to_owned).collect();
    let last = lines.pop()?;
    let (answer, error) = answered(&mut after(&lines), &last);
    match (wanted, error) {
        (Wanted::Answer(expected), None) if answer.contains(expected) => None,
        (Wanted::Error(expected), Some((_, error))) if error.to_string().contains(expected) => None,
        (Wanted::Correction(expected, answer), Some((_, error))) => {
            let (place, new) = error.hint()?.replacement?;
            let mut corrected = last.clone();
            corrected.replace_range(place.range(), &new);
            let (found, none) = answered(&mut after(&lines), &corrected);
            let is_right = corrected == expected && none.is_none() && found.contains(answer);
            (!is_right).then(|| format!("{last}: proposes {corrected}, which answers {found}"))
        }
        (_, error) => Some(format!("{last}: {answer} {error:?}")),
    }
}

#[test]
fn formulas_of_lectures_are_read_as_they_are_printed() {
    let rows = include_str!("../lectures.txt").lines().filter(|row| !row.is_empty() && !row.starts_with('#'));
    let problems: Vec<String> = rows.filter_map(problem).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// What is answered to the last line of a session, or its error.
fn case(lines: &[&str], last: &str) -> String {
    let lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
    let (answer, error) = answered(&mut after(&lines), last);
    error.map_or(answer, |(_, error)| error.to_string())
}

/// A base case is kept until its rule comes, and can be said anew or forgotten.
#[test]
fn base_cases_wait_for_their_rule() {
    let rule = "G(n) = mex{G(n-1), G(n-2)}";
    assert!(case(&["G(1) = 0"], rule).contains("not 0"));
    assert!(!case(&["G(1) = 0", "G(1) = 1"], rule).contains("not 0"));
    assert!(!case(&["G(1) = 0", "forget G"], rule).contains("not 0"));
    assert_eq!(case(&["f(0) = 0", "f(1) = 1", "f(n) = f(n-1) + f(n-2)"], "f(50)"), "12586269025\n");
    assert_eq!(case(&["c(0, 0) = 7", "c(a, b) = a + b"], "[c(0, 0), c(1, 2)]"), "[7, 3]\n");
    // What is defined is compared.
    assert_eq!(case(&["game G = take <1>"], "G(0) = G(2) = 0"), "true\n");
}

#[test]
fn questions_are_values_and_families_give_games() {
    assert_eq!(case(&["S = take <1,2,3>"], "length(losing S 0..200)"), "51\n");
    assert_eq!(case(&["let n = 4"], "[sum(values Nim 0..n), max(winning misere Nim 0..n)]"), "[10, 4]\n");
    assert_eq!(case(&["k = 5"], "[grundy Nim(3) + k, k + grundy Nim(3)]"), "[8, 8]\n");
    assert_eq!(case(&["k = 2"], "[grundy Nim(3) ^ grundy Nim(k) ^ *1, 2^k, (grundy Nim(3))²]"), "[0, 4, 9]\n");
    let family = &["game Upto(k)(n) = take <1..k>"];
    assert_eq!(case(family, "[grundy Upto(3)(7), grundy Upto(3)[4, 5]]"), "[3, 1]\n");
    let changing = ["game Upto(k)(n) = take <1..k>", "F(n) = mex{Upto(k)(n-k) xor F(n-k) for k in 1..n}"];
    assert_eq!(case(&changing, "values F 0..4"), "0 1 1 2 1\n");
    assert_eq!(case(&["game Queen = Wythoff"], "losing Queen 0..5, 0..5"), case(&[], "losing Wythoff 0..5, 0..5"));
}

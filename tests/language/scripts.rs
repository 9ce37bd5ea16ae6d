//! Scripts that must run without an error: the library of named games, whose `Values:` lines are what the program finds, the
//! examples, and the published problems in `tests/cases`, whose scripts assert the published answers.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use grundy::session::library::{Entry, entries, names};
use grundy::syntax::statements;
use serde_json::Value;

use crate::common::{Played, files};

#[test]
fn every_example_runs() {
    let examples = files(Path::new("examples"), "cgt");
    assert!(!examples.is_empty());
    run_all(&examples);
}

#[test]
fn every_published_case_comes_out() {
    run_all(&files(Path::new("tests/cases"), "cgt"));
}

/// Every answer in `cases.jsonl` is asserted by its script: it stands on the right of a `==`.
#[test]
fn every_published_answer_is_asserted() {
    let published = fs::read_to_string("tests/cases/cases.jsonl").unwrap();
    let mut scripts: BTreeSet<String> = files(Path::new("tests/cases"), "cgt").into_iter().collect();
    let mut wrong = Vec::new();
    for line in published.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let script = format!("tests/cases/{}.cgt", case["id"].as_str().unwrap());
        if !scripts.remove(&script) {
            wrong.push(format!("{script} is missing"));
            continue;
        }
        let mut said = asserted(&fs::read_to_string(&script).unwrap()).into_iter();
        let answers = if case["asserted"].is_null() { &case["expected"] } else { &case["asserted"] };
        // Further assertions may stand between them.
        if let Some(missing) = atoms(answers).into_iter().find(|atom| !said.any(|said| said == *atom)) {
            wrong.push(format!("{script} does not assert {missing} of {answers}"));
        }
    }
    wrong.extend(scripts.into_iter().map(|script| format!("{script} is not in cases.jsonl")));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The numbers and words of an answer.
fn atoms(answer: &Value) -> Vec<String> {
    match answer {
        Value::Array(all) => all.iter().flat_map(atoms).collect(),
        Value::Object(all) => {
            ["values", "preperiod", "period"].iter().filter_map(|key| all.get(*key)).flat_map(atoms).collect()
        }
        Value::String(word) => vec![word.clone()],
        other => vec![other.to_string()],
    }
}

/// The numbers and words on the right of the assertions of a script.
fn asserted(script: &str) -> Vec<String> {
    let assertions = statements(script).into_iter().filter_map(|place| script[place].strip_prefix("assert "));
    let right = assertions.filter_map(|assertion| assertion.rsplit_once("== "));
    let words = right.flat_map(|(_, right)| right.split(|c: char| !c.is_alphanumeric()));
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

fn run_all(paths: &[String]) {
    let mut wrong = Vec::new();
    for path in paths {
        let text = fs::read_to_string(path).unwrap();
        if let Err(error) = Played::new().script(path, &text) {
            wrong.push(error);
        }
    }
    assert!(wrong.is_empty(), "{} of {} fail:\n{}", wrong.len(), paths.len(), wrong.join("\n"));
}

#[test]
fn the_values_of_every_entry_come_out() {
    let mut wrong = Vec::new();
    let mut checked = 0;
    for entry in entries() {
        let Some(values) = entry.fact("Values") else {
            wrong.push(format!("{} has no values", entry.name));
            continue;
        };
        for claim in claims(entry, &values) {
            checked += 1;
            if let Err(error) = Played::new().script(entry.name, &claim) {
                wrong.push(error);
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {checked} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// The assertions for a `Values:` line, which holds either the values from heap 0 on, or `POSITION = VALUE; …`. Only what is
/// loony does not lose beside itself.
fn claims(entry: &Entry, values: &str) -> Vec<String> {
    let claim = |position: &str, value: &str| match value {
        "loony" => format!("assert outcome {position} + {position} == N"),
        value => format!("assert grundy {position} == {value}"),
    };
    if values.contains('=') {
        let pairs = values.split(';').filter_map(|pair| pair.rsplit_once('='));
        return pairs.map(|(position, value)| claim(position.trim(), value.trim())).collect();
    }
    if values.contains("loony") {
        let heaps = values.split_whitespace().enumerate();
        return heaps.map(|(heap, value)| claim(&format!("{}({heap})", entry.name), value)).collect();
    }
    let numbers = values.split_whitespace().map(str::parse::<u64>).collect::<Result<Vec<_>, _>>();
    let numbers = numbers.unwrap_or_else(|_| panic!("{}: {values}", entry.name));
    vec![format!("assert [grundy {}(n) for n in 0..{}] == {numbers:?}", entry.name, numbers.len() - 1)]
}

#[test]
fn whatever_an_entry_defines_is_known_before_its_game_was_used() {
    for entry in entries() {
        for name in names().filter(|name| entry.source.contains(&format!("let {name}"))) {
            Played::new().script(name, &format!("show {name}")).unwrap_or_else(|error| panic!("{error}"));
            Played::new().script(name, &format!("help {name}")).unwrap_or_else(|error| panic!("{error}"));
        }
    }
    let coins = "let nimstring_coins = nimstring_boxes(1, 2)\nassert grundy Nimstring([0..6]) == 1";
    let restored = "forget nimstring_coins\nassert grundy Nimstring([2,3,7,10]) == 0";
    Played::new().script("coins", &format!("{coins}\n{restored}")).unwrap_or_else(|error| panic!("{error}"));
    let taken_along =
        "game G(v) = (v-1) if poset_below(2, v)\nassert [grundy G(n) for n in 0..5] == [0, 0, 1, 0, 1, 0]";
    Played::new().script("relation", taken_along).unwrap_or_else(|error| panic!("{error}"));
}

/// Whether the player to move wins Nimstring from a set of strings (bits), by the rules themselves: whoever frees a
/// coin moves again.
fn wins_nimstring(coins: &[u16], strings: u16) -> bool {
    let mut wins = vec![false; usize::from(strings) + 1];
    for left in 0..=strings {
        wins[usize::from(left)] = (0..u16::BITS).filter(|s| left >> s & 1 == 1).any(|s| {
            let rest = left ^ (1 << s);
            let frees_a_coin = coins.iter().any(|coin| coin >> s & 1 == 1 && coin & rest == 0);
            wins[usize::from(rest)] == frees_a_coin
        });
    }
    wins[usize::from(strings)]
}

#[test]
fn nimstring_is_won_by_whoever_wins_with_turns_that_go_on() {
    let rows = |rows: u16, columns: u16| {
        let down = (rows + 1) * columns;
        let coin = move |r: u16, c: u16| {
            let (top, left) = (r * columns + c, down + r * (columns + 1) + c);
            1 << top | 1 << (top + columns) | 1 << left | 1 << (left + 1)
        };
        let coins: Vec<u16> = (0..rows).flat_map(|r| (0..columns).map(move |c| coin(r, c))).collect();
        (coins, down + rows * (columns + 1))
    };
    for (height, width) in [(1, 1), (1, 2), (1, 3), (2, 2)] {
        let (coins, strings) = rows(height, width);
        let mut played = Played::new();
        played.answer(&format!("Nimstring([0]); let nimstring_coins = nimstring_boxes({height}, {width})"));
        for without in 0..=strings {
            let left: Vec<u16> = (0..strings).filter(|s| *s != without).collect();
            let set = left.iter().fold(0, |set, s| set | 1 << s);
            let winner = if wins_nimstring(&coins, set) { "first" } else { "second" };
            let said = played.answer(&format!("print winner Nimstring({left:?})"));
            assert_eq!(said.trim_end(), winner, "{height} × {width} boxes without {without}");
        }
    }
}

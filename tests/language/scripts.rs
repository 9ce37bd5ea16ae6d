//! Scripts that must run without an error: the examples, and the published problems in `tests/cases`, whose scripts
//! assert the published answers.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

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

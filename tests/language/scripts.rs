//! Scripts that must run: the examples, and the published games with their answers.

use std::fs;
use std::path::Path;

use crate::common::{Played, files};

#[test]
fn every_example_runs() {
    let examples = files(Path::new("examples"), "cgt");
    assert!(!examples.is_empty());
    run_all(&examples);
}

#[test]
fn every_published_case_that_can_be_said_comes_out() {
    let cases = files(Path::new("tests/cases"), "cgt");
    let published = fs::read_to_string("tests/cases/cases.jsonl").unwrap().lines().count();
    println!("{} scripts cover the {published} published cases", cases.len());
    assert!(cases.len() * 10 >= published * 9, "{} of {published} published cases are covered", cases.len());
    run_all(&cases);
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

//! Every error code is explained once, with a statement that causes the error and a corrected one that is accepted.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use grundy::error::{Error, codes};
use grundy::session;
use grundy_engine::solve::{Limits, Signal};

#[test]
fn every_example_makes_its_error_and_every_correction_none() {
    let mut wrong = Vec::new();
    for code in codes::all() {
        if !code.wrong.is_empty() {
            match first_error(code.wrong) {
                Some(error) if error.code() == code.code => {}
                Some(error) => wrong.push(format!("{}: {} gives {} {error}", code.code, code.wrong, error.code())),
                None => wrong.push(format!("{}: {} is no error", code.code, code.wrong)),
            }
        }
        if let Some(error) = first_error(code.right) {
            wrong.push(format!("{}: {} should be right: {error}", code.code, code.right));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_code_in_the_source_is_explained_once() {
    let mut used = BTreeSet::new();
    for file in ["src/error/syntax.rs", "src/error/semantic/mod.rs", "src/error/semantic/reported.rs"] {
        let text = fs::read_to_string(Path::new(file)).unwrap();
        for (start, _) in text.match_indices("\"E0") {
            used.insert(text[start + 1..start + 6].to_owned());
        }
    }
    let explained: Vec<String> = codes::all().map(|code| code.code.to_owned()).collect();
    let different: BTreeSet<String> = explained.iter().cloned().collect();
    assert_eq!(different.len(), explained.len(), "a code is explained twice");
    assert_eq!(used, different);
}

fn first_error(script: &str) -> Option<Error> {
    let mut session = session::new(Limits::default(), Arc::new(Signal::default()));
    for statement in session.read("example", script) {
        if let Err(error) = statement.and_then(|statement| session.run(&statement)) {
            return Some(error);
        }
    }
    None
}

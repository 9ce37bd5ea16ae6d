//! What readers read, the tests run: every transcript block of the README and the manual.
//!
//! A block fenced as ```grundy holds a session: lines that begin with `> ` are typed, the others are the answers.
//! `REWRITE=1 cargo test --test documents` puts the answers of the program in place of those in the files.

mod common;

use std::fs;
use std::path::Path;

use common::transcript::{first_difference, played};

#[test]
fn every_transcript_is_what_the_program_says() {
    let mut wrong = Vec::new();
    let mut files = vec!["README.md".to_owned(), "CONTRIBUTING.md".to_owned()];
    for folder in ["docs", "tests/transcripts"] {
        files.extend(common::files(Path::new(folder), "md"));
    }
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let played = played(&text);
        if std::env::var_os("REWRITE").is_some() {
            fs::write(&file, &played).unwrap();
        } else if played != text {
            wrong.push(format!("{file}:\n{}", first_difference(&text, &played)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

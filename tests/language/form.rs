//! The even form of texts (`grundy fmt`). What the project shows is in it; `REWRITE=1` writes it.

use std::fs;
use std::path::Path;

use grundy::source::SourceId;
use grundy::syntax::words::WORDS;
use grundy::syntax::{TokenKind, format, parse, print, tokens};

use crate::common::dice::stride;
use crate::common::files;
use crate::common::transcript::blocks;

fn formatted(text: &str) -> String {
    let done: Result<String, ()> = format(text, &parse(SourceId(0), text), |_| Ok(()));
    done.unwrap()
}

/// The form of an input, which has no end of its line.
fn form_of(input: &str) -> String {
    let text = formatted(input);
    text.strip_suffix('\n').unwrap_or(&text).to_owned()
}

fn can_be_read(input: &str) -> bool {
    parse(SourceId(0), input).iter().all(Result::is_ok)
}

/// The inputs of all transcripts, and the examples of the words.
fn inputs() -> Vec<String> {
    let mut texts = vec![fs::read_to_string("README.md").unwrap()];
    for folder in ["docs", "tests/transcripts", "tests/dialogues", "tests/errors"] {
        texts.extend(files(Path::new(folder), "md").iter().map(|file| fs::read_to_string(file).unwrap()));
    }
    let grundy = texts.iter().flat_map(|text| blocks(text)).filter(|block| block.fence == "```grundy");
    let mut inputs: Vec<String> = grundy.flat_map(|block| block.inputs()).collect();
    inputs.extend(WORDS.iter().map(|word| word.example().to_owned()));
    assert!(inputs.len() > 1500, "{}", inputs.len());
    inputs.into_iter().step_by(stride()).collect()
}

#[test]
fn examples_library_and_documents_are_in_even_form() {
    let mut wrong = Vec::new();
    let mut compare = |file: &str, text: String, expected: String| {
        if text != expected && std::env::var_os("REWRITE").is_some() {
            fs::write(file, expected).unwrap();
        } else if text != expected {
            wrong.push(file.to_owned());
        }
    };
    for folder in ["examples", "language/src/library"] {
        for file in files(Path::new(folder), "cgt") {
            let text = fs::read_to_string(&file).unwrap();
            let expected = formatted(&text);
            compare(&file, text, expected);
        }
    }
    for file in files(Path::new("docs"), "md").into_iter().chain(["README.md".to_owned()]) {
        let text = fs::read_to_string(&file).unwrap();
        let mut expected = text.clone();
        for input in blocks(&text).iter().filter(|block| block.fence == "```grundy").flat_map(|block| block.inputs()) {
            let (line, form) = (format!("> {input}"), format!("> {}", form_of(&input)));
            if can_be_read(&input) && line != form {
                expected = expected.replace(&line.replace('\n', "\n. "), &form.replace('\n', "\n. "));
            }
        }
        compare(&file, text, expected);
    }
    let is_in_form = |example: &str| example.split("; ").all(|statement| form_of(statement) == statement);
    wrong.extend(WORDS.iter().filter(|word| !is_in_form(word.example())).map(|word| word.word.to_owned()));
    assert!(wrong.is_empty(), "not in even form: {wrong:?}; `REWRITE=1 cargo test --test language form::` writes it");
}

#[test]
fn only_blanks_change_and_a_second_time_nothing() {
    let words = |text: &str| -> Vec<(TokenKind, String)> {
        let word = |token: &grundy::syntax::Token| (token.kind, text[token.range.clone()].trim_end().to_owned());
        tokens(text).iter().map(word).collect()
    };
    for input in inputs() {
        let form = form_of(&input);
        assert_eq!(form_of(&form), form, "{input}");
        assert_eq!(words(&form), words(&input), "{input}");
        if !can_be_read(&input) {
            continue;
        }
        let meaning =
            |text: &str| -> Vec<String> { parse(SourceId(0), text).iter().flatten().map(print::statement).collect() };
        assert_eq!(meaning(&form), meaning(&input), "{input}");
    }
}

#[test]
fn more_blanks_between_the_same_words_are_the_same_form() {
    for input in inputs().iter().filter(|input| can_be_read(input)) {
        let mut wide = String::new();
        let mut reached = 0;
        for token in tokens(input) {
            wide.push_str(&input[reached..token.range.start].replace(' ', "   "));
            wide.push_str(&input[token.range.clone()]);
            reached = token.range.end;
        }
        assert_eq!(form_of(&wide), form_of(input), "{wide}");
    }
}

#[test]
fn what_cannot_be_read_stays_byte_for_byte() {
    let mut count = 0;
    for input in inputs().iter().filter(|input| !can_be_read(input)) {
        if parse(SourceId(0), input).len() == 1 && !input.contains('#') {
            count += 1;
            assert_eq!(form_of(&format!("  {input}")), format!("  {input}"));
        }
    }
    assert!(count > 200 / stride(), "{count}");
}

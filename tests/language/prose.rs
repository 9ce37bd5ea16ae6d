//! The English of everything a user reads: string literals in the source, the library, the examples and the
//! documents must not use phrases that a native speaker would not write, and answers must not show backticks. A
//! failure names the place, the phrase, and what to write instead.

use std::fs;
use std::path::Path;

use crate::common::Played;
use grundy::error::codes;
use grundy::session::library;
use grundy::syntax::words::WORDS;

/// Phrases to avoid, with what to write.
const PHRASES: &[(&str, &str)] = &[
    (" is no ", "is not a …"),
    (" are no ", "are not …"),
    (" is none", "is not a …"),
    (" are none", "there are no …; not one is …"),
    (" is worth", "has value …"),
    (" are worth", "have value …"),
    (" wants ", "needs …"),
    ("whoever it is", "either player"),
    ("one comes to", "you can move to"),
    ("one may ", "you may"),
    ("as one likes", "any number"),
    (", anew", "again, or redefined"),
    ("away with it", "removes it"),
    ("hang from", "the plain verb"),
    ("stands in front", "comes before"),
    ("the way of it", "the method"),
    ("brother", "the same game with …"),
    (" boundedly ", "bounded"),
    ("with best play", "if both play perfectly"),
    ("so that it is known", "so that the program knows"),
];

/// Longer phrases that contain one of these and are right.
const ALLOWED: &[&str] = &["there is no ", "there are no ", " is no longer ", "there is none", "there are none"];

/// The texts between quotation marks in a source, with the line each begins in. Comments and tests are left out.
fn literals(source: &str) -> Vec<(usize, String)> {
    let source = source.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let mut found = Vec::new();
    let mut rest = source;
    while let Some(at) = rest.find(['"', '/', '\'']) {
        rest = &rest[at..];
        if rest.starts_with("//") {
            rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
        } else if let Some(end) = character_length(rest) {
            rest = &rest[end..];
        } else if let Some(text) = rest.strip_prefix('"') {
            let line = source[..source.len() - rest.len()].matches('\n').count() + 1;
            let end = end_of_text(text);
            found.push((line, joined(&text[..end])));
            rest = text.get(end + 1..).unwrap_or_default();
        } else {
            rest = &rest[1..];
        }
    }
    found
}

/// The length of the character literal, such as `'"'`, at the beginning of the text; `None` for a lifetime.
fn character_length(text: &str) -> Option<usize> {
    let inner = text.strip_prefix('\'')?;
    let escaped = usize::from(inner.starts_with('\\'));
    let length = escaped + inner[escaped..].chars().next()?.len_utf8();
    inner[length..].starts_with('\'').then_some(length + 2)
}

fn end_of_text(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at,
            _ => {}
        }
    }
    text.len()
}

/// A text that goes on in the next line of the source.
fn joined(text: &str) -> String {
    let mut lines = text.split("\\\n");
    let first = lines.next().unwrap_or_default().to_owned();
    lines.fold(first, |joined, line| joined + line.trim_start())
}

/// The phrases of a text that should be mended.
fn complaints(text: &str) -> Vec<String> {
    let lower = format!(" {} ", text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase());
    let allowed = ALLOWED.iter().fold(lower, |text, phrase| text.replace(phrase, " … "));
    let wrong = PHRASES.iter().filter(|(phrase, _)| allowed.contains(phrase));
    wrong.map(|(phrase, instead)| format!("“{}”: write “{instead}”", phrase.trim())).collect()
}

/// The files of a folder and of those inside it.
fn all_files(folder: &Path, extension: &str) -> Vec<String> {
    let mut found = crate::common::files(folder, extension);
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(all_files(&path, extension));
        }
    }
    found
}

#[test]
fn what_a_user_reads_is_plain_english() {
    let mut wrong = Vec::new();
    for file in
        ["src", "session", "language", "text", "engine"].iter().flat_map(|folder| all_files(Path::new(folder), "rs"))
    {
        if file.ends_with("tests.rs") || file.ends_with("agreement.rs") || file.ends_with("samples.rs") {
            continue;
        }
        for (line, text) in literals(&fs::read_to_string(&file).unwrap()) {
            wrong.extend(complaints(&text).into_iter().map(|said| format!("{file}:{line}: {said} in “{text}”")));
        }
    }
    let mut documents = vec!["README.md".to_owned()];
    for (folder, extension) in [("language/src/library", "cgt"), ("examples", "cgt"), ("docs", "md")] {
        documents.extend(crate::common::files(Path::new(folder), extension));
    }
    for file in documents {
        // A phrase may be broken at the end of a line.
        for part in fs::read_to_string(&file).unwrap().split("\n\n") {
            wrong.extend(complaints(part).into_iter().map(|said| format!("{file}: {said} in\n{part}")));
        }
    }
    assert!(wrong.is_empty(), "{} of them:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn answers_show_no_backticks() {
    let mut lines = vec!["help".to_owned(), "games".to_owned(), "tour".to_owned(), "play Nim(3)+Nim(5)".to_owned()];
    lines.extend(["quiz Kayles", "explain period Kayles", "period GrundysGame to 1000"].map(str::to_owned));
    lines.extend(WORDS.iter().map(|word| format!("help {}", word.word)));
    lines.extend(codes::all().map(|code| format!("help {}", code.code)));
    lines.extend(library::entries().map(|entry| format!("about {}", entry.name)));
    let mut played = Played::new();
    for line in lines {
        let mut answer = played.answer(&line);
        // The blocks of the documents show errors as they are, in which backticks mark what is typed.
        answer = answer.lines().filter(|line| !line.starts_with("  ")).collect::<Vec<_>>().join("\n");
        // Only signs stand between them: without, they would be taken for those of the sentence.
        for quoted in answer.split('`').skip(1).step_by(2) {
            let signs = quoted.split_whitespace().filter(|word| !word.contains(char::is_alphanumeric)).count();
            assert!(2 * signs > quoted.split_whitespace().count(), "{line}: {quoted}\n{answer}");
        }
    }
}

#[test]
fn the_scan_finds_what_it_looks_for() {
    let source =
        "// a \"comment\" is no text\nlet a = ('\"', \"one \\\n    two\"); f(\"\\\"x\\\" is no game\"); &'a str";
    assert_eq!(literals(source), [(2, "one two".to_owned()), (3, "\\\"x\\\" is no game".to_owned())]);
    assert_eq!(complaints("there is no move; it is no game").len(), 1);
    assert_eq!(complaints("a heap of 3\nis worth 2").len(), 1);
    assert!(complaints("there is no such file").is_empty());
}

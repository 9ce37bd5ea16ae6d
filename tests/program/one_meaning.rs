//! What people write has one meaning, whether it comes through a pipe, from a script or from the keys:
//! `tests/one_meaning.txt`.

use std::fs;
use std::path::Path;

#[cfg(unix)]
use crate::common::person::Person;
use crate::grundy;

/// The lines of a session, and what must be answered to the last of them.
struct Case {
    lines: Vec<&'static str>,
    answers: Vec<&'static str>,
}

fn cases() -> Vec<Case> {
    let rows = include_str!("../one_meaning.txt").lines().filter(|row| !row.is_empty() && !row.starts_with('#'));
    let case = |row: &'static str| {
        let (lines, answers) = row.split_once(" ⇒ ").unwrap();
        Case { lines: lines.split(" · ").collect(), answers: answers.split(" ⇒ ").collect() }
    };
    rows.map(case).collect()
}

impl Case {
    /// The answers that are not in a text. Lines are broken where the terminal is too narrow.
    fn missing(&self, told: &str) -> Option<String> {
        let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let told = plain(told);
        let missing: Vec<&str> = self.answers.iter().copied().filter(|answer| !told.contains(&plain(answer))).collect();
        (!missing.is_empty()).then(|| format!("{}\n  lacks {missing:?}:\n{told}", self.lines.join("\n")))
    }
}

/// Asks all cases, each in a session of its own in this folder.
fn ask(way: impl Fn(&Path, &Case) -> String) {
    let cases = cases();
    let folder = tempfile::tempdir().unwrap();
    let wrong: Vec<String> = cases.iter().filter_map(|case| case.missing(&way(folder.path(), case))).collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n\n"));
}

/// All that is written to both streams.
fn told(ran: &assert_cmd::assert::Assert) -> String {
    format!("{}\n{}", crate::out(ran), crate::err(ran))
}

#[test]
fn through_a_pipe() {
    ask(|_, case| told(&grundy().arg("--keep-going").write_stdin(case.lines.join("\n")).assert()));
}

#[test]
fn in_a_script() {
    ask(|folder, case| {
        fs::write(folder.join("a.cgt"), case.lines.join("\n")).unwrap();
        told(&grundy().current_dir(folder).args(["--keep-going", "a.cgt"]).assert())
    });
}

#[cfg(unix)]
#[test]
fn at_the_prompt() {
    ask(|home, case| {
        let mut person = Person::new(home, &[]);
        case.lines.iter().map(|line| person.is_told(line)).last().unwrap_or_default()
    });
}

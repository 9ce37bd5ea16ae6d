//! `--memory` has no way around it: whatever drives the program, every kind of work ends with an answer or with an
//! error about memory, the program stays within the limit, and an ordinary statement is answered behind it.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use serde_json::{Value as Json, json};
use tempfile::{TempDir, tempdir};

use crate::common::dice::{often, stride};
use crate::common::person::{CTRL_D, ENTER, Person, READING};
use crate::common::program::{Peak, program, resident};
use crate::common::works::{DEFINITIONS, LIMIT, LONG, ORDINARY, WITH_FILES, WORKS, long};

/// Bytes allowed beyond the limit and the program itself: the names and texts of the session, and what is built between two checks.
const BESIDES: u64 = 10_000_000;
/// The same for a session of all work: the system also keeps some of what was given back.
const BESIDES_SESSION: u64 = 38_000_000;

fn works() -> impl Iterator<Item = &'static str> {
    WORKS.iter().chain(WITH_FILES).copied()
}

fn folder() -> TempDir {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join(LONG), long()).unwrap();
    folder
}

/// The definitions, the work and the ordinary statement as a script.
fn script(work: &str) -> String {
    format!("{DEFINITIONS}{work}\n{}\n", ORDINARY.0)
}

/// Runs the program to its end, and asserts that its memory was enough. Returns what it writes to both streams.
fn run(arguments: &[&str], input: &str, folder: &Path, besides: u64) -> String {
    limited(LIMIT, arguments, input, folder, besides)
}

/// The same with so much memory.
fn limited(memory: u64, arguments: &[&str], input: &str, folder: &Path, besides: u64) -> String {
    let mut command = Command::new(program().canonicalize().unwrap());
    command.args(["--memory", &memory.to_string()]).args(arguments).current_dir(folder);
    let typed = folder.join("typed");
    fs::write(&typed, input).unwrap();
    command.stdin(File::open(&typed).unwrap()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.env("LANG", "C.UTF-8").spawn().unwrap();
    let peak = Peak::of(child.id());
    let ran = child.wait_with_output().unwrap();
    assert!(matches!(ran.status.code(), Some(0 | 1)), "{arguments:?}: {:?} {input}", ran.status);
    is_within(peak, memory + idle() + besides, &format!("{arguments:?} {input}"));
    String::from_utf8([ran.stdout, ran.stderr].concat()).unwrap()
}

/// The bytes of a program that has answered something small. It is asked while it waits: one that ends at once may be gone
/// before it has been looked at with all that it needs.
fn idle() -> u64 {
    static IDLE: LazyLock<u64> = LazyLock::new(|| {
        let mut command = Command::new(program());
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut typed = child.stdin.take().unwrap();
        typed.write_all(b"print 1\n").unwrap();
        let mut answer = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut answer).unwrap();
        assert_eq!(answer, "1\n");
        let bytes = resident(child.id()).unwrap();
        drop(typed);
        child.wait().unwrap();
        bytes
    });
    assert!(*IDLE < 30_000_000, "the program alone has {} bytes", *IDLE);
    *IDLE
}

fn is_within(peak: Peak, most: u64, how: &str) {
    let bytes = peak.bytes();
    println!("{} MB {how}", bytes / 1_000_000);
    assert!(bytes < most, "{bytes} bytes: {how}");
}

/// Errors about memory and no others were said. Returns how many.
fn refused(said: &str) -> usize {
    let codes = said.match_indices("E0").filter_map(|(at, _)| said.get(at..at + 5));
    let codes: Vec<&str> = codes.filter(|code| code[1..].chars().all(|digit| digit.is_ascii_digit())).collect();
    assert!(codes.iter().all(|code| *code == "E0503"), "{said}");
    codes.len()
}

/// Gives each kind of work to the program in one way, and asserts that it is answered or refused, and that what is said
/// behind it is answered.
fn each_work(drive: impl Fn(&str, &Path) -> String) {
    let folder = folder();
    let count = works().step_by(stride()).filter(|work| {
        let said = drive(work, folder.path());
        assert!(said.contains(ORDINARY.1), "{work}: {said}");
        refused(&said) > 0
    });
    let count = count.count();
    assert!(count > often(WORKS.len() / 2), "only {count} were refused");
}

#[test]
fn a_script_stays_within_the_limit() {
    each_work(|work, folder| {
        fs::write(folder.join("script.cgt"), script(work)).unwrap();
        run(&["--keep-going", "script.cgt"], "", folder, BESIDES)
    });
}

#[test]
fn a_script_with_answers_in_json_stays_within_the_limit() {
    each_work(|work, folder| run(&["--keep-going", "--json"], &script(work), folder, BESIDES));
}

#[test]
fn a_handout_stays_within_the_limit() {
    each_work(|work, folder| {
        run(&["--keep-going", "--html", "page.html"], &script(work), folder, BESIDES)
            + &fs::read_to_string(folder.join("page.html")).unwrap_or_default()
    });
}

#[test]
fn a_pipe_stays_within_the_limit() {
    each_work(|work, folder| run(&["--keep-going"], &script(work), folder, BESIDES));
}

#[test]
fn statements_behind_e_stay_within_the_limit() {
    each_work(|work, folder| {
        let script = script(work);
        let arguments = script.lines().flat_map(|line| ["-e", line]);
        run(&["--keep-going"].into_iter().chain(arguments).collect::<Vec<_>>(), "", folder, BESIDES)
    });
}

#[test]
fn frames_stay_within_the_limit() {
    each_work(|work, folder| {
        let texts = [DEFINITIONS, work, ORDINARY.0];
        let frames = texts.iter().zip(1..).map(|(text, id)| format!("{}\n", json!({"id": id, "text": text})));
        let said = run(&["--json", "--frames"], &frames.collect::<String>(), folder, BESIDES);
        let ended = |line: &&str| serde_json::from_str::<Json>(line).unwrap()["type"] == "end";
        assert_eq!(said.lines().filter(ended).count(), texts.len(), "{work}");
        said
    });
}

#[test]
fn a_check_stays_within_the_limit() {
    let folder = folder();
    for work in works() {
        refused(&run(&["--check"], &script(work), folder.path(), BESIDES));
    }
}

#[test]
fn the_prompt_stays_within_the_limit() {
    let folder = folder();
    for work in works().step_by(stride()) {
        let mut person = Person::new(folder.path(), &["--memory", &LIMIT.to_string()]);
        let peak = Peak::of(person.process().as_raw().try_into().unwrap());
        for line in DEFINITIONS.lines().chain([work]) {
            person.types(line);
            person.types(ENTER);
            person.sees(READING);
        }
        person.asks(ORDINARY.0, ORDINARY.1);
        person.types(CTRL_D);
        assert_eq!(person.leaves(), 0);
        is_within(peak, LIMIT + idle() + BESIDES, work);
    }
}

/// A long script needs room for itself before any statement is run.
#[test]
fn a_long_script_stays_within_the_limit() {
    let folder = folder();
    for more in [&[][..], &["--check"], &["--html", "page.html"], &["--echo"], &["--json"], &["--keep-going"]] {
        let said = run(&[&[LONG], more].concat(), "", folder.path(), BESIDES);
        assert_eq!(refused(&said), 1, "{more:?}: {said}");
    }
}

/// What one statement was refused is there again for the next.
#[test]
fn a_session_of_all_work_gives_memory_back() {
    let folder = folder();
    let lines: String = works().map(|work| format!("{work}\n{}\n", ORDINARY.0)).collect();
    let said = run(&["--keep-going"], &format!("{DEFINITIONS}{lines}"), folder.path(), BESIDES_SESSION);
    assert_eq!(said.matches(ORDINARY.1).count(), works().count(), "{said}");
    assert!(refused(&said) > WORKS.len() / 2, "{said}");
}

/// Statements that leave freed pieces behind in which nothing large has room, and those that need something large.
const LEAVING: &[&str] = &[
    "let p = partitions(60)",
    "let L = [[k, k] for k in 0..10^7]",
    "print length({(k, -k) for k in 0..10^7})",
    "print length([\"a\" ++ \"b\" for k in 0..10^7])",
    "print f(24, 1)",
    "winner misere Walk(1)",
];
const LARGE: &[&str] = &[
    "winner Mogul(80) + Mogul(57) + Mogul(21)",
    "print length([k*k for k in 0..3*10^7])",
    "values Nim 0..9999999",
    "grundy Straight(3000, 3000)",
    "print length(letters(\"abcdefgh\", 22))",
];

/// What the process holds counts, and not what is allocated at the moment.
#[test]
fn what_a_stopped_statement_has_used_is_there_for_a_large_one() {
    const MEMORY: u64 = 100_000_000;
    let folder = folder();
    let pairs = LEAVING.iter().flat_map(|leaving| {
        // What is large, in one session after the other, and all in one.
        let mixture = LARGE.iter().flat_map(|large| [*large, leaving]).collect::<Vec<_>>().join("\n");
        LARGE.iter().map(ToString::to_string).chain([mixture]).map(move |larger| (leaving, larger))
    });
    for (leaving, larger) in pairs.step_by(stride()) {
        let script = format!("{DEFINITIONS}{leaving}\n{larger}\n{}\n", ORDINARY.0);
        let said = limited(MEMORY, &["--keep-going"], &script, folder.path(), 23_000_000);
        assert!(said.contains(ORDINARY.1), "{leaving}, {larger}: {said}");
    }
}

//! What people write has one meaning, whether it comes through a pipe, from a script or from the keys
//! (`tests/one_meaning.txt`), and smaller rules of the language, seen from outside: notes about undefined names and empty ranges,
//! lists in JSON, the columns of table files, the order of options, and codes in place of games.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::common::dice::stride;
#[cfg(unix)]
use crate::common::person::{CTRL_D, Person};
use crate::common::recorded::recorded;
use crate::{err, eval, grundy, out};

#[test]
fn what_nothing_defines_is_noted_where_the_rule_is_written() {
    let missing = "game S = take <1>\ngame A(n) = s(n-1)\n";
    let expected = "note: s is not defined yet; did you mean S?";
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.cgt"), missing).unwrap();
    let script = grundy().current_dir(folder.path()).arg("a.cgt").assert().success();
    let piped = grundy().write_stdin(missing).assert().success();
    for ran in [script, piped, eval(missing).success()] {
        assert!(err(&ran).starts_with(expected), "{}", err(&ran));
        assert_eq!(out(&ran), "");
    }
    // What is defined further down in the script is not noted.
    let mutual = "game A(n) = B(n-1)\ngame B(n) = A(n-2) | (n-1)\nlet f(n) = h(n)\nlet h(n) = n\nprint grundy A(5)";
    fs::write(folder.path().join("b.cgt"), mutual).unwrap();
    let script = grundy().current_dir(folder.path()).arg("b.cgt").assert().success();
    assert_eq!(err(&script), "");
    let checked = grundy().current_dir(folder.path()).args(["--check", "a.cgt"]).assert().code(1);
    assert!(err(&checked).contains("no game is called s"), "{}", err(&checked));
}

#[test]
fn several_missing_names_are_one_note() {
    let ran = eval("game A(n) = (n-1) | T(n-1) + U(n-2)").success();
    assert!(
        err(&ran).starts_with("note: T and U are not defined yet; define them before you ask about A"),
        "{}",
        err(&ran)
    );
    let ran = eval("game X(n) = (n-k)").success();
    assert!(err(&ran).contains("k is not defined yet; the coordinate is n"), "{}", err(&ran));
}

#[test]
fn lists_of_ranges_and_comparisons_in_json() {
    for (code, expected) in [
        ("[1..3, 7]", r#""value":[1,2,3,7]"#),
        ("winner Nim(3) == 1", r#""code":"E0324""#),
        ("table Nim 5..0", r#""code":"E0316""#),
        ("[1..]", r#""code":"E0328""#),
    ] {
        let ran = grundy().args(["--json", "-e", code]).assert();
        let said = out(&ran) + &err(&ran);
        assert!(said.replace(": ", ":").contains(expected), "{code}: {said}");
    }
}

#[test]
fn nothing_asserted_is_said() {
    let ran = eval("assert 1 == 2 for n in 5..0").success();
    assert!(err(&ran).starts_with("note: nothing is asserted here"), "{}", err(&ran));
}

#[test]
fn files_of_a_table_have_the_columns_of_the_screen() {
    let folder = tempfile::tempdir().unwrap();
    let code = "table Nim 0..2 to \"t.md\"; table Nim 0..2 to \"t.csv\"; table misere Nim 0..1 to \"m.csv\"";
    grundy().current_dir(folder.path()).args(["-e", code]).assert().success();
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let markdown = read("t.md");
    assert!(markdown.starts_with("| n | values of options | mex | value | outcome |\n"), "{markdown}");
    assert!(markdown.ends_with("| 2 | 1 0 | mex{0,1} | 2 | N |\n"), "{markdown}");
    assert_eq!(
        read("t.csv"),
        "n,values of options,mex,value,outcome\n0,,mex{},0,P\n1,0,mex{0},1,N\n2,1 0,\"mex{0,1}\",2,N\n"
    );
    assert_eq!(read("m.csv"), "n,outcome\n0,N\n1,P\n");
}

#[test]
fn options_come_in_the_order_in_which_one_writes_the_moves() {
    for (code, expected) in [
        ("game L = take any | split; print options L(3)", "[L(2), L(1), L(0), L(1) + L(2)]\n"),
        ("game L = split | take any; print options L(3)", "[L(1) + L(2), L(2), L(1), L(0)]\n"),
        ("game K(n) = (n-2) | (n-1); print options K(3)", "[K(1), K(2)]\n"),
        ("game A = take <1>; game B = take <3>; game C = B | A; print options C(3)", "[C(0), C(2)]\n"),
        ("print options Kayles(4)", "[Kayles(3), Kayles(1) + Kayles(2), Kayles(2), Kayles(1) + Kayles(1)]\n"),
        ("print options Nim(2) + Nim(1)", "[Nim(1) + Nim(1), Nim(1), Nim(2)]\n"),
        ("print options *3", "[*2, *1, *0]\n"),
    ] {
        assert_eq!(out(&eval(code).success()), expected, "{code}");
    }
    let moves = out(&eval("moves misere Nim(2)").success());
    assert!(moves.contains("Nim(2) → Nim(1)") && moves.contains("Nim(2) → Nim(0)"), "{moves}");
    let tree = out(&eval("tree Kayles(4)").success());
    assert!(tree.starts_with("The game below Kayles(4): 7 positions, 14 moves, 2 P-positions\n"), "{tree}");
}

#[test]
fn a_code_stands_where_a_game_does() {
    for (code, expected) in [
        ("print [period octal 0.77], grundy octal 0.77(5)", "[12] 4\n"),
        ("print [grundy octal 0.77(n) for n in 0..5]", "[0, 1, 2, 3, 1, 4]\n"),
        ("print winner octal 0.77(5) + Nim(4), grundy hex 0.F[3, 3]", "second 0\n"),
        ("check grundy octal 0.07(n) == grundy DawsonsKayles(n) for n in 0..50", "Holds for all 51 cases.\n"),
    ] {
        assert_eq!(out(&eval(code).success()), expected, "{code}");
    }
}

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

/// The first error of what was run; `null` if there is none. A script is named as standard input is.
fn first_error(ran: &assert_cmd::assert::Assert) -> Value {
    let said = err(ran).replace("\"a.cgt\"", "\"<stdin>\"");
    let mut objects = said.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    objects.find(|object| object["type"] == "error").unwrap_or_default()
}

/// The program itself, in a file and through a pipe: `tests/language/reading.rs` holds the prompt, cells and editors against each
/// other.
#[test]
fn a_wrong_line_is_corrected_alike_in_a_file_and_through_a_pipe() {
    let folder = tempfile::tempdir().unwrap();
    let mut corrected = 0;
    for input in recorded().into_iter().step_by(5 * stride()) {
        let text = input.lines().join("\n") + "\n";
        fs::write(folder.path().join("a.cgt"), &text).unwrap();
        let run = |arguments: &[&str], typed: &str| {
            let mut program = grundy();
            program.current_dir(folder.path()).args(["--safe", "--json"]).args(arguments);
            first_error(&program.write_stdin(typed).assert())
        };
        let [file, pipe] = [run(&["a.cgt"], ""), run(&[], &text)];
        assert_eq!(file, pipe, "{text}");
        corrected += usize::from(!file["replacement"].is_null());
        let checked = run(&["--check", "a.cgt"], "");
        assert_eq!(file["replacement"], checked["replacement"], "{text}");
    }
    assert!(corrected > 1000 / (5 * stride()), "{corrected}");
}

#[cfg(unix)]
#[test]
fn at_the_prompt() {
    ask(|home, case| {
        let mut person = Person::new(home, &[]);
        let told = case.lines.iter().map(|line| person.is_told(line)).last().unwrap_or_default();
        // A corrected line stands in the next input, which the first of these clears.
        person.types(&CTRL_D.repeat(2));
        told + &person.leaves_behind()
    });
}

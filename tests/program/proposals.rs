//! What the prompt gives back: the correction of a wrong line, one Enter away; definitions that are taken back or edited;
//! and a script that is run again when it is saved.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use tempfile::tempdir;

use crate::common::person::{CTRL_C, CTRL_D, ENTER, PASTE, Person, READING, UP};
use crate::{err, grundy, out};

const ESC: &str = "\x1b";
const ERASE: &str = "\x7f";

/// Types a wrong line, and waits until its correction stands in the next input.
fn mistakes(person: &mut Person, wrong: &str, corrected: &str) {
    person.types(wrong);
    person.types(ENTER);
    person.sees("error[");
    person.sees(READING);
    person.sees(corrected);
}

#[test]
fn enter_runs_the_corrected_line() {
    let home = tempdir().unwrap();
    let mut person = Person::new(home.path(), &[]);
    mistakes(&mut person, "who wins Nim 5", "> winner Nim(5)");
    person.asks("", "Winning move: Nim(5) → Nim(0)");
    // Of several statements on a line only the wrong one is still to be run.
    mistakes(&mut person, "let x = 40; print x + 2; int y = 4", "> let y = 4");
    person.asks("", "y = 4");
    // What was run is in the history; the wrong line is before it.
    person.types(UP);
    person.sees("let y = 4");
    person.types(CTRL_C);
    person.sees(READING);
    let kept = fs::read_to_string(home.path().join("state/grundy/history")).unwrap();
    assert!(kept.contains("who wins Nim 5\nwinner Nim(5)\n"), "{kept}");
}

#[test]
fn what_is_certain_is_run_at_once() {
    let home = tempdir().unwrap();
    let mut person = Person::new(home.path(), &[]);
    let told = person.is_told("game S = take 1 2 3");
    assert!(told.ends_with("\r\nRead as: game S = take <1,2,3>\r\nS is a game\r\n"), "{told:?}");
    let told = person.is_told("let x = 40; winer S(5); print x + 2");
    assert!(told.contains("Read as: winner S(5)\r\nFirst player wins") && told.ends_with("\r\n42\r\n"), "{told:?}");
    // A name that exists keeps its meaning until Enter is pressed.
    mistakes(&mut person, "game S = take 1 2", "> game S = take <1,2>");
    person.types(CTRL_C);
    person.sees(READING);
    person.asks("print grundy S(3), \"!\"", "3 !");
}

#[test]
fn any_edit_makes_it_ones_own() {
    let home = tempdir().unwrap();
    let mut person = Person::new(home.path(), &[]);
    mistakes(&mut person, "who wins Nim 5", "> winner Nim(5)");
    person.asks(" + Nim(5)", "Second player wins");
    mistakes(&mut person, "who wins Nim 5", "> winner Nim(5)");
    person.types(ERASE);
    person.types(ERASE);
    person.asks("7) + Nim(1)", "7 ⊕ 1 = 6");
    // Up leads to what was typed before, and not to what begins like the proposal.
    mistakes(&mut person, "who wins Nim 5", "> winner Nim(5)");
    person.types(UP);
    person.sees("> who wins Nim 5");
    person.types(CTRL_C);
    person.sees(READING);
}

#[test]
fn what_is_not_wanted_is_gone() {
    let home = tempdir().unwrap();
    let mut person = Person::new(home.path(), &[]);
    mistakes(&mut person, "who wins Nim 5", "> winner Nim(5)");
    person.types(ESC);
    person.sees("> ");
    person.asks("print 5 * 11", "\n55");
    // A line that begins anew takes its place,
    mistakes(&mut person, "who wins Nim 5", "> winner Nim(5)");
    person.asks("print 6 * 11", "\n66");
    mistakes(&mut person, "who wins Nim 5", "> winner Nim(5)");
    person.asks("7 * 11", "\n77");
    // and so does one that is pasted,
    mistakes(&mut person, "who wins Nim 5", "> winner Nim(5)");
    person.types(&format!("{}print 8 * 11{}", PASTE.0, PASTE.1));
    person.asks("", "\n88");
    // a transcript as well, of which nothing is lost.
    mistakes(&mut person, "who wins Nim 5", "> winner Nim(5)");
    person.types(&format!("{}> let q = 9 * 11\nq = 99\n> print q + 1\n{}", PASTE.0, PASTE.1));
    person.asks("", "\n100");
    // Ctrl-C clears it as it clears every line, and Ctrl-D only leaves behind it.
    mistakes(&mut person, "who wins Nim 5", "> winner Nim(5)");
    person.types(CTRL_C);
    person.sees(READING);
    person.goes_on();
    mistakes(&mut person, "who wins Nim 5", "> winner Nim(5)");
    person.types(CTRL_D);
    person.goes_on();
    person.types(CTRL_D);
    assert_eq!(person.leaves(), 0);
}

#[test]
fn a_proposal_is_coloured() {
    let home = tempdir().unwrap();
    let mut person = Person::new(home.path(), &["--color", "always", "--theme", "light"]);
    person.types("who wins Nim 5");
    person.types(ENTER);
    person.sees("error[");
    person.sees(READING);
    person.sees("\x1b[3;1;38;5;22mwinner Nim(5)");
    // Edited, it is a line like any other.
    person.types(" ");
    person.sees("\x1b[1;38;5;25mwinner");
    person.types(CTRL_C);
    person.sees(READING);
}

#[test]
fn lines_that_were_typed_ahead_do_not_meet_a_proposal() {
    let home = tempdir().unwrap();
    let mut person = Person::new(home.path(), &[]);
    person.types("who wins Nim 5\rprint 3 * 11\r(4 + 5) * 11\rlet x = 5\r");
    person.sees("\n33\r\n");
    person.sees("\n99\r\n");
    person.sees("x = 5");
    person.goes_on();
}

#[test]
fn a_loaded_file_proposes_nothing() {
    let home = tempdir().unwrap();
    fs::write(home.path().join("a.cgt"), "winner Nim 5\n").unwrap();
    let mut person = Person::new(home.path(), &[]);
    person.asks("load \"a.cgt\"", "error[E0126]");
    person.asks("(5 + 6) * 9", "\n99");
}

#[test]
fn a_correction_accepted_by_mistake_is_taken_back() {
    let home = tempdir().unwrap();
    let mut person = Person::new(home.path(), &[]);
    person.asks("game S = take <1,2,3>", "S is a game");
    mistakes(&mut person, "game S = take 5 6", "> game S = take <5,6>");
    person.asks("", "S has been redefined");
    person.asks("grundy S(5)", "1");
    person.asks("undo", "S is again what it was before");
    person.asks("print grundy S(7), \"!\"", "3 !");
    person.asks("undo", "Forgotten: S");
    person.asks("undo", "error[E0206]");
}

/// Writes a program that edits the file it is given, and that `Person` has as the editor.
fn editor(home: &Path, script: &str) {
    let path = home.join("editor");
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn a_definition_is_edited() {
    let home = tempdir().unwrap();
    let mut person = Person::new(home.path(), &[]);
    person.asks("game S = take <1,2,3>", "S is a game");
    editor(home.path(), "sed -i 's/<1,2,3>/<1,2>/' \"$1\"");
    person.asks("edit S", "S has been redefined");
    person.asks("print grundy S(5), \"!\"", "2 !");
    person.asks("undo", "take <1,2,3>");
    // What is wrong is not lost.
    editor(home.path(), "printf 'let a = 5\\nlet b = a +\\n' > \"$1\"");
    person.types("edit S\r");
    person.sees("error[E0101]");
    person.sees(READING);
    person.sees("> let a = 5");
    person.sees("let b = a +");
    person.asks(" 6", "b = 11");
    editor(home.path(), "true");
    person.asks("edit S", "S is left as it was");
    editor(home.path(), "exit 3");
    person.asks("edit S", "editor ended with");
    fs::remove_file(home.path().join("editor")).unwrap();
    person.asks("edit S", "set EDITOR to one");
    person.asks("edit Foo", "error[E0201]");
    person.asks("show S", "game S = take <1,2,3>");
}

#[test]
fn no_editor_is_opened_where_nobody_types() {
    let code = ["-e", "game S = take <1>; edit S"];
    assert!(err(&grundy().args(code).assert().code(1)).contains("error[E0616]"));
    let home = tempdir().unwrap();
    editor(home.path(), "echo opened > opened");
    fs::write(home.path().join("a.cgt"), "edit S\n").unwrap();
    let mut person = Person::new(home.path(), &["--safe"]);
    person.asks("game S = take <1,2,3>", "S is a game");
    person.asks("edit S", "with --safe no program is started");
    person.types(CTRL_D);
    let mut person = Person::new(home.path(), &[]);
    person.asks("game S = take <1,2,3>", "S is a game");
    person.asks("load \"a.cgt\"", "a script opens no editor");
    assert!(!home.path().join("opened").exists());
}

#[test]
fn undo_and_edit_may_be_names() {
    let ran =
        grundy().args(["-e", "let undo = 3; let edit = 4; print undo + edit; undo; print undo"]).assert().success();
    assert_eq!(out(&ran), "7\nForgotten: edit.\n3\n");
}

#[test]
fn a_script_is_run_again_when_it_is_saved() {
    let home = tempdir().unwrap();
    let (script, other) = (home.path().join("a.cgt"), home.path().join("b.cgt"));
    fs::write(&other, "let x = 5\n").unwrap();
    fs::write(&script, "load \"b.cgt\"\nprint x + 1000\n").unwrap();
    let mut person = Person::starts(home.path(), &["--watch", "a.cgt"]);
    person.sees("1005");
    fs::write(&script, "load \"b.cgt\"\nprint x + 20000\n").unwrap();
    person.sees("a.cgt was saved, and is run again");
    person.sees("20005");
    // Nothing is left of the run before, and a loaded file is watched too.
    fs::write(&other, "let y = 7\n").unwrap();
    person.sees("b.cgt was saved");
    person.sees("error[E0201]");
    // A file may be gone for a moment while it is saved.
    fs::remove_file(&other).unwrap();
    fs::write(home.path().join("new"), "let x = 300000\n").unwrap();
    fs::rename(home.path().join("new"), &other).unwrap();
    person.sees("320000");
    person.types(CTRL_C);
    assert_eq!(person.leaves(), 130);
}

#[test]
fn a_page_is_written_again_when_its_script_is_saved() {
    let home = tempdir().unwrap();
    let (script, page) = (home.path().join("a.cgt"), home.path().join("a.html"));
    fs::write(&script, "print 1 + 1000\n").unwrap();
    let mut person = Person::starts(home.path(), &["--watch", "--html", "a.html", "a.cgt"]);
    person.sees("a.html is written anew whenever a script is saved");
    assert!(fs::read_to_string(&page).unwrap().contains("1001"));
    fs::write(&script, "print k\n").unwrap();
    person.sees("error[E0201]");
    fs::write(&script, "print 1 + 20000\n").unwrap();
    person.sees("a.cgt was saved, and is run again");
    // The page is written after that is said.
    let deadline = Instant::now() + Duration::from_secs(60);
    while !fs::read_to_string(&page).unwrap().contains("20001") {
        assert!(Instant::now() < deadline, "the page is as it was");
        thread::sleep(Duration::from_millis(50));
    }
    person.types(CTRL_C);
    assert_eq!(person.leaves(), 130);
}

#[test]
fn a_lesson_is_read_again_when_it_is_saved() {
    let home = tempdir().unwrap();
    let script = home.path().join("lesson.cgt");
    fs::write(&script, "game S = take <1,2>\nprint grundy S(5) + 1000\n").unwrap();
    let mut person = Person::starts(home.path(), &["--present", "--watch", "lesson.cgt"]);
    person.sees("1 of 2   Space: the answer");
    person.types("2\r");
    person.sees("2 of 2   Space: the answer");
    person.types(" ");
    person.sees("1002");
    fs::write(&script, "game S = take <1,2,3>\nprint grundy S(7) + 2000\n").unwrap();
    person.sees("2003");
    person.sees("The lesson was saved");
    person.types("q");
    assert_eq!(person.leaves(), 0);
}

#[test]
fn the_command_line_says_what_is_meant() {
    let ran = grundy().arg("winner Nim(3)").assert().code(1);
    assert!(err(&ran).contains("grundy -e 'winner Nim(3)'"), "{}", err(&ran));
    let ran = grundy().arg("lesson.cgt").assert().code(1);
    assert!(!err(&ran).contains("-e"), "{}", err(&ran));
    let ran = grundy().args(["--explain", "E0302"]).assert().success();
    assert!(out(&ran).starts_with("the wrong number of coordinates"), "{}", out(&ran));
    assert_eq!(out(&grundy().args(["--explain", "e0302"]).assert().success()), out(&ran));
    assert!(err(&grundy().args(["--explain", "E0000"]).assert().code(1)).contains("no help on E0000"));
    for wrong in [&["--watch"][..], &["--watch", "-e", "print 1"], &["--watch", "-"], &["--watch", "/dev/null"]] {
        assert!(err(&grundy().args(wrong).assert().code(2)).contains("--watch needs the file"), "{wrong:?}");
    }
}

//! Lessons: `--echo`, `--present` at a real terminal, and the place in the tour that is remembered from day to day.

use std::fs;

use crate::common::person::{CTRL_C, CTRL_D, ENTER, Person, READING};
use crate::{err, grundy, out};
use tempfile::{TempDir, tempdir};

const LESSON: &str = "#!/usr/bin/env grundy\n## # Three coins\n##\n## Take **one or two**.\n#| code: show\n# the rule\n\
                      game S = take <1,2> # S\nwinner S(3)\n## ## More\nexplain S(4) + S(5)\nwinner Foo(3)\n\
                      ## Then a table.\ntable S 0..3\n";
const BACK: &str = "\x1b[D";
const FIRST_SCREEN: &str = "\x1b[?1049l";

fn with(text: &str) -> TempDir {
    let home = tempdir().unwrap();
    fs::write(home.path().join("lesson.cgt"), text).unwrap();
    home
}

#[test]
fn echo_shows_what_the_prompt_would() {
    let home = with(LESSON);
    let ran = grundy().current_dir(home.path()).args(["--echo", "lesson.cgt"]).assert().code(1);
    let text = out(&ran);
    let begin = "Three coins\n\nTake one or two.\n\n> # the rule\n> game S = take <1,2> # S\nS is a game\n> winner S(3)\n\
                 Second player wins:";
    assert!(text.starts_with(begin), "{text}");
    // It stops at the first error, as a script does.
    assert!(text.ends_with("> winner Foo(3)\n") && err(&ran).contains("no game is called Foo"), "{text}");
    let ran = grundy().current_dir(home.path()).args(["--echo", "--keep-going", "lesson.cgt"]).assert().code(1);
    assert!(out(&ran).contains("\nThen a table.\n\n> table S 0..3\n"), "{}", out(&ran));
    // Its inputs can be run again.
    let again = grundy().args(["--transcript", "--keep-going"]).write_stdin(out(&ran)).assert().code(1);
    assert!(out(&again).contains("Second player wins"), "{}{}", out(&again), err(&again));
}

/// A lesson may show a claim that does not hold: the script fails only where it was not expected to.
#[test]
fn an_expected_failure_is_none() {
    let claim = "check n < 3 for n in 0..5\n";
    for (text, code) in [
        (format!("#| expect: fail\n{claim}"), 0),
        (format!("winner Nim(2)\n## Is it so?\n#| expect: fail\n# A claim.\n\n{claim}values Nim 0..2\n"), 0),
        (claim.to_owned(), 1),
        (format!("#| expect: fail\n{claim}{claim}"), 1),
        (format!("#| expect: fail\nwinner Nim(2)\n{claim}"), 1),
    ] {
        let home = with(&text);
        for arguments in
            [&["lesson.cgt"][..], &["--echo", "lesson.cgt"], &["--html", "-", "lesson.cgt"], &["--json", "lesson.cgt"]]
        {
            let ran = grundy().current_dir(home.path()).args(arguments).assert().code(code);
            assert_eq!(err(&ran).contains("E0617"), text.contains("fail\nwinner"), "{text}{}", err(&ran));
        }
    }
    let holds = with("#| expect: fail\ncheck n < 3 for n in 0..2\nvalues Nim 0..2\n");
    let ran = grundy().current_dir(holds.path()).arg("lesson.cgt").assert().code(1);
    assert!(err(&ran).contains("error[E0617]: this does not fail"), "{}", err(&ran));
    let wrong = with("#| expect: success\nwinner Nim(2)\n");
    let ran = grundy().current_dir(wrong.path()).args(["--check", "lesson.cgt"]).assert().code(1);
    assert!(err(&ran).contains("E0612"), "{}", err(&ran));
}

/// Names and values apart make two definitions, but are one statement.
#[test]
fn what_defines_two_names_is_shown_once() {
    let home = with("(h, k) = (6, 7) # both\nlet n1 = 4, n2 = 3\nlet a, b = 1, 2\n");
    let said = |argument| out(&grundy().current_dir(home.path()).args([argument, "lesson.cgt"]).assert().success());
    assert_eq!(
        said("--echo"),
        "> (h, k) = (6, 7) # both\nh = 6\nk = 7\n> let n1 = 4\nn1 = 4\n> n2 = 3\nn2 = 3\n> let a, b = 1, 2\na = 1\nb = 2\n"
    );
    assert_eq!(said("--json").matches("\"statement\":\"(h, k) = (6, 7)\"").count(), 2);
}

#[test]
fn echo_runs_nothing_of_a_script_that_cannot_be_read() {
    let ran = grundy().args(["--echo", "-e", "print 1\nprint )\nprint ("]).assert().code(1);
    assert_eq!(out(&ran), "");
    assert_eq!(err(&ran).matches("error[").count(), 2, "{}", err(&ran));
    let ran = grundy().arg("--echo").write_stdin("print 1 +\n  2\nlet x = 4; print x").assert().success();
    assert_eq!(out(&ran), "> print 1 +\n    2\n3\n> let x = 4\nx = 4\n> print x\n4\n");
}

#[test]
fn wrong_options_are_told_apart() {
    for (arguments, said) in [
        (&["--echo", "--html", "a.html", "a.cgt"][..], "cannot be used with"),
        (&["--echo", "--json", "a.cgt"], "cannot be used with"),
        (&["--echo", "--check", "a.cgt"], "cannot be used with"),
        (&["--echo", "--present", "a.cgt"], "cannot be used with"),
        (&["--present", "-i", "a.cgt"], "cannot be used with"),
        (&["--present"], "--present needs the file of a lesson"),
        (&["--present", "-"], "--present needs the file of a lesson"),
        (&["--present", "a.cgt"], "`grundy --echo lesson.cgt` shows the same lesson"),
        (&["--theme", "pink"], "light, dark, mono"),
        (&["--theme"], "light, dark, mono"),
    ] {
        let ran = grundy().args(arguments).assert().code(2);
        assert!(err(&ran).contains(said) && out(&ran).is_empty(), "{arguments:?}: {}", err(&ran));
    }
    let ran = grundy().args(["--echo", "no.cgt"]).assert().code(1);
    assert!(err(&ran).contains("there is no such file"), "{}", err(&ran));
}

#[test]
fn a_theme_chooses_the_colours() {
    let codes = |arguments: &[&str], variables: &[(&str, &str)]| {
        let mut ran = grundy();
        ran.args(["--color", "always", "-e", "winner Nim(3)"]).args(arguments).env_remove("COLORFGBG");
        let text = out(&ran.envs(variables.iter().copied()).assert().success());
        (text.contains("38;5;80m"), text.contains("38;5;23m"), text.contains("\x1b[1m"))
    };
    for (arguments, variables, dark, light) in [
        (&["--theme", "dark"][..], &[][..], true, false),
        (&["--theme", "light"], &[("COLORFGBG", "15;0")], false, true),
        (&["--theme", "mono"], &[("GRUNDY_THEME", "dark")], false, false),
        (&[], &[("COLORFGBG", "15;0")], true, false),
        (&[], &[("COLORFGBG", "15;0"), ("GRUNDY_THEME", "light")], false, true),
        (&[], &[], false, false),
    ] {
        assert_eq!(codes(arguments, variables), (dark, light, true), "{arguments:?} {variables:?}");
    }
}

#[test]
fn a_lesson_goes_on_key_by_key() {
    let home = with(LESSON);
    let mut person = Person::starts(home.path(), &["--present", "lesson.cgt"]);
    person.sees("Three coins");
    person.sees("> game S = take <1,2>");
    person.sees("1 of 5   Space: the answer");
    person.types(" ");
    person.sees("S is a game");
    person.types(" ");
    person.sees("2 of 5   Space: the answer");
    person.types(" ");
    person.sees("Second player wins");
    // Back, and on again.
    person.types(BACK);
    person.sees("2 of 5   Space: the answer");
    // A step is reached by its number, and the steps in between are run.
    person.types("4\r");
    person.sees("4 of 5   Space: the answer");
    person.types(" ");
    person.sees("no game is called Foo");
    person.types("?");
    person.sees("the answer bit by bit");
    person.types("x");
    person.sees("4 of 5   Space: on");
    person.types("9\r");
    person.sees("There are steps 1 to 5");
    person.types("w");
    person.sees(": begins a statement");
    person.types("\t");
    person.sees("There is no heading behind this");
    person.types("q");
    person.sees(FIRST_SCREEN);
    assert_eq!(person.leaves(), 0);
}

#[test]
fn rows_and_columns_come_one_by_one() {
    let home = with("game S = take <1..3>\nexplain S(3)+S(2)\n## Now\ntable S 0..3\n");
    let mut person = Person::starts(home.path(), &["--present", "lesson.cgt"]);
    person.sees("1 of 3   Space: the answer");
    person.types("3\r");
    person.sees("3 of 3   Space: the answer");
    person.types("r");
    person.sees("outcome");
    person.types("r");
    person.sees(" 0   no option");
    person.types("p2\r");
    person.sees("2 of 3   Space: the answer");
    for _ in 0..30 {
        person.types("r");
        let seen = person.sees("?: keys");
        if let Some((_, sum)) = seen.split_once("nim-sum  ") {
            // Of the nim-sum only the last column is shown, and not yet its value.
            assert!(sum.lines().next().unwrap().trim().trim_end_matches("\x1b[2K") == "1", "{seen:?}");
            return;
        }
    }
    panic!("no nim-sum was seen");
}

#[test]
fn statements_can_be_typed_between() {
    let home = with("game S = take <1,2>\nwinner S(3)\n");
    let mut person = Person::starts(home.path(), &["--present", "lesson.cgt"]);
    person.sees("1 of 2   Space: the answer");
    person.types(" ");
    person.sees("S is a game");
    person.types(":");
    person.sees(READING);
    person.types("print grundy S(5) + 100");
    person.types(ENTER);
    person.sees("102");
    person.sees("1 of 2   Space: on");
    person.types(":");
    person.sees(READING);
    person.types("print 1/0");
    person.types(ENTER);
    person.sees("division by zero");
    person.types(":");
    person.sees(READING);
    person.types(CTRL_C);
    person.sees("1 of 2");
    person.types(" ");
    person.sees("2 of 2   Space: the answer");
    person.types(CTRL_D);
    person.sees(FIRST_SCREEN);
    assert_eq!(person.leaves(), 0);
}

#[test]
fn nothing_is_run_twice_but_what_was_stopped() {
    let slow = "check grundy Nim(n) == n for n in 0..10^15, m in 0..0";
    let home = with(&format!("values Nim 0..3 to \"a.csv\"\n{slow}\n"));
    let mut person = Person::starts(home.path(), &["--present", "lesson.cgt"]);
    person.sees("1 of 2   Space: the answer");
    person.types(" ");
    person.sees("1 of 2   Done, without an answer to show. Space goes on");
    fs::remove_file(home.path().join("a.csv")).unwrap();
    person.types(BACK);
    person.sees("1 of 2   Space: the answer");
    person.types(" ");
    person.sees("1 of 2   Done, without an answer to show. Space goes on");
    assert!(!home.path().join("a.csv").exists());
    person.types(" ");
    person.sees("2 of 2   Space: the answer");
    for _ in 0..2 {
        person.types(" ");
        person.sees("Ctrl-C stops");
        std::thread::sleep(std::time::Duration::from_millis(700));
        person.types(CTRL_C);
        person.sees("error[E0501]");
        person.sees("2 of 2   the end");
        person.types(BACK);
        person.sees("2 of 2   Space: the answer");
    }
}

#[test]
fn a_lesson_follows_the_size_of_its_screen() {
    let home = with("## one two three four five six seven eight nine ten eleven twelve\nvalues Nim 0..3\n");
    let mut person = Person::starts(home.path(), &["--present", "lesson.cgt"]);
    person.sees("ten eleven twelve");
    person.resizes(30, 10);
    person.sees("one two three four five six\r\n");
    person.sees("\x1b[10;1H");
    person.types("q");
    person.sees(FIRST_SCREEN);
}

#[test]
fn a_signal_leaves_the_terminal_as_it_was() {
    let home = with("print 1\n");
    let mut person = Person::starts(home.path(), &["--present", "lesson.cgt"]);
    person.sees("1 of 1");
    nix::sys::signal::kill(person.process(), nix::sys::signal::Signal::SIGTERM).unwrap();
    person.sees("\x1b[?25h\x1b[?1049l");
}

#[test]
fn the_tour_goes_on_the_next_day() {
    let home = tempdir().unwrap();
    let place = home.path().join("state/grundy/tour");
    let mut person = Person::new(home.path(), &[]);
    person.asks("tour", "Lesson 1 of");
    person.asks("lesson 4", "Lesson 4 of");
    person.asks("3", "Right");
    person.asks("quit", "at lesson 4");
    person.types(CTRL_D);
    assert_eq!(person.leaves(), 0);
    let mut person = Person::new(home.path(), &[]);
    person.asks("tour", "Welcome back: the tour goes on with lesson 4.");
    person.asks("quit", "at lesson 4");
    person.asks("tour again", "Lesson 1 of");
    person.asks("quit", "at lesson 1");
    person.asks("tour lesson 99", "There are lessons 1 to");
    person.asks("tour lesson 6", "Lesson 6 of");
    person.asks("back", "Lesson 5 of");
    person.types(CTRL_D);
    person.sees(READING);
    person.types(CTRL_D);
    assert_eq!(person.leaves(), 0);
    // A saved place that cannot be read is reported, and the session goes on.
    fs::write(&place, "lesson four\n").unwrap();
    let mut person = Person::starts(home.path(), &[]);
    person.sees("does not say where the tour was left");
    person.sees(READING);
    person.asks("tour", "Lesson 1 of");
    // With `--safe` no file is used, so no place is kept.
    let mut person = Person::new(home.path(), &["--safe"]);
    person.asks("tour lesson 3", "Lesson 3 of");
    person.asks("next", "Lesson 4 of");
    assert_eq!(fs::read_to_string(&place).unwrap(), "lesson four\n");
}

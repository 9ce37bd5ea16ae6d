//! The prompt at a real terminal: Ctrl-C, history, completion, colours, the pager, and what is typed or pasted ahead.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::time::Duration;

use crate::common::person::{CTRL_C, CTRL_D, CTRL_Z, DOWN, ENTER, PASTE, Person, READING, SHELL, TAB, UP};
use tempfile::{TempDir, tempdir};

/// The processor time that the program may use after Ctrl-C, with much room for a build that is not optimised.
const PROMPT: Duration = Duration::from_secs(1);

fn history(home: &TempDir) -> String {
    fs::read_to_string(home.path().join("state/grundy/history")).unwrap_or_default()
}

/// Types a line that takes long, and Ctrl-C. Returns the processor time of the program until the prompt is back.
fn stopped_after(person: &mut Person, slow: &str) -> Duration {
    person.begins(slow);
    let begin = person.work();
    person.types(CTRL_C);
    person.sees("error[E0501]");
    person.sees(READING);
    person.work() - begin
}

#[test]
fn ctrl_c_stops_a_computation_and_keeps_the_session() {
    let home = tempdir().unwrap();
    let mut person = Person::new(home.path(), &["--memory", "4G"]);
    person.asks("game S = take <1,2,3>", "is a game");
    person.asks("game Slow(n) = (n-k) for k in 1..n if k*k % 7 != 3", "Slow is a game");
    person.asks("let f(n) = sum(k*k % 7 for k in 1..n)", "f is a function");
    for slow in [
        "check grundy Nim(n) == n for n in 0..10^15, m in 0..0",
        "grundy GrundysGame(10^7)",
        "grundy Slow(10^6)",
        "print f(10^15)",
        "print sum(n for n in 0..10^15, m in 0..0)",
        "moves Slow(10^6) + Slow(10^6 - 1)",
        "time check grundy Nim(n) == n for n in 0..10^15, m in 0..0",
    ] {
        let time = stopped_after(&mut person, slow);
        println!("{slow}: back at the prompt after {time:?} of work");
        assert!(time < PROMPT, "{slow}: back at the prompt only after {time:?} of work");
        person.goes_on();
    }
    person.asks("grundy S(10^6 + 3)", "3");
    person.types(CTRL_D);
    assert_eq!(person.leaves(), 0);
}

#[test]
fn ctrl_c_again_and_again_does_not_end_the_session() {
    let home = tempdir().unwrap();
    let mut person = Person::new(home.path(), &[]);
    person.asks("let x = 77", "x");
    person.begins("check grundy Nim(n) == n for n in 0..10^15, m in 0..0");
    for _ in 0..5 {
        person.types(CTRL_C);
        std::thread::sleep(Duration::from_millis(20));
    }
    person.sees("error[E0501]");
    person.sees(READING);
    person.asks("print x + 1", "78");
}

#[test]
fn ctrl_c_ends_a_long_answer_only() {
    let home = tempdir().unwrap();
    let mut person = Person::new(home.path(), &[]);
    person.types("print [n for n in 0..10^6]");
    person.types(ENTER);
    // Only this much is read, so the program is blocked in a write soon, and Ctrl-C reaches it in the middle of the
    // answer.
    person.terminal.read_exact(&mut [0; 50_000]).unwrap();
    person.types(CTRL_C);
    std::thread::sleep(Duration::from_millis(700));
    let seen = person.sees(READING);
    assert!(!seen.contains(" 999999, "));
    assert!(seen.contains("\r\nerror[E0501]"), "{seen}");
    person.goes_on();
}

#[test]
fn ctrl_c_in_a_loaded_file_ends_the_file() {
    let home = tempdir().unwrap();
    let script = "let x = 77\ncheck grundy Nim(n) == n for n in 0..10^15, m in 0..0\nprint \"too\", \"far\"\n";
    fs::write(home.path().join("slow.cgt"), script).unwrap();
    let mut person = Person::new(home.path(), &[]);
    person.begins("load \"slow.cgt\"");
    person.types(CTRL_C);
    person.sees("error[E0501]");
    person.sees(READING);
    person.types("print x + 1");
    person.types(ENTER);
    assert!(!person.sees("78").contains("too far"));
}

/// Ctrl-C may come between two statements as well as inside one.
#[test]
fn ctrl_c_ends_a_file_of_many_short_statements() {
    let home = tempdir().unwrap();
    fs::write(home.path().join("many.cgt"), "print 1\n".repeat(500_000)).unwrap();
    fs::write(home.path().join("again.cgt"), "load \"many.cgt\"\n".repeat(20)).unwrap();
    let mut person = Person::new(home.path(), &[]);
    for file in ["many", "again"] {
        let time = stopped_after(&mut person, &format!("load \"{file}.cgt\""));
        println!("{file}: back at the prompt after {time:?} of work");
        assert!(time < PROMPT * 5, "{file}: back at the prompt only after {time:?} of work");
        person.goes_on();
    }
}

#[test]
fn a_foreign_file_is_replaced_only_if_the_user_says_so() {
    let home = tempdir().unwrap();
    let lesson = home.path().join("lesson.cgt");
    fs::write(&lesson, "# my own\n").unwrap();
    let mut person = Person::new(home.path(), &[]);
    person.asks("game S = take <1,2>", "is a game");
    for answer in ["", "n", "no thanks", CTRL_C, CTRL_D] {
        person.types("save \"lesson.cgt\"");
        person.types(ENTER);
        person.sees("was not saved by grundy. Replace it? [y/N]");
        person.types(answer);
        if ![CTRL_C, CTRL_D].contains(&answer) {
            person.types(ENTER);
        }
        person.sees("lesson.cgt is left as it was.");
        person.sees(READING);
        assert_eq!(fs::read_to_string(&lesson).unwrap(), "# my own\n");
    }
    person.types("save \"lesson.cgt\"");
    person.types(ENTER);
    person.sees("[y/N]");
    person.asks("y", "lesson.cgt");
    assert!(fs::read_to_string(&lesson).unwrap().contains("game S"));
    // Now the file was saved by grundy, and the user is not asked.
    person.asks("save \"lesson.cgt\"", "lesson.cgt");
    person.goes_on();
    // The user is not asked about a file that a script would replace.
    fs::write(&lesson, "# my own\n").unwrap();
    fs::write(home.path().join("net.cgt"), "save \"lesson.cgt\"").unwrap();
    person.asks("load \"net.cgt\"", "error[E0607]");
    assert_eq!(fs::read_to_string(&lesson).unwrap(), "# my own\n");
}

#[test]
fn a_safe_prompt_sees_no_files() {
    let home = tempdir().unwrap();
    fs::write(home.path().join("lesson.cgt"), "print 40 + 2").unwrap();
    let mut person = Person::with_pager(home.path(), &["--safe"], "sed s/^/page:/");
    person.asks("load \"lesson.cgt\"", "error[E0606]");
    person.asks("table Nim 0..60", "\n 60   ");
    person.types("load \"les");
    person.types(TAB);
    person.asks("x\"", "lesx: no file is read");
    assert!(!home.path().join("state").exists());
}

#[test]
fn a_history_that_cannot_be_read_is_set_aside() {
    let home = tempdir().unwrap();
    fs::create_dir_all(home.path().join("state/grundy")).unwrap();
    let path = home.path().join("state/grundy/history");
    fs::write(&path, b"#V2\nprint 1\nprint \xff\n").unwrap();
    let mut person = Person::starts(home.path(), &[]);
    person.sees("the history of earlier sessions cannot be read");
    person.sees(READING);
    person.goes_on();
    assert!(history(&home).contains("1000 + 234"));
    assert_eq!(fs::read(path.with_extension("corrupt")).unwrap(), b"#V2\nprint 1\nprint \xff\n");
}

#[test]
fn a_pipe_as_history_makes_nobody_wait() {
    let home = tempdir().unwrap();
    fs::create_dir_all(home.path().join("state/grundy")).unwrap();
    let path = home.path().join("state/grundy/history");
    assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
    let mut person = Person::starts(home.path(), &[]);
    person.sees("is not a regular file, so no history");
    person.sees(READING);
    person.goes_on();
    person.types(CTRL_D);
    assert_eq!(person.leaves(), 0);
}

#[test]
fn two_sessions_lose_no_entry_of_each_other() {
    let home = tempdir().unwrap();
    let mut one = Person::new(home.path(), &[]);
    let mut other = Person::new(home.path(), &[]);
    for n in 1..=5 {
        one.asks(&format!("print {n} + 100"), &format!("{}", n + 100));
        other.asks(&format!("print {n} + 200"), &format!("{}", n + 200));
    }
    let kept = history(&home);
    for n in 1..=5 {
        assert!(kept.contains(&format!("print {n} + 100\n")) && kept.contains(&format!("print {n} + 200\n")), "{kept}");
    }
}

#[test]
fn ctrl_c_at_the_prompt_clears_the_line() {
    let home = tempdir().unwrap();
    let mut person = Person::new(home.path(), &[]);
    for _ in 0..3 {
        person.types("print 77");
        person.sees("77");
        person.types(CTRL_C);
        person.sees(READING);
    }
    person.goes_on();
    person.types(CTRL_D);
    assert_eq!(person.leaves(), 0);
    assert!(!history(&home).contains("print 77"));
}

#[test]
fn the_ways_to_leave() {
    for word in [CTRL_D, "quit\r", "exit\r", "quit()\r"] {
        let home = tempdir().unwrap();
        let mut person = Person::new(home.path(), &[]);
        person.asks("winner Foo(3)", "error[E0201]");
        person.types(word);
        assert_eq!(person.leaves(), 0, "{word:?}");
    }
}

#[test]
fn a_statement_of_several_lines() {
    let home = tempdir().unwrap();
    let mut person = Person::new(home.path(), &[]);
    person.types("winner Nim(3");
    person.types(ENTER);
    person.types(")");
    person.asks("", "First player wins");
    // A blank line enters what was typed, finished or not.
    person.types("winner Nim(3");
    person.types(ENTER);
    person.types(ENTER);
    person.sees("Read as: winner Nim(3)\r\nFirst player wins");
    person.sees(READING);
    person.types("game S =");
    person.types(ENTER);
    person.asks("take <1,2>", "S is a game");
    person.asks("print grundy S(5), \"!\"", "2 !");
}

#[test]
fn what_was_typed_is_remembered_in_the_next_session() {
    let home = tempdir().unwrap();
    let mut person = Person::new(home.path(), &[]);
    person.types("print [10,");
    person.types(ENTER);
    person.types("11]");
    person.asks("", "[10, 11]");
    person.asks("print 20+1", "21");
    person.types(CTRL_D);
    assert_eq!(person.leaves(), 0);
    assert!(history(&home).contains("print 20+1"), "{}", history(&home));

    let mut person = Person::new(home.path(), &[]);
    person.types(UP);
    person.sees("print 20+1");
    person.types("00");
    person.asks("", "\n120");
    person.types(UP);
    person.types(UP);
    // The history brings back all lines of the statement.
    person.types(UP);
    person.sees("11]");
    person.asks("", "\n[10, 11]");
    person.asks("history", "print 20+100");
}

#[test]
fn tab_completes_words_games_and_files() {
    let home = tempdir().unwrap();
    fs::write(home.path().join("lesson.cgt"), "print 40 + 2").unwrap();
    let mut person = Person::new(home.path(), &[]);
    person.types("winne");
    person.types(TAB);
    person.types(" Dawsons");
    person.types(TAB);
    person.types(TAB);
    person.sees("DawsonsKayles");
    person.types("Kay");
    person.types(TAB);
    person.asks("(2)", "First player wins");
    person.types("kay");
    person.types(TAB);
    person.sees("Kayles");
    person.asks("(3)", "Kayles(3) = *3");
    // The completion closes the quote.
    person.types("load \"les");
    person.types(TAB);
    person.sees("lesson.cgt\"");
    person.asks("", "42");
}

#[test]
fn the_users_own_beginning_is_run() {
    let home = tempdir().unwrap();
    fs::create_dir_all(home.path().join("config/grundy")).unwrap();
    fs::write(home.path().join("config/grundy/init.cgt"), "game Mine = take <1,2>").unwrap();
    let mut person = Person::new(home.path(), &[]);
    person.asks("grundy Mine(5)", "2");
    let script = assert_cmd::Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(["-e", "grundy Mine(5)"])
        .env("XDG_CONFIG_HOME", home.path().join("config"))
        .assert();
    script.code(1);
}

#[test]
fn a_pasted_transcript_runs_its_inputs() {
    let home = tempdir().unwrap();
    let mut person = Person::new(home.path(), &[]);
    let transcript =
        "> game S = take <1,2>\nS is a game\n> print grundy S(5), \"!\"\nnonsense (\n> print 3 * 7, \"!\"\n";
    person.types(&format!("{}{transcript}{}", PASTE.0, PASTE.1));
    person.types(ENTER);
    person.sees("2 !");
    person.sees("21 !");
    person.sees(READING);
    person.goes_on();
}

#[test]
fn a_pasted_rule_of_several_lines_is_one_definition() {
    let home = tempdir().unwrap();
    let mut person = Person::new(home.path(), &[]);
    let rule = "game S = take <1>\n  | take <2>\nprint grundy S(2), \"!\"";
    person.types(&format!("{}{rule}{}", PASTE.0, PASTE.1));
    person.types(ENTER);
    person.sees("2 !");
}

#[test]
fn an_error_keeps_what_was_defined_and_goes_on() {
    let home = tempdir().unwrap();
    fs::write(home.path().join("a.cgt"), "let y = 5\nwinner Foo(3)\nprint \"too\", \"far\"").unwrap();
    let mut person = Person::new(home.path(), &["-i", "a.cgt"]);
    person.asks("let x = y + 70", "x");
    person.asks("print 1/0", "division by zero");
    person.asks("load \"a.cgt\"", "no game is called Foo");
    person.asks("print x + 1", "76");
}

#[test]
fn colours_as_one_types() {
    let home = tempdir().unwrap();
    let mut person = Person::new(home.path(), &["--color", "always", "--theme", "light"]);
    person.types("winner Nim(3)");
    // A verb in bold blue.
    person.sees("\x1b[1;38;5;25mwinner");
    person.asks("", "First player wins");
}

#[test]
fn the_answer_is_there_while_one_types() {
    let home = tempdir().unwrap();
    let mut person = Person::new(home.path(), &["--color", "always"]);
    person.asks("game S = take <1,2,3>", "is a game");
    person.types("winner S(3)+S(4)");
    person.sees("\n  First player wins: 3 ⊕ 0 = 3");
    person.types(CTRL_C);
    person.sees(READING);
    person.types("grundy GrundysGame(10^6)");
    person.types(CTRL_C);
    person.sees(READING);
    // A value that is only previewed does not become `ans`.
    person.asks("5 * 5", "25");
    person.types("2 + 4");
    person.sees("\n  6");
    person.types(CTRL_C);
    person.sees(READING);
    person.asks("print ans + 75", "100");
}

#[test]
fn the_file_of_the_history_is_where_the_surroundings_say() {
    let home = tempdir().unwrap();
    let mut person = Person::new(home.path(), &[]);
    person.goes_on();
    assert!(Path::new(&home.path().join("state/grundy/history")).is_file());
}

#[test]
fn what_is_longer_than_the_screen_is_shown_by_the_pager() {
    let home = tempdir().unwrap();
    let mut person = Person::with_pager(home.path(), &["-q"], "sed s/^/page:/");
    person.asks("table Nim 0..2", "\n 2   ");
    person.asks("table Nim 0..60", "\npage: 60   ");
    person.types(CTRL_D);
    assert_eq!(person.leaves(), 0);
}

#[test]
fn without_a_pager_a_long_answer_is_printed() {
    let home = tempdir().unwrap();
    for pager in ["there-is-no-such-pager", "cat", ""] {
        let mut person = Person::with_pager(home.path(), &["-q"], pager);
        person.asks("table Nim 0..60", "\n 60   ");
        person.goes_on();
    }
}

#[test]
fn lines_that_come_at_once_are_all_answered() {
    let home = tempdir().unwrap();
    let mut person = Person::new(home.path(), &[]);
    for end in ["\r", "\n"] {
        let lines: String = (0..50).map(|n| format!("print {n} * 1000 + 7{end}")).collect();
        person.types(&lines);
        for n in 0..50 {
            person.sees(&format!("\n{}\r\n", n * 1000 + 7));
        }
        person.sees(READING);
    }
    person.goes_on();
}

#[test]
fn lines_typed_while_something_runs_are_answered() {
    let home = tempdir().unwrap();
    let mut person = Person::new(home.path(), &[]);
    person.begins("check grundy Nim(n) == n for n in 0..10^15, m in 0..0");
    person.types("print 70 + 7\rprint 80 + 8\r");
    person.types(CTRL_C);
    person.sees("error[E0501]");
    // Ctrl-C drops the lines that wait in the terminal; lines typed after it are read.
    person.types("print 90 + 9\rprint 100 + 10\r");
    person.sees("\n99\r\n");
    person.sees("\n110\r\n");
    person.begins("grundy GrundysGame(50000)");
    person.types("print 70 + 7\rprint 80 + 8\r");
    person.sees("\n77\r\n");
    person.sees("\n88\r\n");
}

#[test]
fn a_dialogue_hears_what_was_typed_ahead() {
    let home = tempdir().unwrap();
    let mut person = Person::new(home.path(), &[]);
    for (begin, lines, left) in [
        ("play Nim(3) + Nim(4) first", "hint\rmoves (\rquit", "You have left the game"),
        ("quiz Nim seed 7", "help\r2 (\rquit", "quiz"),
        ("tour", "next\rnext\rquit", "lesson 3"),
    ] {
        person.types(&format!("{begin}\r{lines}\rprint 40 + 2, \"!\"\r"));
        person.sees(left);
        person.sees("42 !");
        person.sees(READING);
    }
    person.goes_on();
}

/// A terminal that does not tell of a paste gives its lines like typed ones, each of which is answered.
#[test]
fn a_transcript_without_the_marks_of_a_paste_runs_its_inputs() {
    let home = tempdir().unwrap();
    let mut person = Person::new(home.path(), &[]);
    let transcript = "> game W(a) =\r.    (a-1) |\r.    (a-2)\r\
                      > game S = take <1>\r.   | take <2>\r> print grundy W(5), grundy S(5), \"!\"\r7 * 11\r";
    person.types(transcript);
    person.sees("\n2 2 !\r\n");
    person.sees("\n77\r\n");
    person.asks("print 3 * 7, \"!\"", "\n21 !");
}

/// However soon they come: a line with a prompt is no beginning of a paste.
#[test]
fn lines_typed_behind_one_with_a_prompt_are_answered() {
    let home = tempdir().unwrap();
    let mut person = Person::new(home.path(), &[]);
    person.types("> print 40 + 2\r6 * 9\r[1, 2, 3][2]\r");
    for answer in ["\n42\r\n", "\n54\r\n", "\n3\r\n"] {
        person.sees(answer);
    }
}

#[test]
fn a_rule_pasted_line_by_line_is_one_definition() {
    let home = tempdir().unwrap();
    let mut person = Person::new(home.path(), &[]);
    person.types("game S = take <1>\r  | take <2>\rprint grundy S(2), \"!\"\r");
    person.sees("\n2 !");
}

#[test]
fn up_looks_for_what_begins_as_typed() {
    let home = tempdir().unwrap();
    let mut person = Person::new(home.path(), &[]);
    person.asks("print 1000 + 1", "1001");
    person.asks("2000 + 2", "2002");
    person.asks("print 3000 + 3", "3003");
    person.asks("4000 + 4", "4004");
    person.types("pr");
    person.types(UP);
    person.types(UP);
    person.asks("", "\n1001");
    person.types("2");
    person.types(UP);
    person.types(UP);
    person.types(DOWN);
    person.asks("", "\n2002");
    // With nothing typed, Up brings back the previous entry.
    person.types(UP);
    person.types(UP);
    person.asks("", "\n1001");
}

#[test]
fn after_ctrl_z_and_fg_the_line_stands_as_it_was() {
    let home = tempdir().unwrap();
    let Some(mut person) = Person::in_a_shell(home.path(), &[]) else { return };
    person.types("print 40 ");
    person.types(CTRL_Z);
    person.sees("Stopped");
    person.types("echo from the $((1 + 1))nd\r");
    person.sees("from the 2nd");
    person.types("fg\r");
    person.sees(READING);
    person.sees("> print 40");
    person.asks("+ 2", "\n42");
    person.types("quit\r");
    // The program would read what is typed before the shell is back.
    person.sees(SHELL);
    person.types("echo back $((3 + 4))\r");
    person.sees("back 7");
}

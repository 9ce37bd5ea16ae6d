//! Standard input that is answered statement by statement, readers of the output that go away, and piped transcripts.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use crate::{err, grundy, out};

/// The program, driven through pipes as another program would.
pub struct Driven {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Driven {
    fn new(arguments: &[&str]) -> Driven {
        Driven::by(Command::new(env!("CARGO_BIN_EXE_grundy")).args(arguments))
    }

    /// The program that this command starts.
    pub fn by(command: &mut Command) -> Driven {
        let mut child = command
            .env("LANG", "C.UTF-8")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Driven { child, input, output }
    }

    pub fn say(&mut self, text: &str) {
        self.input.write_all(text.as_bytes()).unwrap();
        self.input.flush().unwrap();
    }

    pub fn hear(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        line
    }

    /// Ends the input. Returns the exit code and the rest of the output and of the errors.
    pub fn end(mut self) -> (Option<i32>, String, String) {
        drop(self.input);
        let (mut out, mut err) = (String::new(), String::new());
        self.output.read_to_string(&mut out).unwrap();
        self.child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        (self.child.wait().unwrap().code(), out, err)
    }
}

#[test]
fn another_program_gets_each_answer_before_it_asks_on() {
    let mut driven = Driven::new(&[]);
    for n in 0..20 {
        driven.say(&format!("print grundy Nim({n})\n"));
        assert_eq!(driven.hear(), format!("{n}\n"));
    }
    assert_eq!(driven.end(), (Some(0), String::new(), String::new()));
}

#[test]
fn json_answers_each_line_too() {
    let mut driven = Driven::new(&["--json"]);
    driven.say("game S = take <1,2,3>\n");
    assert!(driven.hear().contains("\"defined\""));
    driven.say("grundy S(7)\n");
    let answer: serde_json::Value = serde_json::from_str(&driven.hear()).unwrap();
    assert_eq!(answer["value"], 3);
    assert_eq!(driven.end().0, Some(0));
}

#[test]
fn a_statement_of_several_lines_is_answered_at_its_end() {
    let mut driven = Driven::new(&[]);
    driven.say("print grundy Nim(\n");
    driven.say("  3\n");
    driven.say("); print 1\n");
    assert_eq!(driven.hear(), "3\n");
    assert_eq!(driven.hear(), "1\n");
    driven.say("print [1,\n\n2]\nprint 5");
    assert_eq!(driven.hear(), "[1, 2]\n");
    assert_eq!(driven.end(), (Some(0), "5\n".to_owned(), String::new()));
}

#[test]
fn a_rule_broken_before_a_clause_is_read_as_in_a_file() {
    let text = "game S = take <1>\n  | take <2>\nprint grundy S(2)\n";
    assert_eq!(out(&grundy().write_stdin(text).assert().success()), "2\n");
}

#[test]
fn what_is_never_finished_is_an_error_at_the_end() {
    let ran = grundy().write_stdin("print 1\nprint grundy Nim(3").assert().code(1);
    assert_eq!(out(&ran), "1\n");
    assert!(err(&ran).contains("never closed"), "{}", err(&ran));
}

#[test]
fn standard_input_stops_at_the_first_error_or_goes_on() {
    let text = "print 1\nprint )\nwinner Foo(2)\nprint 2\n";
    let ran = grundy().write_stdin(text).assert().code(1);
    assert_eq!(out(&ran), "1\n");
    assert_eq!(err(&ran).matches("error[").count(), 1);
    let ran = grundy().arg("--keep-going").write_stdin(text).assert().code(1);
    assert_eq!(out(&ran), "1\n2\n");
    assert_eq!(err(&ran).matches("error[").count(), 2);
}

#[test]
fn bytes_that_are_no_text_are_an_error() {
    let ran = grundy().write_stdin(&b"print 1\n\xff\xfe\nprint 2\n"[..]).assert().code(1);
    assert_eq!(out(&ran), "1\n");
    assert!(err(&ran).contains("line 2 is not UTF-8 text"), "{}", err(&ran));
    let ran = grundy().arg("--keep-going").write_stdin(&b"print 1\n\xff\xfe\nprint 2\n"[..]).assert().code(1);
    assert_eq!(out(&ran), "1\n2\n");
}

#[test]
fn empty_input_is_fine() {
    for text in ["", "\n", "# nothing", "#!/usr/bin/env grundy\n\n", ";;;\n"] {
        let ran = grundy().write_stdin(text).assert().success();
        assert_eq!((out(&ran), err(&ran)), (String::new(), String::new()), "{text:?}");
    }
}

#[test]
fn quit_ends_it() {
    assert_eq!(out(&grundy().write_stdin("print 1\nquit\nprint 2\n").assert().success()), "1\n");
}

#[test]
fn a_prompt_without_a_terminal_says_no_prompt() {
    let home = tempfile::tempdir().unwrap();
    let ran = grundy()
        .args(["-i", "-q", "-e", "print 1"])
        .envs([("HOME", home.path()), ("XDG_STATE_HOME", home.path()), ("XDG_CONFIG_HOME", home.path())])
        .write_stdin("print 2\nwinner Foo(3)\nprint 3\n")
        .assert()
        .success();
    assert_eq!(out(&ran), "1\n2\n3\n");
    assert!(err(&ran).starts_with("error[E0201]"), "{}", err(&ran));
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut driven = Driven::new(&["-e", "print 1", "-e", "check grundy Nim(n) == n for n in 0..10^4", "-"]);
    assert_eq!(driven.hear(), "1\n");
    let Driven { mut child, mut input, output } = driven;
    drop(output);
    for _ in 0..100 {
        // The program may have gone already.
        let _ = input.write_all(b"values Nim 0..20000\n");
    }
    drop(input);
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(said, "");
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

/// A page, the manual page and the completions end as quietly as answers if nobody reads them to the end.
#[test]
fn a_page_that_nobody_reads_is_no_error() {
    let prose = "## words and words and words and words\n".repeat(20_000);
    for (arguments, input) in [(&["--html", "-", "-"][..], &*prose), (&["man"], ""), (&["completions", "bash"], "")] {
        let Driven { mut child, input: mut inlet, output } = Driven::new(arguments);
        drop(output);
        // The program may have ended already.
        let _ = inlet.write_all(input.as_bytes());
        drop(inlet);
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert_eq!((child.wait().unwrap().code(), said.as_str()), (Some(0), ""), "{arguments:?}");
    }
}

/// `nohup` has SIGHUP ignored, and wants that to stay so. Otherwise it ends the program.
#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_is_ignored_stays_ignored() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    for (trap, survives) in [("trap '' HUP; ", true), ("", false)] {
        let script = format!("{trap}exec '{}'", env!("CARGO_BIN_EXE_grundy"));
        let mut driven = Driven::by(Command::new("bash").args(["-c", &script]));
        driven.say("print 1\n");
        assert_eq!(driven.hear(), "1\n");
        kill(Pid::from_raw(driven.child.id().try_into().unwrap()), Signal::SIGHUP).unwrap();
        let ended = if survives {
            driven.say("print 2\n");
            assert_eq!(driven.hear(), "2\n");
            driven.end().0
        } else {
            driven.child.wait().unwrap().code()
        };
        assert_eq!(ended, survives.then_some(0));
    }
}

/// With `--json` whatever comes on the standard error is an object on a line too.
#[test]
fn notes_are_objects_too() {
    let folder = tempfile::tempdir().unwrap();
    let mut heard = 0;
    for arguments in [
        &["--json", "-e", "survey n, 1 / n as q for n in -3..0 to \"a.csv\"", "-e", "survey n for n in 1..2 if n"][..],
        &["--json", "-e", "survey n for n in [1, 2, 3 / 0] to \"a.csv\""],
        &["--json", "-e", "survey n for n in 1..3 if (if n == 3 then 5 else true) to \"a.csv\""],
        &["--json", "--memory", "900000G", "-e", "print 1"],
        &["--json", "--check", "-e", "winner Foo(3"],
        &["--json", "-e", "play Nim(3)"],
    ] {
        let mut command = grundy();
        let ran = command.current_dir(folder.path()).args(arguments).write_stdin("").assert();
        for line in err(&ran).lines().chain(out(&ran).lines()) {
            let object: serde_json::Value =
                serde_json::from_str(line).unwrap_or_else(|_| panic!("{arguments:?}: {line}"));
            heard += usize::from(object["type"] == "notice");
        }
    }
    assert_eq!(heard, 2);
}

#[test]
fn a_transcript_runs_its_inputs() {
    let transcript = "> game S = take <1>\n.   | take <2>\nS is a game\n> game W(a) =\n    (a-1) |\n    (a-2)\nW is a game\n\
                      > print grundy S(5), grundy W(5)\n2 2\nnonsense (\n> print 1/0\nerror\n> print 4";
    let run = grundy().write_stdin(transcript).arg("--keep-going").assert().code(1);
    assert_eq!(out(&run), "2 2\n4\n");
    // The place of an error is its place in the transcript.
    assert!(err(&run).contains("<stdin>:11:11"), "{}", err(&run));
    // A file may be a transcript too. Where the first line does not show that it is one, `--transcript` says so.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("session.txt");
    std::fs::write(&path, "> print 7\n7\n").unwrap();
    assert_eq!(out(&grundy().arg(&path).assert().code(0)), "7\n");
    assert_eq!(out(&grundy().write_stdin("grundy 0.1.0\n> print 7\n7\n> print 8").assert().code(0)), "7\n8\n");
    let text = "A session\n> print 7\n7\n> print 8";
    assert_eq!(out(&grundy().write_stdin(text).assert().code(1)), "");
    assert_eq!(out(&grundy().write_stdin(text).arg("--transcript").assert().code(0)), "7\n8\n");
}

#[test]
fn every_block_of_the_documents_can_be_piped() {
    let read = |name: &str| std::fs::read_to_string(format!("docs/{name}.md")).unwrap();
    let texts = ["tutorial", "teaching", "reference", "theory"].map(read).concat();
    let mut blocks = 0;
    for block in texts.split("```grundy\n").skip(1).filter_map(|rest| rest.split("```").next()) {
        let run = grundy().write_stdin(block).arg("--keep-going").assert();
        let is_wrong = block.contains("\nerror[") || block.contains("\nFails");
        assert_eq!(run.get_output().status.code(), Some(i32::from(is_wrong)), "{block}{}", err(&run));
        let mut answers = block.lines().filter(|line| !line.starts_with(['>', '.']) && !line.ends_with("is a game"));
        // Blocks with a note are not compared, since the note shows its line number in the piped text.
        let is_noted = block.contains("\nnote: ");
        let last = answers.rfind(|line| !is_wrong && !is_noted && !line.is_empty()).unwrap_or("");
        let shown = out(&run);
        assert!(
            shown.contains(last) || last.contains(" is a function") || last.contains(" = "),
            "{block}\n---\n{shown}"
        );
        blocks += 1;
    }
    assert!(blocks > 20);
}

//! `play`, `quiz` and `tour` through a pipe, and at a terminal.

use crate::grundy;

#[test]
fn moves_may_be_piped_in() {
    let lines = "let a = 1\nplay Nim(3)+Nim(5)\nnonsense\n5 -> 3\na\na\na\na\na\nprint 42\n";
    let assert = grundy().write_stdin(lines).assert().success().stderr("");
    let out = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    assert!(out.contains("I don't understand nonsense as a move"), "{out}");
    assert!(out.contains("You made the last move: you win!") || out.contains("I made the last move"), "{out}");
    assert!(out.ends_with("42\n"), "the lines behind the game are statements again: {out}");
}

#[test]
fn the_end_of_the_input_ends_a_dialogue() {
    for start in ["play Nim(3)", "quiz Nim", "tour"] {
        grundy().write_stdin(format!("{start}\n")).assert().success().stderr("");
    }
}

#[test]
fn dialogues_speak_json() {
    let lines = "play Nim(2)\nfoo\n2 -> 1\nquiz Nim seed 1\nskip\nquit\ntour\nmoves Nim(5)\nquit\n";
    let assert = grundy().arg("--json").write_stdin(lines).assert().success();
    let out = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    let objects: Vec<serde_json::Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let events: Vec<(&str, &str)> = objects
        .iter()
        .map(|object| (object["type"].as_str().unwrap(), object["event"].as_str().unwrap_or("")))
        .collect();
    assert_eq!(
        events,
        [
            ("play", "turn"),
            ("play", "refused"),
            ("play", "over"),
            ("quiz", "question"),
            ("quiz", "graded"),
            ("quiz", "question"),
            ("quiz", "left"),
            ("tour", "page"),
            ("moves", ""),
            ("tour", "solved"),
            ("tour", "left"),
        ]
    );
    assert_eq!(objects[2]["winner"], "machine");
}

#[test]
fn a_mistake_in_the_tour_is_no_failure_of_the_program() {
    let assert = grundy().write_stdin("tour\nwinner Foo(3)\nmoves Nim(5)\nquit\nprint 7\n").assert().success();
    let output = assert.get_output();
    assert!(String::from_utf8_lossy(&output.stderr).contains("E0201"));
    assert!(String::from_utf8_lossy(&output.stdout).ends_with("7\n"));
}

#[cfg(unix)]
mod terminal {
    use tempfile::tempdir;

    use crate::common::person::{CTRL_C, CTRL_D, Person, READING};

    /// Asserts that the session still answers, and that the program can be left.
    fn goes_on_and_leaves(mut person: Person) {
        person.asks("winner Mine(7)", "First player wins");
        person.types(CTRL_D);
        assert_eq!(person.leaves(), 0);
    }

    #[test]
    fn a_game_is_left_with_ctrl_c_and_the_session_is_whole() {
        let home = tempdir().unwrap();
        let mut person = Person::new(home.path(), &[]);
        person.asks("game Mine = take <1,2,3>", "Mine is a game");
        person.asks("play Mine(9)", "You begin");
        person.asks("take 4", "is not a legal move here");
        person.asks("hint", "You can win");
        person.asks("9 -> 8", "I play");
        person.types("half a li");
        person.types(CTRL_C);
        person.sees("left");
        person.sees(READING);
        person.asks("play Mine(2)", "You begin");
        person.asks("take 2", "you win!");
        goes_on_and_leaves(person);
    }

    #[test]
    fn a_quiz_is_left_with_ctrl_d_and_with_ctrl_c() {
        let home = tempdir().unwrap();
        let mut person = Person::new(home.path(), &[]);
        person.asks("game Mine = take <1,2,3>", "Mine is a game");
        for key in [CTRL_D, CTRL_C] {
            person.asks("quiz Mine seed 4", "1/8");
            person.asks("what?", " as an answer");
            person.asks("skip", "2/8");
            person.types(key);
            person.sees("left");
            person.sees(READING);
        }
        goes_on_and_leaves(person);
    }

    #[test]
    fn the_tour_is_left_and_resumed_and_ctrl_c_stops_what_runs_in_it() {
        let home = tempdir().unwrap();
        let mut person = Person::new(home.path(), &[]);
        person.asks("game Mine = take <1,2,3>", "Mine is a game");
        person.asks("tour", "Lesson 1 of 12");
        person.asks("moves Nim(5)", "Right.");
        person.asks("", "Lesson 2 of 12");
        person.begins("check grundy Nim(n) == n for n in 0..10^15, m in 0..0");
        person.types(CTRL_C);
        person.sees("E0501");
        person.sees(READING);
        person.types(CTRL_C);
        person.sees("lesson 2");
        person.sees(READING);
        person.asks("tour", "Welcome back");
        person.types(CTRL_D);
        person.sees("to go on from there");
        person.sees(READING);
        goes_on_and_leaves(person);
    }
}

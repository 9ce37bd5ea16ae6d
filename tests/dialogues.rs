//! `play`, `quiz` and `tour`: whole conversations, through a pipe, and at a terminal.
//!
//! The files of `tests/dialogues` hold conversations in blocks fenced as ```grundy: lines that begin with `> `, `play> `,
//! `quiz> ` or `tour> ` are typed, the others are the answers. `REWRITE=1 cargo test --test dialogues` puts the answers
//! of the program in place of those in the files.

mod common;

use std::fs;
use std::sync::Arc;

use assert_cmd::Command;
use grundy::error::Error;
use grundy::render::{Painter, Style, error, paint, report};
use grundy::session::dialogue::Dialogue;
use grundy::session::{Reply, Request, Session};
use grundy_engine::solve::{Limits, Signal};

/// Somebody talking with a session.
struct Talk {
    session: Session,
    dialogue: Option<Dialogue>,
    heard: String,
}

impl Talk {
    fn new() -> Talk {
        let session = Session::new(Limits::default(), Arc::new(Signal::default()));
        Talk { session, dialogue: None, heard: String::new() }
    }

    /// Types a line at the prompt or in the dialogue under way.
    fn says(&mut self, line: &str) {
        match self.dialogue.take() {
            None => {
                for statement in self.session.read("<prompt>", line) {
                    let reply = statement.and_then(|statement| self.session.run(&statement));
                    self.hears(reply);
                }
            }
            Some(mut dialogue) => {
                let turn = self.session.step(&mut dialogue, line);
                for said in turn.said {
                    self.hears(said);
                }
                self.dialogue = (!turn.over).then_some(dialogue);
            }
        }
    }

    fn hears(&mut self, reply: Result<Reply, Error>) {
        match reply {
            Ok(reply) => {
                if let Some(told) = &reply.report {
                    self.heard += &paint(&report::document(told, &Style { width: 80, ascii: false }), Painter::Plain);
                }
                if let Some(Request::Dialogue(dialogue)) = reply.request {
                    self.dialogue = Some(*dialogue);
                }
            }
            Err(wrong) => self.heard += &error::error(&wrong, self.session.sources(), false),
        }
    }

    fn prompt(&self) -> String {
        format!("{}> ", self.dialogue.as_ref().map_or("", Dialogue::name))
    }
}

/// A file with every conversation held anew.
fn held(text: &str) -> String {
    let mut out = String::new();
    let mut talk: Option<Talk> = None;
    for line in text.lines() {
        let typed = ["> ", "play> ", "quiz> ", "tour> "].iter().find_map(|prompt| line.strip_prefix(*prompt));
        match (&mut talk, typed) {
            (None, _) => {
                out += &format!("{line}\n");
                talk = (line == "```grundy").then(Talk::new);
            }
            (Some(_), _) if line == "```" => {
                out += "```\n";
                talk = None;
            }
            (Some(talk), Some(typed)) => {
                talk.heard = format!("{}{typed}\n", talk.prompt());
                talk.says(typed);
                // Blanks at the end of a line do not survive every editor.
                talk.heard.lines().for_each(|line| out += &format!("{}\n", line.trim_end()));
            }
            // An old answer.
            (Some(_), None) => {
                if matches!(line, ">" | "play>" | "quiz>" | "tour>")
                    && let Some(talk) = &mut talk
                {
                    talk.heard = format!("{}\n", talk.prompt());
                    talk.says("");
                    talk.heard.lines().for_each(|line| out += &format!("{}\n", line.trim_end()));
                }
            }
        }
    }
    out
}

#[test]
fn every_conversation_goes_as_it_is_written() {
    for name in ["play", "quiz", "tour"] {
        let file = format!("tests/dialogues/{name}.md");
        let text = fs::read_to_string(&file).unwrap();
        let held = held(&text);
        if std::env::var_os("REWRITE").is_some() {
            fs::write(&file, &held).unwrap();
            continue;
        }
        let differs = text.lines().zip(held.lines()).position(|(old, new)| old != new);
        let differs = differs.or((text != held).then_some(text.lines().count().min(held.lines().count())));
        if let Some(at) = differs {
            let here = |text: &str| text.lines().nth(at).unwrap_or("<end>").to_owned();
            panic!("{file}:{}\n  written {}\n  said    {}", at + 1, here(&text), here(&held));
        }
    }
}

#[test]
fn no_answer_of_a_dialogue_is_wider_than_the_screen() {
    for name in ["play", "quiz", "tour"] {
        let text = held(&fs::read_to_string(format!("tests/dialogues/{name}.md")).unwrap());
        for line in text.lines().filter(|line| !line.contains("> ")) {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }
}

/// Winning moves of the machine against every line of play: whoever is lost at the start loses whatever they do.
#[test]
fn the_machine_never_gives_a_win_away() {
    let cases = [
        ("play Nim(1)+Nim(2)+Nim(3)", "I win."),
        ("play Nim(3)+Nim(4) second", "I win."),
        ("play misere Nim(2)+Nim(2)", "I win."),
        ("play misere Nim(3)+Nim(4) second", "I win."),
        ("play Kayles(7) second", "I win."),
        ("play Wythoff(3,5)", "I win."),
        ("play *3 + *5 second", "I win."),
    ];
    for (start, end) in cases {
        for first in 1..=6 {
            let mut talk = Talk::new();
            talk.says(start);
            for turn in 0..20 {
                let Some(_) = talk.dialogue else { break };
                // Not always the same move, so that many games are played.
                talk.says(&((first * (turn + 1)) % 5 + 1).to_string());
                if talk.dialogue.is_some() && talk.heard.ends_with("leaves.\n") {
                    talk.says("1");
                }
                talk.says("1");
                if talk.dialogue.is_none() {
                    break;
                }
            }
            assert!(talk.dialogue.is_none(), "{start} does not end: {}", talk.heard);
            assert!(talk.heard.contains(end), "{start}, first move {first}: {}", talk.heard);
        }
    }
}

#[test]
fn a_quiz_with_a_seed_asks_the_same_again() {
    let questions = |start: &str| {
        let mut talk = Talk::new();
        talk.says(start);
        (0..8).for_each(|_| talk.says("skip"));
        assert!(talk.dialogue.is_none(), "eight questions");
        talk.heard
    };
    assert_eq!(questions("quiz Kayles 7"), questions("quiz Kayles 7"));
    assert_ne!(questions("quiz Kayles 7"), questions("quiz Kayles 8"));
    for game in ["Nim", "Kayles", "Wythoff", "take <2,3,5>", "octal 0.137"] {
        questions(&format!("quiz {game}"));
    }
}

/// A quiz answered by the program itself has full marks.
#[test]
fn right_answers_are_taken_for_right() {
    for game in ["Nim", "Kayles", "Wythoff", "DawsonsKayles"] {
        let mut talk = Talk::new();
        talk.says(&format!("quiz {game} 3"));
        let mut asker = Talk::new();
        while talk.dialogue.is_some() {
            let question = talk.heard.lines().rev().find(|line| line.contains("/8 ")).unwrap().to_owned();
            let rest = talk.heard.split(&question).last().unwrap().to_owned();
            let question = format!("{question} {rest}").replace('\n', " ");
            let (verb, position) = if question.contains("Grundy value") {
                ("grundy", question.split(" of ").last().unwrap().trim().trim_end_matches('?'))
            } else if question.contains("Who wins") {
                ("winner", question.split("wins ").nth(1).unwrap().split(" if both").next().unwrap())
            } else {
                ("winner", question.split(" in ").nth(1).unwrap().split('?').next().unwrap())
            };
            asker.heard.clear();
            asker.says(&format!("{verb} {position}"));
            let answer = if verb == "grundy" {
                asker.heard.split("value ").nth(1).unwrap().split(':').next().unwrap().to_owned()
            } else if question.contains("Who wins") {
                asker.heard.split(' ').next().unwrap().to_owned()
            } else {
                let winning = asker.heard.split("Winning move: ").nth(1);
                winning.map_or("none".to_owned(), |winning| winning.trim().trim_end_matches('.').to_owned())
            };
            talk.heard.clear();
            talk.says(&answer);
            assert!(talk.heard.starts_with("Right: "), "{question} {answer}: {}", talk.heard);
        }
        assert!(talk.heard.contains("8 of 8 right."), "{}", talk.heard);
    }
}

#[test]
fn a_game_about_which_nothing_can_be_asked_is_refused() {
    let mut talk = Talk::new();
    talk.says("game Flip(s) = (replace(s, i, \"--\")) for i in 0..length(s)-2 if s[i..i+1] == \"++\"");
    talk.heard.clear();
    talk.says("quiz Flip");
    assert!(talk.heard.starts_with("error[E0509]: a quiz cannot ask about Flip"), "{}", talk.heard);
    talk.says("play Flip(\"++++\")");
    assert!(talk.heard.contains("Flip(\"++++\") → Flip(\"--++\")"), "{}", talk.heard);
}

fn grundy() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.env("LANG", "C.UTF-8").env_remove("LC_ALL").env_remove("COLUMNS").env_remove("CLICOLOR_FORCE");
    command.timeout(std::time::Duration::from_secs(120));
    command
}

#[test]
fn moves_may_be_piped_in() {
    let lines = "play Nim(3)+Nim(5)\nnonsense\n5 -> 3\n1\n1\n1\n1\n1\nprint 42\n";
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
    let lines = "play Nim(2)\nfoo\n2 -> 1\nquiz Nim 1\nskip\nquit\ntour\nmoves Nim(5)\nquit\n";
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

    /// The session is whole, and the program can be left.
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
            person.asks("quiz Mine 4", "1/8");
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

/// Talks until a quiz asks for a move in one heap of A: its size.
fn asked_for_a_move(talk: &mut Talk, seed: u64) -> Option<i64> {
    talk.says("game A = take <1,2,3>");
    talk.says(&format!("quiz A {seed}"));
    for _ in 0..7 {
        let question = talk.heard.rsplit("\n\n").next().unwrap_or_default().to_owned();
        let heap = question.split_once("Which move wins in A(").and_then(|(_, rest)| rest.split_once(")? "));
        if let Some((heap, _)) = heap {
            talk.heard.clear();
            return heap.parse().ok();
        }
        talk.says("skip");
    }
    None
}

#[test]
fn a_move_in_a_quiz_is_named_by_its_amount_or_by_what_it_leaves() {
    let mut asked = 0;
    for seed in 1..30 {
        let Some(heap) = asked_for_a_move(&mut Talk::new(), seed) else { continue };
        for amount in 1..=3.min(heap) {
            let left = heap - amount;
            let ways = [
                format!("{amount}"),
                format!("take {amount}"),
                format!("Take {amount} from {heap}"),
                format!("{amount} from A({heap})"),
                format!("A({heap}) -> A({left})"),
                format!("A({heap})→A({left})"),
                format!("{heap} -> {left}"),
                format!("A({left})"),
                format!("({left})"),
            ];
            for way in ways {
                let mut talk = Talk::new();
                asked_for_a_move(&mut talk, seed);
                talk.says(&way);
                let right = left % 4 == 0;
                let verdict = if right { "Right: " } else { "No: " };
                assert!(talk.heard.starts_with(verdict), "A({heap}), {way}: {}", talk.heard);
                asked += 1;
            }
        }
    }
    assert!(asked > 100);
}

#[test]
fn an_amount_that_fits_several_moves_is_not_graded() {
    let mut talk = Talk::new();
    let typed = ["take 1", "1 from Kayles(5)", "take 1 from 5"];
    talk.says("play Kayles(5)+Kayles(9)");
    for line in typed {
        talk.heard.clear();
        talk.says(line);
        assert!(talk.heard.contains("fits several moves"), "{line}: {}", talk.heard);
    }
    talk.says("Kayles(5) -> Kayles(2)+Kayles(2)");
    assert!(talk.heard.contains("You play Kayles(5) → Kayles(2) + Kayles(2)."), "{}", talk.heard);
}

#[test]
fn a_number_in_play_is_a_move_of_the_list_that_was_shown_or_else_an_amount() {
    // All moves are listed: the number is one of the list.
    let mut talk = Talk::new();
    talk.says("play Nim(20)");
    talk.says("20");
    assert!(talk.heard.contains("You play Nim(20) → Nim(0)."), "{}", talk.heard);
    // Only a few are shown: the number is an amount, until `moves` lists them all.
    let mut talk = Talk::new();
    talk.says("play Nim(30)+Nim(50)");
    talk.says("7");
    assert!(talk.heard.contains("7 fits several moves"), "{}", talk.heard);
    talk.says("play Nim(30)");
    let mut talk = Talk::new();
    talk.says("play Nim(30) + 2*Nim(1)");
    talk.says("moves");
    talk.says("3");
    assert!(talk.heard.contains("You play Nim(30) → Nim(27)."), "{}", talk.heard);
    let mut talk = Talk::new();
    talk.says("play Nim(40)");
    talk.says("3");
    assert!(talk.heard.contains("You play Nim(40) → Nim(37)."), "{}", talk.heard);
}

#[test]
fn why_before_the_first_move_does_not_tell_the_solution() {
    for opening in ["play Nim(3)+Nim(5)", "play misere Nim(3)+Nim(5)"] {
        let mut talk = Talk::new();
        talk.says(opening);
        talk.heard.clear();
        talk.says("why");
        assert!(talk.heard.starts_with("I have not moved yet."), "{}", talk.heard);
        assert!(!talk.heard.contains('→'), "{}", talk.heard);
    }
}

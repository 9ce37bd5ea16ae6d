//! `--json --frames`: a session that another program drives, request by request.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value as Json, json};

use crate::files::folder;
use crate::grundy;
use crate::pipes::Driven;

/// The program, driven by requests.
struct Framed(Driven);

impl Framed {
    fn new(arguments: &[&str], folder: &Path) -> Framed {
        let mut command = Command::new(crate::common::program::program().canonicalize().unwrap());
        Framed(Driven::by(command.args(["--json", "--frames"]).args(arguments).current_dir(folder)))
    }

    fn say(&mut self, frame: Json) {
        self.0.say(&format!("{frame}\n"));
    }

    /// Everything that is said up to the end of a request, without that, and the end. All of it has this id.
    fn hear(&mut self, id: &Json) -> (Vec<Json>, Json) {
        let mut heard = Vec::new();
        loop {
            let line = self.0.hear();
            let object: Json = serde_json::from_str(&line).unwrap_or_else(|_| panic!("{line:?} after {heard:?}"));
            assert_eq!(object["id"], *id, "{object}");
            if object["type"] == "end" {
                return (heard, object);
            }
            heard.push(object);
        }
    }

    fn ask(&mut self, id: impl Into<Json>, text: &str) -> (Vec<Json>, Json) {
        let id = id.into();
        self.say(json!({"id": id, "text": text}));
        self.hear(&id)
    }

    /// What the only answer to a text says.
    fn value(&mut self, id: u64, text: &str) -> Json {
        let (heard, end) = self.ask(id, text);
        assert_eq!((heard.len(), &end["ended"]), (1, &json!("whole")), "{heard:?}");
        heard[0]["values"][0].clone()
    }

    fn end(self) {
        assert_eq!(self.0.end(), (Some(0), String::new(), String::new()));
    }
}

fn here() -> &'static Path {
    Path::new(".")
}

#[test]
fn each_request_gets_its_answers() {
    let mut framed = Framed::new(&[], here());
    let (heard, end) = framed.ask(1, "game S = take <1,2,3>\nwinner S(4)\nprint 2 + 2");
    let kinds: Vec<&Json> = heard.iter().map(|object| &object["type"]).collect();
    assert_eq!(kinds, ["defined", "winner", "print"]);
    assert_eq!((&heard[1]["line"], &heard[1]["statement"]), (&json!(2), &json!("winner S(4)")));
    assert_eq!(end, json!({"type": "end", "id": 1, "ended": "whole", "dialogue": null}));
    // Several may be sent at once, and an id may be a text.
    framed.say(json!({"id": "a", "text": "print grundy S(5)"}));
    framed.say(json!({"id": "b", "text": ""}));
    framed.say(json!({"id": "c", "text": "S(3)"}));
    assert_eq!(framed.hear(&json!("a")).0[0]["values"], json!([1]));
    assert_eq!(framed.hear(&json!("b")).0.len(), 0);
    assert_eq!(framed.hear(&json!("c")).0[0]["grundy"], 3);
    // A remark is an object of its request too.
    let (heard, _) = framed.ask(9, "let next(n) = jump(n)");
    assert_eq!((heard.len(), &heard[0]["type"]), (2, &json!("notice")));
    let (heard, end) = framed.ask(10, "print 1; quit; print 2");
    assert_eq!((heard.len(), &end["ended"]), (1, &json!("quit")));
    framed.end();
}

#[test]
fn scripts_of_the_command_line_come_first() {
    let folder = folder(&[("s.cgt", "game S = take <1,2>")]);
    let mut framed = Framed::new(&["s.cgt", "-e", "let k = 5"], folder.path());
    for _ in 0..2 {
        assert!(!framed.0.hear().contains("\"id\""));
    }
    assert_eq!(framed.value(1, "print grundy S(k)"), 2);
    framed.end();
    grundy().args(["--frames"]).assert().code(2);
}

#[test]
fn an_unfinished_text_and_other_mistakes_are_errors_of_their_request() {
    let mut framed = Framed::new(&[], here());
    for (id, (text, code)) in [
        ("game S = take <1,", "E01"),
        ("print (1 +", "E01"),
        ("winner Foo(3)\nprint 1", "E0201"),
        ("print 1 +\nprint 2 +", "E01"),
    ]
    .into_iter()
    .enumerate()
    {
        let (heard, end) = framed.ask(id as u64, text);
        assert!(heard[0]["code"].as_str().unwrap().starts_with(code), "{text}: {heard:?}");
        assert!(heard.iter().all(|object| object["type"] == "error"), "{text}: {heard:?}");
        assert_eq!(end["ended"], "error");
        assert_eq!(framed.value(100, "print 40 + 2"), 42);
    }
    for (line, id) in [
        ("print 1", Json::Null),
        ("[1, 2]", Json::Null),
        ("{\"text\":\"print 1\"}", Json::Null),
        ("{\"id\":[1],\"text\":\"print 1\"}", Json::Null),
        ("{\"id\":7}", json!(7)),
        ("{\"id\":7,\"text\":5}", json!(7)),
        ("{\"id\":7,\"text\":\"\\ud800\"}", Json::Null),
        (&format!("{{\"id\":7,\"text\":[{}0]}}", "0,".repeat(300_000)), Json::Null),
    ] {
        framed.0.say(&format!("\n{line}\n"));
        let (heard, end) = framed.hear(&id);
        assert_eq!(
            (heard.len(), &heard[0]["code"], &end["ended"]),
            (1, &json!("E0615"), &json!("error")),
            "{line:.100}"
        );
    }
    assert_eq!(framed.value(8, "print 40 + 2"), 42);
    framed.end();
}

#[test]
fn a_request_uses_no_more_than_it_says() {
    let folder = folder(&[("a.csv", "1\n2\n")]);
    let mut framed = Framed::new(&[], folder.path());
    let mut ask = |frame: Json| {
        framed.say(frame);
        let (heard, end) = framed.hear(&json!(1));
        (heard.last().map_or(Json::Null, |object| object["code"].clone()), end["ended"].clone())
    };
    let (read, write) = ("let d = read \"a.csv\"", "values Nim 0..3 to \"b.csv\"");
    for (budget, expected) in [
        (json!({"text": read, "files": "none"}), "E0606"),
        (json!({"text": write, "files": "read"}), "E0606"),
        (json!({"text": ENDLESS, "seconds": 0.2}), "E0502"),
        (json!({"text": "print 1; values Nim 0..10^5", "memory": 1000}), "E0503"),
        (json!({"text": "values Nim 0..10^5", "bytes": 1000}), "E0506"),
    ] {
        let mut less = budget.clone();
        less["id"] = 1.into();
        assert_eq!(ask(less.clone()), (json!(expected), json!("error")), "{less}");
        // The next one has again what the session has.
        let whole = if expected == "E0502" { "print 1".into() } else { budget["text"].clone() };
        assert_eq!(ask(json!({"id": 1, "text": whole})), (Json::Null, json!("whole")), "{whole}");
    }
    assert!(folder.path().join("b.csv").exists());
    // Many programs write `null` for what they leave out.
    let left_out = json!({"id": 1, "text": "print 1", "files": null, "seconds": null, "memory": null, "bytes": null});
    assert_eq!(ask(left_out), (Json::Null, json!("whole")));
    for wrong in [
        json!({"files": "some"}),
        json!({"files": true}),
        json!({"seconds": -1}),
        json!({"seconds": "1"}),
        json!({"memory": 0}),
        json!({"memory": 1.5}),
        json!({"bytes": "1000"}),
    ] {
        let mut frame = wrong;
        (frame["id"], frame["text"]) = (1.into(), "print 1".into());
        assert_eq!(ask(frame.clone()), (json!("E0615"), json!("error")), "{frame}");
    }
    framed.end();
}

#[test]
fn a_foreign_file_is_not_read() {
    let folder = folder(&[("here/mine.cgt", "let mine = 7"), ("other.cgt", "let other = 8"), ("secret", "hunter2\n")]);
    let mut framed = Framed::new(&[], &folder.path().join("here"));
    for text in [
        "load \"../other.cgt\"",
        "load \"../secret\"",
        "let d = read \"../secret.csv\"",
        "save \"../new.cgt\"",
        "values Nim 0..3 to \"../new.csv\"",
    ] {
        let (heard, _) = framed.ask(1, text);
        assert_eq!((heard.len(), &heard[0]["code"]), (1, &json!("E0605")), "{text}: {heard:?}");
        assert!(!heard[0].to_string().contains("hunter2"));
    }
    let (heard, _) = framed.ask(2, "load \"mine.cgt\"; values Nim 0..mine to \"v.csv\"");
    assert_eq!(heard.last().unwrap()["type"], "wrote");
    framed.end();
    assert!(fs::read_to_string(folder.path().join("here/v.csv")).unwrap().ends_with("7,7\n"));
    assert_eq!(crate::files::names(folder.path()), ["here", "other.cgt", "secret"]);
}

#[test]
fn a_list_beyond_the_limit_is_refused() {
    let mut framed = Framed::new(&["--memory", "60M"], here());
    for text in ["let L = [[a*b for a in 0..2000] for b in 0..7000]", "print length([[k, k] for k in 0..10^7])"] {
        let (heard, _) = framed.ask(1, text);
        assert_eq!((heard.len(), &heard[0]["code"]), (1, &json!("E0503")), "{heard:?}");
        assert_eq!(framed.value(2, "print 40 + 2"), 42);
    }
    framed.end();
}

const ENDLESS: &str = "print sum(n for n in 1..10^15 if n % 10^9 == 7)";

#[test]
fn after_a_time_out_the_session_lives_on() {
    let mut framed = Framed::new(&["--timeout", "200ms"], here());
    framed.ask(0, "let kept = 42");
    for _ in 0..2 {
        let (heard, end) = framed.ask(1, &format!("{ENDLESS}\nprint 1"));
        assert_eq!((heard.len(), &heard[0]["code"], &end["ended"]), (1, &json!("E0502"), &json!("error")));
        assert_eq!(framed.value(2, "print kept"), 42);
    }
    framed.end();
}

#[test]
fn a_request_is_interrupted_and_the_session_lives_on() {
    let mut framed = Framed::new(&[], here());
    framed.ask(0, "let kept = 42");
    // The first is computed, the second waits, the third is stopped before it begins, and nobody waits for the others.
    framed.say(json!({"id": 1, "text": format!("print 7\n{ENDLESS}\nprint 8")}));
    framed.say(json!({"id": 2, "text": "print kept"}));
    framed.say(json!({"id": 3, "text": ENDLESS}));
    let first: Json = serde_json::from_str(&framed.0.hear()).unwrap();
    assert_eq!(first["values"], json!([7]));
    for id in [json!(3), json!(99), json!(0), json!(1)] {
        framed.say(json!({ "interrupt": id }));
    }
    let (heard, end) = framed.hear(&json!(1));
    assert_eq!((heard.len(), &heard[0]["code"], &end["ended"]), (1, &json!("E0501"), &json!("error")));
    assert_eq!(framed.hear(&json!(2)).0[0]["values"], json!([42]));
    assert_eq!(framed.hear(&json!(3)).0[0]["code"], "E0501");
    // One that comes too late stops nothing.
    framed.say(json!({"interrupt": 3}));
    assert_eq!(framed.value(4, "print sum(n for n in 1..10^4)"), 50_005_000);
    framed.end();
}

/// What is written is whole, whenever it is stopped; and a program that reads it is not given too much at once.
#[test]
fn an_answer_is_a_whole_line_or_an_error() {
    let mut framed = Framed::new(&["--timeout", "100ms"], here());
    for n in 0..5 {
        let (heard, _) = framed.ask(n, "values Nim 0..3000000");
        // Either it was in time, or it was not.
        assert!(heard[0]["type"] == "values" || heard[0]["code"] == "E0502", "{}", heard.len());
    }
    framed.end();
    let mut framed = Framed::new(&[], here());
    let (heard, _) = framed.ask(1, "values Nim 0..9*10^6");
    assert_eq!((heard.len(), &heard[0]["code"]), (1, &json!("E0506")));
    assert_eq!(framed.value(2, "print 40 + 2"), 42);
    framed.end();
}

/// While a dialogue goes on, requests are its lines.
#[test]
fn a_dialogue_takes_the_requests_that_follow() {
    let mut framed = Framed::new(&[], here());
    let (heard, end) = framed.ask(1, "play Nim(1) + Nim(2)");
    assert_eq!((&heard[0]["type"], &end["dialogue"]), (&json!("play"), &json!("play")));
    let (_, end) = framed.ask(2, "nonsense");
    assert_eq!(end["dialogue"], "play");
    let (_, end) = framed.ask(3, "quit");
    assert_eq!((&end["dialogue"], &end["ended"]), (&Json::Null, &json!("whole")));
    assert_eq!(framed.value(4, "print 40 + 2"), 42);
    framed.ask(5, "play Nim(3)");
    framed.end();
}

/// Requests come faster than they are answered, and more of them than may wait.
#[test]
fn many_requests_are_answered_in_their_order() {
    let mut framed = Framed::new(&[], here());
    let requests: String =
        (0..500).map(|n| format!("{}\n", json!({"id": n, "text": format!("print {n} + 1")}))).collect();
    framed.0.say(&requests);
    for n in 0..500 {
        assert_eq!(framed.hear(&json!(n)).0[0]["values"], json!([n + 1]));
    }
    framed.end();
}

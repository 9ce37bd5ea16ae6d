//! `grundy mcp`: tools for language models.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::common::program::program;
use crate::files::folder;

struct Client {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    requests: u64,
}

impl Client {
    fn new() -> Client {
        Client::limited(&[])
    }

    /// A client that starts the server with these arguments.
    fn limited(arguments: &[&str]) -> Client {
        let mut command = Command::new(program());
        command.arg("mcp").args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        let mut client = Client { child, input, output, requests: 0 };
        let answer = client.ask("initialize", json!({"protocolVersion": "2025-06-18", "capabilities": {}}));
        assert_eq!(answer["result"]["protocolVersion"], "2025-06-18");
        client.say(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}).to_string());
        client
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    fn read(&mut self) -> Value {
        let mut line = String::new();
        assert!(self.output.read_line(&mut line).unwrap() > 0, "the server has ended");
        serde_json::from_str(&line).unwrap()
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.requests += 1;
        let id = self.requests;
        self.say(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string());
        let answer = self.read();
        assert_eq!(answer["id"], id);
        answer
    }

    /// What a tool says, and whether it is an error.
    fn call(&mut self, tool: &str, arguments: Value) -> (String, bool) {
        let answer = self.ask("tools/call", json!({"name": tool, "arguments": arguments}));
        let result = &answer["result"];
        let said = result["content"].as_array().unwrap_or_else(|| panic!("{answer}")).iter();
        let said: Vec<&str> = said.map(|part| part["text"].as_str().unwrap().trim_end()).collect();
        (said.join("\n"), result["isError"].as_bool().unwrap())
    }

    fn run(&mut self, code: &str) -> (String, bool) {
        self.call("run", json!({"code": code}))
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn tools_are_listed_and_a_session_answers_all_calls() {
    let mut client = Client::new();
    let tools = client.ask("tools/list", json!({}));
    let names: Vec<&str> =
        tools["result"]["tools"].as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["run", "check", "help"]);
    assert!(!client.run("game S = take <1,2,3>").1);
    let (said, is_error) = client.run("winner S(3) + S(4)\nprint 2 + 2");
    assert!(said.starts_with("First player wins") && said.ends_with("\n4") && !is_error, "{said}");
    let answer = client.ask("tools/call", json!({"name": "run", "arguments": {"code": "grundy S(7)"}}));
    assert_eq!(answer["result"]["structuredContent"]["answers"][0]["value"], 3, "{answer}");
    let answer = client.ask("tools/call", json!({"name": "run", "arguments": {"code": "print 2^53 + 1"}}));
    assert_eq!(answer["result"]["structuredContent"]["answers"][0]["values"], json!(["9007199254740993"]), "{answer}");
    assert!(client.call("help", json!({"word": "take"})).0.contains("take"));
    assert!(!client.call("help", json!({})).1);
}

#[test]
fn mistakes_are_answers_and_say_how_to_go_on() {
    let mut client = Client::new();
    let (said, is_error) = client.run("winer Nim(3)");
    assert!(is_error && said.contains("did you mean `winner`"), "{said}");
    let (said, is_error) = client.call("check", json!({"code": "print 1\nwinner Nmi(3)"}));
    assert!(is_error && said.starts_with("line 2: E0201"), "{said}");
    let (said, is_error) = client.call("check", json!({"code": "winer Nim(3)\n".repeat(150)}));
    assert!(
        is_error && said.ends_with("at once has at most 400 KB") && said.matches("E0128").count() == 100,
        "{said:.500}"
    );
    assert_eq!(client.call("check", json!({"code": "winner Nim(3)"})), ("no mistakes".to_owned(), false));
    // A dialogue has nobody to talk to.
    client.run("quiz Nim");
    assert_eq!(client.run("print 1"), ("1".to_owned(), false));
}

/// What a program reads says as much as what a model reads.
#[test]
fn the_structured_part_holds_errors_and_what_is_cut() {
    let mut client = Client::new();
    let mut run = |code: &str| {
        let answer = client.ask("tools/call", json!({"name": "run", "arguments": {"code": code}}));
        answer["result"]["structuredContent"].clone()
    };
    let found = run("print 1\nlet next(n) = jump(n)\nwiner Nim(3)");
    let error = &found["errors"][0];
    assert_eq!(
        (&error["code"], &error["line"], &error["replacement"]["text"]),
        (&json!("E0128"), &json!(3), &json!("winner"))
    );
    assert_eq!((&found["ended"], &found["left_out"]), (&json!("error"), &json!(0)));
    let found = run("let next(n) = jump(n)\nprint 2 + 2\nvalues Nim 0..100000; quit");
    assert_eq!(found["notices"].as_array().unwrap().len(), 1);
    let answers = found["answers"].as_array().unwrap();
    assert_eq!((&answers[1]["statement"], &answers[1]["values"]), (&json!("print 2 + 2"), &json!([4])));
    assert_eq!((&answers[2]["type"], &answers[2]["kind"]), (&json!("cut"), &json!("values")));
    assert_eq!(found["ended"], "quit");
    let found = run(&"values Nim 0..10000\n".repeat(100));
    assert!(found["left_out"].as_u64().unwrap() > 50 && found.to_string().len() < 600_000, "{}", found["left_out"]);
}

#[test]
fn results_are_as_the_tools_say() {
    const CODE: &str =
        "let next(n) = jump(n)\nprint 2^53 + 1, (1, \"a\")\nwinner Nim(2^60) + Nim(1)\nvalues Nim 0..100000
        plot Kayles 0..20\nplay Nim(3)\nquiz Nim\ntour\ncheck grundy Nim(n) == n % 3 for n in 0..\nwiner Nim(3)";
    let mut client = Client::new();
    let tools = client.ask("tools/list", json!({}));
    for tool in tools["result"]["tools"].as_array().unwrap() {
        assert_eq!(tool["annotations"]["destructiveHint"], false);
        let (mut schemas, mut compiler) = (boon::Schemas::new(), boon::Compiler::new());
        compiler.add_resource("tool.json", tool["outputSchema"].clone()).unwrap();
        let schema = compiler.compile("tool.json", &mut schemas).unwrap();
        let statements = CODE.lines().map(|line| json!({"code": line}));
        let words =
            ["", "take", "Kayles", "next", "E0201", "none; print 1"].map(|word| json!({"word": word, "code": ""}));
        for arguments in statements.chain(words).chain([json!({"code": CODE})]) {
            let call = json!({"name": tool["name"], "arguments": arguments});
            let result = client.ask("tools/call", call)["result"]["structuredContent"].clone();
            schemas.validate(&result, schema).unwrap_or_else(|error| panic!("{arguments}: {result:.300}\n{error:#}"));
        }
        assert!(schemas.validate(&json!({"answers": [], "errors": [{"type": "error"}]}), schema).is_err());
    }
    assert!(tools.to_string().len() < 80_000, "{}", tools.to_string().len());
}

#[test]
fn the_language_of_a_call_is_that_of_its_own_answers() {
    let mut client = Client::new();
    assert!(client.run("#| lang: zh\nwinner Nim(3)").0.contains("先手必胜"));
    assert!(client.run("winner Nim(3)").0.contains("First player wins"));
}

#[test]
fn no_file_is_read_or_written() {
    let outside = folder(&[("secret.cgt", "print 42\n")]);
    let path = outside.path().join("secret.cgt");
    let mut client = Client::new();
    for code in
        [format!("load \"{}\"", path.display()), "save \"x.cgt\"".to_owned(), "values Nim 0..3 to \"x.csv\"".to_owned()]
    {
        let (said, is_error) = client.run(&code);
        assert!(is_error && !said.contains("42"), "{code}: {said}");
    }
}

#[test]
fn calls_are_limited_and_can_be_cancelled() {
    let mut client = Client::new();
    let long =
        "game G(a, b, c) = take any from a | take any from b and c | take any from a and b\ngrundy G(2000, 2001, 1999)";
    let begun = Instant::now();
    let (said, is_error) = client.call("run", json!({"code": long, "seconds": 0.3}));
    assert!(is_error && begun.elapsed() < Duration::from_secs(20), "{said}");
    let call = json!({"name": "run", "arguments": {"code": long, "seconds": 60}});
    client.say(&json!({"jsonrpc": "2.0", "id": "long", "method": "tools/call", "params": call}).to_string());
    std::thread::sleep(Duration::from_millis(300));
    client.say(
        &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "long"}}).to_string(),
    );
    assert_eq!(client.run("print 1"), ("1".to_owned(), false));
    assert!(begun.elapsed() < Duration::from_secs(40));
}

const ENDLESS: &str = "print sum(n for n in 1..10^15 if n % 10^9 == 7)";

#[test]
fn a_call_that_waits_can_be_cancelled() {
    let mut client = Client::new();
    let call = |id: &str, code: &str| {
        let params = json!({"name": "run", "arguments": {"code": code, "seconds": 2}});
        json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}).to_string()
    };
    for (id, code) in [("long", ENDLESS), ("waits", "let waited = 1"), ("last", "print 7")] {
        client.say(&call(id, code));
    }
    for id in ["nothing", "waits"] {
        client.say(
            &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}}).to_string(),
        );
    }
    let long = client.read();
    assert_eq!(
        (&long["id"], &long["result"]["structuredContent"]["errors"][0]["code"]),
        (&json!("long"), &json!("E0502"))
    );
    assert_eq!(client.read()["id"], "last", "and nothing is said to the other");
    assert!(client.run("print waited").1, "nor done for it");
}

#[test]
fn no_more_is_read_than_has_room() {
    let mut client = Client::limited(&["--memory", "200M"]);
    let peak = crate::common::program::Peak::of(client.child.id());
    let long = |bytes: usize| {
        let params = json!({"name": "check", "arguments": {"code": format!("# {}", "x".repeat(bytes))}});
        json!({"jsonrpc": "2.0", "id": "long", "method": "tools/call", "params": params}).to_string()
    };
    client.say(&long(100_000_000));
    assert_eq!(client.read()["error"]["code"], -32600);
    // So many calls wait that the others are not read yet.
    let call = json!({"name": "run", "arguments": {"code": ENDLESS, "seconds": 2}});
    client.say(&json!({"jsonrpc": "2.0", "id": 0, "method": "tools/call", "params": call}).to_string());
    (0..100).for_each(|_| client.say(&long(1_000_000)));
    assert_eq!(client.read()["id"], 0);
    (0..100).for_each(|_| assert_eq!(client.read()["result"]["isError"], false));
    drop(client);
    let bytes = peak.bytes();
    assert!(bytes < 100_000_000, "{bytes} bytes");
}

#[test]
fn the_time_of_the_command_line_holds_for_every_call() {
    let mut client = Client::limited(&["--timeout", "200ms"]);
    let (said, is_error) = client.call("run", json!({"code": format!("{ENDLESS}\nprint 1"), "seconds": 50}));
    assert!(is_error && said.starts_with("error[E0502]"), "{said}");
    assert_eq!(client.run("print 1"), ("1".to_owned(), false));
}

#[test]
fn a_call_uses_no_more_than_it_says() {
    let mut client = Client::limited(&["--memory", "50M"]);
    let arguments = |code: &str, bounds: &Value| {
        let mut arguments = bounds.clone();
        arguments["code"] = code.into();
        json!({"name": "run", "arguments": arguments})
    };
    for (code, bounds, expected) in [
        (ENDLESS, json!({"seconds": 0}), "E0502"),
        (ENDLESS, json!({"seconds": 0.2, "memory": 10_000_000, "bytes": 1000}), "E0502"),
        ("values Nim 0..10^5", json!({"memory": 1000}), "E0503"),
        ("let L = [[n] for n in 1..10^7]", json!({"memory": 10u64.pow(12), "seconds": 10u64.pow(9)}), "E0503"),
        ("load \"a.cgt\"", json!({"files": "write"}), "E0606"),
    ] {
        let answer = client.ask("tools/call", arguments(code, &bounds));
        assert_eq!(answer["result"]["structuredContent"]["errors"][0]["code"], expected, "{bounds}: {answer}");
        // The next one has again what the door allows.
        assert_eq!(client.run("print length([n for n in 1..10^5])"), ("100000".to_owned(), false));
    }
    let long = client.ask("tools/call", arguments("values Nim 0..1000", &json!({"bytes": 500})));
    assert_eq!(long["result"]["structuredContent"]["answers"][0]["type"], "cut", "{long}");
    assert!(long["result"]["structuredContent"].to_string().len() < 500, "{long}");
    assert!(!client.call("check", json!({"code": "print 1", "seconds": 1, "memory": null})).1);
    for (name, wrong) in [("seconds", json!(-1)), ("seconds", json!("1")), ("memory", json!(1.5)), ("bytes", json!(0))]
    {
        let answer = client.ask("tools/call", arguments("print 1", &json!({name: wrong})));
        let error = &answer["error"];
        assert!(error["code"] == -32602 && error["message"].as_str().unwrap().contains(name), "{answer}");
    }
}

#[test]
fn what_is_malformed_gets_an_error() {
    let mut client = Client::new();
    client.say("{\"jsonrpc\":");
    assert_eq!(client.read()["error"]["code"], -32700);
    client.say("[]");
    assert_eq!(client.read()["error"]["code"], -32600);
    for (method, params, code) in [
        ("none", json!({}), -32601),
        ("tools/call", json!({"name": "other"}), -32602),
        ("tools/call", json!({"name": "run", "arguments": {}}), -32602),
    ] {
        assert_eq!(client.ask(method, params)["error"]["code"], code, "{method}");
    }
    assert_eq!(client.ask("ping", json!({}))["result"], json!({}));
}

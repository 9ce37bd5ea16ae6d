//! `grundy mcp`: tools for language models, by the Model Context Protocol: a message a line. One session answers all calls, and
//! no statement reads or writes a file.

use std::io::{self, BufReader, Write};
use std::time::Duration;

use serde_json::{Map, Value, json};

use super::remark_at_terminal;
use super::remote_calls::{INVALID_PARAMS, METHOD_NOT_FOUND, Message, RequestRefusal, method_of, read, response};
use crate::host::ExitStatus;
use crate::service::budget::Budget;
use crate::service::door::{Allowance, Door, QueuedRequest};
use crate::service::{Author, Bundle, FileAccess, Flow, Heard, Nobody, OutputRoom, Service, bundle, messages};
use crate::show;
use crate::show::terminal::Painter;

/// The versions of the protocol that are spoken, the newest first.
const VERSIONS: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];
/// How long a call may take, if it does not say, and at most.
const USUAL_TIME: Duration = Duration::from_secs(10);
const MOST_TIME: Duration = Duration::from_secs(60);
/// The most bytes of a call, and of all that wait.
const BYTES_IN: u64 = 1 << 24;
/// The longest answer to a statement, and to a call, each in bytes of its text and of its data.
const LONGEST_ANSWER: usize = 100_000;
const LONGEST_OF_CALL: usize = 400_000;

/// The schema of all answers, which is made from `docs/json.md`.
const SCHEMA: &str = include_str!("../../docs/answers.schema.json");

/// What a language model needs to know before it asks.
const GUIDE: &str = "\
grundy answers questions about impartial games. Its answers are exact; what is proved is called proved, with the theorem.
A statement a line. Definitions stay for later calls:
  game S = take <1,2,3>                 heaps from which 1, 2 or 3 are taken; also take primes, take <1..> then maybe split, octal 0.77
  game W(a, b) = (a-k, b) for k in 1..a | (a, b-k) for k in 1..b      the options of a position, with | between kinds of moves and + in sums
  game T(n) where n >= 0 = (n-1) if odd(n) | (n/2) if even(n)         conditions
  let k = 5 / let f(n) = n^2 + 1                                      ^ is a power, xor the nim-sum
Games of the library, such as Nim, Kayles, Wythoff, Cram, Chomp, are listed by `games` and explained by `about Kayles`.
Positions: S(7), S(3) + 2*Kayles(5) + *4, Cram(board(3, 4)); `all of P, Q` and `some of P, Q` are played at once.
Questions: winner P, moves P, explain P, grundy P, outcome P, remoteness P; with `misere` behind the verb in misere play;
  values S 0..50, losing S 0..50, table W 0..9, 0..9, period S, pattern S, quotient S, check CLAIM for n in 0.., survey A, B for n in 0..9,
  print EXPRESSION, such as print [grundy S(n) for n in 0..9].
A row (`values`, `losing`) says more in fewer words than many single questions. Whole numbers beyond 2^53 - 1 are texts in data.
An error has a `help`, and often a `replacement`: the text that is right. `check` finds mistakes without running, `help WORD` explains.
What errors say of --timeout and --memory are the arguments `seconds` and `memory` here. There are no files. Nobody can type, so that `play` and `quiz` end at once.
If an answer is cut, ask for a part of it.";

/// Serves a client until it has no more to ask. A call takes no longer than `time`.
pub fn serve(service: Service, time: Option<Duration>) -> ExitStatus {
    remark_at_terminal("a program for language models");
    let time = MOST_TIME.min(time.unwrap_or(Duration::MAX));
    let memory = service.limits().memory;
    let each = Budget { access: FileAccess::None, time: Some(time), memory, bytes_out: LONGEST_OF_CALL };
    let door = Door::new(service.clock().clone(), Allowance { each, bytes_in: BYTES_IN });
    let mut input = BufReader::new(io::stdin());
    read(&door, ("notifications/cancelled", "requestId"), move || messages::line(&mut input, BYTES_IN), limit);
    let mut server = ToolServer { service, door };
    while let Some(request) = server.door.next() {
        if let Some(answer) = server.hear(request) {
            let mut output = io::stdout().lock();
            if writeln!(output, "{answer}").and_then(|()| output.flush()).is_err() {
                break;
            }
        }
    }
    ExitStatus::Success
}

/// Among its arguments a call says what it wants to use at most.
fn limit(request: &mut QueuedRequest<Message>) {
    let Ok(message) = &request.work else { return };
    let asked = message["params"]["arguments"].as_object().map_or(Ok(Budget::default()), Budget::asked);
    match asked {
        Ok(asked) => request.budget = Budget { time: asked.time.or(Some(USUAL_TIME)), ..asked },
        Err(problem) => {
            request.work = Err(RequestRefusal::new(INVALID_PARAMS, format!("this call cannot be answered: {problem}")));
        }
    }
}

struct ToolServer {
    service: Service,
    door: Door<Message>,
}

impl ToolServer {
    /// The answer to a message, if somebody waits for one.
    fn hear(&mut self, request: QueuedRequest<Message>) -> Option<Value> {
        let QueuedRequest { id, work, dropped, .. } = request;
        let answer = match (&id, dropped) {
            (Some(_), None) => work.and_then(|message| self.answer(&message)),
            // Nothing is done when the client tells something, nor for a call that was cancelled.
            _ => Ok(Value::Null),
        };
        match self.door.end() {
            None => Some(response(&id?, answer)),
            Some(_) => None,
        }
    }

    fn answer(&mut self, message: &Value) -> Result<Value, RequestRefusal> {
        let (method, params) = method_of(message)?;
        match method {
            "initialize" => {
                let asked = params["protocolVersion"].as_str();
                let version = VERSIONS.iter().find(|version| asked == Some(version)).unwrap_or(&VERSIONS[0]);
                Ok(json!({
                    "protocolVersion": version,
                    "capabilities": {"tools": {}},
                    "serverInfo": {"name": "grundy", "version": env!("CARGO_PKG_VERSION")},
                    "instructions": GUIDE,
                }))
            }
            "ping" => Ok(json!({})),
            "tools/list" => Ok(json!({"tools": tools()})),
            "tools/call" => self.call(params["name"].as_str().unwrap_or_default(), &params["arguments"]),
            other => Err(RequestRefusal::new(METHOD_NOT_FOUND, format!("there is no method `{other}`"))),
        }
    }

    fn call(&mut self, tool: &str, arguments: &Value) -> Result<Value, RequestRefusal> {
        let code = || {
            let code = arguments["code"].as_str();
            code.ok_or_else(|| {
                RequestRefusal::new(INVALID_PARAMS, "the argument `code` is missing: a text in the language")
            })
        };
        match tool {
            "run" => {
                let code = code()?;
                self.within(|service, room| run(service, code, room))
            }
            "check" => {
                let code = code()?;
                self.within(|service, room| check(service, code, room))
            }
            "help" => {
                let word = arguments["word"].as_str().unwrap_or_default();
                let word = word.split([';', '\n']).next().unwrap_or_default();
                self.within(|service, room| run(service, &format!("help {word}"), room))
            }
            other => {
                let names = "run, check and help";
                Err(RequestRefusal::new(INVALID_PARAMS, format!("there is no tool `{other}`: the tools are {names}")))
            }
        }
    }

    /// Does the work of a call within what it and the door allow.
    fn within(&mut self, work: impl FnOnce(&mut Service, OutputRoom) -> Value) -> Result<Value, RequestRefusal> {
        let (standing, budget) = (self.service.standing(), self.door.budget());
        let service = &mut self.service;
        service.use_only(budget);
        let done = self.door.within(None, || work(service, OutputRoom::new(budget.bytes_out)));
        done.map_err(|fault| {
            self.service.recover(standing);
            fault.into()
        })
    }
}

/// Runs statements: the content is for the model to read, the structured part for a program.
fn run(service: &mut Service, code: &str, mut room: OutputRoom) -> Value {
    let (mut said, mut answers, mut errors, mut notices) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut hear = |heard: Heard<'_>| {
        let Some(left) = room.for_what(&heard) else { return };
        let text = match heard {
            Heard::Answer { report, statement } => {
                let Bundle { plain, json, .. } = bundle(report, "", left.min(LONGEST_ANSWER));
                room.take(json.as_deref().map_or(0, str::len));
                let object = json.and_then(|json| serde_json::from_str(&json).ok());
                let mut object: Value = object.unwrap_or_else(|| json!({"type": "cut", "kind": report.kind()}));
                object["statement"] = statement.into();
                answers.push(object);
                plain
            }
            Heard::Error { error, sources } => {
                errors.push(show::json::error(error, sources));
                show::error::error(error, sources, Painter::Plain)
            }
            Heard::Notice { notice, sources } => {
                notices.push(show::json::notice(notice, sources));
                notice.text()
            }
            Heard::Lines(lines) => lines.to_owned(),
            Heard::Took(seconds) => format!("{seconds:.3} s"),
            Heard::Wrote(path) => path.to_owned(),
        };
        room.take(text.len());
        said.push(text);
    };
    let flow = service.run_part(code, Author::in_current_folder(), false, &mut hear, &mut Nobody);
    let ended = match flow {
        Flow::On => "whole",
        Flow::Stop => "error",
        Flow::Quit => "quit",
    };
    said.extend(room.what_is_left_out());
    json!({
        "content": texts(said),
        "isError": flow == Flow::Stop,
        "structuredContent": {
            "answers": answers, "errors": errors, "notices": notices, "left_out": room.left_out(), "ended": ended,
        },
    })
}

/// The mistakes in a text.
fn check(service: &mut Service, code: &str, mut room: OutputRoom) -> Value {
    let (mut said, mut errors) = (Vec::new(), Vec::new());
    let found = service.mistakes(code, |error, _, sources| show::json::error(error, sources));
    let is_error = !found.is_empty();
    for object in found {
        let word = |name: &str| object[name].as_str().unwrap_or_default();
        let text = format!("line {}: {} {}\n{}", object["line"], word("code"), word("message"), word("help"));
        if room.for_bytes(text.len()) {
            said.push(text.trim_end().to_owned());
            errors.push(object);
        }
    }
    if !is_error {
        said.push("no mistakes".to_owned());
    }
    said.extend(room.what_is_left_out());
    json!({
        "content": texts(said),
        "isError": is_error,
        "structuredContent": {"errors": errors, "left_out": room.left_out()},
    })
}

fn texts(said: Vec<String>) -> Vec<Value> {
    said.into_iter().map(|text| json!({"type": "text", "text": text})).collect()
}

/// What an object of these members is, with the definitions that it needs of the schema, without their sentences.
fn object_of(members: Value, schema: &Value) -> Value {
    fn gather(part: &Value, schema: &Value, found: &mut Map<String, Value>) {
        match part {
            Value::Object(members) => members.values().for_each(|member| gather(member, schema, found)),
            Value::Array(members) => members.iter().for_each(|member| gather(member, schema, found)),
            Value::String(text) => {
                if let Some(name) = text.strip_prefix("#/$defs/").filter(|name| !found.contains_key(*name)) {
                    found.insert(name.to_owned(), without_sentences(&schema["$defs"][name]));
                    gather(&schema["$defs"][name], schema, found);
                }
            }
            _ => {}
        }
    }
    let mut definitions = Map::new();
    gather(&members, schema, &mut definitions);
    let required: Vec<&String> = members.as_object().into_iter().flat_map(Map::keys).collect();
    json!({"type": "object", "required": required, "properties": members, "$defs": definitions})
}

fn without_sentences(schema: &Value) -> Value {
    match schema {
        Value::Object(members) => {
            let kept = members.iter().filter(|(name, member)| *name != "description" || !member.is_string());
            kept.map(|(name, member)| (name.clone(), without_sentences(member))).collect::<Map<_, _>>().into()
        }
        Value::Array(members) => members.iter().map(without_sentences).collect(),
        other => other.clone(),
    }
}

/// The tools, with what they take and what the structured part of their results holds.
fn tools() -> Value {
    let taken = json!({
        "code": {"type": "string", "description": "statements, one a line"},
        "seconds": {"type": "number", "minimum": 0, "description": "how long it may take, at most 60; 10 if left out"},
        "memory": {"type": "integer", "minimum": 1, "description": "bytes that it may use; by default all that the server may"},
        "bytes": {"type": "integer", "minimum": 1, "description": "the longest result, at most 400000"},
    });
    let schema: Value = serde_json::from_str(SCHEMA).unwrap_or_default();
    let kind = |kind: &str| json!({"$ref": format!("#/$defs/{kind}")});
    let list = |items: Value, about: &str| json!({"type": "array", "items": items, "description": about});
    let errors = list(kind("error"), "mistakes");
    let left_out =
        json!({"type": "integer", "description": "how many answers or errors are left out for want of room"});
    let said = |kinds: Value| {
        let members = json!({
            "answers": list(json!({"anyOf": kinds}), "an object for each answer, in the order of the statements"),
            "errors": errors,
            "notices": list(kind("notice"), "remarks on the statements"),
            "left_out": left_out,
            "ended": {"enum": ["whole", "error", "quit"], "description": "whether all statements were run, or an error or `quit` ended them"},
        });
        object_of(members, &schema)
    };
    // A session is all that changes, and asking again gives the same answers.
    let annotations = |is_read_only: bool| json!({"readOnlyHint": is_read_only, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false});
    json!([
        {
            "name": "run",
            "title": "Run statements",
            "description": "Runs statements of the language grundy about impartial games: `game S = take <1,2,3>` defines one, \
                            `winner S(3) + S(4)` asks who wins and why, `grundy`, `moves`, `values S 0..20`, `period S`, `explain`, `table` ask more. \
                            Definitions stay for later calls. Values are exact, and an error tells how to correct the text.",
            "inputSchema": {"type": "object", "properties": taken, "required": ["code"]},
            "outputSchema": said(schema["anyOf"].clone()),
            "annotations": annotations(false),
        },
        {
            "name": "check",
            "title": "Check statements",
            "description": "Finds the mistakes in statements without running them.",
            "inputSchema": {"type": "object", "properties": taken, "required": ["code"]},
            "outputSchema": object_of(json!({"errors": errors, "left_out": left_out}), &schema),
            "annotations": annotations(true),
        },
        {
            "name": "help",
            "title": "Read the manual",
            "description": "The manual: a topic, a word of the language, the code of an error; without a word, the list of topics.",
            "inputSchema": {"type": "object", "properties": {"word": {"type": "string"}}},
            "outputSchema": said(["help", "about", "definitions", "cut"].map(kind).to_vec().into()),
            "annotations": annotations(true),
        },
    ])
}

#[cfg(test)]
mod tests {
    use grundy_engine::solve::Limits;

    use super::super::remote_calls::INTERNAL_ERROR;
    use super::*;
    use crate::service::door::Incoming;
    use crate::service::{READ, make_faulty};

    #[test]
    fn a_fault_answers_its_call_and_the_server_goes_on() {
        let mut service = Service::new(Limits::default());
        make_faulty(&mut service);
        let each = Budget { bytes_out: LONGEST_OF_CALL, ..Budget::default() };
        let allowance = Allowance { each, bytes_in: BYTES_IN };
        let door = Door::new(service.clock().clone(), allowance);
        let mut calls = ["let k = 5", "check", "history", "print k"].into_iter();
        door.let_in(|| {
            let (tool, code) = match calls.next()? {
                "check" => ("check", format!("print 1 {READ}")),
                code => ("run", code.to_owned()),
            };
            let call = json!({"method": "tools/call", "params": {"name": tool, "arguments": {"code": code}}});
            Some(Incoming::Request(QueuedRequest::new(Some(json!(1)), Ok(call), 0)))
        });
        let mut server = ToolServer { service, door };
        let mut answers = Vec::new();
        while let Some(request) = server.door.next() {
            answers.extend(server.hear(request));
        }
        assert_eq!(answers[1]["error"]["code"], INTERNAL_ERROR, "{answers:?}");
        assert_eq!(answers[2]["result"]["structuredContent"]["errors"][0]["code"], "E0901", "{answers:?}");
        assert_eq!(answers[3]["result"]["content"][0]["text"], "5\n", "{answers:?}");
    }
}

//! `grundy mcp`: tools for language models, by the Model Context Protocol: a message a line. One session answers all calls, and
//! no statement reads or writes a file.

use std::io::{self, BufReader, Write};
use std::time::Duration;

use serde_json::{Value, json};

use super::remark_at_terminal;
use super::remote_calls::{INVALID_PARAMS, METHOD_NOT_FOUND, Message, RequestRefusal, method_of, read, response};
use crate::host::ExitStatus;
use crate::service::door::{Allowance, Door, QueuedRequest};
use crate::service::{
    Author, Bundle, Diagnosis, FileAccess, Flow, Heard, Nobody, OutputRoom, Service, bundle, messages,
};
use crate::show;
use crate::show::terminal::Painter;

/// The versions of the protocol that are spoken, the newest first.
const VERSIONS: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];
/// How many seconds a call may take, if it does not say, and at most.
const USUAL_SECONDS: f64 = 10.0;
const MOST_SECONDS: f64 = 60.0;
/// The most bytes of a call, and of all that wait.
const BYTES_IN: u64 = 1 << 24;
/// The longest answer to a statement, and to a call, each in bytes of its text and of its data.
const LONGEST_ANSWER: usize = 100_000;
const LONGEST_OF_CALL: usize = 400_000;

/// Serves a client until it has no more to ask. A call takes no longer than `time`.
pub fn serve(mut service: Service, time: Option<Duration>) -> ExitStatus {
    remark_at_terminal("a program for language models");
    service.guard.access = FileAccess::None;
    let time = Duration::from_secs_f64(MOST_SECONDS).min(time.unwrap_or(Duration::MAX));
    let allowance = Allowance { time: Some(time), bytes_in: BYTES_IN, bytes_out: LONGEST_OF_CALL };
    let door = Door::new(service.clock().clone(), allowance);
    let mut input = BufReader::new(io::stdin());
    read(&door, ("notifications/cancelled", "requestId"), move || messages::line(&mut input, BYTES_IN), |_| {});
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
                    "instructions": "Questions about impartial games: who wins, values, periods, winning moves. Answers are exact.",
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
                let seconds = arguments["seconds"].as_f64().unwrap_or(USUAL_SECONDS).clamp(0.1, MOST_SECONDS);
                let code = code()?;
                self.within(seconds, |service, room| run(service, code, room))
            }
            "check" => {
                let code = code()?;
                self.within(USUAL_SECONDS, |service, room| check(&service.diagnose(code), code, room))
            }
            "help" => {
                let word = arguments["word"].as_str().unwrap_or_default();
                let word = word.lines().next().unwrap_or_default();
                self.within(USUAL_SECONDS, |service, room| run(service, &format!("help {word}"), room))
            }
            other => {
                let names = "run, check and help";
                Err(RequestRefusal::new(INVALID_PARAMS, format!("there is no tool `{other}`: the tools are {names}")))
            }
        }
    }

    /// Does the work of a call within so many seconds.
    fn within(
        &mut self,
        seconds: f64,
        work: impl FnOnce(&mut Service, OutputRoom) -> Value,
    ) -> Result<Value, RequestRefusal> {
        let standing = self.service.standing();
        let room = OutputRoom::new(self.door.allowance().bytes_out);
        let service = &mut self.service;
        let done = self.door.within(Some(Duration::from_secs_f64(seconds)), || work(service, room));
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
                let mut object: Value = object.unwrap_or_else(|| json!({"type": report.kind(), "is_cut": true}));
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
    let language = service.session.language;
    let flow = service.run_part(code, Author::in_current_folder(), false, &mut hear, &mut Nobody);
    // A language that a call names is that of its own answers.
    service.session.language = language;
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
fn check(found: &[Diagnosis], code: &str, mut room: OutputRoom) -> Value {
    let (mut said, mut errors) = (Vec::new(), Vec::new());
    let (mut line, mut counted) = (1, 0);
    for mistake in found {
        // They come in the order of their places.
        line += code.get(counted..mistake.place.start).map_or(0, |between| between.matches('\n').count());
        counted = mistake.place.start.max(counted);
        let Diagnosis { code, message, help, .. } = mistake;
        let text = format!(
            "line {line}: {code} {message}{}",
            help.as_ref().map(|help| format!("\n{help}")).unwrap_or_default()
        );
        if room.for_bytes(text.len()) {
            errors.push(json!({"type": "error", "line": line, "code": code, "message": message, "help": help}));
            said.push(text);
        }
    }
    if found.is_empty() {
        said.push("no mistakes".to_owned());
    }
    said.extend(room.what_is_left_out());
    json!({
        "content": texts(said),
        "isError": !found.is_empty(),
        "structuredContent": {"errors": errors, "left_out": room.left_out()},
    })
}

fn texts(said: Vec<String>) -> Vec<Value> {
    said.into_iter().map(|text| json!({"type": "text", "text": text})).collect()
}

/// The tools, with what they take and what the structured part of their results holds.
fn tools() -> Value {
    let code = json!({"type": "string", "description": "statements, one a line"});
    let objects =
        |about: &str| json!({"type": "array", "items": {"type": "object", "required": ["type"]}, "description": about});
    let errors = objects("mistakes, each with its `code`, `line`, `message` and `help`");
    let left_out =
        json!({"type": "integer", "description": "how many answers or errors are left out for want of room"});
    let said = json!({
        "type": "object",
        "properties": {
            "answers": objects("an object for each answer, in the order of the statements; `is_cut` instead of its data if those are too long"),
            "errors": errors,
            "notices": objects("remarks on the statements"),
            "left_out": left_out,
            "ended": {"enum": ["whole", "error", "quit"], "description": "whether all statements were run, or an error or `quit` ended them"},
        },
        "required": ["answers", "errors", "notices", "left_out", "ended"],
    });
    // A session is all that changes, and asking again gives the same answers.
    let annotations = |is_read_only: bool| json!({"readOnlyHint": is_read_only, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false});
    json!([
        {
            "name": "run",
            "title": "Run statements",
            "description": "Runs statements of the language grundy about impartial games: `game S = take <1,2,3>` defines one, \
                            `winner S(3) + S(4)` asks who wins and why, `grundy`, `moves`, `values S 0..20`, `period S`, `explain`, `table` ask more. \
                            Definitions stay for later calls. Values are exact, and an error tells how to correct the text.",
            "inputSchema": {
                "type": "object",
                "properties": {
                    "code": code,
                    "seconds": {"type": "number", "description": "how long it may take, at most 60; 10 if left out"},
                },
                "required": ["code"],
            },
            "outputSchema": said,
            "annotations": annotations(false),
        },
        {
            "name": "check",
            "title": "Check statements",
            "description": "Finds the mistakes in statements without running them.",
            "inputSchema": {"type": "object", "properties": {"code": code}, "required": ["code"]},
            "outputSchema": {
                "type": "object",
                "properties": {"errors": errors, "left_out": left_out},
                "required": ["errors", "left_out"],
            },
            "annotations": annotations(true),
        },
        {
            "name": "help",
            "title": "Read the manual",
            "description": "The manual: a topic, a word of the language, the code of an error; without a word, the list of topics.",
            "inputSchema": {"type": "object", "properties": {"word": {"type": "string"}}},
            "outputSchema": said,
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
        let allowance = Allowance { time: None, bytes_in: BYTES_IN, bytes_out: LONGEST_OF_CALL };
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

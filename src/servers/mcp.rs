//! `grundy mcp`: tools for language models, by the Model Context Protocol: a message a line. One session answers all calls, and
//! no statement reads or writes a file.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};

use super::clock::Clock;
use super::remark_at_terminal;
use super::remote_calls::{INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, PARSE_ERROR, RequestRefusal, response};
use crate::host::ExitStatus;
use crate::service::{Author, FileAccess, Flow, Heard, Nobody, Service, bundle};
use crate::show;
use crate::show::terminal::Painter;

/// The versions of the protocol that are spoken, the newest first.
const VERSIONS: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];
/// How many seconds a call may take, if it does not say, and at most.
const USUAL_SECONDS: f64 = 10.0;
const MOST_SECONDS: f64 = 60.0;
/// The longest answer to a statement, in bytes.
const LONGEST_ANSWER: usize = 100_000;

/// The request that is being answered, which a client may cancel.
type Current = Arc<Mutex<Option<Value>>>;

/// Serves a client until it has no more to ask.
pub fn serve(mut service: Service) -> ExitStatus {
    remark_at_terminal("a program for language models");
    service.guard.access = FileAccess::None;
    let clock = Clock::new(service.signal().clone());
    let current = Current::default();
    let lines = reader(clock.clone(), current.clone());
    let mut server = ToolServer { service, clock, current };
    for line in lines {
        if let Some(answer) = server.hear(&line) {
            let mut output = io::stdout().lock();
            if writeln!(output, "{answer}").and_then(|()| output.flush()).is_err() {
                break;
            }
        }
    }
    ExitStatus::Success
}

/// Reads the messages on a thread of their own, so that a call can be cancelled while it is answered.
fn reader(clock: Clock, current: Current) -> Receiver<Vec<u8>> {
    let (send, receive) = mpsc::channel();
    std::thread::spawn(move || {
        for line in io::stdin().lock().split(b'\n') {
            let Ok(line) = line else { return };
            if let Ok(message) = serde_json::from_slice::<Value>(&line)
                && message["method"] == "notifications/cancelled"
                && current.lock().unwrap_or_else(PoisonError::into_inner).as_ref()
                    == Some(&message["params"]["requestId"])
            {
                clock.end_answer();
            }
            if send.send(line).is_err() {
                return;
            }
        }
    });
    receive
}

struct ToolServer {
    service: Service,
    clock: Clock,
    current: Current,
}

impl ToolServer {
    /// The answer to a message, if it wants one.
    fn hear(&mut self, line: &[u8]) -> Option<Value> {
        if line.trim_ascii().is_empty() {
            return None;
        }
        let message: Value = match serde_json::from_slice(line) {
            Ok(message) => message,
            Err(error) => {
                return Some(response(&Value::Null, Err(RequestRefusal::new(PARSE_ERROR, error.to_string()))));
            }
        };
        let (id, method) = (message.get("id"), message["method"].as_str());
        match (id, method) {
            (Some(id), Some(method)) => {
                self.set_current(Some(id.clone()));
                self.clock.let_others_end(true);
                let answer = self.answer(method, &message["params"]);
                let is_cancelled = self.clock.was_ended();
                self.clock.let_others_end(false);
                self.set_current(None);
                // Nobody waits for the answer to a call that was cancelled.
                (!is_cancelled).then(|| response(id, answer))
            }
            (None, Some(_)) => None,
            _ => {
                let refusal = RequestRefusal::new(INVALID_REQUEST, "a message names a method");
                Some(response(id.unwrap_or(&Value::Null), Err(refusal)))
            }
        }
    }

    fn set_current(&self, id: Option<Value>) {
        *self.current.lock().unwrap_or_else(PoisonError::into_inner) = id;
    }

    fn answer(&mut self, method: &str, params: &Value) -> Result<Value, RequestRefusal> {
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
                Ok(self.run(code()?, seconds))
            }
            "check" => Ok(self.check(code()?)),
            "help" => {
                let word = arguments["word"].as_str().unwrap_or_default();
                let word = word.lines().next().unwrap_or_default();
                Ok(self.run(&format!("help {word}"), USUAL_SECONDS))
            }
            other => {
                let names = "run, check and help";
                Err(RequestRefusal::new(INVALID_PARAMS, format!("there is no tool `{other}`: the tools are {names}")))
            }
        }
    }

    fn run(&mut self, code: &str, seconds: f64) -> Value {
        let (mut said, mut answers) = (Vec::new(), Vec::new());
        let limits = self.service.limits();
        let service = &mut self.service;
        let mut hear = |heard: Heard<'_>| match heard {
            Heard::Answer { report, statement } => {
                let answer = bundle(report, statement, LONGEST_ANSWER);
                said.push(answer.plain);
                answers.extend(answer.json.and_then(|json| serde_json::from_str::<Value>(&json).ok()));
            }
            Heard::Error { error, sources } => said.push(show::error::error(error, sources, Painter::Plain)),
            Heard::Notice { notice, .. } => said.push(notice.text.clone()),
            Heard::Lines(lines) => said.push(lines.to_owned()),
            Heard::Took(seconds) => said.push(format!("{seconds:.3} s")),
            Heard::Wrote(path) => said.push(path.to_owned()),
        };
        let flow = self.clock.within(Duration::from_secs_f64(seconds), || {
            service.run(code, Author::in_current_folder(), limits, &mut hear, &mut Nobody)
        });
        // The content is for the model to read, the answers for a program.
        json!({
            "content": texts(said),
            "isError": flow == Flow::Stop,
            "structuredContent": {"answers": answers},
        })
    }

    fn check(&mut self, code: &str) -> Value {
        let service = &mut self.service;
        let found = self.clock.within(Duration::from_secs_f64(USUAL_SECONDS), || service.diagnose(code));
        let line_of = |place: usize| code.get(..place).map_or(0, |before| before.matches('\n').count()) + 1;
        let said: Vec<String> = found
            .iter()
            .map(|mistake| {
                let help = mistake.help.as_deref().map(|help| format!("\n{help}")).unwrap_or_default();
                format!("line {}: {} {}{help}", line_of(mistake.place.start), mistake.code, mistake.message)
            })
            .collect();
        let has_mistakes = !said.is_empty();
        let said = if has_mistakes { said } else { vec!["no mistakes".to_owned()] };
        json!({"content": texts(said), "isError": has_mistakes})
    }
}

fn texts(said: Vec<String>) -> Vec<Value> {
    said.into_iter().map(|text| json!({"type": "text", "text": text})).collect()
}

fn tools() -> Value {
    let code = json!({"type": "string", "description": "statements, one a line"});
    json!([
        {
            "name": "run",
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
        },
        {
            "name": "check",
            "description": "Finds the mistakes in statements without running them.",
            "inputSchema": {"type": "object", "properties": {"code": code}, "required": ["code"]},
        },
        {
            "name": "help",
            "description": "The manual: a topic, a word of the language, the code of an error; without a word, the list of topics.",
            "inputSchema": {"type": "object", "properties": {"word": {"type": "string"}}},
        },
    ])
}

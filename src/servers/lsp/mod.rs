//! `grundy lsp`: a server for editors, over standard input and output, by the Language Server Protocol 3.17.
//!
//! Messages are answered in their order, and the mistakes of a document are shown when none waits. An editor only looks: what it
//! asks reads files as its documents may, and writes none. An edit ends what is about the text before it.

mod asked;
mod diagnostics;
mod document;
mod messages;
mod names;
mod open_text;
mod outline;
mod places;
mod sessions;

use std::collections::BTreeMap;
use std::io;
use std::io::BufReader;
use std::time::Duration;

use serde_json::{Value, json};

use document::OpenDocument;
use open_text::OpenText;
use sessions::Sessions;

use super::remark_at_terminal;
use super::remote_calls::{
    INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, Message, NOT_INITIALIZED, REQUEST_FAILED, RequestRefusal,
    method_of, notification, read, response,
};
use crate::host::{ExitStatus, Host, remark};
use crate::service::Fault;
use crate::service::budget::Budget;
use crate::service::door::{Allowance, Door, QueuedRequest};
use crate::service::files::MAX_FILE_BYTES;
use crate::source::Counting;

/// How long the check of a document may take, and how long an answer.
const CHECK_TIME: Duration = Duration::from_secs(5);
const ANSWER_TIME: Duration = Duration::from_secs(2);
/// The most bytes of all texts that are open.
const MOST_OPEN: usize = 1 << 26;

/// Serves an editor until it has no more to say. No answer takes longer than `time`. The exit status is a success if the editor
/// has asked to shut down.
pub fn serve(mut host: Host, time: Option<Duration>) -> ExitStatus {
    remark_at_terminal("an editor");
    host.service.guard.access = host.service.guard.access.only_reading();
    let (access, memory, bytes_in) = (host.service.guard.access, host.service.limits().memory, MAX_FILE_BYTES);
    let time = Some(time.map_or(CHECK_TIME, |time| time.min(CHECK_TIME)));
    let each = Budget { access, time, memory, bytes_out: MAX_FILE_BYTES as usize };
    let allowance = Allowance { each, bytes_in };
    let door = Door::new(host.service.clock().clone(), allowance);
    let mut input = BufReader::new(io::stdin());
    read(&door, ("$/cancelRequest", "id"), move || messages::read(&mut input, bytes_in), mark);
    let mut server = Server {
        host,
        door,
        budget: each,
        sessions: Sessions::default(),
        documents: BTreeMap::new(),
        counting: Counting::Utf16,
        phase: Phase::New,
        is_gone: false,
    };
    while !server.is_gone {
        if server.door.is_idle() && server.show_changed() {
            continue;
        }
        let Some(request) = server.door.next() else { break };
        server.hear(request);
    }
    if server.was_shut_down() { ExitStatus::Success } else { ExitStatus::Failure }
}

/// Marks what a message is about. An edit makes what came before out of date.
fn mark(request: &mut QueuedRequest<Message>) {
    let Ok(message) = &request.work else { return };
    request.about = message["params"]["textDocument"]["uri"].as_str().map(Into::into);
    request.outdates = matches!(message["method"].as_str(), Some("textDocument/didChange" | "textDocument/didClose"));
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    New,
    Running,
    ShutDown,
}

struct Server {
    /// It checks documents; what it defines is nothing to them.
    host: Host,
    door: Door<Message>,
    /// What the door and the settings of the editor allow.
    budget: Budget,
    sessions: Sessions,
    /// The open documents by their addresses.
    documents: BTreeMap<String, OpenDocument>,
    counting: Counting,
    phase: Phase,
    /// Whether the editor hears nothing more, or has said `exit`.
    is_gone: bool,
}

impl Server {
    fn say(&mut self, message: &Value) {
        let mut body = message.to_string();
        if body.len() > self.budget.bytes_out {
            let refusal = RequestRefusal::new(REQUEST_FAILED, "the answer is too long");
            body = response(&message["id"], Err(refusal)).to_string();
        }
        self.is_gone |= messages::write(&mut io::stdout().lock(), &body).is_err();
    }

    fn was_shut_down(&self) -> bool {
        self.phase == Phase::ShutDown
    }

    fn hear(&mut self, request: QueuedRequest<Message>) {
        let QueuedRequest { id, work, dropped, .. } = request;
        match (id, work) {
            // An answer to a request of ours: there are none.
            (Some(_), Ok(message)) if message.get("result").is_some() || message.get("error").is_some() => {
                _ = self.door.end()
            }
            (Some(id), work) => {
                let answer = match dropped {
                    None => work.and_then(|message| {
                        let (method, params) = method_of(&message)?;
                        self.guarded(ANSWER_TIME, |server| server.request(method, params))?
                    }),
                    Some(dropped) => Err(dropped.into()),
                };
                let dropped = self.door.end();
                self.say(&response(&id, dropped.map_or(answer, |dropped| Err(dropped.into()))));
            }
            (None, Ok(message)) => {
                let told = self.guarded(ANSWER_TIME, |server| server.note(&message));
                self.door.end();
                if let Err(fault) = told {
                    remark(false, &fault.0);
                }
            }
            (None, Err(_)) => _ = self.door.end(),
        }
    }

    /// Does some work within a time. After a fault of the program, what was computed is forgotten.
    fn guarded<T>(&mut self, time: Duration, work: impl FnOnce(&mut Server) -> T) -> Result<T, Fault> {
        let (door, standing) = (self.door.clone(), self.host.service.standing());
        let done = door.within(self.budget.time.into_iter().chain([time]).min(), || work(self));
        if done.is_err() {
            self.sessions.forget();
            self.host.service.recover(standing);
        }
        done
    }

    fn request(&mut self, method: &str, params: &Value) -> Result<Value, RequestRefusal> {
        match (self.phase, method) {
            (Phase::New, "initialize") => {
                let encodings = params["capabilities"]["general"]["positionEncodings"].as_array();
                if encodings.is_some_and(|all| all.iter().any(|encoding| encoding == "utf-8")) {
                    self.counting = Counting::Utf8;
                }
                self.phase = Phase::Running;
                self.take_settings(&params["initializationOptions"]);
                Ok(self.capabilities())
            }
            (Phase::New, _) => Err(RequestRefusal::new(NOT_INITIALIZED, "`initialize` comes first")),
            (Phase::Running, "shutdown") => {
                self.phase = Phase::ShutDown;
                Ok(Value::Null)
            }
            (Phase::Running, "initialize") => Err(RequestRefusal::new(INVALID_REQUEST, "`initialize` comes only once")),
            (Phase::Running, method) => self.answer(method, params),
            (Phase::ShutDown, _) => Err(RequestRefusal::new(INVALID_REQUEST, "the server is shut down")),
        }
    }

    /// Takes in how much the editor lets answers use, no more than the door allows. Settings may stand under the name of the program.
    fn take_settings(&mut self, settings: &Value) {
        let Some(settings) = settings.get("grundy").unwrap_or(settings).as_object() else { return };
        match Budget::asked(settings) {
            Ok(asked) => {
                self.budget = self.door.allowance().each.and(asked);
                self.host.service.use_only(self.budget);
                self.sessions.forget();
            }
            Err(problem) => {
                let message = format!("The settings of grundy are not taken: {problem}");
                self.say(&notification(
                    "window/showMessage",
                    json!({"type": diagnostics::WARNING, "message": message}),
                ));
            }
        }
    }

    fn capabilities(&self) -> Value {
        let encoding = if self.counting == Counting::Utf8 { "utf-8" } else { "utf-16" };
        json!({
            "serverInfo": {"name": "grundy", "version": env!("CARGO_PKG_VERSION")},
            "capabilities": {
                "positionEncoding": encoding,
                "textDocumentSync": {"openClose": true, "change": 2, "save": true},
                "completionProvider": {"triggerCharacters": [" ", "\""]},
                "hoverProvider": true,
                "definitionProvider": true,
                "referencesProvider": true,
                "documentHighlightProvider": true,
                "documentSymbolProvider": true,
                "renameProvider": {"prepareProvider": true},
                "codeActionProvider": {"codeActionKinds": ["quickfix", "source.fixAll"]},
                "documentFormattingProvider": true,
                "foldingRangeProvider": true,
                "inlayHintProvider": true,
                "semanticTokensProvider": {
                    "legend": {"tokenTypes": outline::TOKEN_TYPES, "tokenModifiers": []},
                    "full": true,
                },
            },
        })
    }

    /// The answer to a request about a document.
    fn answer(&mut self, method: &str, params: &Value) -> Result<Value, RequestRefusal> {
        if !method.starts_with("textDocument/") {
            return Err(RequestRefusal::new(METHOD_NOT_FOUND, format!("there is no method `{method}`")));
        }
        let Some(uri) = params["textDocument"]["uri"].as_str() else {
            return Err(RequestRefusal::new(INVALID_PARAMS, "the parameters name no document"));
        };
        self.make_room(uri);
        let Some(document) = self.documents.get(uri) else {
            return Err(RequestRefusal::new(INVALID_PARAMS, format!("the document {uri} is not open")));
        };
        let (host, sessions, clock) = (&mut self.host, &mut self.sessions, self.door.clock());
        if !document.is_read(&host.service) {
            return Err(RequestRefusal::new(
                REQUEST_FAILED,
                "there is not enough time or memory to read this document",
            ));
        }
        let place = document.open.byte(&params["position"]);
        Ok(match method {
            "textDocument/completion" => asked::completion(document, sessions, &host.service, place).into(),
            "textDocument/hover" => asked::hover(document, sessions, &host.service, place),
            "textDocument/inlayHint" => asked::inlay_hints(document, sessions, &host.service, &params["range"]).into(),
            "textDocument/definition" => names::definition(host, document, uri, place),
            "textDocument/references" => names::references(document, uri, place).into(),
            "textDocument/documentHighlight" => names::highlights(document, place).into(),
            "textDocument/prepareRename" => names::renamed(document, place)?,
            "textDocument/rename" => {
                let new = params["newName"].as_str();
                let new = new.ok_or_else(|| RequestRefusal::new(INVALID_PARAMS, "the parameters have no new name"))?;
                names::rename(host, document, uri, place, new)?
            }
            "textDocument/codeAction" => diagnostics::actions(document, uri, &params["range"]).into(),
            "textDocument/documentSymbol" => outline::symbols(document).into(),
            "textDocument/foldingRange" => outline::folding_ranges(document).into(),
            "textDocument/semanticTokens/full" => outline::semantic_tokens(document),
            "textDocument/formatting" => outline::formatting(document, clock).into(),
            _ => return Err(RequestRefusal::new(METHOD_NOT_FOUND, format!("there is no method `{method}`"))),
        })
    }

    /// Takes in what the editor tells.
    fn note(&mut self, message: &Value) {
        let (method, params) = (message["method"].as_str().unwrap_or_default(), &message["params"]);
        self.is_gone |= method == "exit";
        if method == "workspace/didChangeConfiguration" && self.phase == Phase::Running {
            self.take_settings(&params["settings"]);
        }
        let Some(uri) = params["textDocument"]["uri"].as_str().filter(|_| self.phase == Phase::Running) else { return };
        match method {
            "textDocument/didOpen" => {
                let text = params["textDocument"]["text"].as_str().unwrap_or_default();
                let open = OpenText::new(text, self.counting);
                self.documents.insert(uri.to_owned(), OpenDocument::new(open, places::path_of(uri)));
                self.close_if_too_much(uri);
            }
            "textDocument/didChange" => {
                if let (Some(document), Some(changes)) =
                    (self.documents.get_mut(uri), params["contentChanges"].as_array())
                {
                    document.change(changes);
                    self.close_if_too_much(uri);
                }
            }
            "textDocument/didClose" => {
                self.documents.remove(uri);
                self.publish(uri, &[]);
            }
            // What a document loads may have changed.
            "textDocument/didSave" => {
                self.documents.values_mut().for_each(|document| document.is_changed = true);
                self.sessions.forget();
            }
            _ => {}
        }
    }

    /// If the memory is half full, what was read of other documents and defined for them is forgotten.
    fn make_room(&mut self, uri: &str) {
        let service = &self.host.service;
        if service.session.free() < self.budget.memory / 2 {
            self.documents.get(uri).into_iter().for_each(|document| self.sessions.keep_only(document));
            self.documents.iter_mut().filter(|(other, _)| *other != uri).for_each(|(_, document)| document.forget());
        }
    }

    /// Closes a document if too much is open with it.
    fn close_if_too_much(&mut self, uri: &str) {
        if self.documents.values().map(|document| document.text().len()).sum::<usize>() > MOST_OPEN {
            self.documents.remove(uri);
            let message = format!("more than {} MB of text are open, and this one is not looked at", MOST_OPEN >> 20);
            self.publish(uri, &[diagnostics::warning(message)]);
        }
    }

    /// Shows the mistakes of a document that has changed; `false` if there is none.
    fn show_changed(&mut self) -> bool {
        let Some((uri, document)) = self.documents.iter_mut().find(|(_, document)| document.is_changed) else {
            return false;
        };
        document.is_changed = false;
        let uri = uri.clone();
        self.door.begin_own(uri.as_str().into());
        let shown = self.guarded(CHECK_TIME, |server| {
            server.make_room(&uri);
            let document = server.documents.get(&uri)?;
            // Whatever asks about it next finds it read.
            document.is_read(&server.host.service);
            Some(diagnostics::diagnostics(&mut server.host, document))
        });
        let shown = shown.unwrap_or_else(|fault| Some(vec![diagnostics::warning(RequestRefusal::from(fault).message)]));
        let is_dropped = self.door.end().is_some();
        match (self.documents.get_mut(&uri), shown) {
            (Some(document), _) if is_dropped => document.is_changed = true,
            (Some(document), Some(shown)) => {
                document.shown.clone_from(&shown);
                self.publish(&uri, &shown);
            }
            _ => {}
        }
        true
    }

    fn publish(&mut self, uri: &str, diagnostics: &[Value]) {
        let params = json!({"uri": uri, "diagnostics": diagnostics});
        self.say(&notification("textDocument/publishDiagnostics", params));
    }
}

//! `grundy lsp`: a server for editors, over standard input and output, by the Language Server Protocol 3.17.
//!
//! One thread reads messages, and this one answers them in their order. The mistakes of a document are shown when no message
//! waits. Questions are answered within limits, and an edit ends those that an answer is still computed for.

mod asked;
mod diagnostics;
mod document;
mod messages;
mod names;
mod open_text;
mod outline;
mod places;

use std::collections::BTreeMap;
use std::io;
use std::sync::mpsc::{self, Receiver, TryRecvError};

use serde_json::{Value, json};

use document::OpenDocument;
use messages::Incoming;
use open_text::OpenText;

use super::clock::Clock;
use super::remark_at_terminal;
use super::remote_calls::{
    INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, NOT_INITIALIZED, PARSE_ERROR, RequestRefusal, notification,
    response,
};
use crate::host::{ExitStatus, Host};
use crate::source::Counting;

/// Serves an editor until it has no more to say. Its exit status is a success if the editor has asked it to shut down.
pub fn serve(host: Host) -> ExitStatus {
    remark_at_terminal("an editor");
    let clock = Clock::new(host.service.signal().clone());
    let incoming = reader(clock.clone());
    let mut server = Server {
        host,
        clock,
        documents: BTreeMap::new(),
        counting: Counting::Utf16,
        phase: Phase::New,
        is_gone: false,
    };
    loop {
        let message = match incoming.try_recv() {
            Ok(message) => message,
            Err(TryRecvError::Disconnected) => break,
            Err(TryRecvError::Empty) => {
                if server.show_changed() {
                    continue;
                }
                match incoming.recv() {
                    Ok(message) => message,
                    Err(_) => break,
                }
            }
        };
        match message {
            Incoming::Message(message) => server.hear(&message),
            Incoming::Malformed(problem) => {
                server.say(&response(&Value::Null, Err(RequestRefusal::new(PARSE_ERROR, problem))));
            }
            Incoming::End => break,
        }
        if server.is_gone {
            break;
        }
    }
    if server.was_shut_down() { ExitStatus::Success } else { ExitStatus::Failure }
}

/// Reads messages on a thread of their own, so that an edit is heard while an answer is computed.
fn reader(clock: Clock) -> Receiver<Incoming> {
    let (send, receive) = mpsc::channel();
    std::thread::spawn(move || {
        let mut input = io::stdin().lock();
        loop {
            let incoming = messages::read(&mut input);
            let is_end = matches!(incoming, Incoming::End);
            if let Incoming::Message(message) = &incoming
                && matches!(message["method"].as_str(), Some("textDocument/didChange" | "$/cancelRequest" | "shutdown"))
            {
                clock.end_answer();
            }
            if send.send(incoming).is_err() || is_end {
                return;
            }
        }
    });
    receive
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    New,
    Running,
    ShutDown,
}

struct Server {
    host: Host,
    clock: Clock,
    /// The open documents by their addresses.
    documents: BTreeMap<String, OpenDocument>,
    counting: Counting,
    phase: Phase,
    /// Whether the editor hears nothing more, or has said `exit`.
    is_gone: bool,
}

impl Server {
    fn say(&mut self, message: &Value) {
        self.is_gone |= messages::write(&mut io::stdout().lock(), message).is_err();
    }

    fn was_shut_down(&self) -> bool {
        self.phase == Phase::ShutDown
    }

    fn hear(&mut self, message: &Value) {
        let (id, method) = (message.get("id"), message["method"].as_str());
        match (id, method) {
            (Some(id), Some(method)) => {
                let answer = self.request(method, &message["params"]);
                self.say(&response(id, answer));
            }
            (None, Some("exit")) => {
                self.is_gone = true;
            }
            (None, Some(method)) if self.phase == Phase::Running => self.note(method, &message["params"]),
            (None, Some(_)) => {}
            // An answer to a request of ours: there are none.
            (Some(_), None) if message.get("result").is_some() || message.get("error").is_some() => {}
            _ => {
                let refusal = RequestRefusal::new(
                    INVALID_REQUEST,
                    "a message is a request or a notification, and this is neither",
                );
                self.say(&response(id.unwrap_or(&Value::Null), Err(refusal)));
            }
        }
    }

    fn request(&mut self, method: &str, params: &Value) -> Result<Value, RequestRefusal> {
        match (self.phase, method) {
            (Phase::New, "initialize") => {
                let encodings = params["capabilities"]["general"]["positionEncodings"].as_array();
                if encodings.is_some_and(|all| all.iter().any(|encoding| encoding == "utf-8")) {
                    self.counting = Counting::Utf8;
                }
                self.phase = Phase::Running;
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
        let Some(document) = self.documents.get_mut(uri) else {
            return Err(RequestRefusal::new(INVALID_PARAMS, format!("the document {uri} is not open")));
        };
        let (host, clock) = (&mut self.host, &self.clock);
        let place = document.open.byte(&params["position"]);
        Ok(match method {
            "textDocument/completion" => asked::completion(document, host, clock, place).into(),
            "textDocument/hover" => asked::hover(document, host, clock, place),
            "textDocument/inlayHint" => asked::inlay_hints(document, host, clock, &params["range"]).into(),
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
            "textDocument/formatting" => outline::formatting(document).into(),
            _ => return Err(RequestRefusal::new(METHOD_NOT_FOUND, format!("there is no method `{method}`"))),
        })
    }

    /// Takes in what the editor tells of its documents.
    fn note(&mut self, method: &str, params: &Value) {
        let Some(uri) = params["textDocument"]["uri"].as_str() else { return };
        match method {
            "textDocument/didOpen" => {
                let text = params["textDocument"]["text"].as_str().unwrap_or_default();
                let open = OpenText::new(text, self.counting);
                self.documents.insert(uri.to_owned(), OpenDocument::new(open, places::path_of(uri)));
            }
            "textDocument/didChange" => {
                if let (Some(document), Some(changes)) =
                    (self.documents.get_mut(uri), params["contentChanges"].as_array())
                {
                    document.change(changes);
                }
            }
            "textDocument/didClose" => {
                self.documents.remove(uri);
                self.publish(uri, &[]);
            }
            // What a document loads may have changed.
            "textDocument/didSave" => self.documents.values_mut().for_each(|document| document.is_changed = true),
            _ => {}
        }
    }

    /// Shows the mistakes of a document that has changed; `false` if there is none.
    fn show_changed(&mut self) -> bool {
        let Some((uri, document)) = self.documents.iter_mut().find(|(_, document)| document.is_changed) else {
            return false;
        };
        document.is_changed = false;
        document.shown = diagnostics::diagnostics(&mut self.host, document);
        let (uri, shown) = (uri.clone(), document.shown.clone());
        self.publish(&uri, &shown);
        true
    }

    fn publish(&mut self, uri: &str, diagnostics: &[Value]) {
        let params = json!({"uri": uri, "diagnostics": diagnostics});
        self.say(&notification("textDocument/publishDiagnostics", params));
    }
}

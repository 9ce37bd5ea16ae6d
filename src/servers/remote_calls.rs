//! Calls and answers, as JSON-RPC 2.0 has them.

use serde_json::{Value, json};

use crate::service::door::{Door, Dropped, Incoming, QueuedRequest};
use crate::service::{Fault, messages};

/// The codes of errors, as the protocols name them.
pub const PARSE_ERROR: i64 = -32700;
pub const INVALID_REQUEST: i64 = -32600;
pub const METHOD_NOT_FOUND: i64 = -32601;
pub const INVALID_PARAMS: i64 = -32602;
pub const INTERNAL_ERROR: i64 = -32603;
pub const NOT_INITIALIZED: i64 = -32002;
pub const REQUEST_FAILED: i64 = -32803;
const CANCELLED: i64 = -32800;
const OUT_OF_DATE: i64 = -32801;

/// Why a request is not answered: a code, and words for the user.
#[derive(Debug, PartialEq, Eq)]
pub struct RequestRefusal {
    pub code: i64,
    pub message: String,
}

impl RequestRefusal {
    pub fn new(code: i64, message: impl Into<String>) -> RequestRefusal {
        RequestRefusal { code, message: message.into() }
    }
}

impl From<Fault> for RequestRefusal {
    fn from(Fault(what): Fault) -> RequestRefusal {
        let message = format!("this is a fault of grundy, please report it: {what}");
        RequestRefusal { code: INTERNAL_ERROR, message }
    }
}

impl From<Dropped> for RequestRefusal {
    fn from(why: Dropped) -> RequestRefusal {
        match why {
            Dropped::Cancelled => RequestRefusal::new(CANCELLED, "it was cancelled"),
            Dropped::OutOfDate => RequestRefusal::new(OUT_OF_DATE, "the document has changed"),
        }
    }
}

/// A call or a notification, or why it is neither.
pub type Message = Result<Value, RequestRefusal>;

/// How a protocol cancels a call: the method, and the parameter that names the call.
pub type Cancelling = (&'static str, &'static str);

/// What a message of these bytes asks for.
pub fn incoming(bytes: Result<Vec<u8>, String>, cancelling: Cancelling) -> Incoming<Message> {
    let length = bytes.as_ref().map_or(0, Vec::len);
    let asked = |id, message| Incoming::Request(QueuedRequest::new(id, message, length));
    let message = match bytes {
        Ok(bytes) => messages::json(&bytes).map_err(|problem| RequestRefusal::new(PARSE_ERROR, problem)),
        Err(problem) => Err(RequestRefusal::new(INVALID_REQUEST, problem)),
    };
    let Ok(message) = message else { return asked(Some(Value::Null), message) };
    if message["method"] == cancelling.0 {
        return Incoming::Cancel(message["params"][cancelling.1].clone());
    }
    match message.get("id").cloned() {
        Some(id) if !id.is_number() && !id.is_string() => {
            asked(Some(Value::Null), Err(RequestRefusal::new(INVALID_REQUEST, "an `id` is a number or a text")))
        }
        None if !message["method"].is_string() => {
            let refusal =
                RequestRefusal::new(INVALID_REQUEST, "a message has an `id` or a `method`, and this has neither");
            asked(Some(Value::Null), Err(refusal))
        }
        id => asked(id, Ok(message)),
    }
}

/// The method and the parameters of a call.
///
/// # Errors
/// It names no method.
pub fn method_of(message: &Value) -> Result<(&str, &Value), RequestRefusal> {
    let method = message["method"].as_str();
    let method = method.ok_or_else(|| RequestRefusal::new(INVALID_REQUEST, "a call names a method"))?;
    Ok((method, &message["params"]))
}

/// Reads messages on a thread of their own, as long as `next` finds one.
pub fn read(
    door: &Door<Message>,
    cancelling: Cancelling,
    mut next: impl FnMut() -> Option<Result<Vec<u8>, String>> + Send + 'static,
    mark: impl Fn(&mut QueuedRequest<Message>) + Send + 'static,
) {
    let door = door.clone();
    std::thread::spawn(move || {
        door.let_in(|| {
            let mut found = incoming(next()?, cancelling);
            if let Incoming::Request(request) = &mut found {
                mark(request);
            }
            Some(found)
        });
    });
}

/// The answer to the request of this id.
pub fn response(id: &Value, answer: Result<Value, RequestRefusal>) -> Value {
    match answer {
        Ok(result) => json!({"jsonrpc": "2.0", "id": id, "result": result}),
        Err(RequestRefusal { code, message }) => {
            json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}})
        }
    }
}

/// A message that wants no answer.
pub fn notification(method: &str, params: Value) -> Value {
    json!({"jsonrpc": "2.0", "method": method, "params": params})
}

//! Answers to requests, as JSON-RPC 2.0 has them.

use serde_json::{Value, json};

/// The codes of errors, as the protocols name them.
pub const PARSE_ERROR: i64 = -32700;
pub const INVALID_REQUEST: i64 = -32600;
pub const METHOD_NOT_FOUND: i64 = -32601;
pub const INVALID_PARAMS: i64 = -32602;
pub const NOT_INITIALIZED: i64 = -32002;
pub const REQUEST_FAILED: i64 = -32803;

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

//! The requests of a program that drives this one, one a line of standard input.

use std::collections::VecDeque;
use std::io::{self, BufReader};

use serde_json::Value as Json;

use super::process;
use crate::service::budget::Budget;
use crate::service::door::{Door, Incoming, QueuedRequest};
use crate::service::messages;

/// The most bytes of an answer. It is made as a whole before it is written: what reads it could do nothing with a half.
pub const MAX_ANSWER_BYTES: usize = 1 << 26;

/// The text of a request, or why it has none.
type FrameText = Result<String, String>;

/// The requests, as the host sees them.
pub struct Frames {
    pub door: Door<FrameText>,
    /// The request being answered, or the last one.
    pub id: Json,
    /// Whether it has not ended yet.
    pub is_open: bool,
    /// The most bytes of an answer to it.
    pub bytes_out: usize,
    /// Lines of this request that a dialogue has not taken yet.
    pub lines: VecDeque<String>,
}

/// Reads requests up to the end of the input.
pub fn read(door: &Door<FrameText>) {
    process::leave_interrupts_to_others();
    let mut input = BufReader::new(io::stdin());
    let most = door.allowance().bytes_in;
    door.let_in(|| messages::line(&mut input, most).map(parsed));
}

/// What a line says.
fn parsed(line: Result<Vec<u8>, String>) -> Incoming<FrameText> {
    let length = line.as_ref().map_or(0, Vec::len);
    let asked = |id, text: Result<String, &str>| {
        Incoming::Request(QueuedRequest::new(Some(id), text.map_err(str::to_owned), length))
    };
    let mut object = match line.and_then(|line| messages::json(&line)) {
        Ok(Json::Object(object)) => object,
        Ok(_) => return asked(Json::Null, Err("it is not an object")),
        Err(problem) => return asked(Json::Null, Err(&problem)),
    };
    if let Some(id) = object.remove("interrupt") {
        return Incoming::Cancel(id);
    }
    let Some(id) = object.remove("id").filter(|id| id.is_number() || id.is_string()) else {
        return asked(Json::Null, Err("its `id` is missing, or neither a number nor a text"));
    };
    let budget = match Budget::asked(&object) {
        Ok(budget) => budget,
        Err(problem) => return asked(id, Err(problem)),
    };
    let Some(Json::String(text)) = object.remove("text") else {
        return asked(id, Err("its `text` is missing, or not a text"));
    };
    Incoming::Request(QueuedRequest::new(Some(id), Ok(text), length).within(budget))
}

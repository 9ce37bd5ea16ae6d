//! The requests of a program that drives this one, one a line of standard input. A thread reads them, so that a request to
//! stop is heard while another one is answered.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use serde_json::Value as Json;

use super::process;
use super::watch::Watch;
use crate::service::CountingAllocator;
use crate::service::files::{MAX_FILE_BYTES, too_long};

/// The most bytes of an answer. It is made as a whole before it is written: what reads it could do nothing with a half.
pub const MAX_ANSWER_BYTES: usize = 1 << 26;

/// A request that waits for its answers.
pub struct Frame {
    pub id: Json,
    pub kind: FrameKind,
    /// Bytes allocated for it, which the thread that answers it counts from then on.
    pub bytes: isize,
}

pub enum FrameKind {
    Text(String),
    /// A line that is no request, and why.
    Wrong(String),
    /// It was stopped before it began.
    Interrupted,
}

/// The requests that wait, shared with the thread that reads them.
#[derive(Default)]
struct Waiting {
    frames: VecDeque<Frame>,
    /// How many bytes of text wait.
    bytes: u64,
    /// The request being answered.
    current: Option<Json>,
    is_over: bool,
}

/// The queue of the requests that wait. Clones share it.
#[derive(Clone, Default)]
pub struct FrameQueue(Arc<(Mutex<Waiting>, Condvar)>);

/// The requests, as the host sees them.
pub struct Frames {
    pub queue: FrameQueue,
    /// The request being answered, or the last one.
    pub id: Json,
    /// Whether it has not ended yet.
    pub is_open: bool,
    /// Lines of this request that a dialogue has not taken yet.
    pub lines: VecDeque<String>,
}

impl FrameQueue {
    /// Waits for the next request, which is then the current one; `None` if there are no more.
    pub fn next(&self) -> Option<Frame> {
        let (waiting, changed) = &*self.0;
        let mut waiting = locked(waiting);
        loop {
            if let Some(frame) = waiting.frames.pop_front() {
                waiting.bytes -= frame.length();
                waiting.current = Some(frame.id.clone());
                changed.notify_all();
                return Some(frame);
            }
            if waiting.is_over {
                return None;
            }
            waiting = changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The current request has been answered: nobody can interrupt it any more.
    pub fn end(&self) {
        locked(&self.0.0).current = None;
    }

    /// Reads requests up to the end of the input. As many wait as have room.
    pub fn read(&self, watch: &Watch) {
        process::leave_interrupts_to_others();
        let mut input = BufReader::new(io::stdin());
        loop {
            let before = CountingAllocator::in_use();
            let Some(line) = line(&mut input) else { break };
            // The thread that answers the request counts its bytes.
            let bytes = CountingAllocator::in_use().saturating_sub(before) as isize;
            CountingAllocator::subtract(bytes);
            match line {
                InputLine::Interrupt(id) => self.interrupt(&id, watch),
                InputLine::Frame { id, kind } => self.put(Frame { id, kind, bytes }),
            }
        }
        locked(&self.0.0).is_over = true;
        self.0.1.notify_all();
    }

    fn put(&self, frame: Frame) {
        let (waiting, changed) = &*self.0;
        let mut waiting = locked(waiting);
        while !waiting.frames.is_empty() && waiting.bytes + frame.length() > MAX_FILE_BYTES {
            waiting = changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
        waiting.bytes += frame.length();
        waiting.frames.push_back(frame);
        changed.notify_all();
    }

    /// Stops the request with this id, if it is being answered or waits. Otherwise it has been answered, and nothing happens.
    fn interrupt(&self, id: &Json, watch: &Watch) {
        let mut waiting = locked(&self.0.0);
        if waiting.current.as_ref() == Some(id) {
            // The lock is held, so that this request is still the current one.
            return watch.ask_to_stop();
        }
        let Waiting { frames, bytes, .. } = &mut *waiting;
        for frame in frames.iter_mut().filter(|frame| frame.id == *id) {
            *bytes -= frame.length();
            frame.kind = FrameKind::Interrupted;
        }
    }
}

impl Frame {
    fn length(&self) -> u64 {
        match &self.kind {
            FrameKind::Text(text) => text.len() as u64,
            FrameKind::Wrong(_) | FrameKind::Interrupted => 0,
        }
    }
}

/// A line of the input.
enum InputLine {
    Frame { id: Json, kind: FrameKind },
    Interrupt(Json),
}

/// The next line that is not blank; `None` at the end of the input.
fn line(input: &mut impl BufRead) -> Option<InputLine> {
    loop {
        let mut bytes = Vec::new();
        let read = input.by_ref().take(MAX_FILE_BYTES + 1).read_until(b'\n', &mut bytes);
        match read {
            Ok(0) | Err(_) => return None,
            Ok(_) if bytes.len() as u64 > MAX_FILE_BYTES => {
                skip_line(input)?;
                return Some(wrong(Json::Null, &too_long("this line", MAX_FILE_BYTES)));
            }
            Ok(_) if bytes.trim_ascii().is_empty() => {}
            Ok(_) => return Some(parsed(&bytes)),
        }
    }
}

/// Skips what is left of a line. `None` at the end of the input.
fn skip_line(input: &mut impl BufRead) -> Option<()> {
    loop {
        let here = input.fill_buf().ok().filter(|here| !here.is_empty())?;
        let end = here.iter().position(|byte| *byte == b'\n');
        let length = end.map_or(here.len(), |end| end + 1);
        input.consume(length);
        if end.is_some() {
            return Some(());
        }
    }
}

fn parsed(line: &[u8]) -> InputLine {
    let mut object = match serde_json::from_slice(line) {
        Ok(Json::Object(object)) => object,
        Ok(_) => return wrong(Json::Null, "it is not an object"),
        Err(error) => return wrong(Json::Null, &format!("it is not JSON ({error})")),
    };
    if let Some(id) = object.remove("interrupt") {
        return InputLine::Interrupt(id);
    }
    let Some(id) = object.remove("id").filter(|id| id.is_number() || id.is_string()) else {
        return wrong(Json::Null, "its `id` is missing, or neither a number nor a text");
    };
    match object.remove("text") {
        Some(Json::String(text)) => InputLine::Frame { id, kind: FrameKind::Text(text) },
        _ => wrong(id, "its `text` is missing, or not a text"),
    }
}

fn wrong(id: Json, problem: &str) -> InputLine {
    InputLine::Frame { id, kind: FrameKind::Wrong(problem.to_owned()) }
}

fn locked(waiting: &Mutex<Waiting>) -> MutexGuard<'_, Waiting> {
    waiting.lock().unwrap_or_else(PoisonError::into_inner)
}

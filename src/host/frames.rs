//! `--json --frames`: another program drives one session with requests, each an object on a line of standard input, as
//! `{"id":1,"text":"winner S(4)"}`. What is said comes on standard output, each object with the `id` of its request, up to
//! one of the type `end`. `{"interrupt":1}` stops a request, also one that still waits. Errors end a request and not the
//! session. While a dialogue goes on, requests are its lines.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use grundy_engine::solve::SolveError;
use serde_json::{Value as Json, json};

use super::{AnswerLimit, ExitStatus, Host, Watch, interrupts};
use crate::error::{Error, SemanticError};
use crate::render;
use crate::render::json::{Asked, Lines};
use crate::service::files::{MAX_FILE_BYTES, in_words, too_long};
use crate::service::{Author, BoundedText, CountingAllocator, Flow, FrontEnd};
use crate::session::dialogue::Dialogue;
use crate::session::report::Report;
use crate::source::Span;

/// The most bytes of an answer. It is made as a whole before it is written: what reads it could do nothing with a half.
pub const MAX_ANSWER_BYTES: usize = 1 << 26;
/// The name of the text of a request in errors.
const NAME: &str = "<request>";

/// A request that waits for its answers.
struct Frame {
    id: Json,
    kind: FrameKind,
    /// Bytes allocated for it, which the thread that answers it counts from then on.
    bytes: isize,
}

enum FrameKind {
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
struct FrameQueue(Arc<(Mutex<Waiting>, Condvar)>);

/// The requests, as the host sees them.
pub struct Frames {
    queue: FrameQueue,
    /// The request being answered, or the last one.
    pub id: Json,
    /// Whether it has not ended yet.
    is_open: bool,
    /// Lines of this request that a dialogue has not taken yet.
    lines: VecDeque<String>,
}

impl Host {
    /// Answers requests until there are no more, or one says `quit`.
    pub fn answer_frames(&mut self) -> Flow {
        let queue = FrameQueue::default();
        self.watch.keep_session();
        let (own, watch) = (queue.clone(), self.watch.clone());
        if let Err(error) = std::thread::Builder::new().spawn(move || own.read(&watch)) {
            return self.file_error("<stdin>", &in_words(&error), Span::NOWHERE);
        }
        self.frames = Some(Frames { queue, id: Json::Null, is_open: false, lines: VecDeque::new() });
        let mut flow = Flow::On;
        while flow != Flow::Quit
            && self.going_on() == Flow::On
            && let Some(text) = self.next_frame()
        {
            flow = self.run_as(Author::in_current_folder(), |host| host.run_text(NAME, &text));
            self.end_frame(flow, None);
        }
        self.frames = None;
        // Errors are answers, as at a prompt.
        self.exit_status = ExitStatus::Success;
        self.going_on()
    }

    /// Waits for the text of the next request. Those that are none, and those that were stopped, are answered here.
    fn next_frame(&mut self) -> Option<String> {
        loop {
            let frames = self.frames.as_mut()?;
            let frame = frames.queue.next()?;
            CountingAllocator::add(frame.bytes);
            (frames.id, frames.is_open) = (frame.id, true);
            frames.lines.clear();
            self.watch.forget_interrupt();
            let error = match frame.kind {
                FrameKind::Text(text) => return Some(text),
                FrameKind::Wrong(problem) => Error::new(SemanticError::Request { problem }, Span::NOWHERE),
                FrameKind::Interrupted => Error::stopped(SolveError::Interrupted, Span::NOWHERE),
            };
            let flow = self.report_error(&error);
            self.end_frame(flow, None);
        }
    }

    /// The next line of a dialogue: what is left of the request, or else the next request.
    pub(super) fn next_frame_line(&mut self, dialogue: &Dialogue) -> Option<String> {
        if let Some(line) = self.frames.as_mut()?.lines.pop_front() {
            return Some(line);
        }
        self.end_frame(Flow::On, Some(dialogue));
        let text = self.next_frame()?;
        let mut lines: VecDeque<String> = text.lines().map(str::to_owned).collect();
        let first = lines.pop_front().unwrap_or_default();
        self.frames.as_mut()?.lines = lines;
        Some(first)
    }

    /// Says that a request has been answered, and which dialogue waits for the next one.
    fn end_frame(&mut self, flow: Flow, dialogue: Option<&Dialogue>) {
        let Some(frames) = self.frames.as_mut().filter(|frames| frames.is_open) else { return };
        frames.is_open = false;
        // From now on nobody can interrupt it, and who has just done so came too late.
        frames.queue.end();
        self.watch.forget_interrupt();
        let ended = match flow {
            Flow::On => "whole",
            Flow::Stop => "error",
            Flow::Quit => "quit",
        };
        let end = json!({"type": "end", "ended": ended, "dialogue": dialogue.map(Dialogue::name), "id": frames.id});
        self.say_frame(&render::visible::json(&end.to_string()));
    }

    /// Writes the answer to a statement, within the time of the statement.
    pub(super) fn answer_frame(&mut self, report: &Report, asked: Asked) {
        let is_limited = matches!(self.answer_limit, AnswerLimit::Limited);
        let watch = &self.watch;
        let stop = || match watch.stop_reason() {
            Some(SolveError::TimedOut) if !is_limited => None,
            stop => stop,
        };
        let mut text = AnswerText { text: BoundedText::new(MAX_ANSWER_BYTES), stop };
        let made = render::json::write(report, asked, Lines::One, &mut text);
        match (made, stop()) {
            (Ok(()), _) => self.say_frame(&text.text.text()),
            (Err(_), Some(stop)) => self.answer_limit = AnswerLimit::Stopped(stop),
            (Err(_), None) => self.answer_limit = AnswerLimit::TooLong,
        }
    }

    /// Writes an object that comes whatever happens: a request to stop does not keep an error from being said.
    pub(super) fn say_frame(&mut self, object: &str) {
        let mut out = io::stdout().lock();
        match writeln!(out, "{object}").and_then(|()| out.flush()) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => self.output_gone = Some(ExitStatus::Success),
            Err(_) => self.output_gone = Some(ExitStatus::Failure),
        }
    }
}

/// Takes an answer while nothing asks to stop.
struct AnswerText<F> {
    text: BoundedText,
    stop: F,
}

impl<F: Fn() -> Option<SolveError>> Write for AnswerText<F> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match (self.stop)() {
            None => self.text.write(bytes),
            Some(_) => Err(io::Error::other("no more is wanted")),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl FrameQueue {
    /// Waits for the next request, which is then the current one; `None` if there are no more.
    fn next(&self) -> Option<Frame> {
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
    fn end(&self) {
        locked(&self.0.0).current = None;
    }

    /// Reads requests up to the end of the input. As many wait as have room.
    fn read(&self, watch: &Watch) {
        interrupts::leave_to_others();
        let mut input = BufReader::new(io::stdin());
        loop {
            let (line, bytes) = CountingAllocator::uncounted(|| line(&mut input));
            let Some(line) = line else { break };
            match line {
                Line::Interrupt(id) => self.interrupt(&id, watch),
                Line::Frame { id, kind } => self.put(Frame { id, kind, bytes }),
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
enum Line {
    Frame { id: Json, kind: FrameKind },
    Interrupt(Json),
}

/// The next line that is not blank; `None` at the end of the input.
fn line(input: &mut impl BufRead) -> Option<Line> {
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

fn parsed(line: &[u8]) -> Line {
    let mut object = match serde_json::from_slice(line) {
        Ok(Json::Object(object)) => object,
        Ok(_) => return wrong(Json::Null, "it is not an object"),
        Err(error) => return wrong(Json::Null, &format!("it is not JSON ({error})")),
    };
    if let Some(id) = object.remove("interrupt") {
        return Line::Interrupt(id);
    }
    let Some(id) = object.remove("id").filter(|id| id.is_number() || id.is_string()) else {
        return wrong(Json::Null, "its `id` is missing, or neither a number nor a text");
    };
    match object.remove("text") {
        Some(Json::String(text)) => Line::Frame { id, kind: FrameKind::Text(text) },
        _ => wrong(id, "its `text` is missing, or not a text"),
    }
}

fn wrong(id: Json, problem: &str) -> Line {
    Line::Frame { id, kind: FrameKind::Wrong(problem.to_owned()) }
}

fn locked(waiting: &Mutex<Waiting>) -> MutexGuard<'_, Waiting> {
    waiting.lock().unwrap_or_else(PoisonError::into_inner)
}

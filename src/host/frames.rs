//! `--json --frames`: another program drives one session with requests, each an object on a line of standard input, as
//! `{"id":1,"text":"winner S(4)"}`. What is said comes on standard output, each object with the `id` of its request, up to
//! one of the type `end`. `{"interrupt":1}` stops a request, also one that still waits. Errors end a request and not the
//! session. While a dialogue goes on, requests are its lines.

use std::collections::VecDeque;
use std::io::{self, Write};

use grundy_engine::solve::SolveError;
use serde_json::{Value as Json, json};

use super::requests::{Frames, MAX_ANSWER_BYTES, read};
use super::{AnswerLimit, ExitStatus, Host};
use crate::error::{Error, SemanticError};
use crate::service::budget::Budget;
use crate::service::door::{Allowance, Door};
use crate::service::files::{MAX_FILE_BYTES, in_words};
use crate::service::{Author, BoundedText, Flow, FrontEnd};
use crate::session::dialogue::Dialogue;
use crate::show;
use crate::show::exact_json::{LargeNumbers, Lines};
use crate::show::json::Asked;
use crate::show::report::Report;
use crate::source::Span;

/// The name of the text of a request in errors.
const NAME: &str = "<request>";
impl Host {
    /// Answers requests until there are no more, or one says `quit`.
    pub fn answer_frames(&mut self) -> Flow {
        self.watch.keep_session();
        let (access, memory) = (self.service.guard.access, self.service.limits().memory);
        let each = Budget { access, time: None, memory, bytes_out: MAX_ANSWER_BYTES };
        let allowance = Allowance { each, bytes_in: MAX_FILE_BYTES };
        let door = Door::new(self.service.clock().clone(), allowance);
        let own = door.clone();
        if let Err(error) = std::thread::Builder::new().spawn(move || read(&own)) {
            return self.file_error("<stdin>", &in_words(&error), Span::NOWHERE);
        }
        self.frames = Some(Frames { door, id: Json::Null, is_open: false, bytes_out: 0, lines: VecDeque::new() });
        let mut flow = Flow::On;
        while flow != Flow::Quit
            && self.going_on() == Flow::On
            && let Some(text) = self.next_frame()
        {
            let language = self.service.session.language;
            flow = self.run_as(Author::in_current_folder(), |host| host.run_text(NAME, &text));
            // A language that a request names is that of its own answers.
            self.service.session.language = language;
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
            let request = frames.door.next()?;
            let budget = frames.door.budget();
            (frames.id, frames.is_open, frames.bytes_out) = (request.id.unwrap_or_default(), true, budget.bytes_out);
            frames.lines.clear();
            frames.door.clock().limit_request(budget.time);
            self.service.use_only(budget);
            let error = match (request.dropped, request.work) {
                (None, Ok(text)) => return Some(text),
                (None, Err(problem)) => Error::new(SemanticError::Request { problem }, Span::NOWHERE),
                (Some(_), _) => Error::stopped(SolveError::Interrupted, Span::NOWHERE),
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
        // From now on nobody can stop it, and who has just done so came too late.
        frames.door.end();
        frames.door.clock().limit_request(None);
        let ended = match flow {
            Flow::On => "whole",
            Flow::Stop => "error",
            Flow::Quit => "quit",
        };
        let end = json!({"type": "end", "ended": ended, "dialogue": dialogue.map(|dialogue| dialogue.name()), "id": frames.id});
        self.say_frame(&show::visible::json(&end.to_string()));
    }

    /// The most bytes of an answer to the current request.
    pub(super) fn most_bytes(&self) -> usize {
        self.frames.as_ref().map_or(MAX_ANSWER_BYTES, |frames| frames.bytes_out)
    }

    /// Writes the answer to a statement, within the time of the statement.
    pub(super) fn answer_frame(&mut self, report: &Report, asked: Asked) {
        let is_limited = matches!(self.answer_limit, AnswerLimit::Limited);
        let most = self.most_bytes();
        let (watch, session) = (&self.watch, &self.service.session);
        let stop = |more| match watch.stop_reason() {
            Some(SolveError::TimedOut) if !is_limited => session.room(more).err(),
            None => session.room(more).err(),
            stop => stop,
        };
        let mut text = AnswerText { text: BoundedText::new(most), stop, stopped: None };
        let made = show::json::write(report, asked, Lines::One, LargeNumbers::AsTexts, &mut text);
        match (made, text.stopped) {
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

/// Takes an answer while nothing asks to stop, and there is room for it.
struct AnswerText<F> {
    text: BoundedText,
    /// Why to stop, where the text needs so many bytes more.
    stop: F,
    stopped: Option<SolveError>,
}

impl<F: Fn(usize) -> Option<SolveError>> Write for AnswerText<F> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stopped = (self.stop)(self.text.growth(bytes.len()));
        match self.stopped {
            None => self.text.write(bytes),
            Some(_) => Err(io::Error::other("no more is wanted")),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

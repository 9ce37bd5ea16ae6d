//! Standard input, cut into statements as they arrive.

use std::io::{self, BufRead, BufReader, Read, StdinLock};

use crate::service::files::{MAX_FILE_BYTES, in_words, too_long, utf8};
use crate::syntax::transcript::{Transcript, has_inputs, is_transcript};
use crate::syntax::{GrowingText, continues};

/// Bytes read at once: more than a pipe holds.
const BUFFER: usize = 1 << 17;

/// Standard input, with what is known about it so far.
pub struct Input {
    lines: BufReader<StdinLock<'static>>,
    /// How many lines have been read so far.
    pub taken: usize,
    ended: bool,
    kind: InputKind,
}

/// What standard input holds.
enum InputKind {
    /// Nothing but blank lines so far.
    Unknown,
    Script,
    /// A transcript: what was typed at a prompt, and the answers. A line that was read too early is kept beside it.
    Transcript(Transcript, Option<String>),
}

impl Input {
    /// Standard input. It is taken as a transcript if `transcript` says so, or if its first line that is not blank
    /// looks like one.
    pub fn new(transcript: bool) -> Input {
        let kind = if transcript { InputKind::Transcript(Transcript::default(), None) } else { InputKind::Unknown };
        Input { lines: BufReader::with_capacity(BUFFER, io::stdin().lock()), taken: 0, ended: false, kind }
    }

    /// The next lines that hold whole statements, or all that is left; `None` at the end of the input. The second
    /// value is a problem, in words, that came up after those lines.
    pub fn statements(&mut self) -> (Option<String>, Option<String>) {
        let mut text = GrowingText::default();
        while !self.ended {
            if let InputKind::Transcript(..) = self.kind {
                return self.typed(text.into_text());
            }
            let line = match self.line() {
                Ok(line) => line,
                Err(problem) => return (Some(text.into_text()), Some(problem)),
            };
            if matches!(self.kind, InputKind::Unknown) && is_transcript(&line) {
                self.taken -= 1;
                self.kind = InputKind::Transcript(Transcript::default(), Some(line));
                continue;
            }
            if !line.trim().is_empty() {
                self.kind = InputKind::Script;
            }
            text.push(&line);
            if text.text().len() as u64 > MAX_FILE_BYTES {
                return (Some(String::new()), Some(self.too_long()));
            }
            if !text.is_unfinished() && !self.goes_on() {
                return (Some(text.into_text()), None);
            }
        }
        let text = text.into_text();
        ((!text.is_empty()).then_some(text), None)
    }

    /// The next input of a transcript. Answers become empty lines, so that its line numbers are those of the
    /// transcript.
    fn typed(&mut self, mut text: String) -> (Option<String>, Option<String>) {
        let mut has_begun = false;
        loop {
            let line = match self.transcript_line() {
                Ok(line) if line.is_empty() => return (Some(text).filter(|text| !text.is_empty()), None),
                Ok(line) => line,
                Err(problem) => return (Some(text), Some(problem)),
            };
            let InputKind::Transcript(transcript, early) = &mut self.kind else { return (Some(text), None) };
            if has_begun && has_inputs(&line) {
                *early = Some(line);
                self.taken -= 1;
                return (Some(text), None);
            }
            let typed = transcript.line(&line);
            has_begun |= typed.is_some();
            let is_long = transcript.typed_so_far() as u64 > MAX_FILE_BYTES;
            let is_over = has_begun && (typed.is_none() || !transcript.is_unfinished() && !self.goes_on());
            text.push_str(&typed.unwrap_or_default());
            text.push('\n');
            if is_long && !is_over {
                return (Some(String::new()), Some(self.too_long()));
            }
            if is_over {
                return (Some(text), None);
            }
        }
    }

    /// The problem that the current statement is too long.
    fn too_long(&self) -> String {
        too_long(&format!("the statement up to line {}", self.taken), MAX_FILE_BYTES)
    }

    fn transcript_line(&mut self) -> Result<String, String> {
        let early = match &mut self.kind {
            InputKind::Transcript(_, early) => early.take(),
            _ => None,
        };
        match early {
            Some(line) => {
                self.taken += 1;
                Ok(line)
            }
            None => self.line(),
        }
    }

    /// The next line alone, for a dialogue; `None` at the end of the input. A line that is not text counts as empty.
    pub fn next_line(&mut self) -> Option<String> {
        match self.line() {
            Ok(line) if line.is_empty() => None,
            Ok(line) => Some(line),
            Err(_) if self.ended => None,
            Err(_) => Some(String::new()),
        }
    }

    fn line(&mut self) -> Result<String, String> {
        let mut bytes = Vec::new();
        let read = self.lines.by_ref().take(MAX_FILE_BYTES + 1).read_until(b'\n', &mut bytes);
        self.ended = matches!(read, Ok(0) | Err(_));
        self.taken += 1;
        read.map_err(|error| in_words(&error))?;
        if bytes.len() as u64 > MAX_FILE_BYTES {
            return Err(too_long(&format!("line {}", self.taken), MAX_FILE_BYTES));
        }
        utf8(bytes).map_err(|_| format!("line {} is not UTF-8 text", self.taken))
    }

    /// Whether the next line, if it has arrived already, belongs to the statement above it. This does not wait.
    fn goes_on(&self) -> bool {
        let here = self.lines.buffer();
        let line = here.split(|byte| *byte == b'\n').next().unwrap_or(here);
        let Ok(line) = std::str::from_utf8(line) else { return false };
        match &self.kind {
            InputKind::Transcript(transcript, _) => !has_inputs(line) && transcript.takes(line),
            _ => continues(line),
        }
    }
}

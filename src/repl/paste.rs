//! Pasted text: transcripts, and statements that come line by line.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::source::SourceId;
use crate::syntax::ast::StatementKind;
use crate::syntax::transcript::{self, Transcript};
use crate::syntax::{continues, parse, statements};

/// A line that is read in less time than this was not typed by hand.
const BY_HAND: Duration = Duration::from_secs(2);

/// What the prompt and the handlers of its keys share, such as how fast lines come.
pub struct Pace {
    /// When the editor began to read.
    begun: Mutex<Instant>,
    /// The lines of a transcript are being pasted.
    transcript: AtomicBool,
    /// A dialogue is reading, not the prompt.
    dialogue: AtomicBool,
    /// Where the cursor stood when Ctrl-Z was pressed.
    stopped: Mutex<Option<usize>>,
    /// Enter was pressed in the editor. On a terminal without line editing this stays false.
    entered: AtomicBool,
}

impl Pace {
    pub fn new() -> Pace {
        Pace {
            begun: Mutex::new(Instant::now()),
            transcript: AtomicBool::new(false),
            dialogue: AtomicBool::new(false),
            stopped: Mutex::new(None),
            entered: AtomicBool::new(false),
        }
    }

    /// The editor begins to read.
    pub fn begin(&self) {
        *self.begun.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        self.entered.store(false, Ordering::Relaxed);
    }

    /// Enter was pressed in the editor.
    pub fn set_entered(&self) {
        self.entered.store(true, Ordering::Relaxed);
    }

    /// Was Enter pressed in the editor since it began?
    pub fn is_entered(&self) -> bool {
        self.entered.load(Ordering::Relaxed)
    }

    /// Whether the editor began to read so recently that the line was not typed by hand.
    pub fn is_fast(&self) -> bool {
        self.begun.lock().unwrap_or_else(PoisonError::into_inner).elapsed() < BY_HAND
    }

    /// Lines of a transcript may still come.
    pub fn in_transcript(&self) -> bool {
        self.transcript.load(Ordering::Relaxed) && self.is_fast()
    }

    pub fn in_dialogue(&self) -> bool {
        self.dialogue.load(Ordering::Relaxed)
    }

    pub fn set_dialogue(&self, is_on: bool) {
        self.dialogue.store(is_on, Ordering::Relaxed);
    }

    /// Ctrl-Z was pressed with the cursor at this place.
    pub fn stop(&self, at: usize) {
        *self.stopped.lock().unwrap_or_else(PoisonError::into_inner) = Some(at);
    }

    /// Where the cursor stood, if Ctrl-Z was pressed since this was asked last.
    pub fn take_stop(&self) -> Option<usize> {
        self.stopped.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    pub fn set_transcript(&self, is_on: bool) {
        self.transcript.store(is_on, Ordering::Relaxed);
    }
}

/// What later entries depend on: the transcript that is being pasted, and the last statement.
#[derive(Default)]
pub struct Entered {
    /// The transcript whose lines are coming.
    transcript: Option<Transcript>,
    /// The last statement.
    last: String,
}

impl Entered {
    /// What to run of an entry; `None` if it is an answer in a transcript. After a line with a prompt, lines that
    /// were not typed by hand belong to the transcript, unless they are statements.
    pub fn inputs(&mut self, text: &str, is_fast: bool) -> Option<String> {
        if transcript::has_inputs(text) {
            self.transcript = Some(Transcript::default());
        } else if !is_fast {
            self.transcript = None;
        }
        let typed = match &mut self.transcript {
            None => text.to_owned(),
            Some(transcript) => {
                let lines: Vec<Option<String>> = text.split('\n').map(|line| transcript.line(line)).collect();
                if lines.iter().all(Option::is_none) {
                    return is_statement(text).then(|| text.to_owned());
                }
                lines.into_iter().map(Option::unwrap_or_default).collect::<Vec<_>>().join("\n")
            }
        };
        Some(self.joined(typed))
    }

    pub fn is_transcript(&self) -> bool {
        self.transcript.is_some()
    }

    /// The entry, with the statement before it if it continues that one: it cannot begin a statement, and both
    /// together can be parsed.
    fn joined(&mut self, text: String) -> String {
        let first = text.lines().find(|line| !line.trim().is_empty());
        let whole = match first {
            Some(first) if continues(first) => format!("{}\n{text}", self.last),
            _ => String::new(),
        };
        let is_one = !self.last.is_empty() && !whole.is_empty() && {
            let read = parse(SourceId::default(), &whole);
            !read.is_empty() && read.iter().all(Result::is_ok)
        };
        let text = if is_one { whole } else { text };
        if let Some(place) = statements(&text).last() {
            self.last = text[place.clone()].to_owned();
        }
        text
    }
}

/// Whether a text is certainly not an answer: its statements have verbs, or are definitions.
fn is_statement(text: &str) -> bool {
    let read = parse(SourceId::default(), text);
    let is_verb = |kind: &StatementKind| !matches!(kind, StatementKind::Expression(_) | StatementKind::Help(_));
    !read.is_empty() && read.iter().all(|statement| statement.as_ref().is_ok_and(|read| is_verb(&read.kind)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transcript_line_by_line() {
        let mut entered = Entered::default();
        for (line, expected) in [
            ("> game S = take <1>", Some("  game S = take <1>")),
            (". | take <2>", Some("game S = take <1>\n  | take <2>")),
            ("S is a game", None),
            ("2 (", None),
            ("> winner S(3)", Some("  winner S(3)")),
            ("Second player wins.", None),
            ("121", None),
            ("print 3", Some("print 3")),
            ("[1, 2]", None),
        ] {
            assert_eq!(entered.inputs(line, true).as_deref(), expected, "{line}");
        }
        // What is typed by hand is run as it is.
        assert_eq!(entered.inputs("2 + 2", false).as_deref(), Some("2 + 2"));
        assert_eq!(entered.inputs("3 + 3", true).as_deref(), Some("3 + 3"));
    }

    #[test]
    fn a_line_that_begins_no_statement_goes_on_with_the_last_one() {
        let mut entered = Entered::default();
        assert_eq!(entered.inputs("print 1; game S = take <1>", true).as_deref(), Some("print 1; game S = take <1>"));
        assert_eq!(entered.inputs("  | take <2>", true).as_deref(), Some("game S = take <1>\n  | take <2>"));
        // It stays alone if the last statement cannot be continued with it.
        assert_eq!(entered.inputs("for", true).as_deref(), Some("for"));
    }
}

//! What keys do at the prompt where the editor would do something else: Enter, Ctrl-Z, and every key while a proposal stands
//! in the line; and what their handlers share with the prompt.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rustyline::{
    Cmd, ConditionalEventHandler, Event, EventContext, KeyCode, KeyEvent, Modifiers, Movement, RepeatCount,
};

use crate::host::Watch;
use crate::syntax::transcript::{self, PROMPT};
use crate::syntax::{Completeness, complete};

/// Enter finishes a statement that is complete, and goes on in a new, aligned line otherwise.
pub struct Enter {
    pub state: Arc<PromptState>,
    pub watch: Watch,
}

impl ConditionalEventHandler for Enter {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, context: &EventContext) -> Option<Cmd> {
        let text = context.line();
        // A line of a dialogue, and an answer in a pasted transcript, are never the beginning of a statement.
        let is_line = self.state.in_dialogue() || self.state.in_transcript() && !transcript::has_inputs(text);
        Some(match continuation(text).filter(|_| !is_line) {
            Some(indent) => Cmd::Insert(1, format!("\n{}", " ".repeat(indent))),
            None => {
                // An earlier Ctrl-C is over. One that comes from now on, however soon, stops the statement.
                self.watch.forget_interrupt();
                self.state.set_entered();
                Cmd::AcceptLine
            }
        })
    }
}

/// The column at which the next line begins, or `None` if the text is to be run: it is complete, or its last line
/// is blank.
fn continuation(text: &str) -> Option<usize> {
    let last = text.rsplit('\n').next().unwrap_or("");
    if text.contains('\n') && last.trim().is_empty() {
        return None;
    }
    let typed = if transcript::has_inputs(text) { transcript::inputs(text) } else { text.to_owned() };
    match complete(&typed) {
        Completeness::Complete => None,
        // The prompt stands before the first line only.
        Completeness::Incomplete { indent } if !text.contains('\n') => Some(indent + PROMPT.len()),
        Completeness::Incomplete { indent } => Some(indent),
    }
}

/// The handler of Ctrl-Z. The editor's own handler would go on before the program is stopped: the line would be drawn
/// too early, and the terminal left in the wrong mode. So the editor ends its line, which it gets back afterwards.
pub struct Suspend {
    pub state: Arc<PromptState>,
}

impl ConditionalEventHandler for Suspend {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, context: &EventContext) -> Option<Cmd> {
        self.state.stop(context.pos());
        Some(Cmd::AcceptLine)
    }
}

/// Suspends all processes of the job, as Ctrl-Z does while something is computed.
#[cfg(unix)]
pub fn suspend() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    // The signal reaches the threads one by one; this one must not go on before it is stopped as well.
    const UNTIL_STOPPED: Duration = Duration::from_millis(200);
    if kill(Pid::from_raw(0), Signal::SIGTSTP).is_ok() {
        std::thread::sleep(UNTIL_STOPPED);
    }
}

#[cfg(not(unix))]
pub fn suspend() {}

/// All keys without a handler of their own, while a proposal stands in the line as it was made.
pub struct BesideProposal {
    pub state: Arc<PromptState>,
}

impl ConditionalEventHandler for BesideProposal {
    fn handle(&self, event: &Event, _: RepeatCount, _: bool, context: &EventContext) -> Option<Cmd> {
        let line = context.line();
        if !self.state.proposes(line) {
            return None;
        }
        let Event::KeySeq(keys) = event else { return None };
        let [KeyEvent(key, modifiers)] = keys[..] else { return None };
        let is_behind = context.pos() == line.len();
        match key {
            KeyCode::Esc => Some(Cmd::Kill(Movement::WholeBuffer)),
            // The first Ctrl-D is about the proposal, which nobody typed; the next one leaves.
            KeyCode::Char('D') if modifiers == Modifiers::CTRL => Some(Cmd::Kill(Movement::WholeBuffer)),
            KeyCode::Char(letter) if modifiers == Modifiers::NONE && is_behind && begins_anew(line, letter) => {
                // The editor has no command that replaces a line and goes on behind it, except this one.
                self.state.begin_anew(letter);
                Some(Cmd::Complete)
            }
            KeyCode::BracketedPasteStart if is_behind => {
                self.state.note_paste(line);
                None
            }
            _ => None,
        }
    }
}

/// Whether a character that is typed behind a proposal cannot belong to it, so that another line begins: a letter, and a
/// digit behind a bracket or a quote.
fn begins_anew(line: &str, typed: char) -> bool {
    typed.is_alphabetic() || typed.is_ascii_digit() && line.ends_with([')', ']', '}', '>', '"'])
}

/// What was entered. A text that was pasted behind a proposal that nobody had touched takes its place, unless it begins
/// with a sign that goes on with it.
pub fn without_proposal(entered: String, proposal: Option<String>) -> String {
    let behind = proposal.as_deref().and_then(|proposal| Some((proposal, entered.strip_prefix(proposal)?)));
    match behind {
        Some((proposal, pasted)) if pasted.chars().next().is_some_and(|first| begins_anew(proposal, first)) => {
            pasted.to_owned()
        }
        _ => entered,
    }
}

/// A line that is read in less time than this was not typed by hand.
const BY_HAND: Duration = Duration::from_secs(2);

/// What the prompt and the handlers of its keys share, such as how fast lines come.
pub struct PromptState {
    /// When the editor began to read.
    begun: Mutex<Instant>,
    /// The lines of a transcript are being pasted.
    transcript: AtomicBool,
    /// A dialogue is reading, not the prompt.
    dialogue: AtomicBool,
    /// Where the cursor stood when Ctrl-Z was pressed.
    stopped: Mutex<Option<usize>>,
    /// The corrected line that stands in the input at its beginning.
    proposal: Mutex<Option<String>>,
    /// The proposal behind which something was pasted.
    pasted_behind: Mutex<Option<String>>,
    /// The letter that takes the place of a proposal.
    begun_anew: Mutex<Option<char>>,
    /// There was a proposal.
    has_proposed: AtomicBool,
    /// Enter was pressed in the editor. On a terminal without line editing this stays false.
    entered: AtomicBool,
}

impl PromptState {
    pub fn new() -> PromptState {
        PromptState {
            begun: Mutex::new(Instant::now()),
            transcript: AtomicBool::new(false),
            dialogue: AtomicBool::new(false),
            stopped: Mutex::new(None),
            proposal: Mutex::new(None),
            pasted_behind: Mutex::new(None),
            begun_anew: Mutex::new(None),
            has_proposed: AtomicBool::new(false),
            entered: AtomicBool::new(false),
        }
    }

    /// The editor begins to read.
    pub fn begin(&self) {
        *held(&self.begun) = Instant::now();
        self.entered.store(false, Ordering::Relaxed);
    }

    /// Enter was pressed in the editor.
    fn set_entered(&self) {
        self.entered.store(true, Ordering::Relaxed);
    }

    /// Was Enter pressed in the editor since it began?
    pub fn is_entered(&self) -> bool {
        self.entered.load(Ordering::Relaxed)
    }

    /// Whether the editor began to read so recently that the line was not typed by hand.
    pub fn is_fast(&self) -> bool {
        held(&self.begun).elapsed() < BY_HAND
    }

    /// Lines of a transcript may still come.
    fn in_transcript(&self) -> bool {
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
        *held(&self.stopped) = Some(at);
    }

    /// Where the cursor stood, if Ctrl-Z was pressed since this was asked last.
    pub fn take_stop(&self) -> Option<usize> {
        held(&self.stopped).take()
    }

    pub fn set_transcript(&self, is_on: bool) {
        self.transcript.store(is_on, Ordering::Relaxed);
    }

    /// The line that stands in the next input.
    pub fn propose(&self, line: Option<String>) {
        *held(&self.proposal) = line;
    }

    /// The line that stands in the input at its beginning, if there is one.
    pub fn proposal(&self) -> Option<String> {
        held(&self.proposal).clone()
    }

    /// Whether this line is the proposal as it was made.
    pub fn proposes(&self, line: &str) -> bool {
        !self.in_dialogue() && held(&self.proposal).as_deref() == Some(line)
    }

    /// Whether this is the first proposal.
    pub fn is_first_proposal(&self) -> bool {
        !self.has_proposed.swap(true, Ordering::Relaxed)
    }

    /// This letter takes the place of the proposal.
    fn begin_anew(&self, letter: char) {
        *held(&self.begun_anew) = Some(letter);
    }

    /// The letter that takes the place of the proposal, once.
    pub fn take_letter(&self) -> Option<char> {
        held(&self.begun_anew).take()
    }

    /// Something is pasted behind a proposal.
    fn note_paste(&self, proposal: &str) {
        *held(&self.pasted_behind) = Some(proposal.to_owned());
    }

    /// The proposal behind which something was pasted since this was asked last.
    pub fn take_paste(&self) -> Option<String> {
        held(&self.pasted_behind).take()
    }
}

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn enter_goes_on_inside_a_statement() {
        let cases = [
            ("winner S(3)", None),
            ("winner S(3", Some(11)),
            ("game S =", Some(6)),
            ("game S =\n", None),
            ("[1,\n   2", Some(1)),
            ("> game S =", Some(6)),
            ("> game S =\n. take <1>", None),
        ];
        for (text, expected) in cases {
            assert_eq!(continuation(text), expected, "{text:?}");
        }
    }

    #[test]
    fn another_line_takes_the_place_of_a_proposal() {
        for (line, typed, expected) in [
            ("winner S(3)", 'w', true),
            ("winner S(3)", '5', true),
            ("winner S(3)", ' ', false),
            ("winner S(3)", '+', false),
            ("values S 0..2", '0', false),
            ("let x = 5", 'q', true),
        ] {
            assert_eq!(begins_anew(line, typed), expected, "{line} {typed}");
        }
    }

    #[test]
    fn a_paste_takes_the_place_of_a_proposal() {
        let proposal = || Some("winner S(3)".to_owned());
        for (entered, expected) in [
            ("winner S(3)losing S 0..9", "losing S 0..9"),
            ("winner S(3) + S(4)", "winner S(3) + S(4)"),
            ("winner S(3)", "winner S(3)"),
            ("losing S", "losing S"),
        ] {
            assert_eq!(without_proposal(entered.to_owned(), proposal()), expected);
        }
        assert_eq!(without_proposal("winner S(3)x".to_owned(), None), "winner S(3)x");
    }
}

//! What the prompt and the handlers of its keys share.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

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
    pub fn set_entered(&self) {
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
    pub fn begin_anew(&self, letter: char) {
        *held(&self.begun_anew) = Some(letter);
    }

    /// The letter that takes the place of the proposal, once.
    pub fn take_letter(&self) -> Option<char> {
        held(&self.begun_anew).take()
    }

    /// Something is pasted behind a proposal.
    pub fn note_paste(&self, proposal: &str) {
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

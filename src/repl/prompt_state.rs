//! What the prompt and the handlers of its keys share.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
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

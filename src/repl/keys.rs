//! What keys do at the prompt where the editor would do something else: Enter, Ctrl-Z, and every key while a proposal stands
//! in the line; and what their handlers share with the prompt.

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

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
        // A line of a dialogue is never the beginning of a statement.
        let may_go_on = !self.state.in_dialogue();
        Some(match continuation(text, self.state.paste().as_ref()).filter(|_| may_go_on) {
            Some(indent) => Cmd::Insert(1, format!("\n{}", " ".repeat(indent))),
            None => {
                // An earlier Ctrl-C is over. One that comes from now on, however soon, stops the statement.
                self.watch.forget_stop();
                self.state.set_entered();
                Cmd::AcceptLine
            }
        })
    }
}

/// The column at which the next line begins, or `None` if the text is to be run: it is complete, or its last line
/// is blank.
fn continuation(text: &str, paste: Option<&Paste>) -> Option<usize> {
    let last = text.rsplit('\n').next().unwrap_or("");
    if text.contains('\n') && last.trim().is_empty() {
        return None;
    }
    match complete(&PromptEntry::new(text, paste).inputs) {
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
    const UNTIL_STOPPED: std::time::Duration = std::time::Duration::from_millis(200);
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
        let Event::KeySeq(keys) = event else { return None };
        let [KeyEvent(key, modifiers)] = keys[..] else { return None };
        let is_proposal = self.state.proposes(line);
        if key == KeyCode::BracketedPasteStart {
            let before = line.get(..context.pos()).unwrap_or(line).to_owned();
            self.state.note_paste(Paste { is_proposal: is_proposal && before == line, before });
        }
        if !is_proposal {
            return None;
        }
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
            _ => None,
        }
    }
}

/// Whether a character that is typed behind a proposal cannot belong to it, so that another line begins: a letter, and a
/// digit behind a bracket or a quote.
fn begins_anew(line: &str, typed: char) -> bool {
    typed.is_alphabetic() || typed.is_ascii_digit() && line.ends_with([')', ']', '}', '>', '"'])
}

/// Something is pasted, as the terminal tells.
#[derive(Clone, Debug)]
pub struct Paste {
    /// What stands before it.
    before: String,
    /// Whether that is a proposal that nobody has touched.
    is_proposal: bool,
}

/// A line, or several, that were typed or pasted.
pub struct PromptEntry<'t> {
    /// As it is remembered. A text that was pasted behind a proposal takes its place, unless it begins with a sign that goes on
    /// with it; that of a prompt does not.
    pub text: &'t str,
    /// What is run: of a transcript what was typed. A line with a prompt makes a transcript of what is pasted, and of what is
    /// typed only if it is the first: behind others, `> 3` goes on with a statement.
    pub inputs: Cow<'t, str>,
}

impl<'t> PromptEntry<'t> {
    pub fn new(line: &'t str, paste: Option<&Paste>) -> PromptEntry<'t> {
        let split = paste.and_then(|paste| Some((paste, line.strip_prefix(&*paste.before)?)));
        let Some((paste, pasted)) = split else {
            let is_transcript = transcript::is_transcript(line);
            return PromptEntry {
                text: line,
                inputs: if is_transcript { transcript::inputs(line).into() } else { line.into() },
            };
        };
        let is_new = |first| begins_anew(&paste.before, first) || transcript::is_transcript(pasted);
        let is_instead = paste.is_proposal && pasted.chars().next().is_some_and(is_new);
        let (text, before) = if is_instead { (pasted, "") } else { (line, &*paste.before) };
        let is_alone = before.trim().is_empty();
        let inputs = match transcript::has_inputs(pasted) && (is_alone || pasted.contains('\n')) {
            true if is_alone => transcript::inputs(pasted).into(),
            true => format!("{before}\n{}", transcript::inputs(pasted)).into(),
            false => text.into(),
        };
        PromptEntry { text, inputs }
    }
}

/// What the prompt and the handlers of its keys share.
pub struct PromptState {
    /// The first thing that was pasted since the editor began to read.
    paste: Mutex<Option<Paste>>,
    /// A dialogue is reading, not the prompt.
    dialogue: AtomicBool,
    /// Where the cursor stood when Ctrl-Z was pressed.
    stopped: Mutex<Option<usize>>,
    /// The corrected line that stands in the input at its beginning.
    proposal: Mutex<Option<String>>,
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
            paste: Mutex::new(None),
            dialogue: AtomicBool::new(false),
            stopped: Mutex::new(None),
            proposal: Mutex::new(None),
            begun_anew: Mutex::new(None),
            has_proposed: AtomicBool::new(false),
            entered: AtomicBool::new(false),
        }
    }

    /// The editor begins to read.
    pub fn begin(&self) {
        *held(&self.paste) = None;
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

    fn note_paste(&self, paste: Paste) {
        held(&self.paste).get_or_insert(paste);
    }

    /// The first thing that was pasted since the editor began to read.
    pub fn paste(&self) -> Option<Paste> {
        held(&self.paste).clone()
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
            ("print [n for n in 0..9 if n\n> 3", Some(7)),
        ];
        for (text, expected) in cases {
            assert_eq!(continuation(text, None), expected, "{text:?}");
        }
        assert_eq!(continuation("banner (\n> print 3", Some(&behind("", false))), None);
    }

    fn behind(before: &str, is_proposal: bool) -> Paste {
        Paste { before: before.to_owned(), is_proposal }
    }

    #[test]
    fn a_line_with_a_prompt_makes_a_transcript_of_what_is_pasted() {
        for (entry, as_typed, as_pasted) in [
            ("> 2 + 2\n4", "  2 + 2\n", "  2 + 2\n"),
            ("[n for n in 0..9 if n\n> 3]", "[n for n in 0..9 if n\n> 3]", "\n  3]"),
            ("grundy 0.1.0\n> 2", "\n  2", "\n  2"),
            ("print 1\n> 2", "print 1\n> 2", "\n  2"),
            ("3 > 2", "3 > 2", "3 > 2"),
        ] {
            let pasted = PromptEntry::new(entry, Some(&behind("", false)));
            assert_eq!((&*PromptEntry::new(entry, None).inputs, &*pasted.inputs), (as_typed, as_pasted), "{entry}");
        }
    }

    /// Nothing of either is lost.
    #[test]
    fn a_transcript_is_pasted_behind_something() {
        for (before, pasted, expected) in [
            ("print 1", "> 2 + 2\n4\n> 3", "print 1\n  2 + 2\n\n  3"),
            ("  ", "> 2 + 2\n4", "  2 + 2\n"),
            ("[n for n in 0..9 if n", "> 3]", "[n for n in 0..9 if n> 3]"),
            ("print 1", "0\nprint 2", "print 10\nprint 2"),
        ] {
            let line = format!("{before}{pasted}");
            assert_eq!(PromptEntry::new(&line, Some(&behind(before, false))).inputs, expected);
        }
        // It was edited since.
        let edited = "prnt 1> 2 + 2\n> 3";
        assert_eq!(PromptEntry::new(edited, Some(&behind("print 1", false))).inputs, edited);
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
        let proposal = behind("winner S(3)", true);
        for (line, text, inputs) in [
            ("winner S(3)losing S 0..9", "losing S 0..9", "losing S 0..9"),
            (
                "winner S(3)> game T = take <1>\nT is a game",
                "> game T = take <1>\nT is a game",
                "  game T = take <1>\n",
            ),
            ("winner S(3) + S(4)", "winner S(3) + S(4)", "winner S(3) + S(4)"),
            ("winner S(3)", "winner S(3)", "winner S(3)"),
            ("losing S", "losing S", "losing S"),
        ] {
            let entry = PromptEntry::new(line, Some(&proposal));
            assert_eq!((entry.text, &*entry.inputs), (text, inputs));
        }
        assert_eq!(PromptEntry::new("winner S(3)x", None).text, "winner S(3)x");
    }
}

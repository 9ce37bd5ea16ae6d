//! The history: what was typed, in this session and in earlier ones, and the keys that search it.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashSet;

use etcetera::BaseStrategy;
use rustyline::history::{History, MemHistory};
use rustyline::{Cmd, ConditionalEventHandler, Editor, Event, EventContext, RepeatCount};

use super::helper::PromptHelper;
use super::prompt_state::PromptState;
use super::store::Store;

/// The path of the history file, for example `$XDG_STATE_HOME/grundy/history`.
pub fn path() -> Option<PathBuf> {
    let base = etcetera::choose_base_strategy().ok()?;
    Some(base.state_dir().unwrap_or_else(|| base.data_dir()).join("grundy/history"))
}

/// Reads the entries of earlier sessions. Returns a remark if they cannot be used.
pub fn load(editor: &mut Editor<PromptHelper, MemHistory>, store: &Store, entries: &PastInputs) -> Option<String> {
    let (earlier, remark) = store.entries();
    for entry in earlier {
        entries.add(&entry);
        // The editor refuses only an entry that repeats the one before it.
        let _ = editor.history_mut().add_owned(entry);
    }
    remark
}

/// Adds an entry, here and in the file, so that a session that ends badly loses nothing.
pub fn remember(editor: &mut Editor<PromptHelper, MemHistory>, store: &Store, entry: &str, entries: &PastInputs) {
    entries.add(entry);
    if editor.add_history_entry(entry).unwrap_or(false) {
        store.add(entry);
    }
}

/// The entries of the history, for the keys that look through it.
#[derive(Clone, Default)]
pub struct PastInputs(Arc<Mutex<FxHashSet<String>>>);

impl PastInputs {
    fn add(&self, entry: &str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(entry.to_owned());
    }

    fn holds(&self, line: &str) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).contains(line)
    }
}

/// The keys Up and Down. They go from line to line, and from entry to entry; if something is typed, only to entries
/// that begin with it.
pub struct Arrow {
    pub up: bool,
    pub entries: PastInputs,
    pub state: Arc<PromptState>,
}

impl ConditionalEventHandler for Arrow {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, context: &EventContext) -> Option<Cmd> {
        let (line, at) = (context.line(), context.pos());
        let found = self.entries.holds(line);
        // `None` leaves the key its usual meaning: a line up or down, or the entry before or after.
        // A proposal is not the beginning of an entry.
        (!self.state.in_dialogue() && !self.state.proposes(line) && searches(line, at, self.up, found)).then_some(
            match self.up {
                true => Cmd::HistorySearchBackward,
                false => Cmd::HistorySearchForward,
            },
        )
    }
}

/// Whether the key searches for entries that begin with the text before the cursor. `is_entry` says that the line is
/// itself an entry, perhaps found by such a search.
fn searches(line: &str, at: usize, up: bool, is_entry: bool) -> bool {
    let has_line_above = line[..at].contains('\n');
    let has_line_below = line[at..].contains('\n');
    let moves_down = !up && has_line_below && !is_entry;
    let is_whole_entry = is_entry && at == line.len();
    at > 0 && !has_line_above && !moves_down && !is_whole_entry
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn up_looks_for_what_begins_as_typed() {
        for (line, at, up, is_entry, expected) in [
            ("", 0, true, false, false),
            ("win", 3, true, false, true),
            // Found by that, and on to the next.
            ("winner S(3)", 3, true, true, true),
            ("winner S(3)", 3, false, true, true),
            // An entry fetched by Up alone.
            ("winner S(3)", 11, true, true, false),
            // Typed to the end, and no entry yet.
            ("winner S(3)", 11, true, false, true),
            ("[1,\n2]", 6, true, false, false),
            ("[1,\n2]", 2, true, false, true),
            ("[1,\n2]", 2, false, false, false),
            ("[1,\n2]", 2, false, true, true),
        ] {
            assert_eq!(searches(line, at, up, is_entry), expected, "{line:?} {at} {up} {is_entry}");
        }
    }
}

//! What was typed, kept from one session to the next.

use std::fs;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;
use rustyline::Editor;
use rustyline::history::FileHistory;

use super::line::Line;

/// `$XDG_STATE_HOME/grundy/history`
pub fn path() -> Option<PathBuf> {
    let base = etcetera::choose_base_strategy().ok()?;
    Some(base.state_dir().unwrap_or_else(|| base.data_dir()).join("grundy/history"))
}

/// Reads the entries of earlier sessions; none is no mistake.
pub fn load(editor: &mut Editor<Line, FileHistory>, path: Option<&Path>) {
    if let Some(path) = path {
        let _ = editor.load_history(path);
    }
}

/// Adds an entry, here and in the file, so that a session that ends badly loses nothing.
pub fn remember(editor: &mut Editor<Line, FileHistory>, path: Option<&Path>, entry: &str) {
    if !editor.add_history_entry(entry).unwrap_or(false) {
        return;
    }
    if let Some(path) = path {
        // A history that cannot be written is not worth a message after every line.
        let made = path.parent().is_none_or(|folder| fs::create_dir_all(folder).is_ok());
        let _ = made.then(|| editor.append_history(path));
    }
}

//! The history: what was typed, in this session and in earlier ones, the keys that search it, and its file.
//!
//! The file has the format of rustyline: a line `#V2`, then one entry a line, with `\n` and `\\` for line ends and
//! backslashes. Entries are appended, each with a single write, so that sessions at the same time lose nothing of
//! each other.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use etcetera::BaseStrategy;
use rustc_hash::FxHashSet;
use rustyline::history::{History, MemHistory};
use rustyline::{Cmd, ConditionalEventHandler, Editor, Event, EventContext, RepeatCount};

use super::helper::PromptHelper;
use super::keys::PromptState;

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

const VERSION: &str = "#V2";
/// A file that is longer is cut down to its newer half when a session begins.
const LONGEST: u64 = 4_000_000;

/// The file for the entries; without a path nothing is kept.
#[derive(Debug, Default)]
pub struct Store {
    path: Option<PathBuf>,
}

/// Why there are no entries of earlier sessions.
#[derive(Debug)]
enum Trouble {
    /// There is no file.
    None,
    /// The file is not a history. It was set aside under this name, or could not be.
    Corrupt(io::Result<PathBuf>),
    /// It is not a regular file.
    NoFile,
    Io(io::Error),
}

impl Store {
    /// A store in the file at this path.
    pub fn at(path: Option<PathBuf>) -> Store {
        Store { path }
    }

    /// The entries of earlier sessions, and a remark if the file cannot be used. A missing file needs no remark.
    pub fn entries(&self) -> (Vec<String>, Option<String>) {
        let Some(path) = self.path.as_deref() else { return (Vec::new(), None) };
        let trouble = match entries(path) {
            Ok(entries) => return (entries, None),
            Err(trouble) => trouble,
        };
        let path = path.display();
        let remark = match trouble {
            Trouble::None => None,
            Trouble::Corrupt(Ok(aside)) => Some(format!(
                "the history of earlier sessions cannot be read; it is now {}, and a new one begins",
                aside.display()
            )),
            Trouble::Corrupt(Err(error)) | Trouble::Io(error) => {
                Some(format!("the history {path} cannot be used: {error}"))
            }
            Trouble::NoFile => Some(format!("{path} is not a regular file, so no history is kept")),
        };
        (Vec::new(), remark)
    }

    /// Adds an entry to the file at once, so that a session that ends badly loses nothing.
    pub fn add(&self, entry: &str) {
        if let Some(path) = &self.path {
            // A failure is not reported, since the message would come after every line.
            let _ = append(path, entry);
        }
    }
}

fn entries(path: &Path) -> Result<Vec<String>, Trouble> {
    match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(Trouble::None),
        Err(error) => return Err(Trouble::Io(error)),
        // Reading from a pipe could wait for ever.
        Ok(found) if !found.is_file() => return Err(Trouble::NoFile),
        Ok(found) if found.len() > LONGEST => cut_down(path).map_err(Trouble::Io)?,
        Ok(_) => {}
    }
    let bytes = File::open(path).and_then(|file| {
        let mut bytes = Vec::new();
        file.take(2 * LONGEST).read_to_end(&mut bytes).map(|_| bytes)
    });
    let text = String::from_utf8(bytes.map_err(Trouble::Io)?).ok().filter(|text| !text.contains('\0'));
    let Some(text) = text else { return Err(Trouble::Corrupt(set_aside(path))) };
    let lines = text.lines().filter(|line| !line.is_empty() && *line != VERSION);
    // Entries with control characters were not typed. They are left out, since they could control the terminal.
    let is_typed = |entry: &String| !entry.contains(|c: char| c.is_control() && c != '\n' && c != '\t');
    Ok(lines.map(unescaped).filter(is_typed).collect())
}

/// Cuts the file down to the entries in its last `LONGEST / 2` bytes.
fn cut_down(path: &Path) -> io::Result<()> {
    let mut file = OpenOptions::new().read(true).write(true).open(path)?;
    // If another session holds the lock, it is cutting the file down already.
    if file.try_lock().is_err() {
        return Ok(());
    }
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(LONGEST / 2)))?;
    let mut newer = Vec::new();
    (&mut file).take(LONGEST).read_to_end(&mut newer)?;
    let begin = newer.iter().position(|byte| *byte == b'\n').map_or(newer.len(), |end| end + 1);
    let mut kept = format!("{VERSION}\n").into_bytes();
    kept.extend_from_slice(&newer[begin..]);
    file.seek(SeekFrom::Start(0))?;
    file.write_all(&kept)?;
    file.set_len(kept.len() as u64)
}

/// Renames a file that cannot be read. Returns its new path.
fn set_aside(path: &Path) -> io::Result<PathBuf> {
    let names = (1..=99).map(|number| match number {
        1 => path.with_extension("corrupt"),
        _ => path.with_extension(format!("corrupt-{number}")),
    });
    let free = names.into_iter().find(|aside| !aside.exists());
    let aside = free.ok_or_else(|| io::Error::other("too many of them have been set aside"))?;
    fs::rename(path, &aside).map(|()| aside)
}

fn append(path: &Path, entry: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return Ok(());
    }
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    // Two sessions may both find the file empty: it then has two lines with the version.
    let begin = if file.metadata()?.len() == 0 { format!("{VERSION}\n") } else { String::new() };
    file.write_all(format!("{begin}{}\n", escaped(entry)).as_bytes())
}

fn escaped(entry: &str) -> String {
    entry.replace('\\', "\\\\").replace('\n', "\\n")
}

fn unescaped(line: &str) -> String {
    let mut entry = String::with_capacity(line.len());
    let mut signs = line.chars();
    while let Some(sign) = signs.next() {
        match sign {
            '\\' => match signs.next() {
                Some('n') => entry.push('\n'),
                Some('\\') => entry.push('\\'),
                // No entry is written like this; it is kept as it stands.
                Some(other) => entry.extend(['\\', other]),
                None => entry.push('\\'),
            },
            sign => entry.push(sign),
        }
    }
    entry
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

    #[test]
    fn entries_come_back_as_they_were() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("grundy/history");
        assert!(matches!(entries(&path), Err(Trouble::None)));
        let typed = ["print 1", "print \"a\\nb\"", "game S =\n  take <1>", "\\n é ⊕", "#V3"];
        for entry in typed {
            append(&path, entry).unwrap();
        }
        assert_eq!(entries(&path).unwrap(), typed);
    }

    #[test]
    fn a_corrupt_file_is_set_aside() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("history");
        for (bytes, name) in [(&b"#V2\nprint \xff\n"[..], "history.corrupt"), (b"a\0b", "history.corrupt-2")] {
            fs::write(&path, bytes).unwrap();
            let Err(Trouble::Corrupt(Ok(aside))) = entries(&path) else { panic!("{name}") };
            assert_eq!(aside, folder.path().join(name));
            assert_eq!(fs::read(aside).unwrap(), bytes);
            assert!(!path.exists());
        }
    }

    #[test]
    fn a_long_file_keeps_its_newer_half() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("history");
        let all: Vec<String> = (0..300_000).map(|n| format!("print {n} + 1")).collect();
        fs::write(&path, format!("{VERSION}\n{}\n", all.join("\n"))).unwrap();
        let kept = entries(&path).unwrap();
        assert!(
            kept.len() > 100_000 && kept.len() < 200_000 && kept == all[all.len() - kept.len()..],
            "{}",
            kept.len()
        );
        assert!(fs::metadata(&path).unwrap().len() <= LONGEST / 2 + 4);
    }
}

//! Reading files, how much a statement or a script may load, and finding the file that a path names.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::error::{self, Error, LoadLimit, SemanticError};
use crate::source::Span;

/// The most bytes of a script or of a file of data.
pub const MAX_FILE_BYTES: u64 = 1 << 26;
/// Bytes read between two calls of a `meter`.
const PIECE: usize = 1 << 16;

/// Which kinds of files may be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Readable {
    /// Devices and pipes too, if the command line names them.
    Anything,
    /// Only regular files, which end and can be read without waiting.
    RegularFiles,
}

/// Why a script was not read.
#[derive(Debug, PartialEq, Eq)]
pub enum ReadError {
    /// The problem, in words for the user.
    Problem(String),
    /// The file has more than this many bytes.
    TooLong(u64),
    /// Ctrl-C, or the time is up.
    Stopped,
}

impl ReadError {
    pub fn in_words(self) -> String {
        match self {
            ReadError::Problem(problem) => problem,
            ReadError::TooLong(most) => too_long("this script", most),
            ReadError::Stopped => "interrupted".to_owned(),
        }
    }
}

/// The text of a script, read piece by piece.
///
/// # Errors
/// As [`read_file`], and a `Problem` if the text is not UTF-8.
pub fn read_text(path: &Path, what: Readable, most: u64, meter: impl Fn() -> bool) -> Result<String, ReadError> {
    utf8(read_file(path, what, most, meter)?).map_err(ReadError::Problem)
}

/// The bytes of a file, read piece by piece.
///
/// # Errors
/// A `Problem` if the file is missing, a directory, a device or not readable; `TooLong` if it has more than `most`
/// bytes; `Stopped` if `meter` returned false.
pub fn read_file(path: &Path, what: Readable, most: u64, meter: impl Fn() -> bool) -> Result<Vec<u8>, ReadError> {
    let problem = |error: io::Error| ReadError::Problem(in_words(&error));
    let found = fs::metadata(path).map_err(problem)?;
    if found.is_dir() {
        return Err(ReadError::Problem("this is a directory".to_owned()));
    }
    // Opening a pipe without a writer would block for ever, so the kind of file is checked first.
    if what == Readable::RegularFiles && !found.is_file() {
        return Err(ReadError::Problem(NOT_REGULAR.to_owned()));
    }
    read_bytes(fs::File::open(path).map_err(problem)?, most, meter)
}

/// The problem with devices, pipes and sockets.
pub const NOT_REGULAR: &str = "this is a device or a pipe, not a file";

/// All bytes of `from`, if there are at most `most`.
///
/// # Errors
/// As [`read_file`].
pub fn read_bytes(from: impl Read, most: u64, meter: impl Fn() -> bool) -> Result<Vec<u8>, ReadError> {
    let mut from = from.take(most.saturating_add(1));
    let mut bytes = Vec::new();
    while meter() {
        match from.by_ref().take(PIECE as u64).read_to_end(&mut bytes) {
            Ok(0) => return Ok(bytes),
            Ok(_) if bytes.len() as u64 > most => return Err(ReadError::TooLong(most)),
            Ok(_) => {}
            Err(error) => return Err(ReadError::Problem(in_words(&error))),
        }
    }
    Err(ReadError::Stopped)
}

/// The message that a text has more than `most` bytes.
pub fn too_long(what: &str, most: u64) -> String {
    format!("{what} has more than {} MB", most >> 20)
}

/// The text in these bytes.
///
/// # Errors
/// A message with the line of the first byte that is not UTF-8.
pub fn utf8(bytes: Vec<u8>) -> Result<String, String> {
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..valid].iter().filter(|byte| **byte == b'\n').count() + 1;
        format!("line {line} is not UTF-8 text")
    })
}

/// The absolute path of a file, which need not exist, without symbolic links in the part that exists.
///
/// # Errors
/// If the path cannot be resolved.
pub fn resolved(path: &Path) -> io::Result<PathBuf> {
    let path = std::path::absolute(path)?;
    let mut missing: Vec<OsString> = Vec::new();
    let mut base = path.as_path();
    loop {
        let error = match base.canonicalize() {
            Ok(found) => return Ok(missing.iter().rev().fold(found, |path, name| path.join(name))),
            Err(error) => error,
        };
        // A `..` behind a missing folder cannot be resolved.
        let (Some(parent), Some(name)) = (base.parent(), base.file_name()) else { return Err(error) };
        missing.push(name.to_owned());
        base = parent;
    }
}

/// The extension in lower case; empty if there is none.
pub fn extension(path: &Path) -> String {
    path.extension().map_or_else(String::new, |extension| extension.to_string_lossy().to_lowercase())
}

/// The beginning of a file as text; empty if the file cannot be read.
pub fn beginning(path: &Path) -> String {
    const LENGTH: u64 = 4096;
    let mut bytes = Vec::new();
    // A failure leaves the text empty.
    let _ = fs::File::open(path).and_then(|file| file.take(LENGTH).read_to_end(&mut bytes));
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Up to three files with a name like that of `path`, in the directory it would be in. A relative path starts from
/// `folder`. Empty if the file exists.
pub fn similar(path: &Path, folder: &Path) -> Vec<String> {
    let place = folder.join(path);
    let Some(wanted) = place.file_name().map(|name| name.to_string_lossy().into_owned()) else { return Vec::new() };
    if place.exists() {
        return Vec::new();
    }
    let Some(Ok(entries)) = place
        .parent()
        .map(|directory| fs::read_dir(if directory.as_os_str().is_empty() { Path::new(".") } else { directory }))
    else {
        return Vec::new();
    };
    let names = entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    let near = error::similar(&wanted, names, 0.85);
    near.into_iter().map(|name| path.with_file_name(name).to_string_lossy().into_owned()).collect()
}

/// The error for a problem with a file. A relative path starts from `folder`.
pub fn file_error(path: &str, folder: &Path, problem: &str, span: Span) -> Error {
    let similar = similar(Path::new(path), folder);
    Error::new(SemanticError::File { path: path.to_owned(), problem: problem.to_owned(), similar }, span)
}

/// An error of the system in plain words.
pub fn in_words(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::StorageFull => "the disk is full".to_owned(),
        io::ErrorKind::IsADirectory => "this is a directory".to_owned(),
        _ => {
            let text = error.to_string();
            text.split(" (os error").next().unwrap_or(&text).to_lowercase()
        }
    }
}

/// How deeply loaded files may be nested.
const MAX_DEPTH: usize = 64;
/// How many files may be loaded in all.
const MAX_FILES: u64 = 10_000;

/// What one statement or script has loaded.
#[derive(Clone, Copy, Debug, Default)]
pub struct LoadUsage {
    files: u64,
    bytes: u64,
}

impl LoadUsage {
    /// How many bytes the next file may have, if it is loaded from inside `depth` others.
    ///
    /// # Errors
    /// The limit that is reached.
    pub fn bytes_left(self, depth: usize) -> Result<u64, LoadLimit> {
        if depth >= MAX_DEPTH {
            return Err(LoadLimit::Depth(MAX_DEPTH as u64));
        }
        if self.files >= MAX_FILES {
            return Err(LoadLimit::Files(MAX_FILES));
        }
        Ok(MAX_FILE_BYTES - self.bytes)
    }

    /// A file with this text has been loaded.
    pub fn add(&mut self, text: &str) {
        self.files += 1;
        self.bytes += text.len() as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(path: &Path, most: u64) -> Result<String, ReadError> {
        read_text(path, Readable::RegularFiles, most, || true)
    }

    #[test]
    fn problems_are_said_in_words() {
        let folder = tempfile::tempdir().unwrap();
        let said = |path: &Path| read(path, MAX_FILE_BYTES).unwrap_err().in_words();
        assert_eq!(said(&folder.path().join("x")), "there is no such file");
        assert_eq!(said(folder.path()), "this is a directory");
        assert_eq!(utf8(b"a\nb\xff".to_vec()).unwrap_err(), "line 2 is not UTF-8 text");
        assert_eq!(in_words(&io::ErrorKind::StorageFull.into()), "the disk is full");
    }

    #[test]
    fn a_script_is_read_up_to_a_length() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.cgt");
        let text = "x".repeat(3 * PIECE);
        fs::write(&path, &text).unwrap();
        assert_eq!(read(&path, 3 * PIECE as u64), Ok(text));
        assert_eq!(read(&path, 3 * PIECE as u64 - 1), Err(ReadError::TooLong(3 * PIECE as u64 - 1)));
        assert_eq!(read_text(&path, Readable::Anything, MAX_FILE_BYTES, || false), Err(ReadError::Stopped));
        assert_eq!(read_bytes(io::repeat(b'x'), 1000, || true), Err(ReadError::TooLong(1000)));
    }

    #[test]
    fn a_path_is_resolved_as_far_as_it_exists() {
        let folder = tempfile::tempdir().unwrap();
        let real = folder.path().canonicalize().unwrap();
        fs::create_dir(real.join("a")).unwrap();
        assert_eq!(resolved(&folder.path().join("a/../b/c.csv")).unwrap(), real.join("b/c.csv"));
        assert!(resolved(&folder.path().join("no/../../x")).is_err());
    }
}

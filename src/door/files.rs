//! Reading and writing files.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The text of a file.
///
/// # Errors
/// In words: missing, a directory, not allowed, not UTF-8.
pub fn read_text(path: &Path) -> Result<String, String> {
    if path.is_dir() {
        return Err("this is a directory, not a script".to_owned());
    }
    let bytes = fs::read(path).map_err(|error| in_words(&error))?;
    utf8(bytes)
}

/// The text in these bytes.
///
/// # Errors
/// In words, with the line of the first byte that is no UTF-8.
pub fn utf8(bytes: Vec<u8>) -> Result<String, String> {
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..valid].iter().filter(|byte| **byte == b'\n').count() + 1;
        format!("line {line} is not UTF-8 text")
    })
}

/// Writes a file as a whole: into a file beside it first, which then takes its name, so that the old one stays
/// whole if anything goes wrong.
///
/// # Errors
/// In words.
pub fn write_aside(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), String> {
    if path.is_dir() {
        return Err("this is a directory".to_owned());
    }
    // What is no regular file, such as /dev/stdout, cannot be replaced.
    if path.exists() && !path.is_file() {
        let written = fs::OpenOptions::new().write(true).open(path).and_then(|file| buffered(file, write));
        return written.map(|_| ()).map_err(|error| in_words(&error));
    }
    // A link stays a link: what it points at is replaced.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let aside = beside(&target);
    let result = write_new(&aside, write, &target).and_then(|()| fs::rename(&aside, &target));
    let replaces = target.exists();
    let has_folder = target.parent().is_none_or(|folder| folder.as_os_str().is_empty() || folder.is_dir());
    result.map_err(|error| {
        if !has_folder {
            return "there is no such folder".to_owned();
        }
        // The half-written file is of no use to anyone; if it cannot be removed, the first problem matters more.
        let _ = fs::remove_file(&aside);
        let problem = in_words(&error);
        if replaces { format!("{problem}; the old file is as it was") } else { problem }
    })
}

fn write_new(aside: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>, target: &Path) -> io::Result<()> {
    let file = buffered(fs::File::create(aside)?, write)?;
    file.sync_all()?;
    if let Ok(old) = fs::metadata(target) {
        fs::set_permissions(aside, old.permissions())?;
    }
    Ok(())
}

fn buffered(file: fs::File, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<fs::File> {
    let mut out = io::BufWriter::new(file);
    write(&mut out)?;
    out.into_inner().map_err(io::IntoInnerError::into_error)
}

fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    path.with_file_name(format!(".{name}.{}.part", std::process::id()))
}

/// Up to three files with a name like this one, in the directory it would be in, seen from this folder.
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
    let mut near: Vec<(f64, String)> = entries
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .map(|name| (strsim::jaro_winkler(&wanted, &name), name))
        .filter(|(likeness, _)| *likeness > 0.85)
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    near.into_iter().take(3).map(|(_, name)| path.with_file_name(name).to_string_lossy().into_owned()).collect()
}

/// The system's errors as a person would say them.
pub(super) fn in_words(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "this is not allowed".to_owned(),
        io::ErrorKind::StorageFull => "the disk is full".to_owned(),
        io::ErrorKind::IsADirectory => "this is a directory".to_owned(),
        _ => {
            let text = error.to_string();
            text.split(" (os error").next().unwrap_or(&text).to_lowercase()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_as_a_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.cgt");
        write_aside(&path, |out| out.write_all(b"one")).unwrap();
        write_aside(&path, |out| out.write_all(b"two")).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
    }

    #[test]
    fn what_cannot_be_written_leaves_no_trace() {
        let folder = tempfile::tempdir().unwrap();
        assert!(write_aside(folder.path(), |out| out.write_all(b"x")).is_err());
        assert!(write_aside(&folder.path().join("no/such/folder.cgt"), |out| out.write_all(b"x")).is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn problems_are_said_in_words() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(read_text(&folder.path().join("x")).unwrap_err(), "there is no such file");
        assert_eq!(read_text(folder.path()).unwrap_err(), "this is a directory, not a script");
        assert_eq!(utf8(b"a\nb\xff".to_vec()).unwrap_err(), "line 2 is not UTF-8 text");
    }
}

//! Files that are being written. Each is written under an unpredictable name, readable by its owner only, and gets
//! its final name when it is complete. If the program is ended before that, the file is removed.

use std::fs::{self, Permissions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tempfile::{Builder, TempPath};

use super::files::in_words;
use super::guard::Writable;

/// Why a file was not written.
#[derive(Debug, PartialEq, Eq)]
pub enum WriteError {
    /// The problem, in words for the user.
    Problem(String),
    /// Ctrl-C, or the time is up.
    Stopped,
}

impl WriteError {
    pub fn in_words(self) -> String {
        match self {
            WriteError::Problem(problem) => problem,
            WriteError::Stopped => "interrupted".to_owned(),
        }
    }
}

/// The paths of the unfinished files of the program. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct UnfinishedFiles(Arc<Mutex<Vec<PathBuf>>>);

impl UnfinishedFiles {
    /// Replaces this file as a whole, or leaves the old one as it was. `write` writes the content, in pieces.
    ///
    /// # Errors
    /// A `Problem`; or `Stopped`, if `meter` returned false.
    pub fn replace(
        &self,
        target: &Writable,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
        meter: impl Fn() -> bool,
    ) -> Result<(), WriteError> {
        self.put(target, |file| fill(file, write, meter)).map(drop)
    }

    /// Replaces the file of this name by one that begins with `beginning`, and returns it for writing on.
    ///
    /// # Errors
    /// A `Problem`.
    pub fn begin(&self, target: &Writable, beginning: &[u8]) -> Result<fs::File, WriteError> {
        self.put(target, |mut file| file.write_all(beginning).map(|()| true))
    }

    /// Checks that a file of this name can be written, as far as that can be seen beforehand.
    ///
    /// # Errors
    /// A `Problem`.
    pub fn check(&self, target: &Writable) -> Result<(), WriteError> {
        if !folder_of(target).is_dir() {
            return Err(WriteError::Problem("there is no such folder".to_owned()));
        }
        match fs::metadata(&**target) {
            Ok(old) if old.permissions().readonly() => Err(kept("this file is read-only")),
            _ => Ok(()),
        }
    }

    /// Fills a new file and gives it this name. If `fill` returns false, the new file is removed and the error is
    /// `Stopped`.
    fn put(&self, target: &Writable, fill: impl FnOnce(&fs::File) -> io::Result<bool>) -> Result<fs::File, WriteError> {
        self.check(target)?;
        let folder = folder_of(target);
        let old = fs::metadata(&**target).ok().map(|old| old.permissions());
        let written = self.create(folder).and_then(|(file, part)| {
            let path = part.to_path_buf();
            let filled = fill(&file).and_then(|whole| {
                if whole {
                    fs::set_permissions(&path, old.clone().map_or_else(|| self.usual(folder), Ok)?)?;
                    part.persist(&**target).map_err(|error| error.error)?;
                }
                Ok(whole)
            });
            self.forget(&path);
            filled.map(|whole| whole.then_some(file))
        });
        match written {
            Ok(Some(file)) => Ok(file),
            Ok(None) => Err(WriteError::Stopped),
            Err(error) if target.exists() => Err(kept(&in_words(&error))),
            Err(error) => Err(WriteError::Problem(in_words(&error))),
        }
    }

    /// Removes all unfinished files. No new one is begun while the guard is held.
    pub fn remove_all(&self) -> impl Drop + use<'_> {
        let mut parts = self.locked();
        for part in parts.drain(..) {
            // The program is ending: a failure cannot be reported any more.
            let _ = fs::remove_file(part);
        }
        parts
    }

    /// A new file, which is removed unless it is given its final name.
    fn create(&self, folder: &Path) -> io::Result<(fs::File, TempPath)> {
        let mut parts = self.locked();
        let (file, part) = builder().tempfile_in(folder)?.into_parts();
        parts.push(part.to_path_buf());
        Ok((file, part))
    }

    fn forget(&self, path: &Path) {
        self.locked().retain(|part| part != path);
    }

    /// The permissions that a new file in this folder gets, after the user's umask.
    #[cfg(unix)]
    fn usual(&self, folder: &Path) -> io::Result<Permissions> {
        use std::os::unix::fs::PermissionsExt;
        // The lock keeps a signal from ending the program while this file exists.
        let _parts = self.locked();
        let probe = builder().permissions(Permissions::from_mode(0o666)).tempfile_in(folder)?;
        Ok(probe.as_file().metadata()?.permissions())
    }

    #[cfg(not(unix))]
    fn usual(&self, folder: &Path) -> io::Result<Permissions> {
        let _parts = self.locked();
        Ok(builder().tempfile_in(folder)?.as_file().metadata()?.permissions())
    }

    fn locked(&self) -> MutexGuard<'_, Vec<PathBuf>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn folder_of(target: &Path) -> &Path {
    target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The error if there is an old file, which is not changed then.
fn kept(problem: &str) -> WriteError {
    WriteError::Problem(format!("{problem}; the old file is unchanged"))
}

fn builder<'b>() -> Builder<'b, 'b> {
    let mut builder = Builder::new();
    builder.prefix(".grundy-").suffix(".part").rand_bytes(12);
    builder
}

/// Writes the content of a file. Returns false if `meter` has stopped it.
fn fill(
    file: &fs::File,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    meter: impl Fn() -> bool,
) -> io::Result<bool> {
    let mut out = Stoppable::new(BufWriter::new(file), meter);
    let written = write(&mut out).and_then(|()| out.flush());
    if out.is_stopped() {
        return Ok(false);
    }
    written?;
    file.sync_all()?;
    Ok(true)
}

/// Bytes written between two calls of `meter`.
const PIECE: usize = 4096;

/// A writer that fails once `meter` has returned false.
struct Stoppable<W, G> {
    out: W,
    meter: G,
    /// Bytes since the last call of `meter`.
    passed: usize,
    stopped: bool,
}

impl<W: Write, G: Fn() -> bool> Stoppable<W, G> {
    fn new(out: W, meter: G) -> Stoppable<W, G> {
        // So `meter` is called before the first bytes.
        Stoppable { out, meter, passed: PIECE, stopped: false }
    }

    fn is_stopped(&self) -> bool {
        self.stopped
    }
}

impl<W: Write, G: Fn() -> bool> Write for Stoppable<W, G> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.passed += bytes.len();
        if self.passed >= PIECE {
            self.passed = 0;
            self.stopped |= !(self.meter)();
        }
        if self.stopped {
            return Err(io::Error::other("no more is wanted"));
        }
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    fn at(path: impl Into<PathBuf>) -> Writable {
        Writable::named_by_no_statement(path.into())
    }

    #[test]
    fn a_file_is_replaced_as_a_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.cgt");
        let parts = UnfinishedFiles::default();
        parts.replace(&at(&path), |out| out.write_all(b"one"), || true).unwrap();
        parts.replace(&at(&path), |out| out.write_all(b"two"), || true).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        assert_eq!(parts.replace(&at(&path), |out| out.write_all(b"three"), || false), Err(WriteError::Stopped));
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        assert_eq!(names(folder.path()), ["a.cgt"], "nothing is left beside it");
    }

    #[test]
    fn a_long_file_is_stopped_in_its_middle() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv");
        let (parts, written) = (UnfinishedFiles::default(), Cell::new(0));
        let endless = |out: &mut dyn Write| {
            loop {
                out.write_all(b"0,0\n")?;
                written.set(written.get() + 1);
            }
        };
        let stopped = parts.replace(&at(&path), endless, || written.get() < 100_000);
        assert_eq!(stopped, Err(WriteError::Stopped));
        assert!(written.get() < 200_000, "{}", written.get());
        assert_eq!(names(folder.path()), [""; 0]);
    }

    #[test]
    fn what_cannot_be_written_leaves_no_trace() {
        let folder = tempfile::tempdir().unwrap();
        let parts = UnfinishedFiles::default();
        assert!(parts.replace(&at(folder.path()), |out| out.write_all(b"x"), || true).is_err());
        assert!(
            parts.replace(&at(folder.path().join("no/such/folder.cgt")), |out| out.write_all(b"x"), || true).is_err()
        );
        assert_eq!(names(folder.path()), [""; 0]);
    }

    #[cfg(unix)]
    #[test]
    fn a_part_is_private_and_the_file_is_as_others_are() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let parts = UnfinishedFiles::default();
        let (_file, part) = parts.create(folder.path()).unwrap();
        assert_eq!(mode(&part), 0o600);
        let usual = folder.path().join("usual");
        fs::write(&usual, "").unwrap();
        let path = folder.path().join("a.csv");
        parts.replace(&at(&path), |out| out.write_all(b"one"), || true).unwrap();
        assert_eq!(mode(&path), mode(&usual));
        fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
        parts.replace(&at(&path), |out| out.write_all(b"two"), || true).unwrap();
        assert_eq!(mode(&path), 0o640);
    }

    #[test]
    fn what_is_unfinished_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let parts = UnfinishedFiles::default();
        let (_file, part) = parts.create(folder.path()).unwrap();
        assert!(part.exists());
        drop(parts.remove_all());
        assert!(!part.exists());
    }
}

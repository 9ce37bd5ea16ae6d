//! `--watch`: which files a run has read, and whether one of them has been saved since.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::{Host, remark};
use crate::cli::RunArguments;

/// The time between two looks at the files.
const LOOK: Duration = Duration::from_millis(150);

/// Files as they were at one moment: when each was written, and its length; `None` for one that was not there, and for what is no
/// file.
pub struct Saved(BTreeMap<PathBuf, Option<(SystemTime, u64)>>);

impl Saved {
    /// The scripts of the command line as they are now. It is asked for before they are run, so that no change is missed.
    pub fn scripts(run: &RunArguments) -> Saved {
        Saved(run.script_files().map(|file| (file.clone(), state(file))).collect())
    }

    /// Watches the files that `load` has run as well.
    pub fn add_loaded(&mut self, host: &Host) {
        for file in host.service.guard.inputs() {
            self.0.entry(file.clone()).or_insert_with(|| state(file));
        }
    }

    /// Looks at all files anew, before they are run again.
    pub fn look_again(&mut self) {
        self.0.iter_mut().for_each(|(file, known)| *known = state(file));
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A file that has been saved since. One that is gone is about to be replaced, and is waited for.
    pub fn changed(&self) -> Option<&Path> {
        let is_new = |(file, before): &(&PathBuf, &Option<(SystemTime, u64)>)| {
            let now = state(file);
            now.is_some() && now != **before
        };
        self.0.iter().find(is_new).map(|(file, _)| file.as_path())
    }

    /// Waits until one of the files is saved, and says that it is run again, or what else is done with it. Ctrl-C ends the
    /// program.
    pub fn wait(&self, done: &str, is_json: bool) {
        loop {
            if let Some(file) = self.changed() {
                let name = file.file_name().unwrap_or_default().to_string_lossy();
                return remark(is_json, &format!("{name} was saved, and is {done} again"));
            }
            std::thread::sleep(LOOK);
        }
    }
}

/// A pipe is never saved: whatever is written into it is read once.
fn state(file: &Path) -> Option<(SystemTime, u64)> {
    let known = std::fs::metadata(file).ok().filter(std::fs::Metadata::is_file)?;
    Some((known.modified().ok()?, known.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_gone_is_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.cgt");
        std::fs::write(&file, "print 1").unwrap();
        let saved = Saved([(file.clone(), state(&file))].into());
        assert_eq!(saved.changed(), None);
        std::fs::remove_file(&file).unwrap();
        assert_eq!(saved.changed(), None);
        std::fs::write(&file, "print 1 + 1").unwrap();
        assert_eq!(saved.changed(), Some(&*file));
    }
}

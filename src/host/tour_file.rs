//! The place in the tour, kept in a file beside the history.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use super::Host;
use crate::show::visible;

/// The most bytes read from the file.
const MAX_BYTES: u64 = 1 << 16;

impl Host {
    /// Goes on with the tour where an earlier session left it, and keeps its place there from now on.
    pub fn keep_tour_in(&mut self, path: Option<PathBuf>) {
        if let Some(path) = path.as_deref().filter(|path| path.exists())
            && !read(path).is_some_and(|place| self.service.session.resume_tour(&place))
        {
            let path = visible::text(&path.to_string_lossy()).into_owned();
            self.remark(&format!("{path} does not say where the tour was left, so `tour` begins at the first lesson"));
        }
        self.tour_file = path;
    }

    /// Writes the current place in the tour into the file.
    pub(super) fn keep_tour(&self) {
        let Some((path, place)) = self.tour_file.as_deref().zip(self.service.session.tour_place()) else { return };
        if path.parent().is_some_and(|folder| fs::create_dir_all(folder).is_ok()) && (path.is_file() || !path.exists())
        {
            // A failure is not reported, since the message would come after every line.
            let _ = self.watch.unfinished_files().replace(
                path,
                |out| std::io::Write::write_all(out, place.as_bytes()),
                || true,
            );
        }
    }
}

fn read(path: &Path) -> Option<String> {
    // Reading from a pipe could wait for ever.
    if !path.is_file() {
        return None;
    }
    let mut text = String::new();
    File::open(path).ok()?.take(MAX_BYTES).read_to_string(&mut text).ok().map(|_| text)
}

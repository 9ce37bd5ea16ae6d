//! Dialogues such as `play`, `quiz` and `tour`: lines come from the prompt or from standard input, and each is
//! answered as it comes. The place in the tour is kept in a file beside the history.

use std::fs;
use std::io::{self, IsTerminal};
use std::path::PathBuf;

use super::Host;
use crate::service::files::{Readable, read_text};
use crate::service::{Flow, FrontEnd, Writable};
use crate::session;
use crate::session::dialogue::Dialogue;
use crate::show::told::told;
use crate::show::visible;

impl Host {
    /// Conducts a dialogue until it ends, or the user leaves it with Ctrl-C or Ctrl-D.
    pub(super) fn conduct(&mut self, dialogue: Dialogue) -> Flow {
        let (before, is_exam) = (self.exit_status, dialogue.is_exam());
        if self.lines.is_none() && self.frames.is_none() && io::stdin().is_terminal() {
            self.lines = (self.open_lines)(self);
        }
        let flow = self.converse(dialogue);
        // Errors in a dialogue do not make the program fail, except in an exam, whose marks may be lost.
        if !is_exam {
            self.exit_status = before;
        }
        if self.output_gone.is_some() { Flow::Quit } else { flow }
    }
}

/// The most bytes read from the file of the tour.
const MAX_BYTES: u64 = 1 << 16;

impl Host {
    /// Goes on with the tour where an earlier session left it, and keeps its place there from now on.
    pub fn keep_tour_in(&mut self, path: Option<PathBuf>) {
        if let Some(path) = path.as_deref().filter(|path| path.exists())
            && !read_text(path, Readable::RegularFiles, MAX_BYTES, || true)
                .is_ok_and(|place| session::resume_tour(&mut self.service.session, &place))
        {
            let path = visible::text(&path.to_string_lossy()).into_owned();
            self.remark(told!(
                "{path} does not say where the tour was left, so `tour` begins at the first lesson",
                path
            ));
        }
        self.tour_file = path;
    }

    /// Writes the current place in the tour into the file.
    pub(super) fn keep_tour(&self) {
        let Some((path, place)) = self.tour_file.as_deref().zip(session::tour_place(&self.service.session)) else {
            return;
        };
        if path.parent().is_some_and(|folder| fs::create_dir_all(folder).is_ok()) && (path.is_file() || !path.exists())
        {
            // A failure is not reported, since the message would come after every line.
            let _ = self.watch.unfinished_files().replace(
                &Writable::named_by_no_statement(path.to_owned()),
                |out| std::io::Write::write_all(out, place.as_bytes()),
                || true,
            );
        }
    }
}

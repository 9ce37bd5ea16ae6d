//! `edit NAME`: the text of a definition in the user's own editor.

use std::io::{self, IsTerminal, Write};
use std::process::Command;

use tempfile::Builder;

use super::Host;
use super::terminal::is_dumb_by_name;
use crate::error::{Error, SemanticError};
use crate::service::files::{MAX_FILE_BYTES, ReadError, Readable, read_text};
use crate::service::{FileAccess, Flow, FrontEnd};
use crate::source::Span;
use crate::syntax::transcript::PROMPT_SOURCE;

impl Host {
    /// Opens a definition in the user's editor, and runs what comes back. If that is wrong, it stands in the next
    /// input, so that nothing of it is lost.
    pub(super) fn edit_definition(&mut self, name: &str, text: &str, span: Span) -> Flow {
        let edited = match self.edited(text) {
            Ok(edited) => edited,
            Err(problem) => {
                return self
                    .report_error(&Error::new(SemanticError::NoEditor { name: name.to_owned(), problem }, span));
            }
        };
        let edited = edited.trim();
        if edited.is_empty() || edited == text.trim() {
            self.left_as_it_was(name);
            return Flow::On;
        }
        let status = std::mem::take(&mut self.exit_status);
        let flow = self.run_text(PROMPT_SOURCE, edited);
        let failed = self.exit_status != Default::default();
        self.exit_status = self.exit_status.max(status);
        let is_one = crate::syntax::statements(edited).len() == 1;
        if failed && !(is_one && self.proposal.is_some()) {
            self.proposal = Some(edited.to_owned());
        }
        if flow == Flow::Quit { flow } else { Flow::On }
    }

    /// The text as the user has saved it.
    ///
    /// # Errors
    /// Why no editor can be opened, or what went wrong with it, in words.
    fn edited(&self, text: &str) -> Result<String, String> {
        if !(self.settings.interactive && io::stdin().is_terminal() && io::stdout().is_terminal()) {
            return Err("only a prompt at a terminal opens an editor".to_owned());
        }
        if self.service.guard.is_in_script() {
            return Err("a script opens no editor".to_owned());
        }
        if self.settings.file_access == FileAccess::None {
            return Err("with --safe no program is started".to_owned());
        }
        let in_words = |error: io::Error| crate::service::files::in_words(&error);
        let mut file = Builder::new().prefix("grundy-").suffix(".cgt").tempfile().map_err(in_words)?;
        writeln!(file, "{text}").and_then(|()| file.flush()).map_err(in_words)?;
        let editor = wanted();
        let mut words = editor.split_whitespace();
        let program = words.next().unwrap_or("vi");
        let status = Command::new(program).args(words).arg(file.path()).status();
        match status {
            Ok(status) if status.success() => {}
            Ok(_) => return Err(format!("the editor {program} ended with an error")),
            Err(error) => {
                let problem = in_words(error);
                return Err(format!("the editor {program} cannot be started ({problem}); set EDITOR to one that can"));
            }
        }
        read_text(file.path(), Readable::RegularFiles, MAX_FILE_BYTES, || true).map_err(ReadError::in_words)
    }
}

/// The command of the user's editor.
fn wanted() -> String {
    let named = |name: &str| std::env::var(name).ok().filter(|command| !command.trim().is_empty());
    let visual = named("VISUAL").filter(|_| !is_dumb_by_name());
    visual.or_else(|| named("EDITOR")).unwrap_or_else(|| if cfg!(windows) { "notepad" } else { "vi" }.to_owned())
}

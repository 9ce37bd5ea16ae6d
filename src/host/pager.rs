//! An answer longer than the screen is shown by the user's pager, at a prompt only.

use std::io::{self, IsTerminal, Write};
use std::process::{Child, Command, Stdio};

use tempfile::NamedTempFile;

use super::terminal::is_dumb_by_name;

/// Takes an answer piece by piece. While it fits on the screen it is held back, and is written to standard output at
/// the end; a longer one goes to the pager as it comes. Without a pager, everything goes to standard output as it
/// comes.
#[derive(Debug)]
pub struct Pager {
    /// The program to start, its arguments, and the rows of the screen. `None` without a pager, and once it was
    /// started.
    wanted: Option<(String, Vec<String>, usize)>,
    /// The answer so far, while it is held back.
    waiting: Vec<u8>,
    lines: usize,
    running: Option<Child>,
    /// The keys of `less`, which it reads when it begins.
    keys: Option<NamedTempFile>,
    /// The user has left the pager before the end.
    user_quit: bool,
    /// What was printed last does not end a line.
    within_line: bool,
}

impl Pager {
    /// A pager that starts this command; without a terminal none is started.
    pub fn new(program: Option<&str>) -> Pager {
        let wanted = rows().zip(program.and_then(words)).map(|(rows, (program, arguments))| (program, arguments, rows));
        Pager { wanted, waiting: Vec::new(), lines: 0, running: None, keys: None, user_quit: false, within_line: false }
    }

    /// Has the user left the pager before the end?
    pub fn has_user_quit(&self) -> bool {
        self.user_quit
    }

    /// Is the answer shown by the user's program?
    pub fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Writes what is still waiting, and waits until the user leaves the pager.
    ///
    /// # Errors
    /// Those of standard output.
    pub fn finish(&mut self) -> io::Result<()> {
        if let Some(mut pager) = self.running.take() {
            drop(pager.stdin.take());
            let _ = pager.wait();
            return Ok(());
        }
        self.print(&[])
    }

    /// Ends a line on the screen that was broken off.
    ///
    /// # Errors
    /// Those of standard output.
    pub fn end_line(&mut self) -> io::Result<()> {
        if self.within_line { self.print(b"\n") } else { Ok(()) }
    }

    /// Prints what is waiting and some more.
    fn print(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut out = io::stdout().lock();
        let waiting = std::mem::take(&mut self.waiting);
        if let Some(last) = bytes.last().or(waiting.last()) {
            self.within_line = *last != b'\n';
        }
        out.write_all(&waiting)?;
        out.write_all(bytes)?;
        out.flush()
    }

    fn hand_over(&mut self, bytes: &[u8]) -> io::Result<()> {
        let Some(input) = self.running.as_mut().and_then(|pager| pager.stdin.as_mut()) else { return Ok(()) };
        // A write fails if the user has left the pager, which means that they have read enough.
        input.write_all(bytes).inspect_err(|_| self.user_quit = true)
    }
}

impl Write for Pager {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.running.is_some() {
            self.hand_over(bytes)?;
            return Ok(bytes.len());
        }
        let Some((program, arguments, rows)) = &self.wanted else {
            self.print(bytes)?;
            return Ok(bytes.len());
        };
        self.waiting.extend_from_slice(bytes);
        self.lines += bytes.iter().filter(|byte| **byte == b'\n').count();
        // The prompt below needs a line too.
        if self.lines >= *rows {
            self.keys = if program == "less" { less_keys() } else { None };
            self.running = begin(program, arguments, self.keys.as_ref());
            self.wanted = None;
            if self.running.is_some() {
                let waiting = std::mem::take(&mut self.waiting);
                self.hand_over(&waiting)?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for Pager {
    /// An answer that was broken off leaves the pager with what it has.
    fn drop(&mut self) {
        if let Some(mut pager) = self.running.take() {
            drop(pager.stdin.take());
            let _ = pager.wait();
        }
    }
}

/// The command that the environment names: GRUNDY_PAGER, or else PAGER, or else `less`. `None` if that is `cat` or
/// empty, or if the terminal cannot show a pager.
pub fn wanted() -> Option<String> {
    let named = |name: &str| std::env::var(name).ok();
    if is_dumb_by_name() || named("TERM").is_none_or(|terminal| terminal.is_empty()) {
        return None;
    }
    let pager = named("GRUNDY_PAGER").or_else(|| named("PAGER")).unwrap_or_else(|| "less".to_owned());
    Some(pager).filter(|pager| !pager.trim().is_empty() && pager.trim() != "cat")
}

/// Rows of the screen; `None` without a terminal.
fn rows() -> Option<usize> {
    let at_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    let (_, rows) = terminal_size::terminal_size().filter(|_| at_terminal)?;
    Some(usize::from(rows.0)).filter(|rows| *rows > 2)
}

/// The program and the arguments of a command.
fn words(pager: &str) -> Option<(String, Vec<String>)> {
    let mut words = pager.split_whitespace().map(str::to_owned);
    Some((words.next()?, words.collect()))
}

/// Starts the pager; `None` if it cannot be run.
fn begin(program: &str, arguments: &[String], keys: Option<&NamedTempFile>) -> Option<Child> {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::piped());
    if let Some(options) = less_options(std::env::var("LESS").ok()) {
        command.env("LESS", options);
    }
    if let Some(keys) = keys {
        command.env("LESSKEYIN", keys.path());
    }
    command.spawn().ok()
}

/// Keys with which `less` is left as well: Esc twice, and `q` behind Esc, which alone begins the code of another key. `None` if
/// the user has set keys of their own.
fn less_keys() -> Option<NamedTempFile> {
    if ["LESSKEYIN", "LESSKEY"].into_iter().any(|name| std::env::var_os(name).is_some()) {
        return None;
    }
    let mut keys = NamedTempFile::new().ok()?;
    keys.write_all(b"#command\n\\e\\e quit\n\\eq quit\n").and_then(|()| keys.flush()).ok()?;
    Some(keys)
}

/// Options for `less`: those that are set, and a bottom line that says how to go on and how to leave. If none are
/// set, colours are shown as colours and what was read stays on the screen. `None` if the user has set a bottom line
/// of their own.
fn less_options(set: Option<String>) -> Option<String> {
    const BOTTOM: &str = "-Ps?e(the end) q leaves:Space shows more, q leaves.$";
    match set {
        None => Some(format!("-FRX {BOTTOM}")),
        Some(set) if set.contains('P') || set.contains("prompt") => None,
        Some(set) if set.is_empty() || set.starts_with('-') => Some(format!("{set} {BOTTOM}")),
        Some(set) => Some(format!("-{set} {BOTTOM}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bottom_line_says_how_to_leave() {
        for set in [None, Some("-R"), Some("R"), Some("")] {
            let options = less_options(set.map(str::to_owned)).unwrap();
            assert!(options.starts_with(['-', ' ']) && options.contains("q leaves"), "{options}");
        }
        assert_eq!(less_options(Some("-R -Pmine".to_owned())), None);
    }

    #[test]
    fn a_pager_may_have_arguments() {
        assert_eq!(words(" less  -S "), Some(("less".to_owned(), vec!["-S".to_owned()])));
        assert_eq!(words("  "), None);
    }

    #[test]
    fn a_program_that_is_missing_shows_nothing() {
        assert!(begin("there-is-no-such-pager", &[], None).is_none());
        begin("true", &[], None).unwrap().wait().unwrap();
    }
}

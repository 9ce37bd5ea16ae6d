//! A user at a real terminal, for tests: keys go in, and what the program writes to the screen comes out. A wait
//! fails after `HANGS`.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use expectrl::process::unix::WaitStatus;
use expectrl::session::OsSession;
use expectrl::{Eof, Expect, Session};

use super::clock::HANGS;
use super::program::program;

pub const ENTER: &str = "\r";
pub const CTRL_C: &str = "\x03";
pub const CTRL_D: &str = "\x04";
pub const CTRL_Z: &str = "\x1a";
pub const UP: &str = "\x1b[A";
pub const DOWN: &str = "\x1b[B";
/// What a terminal writes before and behind a text that is pasted.
pub const PASTE: (&str, &str) = ("\x1b[200~", "\x1b[201~");
pub const TAB: &str = "\t";
/// The prompt of the shell in `Person::in_a_shell`.
pub const SHELL: &str = "shell$ ";
/// Written when the editor begins to read (it switches bracketed paste on): it reads the keys typed from now on.
pub const READING: &str = "\x1b[?2004h";
/// Written when the editor has read a line (it switches bracketed paste off): keys typed from now on wait in the
/// terminal.
pub const HAS_READ: &str = "\x1b[?2004l";

/// After this time a long computation is surely running.
const BEGUN: Duration = Duration::from_millis(700);

pub struct Person {
    pub terminal: OsSession,
}

impl Person {
    /// Starts the program and waits for the prompt.
    pub fn new(home: &Path, arguments: &[&str]) -> Person {
        Person::with_pager(home, arguments, "cat")
    }

    /// Starts the program without waiting for the prompt: what it writes before can still be seen.
    pub fn starts(home: &Path, arguments: &[&str]) -> Person {
        Person::spawned(home, arguments, "cat")
    }

    pub fn with_pager(home: &Path, arguments: &[&str], pager: &str) -> Person {
        let mut person = Person::spawned(home, arguments, pager);
        person.sees(READING);
        person
    }

    fn spawned(home: &Path, arguments: &[&str], pager: &str) -> Person {
        let mut command = Command::new(program());
        command.args(arguments);
        Person::at(home, command, pager)
    }

    /// Starts the program in a shell with job control, and waits for its prompt; `None` if there is no bash.
    pub fn in_a_shell(home: &Path, arguments: &[&str]) -> Option<Person> {
        let shell = Path::new("/bin/bash");
        if !shell.exists() {
            return None;
        }
        let mut command = Command::new(shell);
        command.args(["--noprofile", "--norc", "--noediting", "-i"]).env("PS1", SHELL);
        let mut person = Person::at(home, command, "cat");
        person.types(&format!("{} {}\r", program().display(), arguments.join(" ")));
        person.sees(READING);
        Some(person)
    }

    fn at(home: &Path, mut command: Command, pager: &str) -> Person {
        command.current_dir(home);
        for name in ["CLICOLOR", "CLICOLOR_FORCE", "COLUMNS", "LC_ALL", "LC_CTYPE", "INPUTRC", "GRUNDY_PAGER", "VISUAL"]
        {
            command.env_remove(name);
        }
        command.env("EDITOR", home.join("editor"));
        command.env("HOME", home).env("XDG_STATE_HOME", home.join("state")).env("XDG_CONFIG_HOME", home.join("config"));
        command.env("TERM", "xterm").env("LANG", "C.UTF-8").env("NO_COLOR", "1").env("PAGER", pager);
        let mut terminal = Session::spawn(command).unwrap();
        terminal.set_expect_timeout(Some(HANGS));
        Person { terminal }
    }

    pub fn types(&mut self, keys: &str) {
        self.terminal.send(keys).unwrap();
    }

    /// Waits until this text is written, after everything that was seen before.
    pub fn sees(&mut self, text: &str) {
        if let Err(error) = self.terminal.expect(text) {
            let mut rest = vec![0; 4096];
            let length = self.terminal.try_read(&mut rest).unwrap_or(0);
            panic!("{text:?} was not seen: {error}; behind it {:?}", String::from_utf8_lossy(&rest[..length]));
        }
    }

    /// What is written before `?: keys`, the end of a lesson's screen.
    pub fn terminal_text(&mut self) -> String {
        let found = self.terminal.expect("?: keys").unwrap();
        String::from_utf8_lossy(found.before()).into_owned()
    }

    /// Types a line, and waits for the next prompt: what is written between them.
    pub fn is_told(&mut self, line: &str) -> String {
        self.types(line);
        self.types(ENTER);
        self.sees(HAS_READ);
        let found = self.terminal.expect(READING).unwrap();
        String::from_utf8_lossy(found.before()).into_owned()
    }

    /// Types a line and waits for its answer, and for the next prompt.
    pub fn asks(&mut self, line: &str, answer: &str) {
        self.types(line);
        self.types(ENTER);
        self.sees(answer);
        self.sees(READING);
    }

    /// Types a line that takes long, and waits until it is being computed.
    pub fn begins(&mut self, slow: &str) {
        self.types(slow);
        self.types(ENTER);
        self.sees(HAS_READ);
        std::thread::sleep(BEGUN);
    }

    /// The processor time that the program has used so far.
    pub fn work(&self) -> Duration {
        let process = nix::unistd::Pid::from_raw(self.terminal.get_process().pid().as_raw());
        let clock = nix::time::clock_getcpuclockid(process).unwrap();
        nix::time::clock_gettime(clock).unwrap().into()
    }

    /// Asserts that the session still answers.
    pub fn goes_on(&mut self) {
        self.asks("print 1000 + 234", "1234");
    }

    /// Waits for the program to end, and returns its exit code.
    pub fn leaves(mut self) -> i32 {
        self.terminal.expect(Eof).unwrap();
        match self.terminal.get_process().wait().unwrap() {
            WaitStatus::Exited(_, code) => code,
            other => panic!("{other:?}"),
        }
    }
}

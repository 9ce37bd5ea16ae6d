//! A user at a real terminal, for tests: keys go in, and what the program writes to the screen comes out. A wait
//! fails after `HANGS`, and takes no processor time from the program that is waited for.

use std::io::{ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::path::Path;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::termios::{LocalFlags, SetArg, tcgetattr, tcsetattr};
use nix::unistd::Pid;
use pty_process::Size;
use pty_process::blocking::{Pty, open};

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
    pub terminal: Pty,
    program: Child,
    /// What was written and read, and not waited for yet.
    pub unseen: Vec<u8>,
}

impl Drop for Person {
    fn drop(&mut self) {
        // It may have ended before.
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
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
        for name in [
            "CLICOLOR",
            "CLICOLOR_FORCE",
            "COLUMNS",
            "LC_ALL",
            "LC_CTYPE",
            "LC_MESSAGES",
            "INPUTRC",
            "GRUNDY_PAGER",
            "VISUAL",
        ] {
            command.env_remove(name);
        }
        command.env("EDITOR", home.join("editor"));
        command.env("HOME", home).env("XDG_STATE_HOME", home.join("state")).env("XDG_CONFIG_HOME", home.join("config"));
        command.env("TERM", "xterm").env("LANG", "C.UTF-8").env("NO_COLOR", "1").env("PAGER", pager);
        let (terminal, screen) = open().unwrap();
        // The editor shows what is typed, and the terminal does not.
        let mut mode = tcgetattr(&terminal).unwrap();
        mode.local_flags.remove(LocalFlags::ECHO);
        tcsetattr(&terminal, SetArg::TCSANOW, &mode).unwrap();
        let program = pty_process::blocking::Command::from(command).spawn(screen).unwrap();
        let person = Person { terminal, program, unseen: Vec::new() };
        person.resizes(80, 24);
        person
    }

    pub fn resizes(&self, columns: u16, rows: u16) {
        self.terminal.resize(Size::new(rows, columns)).unwrap();
    }

    pub fn types(&mut self, keys: &str) {
        self.terminal.write_all(keys.as_bytes()).unwrap();
    }

    /// Waits until this text is written, after everything that was seen before: what is written before it.
    pub fn sees(&mut self, text: &str) -> String {
        self.waits_for(text, HANGS).unwrap_or_else(|| panic!("{text:?} was not seen: {:?}", self.rest()))
    }

    /// What is written before this text; `None` if it does not come in this time, or the program ends.
    pub fn waits_for(&mut self, text: &str, time: Duration) -> Option<String> {
        let end = Instant::now() + time;
        let mut from = 0;
        loop {
            if let Some(at) = self.unseen[from..].windows(text.len()).position(|here| here == text.as_bytes()) {
                let before = self.unseen.drain(..from + at + text.len()).take(from + at).collect::<Vec<_>>();
                return Some(String::from_utf8_lossy(&before).into_owned());
            }
            from = self.unseen.len().saturating_sub(text.len());
            self.reads(end.saturating_duration_since(Instant::now())).filter(|length| *length > 0)?;
        }
    }

    /// What is not seen yet, as a text.
    pub fn rest(&self) -> String {
        String::from_utf8_lossy(&self.unseen).into_owned()
    }

    /// Reads what is written next: how many bytes, 0 if the program has ended, `None` if nothing comes in this time.
    fn reads(&mut self, time: Duration) -> Option<usize> {
        let end = Instant::now() + time;
        // A signal to the tests, such as the end of another program, interrupts both.
        loop {
            let mut waited = [PollFd::new(self.terminal.as_fd(), PollFlags::POLLIN)];
            let left = PollTimeout::try_from(end.saturating_duration_since(Instant::now())).unwrap();
            match poll(&mut waited, left) {
                Ok(0) => return None,
                Ok(_) => break,
                Err(error) => assert_eq!(error, Errno::EINTR),
            }
        }
        let mut piece = [0; 1 << 16];
        // Where no program is left at the terminal, Linux calls that an error.
        let length = loop {
            match self.terminal.read(&mut piece) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                read => break read.unwrap_or(0),
            }
        };
        self.unseen.extend_from_slice(&piece[..length]);
        Some(length)
    }

    /// Types a line, and waits for the next prompt: what is written between them.
    pub fn is_told(&mut self, line: &str) -> String {
        self.types(line);
        self.types(ENTER);
        self.sees(HAS_READ);
        self.sees(READING)
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

    pub fn process(&self) -> Pid {
        Pid::from_raw(self.program.id().try_into().unwrap())
    }

    /// The processor time that the program has used so far.
    pub fn work(&self) -> Duration {
        let clock = nix::time::clock_getcpuclockid(self.process()).unwrap();
        nix::time::clock_gettime(clock).unwrap().into()
    }

    /// Asserts that the session still answers.
    pub fn goes_on(&mut self) {
        self.asks("print 1000 + 234", "1234");
    }

    /// Waits for the program to end, and returns what it writes till then.
    pub fn leaves_behind(mut self) -> String {
        while self.reads(HANGS).unwrap() > 0 {}
        self.rest()
    }

    /// Waits for the program to end, and returns its exit code.
    pub fn leaves(mut self) -> i32 {
        while self.reads(HANGS).unwrap() > 0 {}
        self.program.wait().unwrap().code().unwrap()
    }
}

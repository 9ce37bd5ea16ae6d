//! The ways in which inputs reach the program, mostly many in one process, and how the process ended. A mark that is
//! printed after each input tells how far the program is.

use std::ffi::OsString;
use std::fs;
use std::io::{BufRead, BufReader, PipeReader, Read, Write};
#[cfg(unix)]
use std::os::unix::ffi::OsStringExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use wait4::Wait4;

use crate::common::clock::HANGS;
use crate::common::program::program;

/// The time limit of a statement.
const TIMEOUT: &str = "--timeout=300ms";
/// The most bytes of an argument. A byte that is not UTF-8 becomes three (U+FFFD); Linux takes 131,072 bytes in one
/// argument, and two million in all.
const ARGUMENT: usize = 40_000;
/// Instead of `HANGS`, for the ways that print no marks.
const HANGS_SILENTLY: Duration = Duration::from_secs(600);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Through standard input.
    Pipe,
    /// As code on the command line.
    Code,
    Script,
    /// A script written as a page.
    Page,
    /// A script that is read and not run.
    Check,
    /// One input by itself, which ends with its first error.
    Alone,
}

pub const WAYS: [Way; 6] = [Way::Pipe, Way::Code, Way::Script, Way::Page, Way::Check, Way::Alone];

impl Way {
    /// How many inputs one process takes.
    pub fn inputs(self) -> usize {
        match self {
            Way::Pipe => 2000,
            Way::Code => 15,
            // A script is read as a whole, within the time limit of one statement; what is not read in time is tried again
            // without what came before it.
            Way::Script | Way::Page | Way::Check => 40,
            Way::Alone => 1,
        }
    }

    /// Lists of options that go with this way; one list is chosen at random.
    pub fn options(self) -> &'static [&'static [&'static str]] {
        match self {
            Way::Page => &[&[], &["--hide-answers"], &["--safe"]],
            Way::Check => &[&[], &["--safe"], &["--json"], &["--transcript"]],
            _ => {
                &[&[], &["--json"], &["--safe"], &["--color=always"], &["--ascii"], &["--transcript", "--allow-files"]]
            }
        }
    }

    /// Whether a mark is printed after each input.
    fn tells(self) -> bool {
        !matches!(self, Way::Page | Way::Check | Way::Alone)
    }
}

/// How a process ended.
#[derive(Clone, Debug, Default)]
pub struct Ran {
    /// `None` if a signal ended it.
    pub code: Option<i32>,
    /// It printed nothing for too long and was killed.
    pub hung: bool,
    /// It reported an internal error (E0901).
    pub internal: bool,
    /// How many inputs are done for certain. More may be: an input that quits ends the process, and a dialogue reads
    /// the marks after it as answers.
    pub seen: usize,
    /// The most memory it had, in bytes.
    pub peak: u64,
    /// The longest time that one input took, and the index of that input.
    pub longest: (Duration, usize),
}

impl Ran {
    pub fn is_bad(&self) -> bool {
        self.hung || self.internal || !matches!(self.code, Some(0 | 1 | 2 | 130))
    }
}

/// Runs the program over the inputs in this folder.
pub fn run(folder: &Path, way: Way, options: &[&str], inputs: &[Vec<u8>]) -> Ran {
    let mut command = Command::new(program());
    command.args([TIMEOUT, "--memory=100M"]).args(options).current_dir(folder).env("HOME", folder);
    command.env("LANG", "C.UTF-8").env("TERM", "xterm").env_remove("CLICOLOR_FORCE");
    if way != Way::Alone {
        command.arg("--keep-going");
    }
    let mut typed = Vec::new();
    let prompted: Vec<Vec<u8>>;
    let inputs = if options.contains(&"--transcript") {
        prompted = inputs.iter().map(|input| [&b"> "[..], input].concat()).collect();
        &prompted
    } else {
        inputs
    };
    let marked =
        inputs.iter().enumerate().map(|(index, input)| (input, mark(index, options.contains(&"--transcript"))));
    match way {
        Way::Pipe => typed = joined(marked),
        Way::Code => marked.for_each(|(input, mark)| _ = command.args([code(input), code(mark.as_bytes())])),
        Way::Alone => _ = command.args(inputs.iter().map(|input| code(input))),
        Way::Script => _ = command.arg(script(folder, joined(marked))),
        Way::Page => _ = command.args(["--html", "page.html"]).arg(script(folder, inputs.join(&b'\n'))),
        Way::Check => _ = command.arg("--check").arg(script(folder, inputs.join(&b'\n'))),
    }
    let (output, writer) = std::io::pipe().unwrap();
    command.stdin(Stdio::piped()).stdout(writer.try_clone().unwrap()).stderr(writer);
    let mut child = command.spawn().unwrap();
    // `command` holds the write ends of the pipe: while it lives, the reader never sees the end.
    drop(command);
    let mut input = child.stdin.take().unwrap();
    // A program that ends early does not read everything, so a failed write is not a mistake.
    thread::spawn(move || _ = input.write_all(&typed));
    let mut ran = heard(&mut child, output, if way.tells() { HANGS } else { HANGS_SILENTLY });
    let ended = child.wait4().unwrap();
    (ran.code, ran.peak) = (ended.status.code(), ended.rusage.maxrss);
    if !way.tells() {
        ran.seen = inputs.len();
    }
    ran.seen = ran.seen.min(inputs.len());
    ran
}

/// A statement that prints the mark `@@N@@` when the N inputs before it are done. The statement itself does not
/// contain the mark, so that an echo of it is not taken for one.
fn mark(index: usize, is_transcript: bool) -> String {
    format!("{}print \"@@{}\" ++ \"@@\"", if is_transcript { "> " } else { "" }, index + 1)
}

fn marked(line: &str) -> Option<usize> {
    // A line of JSON contains the statement before the mark, so every piece is tried.
    line.split("@@").find_map(|piece| piece.parse().ok())
}

fn joined<'a>(marked: impl Iterator<Item = (&'a Vec<u8>, String)>) -> Vec<u8> {
    marked.flat_map(|(input, mark)| [input, &b"\n"[..], mark.as_bytes(), b"\n"].concat()).collect()
}

/// The input as an argument, without NUL bytes and as UTF-8.
fn code(input: &[u8]) -> OsString {
    let text = String::from_utf8_lossy(&input[..input.len().min(ARGUMENT)]).replace('\0', " ");
    OsString::from_vec([b"--eval=", text.as_bytes()].concat())
}

/// Writes a script. Bytes that are not UTF-8 are replaced, since a script is text as a whole.
fn script(folder: &Path, text: Vec<u8>) -> &'static str {
    fs::write(folder.join("fuzzed.cgt"), String::from_utf8_lossy(&text).as_bytes()).unwrap();
    "fuzzed.cgt"
}

/// Reads the output until it ends. If no line comes for as long as `hangs`, the process is killed.
fn heard(child: &mut Child, output: PipeReader, hangs: Duration) -> Ran {
    let (tells, told) = mpsc::channel();
    let listener = thread::spawn(move || {
        let mut lines = BufReader::new(output);
        let mut line = Vec::new();
        while matches!(lines.by_ref().take(1 << 20).read_until(b'\n', &mut line), Ok(1..)) {
            let text = String::from_utf8_lossy(&line[..line.len().min(400)]);
            let said = (Instant::now(), marked(&text), text.contains("E0901"));
            if tells.send(said).is_err() {
                break;
            }
            line.clear();
        }
    });
    let mut ran = Ran::default();
    let mut last = Instant::now();
    loop {
        match told.recv_timeout(hangs) {
            Ok((now, mark, internal)) => {
                ran.internal |= internal;
                let Some(index) = mark.filter(|index| *index > ran.seen) else { continue };
                // The first input is not timed, since its time includes the start of the program.
                let took = now.saturating_duration_since(last);
                if ran.seen > 0 && index == ran.seen + 1 && took > ran.longest.0 {
                    ran.longest = (took, ran.seen);
                }
                (ran.seen, last) = (index, now);
            }
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {
                ran.hung = true;
                child.kill().unwrap();
                break;
            }
        }
    }
    listener.join().unwrap();
    ran
}

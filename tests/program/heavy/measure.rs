//! Runs a statement in a process of its own, and measures its time and memory.

use std::fmt;
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use nix::time::{clock_getcpuclockid, clock_gettime};
use nix::unistd::Pid;
use wait4::Wait4;

use super::Case;
use crate::common::clock::HANGS;
use crate::common::program::Peak;

pub struct Limits {
    pub time: Duration,
    pub memory: u64,
}

#[derive(Clone, Debug)]
pub struct Measured {
    /// Processor time that the program used after its time limit. Wall time would be longer on a busy machine.
    pub late: Duration,
    /// Wall time from the beginning of the statement to the end of the program.
    pub wall: Duration,
    /// The largest resident memory, in bytes.
    pub peak: u64,
    /// The exit code; `None` if a signal ended the program.
    pub code: Option<i32>,
    /// The code of its first error; empty if it has none.
    pub error: String,
}

impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (wall, late, peak) = (self.wall.as_millis(), self.late.as_millis(), self.peak / 1_000_000);
        write!(f, "{wall:6} ms {late:5} ms late {peak:5} MB {:?} {:5}", self.code, self.error)
    }
}

impl Measured {
    /// Whether the program ended with an answer and code 0, or with an error and code 1.
    pub fn ended_well(&self) -> bool {
        matches!(self.code, Some(0 | 1)) && (self.code == Some(0)) == self.error.is_empty()
    }
}

/// Printed just before the measured statement, when its definitions are done.
const BEGIN: &str = "begin";
const LOOK: Duration = Duration::from_millis(2);

pub fn measure(case: &Case, limits: &Limits) -> Measured {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(std::env::var("HEAVY_PROGRAM").unwrap_or(env!("CARGO_BIN_EXE_grundy").to_owned()));
    command.current_dir(folder.path()).args(case.flags);
    command.arg("--timeout").arg(format!("{}ms", limits.time.as_millis()));
    command.arg("--memory").arg(limits.memory.to_string());
    for definition in case.definitions {
        command.args(["-e", definition]);
    }
    let waits = !case.flags.contains(&"--html");
    if waits {
        command.arg("-e").arg(format!("print \"{BEGIN}\""));
    }
    match case.text {
        // The time limit of a `load` is that of the whole file.
        Some(text) => {
            let mut file = BufWriter::new(File::create(folder.path().join("long.cgt")).unwrap());
            (text.write)(&mut file).and_then(|()| file.flush()).unwrap();
            command.args(["-e", "load \"long.cgt\""]);
        }
        None => {
            command.args(["-e", &case.statement]);
        }
    }
    let typed = folder.path().join("typed");
    std::fs::write(&typed, case.typed).unwrap();
    command.stdin(File::open(&typed).unwrap()).stdout(Stdio::piped()).stderr(Stdio::piped());
    watched(command.spawn().unwrap(), waits, limits.time)
}

/// Waits for a program, and notes the processor time it had used when its time limit was reached. `waits`: the clock
/// starts at `BEGIN`, and not with the program.
fn watched(mut child: Child, waits: bool, time: Duration) -> Measured {
    let spawned = Instant::now();
    let process = Pid::from_raw(i32::try_from(child.id()).unwrap());
    let peak = Peak::of(child.id());
    let began = answers(&mut child);
    let mut said = child.stderr.take().unwrap();
    let saying = std::thread::spawn(move || {
        let mut text = Vec::new();
        // The rest is read and dropped: with a full pipe the program would wait for ever.
        said.by_ref().take(10_000).read_to_end(&mut text).unwrap();
        std::io::copy(&mut said, &mut std::io::sink()).unwrap();
        String::from_utf8_lossy(&text).into_owned()
    });
    let begun = match waits {
        true => began.recv_timeout(HANGS).unwrap_or(spawned),
        false => spawned,
    };
    let mut busy = None;
    let used = loop {
        // This comes before `try_wait4`, after which the clock of an ended process is gone.
        if busy.is_none() && begun.elapsed() >= time {
            busy = Some(busy_until_now(process));
        }
        if let Some(used) = child.try_wait4().unwrap() {
            break used;
        }
        if begun.elapsed() > time + HANGS {
            child.kill().unwrap();
            break child.wait4().unwrap();
        }
        std::thread::sleep(LOOK);
    };
    let wall = begun.elapsed();
    let late = busy.map_or(Duration::ZERO, |busy| (used.rusage.utime + used.rusage.stime).saturating_sub(busy));
    let error = error_code(&saying.join().unwrap());
    Measured { late, wall, peak: peak.bytes(), code: used.status.code(), error }
}

/// Reads all of standard output in a thread, and sends the time at which `BEGIN` comes.
fn answers(child: &mut Child) -> Receiver<Instant> {
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let (begin, began) = mpsc::channel();
    std::thread::spawn(move || {
        let mut line = String::new();
        // Only the short answers to the definitions come before `BEGIN`.
        while (&mut output).take(1000).read_line(&mut line).is_ok_and(|bytes| bytes > 0) {
            if line.contains(BEGIN) {
                let _ = begin.send(Instant::now());
                break;
            }
            line.clear();
        }
        std::io::copy(&mut output, &mut std::io::sink())
    });
    began
}

/// The processor time that a process has used until now.
fn busy_until_now(process: Pid) -> Duration {
    let clock = clock_getcpuclockid(process).unwrap();
    Duration::from(clock_gettime(clock).unwrap())
}

/// The code of the first error, from what was written to standard error.
fn error_code(said: &str) -> String {
    match said.split_once("\"code\":\"").or_else(|| said.split_once("error[")) {
        Some((_, rest)) => rest.chars().take_while(|letter| letter.is_ascii_alphanumeric()).collect(),
        None => said.lines().next().unwrap_or_default().to_owned(),
    }
}

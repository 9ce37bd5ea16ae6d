//! Watches over a computation: stops it when its time is up, and shows how far it is.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use super::Ending;
use crate::error::thousands;
use crate::solve::{Signal, Stop};

/// The watch. While it is begun, its thread looks at the computation ten times a second.
#[derive(Clone)]
pub struct Watch {
    signal: Arc<Signal>,
    state: Arc<State>,
}

struct State {
    start: Instant,
    /// Milliseconds from `start` at which the computation at hand began, plus 1; 0 while there is none.
    begun: AtomicU64,
    /// Progress may be shown.
    shows: AtomicBool,
    /// A progress line stands on the screen.
    shown: AtomicBool,
    /// Milliseconds from `start` at which it was asked to stop, plus 1; 0 if it was not.
    asked: AtomicU64,
    /// A session is to outlive its computations: somebody sits at a prompt.
    kept: AtomicBool,
}

/// Back to the beginning of the line, and nothing behind it.
const CLEAR: &str = "\r\x1b[K";
/// Columns of the progress line.
const WIDTH: usize = 78;
/// How long an answer may take before its progress is shown.
const PATIENCE: u64 = 500;
const LOOK: Duration = Duration::from_millis(50);
/// What has not stopped after so many milliseconds may be ended by force.
const DEAF: u64 = 1000;

impl Watch {
    /// Begins to watch in a thread of its own. Without a time limit and without a terminal there is nothing to do.
    pub fn new(signal: Arc<Signal>, timeout: Option<Duration>, quiet: bool) -> Watch {
        let state = State {
            start: Instant::now(),
            begun: AtomicU64::new(0),
            shows: AtomicBool::new(false),
            shown: AtomicBool::new(false),
            asked: AtomicU64::new(0),
            kept: AtomicBool::new(false),
        };
        let watch = Watch { signal, state: Arc::new(state) };
        let shows = !quiet && io::stderr().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb");
        watch.state.shows.store(shows, Ordering::SeqCst);
        if shows || timeout.is_some() {
            let own = watch.clone();
            thread::spawn(move || own.look(timeout, shows));
        }
        watch
    }

    /// A computation begins.
    pub fn begin(&self) {
        self.calm();
        self.state.begun.store(self.now() + 1, Ordering::SeqCst);
    }

    /// It is over: the progress line is wiped away.
    pub fn end(&self) {
        self.state.begun.store(0, Ordering::SeqCst);
        self.calm();
        self.wipe();
    }

    /// From now on Ctrl-C ends computations only, not the program.
    pub fn keep_session(&self) {
        self.state.kept.store(true, Ordering::SeqCst);
    }

    /// Ctrl-C. A computation is asked to stop. A script that computes nothing, or is asked twice, ends at once; a
    /// prompt only if the computation has not heard for a while.
    pub fn interrupt(&self) {
        let asked = self.state.asked.load(Ordering::SeqCst);
        let busy = self.is_busy();
        let ends = if self.state.kept.load(Ordering::SeqCst) {
            busy && asked > 0 && self.now() + 1 >= asked + DEAF
        } else {
            !busy || asked > 0
        };
        if ends {
            self.wipe();
            std::process::exit(i32::from(Ending::Interrupted.code()));
        }
        if asked == 0 {
            self.state.asked.store(self.now() + 1, Ordering::SeqCst);
        }
        // The terminal has written `^C`, which is to be wiped away too.
        if busy && self.state.shows.load(Ordering::SeqCst) {
            self.state.shown.store(true, Ordering::SeqCst);
        }
        self.signal.interrupt();
    }

    /// Has it been asked to stop since it began?
    pub fn is_stopping(&self) -> bool {
        self.state.asked.load(Ordering::SeqCst) > 0
    }

    /// Why the work at hand should stop, if it should.
    pub fn stop(&self) -> Option<Stop> {
        self.signal.stop()
    }

    /// Does a little work, which is told to stop when this time is over.
    pub fn within<T>(&self, time: Duration, work: impl FnOnce() -> T) -> T {
        self.calm();
        let (done, over) = mpsc::channel::<()>();
        let result = thread::scope(|scope| {
            scope.spawn(move || {
                if over.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                    self.signal.time_out();
                }
            });
            let result = work();
            drop(done);
            result
        });
        self.calm();
        result
    }

    /// Forgets that somebody wanted it to stop.
    pub fn calm(&self) {
        self.state.asked.store(0, Ordering::SeqCst);
        self.signal.reset();
    }

    fn is_busy(&self) -> bool {
        self.state.begun.load(Ordering::SeqCst) != 0
    }

    fn wipe(&self) {
        if self.state.shown.swap(false, Ordering::SeqCst) {
            eprint(CLEAR);
        }
    }

    fn now(&self) -> u64 {
        self.state.start.elapsed().as_millis() as u64
    }

    fn look(&self, timeout: Option<Duration>, shows: bool) {
        loop {
            thread::sleep(LOOK);
            let begun = self.state.begun.load(Ordering::SeqCst);
            if begun == 0 {
                continue;
            }
            let elapsed = self.now().saturating_sub(begun - 1);
            if timeout.is_some_and(|timeout| u128::from(elapsed) >= timeout.as_millis()) {
                self.signal.time_out();
            }
            if shows && elapsed >= PATIENCE && elapsed % 200 < LOOK.as_millis() as u64 {
                self.show(elapsed);
            }
        }
    }

    fn show(&self, elapsed: u64) {
        let Some(line) = self.line(elapsed) else { return };
        self.state.shown.store(true, Ordering::SeqCst);
        eprint(&format!("{CLEAR}{line:.WIDTH$}"));
        // It may have ended meanwhile, and wiped the screen before this line came.
        if !self.is_busy() {
            self.wipe();
        }
    }

    /// What, how far, how fast.
    fn line(&self, elapsed: u64) -> Option<String> {
        let asked = self.state.asked.load(Ordering::SeqCst);
        if asked > 0 && self.now() + 1 >= asked + DEAF {
            return Some("… stopping takes longer than it should; Ctrl-C once more leaves the program".to_owned());
        }
        let (done, goal) = self.signal.progress()?;
        let speed = rounded(done as f64 / (elapsed as f64 / 1000.0));
        Some(match goal {
            0 => format!("… {} done, {speed} a second; Ctrl-C stops", thousands(done)),
            _ => {
                let part = 100.0 * done as f64 / goal as f64;
                format!("… {} of {} ({part:.0} %), {speed} a second; Ctrl-C stops", thousands(done), thousands(goal))
            }
        })
    }
}

fn eprint(text: &str) {
    let mut err = io::stderr().lock();
    // A progress line that cannot be shown is no loss.
    let _ = err.write_all(text.as_bytes()).and_then(|()| err.flush());
}

/// 12.3 million
fn rounded(count: f64) -> String {
    match count {
        n if n >= 1e9 => format!("{:.1} billion", n / 1e9),
        n if n >= 1e6 => format!("{:.1} million", n / 1e6),
        n if n >= 1e4 => format!("{:.0} thousand", n / 1e3),
        n => format!("{n:.0}"),
    }
}

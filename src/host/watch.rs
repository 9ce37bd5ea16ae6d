//! Watches over a computation: stops it at Ctrl-C or when its time is up, and shows its progress.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use grundy_engine::solve::{Signal, SolveError};

use super::process::ExitStatus;
use super::terminal::is_dumb_by_name;
use crate::error::thousands;
use crate::service::unfinished_files::UnfinishedFiles;

/// A watch over the computations of a session, one at a time. Its thread looks at the current one twenty times a
/// second. Clones share their state.
#[derive(Clone)]
pub struct Watch {
    signal: Arc<Signal>,
    state: Arc<State>,
}

struct State {
    start: Instant,
    /// Milliseconds from `start` at which the computation at hand began, plus 1; 0 while there is none.
    computation_began: AtomicU64,
    /// How long a statement may take.
    timeout: Option<Duration>,
    /// Milliseconds from `start` at which the time of the current statement began, plus 1; 0 before the first
    /// statement. The time of a `load` goes on through the files it runs.
    statement_began: AtomicU64,
    /// How many files are being loaded, one inside the other.
    loads: AtomicU64,
    /// Progress may be shown.
    shows_progress: AtomicBool,
    /// A progress line stands on the screen.
    is_progress_shown: AtomicBool,
    /// Milliseconds from `start` at which Ctrl-C asked the computation to stop, plus 1; 0 if it did not.
    interrupted_at: AtomicU64,
    /// Ctrl-C ends a computation only, not the program: this is a prompt.
    keeps_session: AtomicBool,
    /// Files that are being written.
    unfinished_files: UnfinishedFiles,
    /// What is done before a signal ends the program.
    exit_hook: Mutex<Option<Box<dyn Fn() + Send>>>,
}

/// Moves the cursor to the beginning of the line, and clears the line.
const CLEAR_LINE: &str = "\r\x1b[K";
/// The progress line is no longer than this, however wide the terminal.
const MAX_WIDTH: usize = 78;
/// How many milliseconds an answer may take before its progress is shown.
const PROGRESS_DELAY: u64 = 500;
/// The time between two looks at the computation.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// Milliseconds from one progress line to the next.
const REDRAW_INTERVAL: u64 = 200;
/// How many milliseconds after the first Ctrl-C another one may end a program that is at its prompt.
const UNRESPONSIVE: u64 = 1000;

impl Watch {
    /// Starts the watching thread, which only the time limit and the progress line need. The line is shown at a
    /// terminal, unless `silent`.
    pub fn new(signal: Arc<Signal>, timeout: Option<Duration>, silent: bool) -> Watch {
        let state = State {
            start: Instant::now(),
            computation_began: AtomicU64::new(0),
            shows_progress: AtomicBool::new(false),
            is_progress_shown: AtomicBool::new(false),
            interrupted_at: AtomicU64::new(0),
            timeout,
            statement_began: AtomicU64::new(0),
            loads: AtomicU64::new(0),
            keeps_session: AtomicBool::new(false),
            unfinished_files: UnfinishedFiles::default(),
            exit_hook: Mutex::new(None),
        };
        let watch = Watch { signal, state: Arc::new(state) };
        let shows_progress = !silent && io::stderr().is_terminal() && !is_dumb_by_name();
        watch.state.shows_progress.store(shows_progress, Ordering::SeqCst);
        if shows_progress || timeout.is_some() {
            let own = watch.clone();
            thread::spawn(move || own.watch_loop(shows_progress));
        }
        watch
    }

    /// Marks the beginning of a computation. A Ctrl-C before it counts, unless it was forgotten.
    ///
    /// # Errors
    /// Why the computation must not begin.
    pub fn begin(&self) -> Result<(), SolveError> {
        // The signal is reset before the look at `interrupted_at`, so that no Ctrl-C in between is lost.
        self.signal.reset();
        if self.state.loads.load(Ordering::SeqCst) == 0 {
            self.state.statement_began.store(self.now() + 1, Ordering::SeqCst);
        }
        self.go_on()
    }

    /// Marks the beginning of another part of a computation, within the time of the same statement.
    ///
    /// # Errors
    /// Why this part must not begin.
    pub fn go_on(&self) -> Result<(), SolveError> {
        self.stop_reason().map_or(Ok(()), Err)?;
        self.state.computation_began.store(self.now() + 1, Ordering::SeqCst);
        Ok(())
    }

    /// Marks the end of a computation, and clears the progress line.
    pub fn end(&self) {
        self.state.computation_began.store(0, Ordering::SeqCst);
        self.clear_progress();
    }

    /// Marks the beginning of a `load`: its time goes on through all statements of the file.
    pub fn begin_load(&self) {
        if self.state.loads.fetch_add(1, Ordering::SeqCst) == 0 {
            self.state.statement_began.store(self.now() + 1, Ordering::SeqCst);
        }
    }

    /// Marks the end of a `load`.
    pub fn end_load(&self) {
        if self.state.loads.fetch_sub(1, Ordering::SeqCst) == 1 {
            self.state.statement_began.store(self.now() + 1, Ordering::SeqCst);
        }
    }

    /// Is a file being loaded?
    pub fn is_loading(&self) -> bool {
        self.state.loads.load(Ordering::SeqCst) > 0
    }

    /// Why the computation at hand, or the next one, should stop.
    pub fn stop_reason(&self) -> Option<SolveError> {
        if self.is_stopping() {
            return Some(SolveError::Interrupted);
        }
        let statement_began = self.state.statement_began.load(Ordering::SeqCst);
        let elapsed = self.now().saturating_sub(statement_began.saturating_sub(1));
        (statement_began > 0 && self.is_too_long(elapsed)).then_some(SolveError::TimedOut)
    }

    /// How much time the statement at hand has left, if there is a limit.
    pub fn time_left(&self) -> Option<Duration> {
        let statement_began = self.state.statement_began.load(Ordering::SeqCst);
        let elapsed = Duration::from_millis(self.now().saturating_sub(statement_began.saturating_sub(1)));
        self.state.timeout.map(|timeout| timeout.saturating_sub(elapsed))
    }

    fn is_too_long(&self, elapsed: u64) -> bool {
        self.state.timeout.is_some_and(|timeout| u128::from(elapsed) >= timeout.as_millis())
    }

    /// Files that are being written, and are removed if the program is ended.
    pub fn unfinished_files(&self) -> &UnfinishedFiles {
        &self.state.unfinished_files
    }

    /// From now on the signals that end a program from outside end it as they always do, but leave no unfinished file
    /// behind; and a file that becomes longer than the system allows is an error of writing, and not the end.
    ///
    /// # Errors
    /// If the signals cannot be handled.
    #[cfg(unix)]
    pub fn clean_up_when_ended(&self) -> io::Result<()> {
        signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default())?;
        let mut signals = signal_hook::iterator::Signals::new(ending_signals())?;
        let own = self.clone();
        thread::spawn(move || {
            for signal in signals.forever() {
                let _held = own.unfinished_files().remove_all();
                own.clear_progress();
                own.run_exit_hook();
                // This ends the program.
                let _ = signal_hook::low_level::emulate_default_handler(signal);
            }
        });
        Ok(())
    }

    #[cfg(not(unix))]
    pub fn clean_up_when_ended(&self) -> io::Result<()> {
        Ok(())
    }

    /// Sets what is done before a signal ends the program, such as to restore the terminal.
    pub fn on_exit(&self, exit_hook: impl Fn() + Send + 'static) {
        *self.state.exit_hook.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(exit_hook));
    }

    fn run_exit_hook(&self) {
        if let Some(exit_hook) = &*self.state.exit_hook.lock().unwrap_or_else(PoisonError::into_inner) {
            exit_hook();
        }
    }

    /// From now on Ctrl-C ends computations only, not the program.
    pub fn keep_session(&self) {
        self.state.keeps_session.store(true, Ordering::SeqCst);
    }

    /// Ctrl-C. A computation is asked to stop. A script that computes nothing, or is asked twice, ends at once; a
    /// prompt only if the computation has not stopped for a while.
    pub fn interrupt(&self) {
        let interrupted_at = self.state.interrupted_at.load(Ordering::SeqCst);
        let busy = self.is_busy();
        let ends = if self.state.keeps_session.load(Ordering::SeqCst) {
            let works = busy || self.state.loads.load(Ordering::SeqCst) > 0;
            works && interrupted_at > 0 && self.now() + 1 >= interrupted_at + UNRESPONSIVE
        } else {
            !busy || interrupted_at > 0
        };
        if ends {
            self.clear_progress();
            let _held = self.unfinished_files().remove_all();
            self.run_exit_hook();
            std::process::exit(i32::from(ExitStatus::Interrupted.code()));
        }
        self.ask_to_stop();
        // The terminal has written `^C`, which is to be cleared too.
        if busy && self.state.shows_progress.load(Ordering::SeqCst) {
            self.state.is_progress_shown.store(true, Ordering::SeqCst);
        }
    }

    /// Asks the computation at hand to stop, as Ctrl-C does.
    pub fn ask_to_stop(&self) {
        // Only the first time counts, for how long it takes to stop.
        let now = self.now() + 1;
        let _ = self.state.interrupted_at.compare_exchange(0, now, Ordering::SeqCst, Ordering::SeqCst);
        self.signal.interrupt();
    }

    /// Whether Ctrl-C was pressed and has not been forgotten.
    pub fn is_stopping(&self) -> bool {
        self.state.interrupted_at.load(Ordering::SeqCst) > 0
    }

    /// Runs `work`, and signals it to stop after `time`. Any Ctrl-C before its end is forgotten.
    pub fn within<T>(&self, time: Duration, work: impl FnOnce() -> T) -> T {
        self.forget_interrupt();
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
        self.forget_interrupt();
        result
    }

    /// Forgets that Ctrl-C was pressed.
    pub fn forget_interrupt(&self) {
        self.state.interrupted_at.store(0, Ordering::SeqCst);
        self.signal.reset();
    }

    fn is_busy(&self) -> bool {
        self.state.computation_began.load(Ordering::SeqCst) != 0
    }

    fn clear_progress(&self) {
        if self.state.is_progress_shown.swap(false, Ordering::SeqCst) {
            eprint(CLEAR_LINE);
        }
    }

    fn now(&self) -> u64 {
        self.state.start.elapsed().as_millis() as u64
    }

    /// The loop of the watching thread.
    fn watch_loop(&self, shows_progress: bool) {
        let mut last_shown = 0;
        loop {
            thread::sleep(POLL_INTERVAL);
            let computation_began = self.state.computation_began.load(Ordering::SeqCst);
            if computation_began == 0 {
                continue;
            }
            let elapsed = self.now().saturating_sub(computation_began - 1);
            let statement_began = self.state.statement_began.load(Ordering::SeqCst);
            if self.is_too_long(self.now().saturating_sub(statement_began.saturating_sub(1))) && self.is_busy() {
                self.signal.time_out();
            }
            if shows_progress && elapsed >= PROGRESS_DELAY && self.now() >= last_shown + REDRAW_INTERVAL {
                last_shown = self.now();
                self.show(elapsed);
            }
        }
    }

    fn show(&self, elapsed: u64) {
        // A line that reached the last column would be wrapped, and its second row could not be cleared.
        let room = super::style::width().saturating_sub(2).min(MAX_WIDTH);
        let Some(line) = self.line(elapsed, room) else { return };
        self.state.is_progress_shown.store(true, Ordering::SeqCst);
        eprint(&format!("{CLEAR_LINE}{line:.room$}"));
        // The computation may have ended meanwhile, and cleared the screen before this line came.
        if !self.is_busy() {
            self.clear_progress();
        }
    }

    /// The progress line, as long as there is room for; `None` if no progress is known.
    fn line(&self, elapsed: u64, room: usize) -> Option<String> {
        let interrupted_at = self.state.interrupted_at.load(Ordering::SeqCst);
        if interrupted_at > 0 && self.now() + 1 >= interrupted_at + UNRESPONSIVE {
            let long = "… stopping takes longer than it should; press Ctrl-C again to leave the program";
            return Some(first_that_fits(vec![long.to_owned(), "… stopping; Ctrl-C again leaves".to_owned()], room));
        }
        let (done, goal) = self.signal.progress()?;
        Some(progress(done, goal, done as f64 / (elapsed as f64 / 1000.0), room))
    }
}

/// The signals that end the program from outside: SIGTERM, and those among SIGHUP, SIGQUIT and SIGXCPU that are not
/// ignored. `nohup` has SIGHUP ignored, and that must stay so. Where it is not known what is ignored, these signals are
/// left alone.
#[cfg(unix)]
fn ending_signals() -> Vec<i32> {
    use signal_hook::consts::{SIGHUP, SIGQUIT, SIGTERM, SIGXCPU};
    let others = [SIGHUP, SIGQUIT, SIGXCPU];
    let ignored = std::fs::read_to_string("/proc/self/status").ok().and_then(|status| ignored_signals(&status));
    let heard = ignored.map(|ignored| others.into_iter().filter(move |signal| ignored >> (signal - 1) & 1 == 0));
    [SIGTERM].into_iter().chain(heard.into_iter().flatten()).collect()
}

/// The set of ignored signals, one bit each, from the lines of `/proc/self/status`.
#[cfg(unix)]
fn ignored_signals(status: &str) -> Option<u64> {
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    u64::from_str_radix(mask.trim(), 16).ok()
}

fn progress(done: u64, goal: u64, speed: f64, room: usize) -> String {
    let (count, speed) = (thousands(done), rounded(speed));
    let lines = match goal {
        0 => vec![
            format!("… {count} done, {speed} a second; Ctrl-C stops"),
            format!("… {count} done; Ctrl-C stops"),
            format!("… {}; Ctrl-C stops", rounded(done as f64)),
        ],
        _ => {
            let part = 100.0 * done as f64 / goal as f64;
            // Rounded up, this would show 100 % before the end.
            let part = format!("{:.0} %", part.min(100.0).floor());
            vec![
                format!("… {count} of {} ({part}), {speed} a second; Ctrl-C stops", thousands(goal)),
                format!("… {count} of {} ({part}); Ctrl-C stops", thousands(goal)),
                format!("… {part}; Ctrl-C stops"),
            ]
        }
    };
    first_that_fits(lines, room)
}

/// The first line there is room for, or the last one.
fn first_that_fits(lines: Vec<String>, room: usize) -> String {
    let fits = lines.iter().position(|line| line.chars().count() <= room).unwrap_or(lines.len() - 1);
    lines.into_iter().nth(fits).unwrap_or_default()
}

fn eprint(text: &str) {
    let mut err = io::stderr().lock();
    // A progress line that cannot be shown is no loss.
    let _ = err.write_all(text.as_bytes()).and_then(|()| err.flush());
}

/// A number in words, such as `12.3 million`.
fn rounded(count: f64) -> String {
    match count {
        n if n >= 1e9 => format!("{:.1} billion", n / 1e9),
        n if n >= 1e6 => format!("{:.1} million", n / 1e6),
        n if n >= 1e4 => format!("{:.0} thousand", n / 1e3),
        n => format!("{n:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn what_is_ignored_is_read() {
        assert_eq!(ignored_signals("Name:\tgrundy\nSigIgn:\t0000000000001001\nSigCgt:\t00\n"), Some(0x1001));
        assert_eq!(ignored_signals("SigIgn: many"), None);
    }

    #[test]
    fn progress_fits_its_room() {
        let cases = [
            (78, "… 1,234,567 of 10,000,000 (12 %), 1.2 million a second; Ctrl-C stops"),
            (60, "… 1,234,567 of 10,000,000 (12 %); Ctrl-C stops"),
            (38, "… 12 %; Ctrl-C stops"),
        ];
        for (room, expected) in cases {
            assert_eq!(progress(1_234_567, 10_000_000, 1.2e6, room), expected);
        }
        assert_eq!(progress(9_999_999, 10_000_000, 1.0, 38), "… 99 %; Ctrl-C stops");
        assert_eq!(progress(123_456_789_012, 0, 1.2e6, 38), "… 123,456,789,012 done; Ctrl-C stops");
        assert_eq!(progress(123_456_789_012, 0, 1.2e6, 33), "… 123.5 billion; Ctrl-C stops");
    }
}

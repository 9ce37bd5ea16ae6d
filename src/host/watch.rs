//! Watches over a computation: stops it at Ctrl-C, shows its progress, and clears up when a signal ends the program.

use std::io::{self, IsTerminal, Write};
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::process::ExitStatus;
use super::terminal::is_dumb_by_name;
use crate::error::thousands;
use crate::service::Clock;
use crate::service::unfinished_files::UnfinishedFiles;

/// A watch over the computations of a session. Clones share their state.
#[derive(Clone)]
pub struct Watch {
    clock: Clock,
    state: Arc<State>,
}

/// The clock of what is watched.
impl Deref for Watch {
    type Target = Clock;

    fn deref(&self) -> &Clock {
        &self.clock
    }
}

#[derive(Default)]
struct State {
    /// Progress may be shown.
    shows_progress: bool,
    /// A progress line stands on the screen.
    is_progress_shown: AtomicBool,
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
/// How long an answer may take before its progress is shown.
const PROGRESS_DELAY: Duration = Duration::from_millis(500);
/// The time between two looks at the computation.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// The time from one progress line to the next.
const REDRAW_INTERVAL: Duration = Duration::from_millis(200);
/// How long after the first Ctrl-C another one may end a program that is at its prompt.
const UNRESPONSIVE: Duration = Duration::from_secs(1);

impl Watch {
    /// Watches over what this clock times. A progress line is shown at a terminal, unless `silent`.
    pub fn new(clock: Clock, silent: bool) -> Watch {
        let shows_progress = !silent && io::stderr().is_terminal() && !is_dumb_by_name();
        let watch = Watch { clock, state: Arc::new(State { shows_progress, ..State::default() }) };
        if shows_progress {
            let own = watch.clone();
            thread::spawn(move || own.show_progress());
        }
        watch
    }

    /// Marks the end of a computation, and clears the progress line.
    pub fn end(&self) {
        self.clock.end();
        self.clear_progress();
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
        let (busy, stopping) = (self.computing().is_some(), self.stopping());
        let ends = if self.state.keeps_session.load(Ordering::SeqCst) {
            (busy || self.loads() > 0) && stopping.is_some_and(|time| time >= UNRESPONSIVE)
        } else {
            !busy || stopping.is_some()
        };
        if ends {
            self.clear_progress();
            let _held = self.unfinished_files().remove_all();
            self.run_exit_hook();
            std::process::exit(i32::from(ExitStatus::Interrupted.code()));
        }
        self.stop();
        // The terminal has written `^C`, which is to be cleared too.
        if busy && self.state.shows_progress {
            self.state.is_progress_shown.store(true, Ordering::SeqCst);
        }
    }

    /// Whether Ctrl-C was pressed and has not been forgotten.
    pub fn is_stopping(&self) -> bool {
        self.stopping().is_some()
    }

    fn clear_progress(&self) {
        if self.state.is_progress_shown.swap(false, Ordering::SeqCst) {
            eprint(CLEAR_LINE);
        }
    }

    /// The loop of the thread that shows the progress.
    fn show_progress(&self) {
        let mut since_shown = Duration::ZERO;
        loop {
            thread::sleep(POLL_INTERVAL);
            since_shown += POLL_INTERVAL;
            if let Some(time) =
                self.computing().filter(|time| *time >= PROGRESS_DELAY && since_shown >= REDRAW_INTERVAL)
            {
                since_shown = Duration::ZERO;
                self.show(time);
            }
        }
    }

    fn show(&self, time: Duration) {
        // A line that reached the last column would be wrapped, and its second row could not be cleared.
        let room = super::style::width().saturating_sub(2).min(MAX_WIDTH);
        let Some(line) = self.line(time, room) else { return };
        self.state.is_progress_shown.store(true, Ordering::SeqCst);
        eprint(&format!("{CLEAR_LINE}{line:.room$}"));
        // The computation may have ended meanwhile, and cleared the screen before this line came.
        if self.computing().is_none() {
            self.clear_progress();
        }
    }

    /// The progress line, as long as there is room for; `None` if no progress is known.
    fn line(&self, time: Duration, room: usize) -> Option<String> {
        if self.stopping().is_some_and(|time| time >= UNRESPONSIVE) {
            let long = "… stopping takes longer than it should; press Ctrl-C again to leave the program";
            return Some(first_that_fits(vec![long.to_owned(), "… stopping; Ctrl-C again leaves".to_owned()], room));
        }
        let (done, goal) = self.signal().progress()?;
        Some(progress(done, goal, done as f64 / time.as_secs_f64(), room))
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

//! The process: how it ends, which of its threads Ctrl-C reaches, and how much memory the machine has to spare.

use std::fs;
use std::io::Read;

use crate::error::bytes;

/// How the program ends: its exit status, the worst last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum ExitStatus {
    #[default]
    Success,
    /// An error, a failed `assert` or a failed `check`.
    Failure,
    Interrupted,
}

impl ExitStatus {
    /// The exit code.
    pub fn code(self) -> u8 {
        match self {
            ExitStatus::Success => 0,
            ExitStatus::Failure => 1,
            ExitStatus::Interrupted => 130,
        }
    }
}

/// From now on Ctrl-C does not reach this thread, nor those that it starts.
///
/// At Ctrl-C a terminal throws away output that it has not shown yet. On Linux, a write to a pseudo-terminal that
/// waits for room is not woken by that: it goes on only when its own thread gets a signal, or a key is pressed. So
/// Ctrl-C must reach the thread that writes, and no other one.
#[cfg(unix)]
pub fn leave_interrupts_to_others() {
    // If this fails, a long answer may hang after Ctrl-C until the next key.
    let _ = sigint().thread_block();
}

/// From now on Ctrl-C reaches this thread.
#[cfg(unix)]
pub fn take_interrupts() {
    let _ = sigint().thread_unblock();
}

#[cfg(unix)]
fn sigint() -> nix::sys::signal::SigSet {
    use nix::sys::signal::{SigSet, Signal};
    SigSet::from_iter([Signal::SIGINT])
}

#[cfg(not(unix))]
pub fn leave_interrupts_to_others() {}

#[cfg(not(unix))]
pub fn take_interrupts() {}

/// Bytes that could be used without taking memory from other programs; `None` if the system does not say. A
/// container's own limit counts as well.
pub fn free_memory() -> Option<u64> {
    let machine = bytes_of(&fs::read("/proc/meminfo").ok()?, b"MemAvailable:")?;
    let number = |path| fs::read_to_string(path).ok()?.trim().parse::<u64>().ok();
    let container = number("/sys/fs/cgroup/memory.max")
        .map(|most| most.saturating_sub(number("/sys/fs/cgroup/memory.current").unwrap_or(0)));
    Some(container.map_or(machine, |container| container.min(machine)))
}

/// Bytes that the program holds in memory, itself included; 0 if the system does not say. Nothing is allocated for that.
pub fn held_memory() -> usize {
    let mut text = [0; 4096];
    let read = fs::File::open("/proc/self/status").and_then(|mut file| file.read(&mut text)).unwrap_or(0);
    bytes_of(&text[..read], b"VmRSS:").and_then(|bytes| usize::try_from(bytes).ok()).unwrap_or(0)
}

/// What a file of `/proc` says under this name, which counts in kibibytes.
fn bytes_of(lines: &[u8], name: &[u8]) -> Option<u64> {
    let line = lines.split(|byte| *byte == b'\n').find_map(|line| line.strip_prefix(name))?;
    let number = std::str::from_utf8(line).ok()?.trim().strip_suffix("kB")?;
    number.trim().parse::<u64>().ok()?.checked_mul(1024)
}

/// How many bytes may be used if `asked` are wanted and `free` are free, and a note for the user if that is less.
pub fn allowed_memory(asked: u64, free: u64) -> (u64, Option<String>) {
    let most = free / 10 * 9;
    if asked <= most {
        return (asked, None);
    }
    let (wanted, spare) = (bytes(asked.into()), bytes(most.into()));
    let note = format!("`--memory` allows {wanted}, and this machine can spare {spare} now, which is the limit then");
    (most, Some(note))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_available_is_read() {
        let available = |lines: &str| bytes_of(lines.as_bytes(), b"MemAvailable:");
        let resident = |lines: &[u8]| bytes_of(lines, b"VmRSS:");
        let lines = "MemTotal:       24590684 kB\nMemFree:        12345 kB\nMemAvailable:   20000000 kB\n";
        assert_eq!(available(lines), Some(20_480_000_000));
        assert_eq!(allowed_memory(1 << 30, 20_000_000_000), (1 << 30, None));
        let (most, note) = allowed_memory(1_000_000_000_000, 20_000_000_000);
        assert_eq!(most, 18_000_000_000);
        assert_eq!(
            note.unwrap(),
            "`--memory` allows 1.0 TB, and this machine can spare 18.0 GB now, which is the limit then"
        );
        assert_eq!(available("MemTotal: 5 kB"), None);
        assert_eq!(resident(b"Name:\tgrundy\nVmRSS:\t   12345 kB\nThreads:\t1\n"), Some(12_641_280));
        assert_eq!(resident(b"VmRSS:\t many kB\n"), None);
        assert_eq!(available("MemAvailable: many"), None);
    }
}

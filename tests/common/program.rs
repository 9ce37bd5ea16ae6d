//! The program that is tested from outside: its path, and the most memory that it has had resident.

use std::fs;
use std::path::PathBuf;
use std::thread::JoinHandle;
use std::time::Duration;

/// The program that was built with the tests, or the one that the environment variable `GRUNDY` names. So tests
/// built for debugging can measure a release build.
pub fn program() -> PathBuf {
    std::env::var_os("GRUNDY").map_or_else(|| env!("CARGO_BIN_EXE_grundy").into(), PathBuf::from)
}

/// Looks at a program from its beginning to its end.
pub struct Peak(JoinHandle<u64>);

impl Peak {
    const LOOK: Duration = Duration::from_millis(1);

    /// Begins to look at the program with this number. The count that the system keeps for a child (`ru_maxrss`) begins
    /// with what its parent had, so it is asked of the running program instead.
    pub fn of(process: u32) -> Peak {
        Peak(std::thread::spawn(move || {
            let mut peak = 0;
            while let Some(bytes) = resident(process) {
                peak = peak.max(bytes);
                std::thread::sleep(Peak::LOOK);
            }
            peak
        }))
    }

    /// The bytes, when the program has ended; 0 where the system does not tell them.
    pub fn bytes(self) -> u64 {
        self.0.join().unwrap()
    }
}

/// The most bytes so far; `None` once the program has ended.
pub fn resident(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(1024 * line.split_whitespace().next()?.parse::<u64>().ok()?)
}

//! The clock of the benchmarks.

use std::time::Instant;

/// Runs something once. The result is how long it took, in seconds, and what it gave. This is CPU time, but for runs
/// below 50 ms it is elapsed time, whose resolution is finer.
pub fn timed<T>(run: impl FnOnce() -> T) -> (f64, T) {
    let (clock, begun) = (Instant::now(), cpu_seconds());
    let found = run();
    let elapsed = clock.elapsed().as_secs_f64();
    (if elapsed < 0.05 { elapsed } else { cpu_seconds() - begun }, found)
}

/// CPU time of this thread in seconds, where the system reports it; otherwise the time on the clock.
fn cpu_seconds() -> f64 {
    thread_local! {
        static BEGUN: Instant = Instant::now();
    }
    let line = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = line.and_then(|line| line.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| BEGUN.with(|begun| begun.elapsed().as_secs_f64()), |nanoseconds| nanoseconds * 1e-9)
}

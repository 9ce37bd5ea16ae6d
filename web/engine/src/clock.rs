//! The time, which the page tells: the only thing that the module imports. Nobody else can stop a computation of a single thread.

use std::sync::atomic::{AtomicU64, Ordering};

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// The time in seconds, from any moment on.
    safe fn now() -> f64;
}

/// The time at which what is asked has to end, as bits.
static END: AtomicU64 = AtomicU64::new(f64::INFINITY.to_bits());

/// The time in seconds, from any moment on.
pub fn seconds() -> f64 {
    now()
}

/// Lets what is asked take so many seconds from now on, or any time.
pub fn allow(seconds: Option<f64>) {
    let end = seconds.map_or(f64::INFINITY, |seconds| now() + seconds);
    END.store(end.to_bits(), Ordering::Relaxed);
}

/// Whether the time is up.
pub fn is_late() -> bool {
    let end = f64::from_bits(END.load(Ordering::Relaxed));
    end.is_finite() && now() >= end
}

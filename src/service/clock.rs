//! The time since something began. In a web page there is no clock, and no time passes.

#[cfg(not(target_family = "wasm"))]
use std::time::Instant;

pub struct Clock {
    #[cfg(not(target_family = "wasm"))]
    begun: Instant,
}

#[cfg(not(target_family = "wasm"))]
impl Clock {
    pub fn start() -> Clock {
        Clock { begun: Instant::now() }
    }

    pub fn seconds(&self) -> f64 {
        self.begun.elapsed().as_secs_f64()
    }
}

#[cfg(target_family = "wasm")]
impl Clock {
    pub fn start() -> Clock {
        Clock {}
    }

    pub fn seconds(&self) -> f64 {
        0.0
    }
}

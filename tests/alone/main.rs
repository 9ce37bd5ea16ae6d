//! What measures the memory of the whole process, one test at a time, in a program of its own: it counts all that is
//! allocated. `cargo test --test alone memory::` runs the tests of one file.

#[path = "../common/mod.rs"]
mod common;

mod memory;
mod soak;

use std::sync::{Mutex, MutexGuard, PoisonError};

use grundy::host::Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// What is counted is of one test at a time.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

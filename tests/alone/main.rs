//! What measures memory, in a program of its own that counts all that is allocated. `cargo test --test alone memory::` runs the tests of one file.

#[path = "../common/mod.rs"]
mod common;

mod memory;
mod soak;

use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use grundy::host::Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

static RUNNING: RwLock<()> = RwLock::new(());

/// For a test that asks the system for the memory of the process.
fn alone() -> RwLockWriteGuard<'static, ()> {
    RUNNING.write().unwrap_or_else(PoisonError::into_inner)
}

/// For a test that counts what its own thread allocates.
fn beside_others() -> RwLockReadGuard<'static, ()> {
    RUNNING.read().unwrap_or_else(PoisonError::into_inner)
}

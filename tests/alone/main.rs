//! The tests that measure memory and need a process of their own. `cargo test --test alone memory::` runs the tests of one file.

#[path = "../common/mod.rs"]
mod common;

mod memory;
mod service;
mod soak;

use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

static RUNNING: RwLock<()> = RwLock::new(());

/// The lock of a test that asks the system for the memory of the whole process: no other test runs meanwhile.
fn alone() -> RwLockWriteGuard<'static, ()> {
    RUNNING.write().unwrap_or_else(PoisonError::into_inner)
}

/// The lock of a test that counts only what its own thread allocates: such tests may run at the same time.
fn beside_others() -> RwLockReadGuard<'static, ()> {
    RUNNING.read().unwrap_or_else(PoisonError::into_inner)
}

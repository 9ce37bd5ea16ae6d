//! The path of the program that is tested from outside.

use std::path::PathBuf;

/// The program that was built with the tests, or the one that the environment variable `GRUNDY` names. So tests
/// built for debugging can measure a release build.
pub fn program() -> PathBuf {
    std::env::var_os("GRUNDY").map_or_else(|| env!("CARGO_BIN_EXE_grundy").into(), PathBuf::from)
}

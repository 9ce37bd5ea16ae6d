//! The program that is tested from outside.

use std::path::PathBuf;

/// The one that was built with the tests, or the one that the variable `GRUNDY` names: so a release build can be measured by
/// tests that are none.
pub fn program() -> PathBuf {
    std::env::var_os("GRUNDY").map_or_else(|| env!("CARGO_BIN_EXE_grundy").into(), PathBuf::from)
}

//! The program from outside: its arguments and input, what it writes to which stream, its exit codes, and how it
//! behaves at a terminal. `cargo test --test program terminal::` runs the tests of one file.

#[path = "../common/mod.rs"]
mod common;

mod arguments;
#[cfg(unix)]
mod class;
mod ctrl_c;
mod dialogues;
mod edges;
mod exercises;
mod files;
mod format;
#[cfg(unix)]
mod frames;
mod fuzzed;
mod handouts;
#[cfg(unix)]
mod heavy;
#[cfg(unix)]
mod lessons;
mod limits;
#[cfg(unix)]
mod lsp;
#[cfg(unix)]
mod mcp;
mod meanings;
#[cfg(unix)]
mod memory;
mod pipes;
#[cfg(unix)]
mod proposals;
mod strangers;
mod survey;
#[cfg(unix)]
mod terminal;
#[cfg(unix)]
mod transcripts;

use assert_cmd::Command;
use assert_cmd::assert::Assert;

use crate::common::clock::HANGS;

/// The program, without the environment variables that would change its output.
fn grundy() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS", "LC_ALL", "LC_CTYPE", "LC_MESSAGES"] {
        command.env_remove(name);
    }
    command.env("LANG", "C.UTF-8").env("TERM", "xterm");
    // Nothing here takes so long, except when the program hangs.
    command.timeout(2 * HANGS);
    command
}

fn out(assert: &Assert) -> String {
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

fn err(assert: &Assert) -> String {
    String::from_utf8(assert.get_output().stderr.clone()).unwrap()
}

/// Runs the program with `-e` and this code.
fn eval(code: &str) -> Assert {
    grundy().args(["-e", code]).assert()
}

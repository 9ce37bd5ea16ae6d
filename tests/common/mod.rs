//! Helpers that several test programs share. The fuzz targets in `fuzz/` use some of these files as well.

#![allow(dead_code)]

pub mod clock;
pub mod dice;
pub mod games;
pub mod lines;
#[cfg(unix)]
pub mod person;
pub mod played;
pub mod program;
pub mod recorded;
pub mod rules;
pub mod talk;
pub mod transcript;
pub mod works;

use std::fs;
use std::path::Path;

use grundy_engine::CountingAllocator;

pub use played::Played;

/// Sessions in memory have the limits that they would have in the program.
#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// The files of a folder with this extension, sorted; none if there is no such folder.
pub fn files(folder: &Path, extension: &str) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<String> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .map(|path| path.to_string_lossy().into_owned())
        .collect();
    files.sort();
    files
}

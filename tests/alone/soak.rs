//! A long session needs no more memory than at its beginning, and its statements take no longer. A failure prints
//! the time and the memory after each tenth of the statements.

use std::fs;
use std::time::Duration;

use grundy::service::CountingAllocator;

use crate::common::Played;
use crate::common::clock::worked;
use crate::common::dice::Dice;
use crate::common::lines::statement;
use crate::{alone, beside_others};

/// Resident memory in bytes, where the system tells it.
fn resident() -> Option<u64> {
    let pages: u64 = fs::read_to_string("/proc/self/statm").ok()?.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * 4096)
}

/// Runs `statements` random statements in one session. Returns for each tenth of them its processor time and the
/// bytes in use after it.
fn soak(statements: u64, memory: impl Fn() -> u64) -> Vec<(Duration, u64)> {
    let mut played = Played::new();
    let mut dice = Dice::new(11);
    let mut found = Vec::new();
    for _ in 0..10 {
        let begun = worked();
        for _ in 0..statements / 10 {
            played.answer(&statement(&mut dice));
        }
        found.push((worked() - begun, memory()));
    }
    found
}

#[test]
fn a_long_session_does_not_grow() {
    let _beside = beside_others();
    let found = soak(6_000, || CountingAllocator::in_use() as u64);
    // Memory goes up and down, since tables of rulesets that no definition names are dropped only when there are
    // many. At one of its low points it is below what it was near the beginning.
    let least = found[4..].iter().map(|tenth| tenth.1).min();
    assert!(least < Some(found[1].1), "{found:?}");
}

/// Run with `cargo test --release --test alone -- --ignored --nocapture`.
#[test]
#[ignore = "some minutes; see CONTRIBUTING.md"]
fn two_million_statements() {
    let _alone = alone();
    let found = soak(2_000_000, || resident().unwrap_or(0));
    for (index, (time, memory)) in found.iter().enumerate() {
        println!("{}: {:.0} a second, {} MB", index + 1, 200_000.0 / time.as_secs_f64(), memory / 1_000_000);
    }
    assert!(found.iter().all(|tenth| tenth.1 < 300_000_000), "{found:?}");
    let (first, last) = (found[1].0, found[9].0);
    assert!(last < 2 * first, "{found:?}");
}

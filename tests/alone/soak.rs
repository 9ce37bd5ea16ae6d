//! A session that goes on and on needs no more memory than at its beginning.

use std::fs;
use std::time::Duration;

use crate::alone;
use crate::common::Played;
use crate::common::clock::worked;
use crate::common::dice::Dice;
use crate::common::lines::statement;

/// Resident memory in bytes, where the system tells it.
fn resident() -> Option<u64> {
    let pages: u64 = fs::read_to_string("/proc/self/statm").ok()?.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * 4096)
}

/// Plays so many statements; says how long each tenth took and how much memory there was after it.
fn soak(statements: u64) -> Vec<(Duration, u64)> {
    let mut played = Played::new();
    let mut dice = Dice::new(11);
    let mut found = Vec::new();
    for _ in 0..10 {
        let begun = worked();
        for _ in 0..statements / 10 {
            played.answer(&statement(&mut dice));
        }
        found.push((worked() - begun, resident().unwrap_or(0)));
    }
    found
}

#[test]
fn a_long_session_does_not_grow() {
    let _alone = alone();
    let found = soak(8_000);
    // Until then it grows: tables of rulesets that nobody holds are dropped only when there are many.
    let (early, late) = (found[5].1, found[9].1);
    assert!(late < early + 3_000_000, "{found:?}");
}

/// `cargo test --release --test alone -- --ignored --nocapture`
#[test]
#[ignore = "some minutes; see CONTRIBUTING.md"]
fn two_million_statements() {
    let _alone = alone();
    let found = soak(2_000_000);
    for (index, (time, memory)) in found.iter().enumerate() {
        println!("{}: {:.0} a second, {} MB", index + 1, 200_000.0 / time.as_secs_f64(), memory / 1_000_000);
    }
    assert!(found.iter().all(|tenth| tenth.1 < 300_000_000), "{found:?}");
    let (first, last) = (found[1].0, found[9].0);
    assert!(last < 2 * first, "{found:?}");
}

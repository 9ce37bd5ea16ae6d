//! A great many random inputs in many ways (fuzzing): whatever it reads, the program does not hang or crash, has no
//! internal error, and ends with an expected exit code. A failure shows the fewest inputs found that bring it about.

mod foreign;
mod inputs;
mod made;
mod ways;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use inputs::Inputs;
use ways::{Ran, WAYS, Way, run};

/// What came of all inputs.
#[derive(Default)]
struct Tally {
    inputs: usize,
    processes: usize,
    ended: BTreeMap<String, usize>,
    longest: (Duration, String),
    /// The largest peak memory of a process in bytes, with its way, options and number of inputs.
    largest: (u64, String),
    bad: Vec<String>,
}

impl Tally {
    fn add(&mut self, way: Way, options: &[&str], inputs: &[Vec<u8>], ran: &Ran) {
        self.processes += 1;
        let code = ran.code.map_or("a signal".to_owned(), |code| code.to_string());
        *self.ended.entry(code).or_default() += 1;
        if ran.longest.0 > self.longest.0 {
            self.longest = (ran.longest.0, format!("{way:?}: {}", written(&inputs[ran.longest.1])));
        }
        if ran.peak > self.largest.0 {
            self.largest = (ran.peak, format!("{way:?} {options:?}, {} inputs", inputs.len()));
            if let Ok(folder) = std::env::var("KEEP") {
                _ = std::fs::write(folder, inputs.join(&b'\n'));
            }
        }
    }

    fn tell(&self) {
        let ended: Vec<String> = self.ended.iter().map(|(code, times)| format!("{code} ({times} times)")).collect();
        println!("{} inputs in {} processes, which ended with {}", self.inputs, self.processes, ended.join(", "));
        println!("The longest took {:.2} s: {}", self.longest.0.as_secs_f64(), self.longest.1);
        println!("The largest process had {} MB: {}", self.largest.0 / 1_000_000, self.largest.1);
    }
}

fn written(input: &[u8]) -> String {
    let text = format!("{:?}", String::from_utf8_lossy(input));
    match text.char_indices().nth(300) {
        Some((end, _)) => format!("{}… ({} bytes)", &text[..end], input.len()),
        None => text,
    }
}

/// Runs up to `count` inputs, or until `time` is over, each batch by a random way in one process. A batch has one in
/// `share` of the inputs that a process could take.
fn fuzzed(seed: u64, count: usize, time: Duration, share: usize) -> Tally {
    let folder = tempfile::tempdir().unwrap();
    let mut inputs = Inputs::new(seed);
    let mut tally = Tally::default();
    let begun = Instant::now();
    let mut told = 0;
    while tally.inputs < count && begun.elapsed() < time {
        let way = WAYS[inputs.below(WAYS.len())];
        let options = way.options()[inputs.below(way.options().len())];
        let size = way.inputs().div_ceil(share).min(count - tally.inputs);
        let batch: Vec<Vec<u8>> = (0..size).map(|_| inputs.next()).collect();
        let mut rest = &batch[..];
        while !rest.is_empty() {
            let ran = run(folder.path(), way, options, rest);
            tally.add(way, options, rest, &ran);
            if ran.is_bad() {
                tally.bad.push(culprit(folder.path(), way, options, rest, &ran));
            }
            // The input after the last one seen has ended the process or begun a dialogue, so it is done as well.
            let done = (ran.seen + 1).min(rest.len());
            tally.inputs += done;
            rest = &rest[done..];
        }
        if tally.inputs / 20_000 > told {
            told = tally.inputs / 20_000;
            println!("after {:.0} s:", begun.elapsed().as_secs_f64());
            tally.tell();
        }
    }
    tally
}

/// Shrinks a bad batch to as few inputs as still end the program badly, and describes them.
fn culprit(folder: &std::path::Path, way: Way, options: &[&str], inputs: &[Vec<u8>], ran: &Ran) -> String {
    let is_bad = |inputs: &[Vec<u8>]| run(folder, way, options, inputs).is_bad();
    let mut left: Vec<Vec<u8>> = inputs.to_vec();
    if way != Way::Alone && is_bad(&inputs[..(ran.seen + 1).min(inputs.len())]) {
        left.truncate(ran.seen + 1);
    }
    let alone = left.len() - 1;
    if is_bad(&left[alone..]) {
        left.drain(..alone);
    }
    let mut size = left.len() / 2;
    while size > 0 {
        let mut at = 0;
        while at + size <= left.len() && left.len() > size {
            let without = [&left[..at], &left[at + size..]].concat();
            if is_bad(&without) {
                left = without;
            } else {
                at += size;
            }
        }
        size /= 2;
    }
    let inputs: Vec<String> = left.iter().map(|input| written(input)).collect();
    let found = format!("{way:?} {options:?}: {ran:?}\n  {}", inputs.join("\n  "));
    println!("{found}");
    found
}

#[test]
fn whatever_is_read_the_program_ends_as_it_should() {
    let tally = fuzzed(11, 5000, Duration::from_secs(2), 20);
    tally.tell();
    assert!(tally.inputs > 0);
    assert!(tally.bad.is_empty(), "{}", tally.bad.join("\n"));
}

/// `cargo test --release --test program a_million_inputs -- --ignored --nocapture`; `SEED=2` gives other inputs,
/// `INPUTS=1000` fewer, and `KEEP=FILE` keeps the inputs of the process with the most memory.
#[test]
#[ignore = "hours; see CONTRIBUTING.md"]
fn a_million_inputs() {
    let tally = fuzzed(number("SEED", 1), number("INPUTS", 1_000_000) as usize, Duration::MAX, 1);
    tally.tell();
    assert!(tally.bad.is_empty(), "{}", tally.bad.join("\n"));
}

#[test]
fn one_foreign_sign_in_a_right_document() {
    let bad = foreign::ending_badly(3, 100);
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

/// `cargo test --release --test program sixty_thousand_documents -- --ignored`, with `SEED` and `INPUTS` as above.
#[test]
#[ignore = "half an hour; see CONTRIBUTING.md"]
fn one_foreign_sign_in_each_of_sixty_thousand_documents() {
    let bad = foreign::ending_badly(number("SEED", 1), number("INPUTS", 60_000) as usize);
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

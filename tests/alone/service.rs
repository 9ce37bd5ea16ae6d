//! A program that only wants answers has a limit on memory as well: `Service` measures what is allocated.

use grundy::service::{Author, CountingAllocator, Heard, LineSource, Service};
use grundy_engine::solve::Limits;

use crate::beside_others;

const LIMIT: u64 = 60_000_000;

struct NoLines;

impl LineSource for NoLines {
    fn next_line(&mut self, _: &str, _: &'static [&'static str]) -> Option<String> {
        None
    }
}

/// The codes of the errors of a text, and its other lines.
fn run(service: &mut Service, text: &str) -> String {
    let mut heard = String::new();
    let mut sink = |said: Heard| match said {
        Heard::Error { error, .. } => heard.push_str(error.code()),
        Heard::Answer { report, .. } => heard.push_str(&grundy::service::bundle(report, "", 1000).plain),
        _ => {}
    };
    service.run(text, Author::User, Limits { memory: LIMIT }, &mut sink, &mut NoLines);
    heard
}

#[test]
fn a_list_beyond_the_limit_is_refused() {
    let _beside = beside_others();
    let before = CountingAllocator::in_use();
    let mut service = Service::new(Limits { memory: LIMIT });
    CountingAllocator::take_peak();
    for text in ["let L = [[a*b for a in 0..2000] for b in 0..7000]", "print length([[k, k] for k in 0..10^7])"] {
        assert_eq!(run(&mut service, text), "E0503", "{text}");
    }
    let most = CountingAllocator::take_peak().saturating_sub(before) as u64;
    assert!(most < LIMIT + LIMIT / 2, "{most} bytes");
    assert_eq!(run(&mut service, "print length([k for k in 1..1000])"), "1000\n");
}

//! A program that only wants answers has a limit on memory as well: `Service` measures what is allocated.

use grundy::service::{Author, CountingAllocator, Heard, LineSource, Service};
use grundy_engine::solve::Limits;

use crate::beside_others;
use crate::common::works::{DEFINITIONS, LIMIT, ORDINARY, WORKS};

/// Bytes allowed beyond the limit: names and texts, the forms of an answer, and what is built between two checks.
const BESIDES: u64 = 20_000_000;

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

/// As the page asks, whose engine is such a service: whatever it is asked, it stays within the limit, and gives back what
/// a refused statement has used.
#[test]
fn all_work_is_answered_or_refused_within_the_limit() {
    let _beside = beside_others();
    let before = CountingAllocator::in_use();
    let mut service = Service::new(Limits { memory: LIMIT });
    run(&mut service, DEFINITIONS);
    let mut refused = 0;
    for work in WORKS {
        CountingAllocator::take_peak();
        let said = run(&mut service, work);
        let most = CountingAllocator::take_peak().saturating_sub(before) as u64;
        println!("{} MB {work}", most / 1_000_000);
        assert!(most < LIMIT + BESIDES, "{work}: {most} bytes");
        assert!(said == "E0503" || !said.contains("E0"), "{work}: {said:.200}");
        refused += usize::from(said == "E0503");
        assert_eq!(run(&mut service, ORDINARY.0), format!("{}\n", ORDINARY.1), "behind {work}");
    }
    assert!(refused > WORKS.len() / 2, "only {refused} were refused");
}

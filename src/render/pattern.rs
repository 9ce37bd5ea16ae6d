//! `pattern`: the law that values follow, how far that was seen or what proves it, and the line that checks it further.

use super::argument::theorem_name;
use super::document::{Document, Line, Style};
use super::listing::paragraph;
use super::phrase::{code, counted, muted, plain, thousands, verdict};
use crate::session::report::{FoundLaw, Pattern, PatternOf, Theorem};

/// With fewer values it is said that more would help.
const FEW: usize = 40;
const TRIED: &str = "Tried: periods, with a rise and without; roots, powers and multiples of known numbers; binary \
    digits; conditions such as squares, primes and remainders; recurrences on halves and thirds, and on the values before.";
const TRIED_OF_TWO: &str = "Tried: functions of one number that the coordinates make, such as a xor b, a + b or the \
    smaller of them; sums of what each coordinate gives; conditions such as remainders and the golden ratio.";

pub fn pattern(report: &Pattern, style: &Style) -> Document {
    let mut document = Document::new(style);
    let Some(first) = report.laws.first() else {
        none(&mut document, report);
        return document;
    };
    if report.of == PatternOf::Values && first.of == PatternOf::Losing {
        paragraph(&mut document, vec![plain("The values follow no law that was tried, but the P-positions do.")]);
    }
    for (index, law) in report.laws.iter().enumerate() {
        if index > 0 {
            document.blank();
            let also =
                if law.of == PatternOf::Losing && first.of != PatternOf::Losing { "The P-positions:" } else { "Also:" };
            document.line(vec![plain(also)]);
        }
        one(&mut document, law, report);
    }
    document
}

fn none(document: &mut Document, report: &Pattern) {
    let looked = match (&report.ranges[..], report.values) {
        (_, 0) => "where there are no values".to_owned(),
        (_, count) => format!("in {}{}", counted(count as u128, "value", "values"), ranges(report)),
    };
    paragraph(document, vec![verdict("No law was found"), plain(format!(" {looked}."))]);
    if report.values < FEW {
        let more = "A law needs at least three values for each number in it that was chosen to fit: with more values, more \
            can be found.";
        paragraph(document, vec![plain(more)]);
    }
    let tried = if report.ranges.len() == 2 { TRIED_OF_TWO } else { TRIED };
    paragraph(document, vec![muted(tried)]);
}

fn ranges(report: &Pattern) -> String {
    let runs: Vec<String> =
        report.ranges.iter().map(|run| format!("{} = {} to {}", run.name, run.first, run.last)).collect();
    if runs.is_empty() { String::new() } else { format!(", {}", runs.join(", ")) }
}

fn one(document: &mut Document, law: &FoundLaw, report: &Pattern) {
    let claim: Line = match law.of {
        PatternOf::List => vec![plain("Member n, counted from 0, is "), verdict(&law.claim)],
        PatternOf::Members => vec![plain("The members are the numbers n with "), verdict(&law.claim)],
        PatternOf::Values | PatternOf::Losing => vec![verdict(&law.claim)],
    };
    paragraph(document, claim);
    paragraph(document, vec![plain(standing(law, report))]);
    if !law.next.is_empty() {
        let next: Vec<String> = law.next.iter().map(i128::to_string).collect();
        paragraph(document, vec![plain(format!("The next would be {}.", next.join(", ")))]);
    }
    let lines: Vec<&String> = law.definition.iter().chain(&law.line).collect();
    if law.line.is_some() {
        let goes_on = matches!(law.of, PatternOf::List | PatternOf::Members);
        document.line(vec![muted(if goes_on { "How it goes on:" } else { "To check it further:" })]);
    }
    for line in lines {
        // A line to be typed is never broken.
        document.line(vec![plain("  "), code(line)]);
    }
}

/// Seen, and how far; or proved, and by what.
fn standing(law: &FoundLaw, report: &Pattern) -> String {
    let proved = match law.theorem {
        Some(Theorem::Literature) => Some("Proved in the literature (Winning Ways, chapter 4)".to_owned()),
        Some(theorem) => Some(format!("Proved: {}", theorem_name(theorem))),
        None => None,
    };
    let first = report.ranges.iter().map(|run| run.first).min().unwrap_or(0);
    if let Some(proved) = proved {
        let from = if law.from > 0 { format!(", from n = {} on", law.from) } else { String::new() };
        return format!("{proved}{from}.");
    }
    let fits = law.fits as u128;
    let several = report.ranges.len() == 2;
    let from = match (law.from > first, &report.ranges[..]) {
        (false, _) => String::new(),
        (true, [_, _]) => format!(", from {} on in both coordinates", law.from),
        (true, [run]) => format!(", from {} = {} on", run.name, law.from),
        (true, _) => format!(", from n = {} on", law.from),
    };
    let all = if law.from > first { thousands(fits) } else { format!("all {}", thousands(fits)) };
    let runs = if several || law.from <= first { ranges(report) } else { String::new() };
    format!("Seen, not proved: it fits {all} values{runs}{from}.")
}

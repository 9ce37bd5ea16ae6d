//! `explain 27 xor 17` and `explain mex {0, 1, 4}`.

use grundy_engine::nim::Nimber;

use crate::show::document::{Document, Line};
use crate::show::phrase::paragraph;
use crate::show::phrase::{heading, muted, nimber, plain, value_set, verdict};
use crate::show::report::Showable;
use crate::verbs::explain::calculation_data::{MexOf, NimSum};
use crate::verbs::explain::nim_sum::{columns_of, odd_columns};

/// If the mex is at most this, each number below it has a line of its own; otherwise the middle ones are left out.
const LISTED: usize = 8;
/// At most this many summands are written in the last line, or members above the mex.
const JOINED: usize = 12;
/// The last sentence repeats the set only if its text has at most this many bytes.
const SHORT: usize = 50;

impl Showable for NimSum {
    fn kind(&self) -> &'static str {
        "nim_sum"
    }

    fn document(&self) -> Document {
        nim_sum(self)
    }
}

impl Showable for MexOf {
    fn kind(&self) -> &'static str {
        "mex"
    }

    fn document(&self) -> Document {
        mex(self)
    }
}

fn nim_sum(report: &NimSum) -> Document {
    let mut document = Document::default();
    document.line(vec![heading("The nim-sum, in binary")]);
    document.drawing(columns_of(&report.summands, report.value));
    odd_columns(&mut document);
    let mut line = vec![plain("So ")];
    for (index, summand) in report.summands.iter().take(JOINED).enumerate() {
        line.extend((index > 0).then(|| plain(" ⊕ ")));
        line.push(nimber(*summand));
    }
    line.extend((report.summands.len() > JOINED).then(|| plain(" ⊕ …")));
    line.extend([plain(" = "), nimber(report.value)]);
    let powers: Vec<String> = (0..u64::BITS)
        .rev()
        .map(|place| 1u64 << place)
        .filter(|bit| report.value.0 & bit > 0)
        .map(|b| b.to_string())
        .collect();
    line.push(plain(if powers.len() > 1 { format!(" = {}.", powers.join(" + ")) } else { ".".to_owned() }));
    paragraph(&mut document, line);
    document
}

fn mex(report: &MexOf) -> Document {
    let mut document = Document::default();
    let mut set = value_set(&report.members);
    if report.more {
        let members = set.trim_matches(['{', '}']);
        set = if members.is_empty() { "the set".to_owned() } else { format!("{{{members}, …}}") };
    }
    let head = vec![heading("The mex"), plain(format!(": the least number, from 0 on, that is not in {set}"))];
    paragraph(&mut document, head);
    let least = report.value;
    document.drawing(steps(least));
    let named = if set.len() <= SHORT { format!("So mex {set} = ") } else { "So the mex is ".to_owned() };
    let mut line = vec![plain(named), nimber(least), plain(".")];
    let above: Vec<Nimber> = report.members.iter().copied().filter(|member| *member > least).collect();
    match &above[..] {
        [] => {}
        [one] => line.extend([plain(" The "), nimber(*one), plain(" above it does not count.")]),
        several if several.len() > JOINED => line.push(plain(" Whatever is above it does not count.")),
        several => line.push(plain(format!(" What is above it, {}, does not count.", value_set(several)))),
    }
    paragraph(&mut document, line);
    document
}

/// One number after the other, up to the one that is missing.
fn steps(least: Nimber) -> Vec<Line> {
    let wide = least.to_string().len().max(4);
    let step = |number: String, says: Line| [vec![plain(format!("  {number:>wide$}  "))], says].concat();
    let missing = step(least.to_string(), vec![verdict("is not")]);
    let inside = |number: u64| step(number.to_string(), vec![muted("is in it")]);
    if least.0 <= LISTED as u64 {
        return (0..least.0).map(inside).chain([missing]).collect();
    }
    let between = step("…".to_owned(), vec![muted("and so on: all of them are")]);
    vec![inside(0), inside(1), between, inside(least.0 - 1), missing]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::show::report::Report;
    use crate::verbs::samples::{assert_text, shown};

    fn explained_mex(members: &[u64], value: u64) -> String {
        let members = members.iter().map(|member| Nimber(*member)).collect();
        shown(&Report::new(MexOf { members, more: false, value: Nimber(value) }), 80)
    }

    #[test]
    fn a_nim_sum_of_numbers_has_its_columns() {
        let report = NimSum { summands: vec![Nimber(27), Nimber(17)], value: Nimber(10) };
        let text = shown(&Report::new(report), 80);
        assert!(text.contains("27   1 1 0 1 1\n"), "{text}");
        assert!(text.ends_with("So 27 ⊕ 17 = 10 = 8 + 2.\n"), "{text}");
        let many = NimSum { summands: vec![Nimber(1); 40], value: Nimber(0) };
        let text = shown(&Report::new(many), 80);
        assert!(text.contains("… and 25 more summands") && text.ends_with("⊕ … = 0.\n"), "{text}");
    }

    #[test]
    fn a_mex_is_found_step_by_step() {
        let expected = "The mex: the least number, from 0 on, that is not in {0, 1, 4}
     0  is in it
     1  is in it
     2  is not
So mex {0, 1, 4} = 2. The 4 above it does not count.
";
        assert_text(&explained_mex(&[0, 1, 4], 2), expected);
        assert!(explained_mex(&[], 0).ends_with("     0  is not\nSo mex {} = 0.\n"));
        assert!(explained_mex(&(0..100).collect::<Vec<u64>>(), 100).contains("     …  and so on: all of them are\n"));
        assert!(explained_mex(&[0, 3, 4], 1).contains("What is above it, {3, 4}, does not count."));
    }
}
